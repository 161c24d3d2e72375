"""Bots on the toy rules: legal, repeatable, to the end; faults of rules are reported, not raised."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine.bots import GreedyBot, Match, RandomBot, bot_names, make_bot, random_action
from engine.errors import EngineError, RuleBug
from engine.game import Game
from engine.ids import SideId
from engine.play.action import Action, EndPhase
from engine.play.decision import Decision
from engine.rules.ruleset import GameRules
from engine.state.model import State
from engine.view.advice import Suggestion
from tests.engine.toy import Attack, ToyRules, toy


class EagerRules(ToyRules):
    """Suggests two attacks, then nothing."""

    def suggestions(self, state: State, side: SideId) -> tuple[Suggestion, ...]:
        if side != "axis" or sum(toy(state).wins.values()) > 1 or state.phase != "axis.fight":
            return ()
        weak = Suggestion(text="wait", actions=(EndPhase(),), score=0.5)
        strong = Suggestion(text="attack twice", actions=(Attack(piece="a1"), Attack(piece="a2")), score=2)
        return (weak, strong, Suggestion(text="never", actions=(Attack(piece="a1"),), score=-1))


def match(rules: GameRules, seed: int = 1, bot: str = "random", max_turns: int = 0) -> Match:
    bots = {side: make_bot(bot, seed, side) for side in ("axis", "allied")}
    return Match(rules=rules, seed=seed, bots=bots, check_every=1, max_turns=max_turns)


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("seed", range(8))
def test_matches_come_to_an_end(name: str, seed: int) -> None:
    result = match(EagerRules(), seed, name).play()
    assert (result.winner, result.reason) == ("draw", "time is up")
    assert result.refused == 0
    assert result.errors == ()
    assert result.actions > 3


@pytest.mark.parametrize("name", bot_names())
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    first, again = (match(EagerRules(), 7, name).play() for _ in range(2))
    assert first == again
    assert match(EagerRules(), 8, name).play().hash != first.hash


def test_a_match_with_a_history_is_the_same_game() -> None:
    light = match(ToyRules(), 3).play()
    kept = match(ToyRules(), 3)
    kept.game = Game(ToyRules(), 3)
    assert kept.play() == light
    assert kept.game.count == light.actions


def test_turns_can_be_limited() -> None:
    result = match(ToyRules(), 2, max_turns=2).play()
    assert result.winner == "none"
    assert result.reason == "stopped after 2 turns"
    assert result.turns == 2


def test_greedy_follows_its_plan_to_the_end() -> None:
    rules = EagerRules()
    game = Game(rules, 1)
    bot = GreedyBot(Random(1))
    game.queue_table_dice((6, 6))
    assert game.decision is not None
    assert bot.choose(rules, game.state, game.decision, "axis") == Attack(piece="a1")
    game.apply(Attack(piece="a1"))
    assert bot.choose(rules, game.state, game.decision, "axis") == Attack(piece="a2")
    game.apply(Attack(piece="a2"))
    assert bot.choose(rules, game.state, game.decision, "axis") == EndPhase()


def test_greedy_drops_a_plan_that_events_have_overtaken() -> None:
    rules = EagerRules()
    game = Game(rules, 1)
    bot = GreedyBot(Random(1))
    assert game.decision is not None
    bot.choose(rules, game.state, game.decision, "axis")
    game.queue_table_dice((1,))
    game.apply(Attack(piece="a1"))
    assert game.decision.sides == ("allied",)
    action = bot.choose(rules, game.state, game.decision, "allied")
    assert action in tuple(game.decision.ask.kinds[0].choices(game.state, "allied"))


class BrokenRules(ToyRules):
    """Finds its own position broken from turn 2 on."""

    def check(self, state: State) -> tuple[str, ...]:
        return ("the sky has fallen",) if state.turn > 1 else ()


def test_broken_invariants_are_errors() -> None:
    result = match(BrokenRules(), 1).play()
    assert result.winner == "none"
    assert result.errors[0].endswith("the sky has fallen")


class Cheat:
    """A bot that does what is forbidden."""

    def choose(self, rules: GameRules, state: State, decision: Decision, side: SideId) -> Action:
        return Attack(piece="b1")


def test_a_refused_action_is_counted() -> None:
    cheat = Match(rules=ToyRules(), seed=1, bots={"axis": Cheat(), "allied": Cheat()})
    result = cheat.play()
    assert result.refused == 1
    assert "not yours" in result.errors[0]


def test_a_dead_end_is_a_bug_of_the_rules() -> None:
    game = Game(ToyRules(), 1)
    decision = game.decision
    assert decision is not None
    nobody = {name: piece for name, piece in game.state.pieces.items() if piece.owner == "martian"}
    state = replace(game.state, pieces=nobody, stacks={})
    ask = decision.ask
    only_attack = Decision(
        ask=type(ask)(sides=ask.sides, prompt="", kinds=ask.kinds[:1]), phase="p", path=("p",)
    )
    with pytest.raises(RuleBug, match="dead end in p"):
        random_action(state, only_attack, "axis", Random(1))


def test_phases_are_ended_rarely() -> None:
    game = Game(ToyRules(), 1)
    assert game.decision is not None
    bot = RandomBot(Random(5))
    chosen = [bot.choose(game.rules, game.state, game.decision, "axis") for _ in range(400)]
    assert 5 < chosen.count(EndPhase()) < 60


def test_an_unknown_bot_is_refused_with_the_near_miss() -> None:
    with pytest.raises(EngineError, match="did you mean 'greedy'"):
        make_bot("greedi", 1, "axis")
