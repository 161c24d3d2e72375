"""Steps lost to combat, and hexes of retreat turned into losses (series 8.0, 9.2, 2.5, 2.6, clar. 16)."""

from __future__ import annotations

import pytest

from modules.afrika.rules.combat_actions import CommitArtillery, Convert, LoseStep
from modules.afrika.rules.state import ALLIED, AXIS
from tests.modules.afrika.combat_positions import (
    AUFK,
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    EAST,
    FIELD,
    GUARDS,
    GUNS_1,
    GUNS_IT,
    LORRIES,
    MG_2,
    MG_8,
    PANZER_1,
    PANZER_3,
    PAVIA,
    SAVONA,
    TANKS_4,
    TANKS_7,
    Fight,
    Scene,
    a_fight,
    bear_losses,
    convert,
    lose,
    roll_for,
    roll_where,
)

ALLIED_TURN = Scene(phase="allied.combat")
CATANZARO, CIRENE, MARMARICA, SIRTE = (
    "axis-5-5-4-catnzro",
    "axis-5-6-4-cirene",
    "axis-5-6-4-marmrca",
    "axis-5-6-4-sirte",
)
LIB_ARMOR, LIB_ARMOR_2, MEDIUM = "axis-3-2-6-1-lib", "axis-3-2-6-2-lib", "axis-5-4-5-1-med"


def losers(fight: Fight) -> list[str]:
    """The units that may lose the step now."""
    return [action.piece for action in fight.choices("lose-step") if isinstance(action, LoseStep)]


# --- who loses -----------------------------------------------------------------------------------------


def test_the_first_step_comes_off_the_strongest_and_the_owner_chooses_the_rest() -> None:
    fight = a_fight({FIELD: [BRIGADE, GUARDS, TANKS_4], EAST: [PANZER_1, AUFK]})
    # 12 to 16: 1:1; combined arms of the defender: 1:2
    fight.attack(FIELD, PANZER_1, AUFK, dice=roll_for(fight, "1:2", "A2"))
    assert fight.steps(PANZER_1) == 2  # the strongest attacker, unasked
    assert fight.asked == (AXIS, "lose-step")
    assert losers(fight) == [PANZER_1, AUFK]
    fight.give(lose(AUFK))
    assert (fight.steps(AUFK), fight.at(AUFK)) == (0, "dead-axis")
    assert fight.asked == (AXIS, "declare-attack")


def test_equals_in_strength_leave_the_first_step_to_the_owner() -> None:
    fight = a_fight({FIELD: [TANKS_4, TANKS_7], EAST: [PANZER_1, PANZER_3, AUFK]})
    fight.attack(FIELD, PANZER_1, PANZER_3, AUFK, dice=roll_for(fight, "2:1", "A1D1"))
    assert fight.part == "axis.combat.losses"
    assert losers(fight) == [PANZER_1, PANZER_3]
    found = fight.refuses(lose(AUFK))
    assert (found.rule, "strongest" in found.text) == ("series 8.0", True)
    assert "no part" in fight.refuses(lose(TANKS_4)).text
    fight.give(lose(PANZER_3))
    assert fight.steps(PANZER_3) == 2
    assert fight.steps(TANKS_4) == 2  # defense 6 against 5: unasked


def test_strength_is_the_present_one() -> None:
    """A reduced panzer battalion attacks with 4, less than a full one of 8."""
    fight = a_fight({FIELD: [TANKS_7], EAST: [PANZER_1, PANZER_3]}, Scene(steps={PANZER_1: 2}))
    fight.attack(FIELD, PANZER_1, PANZER_3, dice=roll_for(fight, "2:1", "A1D1"))
    assert (fight.steps(PANZER_1), fight.steps(PANZER_3)) == (2, 2)


def test_out_of_supply_counts_for_strength() -> None:
    fight = a_fight(
        {FIELD: [BRESCIA, BOLOGNA], EAST: [TANKS_4]}, Scene(phase="allied.combat", hungry=(BRESCIA,))
    )
    fight.attack(FIELD, TANKS_4, dice=roll_for(fight, "1:1", "A1D1"))
    assert (fight.steps(BRESCIA), fight.steps(BOLOGNA)) == (2, 1)


def test_supporting_artillery_takes_part_in_losses() -> None:
    fight = a_fight({FIELD: [BRESCIA, PAVIA], EAST: [BRIGADE, GUNS_1]}, ALLIED_TURN)
    fight.attack(FIELD, BRIGADE, artillery=(GUNS_1,), dice=roll_for(fight, "1:3", "A2"))
    assert fight.steps(BRIGADE) == 1
    assert set(losers(fight)) == {BRIGADE, GUNS_1}
    fight.give(lose(GUNS_1))
    assert (fight.steps(BRIGADE), fight.steps(GUNS_1)) == (1, 0)


