"""Suggestions in combat, what the greedy computer player does with them, and business left unfinished."""

from __future__ import annotations

import time
from random import Random

import pytest
from msgspec.structs import replace

from engine.bots.greedy import GreedyBot
from engine.flow.advance import advance as run_flow
from engine.flow.sequence import sequence_of
from engine.ids import SideId
from engine.play.action import Action
from engine.play.resolution import Resolution
from engine.play.transition import apply, decide
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules.combat_actions import (
    Advance,
    CommitAir,
    CommitArtillery,
    Convert,
    DeclareAttack,
    EndAdvance,
    LoseStep,
    Retreat,
)
from modules.afrika.rules.game import AfrikaRules
from modules.afrika.rules.leaders_movement import Storch
from modules.afrika.rules.state import ALLIED, AXIS
from tests.modules.afrika.combat_positions import (
    BRESCIA,
    BRIGADE,
    EAST,
    FIELD,
    GUARDS,
    GUNS_1,
    GUNS_IT,
    HUSSARS,
    LORRIES,
    NORTH,
    OCONNOR,
    PANZER_1,
    PANZER_2,
    PAVIA,
    ROMMEL,
    SOUTH,
    TANKS_4,
    TANKS_7,
    WEST,
    Fight,
    Scene,
    a_fight,
    air,
    bear_losses,
    convert,
    roll_where,
)
from tests.modules.afrika.movement_positions import rules_of

ALLIED_TURN = Scene(phase="allied.combat")
WEAK = "axis-3-2-6-1-lib"


def suggested(fight: Fight) -> tuple[Suggestion, ...]:
    """What is suggested now; every suggestion must be legal."""
    found = fight.rules.suggestions(fight.state, fight.side)
    assert all(fight.refusal(suggestion.actions[0]) is None for suggestion in found)
    assert list(found) == sorted(found, key=lambda suggestion: -suggestion.score)
    return found


def best(fight: Fight) -> Action:
    """What the greedy player would do."""
    return suggested(fight)[0].actions[0]


def test_attacks_are_listed_by_what_they_promise() -> None:
    layout = {FIELD: [WEAK], EAST: [TANKS_4, TANKS_7], "A44.17": [BRESCIA, PAVIA], "A43.17": [GUARDS]}
    found = suggested(a_fight(layout, ALLIED_TURN))
    targets = [suggestion.actions[0] for suggestion in found]
    assert all(isinstance(action, DeclareAttack) for action in targets)
    assert [action.target for action in targets if isinstance(action, DeclareAttack)] == [FIELD, "A44.17"]
    assert found[0].score > 0 > found[1].score
    assert found[0].figures[:3] == ("9:1", "+1", "9:1")
    assert found[0].rule == "series 8.0"


def test_what_adds_nothing_to_the_column_is_left_for_other_attacks() -> None:
    fight = a_fight({FIELD: [WEAK], EAST: [TANKS_4, TANKS_7, GUARDS], SOUTH: [HUSSARS]}, ALLIED_TURN)
    action = best(fight)
    assert isinstance(action, DeclareAttack)
    full = fight.tally(FIELD, TANKS_4, TANKS_7, GUARDS, HUSSARS)
    assert len(action.attackers) < 4
    assert fight.tally(FIELD, *action.attackers).final == full.final


def test_hopeless_attacks_are_not_made() -> None:
    fight = a_fight({FIELD: [BRESCIA, PAVIA], EAST: [GUARDS]}, ALLIED_TURN)
    assert all(suggestion.score <= 0 for suggestion in suggested(fight))
    bot = GreedyBot(Random(1))
    decision = decide(fight.rules, fight.state)
    assert decision is not None
    assert type(bot.choose(fight.rules, fight.state, decision, ALLIED)).__name__ == "EndPhase"


def test_the_leader_flies_to_the_best_attack() -> None:
    layout = {FIELD: [BRIGADE], EAST: [PANZER_1, PANZER_2], "A37.20": [LORRIES, ROMMEL]}
    fight = a_fight(layout)
    action = best(fight)
    assert action == Storch(piece=ROMMEL, at=EAST)
    fight.give(action)
    assert isinstance(best(fight), DeclareAttack)


def test_a_leader_who_is_there_does_not_fly() -> None:
    layout = {FIELD: [WEAK], EAST: [TANKS_4, OCONNOR], "A43.17": [GUARDS]}
    assert not any(isinstance(s.actions[0], Storch) for s in suggested(a_fight(layout, ALLIED_TURN)))


def test_the_defender_commits_artillery_and_saves_air_points_where_they_gain_little() -> None:
    layout = {FIELD: [BRESCIA, PAVIA, GUNS_IT], EAST: [TANKS_4, TANKS_7, GUARDS]}
    fight = a_fight(layout, Scene(phase="allied.combat", air={AXIS: 2, ALLIED: 2}))
    fight.attack(FIELD, TANKS_4, TANKS_7, GUARDS)
    assert best(fight) == CommitArtillery(pieces=(GUNS_IT,))
    fight.give(best(fight))
    found = best(fight)
    assert isinstance(found, CommitAir)
    assert {suggestion.actions[0] for suggestion in suggested(fight)} == {air(0), air(1), air(2)}
    hopeless = a_fight(
        {FIELD: [WEAK], EAST: [TANKS_4, TANKS_7, GUARDS]}, Scene(phase="allied.combat", air={AXIS: 2})
    )
    assert best(hopeless.attack(FIELD, TANKS_4, TANKS_7, GUARDS)) == air(0)


