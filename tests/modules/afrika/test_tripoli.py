"""The Tripoli boxes (1.7, ruling 12, erratum 13, clar. 23)."""

from __future__ import annotations

import pytest

from modules.afrika.rules.shipping import Ship, ShipSupply
from modules.afrika.rules.trucks import Truck
from tests.modules.afrika.movement_positions import (
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    LORRIES,
    PANZER_1,
    PAVIA,
    RECON,
    Setting,
    a_move,
    a_position,
)


def test_tripoli_to_the_map_costs_ten_to_any_west_edge_hex() -> None:
    position = a_position({"tripoli": [RECON]})
    found = position.reach(RECON)
    assert "connecting" in found
    assert {place for place in found if place.startswith("A1.")} >= {f"A1.{row:02}" for row in range(9)}
    position.move(RECON, "connecting", "A1.03")
    assert position.left(RECON) == 72 - 60


def test_from_the_west_edge_back_to_tripoli() -> None:
    position = a_position({"A1.08": [LORRIES]}).move(LORRIES, "connecting", "tripoli")
    assert position.left(LORRIES) == 0
    assert position.at(LORRIES) == "tripoli"
    inland = a_position({"A2.08": [LORRIES]})
    assert inland.refuses_move(LORRIES, "connecting").rule == "1.7"


def test_slow_units_take_one_box_a_turn() -> None:
    position = a_position({"tripoli": [BRESCIA]}).move(BRESCIA, "connecting")
    assert position.left(BRESCIA) == 0
    nearer = a_position({"connecting": [BRESCIA]}).move(BRESCIA, "A1.08")
    assert nearer.at(BRESCIA) == "A1.08"


def test_entering_an_ezoc_from_the_connecting_box_costs_its_two_points() -> None:
    position = a_position({"connecting": [RECON], "A2.08": [BRIGADE]}).move(RECON, "A1.08")
    assert position.left(RECON) == 72 - 30 - 12


def test_tripoli_is_not_next_to_the_map() -> None:
    assert a_position({"tripoli": [RECON]}).refuses_move(RECON, "A1.08").rule == "1.7"


def test_the_commonwealth_never_enters_the_boxes() -> None:
    position = a_position({"A1.08": [BRIGADE]}, Setting(phase="allied.movement"))
    assert position.refuses_move(BRIGADE, "connecting").rule == "1.7"
    assert "connecting" not in position.reach(BRIGADE)


def test_example_of_the_rules_three_by_truck_and_four_by_sea() -> None:
    """Three truck points and four shipping points move seven SPs out of Tripoli."""
    setting = Setting(trucks=3, shipping=4, ports={"A7.23": 4}, control={"A7.23": "axis"})
    position = a_position({"A7.23": [BRESCIA]}, setting)
    position.do(Truck(source="tripoli", path=("connecting",), count=3))
    position.do(ShipSupply(source="tripoli", at="A7.23", count=4))
    assert position.supply("connecting") == ("axis", 3)
    assert position.supply("A7.23") == ("axis", 4)
    assert position.refusal(Truck(source="tripoli", path=("connecting",))) is not None
    assert position.refusal(ShipSupply(source="tripoli", at="A7.23")) is not None


@pytest.mark.parametrize("option", ["free", "no-shipping", "stay"])
def test_options_that_keep_italians_in_tripoli(option: str) -> None:
    setting = Setting(
        scenario="italian-invasion", options={"tripoli": option}, turn=1, shipping=3, ports={"A7.23": 3},
        control={"A7.23": "axis"},
    )  # fmt: skip
    position = a_position(
        {"tripoli": [BRESCIA, PAVIA], "A7.23": ["axis-5-6-4-sirte"], "turn-6": [RECON]}, setting
    )
    march = position.refusal(a_move(BRESCIA, "connecting"))
    ship = position.refusal(Ship(pieces=(PAVIA,), at="A7.23"))
    assert (march is None) == (option != "stay")
    assert (ship is None) == (option == "free")
    if option == "stay":
        assert march is not None
        assert march.rule == "erratum 13"
    if option == "no-shipping":
        assert ship is not None
        assert ship.rule == "clar. 23"


@pytest.mark.parametrize("option", ["no-shipping", "stay"])
def test_the_first_germans_set_them_free(option: str) -> None:
    setting = Setting(
        scenario="italian-invasion", options={"tripoli": option}, turn=6, shipping=3, ports={"A7.23": 3},
        control={"A7.23": "axis"},
    )  # fmt: skip
    position = a_position({"tripoli": [BRESCIA, PAVIA, RECON], "A7.23": ["axis-5-6-4-sirte"]}, setting)
    assert position.refusal(a_move(BRESCIA, "connecting")) is None
    assert position.refusal(Ship(pieces=(PAVIA,), at="A7.23")) is None


def test_leaders_have_no_effect_in_the_boxes() -> None:
    """Clar. 27: Rommel does not let the units in a box exploit."""
    position = a_position(
        {"connecting": [PANZER_1, BOLOGNA, "axis-rommel"]}, Setting(phase="axis.exploitation")
    )
    assert position.refuses_move(BOLOGNA, "A1.08").rule == "2.4"
    position.move(PANZER_1, "A1.08")
    assert position.at("axis-rommel") == "A1.08"  # no German is left in the box
