"""Where counters of free placements go if nobody chooses."""

import pytest

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef
from engine.editing.change import EditRefused, with_fields, with_parts
from engine.editing.default_places import goes_alone, set_default_place
from engine.editing.searching import value_at
from tests.engine.editing.modules import a_module


def with_placement(**fields: object) -> tuple[ModuleDef, tuple[str | int, ...]]:
    """A module whose first placement of several counters is a free one."""
    module = a_module()
    scenario = module.scenarios[0]
    side = next(iter(scenario.sides))
    names = tuple(n for p in scenario.sides[side].placements for n in p.pieces)[:2]
    assert len(names) == 2
    rest = tuple(
        with_fields(p, {"pieces": tuple(n for n in p.pieces if n not in names), "lost": {}, "defaults": {}})
        for p in scenario.sides[side].placements
        if p.at is not None
    )
    fields = {"near": "0304", "within": 2, "pieces": names, "default": "0304", **fields}
    free = PlacementDef.model_validate(fields)
    setup = with_fields(scenario.sides[side], {"placements": (free, *(p for p in rest if p.pieces))})
    new = with_fields(scenario, {"sides": {**scenario.sides, side: setup}})
    return with_parts(module, scenarios=(new,)), ("scenarios", 0, "sides", side, "placements", 0)


def test_a_placement_that_goes_together_has_one_place() -> None:
    module, path = with_placement()
    placement = value_at(module, path)
    assert isinstance(placement, PlacementDef)
    after = value_at(set_default_place(module, path, placement.pieces[0], "0305"), path)
    assert isinstance(after, PlacementDef)
    assert (after.default, after.defaults) == ("0305", {})


def test_counters_that_go_their_own_way_have_their_own() -> None:
    module, path = with_placement(split=True)
    placement = value_at(module, path)
    assert isinstance(placement, PlacementDef)
    assert goes_alone(placement)
    first, second = placement.pieces
    module = set_default_place(module, path, first, "0305")
    module = set_default_place(module, path, second, "0303")
    after = value_at(module, path)
    assert isinstance(after, PlacementDef)
    assert after.defaults == {first: "0305", second: "0303"}


def test_places_out_of_the_choice_and_fixed_counters_are_refused() -> None:
    module, path = with_placement()
    placement = value_at(module, path)
    assert isinstance(placement, PlacementDef)
    with pytest.raises(EditRefused):
        set_default_place(module, path, placement.pieces[0], "1208")
    fixed, path = with_placement(near=None, within=None, at="0304", default=None)
    with pytest.raises(EditRefused, match="free placement"):
        set_default_place(fixed, path, placement.pieces[0], "0305")