def test_losses_beyond_all_steps_kill_everybody() -> None:
    fight = a_fight({FIELD: [MG_2, MG_8], EAST: [TANKS_4, TANKS_7, BRIGADE, GUARDS]}, ALLIED_TURN)
    fight.attack(FIELD, TANKS_4, TANKS_7, BRIGADE, GUARDS, dice=roll_for(fight, "5:1-6:1", "D3r3"))
    assert (fight.at(MG_2), fight.at(MG_8)) == ("dead-axis", "dead-axis")
    assert fight.asked == (ALLIED, "advance")


@pytest.mark.parametrize(("steps", "strength"), [(3, 8), (2, 4), (1, 4)])
def test_a_unit_weakens_with_its_first_step_only(steps: int, strength: int) -> None:
    fight = a_fight({FIELD: [BRIGADE], EAST: [PANZER_1]}, Scene(steps={PANZER_1: steps}))
    assert fight.tally(FIELD, PANZER_1).attack == strength * fight.tally(FIELD, PANZER_1).scale


def test_the_attacker_loses_first() -> None:
    fight = a_fight({FIELD: [TANKS_7, "allied-7-4-8-1-2-arm"], EAST: [PANZER_1, PANZER_3, LORRIES]})
    names = (PANZER_1, PANZER_3, LORRIES)
    fight.attack(FIELD, *names, dice=roll_where(fight, FIELD, names, attacker_loss=1, defender_loss=2))
    assert fight.asked == (AXIS, "lose-step")
    assert fight.steps(TANKS_7) == 2
    fight.give(lose(PANZER_1))
    assert fight.steps(TANKS_7) == 1
    assert fight.asked == (ALLIED, "lose-step")


# --- conversion ------------------------------------------------------------------------------------------


ATTACKERS = (TANKS_4, TANKS_7, GUARDS)


def struck(
    target: str, origin: str, defenders: list[str], scene: Scene = ALLIED_TURN, **wanted: int
) -> Fight:
    """A defense that has just taken a result; losses are borne by the first unit offered."""
    fight = a_fight({target: defenders, origin: list(ATTACKERS)}, scene)
    fight.attack(target, *ATTACKERS, dice=roll_where(fight, target, ATTACKERS, **wanted))
    if fight.asked[1] == "commit-artillery":
        fight.give(CommitArtillery())
    return bear_losses(fight)


def numbers(fight: Fight) -> list[int]:
    """How many hexes may be turned into losses."""
    return [action.number for action in fight.choices("convert") if isinstance(action, Convert)]


def test_d2r2_becomes_at_most_d3r1() -> None:
    fight = struck(FIELD, EAST, [BRESCIA, BOLOGNA], attacker_loss=0, defender_loss=2, defender_retreat=2)
    assert (fight.asked, fight.part) == ((AXIS, "convert"), "allied.combat.conversion")
    assert numbers(fight) == [0, 1]
    assert fight.refuses(convert(2)).rule == "2.6"
    assert fight.refuses(convert(-1)).code == "BAD_REQUEST"
    assert fight.steps(BRESCIA) + fight.steps(BOLOGNA) == 2
    bear_losses(fight.give(convert(1)))
    assert fight.steps(BRESCIA) + fight.steps(BOLOGNA) == 1
    while fight.asked == (AXIS, "retreat"):
        fight.give(fight.choices("retreat")[0])
    alive = BRESCIA if fight.steps(BRESCIA) else BOLOGNA
    assert fight.rules.board.distance(fight.number(fight.at(alive) or ""), fight.number(FIELD)) == 1


def test_one_hex_cannot_be_converted_in_the_open() -> None:
    fight = struck(FIELD, EAST, [BRESCIA, BOLOGNA], defender_retreat=1)
    assert fight.asked[1] == "retreat"


@pytest.mark.parametrize(
    ("target", "origin", "box"),
    [
        ("A44.20", "A43.20", ["box-axis-1"]),  # box
        ("A36.22", "A37.22", []),  # fort
        ("A61.19", "A61.18", []),  # minor city
        ("B30.10", "B31.11", []),  # major city
    ],
)
def test_all_hexes_may_be_converted_in_box_fort_and_city(target: str, origin: str, box: list[str]) -> None:
    fight = struck(target, origin, [*box, BRESCIA, PAVIA], defender_retreat=1)
    assert numbers(fight) == [0, 1]
    before = fight.steps(BRESCIA) + fight.steps(PAVIA)
    bear_losses(fight.give(convert(1)))
    assert all(fight.at(name) in (target, "dead-axis") for name in (BRESCIA, PAVIA))
    assert fight.steps(BRESCIA) + fight.steps(PAVIA) == before - 1
    assert fight.asked == (ALLIED, "declare-attack")


