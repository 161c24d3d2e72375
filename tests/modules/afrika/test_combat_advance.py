"""Advances after combat, and leaders left alone (series 10.0, 2.3, 3.1, 6.2, 6.2c, 5.3, erratum 12)."""

from __future__ import annotations

import pytest

from modules.afrika.rules.combat_actions import Advance, CommitArtillery, EndAdvance
from modules.afrika.rules.state import ALLIED, AXIS, MOVED, data
from modules.afrika.rules.steps.displacement import PlaceLeader
from tests.modules.afrika.combat_positions import (
    ARMY_TANKS,
    AUFK,
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    EAST,
    FIELD,
    GUARDS,
    GUNS_1,
    GUNS_FIXED,
    GUNS_GE,
    GUNS_IT,
    HUSSARS,
    LORRIES,
    MG_2,
    NORTH,
    OCONNOR,
    PANZER_1,
    PANZER_2,
    PANZER_3,
    PAVIA,
    ROMMEL,
    SOUTH,
    SUPPORT,
    TANKS_4,
    TANKS_7,
    WEST,
    Fight,
    Scene,
    a_fight,
    bear_losses,
    roll_where,
)
from tests.modules.afrika.movement_positions import Layout

ALLIED_TURN = Scene(phase="allied.combat")
NORTHEAST, NORTHWEST, SOUTHWEST = "A41.18", "A39.18", "A39.16"
WEAK = "axis-3-2-6-1-lib"


def won(
    layout: Layout, *attackers: str, target: str = FIELD, scene: Scene = ALLIED_TURN, **wanted: int
) -> Fight:
    """An attack that has just emptied its target; the attacker may advance."""
    fight = a_fight(layout, scene)
    units = tuple(name for name in attackers if "arty" not in name)
    guns = tuple(name for name in attackers if "arty" in name)
    dice = roll_where(fight, target, attackers, **(wanted or {"attacker_loss": 0, "defender_loss": 2}))
    fight.attack(target, *units, artillery=guns, dice=dice)
    if fight.asked[1] == "commit-artillery":
        fight.give(CommitArtillery())
    return bear_losses(fight)


def advance(*pieces: str, path: tuple[str, ...] = (FIELD,)) -> Advance:
    return Advance(pieces=pieces, path=path)


@pytest.fixture
def fight() -> Fight:
    """Tanks, a brigade and artillery have destroyed a weak unit."""
    layout = {FIELD: [WEAK], EAST: [TANKS_4, BRIGADE, GUNS_1], SOUTH: [TANKS_7], NORTH: [GUARDS]}
    return won(layout, TANKS_4, BRIGADE, TANKS_7, GUNS_1, attacker_loss=0)


def test_the_attacker_is_asked(fight: Fight) -> None:
    assert (fight.asked, fight.part) == ((ALLIED, "advance"), "allied.combat.advance")
    assert fight.kind("end-advance").ends
    assert set(fight.kind("advance").subjects(fight.state, ALLIED)) == {TANKS_4, BRIGADE, TANKS_7, GUNS_1}


def test_attackers_enter_the_emptied_hex_one_after_the_other(fight: Fight) -> None:
    fight.give(advance(TANKS_4, TANKS_7))
    assert (fight.at(TANKS_4), fight.at(TANKS_7)) == (FIELD, FIELD)
    assert MOVED in fight.state.pieces[TANKS_4].marks
    assert fight.asked == (ALLIED, "advance")
    assert "have not advanced" in fight.refuses(advance(TANKS_4)).text
    fight.give(advance(BRIGADE, GUNS_1))
    assert fight.asked == (ALLIED, "declare-attack")  # nobody is left who could


def test_units_that_did_not_attack_stay(fight: Fight) -> None:
    assert fight.refuses(advance(GUARDS)).rule == "series 10.0"
    found = fight.kind("advance").why_not(fight.state, ALLIED, GUARDS)
    assert found is not None


def test_advancing_is_no_duty(fight: Fight) -> None:
    fight.give(EndAdvance())
    assert (fight.at(TANKS_4), fight.asked) == (EAST, (ALLIED, "declare-attack"))


