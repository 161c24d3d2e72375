"""Coastal shipping and ports (5.4b-d, 1.9, 1.9a, ruling 14, clar. 1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.play.action import EndPhase
from modules.afrika.rules.shipping import Ship, ShipSupply
from modules.afrika.rules.state import MOVED, Port
from modules.afrika.rules.trucks import Truck
from tests.modules.afrika.movement_positions import (
    BRESCIA,
    BRIGADE,
    GARRISON,
    GUARDS,
    LORRIES,
    OCONNOR,
    PANZER_1,
    PAVIA,
    RECON,
    ROMMEL,
    Setting,
    a_position,
)

TOBRUK, BARDIA, MATRUH, ALEXANDRIA, BENGHAZI = "A36.23", "A44.21", "A61.19", "B19.19", "A7.23"
ALLIED = dict.fromkeys((TOBRUK, BARDIA, MATRUH, ALEXANDRIA), "allied")


def allied(**changes: Any) -> Setting:
    """A Commonwealth movement phase with three ports of capacity 2 or 3 and their shipping."""
    plain = Setting(
        phase="allied.movement", control=ALLIED, shipping=6, ports={TOBRUK: 3, BARDIA: 2, MATRUH: 2}
    )
    return replace(plain, **changes)


def test_a_unit_marches_ships_and_marches_on() -> None:
    """5.4b: MA 10, three to the port, seven after it."""
    setting = Setting(control={TOBRUK: "axis", BENGHAZI: "axis"}, shipping=1, ports={BENGHAZI: 1})
    position = a_position({"A36.20": [LORRIES]}, setting)
    position.move(LORRIES, "A36.21", "A36.22", "A36.23")
    spent = 60 - position.left(LORRIES)
    position.do(Ship(pieces=(LORRIES,), at=BENGHAZI))
    assert position.at(LORRIES) == BENGHAZI
    assert position.left(LORRIES) == 60 - spent
    position.move(LORRIES, "A8.22")
    assert position.left(LORRIES) < 60 - spent


def test_shipping_pauses_the_one_move_of_a_stack() -> None:
    position = a_position({ALEXANDRIA: [BRIGADE, GUARDS], "A50.10": [BRIGADE.replace("16", "14")]}, allied())
    position.do(Ship(pieces=(BRIGADE, GUARDS), at=TOBRUK))
    assert position.party() == (BRIGADE, GUARDS)
    position.move("allied-3-5-7-14", "A50.11")
    assert position.refuses(Ship(pieces=(BRIGADE,), at=ALEXANDRIA)).rule == "clar. 29"
    assert MOVED in position.state.pieces[BRIGADE].marks


def test_example_of_capacity() -> None:
    """5.4d: capacity 3; one SP and one division in leave 1; a unit out uses none; one SP fits, two do not."""
    position = a_position(
        {ALEXANDRIA: [BRIGADE], TOBRUK: [GUARDS]}, allied(dumps={ALEXANDRIA: ("allied", 5)})
    )
    position.do(ShipSupply(source=ALEXANDRIA, at=TOBRUK))
    position.do(Ship(pieces=(BRIGADE,), at=TOBRUK))
    assert position.data.ports[TOBRUK].room == 1
    position.do(Ship(pieces=(GUARDS,), at=ALEXANDRIA))
    assert position.data.ports[TOBRUK].room == 1
    assert position.data.shipping["allied"] == 3
    refusal = position.refuses(ShipSupply(source=ALEXANDRIA, at=TOBRUK, count=2))
    assert refusal.rule == "1.9"
    assert "1 more" in refusal.text
    position.do(ShipSupply(source=ALEXANDRIA, at=TOBRUK))
    assert position.data.ports[TOBRUK].room == 0
    assert position.supply(TOBRUK) == ("allied", 2)
    assert position.supply(ALEXANDRIA) == ("allied", 3)


def test_shipping_points_run_out() -> None:
    position = a_position({ALEXANDRIA: [BRIGADE, GUARDS]}, allied(shipping=1))
    assert position.refuses(Ship(pieces=(BRIGADE, GUARDS), at=TOBRUK)).rule == "5.4b"
    position.do(Ship(pieces=(BRIGADE,), at=TOBRUK))
    refusal = position.kind("ship").unavailable(position.state, "allied")
    assert refusal is not None
    assert "0 shipping points" in refusal.text


def test_alexandria_and_tripoli_take_everything() -> None:
    position = a_position({TOBRUK: [BRIGADE, GUARDS]}, allied(shipping=2))
    position.do(Ship(pieces=(BRIGADE, GUARDS), at=ALEXANDRIA))
    assert position.data.ports[ALEXANDRIA].used == 0
    setting = Setting(control={BENGHAZI: "axis"}, shipping=2)
    home = a_position({BENGHAZI: [BRESCIA, PAVIA]}, setting).do(Ship(pieces=(BRESCIA, PAVIA), at="tripoli"))
    assert home.at(BRESCIA) == "tripoli"


def test_commonwealth_units_never_ship_to_tripoli() -> None:
    assert (
        a_position({ALEXANDRIA: [BRIGADE]}, allied()).refuses(Ship(pieces=(BRIGADE,), at="tripoli")).rule
        == "1.7"
    )


def test_only_between_own_ports() -> None:
    position = a_position(
        {ALEXANDRIA: [BRIGADE], "B18.19": [GUARDS]}, allied(control={**ALLIED, TOBRUK: "axis"})
    )
    assert position.refuses(Ship(pieces=(BRIGADE,), at=TOBRUK)).rule == "5.4b"
    assert position.refuses(Ship(pieces=(BRIGADE,), at="A45.20")).rule == "5.4b"  # an anchorage is no port
    assert position.refuses(Ship(pieces=(GUARDS,), at=BARDIA)).rule == "5.4b"
    assert "there already" in position.refuses(Ship(pieces=(BRIGADE,), at=ALEXANDRIA)).text


def test_zones_of_control_do_not_matter() -> None:
    position = a_position({TOBRUK: [BRIGADE], "A37.24": [RECON], "A62.18": [PANZER_1]}, allied())
    position.do(Ship(pieces=(BRIGADE,), at=MATRUH))
    assert position.at(BRIGADE) == MATRUH


def test_garrisons_can_be_shipped() -> None:
    """Clar. 1."""
    position = a_position({MATRUH: [GARRISON]}, allied()).do(Ship(pieces=(GARRISON,), at=TOBRUK))
    assert position.at(GARRISON) == TOBRUK
    assert position.refuses_move(GARRISON, "A36.22").rule == "2.7"


def test_a_captured_port_can_be_left_but_not_reached_this_turn() -> None:
    """1.9a."""
    setting = allied(control={**ALLIED, BENGHAZI: "axis"})
    position = a_position({"A7.22": [BRIGADE], ALEXANDRIA: [GUARDS]}, setting).move(BRIGADE, BENGHAZI)
    assert position.state.control[BENGHAZI] == "allied"
    assert position.data.ports[BENGHAZI] == Port(captured=16)
    assert position.refuses(Ship(pieces=(GUARDS,), at=BENGHAZI)).rule == "1.9a"
    position.do(Ship(pieces=(BRIGADE,), at=TOBRUK))
    assert position.at(BRIGADE) == TOBRUK


def test_leaders_go_along_and_need_no_shipping() -> None:
    position = a_position({ALEXANDRIA: [BRIGADE, OCONNOR]}, allied(shipping=1))
    position.do(Ship(pieces=(BRIGADE,), at=TOBRUK))
    assert position.at(OCONNOR) == TOBRUK  # nobody was left for him to stay with
    assert position.data.shipping["allied"] == 0
    stays = a_position({ALEXANDRIA: [BRIGADE, GUARDS, OCONNOR]}, allied())
    stays.do(Ship(pieces=(BRIGADE,), at=TOBRUK))
    assert stays.at(OCONNOR) == ALEXANDRIA
    named = a_position({ALEXANDRIA: [BRIGADE, GUARDS, OCONNOR]}, allied())
    named.do(Ship(pieces=(BRIGADE, OCONNOR), at=TOBRUK))
    assert named.at(OCONNOR) == TOBRUK
    assert named.refusal(Ship(pieces=(OCONNOR,), at=ALEXANDRIA)) is not None


def test_supply_is_trucked_shipped_and_trucked_again() -> None:
    """5.4b: five MP to a port, by sea, five MP on."""
    setting = allied(trucks=2, dumps={"A61.18": ("allied", 1)})
    position = a_position({MATRUH: [GARRISON]}, setting)
    position.do(Truck(source="A61.18", path=(MATRUH,)))
    position.do(ShipSupply(source=MATRUH, at=TOBRUK))
    position.do(Truck(source=TOBRUK, path=("A36.22",)))
    assert position.supply("A36.22") == ("allied", 1)
    assert position.supply(MATRUH) is None
    assert position.supply(TOBRUK) is None


def test_supply_out_of_tripoli_is_endless_and_never_needed_there() -> None:
    setting = Setting(
        control={BENGHAZI: "axis"}, shipping=5, ports={BENGHAZI: 5}, dumps={BENGHAZI: ("axis", 1)}
    )
    position = a_position({BENGHAZI: [BRESCIA]}, setting)
    position.do(ShipSupply(source="tripoli", at=BENGHAZI, count=4))
    assert position.supply(BENGHAZI) == ("axis", 5)
    assert position.refuses(ShipSupply(source=BENGHAZI, at="tripoli")).rule == "1.7"


def test_supply_shipping_refusals() -> None:
    position = a_position({}, allied(dumps={ALEXANDRIA: ("allied", 1)}))
    assert position.refuses(ShipSupply(source=ALEXANDRIA, at=TOBRUK, count=0)).code == "BAD_REQUEST"
    assert "only 1" in position.refuses(ShipSupply(source=ALEXANDRIA, at=TOBRUK, count=2)).text
    assert "no own supply" in position.refuses(ShipSupply(source=MATRUH, at=TOBRUK)).text
    assert "there already" in position.refuses(ShipSupply(source=ALEXANDRIA, at=ALEXANDRIA)).text
    assert position.refuses(ShipSupply(source="B18.19", at=TOBRUK)).rule == "5.4b"


def test_supply_never_joins_enemy_supply_that_no_unit_took() -> None:
    """5.3: points are captured by entering units only; trucks of the enemy may have left some in the port."""
    position = a_position({}, allied(dumps={ALEXANDRIA: ("allied", 2), TOBRUK: ("axis", 1)}))
    assert position.refuses(ShipSupply(source=ALEXANDRIA, at=TOBRUK)).rule == "5.3"
    position.do(ShipSupply(source=ALEXANDRIA, at=MATRUH))
    assert position.supply(TOBRUK) == ("axis", 1)


def test_no_ships_and_trucks_in_the_exploitation_phase() -> None:
    position = a_position(
        {BENGHAZI: [RECON, ROMMEL]}, Setting(phase="axis.exploitation", shipping=5, trucks=5)
    )
    for action in (Ship(pieces=(RECON,), at="tripoli"), Truck(source="tripoli", path=("connecting",))):
        refusal = position.refusal(action)
        assert refusal is not None
        assert refusal.code == "WRONG_PHASE"
    position.do(EndPhase())


def test_choices_and_targets_agree_with_check() -> None:
    position = a_position(
        {ALEXANDRIA: [BRIGADE, GUARDS]}, allied(shipping=2, dumps={ALEXANDRIA: ("allied", 9)})
    )
    for name in ("ship", "ship-supply"):
        kind = position.kind(name)
        choices = list(kind.choices(position.state, "allied"))
        assert choices
        assert all(kind.check(position.state, "allied", choice) is None for choice in choices)
    assert set(position.kind("ship").targets(position.state, "allied", (BRIGADE,))) == {
        TOBRUK,
        BARDIA,
        MATRUH,
    }
    dump = f"sp-allied-{ALEXANDRIA}"
    assert set(position.kind("ship-supply").targets(position.state, "allied", (dump,))) == {
        TOBRUK,
        BARDIA,
        MATRUH,
    }
    assert dump in position.kind("ship-supply").subjects(position.state, "allied")