def test_a_fort_that_does_not_count_shelters_nobody() -> None:
    layout = {"A36.22": [BRESCIA, PAVIA], "A37.22": [TANKS_4, TANKS_7], "A35.23": [GUARDS, BRIGADE]}
    names = (TANKS_4, TANKS_7, GUARDS, BRIGADE)
    fight = a_fight(layout, ALLIED_TURN)
    assert not fight.tally("A36.22", *names).fort
    fight.attack("A36.22", *names, dice=roll_where(fight, "A36.22", names, defender_retreat=1))
    assert bear_losses(fight).asked[1] != "convert"


def test_an_enemy_box_shelters_nobody() -> None:
    fight = struck(FIELD, EAST, ["box-allied-1", BRESCIA, BOLOGNA], defender_retreat=1)
    assert fight.asked[1] == "retreat"


def test_losses_for_hexes_are_the_owners_free_choice() -> None:
    """Series 8.0 (the strongest first) does not apply to them (clar. 16)."""
    fight = struck("A61.19", "A61.18", [BRESCIA, BOLOGNA, GUNS_IT], defender_loss=1, defender_retreat=1)
    fight.give(convert(1))
    assert {action.piece for action in fight.choices("lose-step") if isinstance(action, LoseStep)} == {
        BRESCIA,
        BOLOGNA,
        GUNS_IT,
    }
    fight.give(lose(GUNS_IT))
    assert (fight.steps(GUNS_IT), fight.steps(BRESCIA), fight.steps(BOLOGNA)) == (0, 1, 2)


def test_attackers_retreat_at_least_one_hex() -> None:
    layout = {FIELD: [BRESCIA, PAVIA, SAVONA], EAST: [BRIGADE, GUARDS]}
    fight = a_fight(layout, ALLIED_TURN)
    fight.attack(FIELD, BRIGADE, GUARDS, dice=roll_for(fight, "1:4", "A2r1"))
    bear_losses(fight)
    assert fight.asked == (ALLIED, "retreat")
    assert fight.part == "allied.combat.retreat"
    assert fight.refuses(convert(1)).code == "WRONG_PHASE"


# --- erratum 11 ---------------------------------------------------------------------------------------------


def on_the_line(place: str, *, turn: int = 4, others: int = 4, scenario: str = "operation-compass") -> Fight:
    """Some divisions east of the line, one of them driven back; three exploit-capable units stand safe."""
    rest = [CATANZARO, MARMARICA, SIRTE, BRESCIA, PAVIA][:others]
    west_of_tanks = {"A48.16": "A49.17", "A50.17": "A51.18"}[place]
    layout = {
        place: [CIRENE],
        "A50.20": [*rest[:2], LIB_ARMOR],
        "A53.18": [*rest[2:], LIB_ARMOR_2, MEDIUM],
        west_of_tanks: list(ATTACKERS),
    }
    fight = a_fight(layout, Scene(phase="allied.combat", turn=turn, scenario=scenario))
    fight.attack(
        place, *ATTACKERS, dice=roll_where(fight, place, ATTACKERS, defender_loss=1, defender_retreat=1)
    )
    return bear_losses(fight)


def test_the_axis_may_stand_on_the_mussolini_line() -> None:
    fight = on_the_line("A48.16")
    assert fight.asked == (AXIS, "convert")
    assert numbers(fight) == [0, 1]
    fight.give(convert(1))
    assert fight.steps(CIRENE) == 0  # dead east of the line, it goes on counting
    assert fight.state.over is None


def test_giving_up_the_line_is_sudden_death() -> None:
    fight = on_the_line("A48.16").give(convert(0))
    while fight.state.over is None and fight.asked[1] in ("retreat", "advance"):
        fight.give(fight.choices("end-advance" if fight.asked[1] == "advance" else "retreat")[0])
    assert fight.state.over is not None
    assert (fight.state.over.winner, fight.state.over.rule) == (ALLIED, "6.1")


@pytest.mark.parametrize(
    ("place", "turn", "others", "scenario"),
    [
        ("A50.17", 4, 4, "operation-compass"),  # one hex back is still east of the line
        ("A48.16", 4, 5, "operation-compass"),  # enough others
        ("A48.16", 4, 3, "operation-compass"),  # not met anyway
        ("A48.16", 6, 4, "operation-compass"),  # nobody asks any more
    ],
)
def test_no_standing_where_the_line_is_not_at_stake(
    place: str, turn: int, others: int, scenario: str
) -> None:
    fight = on_the_line(place, turn=turn, others=others, scenario=scenario)
    assert fight.state.over is not None or fight.asked[1] != "convert"
