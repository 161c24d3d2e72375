"""Playing through the engine: apply, refuse, undo, barriers, secrets, dice, codec, hash."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.codec import DecodeError, decode_action, decode_state, encode_action, encode_state, state_hash
from engine.errors import IllegalAction, RuleBug, UndoBlocked
from engine.game import Game
from engine.play.action import Adjudicate, EndPhase, PiecePlacement
from engine.play.transition import begin, decide, refuse
from engine.state.model import Frame, State
from tests.engine.toy import Answer, Attack, Bid, ToyRules, toy


def a_game(seed: int = 1) -> Game:
    return Game(ToyRules(), seed)


def sides_to_decide(game: Game) -> tuple[str, ...]:
    return game.decision.sides if game.decision else ()


def test_the_first_decision_is_that_of_the_first_phase() -> None:
    game = a_game()
    assert game.decision is not None
    assert game.decision.sides == ("axis",)
    assert game.decision.path == ("axis", "axis.fight")
    assert game.state.phase == "axis.fight"


def test_a_refused_action_changes_nothing() -> None:
    game = a_game()
    before = game.state
    for action, code in (
        (Attack(piece="b1"), "ILLEGAL"),
        (Attack(piece="zz"), "UNKNOWN_ID"),
        (Bid(number=1), "WRONG_PHASE"),
    ):
        with pytest.raises(IllegalAction) as caught:
            game.apply(action)
        assert caught.value.refusal.code == code
    with pytest.raises(IllegalAction) as caught:
        game.apply(EndPhase(), side="allied")
    assert caught.value.refusal.code == "WRONG_SIDE"
    assert game.state is before
    assert game.count == 0


def test_a_duel_nests_counterattacks_and_comes_back() -> None:
    game = a_game()
    game.queue_table_dice((1, 2, 3, 6))
    game.apply(Attack(piece="a1"))
    assert game.decision is not None
    assert game.decision.sides == ("allied",)
    assert game.decision.path[-1] == "axis.fight.answer"
    game.apply(Answer(counter=True))
    game.apply(Answer(counter=True))
    assert [frame.step for frame in game.state.flow] == [
        "sequence",
        "toy.fight",
        "toy.duel",
        "toy.duel",
        "toy.duel",
    ]
    transition = game.apply(Answer(counter=True))
    assert [event.kind for event in transition.events] == ["duel", "back", "back", "back"]
    assert toy(game.state).wins == {"allied": 1}
    assert game.decision.sides == ("axis",)
    assert [frame.step for frame in game.state.flow] == ["sequence", "toy.fight"]


def test_a_saved_middle_of_a_nested_duel_goes_on_alike() -> None:
    rules = ToyRules()
    game = Game(rules, 3)
    game.queue_table_dice((1, 1, 1))
    game.apply(Attack(piece="a1"))
    game.apply(Answer(counter=True))
    text = encode_state(game.state)
    other = Game(rules, 3)
    other.resume_at(decode_state(rules, text))
    assert encode_state(other.state) == text
    game.apply(Answer(counter=True))
    other.apply(Answer(counter=True))
    assert game.hash() == other.hash()


def test_secret_bids_are_taken_from_both_sides_in_any_order() -> None:
    game = a_game()
    game.apply(EndPhase())
    game.apply(EndPhase())
    assert game.state.turn == 2
    assert sides_to_decide(game) == ("axis", "allied")
    with pytest.raises(IllegalAction, match="name the side"):
        game.apply(Bid(number=1))
    first = game.apply(Bid(number=2), side="allied").events[0]
    seen = [event.text for viewer in ("axis", "allied") if (event := first.for_viewer(viewer))]
    assert seen == ["allied has bid", "allied bids 2"]
    assert sides_to_decide(game) == ("axis",)
    game.queue_table_dice(picks=("allied",))
    done = game.apply(Bid(number=0))
    assert "marker allied" in done.events[-1].text
    assert done.barrier
    assert game.state.turn == 3


def test_undo_stops_at_dice_and_goes_on_when_free() -> None:
    game = a_game()
    game.apply(EndPhase())
    before = game.state
    game.apply(Attack(piece="a1"))
    assert not game.can_undo
    with pytest.raises(UndoBlocked, match="dice were rolled: duel"):
        game.undo()
    game.undo(free=True)
    assert game.state is before
    game.redo()
    with pytest.raises(UndoBlocked, match="nothing to do again"):
        game.redo()
    game.free_undo = True
    game.undo()
    game.undo()
    with pytest.raises(UndoBlocked, match="nothing has been done"):
        game.undo()


def test_an_impossible_table_die_refuses_the_action_that_needs_it() -> None:
    game = a_game()
    game.queue_table_dice((7,))
    with pytest.raises(IllegalAction, match="shows 7"):
        game.apply(Attack(piece="a1"))
    assert game.count == 0


def test_adjudication_works_for_anybody_at_any_time() -> None:
    game = a_game()
    game.apply(Adjudicate(set=(PiecePlacement(piece="b2", at="X1"),)), side="allied")
    assert game.state.at("X1") == ("a1", "a2", "b2")
    with pytest.raises(IllegalAction):
        game.apply(Adjudicate(set=(PiecePlacement(piece="q", at="X1"),)))


def test_the_game_ends_and_refuses_more() -> None:
    game = a_game()
    for _ in range(2):
        game.apply(EndPhase())
    game.apply(Bid(number=0), side="axis")
    game.apply(Bid(number=0), side="allied")
    game.apply(EndPhase())
    assert game.state.over is not None
    assert game.state.phase == "game-over"
    assert game.decision is None
    with pytest.raises(IllegalAction, match="over"):
        game.apply(EndPhase())


def test_actions_are_one_line_of_json_both_ways() -> None:
    game = a_game()
    for action in (Attack(piece="a1"), EndPhase(), Adjudicate(turn=4)):
        assert decode_action(game.rules, game.decision, encode_action(action)) == action
    faults: tuple[object, ...] = (
        {"kind": "attak"},
        {"kind": "attack"},
        {"kind": "attack", "piece": 3},
        [],
        {"kind": "attack", "piece": "a", "x": 1},
    )
    for bad in faults:
        with pytest.raises(DecodeError):
            decode_action(game.rules, game.decision, bad)


@pytest.mark.parametrize(
    "spoil",
    [
        (b'"toy.fight"', b'"toy.fihgt"'),
        (b'"choose"', b'"chose"'),
        (b'"turn":1', b'"turn":"one"'),
        (b'"X1":["a1","a2"]', b'"X1":["a1"]'),
        (b'"X1":["a1","a2"]', b'"X1":["a1","a2","a2"]'),
        (b'"bids":{}', b'"bids":{"axis":"x"}'),
    ],
)
def test_a_spoilt_state_is_refused(spoil: tuple[bytes, bytes]) -> None:
    game = a_game()
    text = encode_state(game.state)
    assert spoil[0] in text
    with pytest.raises(DecodeError):
        decode_state(game.rules, text.replace(*spoil))


def test_an_unknown_node_or_an_empty_flow_is_a_bug_of_the_rules() -> None:
    class Broken(ToyRules):
        def setup(self, seed: int) -> State:
            return replace(super().setup(seed), flow=(Frame(step="toy.duel", node="nowhere"),))

    with pytest.raises(RuleBug, match="no node nowhere"):
        begin(Broken(), 1)


def test_the_hash_ignores_waiting_table_dice_and_follows_everything_else() -> None:
    game = a_game()
    plain = game.hash()
    game.queue_table_dice((3,))
    assert state_hash(game.state) == plain
    game.apply(EndPhase())
    assert game.hash() != plain


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**40), st.integers(0, 2**40))
def test_random_games_end_replay_and_undo_exactly(seed: int, player: int) -> None:
    rules = ToyRules()
    game = Game(rules, seed)
    chooser = random.Random(player)
    hashes = [game.hash()]
    while game.decision is not None and game.count < 400:
        side = chooser.choice(game.decision.sides)
        kind = chooser.choice(game.decision.ask.kinds)
        action = kind.sample(game.state, side, chooser)
        assert action is not None
        assert refuse(rules, game.state, side, action) is None
        frozen = encode_state(game.state)
        before = game.state
        game.apply(action, side)
        assert encode_state(before) == frozen
        hashes.append(game.hash())
    replay = Game(rules, seed)
    for turn, expected in zip(game.turns, hashes[1:], strict=True):
        replay.apply(turn.action, turn.side)
        assert replay.hash() == expected
    for expected in reversed(hashes[:-1]):
        replay.undo(free=True)
        assert replay.hash() == expected
    assert decide(rules, replay.state) == replay.decision or replay.decision is not None