def test_exploit_capable_units_go_one_hex_further(fight: Fight) -> None:
    assert fight.refuses(advance(BRIGADE, path=(FIELD, WEST))).rule == "2.4"
    assert fight.refuses(advance(TANKS_4, BRIGADE, path=(FIELD, WEST))).rule == "2.4"
    found = fight.kind("advance").reach(fight.state, ALLIED, (TANKS_4,))
    assert found is not None
    assert set(found.arrivals) == {FIELD, WEST, NORTH, NORTHWEST, NORTHEAST, SOUTH, EAST}
    assert (found.arrivals[FIELD].note, found.arrivals[FIELD].stop) == ("the emptied hex", False)
    assert found.arrivals[WEST].note == "one hex beyond the emptied one: the advance ends"
    assert found.arrivals[WEST].stop
    fight.give(advance(TANKS_4, TANKS_7, path=(FIELD, WEST)))
    assert (fight.at(TANKS_4), fight.at(TANKS_7)) == (WEST, WEST)


@pytest.mark.parametrize(
    ("pieces", "path", "words"),
    [
        ((TANKS_4,), (WEST,), "first"),
        ((TANKS_4,), (), "first"),
        ((TANKS_4,), (FIELD, WEST, "A38.18"), "at most 1 hex"),
        ((TANKS_4,), (FIELD, "A38.18"), "cannot go on"),
        ((), (FIELD,), "name the units"),
        ((TANKS_4, TANKS_4), (FIELD,), "name the units"),
        ((TANKS_4, OCONNOR), (FIELD,), "not stacked"),
    ],
)
def test_refusals(fight: Fight, pieces: tuple[str, ...], path: tuple[str, ...], words: str) -> None:
    assert words in fight.refuses(Advance(pieces=pieces, path=path)).text


def test_no_advance_into_enemy_units() -> None:
    layout = {FIELD: [WEAK], EAST: [TANKS_4, BRIGADE], WEST: [PAVIA]}
    found = won(layout, TANKS_4, BRIGADE, attacker_loss=0)
    assert "cannot go on" in found.refuses(advance(TANKS_4, path=(FIELD, WEST))).text


def test_out_of_supply_units_are_not_exploit_capable() -> None:
    layout = {FIELD: [WEAK], EAST: [TANKS_4, BRIGADE, TANKS_7]}
    scene = Scene(phase="allied.combat", hungry=(TANKS_7,))
    found = won(layout, TANKS_4, BRIGADE, TANKS_7, scene=scene, attacker_loss=0)
    assert found.refuses(advance(TANKS_7, path=(FIELD, WEST))).rule == "2.4"
    assert found.refusal(advance(TANKS_7)) is None


def test_stacking_sets_no_limit_to_an_advance() -> None:
    everybody = [TANKS_4, BRIGADE, SUPPORT, GUARDS, HUSSARS, TANKS_7]
    found = won({FIELD: [WEAK], EAST: everybody[:4], SOUTH: everybody[4:]}, *everybody, attacker_loss=0)
    found.give(advance(*everybody))
    assert len(found.state.at(FIELD)) == 6
    assert found.asked == (ALLIED, "declare-attack")


def test_artillery_advances_only_where_it_could_move() -> None:
    """Down the escarpment from A36.21 to A37.22 nothing on wheels moves without a road (erratum 12)."""
    layout = {"A37.22": [WEAK], "A36.21": [TANKS_4, BRIGADE, GUNS_1], "A37.23": [TANKS_7]}
    found = won(layout, TANKS_4, BRIGADE, GUNS_1, TANKS_7, target="A37.22", attacker_loss=0)
    assert found.refusal(advance(BRIGADE, path=("A37.22",))) is None  # other attackers may
    assert found.refuses(advance(GUNS_1, path=("A37.22",))).rule == "series 10.0"
    assert GUNS_1 not in found.kind("advance").subjects(found.state, ALLIED)


def test_artillery_on_foot_may_climb() -> None:
    layout = {"A36.21": [WEAK_ALLIED], "A37.22": [PANZER_1, BRESCIA, GUNS_IT], "A36.20": [PANZER_2, PANZER_3]}
    found = won(layout, PANZER_2, PANZER_3, GUNS_IT, target="A36.21", scene=Scene(), attacker_loss=0)
    assert GUNS_IT in found.kind("advance").subjects(found.state, AXIS)


WEAK_ALLIED = "allied-2-2-12-royals"