def test_air_points_beyond_the_cap_are_not_spent() -> None:
    layout = {FIELD: [BRESCIA], EAST: [TANKS_4, GUARDS, GUNS_1], SOUTH: ["allied-arty-2", HUSSARS]}
    fight = a_fight(layout, Scene(phase="allied.combat", air={ALLIED: 3}))
    fight.attack(FIELD, TANKS_4, GUARDS, artillery=(GUNS_1, "allied-arty-2"))
    assert best(fight) == air(0)  # combined arms and two artillery units are three columns


def test_the_cheapest_step_is_lost() -> None:
    layout = {FIELD: [TANKS_7, GUARDS], EAST: [PANZER_1, PANZER_2, LORRIES]}
    fight = a_fight(layout, Scene(steps={PANZER_1: 2, PANZER_2: 2}))
    names = (PANZER_1, PANZER_2, LORRIES)
    fight.attack(FIELD, *names, dice=roll_where(fight, FIELD, names, attacker_loss=2))
    while fight.asked == (AXIS, "lose-step"):
        action = best(fight)
        assert isinstance(action, LoseStep)
        assert action.piece != LORRIES  # full strength; the reduced panzers lose nothing more
        fight.give(action)


def defended(target: str, origin: str, names: tuple[str, ...]) -> Fight:
    fight = a_fight({target: [BRESCIA, PAVIA], origin: names}, ALLIED_TURN)
    fight.attack(target, *names, dice=roll_where(fight, target, names, defender_retreat=1))
    return bear_losses(fight)


def test_ports_are_held_at_the_price_of_steps() -> None:
    fight = defended("A61.19", "A61.18", (TANKS_4, TANKS_7))
    assert fight.asked == (AXIS, "convert")
    action = best(fight)
    assert isinstance(action, Convert)
    assert action == convert(0 if fight.steps(BRESCIA) + fight.steps(PAVIA) < 2 else 1)


def test_a_retreat_keeps_together_and_goes_to_friends() -> None:
    fight = a_fight({FIELD: [BRESCIA, PAVIA], EAST: [TANKS_4, TANKS_7], NORTH: [LORRIES]}, ALLIED_TURN)
    names = (TANKS_4, TANKS_7)
    fight.attack(FIELD, *names, dice=roll_where(fight, FIELD, names, defender_retreat=1))
    bear_losses(fight)
    action = best(fight)
    assert isinstance(action, Retreat)
    assert (action.pieces, action.at) == ((BRESCIA, PAVIA), NORTH)


def test_an_advance_into_overwhelming_enemies_is_not_made() -> None:
    layout = {FIELD: [WEAK], EAST: [GUARDS], WEST: [PANZER_1, PANZER_2, LORRIES], NORTH: [BRESCIA, PAVIA]}
    fight = a_fight(layout, ALLIED_TURN)
    fight.attack(FIELD, GUARDS, dice=roll_where(fight, FIELD, (GUARDS,), defender_loss=1))
    assert best(fight) == EndAdvance()


def test_an_advance_into_an_empty_desert_and_onto_supply_is_made() -> None:
    layout = {FIELD: [WEAK], EAST: [TANKS_4, GUARDS]}
    fight = a_fight(layout, Scene(phase="allied.combat", dumps={FIELD: (AXIS, 4)}))
    fight.attack(FIELD, TANKS_4, GUARDS, dice=roll_where(fight, FIELD, (TANKS_4, GUARDS), attacker_loss=0))
    action = best(fight)
    assert isinstance(action, Advance)
    assert set(action.pieces) == {TANKS_4, GUARDS}


def test_unfinished_business_names_good_attacks_and_air_points() -> None:
    layout = {FIELD: [WEAK], EAST: [TANKS_4, TANKS_7], "A44.17": [BRESCIA, PAVIA]}
    fight = a_fight(layout, Scene(phase="allied.combat", air={ALLIED: 2}))
    found = fight.rules.unfinished(fight.state, ALLIED)
    assert [entry.places for entry in found] == [(FIELD,), ()]
    assert found[0].text == f"an attack on {FIELD} at 9:1 has not been made"
    assert found[1].text.startswith("2 air points not used")
    assert found[1].rule == "3.2"
    done = a_fight({FIELD: [WEAK], "A43.17": [TANKS_4]}, ALLIED_TURN)
    assert done.rules.unfinished(done.state, ALLIED) == ()


@pytest.mark.parametrize("scenario", ["operation-crusader", "gazala"])
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_suggestions_for_a_whole_side_are_quick_and_legal(scenario: str, side: SideId) -> None:
    rules = rules_of(scenario)
    state = at_combat(rules, side)
    began = time.process_time()
    found = rules.suggestions(state, side)
    took = time.process_time() - began
    assert found
    assert took < 0.05
    decision = decide(rules, state)
    assert decision is not None
    for suggestion in found:
        assert apply(rules, state, side, suggestion.actions[0]).state is not state


def at_combat(rules: AfrikaRules, side: SideId) -> State:
    """The second turn of a scenario at the start of a side's combat phase."""
    state = rules.setup(1)
    sequence = sequence_of(rules.steps)
    r = Resolution(state)
    r.set_turn(state.turn + 1)
    r.state = replace(r.state, flow=(sequence.frame_before(f"{side}.combat"),))
    run_flow(rules.steps, r)
    return r.state
