"""Free play on a small module: everything hands do at a table, logged, undoable, checked for sense."""

import random

import msgspec
import pytest

from engine.codec import decode_action, decode_state, encode_action, encode_state
from engine.errors import EngineError, IllegalAction, UndoBlocked
from engine.game import Game, new_game
from engine.play.action import Action, Adjudicate, EndPhase, PiecePlacement
from engine.rules.freeplay_actions import (
    Add,
    ClearMarks,
    Control,
    DeclareOver,
    DrawCard,
    Flip,
    Mark,
    Place,
    PlayCard,
    Remove,
    Restack,
    ReturnCard,
    Roll,
    SetCount,
    SetPhase,
    SetSteps,
    SetTrack,
    SetTurn,
    Shuffle,
)
from engine.rules.freeplay_table import data_of
from tests.fixtures.free_module import a_free_module

TANKS, FOOT, RECON = "3-blue-tanks", "1-blue-inf", "2-red-recon"


@pytest.fixture
def game() -> Game:
    return new_game(a_free_module(), "meeting", seed=7)


def play(game: Game, *actions: Action, side: str = "axis") -> None:
    for action in actions:
        game.apply(action, side)


def refusal(game: Game, action: Action, side: str = "axis") -> str:
    with pytest.raises(IllegalAction) as caught:
        game.apply(action, side)
    return caught.value.refusal.text


def test_set_up_places_pieces_steps_supply_and_control(game: Game) -> None:
    state = game.state
    assert state.at("0203") == (FOOT, TANKS, "sp-axis~1")
    assert state.pieces[TANKS].steps == 3
    assert state.pieces["sp-axis~1"].count == 2
    assert state.at("reserve") == (RECON,)
    assert state.pieces["2-blue-inf"].at == "0103", "the first land hex of the zone"
    assert state.pieces["mine"].at is None
    assert state.control == {"0203": "axis", "1004": "allied"}
    assert game.rules.check(state) == ()


def test_any_side_moves_any_piece_anywhere(game: Game) -> None:
    play(game, Place(pieces=(FOOT, RECON), at="0505"))
    assert game.state.at("0505") == (FOOT, RECON)
    assert game.state.at("reserve") == ()
    event = game.transition.events[0]
    assert event.text == "1 Blue Inf, 2 Red Recon: 0203 Westhaven and Reserve → 0505."
    assert event.places == ("0203", "reserve", "0505")


def test_senseless_moves_are_refused_and_change_nothing(game: Game) -> None:
    before = game.state
    assert "no hex or box" in refusal(game, Place(pieces=(FOOT,), at="9999"))
    assert "no piece" in refusal(game, Place(pieces=("ghost",), at="0505"))
    assert "twice" in refusal(game, Place(pieces=(FOOT, FOOT), at="0505"))
    assert "is named" in refusal(game, Place(pieces=(), at="0505"))
    assert game.state is before


def test_flip_turns_to_reduced_side_and_back_and_one_step_pieces_over(game: Game) -> None:
    play(game, Flip(piece=FOOT))
    assert game.state.pieces[FOOT].steps == 1
    assert game.rules.project(game.state, "all").pieces[FOOT].figures == "2-4-6"
    play(game, Flip(piece=FOOT), Flip(piece=RECON))
    assert game.state.pieces[FOOT].steps == 2
    assert game.state.pieces[RECON].marks == ("flipped",)
    play(game, Flip(piece=RECON))
    assert game.state.pieces[RECON].marks == ()


def test_steps_counts_and_marks(game: Game) -> None:
    play(
        game,
        SetSteps(piece=TANKS, number=1),
        SetCount(piece="sp-axis~1", number=9),
        Mark(piece=FOOT, mark="moved"),
    )
    assert game.state.pieces[TANKS].steps == 1
    assert game.state.pieces["sp-axis~1"].count == 9
    view = game.rules.project(game.state, "axis").pieces[FOOT]
    assert view.moved
    assert view.markers == ("moved",)
    assert "1 to 4 steps" in refusal(game, SetSteps(piece=TANKS, number=5))
    assert "1 to 999" in refusal(game, SetCount(piece="sp-axis~1", number=0))
    assert "small letters" in refusal(game, Mark(piece=FOOT, mark="<b>"))
    play(game, Mark(piece=FOOT, mark="dug-in"), ClearMarks())
    assert game.state.pieces[FOOT].marks == ("dug-in",)
    play(game, Mark(piece=FOOT, mark="dug-in"))
    assert game.state.pieces[FOOT].marks == ()
    assert "no piece is marked" in refusal(game, ClearMarks())


def test_stack_order_and_taking_out_of_play(game: Game) -> None:
    order = (TANKS, "sp-axis~1", FOOT)
    play(game, Restack(at="0203", pieces=order))
    assert game.state.at("0203") == order
    assert "not the pieces" in refusal(game, Restack(at="0203", pieces=(TANKS,)))
    play(game, Remove(pieces=(TANKS,)))
    assert game.state.pieces[TANKS].at is None
    assert "already out" in refusal(game, Remove(pieces=(TANKS,)))