def test_artillery_without_movement_never_advances() -> None:
    layout = {FIELD: [WEAK_ALLIED], EAST: [PANZER_1, BRESCIA, GUNS_FIXED]}
    found = won(layout, PANZER_1, BRESCIA, GUNS_FIXED, scene=Scene(), attacker_loss=0)
    assert GUNS_FIXED not in found.kind("advance").subjects(found.state, AXIS)


def test_supply_points_in_the_emptied_hex_are_rolled_for_at_once() -> None:
    layout = {FIELD: [WEAK], EAST: [TANKS_4, BRIGADE]}
    found = won(
        layout,
        TANKS_4,
        BRIGADE,
        scene=Scene(phase="allied.combat", dumps={FIELD: (AXIS, 3)}),
        attacker_loss=0,
    )
    found.give(advance(TANKS_4), dice=(4,))
    assert found.supply(FIELD) == (ALLIED, 2)
    lost = won(
        layout,
        TANKS_4,
        BRIGADE,
        scene=Scene(phase="allied.combat", dumps={FIELD: (AXIS, 3)}),
        attacker_loss=0,
    )
    lost.give(advance(TANKS_4), dice=(3,))
    assert lost.supply(FIELD) is None


def test_a_port_changes_hands() -> None:
    layout = {"A44.21": [WEAK], "A43.21": [TANKS_4, BRIGADE, SUPPORT], "A44.20": [TANKS_7, GUARDS]}
    names = (TANKS_4, BRIGADE, SUPPORT, TANKS_7, GUARDS)
    found = won(
        layout,
        *names,
        target="A44.21",
        scene=Scene(phase="allied.combat", control={"A44.21": AXIS}),
        defender_loss=1,
    )
    found.give(advance(BRIGADE, path=("A44.21",)))
    assert found.state.control["A44.21"] == ALLIED
    assert data(found.state).ports["A44.21"].captured == 16


def test_no_advance_where_the_defender_stands() -> None:
    layout = {FIELD: [BRESCIA, PAVIA], EAST: [TANKS_4, BRIGADE]}
    found = won(layout, TANKS_4, BRIGADE, attacker_loss=1, defender_loss=1, defender_retreat=0)
    assert found.asked == (ALLIED, "declare-attack")


# --- leaders ----------------------------------------------------------------------------------------


def test_a_leaders_stack_advances_like_exploit_capable_units() -> None:
    layout = {FIELD: [WEAK], EAST: [GUARDS, BRIGADE, OCONNOR], SOUTH: [TANKS_7]}
    found = won(layout, GUARDS, BRIGADE, TANKS_7, attacker_loss=0)
    found.give(advance(BRIGADE, path=(FIELD, WEST)))
    assert (found.at(BRIGADE), found.at(OCONNOR)) == (WEST, EAST)
    found.give(advance(GUARDS, OCONNOR, path=(FIELD, NORTH)))
    assert (found.at(GUARDS), found.at(OCONNOR)) == (NORTH, NORTH)


def test_a_leader_goes_along_where_he_would_be_left_alone() -> None:
    layout = {FIELD: [WEAK], EAST: [GUARDS, OCONNOR], SOUTH: [TANKS_7]}
    found = won(layout, GUARDS, TANKS_7, attacker_loss=0)
    found.give(advance(GUARDS))
    assert found.at(OCONNOR) == FIELD


def test_rommel_goes_with_germans_only() -> None:
    layout = {FIELD: [WEAK_ALLIED], EAST: [PANZER_1, BRESCIA, ROMMEL]}
    found = won(layout, PANZER_1, BRESCIA, scene=Scene(), attacker_loss=0)
    assert found.refuses(advance(BRESCIA, ROMMEL)).rule == "6.2b"
    found.give(advance(BRESCIA, path=(FIELD, WEST)))
    assert (found.at(BRESCIA), found.at(ROMMEL)) == (WEST, EAST)


def lost_companions(*others: tuple[str, str]) -> Fight:
    """Rommel's last German dies beside him."""
    layout: dict[str, list[str]] = {FIELD: [MG_2, ROMMEL], EAST: [TANKS_4, BRIGADE], SOUTH: [TANKS_7]}
    for place, name in others:
        layout.setdefault(place, []).append(name)
    return won(layout, TANKS_4, BRIGADE, TANKS_7, attacker_loss=0)


