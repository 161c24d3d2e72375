"""Trucks (5.4a, ruling 13)."""

from __future__ import annotations

import pytest

from modules.afrika.rules.trucks import Truck
from tests.modules.afrika.movement_positions import BRESCIA, BRIGADE, RECON, Position, Setting, a_position

DESERT = ("A40.09", "A40.10", "A40.11", "A40.12", "A40.13", "A40.14", "A40.15", "A40.16", "A40.17", "A40.18")


def dump(count: int = 1, trucks: int = 1, place: str = "A40.08", **layout: list[str]) -> Position:
    """A dump in the desert and some trucks."""
    return a_position(
        {place.replace("_", "."): pieces for place, pieces in layout.items()},
        Setting(dumps={place: ("axis", count)}, trucks=trucks),
    )


def test_one_truck_moves_one_point_five() -> None:
    position = dump().do(Truck(source="A40.08", path=DESERT[:5]))
    assert position.supply("A40.13") == ("axis", 1)
    assert position.supply("A40.08") is None
    assert position.data.trucks["axis"].left == 0


def test_two_trucks_move_one_point_ten() -> None:
    position = dump(trucks=2).do(Truck(source="A40.08", path=DESERT))
    assert position.supply("A40.18") == ("axis", 1)


def test_one_truck_moves_five_points_one() -> None:
    position = dump(count=5).do(Truck(source="A40.08", path=DESERT[:1], count=5))
    assert position.supply("A40.09") == ("axis", 5)
    assert position.data.trucks["axis"].left == 0


def test_unused_points_serve_later_in_the_turn() -> None:
    position = dump(count=2).do(Truck(source="A40.08", path=DESERT[:2]))
    assert position.data.trucks["axis"].left == 18
    position.do(Truck(source="A40.08", path=DESERT[:3]))
    assert position.data.trucks["axis"].left == 0
    assert position.supply("A40.10") == ("axis", 1)
    assert position.supply("A40.11") == ("axis", 1)
    assert "used up" in position.refuses(Truck(source="A40.10", path=("A40.11",))).text


def test_roads_count_for_trucks() -> None:
    """Five MP are fifteen hexes of road."""
    position = dump(place="A36.21").do(Truck(source="A36.21", path=("A36.22", "A36.23")))
    assert position.data.trucks["axis"].left == 30 - 4


def test_the_pool_must_suffice_for_all() -> None:
    refusal = dump(count=3).refuses(Truck(source="A40.08", path=DESERT[:2], count=3))
    assert "not enough" in refusal.text
    assert refusal.rule == "5.4a"


@pytest.mark.parametrize(("friend", "allowed"), [([], False), ([BRESCIA], True)])
def test_an_ezoc_blocks_unless_a_friendly_unit_stands_there(friend: list[str], allowed: bool) -> None:
    layout = {"A41.11": friend, "A42.11": [BRIGADE]} if friend else {"A42.11": [BRIGADE]}
    position = a_position(layout, Setting(dumps={"A40.10": ("axis", 1)}, trucks=1))
    last = position.refusal(Truck(source="A40.10", path=("A41.11",)))
    assert (last is None) == allowed  # the last hex, too
    if last is not None:
        assert "zone of control" in last.text


def test_supply_can_leave_an_ezoc() -> None:
    position = a_position({"A42.11": [BRIGADE]}, Setting(dumps={"A41.11": ("axis", 1)}, trucks=1))
    position.do(Truck(source="A41.11", path=("A40.10",)))
    assert position.supply("A40.10") == ("axis", 1)


def test_enemy_units_and_enemy_supply_block() -> None:
    setting = Setting(dumps={"A40.10": ("axis", 1), "A40.11": ("allied", 1)}, trucks=1)
    position = a_position({"A41.11": [BRIGADE]}, setting)
    assert "captured by a unit first" in position.refuses(Truck(source="A40.10", path=("A40.11",))).text
    assert "enemy units" in position.refuses(Truck(source="A40.10", path=("A41.11",))).text


def test_closed_ground_is_closed_to_trucks() -> None:
    position = dump(place="A36.21")
    assert position.refuses(Truck(source="A36.21", path=("A37.22",))).rule == "terrain chart"
    assert "not adjacent" in position.refuses(Truck(source="A36.21", path=("A36.23",))).text
    assert position.refuses(Truck(source="A36.21", path=("tripoli",))).rule == "1.7"


def test_from_tripoli_to_the_map() -> None:
    """Each leg costs exactly five; any west edge hex; nothing goes back into Tripoli."""
    position = a_position({"A1.08": [RECON]}, Setting(trucks=4))
    position.do(Truck(source="tripoli", path=("connecting", "A1.07")))
    assert position.supply("A1.07") == ("axis", 1)
    assert position.data.trucks["axis"].left == 60
    position.do(Truck(source="A1.07", path=("connecting",)))
    assert position.supply("connecting") == ("axis", 1)
    assert "all the supply" in position.refuses(Truck(source="connecting", path=("tripoli",))).text


def test_the_commonwealth_has_no_way_into_the_boxes() -> None:
    setting = Setting(phase="allied.movement", trucks=4, dumps={"A1.08": ("allied", 2)})
    position = a_position({"A1.08": [BRIGADE]}, setting)
    assert position.refuses(Truck(source="A1.08", path=("connecting",))).rule == "1.7"
    assert "no own supply" in position.refuses(Truck(source="tripoli", path=("connecting",))).text


def test_dumps_join_and_are_counted() -> None:
    position = dump(count=3).do(Truck(source="A40.08", path=DESERT[:1], count=2))
    assert position.supply("A40.08") == ("axis", 1)
    assert "only 1" in position.refuses(Truck(source="A40.08", path=DESERT[:1], count=2)).text
    position.do(Truck(source="A40.08", path=DESERT[:1]))
    assert position.supply("A40.09") == ("axis", 3)
    assert position.refuses(Truck(source="A40.08", path=DESERT[:1], count=0)).code == "BAD_REQUEST"
    assert position.refuses(Truck(source="A40.09", path=())).code == "BAD_REQUEST"


def test_trucks_do_not_end_the_move_of_a_stack() -> None:
    position = dump(A50_10=[RECON]).move(RECON, "A50.11").do(Truck(source="A40.08", path=DESERT[:1]))
    position.move(RECON, "A50.12")
    assert position.left(RECON) == 72 - 12


def test_reach_of_a_dump_is_shown_by_piece_or_place() -> None:
    position = dump()
    kind = position.kind("truck")
    by_piece = kind.reach(position.state, "axis", ("sp-axis-A40.08",))
    by_place = kind.reach(position.state, "axis", ("A40.08",))
    assert by_piece is not None
    assert by_place is not None
    assert by_piece.arrivals == by_place.arrivals
    assert by_piece.arrivals["A40.13"].left == 0
    assert "tripoli" in kind.subjects(position.state, "axis")


def test_choices_agree_with_check() -> None:
    position = dump(count=2)
    kind = position.kind("truck")
    choices = list(kind.choices(position.state, "axis", "sp-axis-A40.08"))
    assert {choice.count for choice in choices} == {1, 2}
    assert all(kind.check(position.state, "axis", choice) is None for choice in choices)
