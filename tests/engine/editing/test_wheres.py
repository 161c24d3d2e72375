"""Ways to say where: fields that exclude each other, zones beyond a hex, and default places that fit."""

import pytest

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, WhereDef
from engine.editing import EditRefused
from engine.editing.change import with_fields
from engine.editing.checking import allowed_places, check
from engine.editing.paths import replace_at
from engine.editing.pieces import duplicate_pieces
from engine.editing.setups import place_pieces, where_of
from engine.editing.wheres import Beyond, set_placement, set_where, where_typed, with_zone
from tests.engine.editing.modules import a_module

PATH = ("scenarios", 0, "sides", "allied", "placements", 0)


def placement(module: ModuleDef) -> PlacementDef:
    found = where_of(module.scenario("meeting"), "1-red-inf")
    assert found is not None
    return found


def columns(module: ModuleDef, zone: str) -> set[int]:
    board = check(module).board
    assert board is not None
    return {board.column[i] for i in board.zones[zone]}


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("1004", {"at": "1004"}),
        ("any of 0101, 0102", {"any_of": ("0101", "0102")}),
        ("0101 0102", {"any_of": ("0101", "0102")}),
        ("zone wide", {"zones": ("wide",)}),
        ("in wide or west", {"zones": ("wide", "west")}),
        ("within 2 of 0606", {"near": "0606", "within": 2}),
        ("one per hex of 0101 0102", {"any_of": ("0101", "0102"), "apart": True}),
        ("one per hex in wide", {"zones": ("wide",), "apart": True}),
        ("east of 0606 in wide", Beyond("0606", "east", "wide")),
        ("North of 0606", Beyond("0606", "north")),
    ],
)
def test_a_place_as_people_type_it(text: str, fields: object) -> None:
    assert where_typed(text) == fields


def test_nothing_typed_is_refused() -> None:
    with pytest.raises(EditRefused, match="where to"):
        where_typed("  ")


def test_east_of_a_hex_is_a_zone_that_is_made_once() -> None:
    module = a_module()
    after, name = with_zone(module, Beyond("0606", "east"))
    assert name == "east-of-0606"
    board = check(after).board
    assert board is not None
    own = board.column[board.index["0606"]]
    assert min(columns(after, name)) == own + 1
    again, same = with_zone(after, Beyond("0606", "east"))
    assert again is after
    assert same == name


def test_all_four_sides_leave_out_the_hex_itself() -> None:
    module = a_module()
    for direction in ("east", "west", "north", "south"):
        after, name = with_zone(module, Beyond("0606", direction))
        board = check(after).board
        assert board is not None
        assert board.index["0606"] not in board.zones[name]
        assert board.zones[name]
    inside, name = with_zone(module, Beyond("0306", "west", "wide"))
    board = check(inside).board
    assert board is not None
    assert board.zones[name] < board.zones["wide"]


def test_beyond_the_edge_there_is_nothing() -> None:
    board = check(a_module()).board
    assert board is not None
    last = max(board.ids, key=lambda name: board.column[board.index[name]])
    with pytest.raises(EditRefused, match=f"no hex east of {last}"):
        with_zone(a_module(), Beyond(last, "east"))
    with pytest.raises(EditRefused, match="no hex 'nowhere'"):
        with_zone(a_module(), Beyond("nowhere", "east"))


def test_a_free_placement_defaults_near_where_it_was() -> None:
    module = set_where(a_module(), PATH, {"near": "0904", "within": 2})
    found = placement(module)
    assert (found.at, found.near, found.within) == (None, "0904", 2)
    assert found.default == "1004"
    back = set_where(module, PATH, {"at": "0904"})
    assert (placement(back).at, placement(back).default) == ("0904", None)
    assert placement(set_where(module, PATH, Beyond("0606", "east"))).zones == ("east-of-0606",)


def test_those_apart_have_a_hex_each() -> None:
    module = duplicate_pieces(a_module(), ["1-red-inf"], 2)
    names = ("1-red-inf", "2-red-inf", "3-red-inf")
    free = place_pieces(module, "meeting", names, WhereDef(near="0904", within=2), apart=True)
    found = placement(free)
    assert found.apart
    assert found.split
    assert len({found.defaults[name] for name in names}) == 3
    board = check(free).board
    assert board is not None
    assert set(found.defaults.values()) <= allowed_places(free, board, found)
    path = ("scenarios", 0, "sides", "allied", "placements")
    at = next(n for n, p in enumerate(free.scenarios[0].sides["allied"].placements) if p is found)
    fewer = set_placement(free, (*path, at), {"pieces": names[:2]})
    assert set(placement(fewer).defaults) == set(names[:2])
    together = set_placement(fewer, (*path, at), {"apart": False})
    assert placement(together).default in allowed_places(together, board, found)
    same = dict.fromkeys(names, "0904")
    with pytest.raises(EditRefused, match="stand apart"):
        replace_at(free, (*path, at), with_fields(found, {"defaults": same}))