def test_copies_of_templates_get_ids_of_their_own(game: Game) -> None:
    play(game, Add(piece="sp-axis", at="0505", count=3), Add(piece="sp-allied", at="0505"))
    assert game.state.at("0505") == ("sp-axis~2", "sp-allied~1")
    assert game.state.pieces["sp-allied~1"].owner == "allied"
    assert game.rules.project(game.state, "all").pieces["sp-axis~2"].definition == "sp-axis"
    assert "no piece that is copied" in refusal(game, Add(piece=FOOT, at="0505"))


def test_dice_are_logged_and_bar_undo_unless_free(game: Game) -> None:
    play(game, Roll(dice=2, reason="Attack on Easton"))
    event = game.transition.events[0]
    assert len(event.dice) == 2
    assert event.text.startswith("Attack on Easton: ")
    with pytest.raises(UndoBlocked):
        game.undo()
    game.undo(free=True)
    assert game.state.chance.drawn == 0
    game.queue_table_dice((6, 5))
    play(game, Roll(dice=2))
    assert game.transition.events[0].text == "2d6: 6 + 5 = 11."
    assert "20 dice" in refusal(game, Roll(dice=21))
    assert "faces" in refusal(game, Roll(faces=1))


def test_cards_are_drawn_played_returned_and_shuffled(game: Game) -> None:
    play(game, DrawCard(deck="events"), DrawCard(deck="events"))
    hand = data_of(game.state).hands["axis"]
    assert len(hand) == 2
    play(game, PlayCard(card=hand[0]), ReturnCard(card=hand[1]))
    data = data_of(game.state)
    assert data.discards["events"] == (hand[0],)
    assert hand[1] in data.decks["events"]
    play(game, Shuffle(deck="events"))
    assert len(data_of(game.state).decks["events"]) == 4
    assert "no cards are discarded" in refusal(game, Shuffle(deck="events"))
    assert "no card in this hand" in refusal(game, PlayCard(card=hand[0]))
    assert game.rules.check(game.state) == ()


def test_empty_deck_refuses_to_give(game: Game) -> None:
    play(game, *(DrawCard(deck="events") for _ in range(4)))
    kind = game.decision.kind("draw-card") if game.decision else None
    assert kind is not None
    unavailable = kind.unavailable(game.state, "axis")
    assert unavailable is not None
    assert "empty" in unavailable.text


def test_hands_are_hidden_from_the_other_side(game: Game) -> None:
    play(game, DrawCard(deck="events"))
    card = data_of(game.state).hands["axis"][0]
    title = next(c.title for c in game.rules.module.cards if c.id == card)
    ours, theirs = game.rules.project(game.state, "axis"), game.rules.project(game.state, "allied")
    assert [seen.title for seen in ours.hands[0].cards] == [title]
    assert (theirs.hands[0].cards, theirs.hands[0].count) == ((), 1)
    assert title.encode() not in msgspec.json.encode(theirs)
    assert (ours.hidden, theirs.hidden) == (0, 1)
    veiled = game.rules.redact(game.state, "allied")
    assert card.encode() not in encode_state(veiled)
    assert game.rules.tracks(veiled) == game.rules.tracks(game.state), "numbers of cards are open"
    shown = game.transition.events[0].for_viewer("allied")
    assert shown is not None
    assert title not in shown.text
    assert game.rules.sealed(game.state)


def test_phases_and_turns_go_on_and_back(game: Game) -> None:
    assert game.decision is not None
    assert game.decision.path == ("axis", "axis.movement")
    assert game.decision.sides == ("axis", "allied")
    play(game, EndPhase(), EndPhase())
    assert game.state.phase == "allied.movement"
    assert game.decision.sides == ("allied", "axis"), "the phase's own side comes first"
    play(game, EndPhase())
    assert (game.state.turn, game.state.phase) == (2, "axis.movement")
    play(game, SetTurn(number=4), SetPhase(phase="axis.combat"))
    assert (game.state.turn, game.state.phase) == (4, "axis.combat")
    play(game, SetPhase(phase="axis.movement"))
    assert game.state.phase == "axis.movement"
    assert "from 1 to 4" in refusal(game, SetTurn(number=5))
    assert "no phase" in refusal(game, SetPhase(phase="lunch"))
    assert game.transition.barrier == "", "phases of free play can be taken back"


def test_tracks_with_numbers_and_with_spaces(game: Game) -> None:
    play(game, SetTrack(track="air", number=5), SetTrack(track="weather", number=1))
    assert game.rules.tracks(game.state)["air"] == 5
    texts = {track.id: track.text for track in game.rules.project(game.state, "all").tracks}
    assert texts["weather"] == "wet"
    assert "from 0 to 5" in refusal(game, SetTrack(track="air", number=6))
    assert "no track" in refusal(game, SetTrack(track="mud", number=1))


def test_control_and_agreed_end(game: Game) -> None:
    play(game, Control(at="1004", owner="axis"))
    assert game.state.control["1004"] == "axis"
    assert "no side" in refusal(game, Control(at="1004", owner="green"))
    play(game, DeclareOver(winner="draw"))
    assert game.state.over is not None
    assert game.state.over.winner == "draw"
    assert game.decision is None
    game.undo(free=True)
    assert game.state.over is None


