"""Audit of the advance after combat: supply points are rolled for before a stack goes on (5.3, ruling 15)."""

from modules.afrika.rules.combat_actions import Advance, EndAdvance
from modules.afrika.rules.state import ALLIED, AXIS
from tests.modules.afrika.combat_positions import (
    BRIGADE,
    EAST,
    FIELD,
    OCONNOR,
    TANKS_4,
    TANKS_7,
    WEST,
    Fight,
    Scene,
    a_fight,
    bear_losses,
    roll_where,
)

WEAK = "axis-1-5-9-5"


def won(points: int, hungry: tuple[str, ...] = ()) -> Fight:
    """A hex with enemy supply points emptied by three brigades; O'Connor leads them if one is hungry."""
    dumps = {FIELD: (AXIS, points)} if points else {}
    scene = Scene(phase="allied.combat", dumps=dumps, hungry=hungry)
    leader = [OCONNOR] if hungry else []
    fight = a_fight({FIELD: [WEAK], EAST: [TANKS_4, TANKS_7, BRIGADE, *leader]}, scene)
    names = (TANKS_4, TANKS_7, BRIGADE)
    fight.attack(FIELD, *names, dice=roll_where(fight, FIELD, names, attacker_loss=0))
    return bear_losses(fight)


def test_5_3_exploit_capable_units_pause_for_the_roll_and_may_go_on_or_stay() -> None:
    fight = won(3)
    refusal = fight.refuses_check(Advance(pieces=(TANKS_4,), path=(FIELD, WEST)))
    assert (refusal.rule, refusal.hint) == ("5.3", f"advance to {FIELD}; after the roll go on")
    fight.give(Advance(pieces=(TANKS_4, BRIGADE), path=(FIELD,)), dice=(4,))
    assert fight.supply(FIELD) == (ALLIED, 2)
    assert fight.last is not None
    assert fight.last.barrier
    assert fight.asked == (ALLIED, "advance")
    ways = {
        (action.pieces, action.path) for action in fight.choices("advance") if isinstance(action, Advance)
    }
    assert ((TANKS_4,), (WEST,)) in ways
    assert ((TANKS_7,), (FIELD, WEST)) in ways
    assert fight.refuses_check(Advance(pieces=(BRIGADE,), path=(WEST,))).rule == "series 10.0"
    fight.give(Advance(pieces=(TANKS_4,), path=(WEST,)))
    assert fight.at(TANKS_4) == WEST
    fight.give(EndAdvance())
    assert (fight.at(TANKS_7), fight.at(BRIGADE)) == (EAST, FIELD)


def test_5_3_a_unit_that_paused_has_one_hex_more_and_may_stay() -> None:
    fight = won(3)
    names = (TANKS_4, TANKS_7, BRIGADE)
    fight.give(Advance(pieces=names, path=(FIELD,)), dice=(2,))
    assert fight.supply(FIELD) is None
    assert fight.refuses_check(Advance(pieces=(TANKS_4,), path=(WEST, "A38.17"))).rule == "series 10.0"
    reach = fight.kind("advance").reach(fight.state, ALLIED, (TANKS_4, TANKS_7))
    assert reach is not None
    assert reach.arrivals[WEST].path == (WEST,)
    fight.give(EndAdvance())
    assert {fight.at(name) for name in names} == {FIELD}


def test_5_3_without_supply_points_two_hexes_are_one_advance() -> None:
    fight = won(0)
    fight.give(Advance(pieces=(TANKS_4,), path=(FIELD, WEST)))
    assert fight.at(TANKS_4) == WEST


def test_2_4_units_out_of_supply_advance_one_hex_even_with_o_connor() -> None:
    fight = won(0, hungry=(TANKS_4,))
    refusal = fight.refuses_check(Advance(pieces=(TANKS_4,), path=(FIELD, WEST)))
    assert (refusal.rule, "out of supply" in refusal.text) == ("2.4", True)
    fight.give(Advance(pieces=(TANKS_4,), path=(FIELD,)))
    fight.give(Advance(pieces=(BRIGADE, OCONNOR), path=(FIELD, WEST)))
    assert (fight.at(TANKS_4), fight.at(BRIGADE), fight.at(OCONNOR)) == (FIELD, WEST, WEST)
