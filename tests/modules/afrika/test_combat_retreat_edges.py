"""Retreats off the map, of attackers, with leaders, into supply points (6.2b, 5.3; rulings 15, 24, 25)."""

from __future__ import annotations

from modules.afrika.rules.combat_actions import Retreat
from modules.afrika.rules.state import ALLIED, AXIS, CONNECTING
from tests.modules.afrika.combat_positions import (
    AUFK,
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    BRIGADE_2,
    EAST,
    FIELD,
    GUARDS,
    LORRIES,
    MG_2,
    NORTH,
    PANZER_1,
    PANZER_2,
    PAVIA,
    ROMMEL,
    SAVONA,
    SOUTH,
    TANKS_4,
    WEST,
    Scene,
    a_fight,
    bear_losses,
    lose,
    retreat,
    roll_where,
)
from tests.modules.afrika.retreat_positions import ALLIED_TURN, ATTACKERS, SABRATHA, TRENTO, driven_back

# --- the west edge ----------------------------------------------------------------------------------


def test_the_axis_may_leave_column_a1_for_the_connecting_box() -> None:
    layout = {"A1.08": [BRESCIA, PAVIA], "A2.08": ATTACKERS}
    fight = a_fight(layout, ALLIED_TURN)
    fight.attack("A1.08", *ATTACKERS, dice=roll_where(fight, "A1.08", ATTACKERS, defender_retreat=1))
    bear_losses(fight)
    assert (fight.at(BRESCIA), fight.at(PAVIA)) == (CONNECTING, CONNECTING)


def test_the_connecting_box_ends_a_longer_retreat() -> None:
    layout = {"A1.08": [BRESCIA, PAVIA], "A2.08": [*ATTACKERS, GUARDS]}
    fight = a_fight(layout, ALLIED_TURN)
    names = (*ATTACKERS, GUARDS)
    fight.attack("A1.08", *names, dice=roll_where(fight, "A1.08", names, defender_retreat=2))
    while fight.asked[1] in ("lose-step", "convert"):
        fight.give(fight.choices(fight.asked[1])[0])
    alive = [name for name in (BRESCIA, PAVIA) if fight.steps(name)]
    assert alive
    assert all(fight.at(name) == CONNECTING for name in alive)
    assert fight.asked == (ALLIED, "advance")


def test_the_commonwealth_may_not() -> None:
    layout = {"A1.08": [GUARDS, BRIGADE], "A2.08": [PANZER_1, PANZER_2], "A2.07": [AUFK], "A1.07": [LORRIES]}
    fight = a_fight(layout)
    names = (PANZER_1, LORRIES)
    fight.attack("A1.08", *names, dice=roll_where(fight, "A1.08", names, defender_loss=1, defender_retreat=1))
    fight.give(lose(GUARDS))
    assert fight.events("retreat-blocked")


# --- attackers, captures, leaders -------------------------------------------------------------------


def test_beaten_attackers_retreat_from_each_of_their_hexes() -> None:
    layout = {FIELD: [BRESCIA, PAVIA, SAVONA], EAST: [GUARDS], SOUTH: [BRIGADE, BRIGADE_2]}
    fight = a_fight(layout, ALLIED_TURN)
    names = (GUARDS, BRIGADE, BRIGADE_2)
    fight.attack(FIELD, *names, dice=roll_where(fight, FIELD, names, attacker_loss=2, attacker_retreat=1))
    bear_losses(fight)
    moved = 0
    while fight.asked == (ALLIED, "retreat"):
        fight.give(fight.choices("retreat")[0])
        moved += 1
    assert moved
    alive = [name for name in names if fight.steps(name)]
    assert all(fight.at(name) not in (EAST, SOUTH) for name in alive)
    assert fight.asked == (ALLIED, "declare-attack")


def test_bystanders_stay() -> None:
    layout = {FIELD: [BRESCIA, PAVIA, SAVONA], EAST: [GUARDS, BRIGADE, TANKS_4]}
    fight = a_fight(layout, ALLIED_TURN)
    names = (GUARDS, BRIGADE)
    fight.attack(FIELD, *names, dice=roll_where(fight, FIELD, names, attacker_retreat=1))
    bear_losses(fight)
    while fight.asked == (ALLIED, "retreat"):
        fight.give(fight.choices("retreat")[0])
    assert fight.at(TANKS_4) == EAST


def test_enemy_supply_points_are_captured_on_retreat() -> None:
    fight = driven_back(
        {FIELD: [BRESCIA, PAVIA]}, scene=Scene(phase="allied.combat", dumps={WEST: (ALLIED, 3)})
    )
    fight.give(retreat(WEST, BRESCIA, PAVIA), dice=(5,))
    assert fight.supply(WEST) == (AXIS, 2)
    assert fight.last is not None
    assert fight.last.barrier.startswith("dice were rolled")


def test_rommel_retreats_with_his_germans() -> None:
    fight = driven_back({FIELD: [PANZER_1, LORRIES, ROMMEL]})
    assert fight.asked == (AXIS, "retreat")
    fight.give(retreat(WEST, PANZER_1, LORRIES))
    assert fight.at(ROMMEL) == WEST


def test_rommel_chooses_his_part_of_a_stack_that_splits() -> None:
    fight = driven_back({FIELD: [PANZER_1, LORRIES, ROMMEL]})
    assert Retreat(pieces=(LORRIES, ROMMEL), at=WEST) in fight.choices("retreat")
    fight.give(retreat(NORTH, LORRIES), retreat(WEST, PANZER_1))
    assert fight.at(ROMMEL) == WEST


def test_rommel_does_not_ride_with_italians() -> None:
    fight = driven_back({FIELD: [PANZER_1, BRESCIA, ROMMEL]})
    assert fight.refuses(retreat(WEST, BRESCIA, ROMMEL)).rule == "6.2b"


def test_why_nothing_else_is_lit() -> None:
    fight = driven_back({FIELD: [BRESCIA, PAVIA], SOUTH: [AUFK]})
    kind = fight.kind("retreat")
    for subject, words in ((AUFK, "retreating now"), (EAST, "enemy units"), ("A41.18", "zones of control")):
        found = kind.why_not(fight.state, AXIS, subject)
        assert found is not None
        assert words in found.text


def test_what_the_window_asks_of_a_retreat() -> None:
    fight = driven_back({FIELD: [BRESCIA, PAVIA]})
    kind = fight.kind("retreat")
    assert kind.targets(fight.state, AXIS, (AUFK,)) == ()
    assert kind.why_not(fight.state, AXIS, "nowhere") is None
    assert kind.describe(fight.state, retreat(WEST, BRESCIA, PAVIA)) == f"Brescia, Pavia to {WEST}"
    assert all(
        BRESCIA in action.pieces
        for action in kind.choices(fight.state, AXIS, BRESCIA)
        if isinstance(action, Retreat)
    )


def test_retreat_choices_of_a_crowd_stay_few() -> None:
    """More than six units are offered whole and one by one, not in every split."""
    crowd = [BRESCIA, PAVIA, SAVONA, BOLOGNA, TRENTO, SABRATHA, AUFK, MG_2]
    fight = driven_back(
        {FIELD: crowd, EAST: [*ATTACKERS, GUARDS, BRIGADE], SOUTH: [BRIGADE_2, "allied-3-5-7-14"]}
    )
    assert fight.asked == (AXIS, "retreat")
    sizes = {len(action.pieces) for action in fight.choices("retreat") if isinstance(action, Retreat)}
    assert sizes <= {1, len([name for name in crowd if fight.steps(name)])}
