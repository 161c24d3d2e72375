"""Edits asked for with nonsense: whatever is handed in, an edit is made or refused in words.

All edits there are are found by their signatures, so that a new one is tried, too. What an argument may be is
made from its type: known and unknown ids, empty and wrong paths, numbers out of every bound, fields of the
wrong kind.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from random import Random
from typing import get_type_hints

import pytest

import engine.editing
from engine.definition.module import ModuleDef
from engine.editing import EditRefused, parts, victory
from engine.editing.checking import check
from engine.loading.writer import module_files
from tests.engine.editing.modules import a_module
from tests.engine.editing.nonsense import argument

Edit = Callable[..., object]
TRIES = 40

#: No edits, but parts of them: they are handed what has been checked.
INNER = frozenset(
    (
        *("followed_in_blocks", "followed_in_cards", "with_parts", "guarded", "edited", "touched", "check"),
        *("without_uses", "without_arrivals", "with_delta", "delta_between", "in_turn_order", "blank"),
        *("still_used", "stands_there"),
    )
)


def edits() -> dict[str, Edit]:
    """All public functions that begin with a module and give anything back."""
    found: dict[str, Edit] = {}
    for info in pkgutil.iter_modules(engine.editing.__path__):
        module = importlib.import_module(f"engine.editing.{info.name}")
        for name, thing in vars(module).items():
            if name.startswith("_") or name in INNER or not inspect.isfunction(thing):
                continue
            first = next(iter(inspect.signature(thing).parameters), "")
            if thing.__module__ == module.__name__ and get_type_hints(thing).get(first) is ModuleDef:
                found[f"{info.name}.{name}"] = thing
    return found


def can_be_tried(edit: Edit) -> bool:
    """Whether arguments can be made from types: no functions, no findings, no values of the engine's own."""
    hints = list(get_type_hints(edit).items())[1:]
    words = [str(kind) for name, kind in hints if name != "return"]
    own = (
        "Callable",
        "Finding",
        "CompiledBoard",
        "Renaming",
        "PlaceNames",
        "Effect",
        "InScenario",
        "Region'",
    )
    more = (
        "Parcel",
        "Position",
        "Taking",
        "ScenarioDef",
        "PieceDef",
        "PlacementDef",
        "editing.regions.Region",
    )
    return not any(word in kind for kind in words for word in (*own, *more))


TRIED = {name: edit for name, edit in edits().items() if can_be_tried(edit)}


def tried(edit: Edit, module: ModuleDef, values: dict[str, object]) -> object:
    """What an edit gives, None if it refuses."""
    try:
        outcome = edit(module, **values)
        return list(outcome) if isinstance(outcome, Iterator) else outcome
    except EditRefused as refused:
        return None if refused.text else "refused without a word"
    except Exception as error:
        raise AssertionError(f"{values!r}: {type(error).__name__}: {error}") from error


@pytest.mark.parametrize("name", sorted(TRIED))
def test_nonsense_is_refused_in_words_or_done(name: str) -> None:
    module, edit = a_module(), TRIED[name]
    before = module_files(module)
    kinds = list(get_type_hints(edit).items())
    for number in range(TRIES):
        dice = Random(f"{name} {number}")
        values = {key: argument(dice, key, kind) for key, kind in kinds[1:] if key != "return"}
        outcome = tried(edit, module, values)
        assert outcome != "refused without a word", values
        found = outcome if isinstance(outcome, ModuleDef) else getattr(outcome, "module", None)
        if isinstance(found, ModuleDef):
            assert not check(found).errors, values
            assert module_files(found), values
    assert module_files(module) == before


def test_all_edits_are_tried_but_those_that_take_functions() -> None:
    assert len(TRIED) > 100
    assert {"victory.delete", "parts.move_phase", "schedule.add_entry", "charts.set_cell"} <= set(TRIED)


@pytest.mark.parametrize("path", [(), ("pieces", 0), ("scenarios", 0), ("victory", 99), ("scenarios",)])
def test_only_terms_of_victory_are_deleted_as_such(path: tuple[str | int, ...]) -> None:
    with pytest.raises(EditRefused, match="no longer there"):
        victory.delete(a_module(), path)


def test_a_phase_is_moved_to_a_place_there_is() -> None:
    for to in ((), (99,), (0, 99, 0)):
        with pytest.raises(EditRefused):
            parts.move_phase(a_module(), (0,), to)
