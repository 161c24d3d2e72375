"""Edits of conditions of victory: every one pure, refused where it would break the module, ids followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition.module import ModuleDef
from engine.definition.victory import ControlBlock, GroupBlock, UnitsBlock, VictoryDef
from engine.editing import EditRefused, victory
from engine.editing.change import with_fields
from engine.editing.checking import check
from engine.editing.grids import renumber
from engine.editing.parts import set_item_fields
from engine.editing.pieces import delete_pieces, set_piece_fields
from engine.editing.searching import Path, value_at
from engine.editing.setups import change_version, copy_scenario
from engine.editing.victory import KINDS, Placed, blank_block
from tests.engine.editing.modules import a_module

HOME: Path = ("scenarios", 0, "versions", 0)
ROOT: Path = (*HOME, "victory", 1, "holds")


def with_condition(holds: Mapping[str, object]) -> ModuleDef:
    """The small module with a second condition of these blocks."""
    item = VictoryDef.model_validate({"side": "axis", "holds": holds})
    return change_version(
        a_module(), "meeting", "campaign", lambda v: with_fields(v, {"victory": (*v.victory, item)})
    )


def turn(least: int) -> dict[str, object]:
    return {"kind": "turn", "least": least}


def shape(block: object) -> object:
    """A tree as nested lists of kinds, turns by their number."""
    if isinstance(block, GroupBlock):
        return [block.kind, *(shape(part) for part in block.of)]
    return (
        getattr(block, "least", None) if getattr(block, "kind", "") == "turn" else getattr(block, "kind", "")
    )


def shape_at(module: ModuleDef, path: Path = ROOT) -> object:
    return shape(value_at(module, path))


TREE = {"kind": "all", "of": (turn(1), {"kind": "any", "of": (turn(2), turn(3))}, turn(4))}


@pytest.mark.parametrize(
    ("edit", "wanted", "path"),
    [
        (lambda m: victory.shift(m, (*ROOT, "of", 0), 1), ["all", ["any", 2, 3], 1, 4], ("of", 1)),
        (lambda m: victory.indent(m, (*ROOT, "of", 2)), ["all", 1, ["any", 2, 3, 4]], ("of", 1, "of", 2)),
        (lambda m: victory.outdent(m, (*ROOT, "of", 1, "of", 0)), ["all", 1, ["any", 3], 2, 4], ("of", 2)),
        (lambda m: victory.unwrap(m, (*ROOT, "of", 1)), ["all", 1, 2, 3, 4], ("of", 1)),
        (
            lambda m: victory.wrap(m, (*ROOT, "of", 0), "not"),
            ["all", ["not", 1], ["any", 2, 3], 4],
            ("of", 0, "of", 0),
        ),
        (lambda m: victory.wrap(m, ROOT, "some"), ["some", ["all", 1, ["any", 2, 3], 4]], ("of", 0)),
        (
            lambda m: victory.delete(m, (*ROOT, "of", 1, "of", 1)),
            ["all", 1, ["any", 2], 4],
            ("of", 1, "of", 0),
        ),
        (lambda m: victory.delete(m, (*ROOT, "of", 1)), ["all", 1, 4], ("of", 1)),
        (
            lambda m: victory.move_into(m, (*ROOT, "of", 0), (*ROOT, "of", 1)),
            ["all", ["any", 2, 3, 1], 4],
            ("of", 0, "of", 2),
        ),
        (
            lambda m: victory.move_into(m, (*ROOT, "of", 1, "of", 0), ROOT),
            ["all", 1, ["any", 3], 4, 2],
            ("of", 3),
        ),
        (
            lambda m: victory.add_block(m, (*ROOT, "of", 0), blank_block(m, "units")),
            ["all", 1, "units", ["any", 2, 3], 4],
            ("of", 1),
        ),
        (
            lambda m: victory.add_block(m, ROOT[:-1], blank_block(m, "lost")),
            ["all", 1, ["any", 2, 3], 4, "lost"],
            ("of", 3),
        ),
    ],
)
def test_edits_of_a_tree(edit: Callable[[ModuleDef], Placed], wanted: object, path: Path) -> None:
    before = with_condition(TREE)
    kept = before.model_copy()
    placed = edit(before)
    assert shape_at(placed.module) == wanted
    assert placed.path == (*ROOT, *path)
    assert before == kept
    assert placed.module.pieces is before.pieces


@pytest.mark.parametrize(
    "edit",
    [
        lambda m: victory.move_into(m, (*ROOT, "of", 1), (*ROOT, "of", 1)),
        lambda m: victory.move_into(m, (*ROOT, "of", 0), (*ROOT, "of", 2)),
        lambda m: victory.move_into(m, ROOT, (*ROOT, "of", 1)),
        lambda m: victory.indent(m, (*ROOT, "of", 0)),
        lambda m: victory.indent(m, (*ROOT, "of", 1)),
        lambda m: victory.outdent(m, (*ROOT, "of", 0)),
        lambda m: victory.unwrap(m, ROOT),
        lambda m: victory.unwrap(m, (*ROOT, "of", 0)),
        lambda m: victory.shift(m, (*ROOT, "of", 2), 1),
        lambda m: victory.delete(m, ROOT),
        lambda m: victory.compare_with(m, ROOT, blank_block(m, "units")),
        lambda m: victory.add_block(m, (*ROOT, "of", 0), blank_block(m, "otherwise")),
        lambda m: victory.add_block(m, ("pieces", 0), blank_block(m, "turn")),
        lambda m: victory.wrap(m, ROOT[:-1], "all"),
        lambda m: Placed(victory.set_kind(m, (*ROOT, "of", 1), "turn"), ROOT),
        lambda m: Placed(victory.take_over(m, HOME), HOME),
    ],
)
def test_edits_that_are_refused(edit: Callable[[ModuleDef], Placed]) -> None:
    with pytest.raises(EditRefused):
        edit(with_condition(TREE))


def test_a_block_becomes_another_and_keeps_what_fits() -> None:
    module = with_condition({"kind": "control", "side": "allied", "places": ("1004",), "least": 1})
    units = value_at(victory.set_kind(module, ROOT, "units"), ROOT)
    assert isinstance(units, UnitsBlock)
    assert (units.side, units.places, units.least) == ("allied", ("1004",), 1)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("otherwise", "ruleset", "points")])
def test_every_kind_begins_sound(kind: str) -> None:
    module = victory.add_condition(a_module(), HOME).module
    module = victory.set_kind(module, ROOT, kind)
    assert not check(module).errors


def test_a_new_condition_stands_before_the_rest() -> None:
    module = with_condition({"kind": "otherwise"})
    placed = victory.add_condition(module, HOME)
    assert placed.path == (*HOME, "victory", 1)
    last = value_at(placed.module, (*HOME, "victory", 2))
    assert isinstance(last, VictoryDef)
    assert shape(last.holds) == "otherwise"


def test_what_is_named_is_followed() -> None:
    holds = {
        "kind": "all",
        "of": (
            {"kind": "control", "side": "axis", "places": ("0203",), "east_of": "0103", "near": "0203"},
            {"kind": "units", "side": "axis", "types": ("armor",), "pieces": ("3-blue-tanks",)},
            {"kind": "path", "side": "axis", "start": ("0203",), "goal": ("1004",), "not_west_of": "0203"},
        ),
    }
    module = with_condition(holds)
    module = set_piece_fields(module, ["3-blue-tanks"], {"id": "tanks"})
    armor = next(n for n, kind in enumerate(module.types) if kind.id == "armor")
    module = set_item_fields(module, "types", armor, {"id": "tank"})
    module = set_item_fields(module, "sides", 0, {"id": "blue"})
    module = renumber(module, "coast", {"pattern": "C{column:02}.{row:02}"})
    group = value_at(module, ROOT)
    assert isinstance(group, GroupBlock)
    control, units, path = group.of
    assert isinstance(control, ControlBlock)
    assert isinstance(units, UnitsBlock)
    assert (control.side, control.places, control.east_of) == ("blue", ("C02.03",), "C01.03")
    assert (units.side, units.types, units.pieces) == ("blue", ("tank",), ("tanks",))
    assert getattr(path, "not_west_of", "") == "C02.03"
    assert not check(module).errors


def test_a_counter_that_victory_names_is_not_deleted() -> None:
    module = with_condition({"kind": "lost", "pieces": ("3-blue-tanks",)})
    with pytest.raises(EditRefused, match=r"3 Blue Tanks is still used: scenarios \(A Meeting\)"):
        delete_pieces(module, ["3-blue-tanks"])


def test_a_copied_scenario_keeps_its_terms() -> None:
    module, name = copy_scenario(with_condition(TREE), "meeting")
    copy = module.scenario(name)
    assert copy.versions[0].victory == module.scenario("meeting").versions[0].victory


ACTS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 30), st.sampled_from(KINDS)), min_size=1, max_size=25
)


def paths_of(module: ModuleDef) -> list[Path]:
    """All paths of conditions and blocks."""
    found: list[Path] = []

    def visit(path: Path) -> None:
        found.append(path)
        thing = value_at(module, path)
        for name in ("holds", "minus"):
            if getattr(thing, name, None) is not None:
                visit((*path, name))
        for n in range(len(getattr(thing, "of", ()))):
            visit((*path, "of", n))

    version = value_at(module, HOME)
    for n in range(len(getattr(version, "victory", ()))):
        visit((*HOME, "victory", n))
    return found


@given(ACTS)
@settings(max_examples=40, deadline=None)
def test_a_long_evening_of_edits_leaves_a_sound_module(acts: list[tuple[int, int, str]]) -> None:
    module = victory.add_condition(a_module(), HOME).module
    for act, where, kind in acts:
        paths = paths_of(module)
        path, other = paths[where % len(paths)], paths[(where * 7 + 3) % len(paths)]
        try:
            module = _done(module, act, (path, other), kind)
        except EditRefused:
            continue
        assert not check(module).errors


def _done(module: ModuleDef, act: int, paths: tuple[Path, Path], kind: str) -> ModuleDef:
    path, other = paths
    edits: tuple[Callable[[], Placed], ...] = (
        lambda: victory.add_block(module, path, blank_block(module, kind)),
        lambda: victory.wrap(module, path, "any"),
        lambda: victory.unwrap(module, path),
        lambda: victory.shift(module, path, 1),
        lambda: victory.indent(module, path),
        lambda: victory.outdent(module, path),
        lambda: victory.move_into(module, path, other),
        lambda: Placed(victory.set_kind(module, path, kind), path),
        lambda: victory.compare_with(module, path, blank_block(module, kind)),
        lambda: victory.delete(module, path) if len(paths_of(module)) > 3 else Placed(module, path),
    )
    return edits[act]().module