def test_rommel_goes_to_germans_of_his_owners_choice_before_the_advance() -> None:
    found = lost_companions(("A37.20", LORRIES), ("A34.20", AUFK), ("A33.20", BOLOGNA))
    assert (found.asked, found.part) == ((AXIS, "place-leader"), "allied.combat.displacement")
    targets = {action.at for action in found.choices("place-leader") if isinstance(action, PlaceLeader)}
    assert targets == {"A37.20", "A34.20"}
    assert found.refuses(PlaceLeader(piece=ROMMEL, at="A33.20")).rule == "6.2"
    found.give(PlaceLeader(piece=ROMMEL, at="A34.20"))
    assert found.at(ROMMEL) == "A34.20"
    assert found.asked == (ALLIED, "advance")


def test_the_only_place_is_taken_unasked() -> None:
    found = lost_companions(("A37.20", LORRIES))
    assert found.at(ROMMEL) == "A37.20"
    assert found.asked == (ALLIED, "advance")


def test_without_any_german_rommel_is_gone_for_good() -> None:
    found = lost_companions(("A33.20", BOLOGNA))
    assert found.at(ROMMEL) is None
    (event,) = found.events("leader-gone")
    assert event.rule == "6.2"


def test_italians_left_in_the_hex_are_no_company_for_rommel() -> None:
    layout = {FIELD: [PAVIA, BRESCIA, MG_2, ROMMEL], EAST: [TANKS_4, TANKS_7], "A37.20": [LORRIES]}
    fight = a_fight(layout, ALLIED_TURN)
    names = (TANKS_4, TANKS_7)
    fight.attack(FIELD, *names, dice=roll_where(fight, FIELD, names, defender_loss=1, defender_retreat=0))
    while fight.asked[1] == "lose-step":
        fight.give(fight.choices("lose-step")[-1])
    assert fight.at(ROMMEL) == (FIELD if fight.steps(MG_2) else "A37.20")


def test_artillery_alone_dies_with_its_only_step() -> None:
    layout = {FIELD: [GUNS_GE], EAST: [TANKS_4, BRIGADE]}
    found = won(layout, TANKS_4, BRIGADE, attacker_loss=0, defender_loss=2)
    assert found.at(GUNS_GE) == "dead-axis"
    assert found.asked == (ALLIED, "advance")


def test_a_lonely_leader_is_gone_before_the_enemy_retreats_into_his_hex() -> None:
    """His last companion dies attacking; the beaten defender has only that very hex to go to."""
    ring = {NORTH: [BRIGADE], WEST: [SUPPORT], NORTHWEST: [HUSSARS], SOUTH: [TANKS_7], NORTHEAST: [TANKS_4]}
    fight = a_fight({FIELD: [BRESCIA, PAVIA], EAST: [ARMY_TANKS, OCONNOR], **ring}, ALLIED_TURN)
    names = (ARMY_TANKS, BRIGADE, SUPPORT)
    dice = roll_where(fight, FIELD, names, attacker_loss=1, defender_retreat=1)
    fight.attack(FIELD, *names, dice=dice)
    bear_losses(fight)
    assert fight.asked == (ALLIED, "place-leader")
    fight.give(PlaceLeader(piece=OCONNOR, at=SOUTH))
    assert fight.at(OCONNOR) == SOUTH
    assert {fight.at(name) for name in (BRESCIA, PAVIA)} <= {EAST, "dead-axis"}
    assert fight.asked == (ALLIED, "advance")


def test_a_leader_alone_does_not_advance_by_himself(fight: Fight) -> None:
    assert fight.refuses(Advance(pieces=(OCONNOR,), path=(FIELD,))).code == "BAD_REQUEST"


def test_what_the_window_asks_of_an_advance(fight: Fight) -> None:
    kind = fight.kind("advance")
    assert kind.targets(fight.state, ALLIED, (BRIGADE,)) == (FIELD,)
    assert kind.targets(fight.state, ALLIED, (GUARDS,)) == ()
    assert kind.reach(fight.state, ALLIED, ()) is None
    assert kind.why_not(fight.state, ALLIED, FIELD) is None
    assert kind.describe(fight.state, advance(BRIGADE, TANKS_4)) == "16 Inf, 4/7 Arm to A40.17"
    assert fight.kind("end-advance").describe(fight.state, EndAdvance()) == "End the advance"
    assert [type(choice) for choice in fight.choices("end-advance")] == [EndAdvance]
