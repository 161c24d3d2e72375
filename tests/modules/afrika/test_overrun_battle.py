"""Overruns are fought like any combat (2.3, 3.1, 3.2a, 6.2d, clar. 25; ruling 16)."""

from __future__ import annotations

from modules.afrika.rules.combat_actions import CommitArtillery
from modules.afrika.rules.overrun import Overrun
from modules.afrika.rules.state import ALLIED, AXIS, data
from tests.modules.afrika.combat_positions import (
    AUFK,
    BRESCIA,
    BRIGADE,
    EAST,
    FIELD,
    GUARDS,
    GUNS_1,
    GUNS_GE,
    LORRIES,
    PANZER_1,
    PANZER_2,
    ROMMEL,
    SOUTH,
    TANKS_4,
    Fight,
    Scene,
    a_fight,
    air,
    bear_losses,
    roll_where,
)
from tests.modules.afrika.movement_positions import Layout

MOVING = Scene(phase="axis.movement")


def overrun(layout: Layout, *attackers: str, scene: Scene = MOVING, **wanted: int) -> Fight:
    """Overruns the field from the east and rolls what is wanted."""
    fight = a_fight(layout, scene)
    dice = roll_where(fight, FIELD, tuple(n for n in attackers if n != ROMMEL), **wanted)
    fight.give(Overrun(target=FIELD, attackers=attackers), dice=dice)
    return fight


def test_an_overrun_is_rolled_on_the_same_table_and_entered_unasked() -> None:
    fight = overrun(
        {FIELD: ["allied-2-2-12-royals"], EAST: [PANZER_1, PANZER_2, ROMMEL]},
        PANZER_1,
        PANZER_2,
        attacker_loss=0,
    )
    assert fight.events("combat-result")
    assert (fight.at(PANZER_1), fight.at(PANZER_2)) == (FIELD, FIELD)
    assert fight.asked[0] == AXIS
    assert fight.state.phase == "axis.movement"


def test_an_overrun_is_no_attack_of_the_combat_phase() -> None:
    fight = overrun(
        {FIELD: ["allied-2-2-12-royals"], EAST: [PANZER_1, PANZER_2, ROMMEL]},
        PANZER_1,
        PANZER_2,
        attacker_loss=0,
    )
    assert data(fight.state).record.attackers == ()
    assert data(fight.state).record.targets == ()


def test_artillery_supports_an_overrun_only_from_inside_the_stack() -> None:
    layout = {FIELD: [BRIGADE], EAST: [PANZER_1, ROMMEL, GUNS_GE], SOUTH: ["axis-arty-8"]}
    fight = overrun(layout, PANZER_1, GUNS_GE, ROMMEL, attacker_loss=1)
    (event,) = fight.events("combat-result")
    # 8 to 5 is 2:1; the artillery of the stack and Rommel shift, the artillery in the south does not
    assert (event.data["base"], event.data["net"]) == ("2:1", 2)
    assert data(fight.state).record.artillery == (GUNS_GE,)


def test_the_defender_commits_artillery_and_air_as_usual() -> None:
    fight = a_fight(
        {FIELD: [BRIGADE, GUNS_1], EAST: [PANZER_1, PANZER_2, ROMMEL]},
        Scene(phase="axis.movement", air={AXIS: 1, ALLIED: 2}),
    )
    fight.give(Overrun(target=FIELD, attackers=(PANZER_1, PANZER_2)))
    assert (fight.asked, fight.part) == ((ALLIED, "commit-artillery"), "axis.movement.artillery")
    fight.give(CommitArtillery(pieces=(GUNS_1,)))
    assert (fight.asked, fight.part) == ((ALLIED, "commit-air"), "axis.movement.air")
    fight.give(air(2))
    assert fight.asked == (AXIS, "commit-air")
    fight.give(air(1), dice=(3, 4))
    (event,) = fight.events("combat-result")
    # own air and leader and a whole division against two air points and artillery
    assert event.data["net"] == 0


def test_artillery_defends_once_in_a_phase_against_several_overruns() -> None:
    layout = {FIELD: [GUARDS, BRIGADE, GUNS_1], EAST: [PANZER_1, PANZER_2, ROMMEL]}
    fight = a_fight(layout, MOVING)
    again = Overrun(target=FIELD, attackers=(PANZER_1, PANZER_2))
    fight.give(again).give(CommitArtillery(pieces=(GUNS_1,)), dice=(1, 1))
    bear_losses(fight)
    assert fight.at(PANZER_1) == EAST
    assert fight.refusal(again) is None
    fight.give(again, dice=(1, 2))
    assert fight.events("combat-result")  # nobody was asked


def test_beaten_overrunners_retreat() -> None:
    layout = {FIELD: [TANKS_4, GUARDS, BRIGADE], EAST: [LORRIES, AUFK, PANZER_1, ROMMEL]}
    fight = overrun(layout, AUFK, LORRIES, attacker_retreat=1)
    bear_losses(fight)
    survivor = LORRIES if fight.steps(LORRIES) else AUFK
    assert fight.asked == (AXIS, "retreat")
    fight.give(fight.choices("retreat")[0])
    assert fight.at(survivor) != EAST
    assert fight.at(PANZER_1) == EAST  # it was not in the overrun


def test_a_retreat_from_an_overrun_is_the_defenders() -> None:
    layout = {FIELD: [BRIGADE, GUARDS], EAST: [PANZER_1, PANZER_2, LORRIES, ROMMEL]}
    fight = overrun(layout, PANZER_1, PANZER_2, LORRIES, ROMMEL, defender_retreat=1)
    bear_losses(fight)
    assert (fight.asked, fight.part) == ((ALLIED, "retreat"), "axis.movement.retreat")
    fight.give(fight.choices("retreat")[0])
    assert [fight.at(name) for name in (PANZER_1, LORRIES, ROMMEL)] == [FIELD, FIELD, FIELD]


def test_overrun_preview_is_that_of_a_combat() -> None:
    fight = a_fight({FIELD: [BRIGADE], EAST: [PANZER_1, PANZER_2, ROMMEL]}, MOVING)
    found = fight.kind("overrun").preview(
        fight.state, AXIS, Overrun(target=FIELD, attackers=(PANZER_1, PANZER_2))
    )
    assert found is not None
    assert (found.attacker.total, found.defender.total, found.odds) == (16, 5, "3:1")
    assert BRESCIA not in [line.piece for line in found.attacker.lines]
