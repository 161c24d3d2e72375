"""Suggestions for movement: legal, sensible in plain cases, good for a whole game of the greedy player."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.greedy import GreedyBot
from engine.play.transition import apply, begin, decide, refuse
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules.game import AfrikaRules
from modules.afrika.rules.moves import MoveStack
from modules.afrika.rules.policy_goals import Goals
from modules.afrika.rules.shipping import Ship, ShipSupply
from modules.afrika.rules.trucks import Truck
from tests.modules.afrika.movement_positions import (
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    CARS,
    LORRIES,
    PANZER_1,
    PANZER_2,
    RECON,
    ROMMEL,
    Position,
    Setting,
    a_position,
    rules_of,
)

FRONT = {"A36.23": "allied", "A44.21": "allied", "A7.23": "axis", "A26.28": "axis"}


def advice(position: Position) -> tuple[Suggestion, ...]:
    """Suggestions at a position, best first."""
    return position.rules.suggestions(position.state, position.side)


def goal_of(position: Position, piece: str) -> str:
    """Where the plan sends a piece; its present place if it stays."""
    for suggestion in advice(position):
        for action in suggestion.actions:
            if isinstance(action, MoveStack) and piece in action.pieces:
                return action.path[-1]
    return position.at(piece) or ""


def test_the_target_is_the_next_place_in_enemy_hands() -> None:
    position = a_position({"A26.28": [RECON], "A36.23": [BRIGADE]}, Setting(control=FRONT))
    goals = Goals(position.rules)
    assert goals.target(position.state, "axis") == "A36.23"
    assert goals.target(position.state, "allied") == "A26.28"
    assert goals.anchor(position.state, "axis") == "A26.28"
    assert goals.anchor(position.state, "allied") == "A36.23"


def test_units_go_toward_the_aim_but_stay_in_supply() -> None:
    setting = Setting(control=FRONT, dumps={"A26.28": ("axis", 3)})
    position = a_position({"A26.28": [PANZER_1, PANZER_2], "A36.23": [CARS]}, setting)
    assert goal_of(position, PANZER_1) != "A26.28"
    best = advice(position)[0]
    assert position.refusal(best.actions[0]) is None
    position.do(*best.actions)
    assert "5.1a" not in {item.rule for item in position.rules.unfinished(position.state, "axis")}


def test_nobody_leaves_the_only_supply_for_the_desert() -> None:
    setting = Setting(control=FRONT, dumps={"A40.10": ("axis", 1)})
    position = a_position({"A40.10": [BRESCIA], "A36.23": [BRIGADE]}, setting)
    path = [action.path for s in advice(position) for action in s.actions if isinstance(action, MoveStack)]
    assert all(
        position.rules.board.distance(*map(position.rules.number, ("A40.10", way[-1]))) <= 5 for way in path
    )


def test_crushing_overruns_come_first() -> None:
    setting = Setting(control=FRONT, dumps={"A40.08": ("axis", 3)})
    position = a_position({"A40.08": [PANZER_1, PANZER_2, RECON], "A40.11": ["allied-0-2-0-matruh"]}, setting)
    best = advice(position)[0]
    assert best.text.startswith("Overrun A40.11")
    assert best.actions == (
        MoveStack(pieces=(PANZER_1, PANZER_2, RECON), path=("A40.09", "A40.10", "A40.11")),
    )
    assert position.refusal(best.actions[0]) is None


def test_the_leader_flies_to_the_strong_stack_at_the_front() -> None:
    setting = Setting(control=FRONT, dumps={"A35.20": ("axis", 3)})
    layout = {"A7.23": [RECON, ROMMEL], "A35.20": [PANZER_1, PANZER_2, LORRIES], "A36.23": [BRIGADE]}
    told = [s.text for s in advice(a_position(layout, setting))]
    assert any("Rommel flies to A35.20" in text for text in told)


def test_ships_bring_supply_forward_then_units() -> None:
    setting = Setting(control=FRONT, shipping=3, ports={"A7.23": 3, "A26.28": 1})
    position = a_position({"A26.28": [RECON], "tripoli": [BOLOGNA], "A36.23": [BRIGADE]}, setting)
    actions = [action for s in advice(position) for action in s.actions]
    assert ShipSupply(source="tripoli", at="A26.28", count=1) in actions
    plenty = Setting(
        control=FRONT, shipping=3, ports={"A7.23": 3, "A26.28": 1}, dumps={"A26.28": ("axis", 9)}
    )
    rich = a_position({"A26.28": [RECON], "tripoli": [BOLOGNA], "A36.23": [BRIGADE]}, plenty)
    actions = [action for s in advice(rich) for action in s.actions]
    assert Ship(pieces=(BOLOGNA,), at="A26.28") in actions


def test_trucks_feed_the_hungry() -> None:
    setting = Setting(control=FRONT, trucks=6, dumps={"A7.23": ("axis", 3)}, phase="axis.movement")
    position = a_position({"A26.28": [BRESCIA], "A7.23": [BOLOGNA], "A36.23": [BRIGADE]}, setting)
    trucks: list[Truck] = []
    while not trucks:
        best = advice(position)[0].actions
        trucks = [action for action in best if isinstance(action, Truck)]
        position.do(*best)
    assert trucks[0].source == "A7.23"
    hungry = {item.rule: item.pieces for item in position.rules.unfinished(position.state, "axis")}
    assert BRESCIA not in hungry.get("5.1a", ())


def test_italians_go_east_while_the_duce_asks_for_it() -> None:
    setting = Setting(scenario="italian-invasion", turn=1, dumps={"A44.21": ("axis", 3)})
    names = ["axis-5-6-4-cirene", "axis-4-5-4-1-lib", "axis-5-4-5-1-med"]
    position = a_position({"A45.20": names}, setting)
    assert any(
        position.rules.number(goal_of(position, name)) in position.rules.east_of_line for name in names
    )


@pytest.mark.parametrize("scenario", ["operation-compass", "operation-crusader"])
def test_suggestions_are_legal_and_carry_a_game(scenario: str) -> None:
    """Every first action is legal, plans mostly are to their end, and the short game comes to its end."""
    rules = rules_of(scenario, version="short")
    state = begin(rules, 4).state
    bots = {"axis": GreedyBot(Random(1)), "allied": GreedyBot(Random(2))}
    for number in range(1500):
        decision = decide(rules, state)
        if decision is None:
            break
        side = decision.sides[0]
        if number % 12 == 0 and state.flow[-1].step in ("afrika.movement", "afrika.exploitation"):
            check_first_actions(rules, state, side)
        state = apply(rules, state, side, bots[side].choose(rules, state, decision, side)).state
    assert state.over is not None


def check_first_actions(rules: AfrikaRules, state: State, side: str) -> None:
    """Whatever is suggested can be done now."""
    for suggestion in rules.suggestions(state, side)[:4]:
        assert suggestion.text
        assert refuse(rules, state, side, suggestion.actions[0]) is None, suggestion