def test_adjudication_sets_everything_and_refuses_nonsense(game: Game) -> None:
    change = Adjudicate(
        set=(
            PiecePlacement(piece=FOOT, at="0606", steps=1, markers=("moved",)),
            PiecePlacement(piece="sp-axis~1", count=5),
            PiecePlacement(piece=RECON, at=None),
        ),
        tracks={"air": msgspec.Raw(b"4")},
        control={"0606": "axis"},
        turn=3,
        phase="allied.movement",
    )
    play(game, change)
    state = game.state
    assert (state.pieces[FOOT].at, state.pieces[FOOT].steps, state.pieces[FOOT].marks) == (
        "0606",
        1,
        ("moved",),
    )
    assert (state.turn, state.phase, state.control["0606"]) == (3, "allied.movement", "axis")
    assert state.pieces["sp-axis~1"].count == 5
    assert state.pieces[RECON].at is None
    assert data_of(state).tracks["air"] == 4
    for bad in (
        Adjudicate(set=(PiecePlacement(piece="ghost"),)),
        Adjudicate(set=(PiecePlacement(piece=FOOT, at="9999"),)),
        Adjudicate(set=(PiecePlacement(piece=FOOT, steps=9),)),
        Adjudicate(tracks={"air": msgspec.Raw(b'"many"')}),
        Adjudicate(turn=77),
        Adjudicate(phase="lunch"),
        Adjudicate(phase="axis.movement", side="allied"),
        Adjudicate(side="neutral"),
    ):
        assert refusal(game, bad)
    assert game.state == state


def test_a_side_set_by_hand_begins_its_first_phase(game: Game) -> None:
    play(game, Adjudicate(side="allied"))
    assert game.state.phase == "allied.movement"
    assert game.decision is not None
    assert game.decision.sides[0] == "allied"


def test_options_are_checked_with_a_hint() -> None:
    module = a_free_module()
    game = new_game(module, "meeting", 1, {"version": "short", "fog": True})
    assert game.state.options == {"version": "short", "fog": True}
    with pytest.raises(EngineError, match="did you mean 'fog'"):
        new_game(module, "meeting", 1, {"fogg": True})
    with pytest.raises(EngineError, match="cannot be"):
        new_game(module, "meeting", 1, {"version": "endless"})
    with pytest.raises(EngineError, match="did you mean 'meeting'"):
        new_game(module, "meting", 1)


def test_module_without_sequence_has_one_phase() -> None:
    module = a_free_module().model_copy(update={"sequence": ()})
    game = new_game(module, "meeting", 1)
    play(game, EndPhase())
    assert (game.state.turn, game.state.phase) == (2, "play")


def test_phases_run_by_a_missing_ruleset_are_run_freely() -> None:
    module = a_free_module()
    first = module.sequence[0]
    stepped = first.model_copy(update={"step": "lost.rules", "when": "moonlight"})
    game = new_game(module.model_copy(update={"sequence": (stepped, *module.sequence[1:])}), "meeting", 1)
    assert game.state.phase == "axis"
    play(game, EndPhase())
    assert game.state.phase == "allied.movement"


def test_projection_shows_schedule_victory_boxes_and_stacks(game: Game) -> None:
    play(game, SetTurn(number=2))
    view = game.rules.project(game.state, "all")
    assert [(entry.status, entry.text) for entry in view.schedule] == [
        ("due", "4 Blue Inf at 0203 Westhaven")
    ]
    assert view.victory[0].text == "Blue holds Easton."
    assert view.boxes[0].title == "Reserve"
    assert view.stacks["0203"].load == 2, "supply does not count for stacking"
    assert view.date == "Day 2"


def test_random_play_never_meets_a_refusal_and_round_trips(game: Game) -> None:
    choose = random.Random(3)
    for _ in range(300):
        assert game.decision is not None
        side = choose.choice(game.decision.sides)
        kinds = [k for k in game.decision.ask.kinds if k.unavailable(game.state, side) is None]
        action = choose.choice(kinds).sample(game.state, side, choose)
        if action is None:
            continue
        again = decode_action(game.rules, game.decision, encode_action(action))
        assert again == action
        game.apply(again, side)
        assert game.rules.check(game.state) == ()
    text = encode_state(game.state)
    assert decode_state(game.rules, text) == game.state
    assert game.count > 200


def test_every_choice_passes_its_own_check_and_speaks(game: Game) -> None:
    play(game, DrawCard(deck="events"), DrawCard(deck="events"))
    play(game, PlayCard(card=data_of(game.state).hands["axis"][0]))
    assert game.decision is not None
    for kind in game.decision.ask.kinds:
        choices = list(kind.choices(game.state, "axis"))
        assert choices or kind.unavailable(game.state, "axis"), kind.kind
        for choice in choices:
            assert kind.check(game.state, "axis", choice) is None
            assert kind.describe(game.state, choice)
        for piece in game.state.pieces:
            for choice in kind.choices(game.state, "axis", piece):
                named = (getattr(choice, "piece", ""), *getattr(choice, "pieces", ()))
                assert piece in named
