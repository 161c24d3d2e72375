"""Cards in free play: composition, dealing, who may play what when, effect blocks, piles and secrets."""

import random

import msgspec
import pytest

from engine.codec import decode_action, decode_state, encode_action, encode_state
from engine.definition.card import CardDef, CardFaceDef, DeckDef
from engine.errors import IllegalAction
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Action, Adjudicate, CardPlacement, EndPhase
from engine.play.transition import Transition
from engine.rules.freeplay_actions import (
    DiscardCard,
    DrawCard,
    PlayCard,
    RemoveCard,
    ReturnCard,
    Shuffle,
    TakeCard,
)
from engine.rules.freeplay_table import FreePlayData, data_of
from engine.view.cards import Pile
from tests.fixtures.free_module import a_free_module


def face(*effects: str, side: str | None = None, moments: tuple[str, ...] = ()) -> CardFaceDef:
    return CardFaceDef(title="Use", text="Words.", side=side, moments=moments, effects=effects)


def a_game(*faces: CardFaceDef, deck: DeckDef | None = None, count: int = 1) -> Game:
    """One card of these faces, and two plain ones."""
    known = deck or DeckDef(id="events", title="Events")
    cards = (
        CardDef(id="special", title="Special", deck=known.id, number=1, faces=faces, count=count),
        CardDef(id="plain-1", title="Plain", deck=known.id, number=2),
        CardDef(id="plain-2", title="Plain too", deck=known.id, number=3),
    )
    module = a_free_module().model_copy(update={"decks": (known,), "cards": cards})
    return new_game(module, "meeting", seed=4)


def data(game: Game) -> FreePlayData:
    return data_of(game.state)


def draw(game: Game, card: str, side: str = "axis") -> None:
    game.queue_table_dice(picks=(card,))
    game.apply(DrawCard(deck="events"), side)


def refusal(game: Game, action: Action, side: str = "axis") -> str:
    with pytest.raises(IllegalAction) as caught:
        game.apply(action, side)
    return str(caught.value)


def played(game: Game) -> list[str]:
    """Plays the special card; what the log says after the line of the play itself."""
    draw(game, "special")
    game.apply(PlayCard(card="special"), "axis")
    return [event.text for event in game.transition.events[1:]]


def test_copies_of_a_card_are_cards_of_their_own() -> None:
    game = a_game(face(), count=3)
    assert set(data(game).decks["events"]) == {"special", "special~2", "special~3", "plain-1", "plain-2"}
    draw(game, "special~2")
    view = game.rules.project(game.state, "axis")
    (held,) = view.hands[0].cards
    assert (held.id, held.definition, held.title) == ("special~2", "special", "Special")
    assert (view.decks[0].left, view.decks[0].whole) == (4, 5)
    game.apply(ReturnCard(card="special~2"), "axis")
    assert "special~2" in data(game).decks["events"]
    assert game.rules.check(game.state) == ()


def test_a_card_without_copies_is_not_in_the_game() -> None:
    assert "special" not in data(a_game(face(), count=0)).decks["events"]


def test_dealing_fills_hands_secretly_and_a_full_hand_draws_no_more() -> None:
    game = a_game(face(), deck=DeckDef(id="events", title="Events", deal=1, hand=1))
    hands = data(game).hands
    assert [len(hands[side]) for side in ("axis", "allied")] == [1, 1]
    assert hands["axis"] != hands["allied"]
    for event in game.opening.events:
        if event.kind == "card-drawn" and event.side == "axis":
            shown = event.for_viewer("allied")
            assert shown is not None
            assert "Drawn from" not in shown.text
    assert "hand is full" in refusal(game, DrawCard(deck="events"))
    assert decode_state(game.rules, encode_state(game.state)) == game.state


def test_the_deck_of_one_side_and_an_empty_deck_that_fills_itself() -> None:
    deck = DeckDef(id="events", title="Events", side="axis", refill=True)
    game = a_game(face(), deck=deck)
    assert "deck of Blue" in refusal(game, DrawCard(deck="events"), "allied")
    for card in ("special", "plain-1", "plain-2"):
        draw(game, card)
        game.apply(DiscardCard(card=card), "axis")
    assert data(game).decks["events"] == ()
    game.apply(DrawCard(deck="events"), "axis")
    assert len(data(game).decks["events"]) == 2
    assert data(game).discards["events"] == ()


def test_who_may_play_and_when() -> None:
    game = a_game(face(side="allied"), face(side="axis", moments=("axis.combat",)))
    draw(game, "special")
    kind = game.decision.kind("play-card") if game.decision else None
    assert kind is not None
    assert kind.why_not(game.state, "axis", "special") is not None
    assert "Red only" in refusal(game, PlayCard(card="special", number=1))
    assert "Combat only" in refusal(game, PlayCard(card="special", number=2))
    assert list(kind.choices(game.state, "axis")) == []
    assert "uses" in refusal(game, PlayCard(card="special", number=3))
    game.apply(EndPhase(), "axis")
    assert kind.why_not(game.state, "axis", "special") is None
    game.apply(PlayCard(card="special"), "axis")
    assert game.transition.events[0].text == "Use is played. Words."


def test_the_phase_of_the_other_side_is_named_with_its_side() -> None:
    game = a_game(face(moments=("allied.movement",)))
    draw(game, "special")
    assert "Red Movement only" in refusal(game, PlayCard(card="special"))


def test_two_uses_for_the_same_side_are_two_choices() -> None:
    game = a_game(face(), face())
    draw(game, "special")
    kind = game.decision.kind("play-card") if game.decision else None
    assert kind is not None
    assert [choice.number for choice in kind.choices(game.state, "axis")] == [1, 2]


class TestEffects:
    def test_draw_and_discard(self) -> None:
        game = a_game(face("draw 1", "discard 1 theirs"))
        draw(game, "plain-1", "allied")
        told = played(game)
        assert data(game).hands == {"axis": ("plain-2",), "allied": ()}
        assert told[-1] == "Plain is discarded at random."

    def test_tracks_and_turn_stay_within_their_bounds(self) -> None:
        game = a_game(face("track supply +1", "track supply =99", "turn +1", "turn +90"))
        track = game.rules.module.tracks[0].id
        game = a_game(face(f"track {track} +1", f"track {track} =99", "turn +1", "turn +90"))
        told = played(game)
        assert data(game).tracks[track] == game.rules.module.tracks[0].last
        assert game.state.turn == 2
        assert told[-1].startswith("Not possible (turn +90): turns go from")

    def test_counters_are_placed_marked_flipped_and_taken_off(self) -> None:
        game = a_game(
            face("place mine 0505", "mark 3-blue-tanks dug-in", "flip 1-blue-inf", "take-off 2-blue-inf",
                 "add sp-axis 0203 2", "control 1004 mine")
        )  # fmt: skip
        played(game)
        pieces = game.state.pieces
        assert pieces["mine"].at == "0505"
        assert pieces["3-blue-tanks"].marks == ("dug-in",)
        assert pieces["2-blue-inf"].at is None
        assert game.state.control["1004"] == "axis"
        assert sum(p.count for n, p in pieces.items() if n.startswith("sp-axis~") and p.at == "0203") >= 2

    def test_dice_and_reminders(self) -> None:
        game = a_game(face("roll 2d6 Weather", "remind Skip one unit", "something of another game"))
        told = played(game)
        assert told[0].startswith("Weather: ")
        assert told[1:] == ["Skip one unit.", "Use: something of another game."]

    def test_a_card_that_leaves_the_game(self) -> None:
        game = a_game(face("remove"))
        played(game)
        assert data(game).removed == {"events": ("special",)}
        assert data(game).discards == {}
        assert game.rules.project(game.state, "allied").decks[0].removed[0].title == "Special"

    def test_an_unknown_piece_is_told_and_the_rest_goes_on(self) -> None:
        game = a_game(face("place nobody 0505", "draw 1"))
        told = played(game)
        assert told[0].startswith("Not possible (place nobody 0505)")
        assert len(data(game).hands["axis"]) == 1


def test_open_cards_are_taken_up_and_removed() -> None:
    game = a_game(face())
    draw(game, "special")
    game.apply(DiscardCard(card="special"), "axis")
    game.apply(TakeCard(card="special"), "allied")
    assert data(game).hands["allied"] == ("special",)
    game.apply(RemoveCard(card="special"), "allied")
    assert data(game).removed == {"events": ("special",)}
    assert "no card in the hand" in refusal(game, RemoveCard(card="plain-1"))
    game.apply(TakeCard(card="special"), "axis")
    assert game.rules.check(game.state) == ()


def test_cards_of_an_open_deck_are_seen_in_every_hand() -> None:
    game = a_game(face(), deck=DeckDef(id="events", title="Events", hidden=False))
    draw(game, "special")
    theirs = game.rules.project(game.state, "allied").hands[0]
    assert [card.title for card in theirs.cards] == ["Special"]
    assert not game.rules.sealed(game.state)
    assert game.rules.redact(game.state, "allied") is game.state


def test_nothing_of_a_hidden_hand_can_be_told_from_projection_or_redacted_state() -> None:
    views = []
    for card in ("special", "plain-1"):
        game = a_game(face())
        draw(game, card)
        seen = game.rules.redact(game.state, "allied")
        views.append((game.rules.project(game.state, "allied"), encode_state(seen)))
    assert views[0] == views[1]


def test_ways_of_cards_are_named_for_the_window() -> None:
    game = a_game(face())
    assert game.decision is not None
    ways = {way for kind in game.decision.ask.kinds for way in kind.carries}
    assert {(Pile.DECK, Pile.HAND), (Pile.HAND, Pile.TABLE), (Pile.HAND, Pile.DISCARD)} <= ways
    assert {(Pile.DISCARD, Pile.DECK), (Pile.HAND, Pile.REMOVED), (Pile.DISCARD, Pile.HAND)} <= ways


def test_random_play_with_effects_keeps_every_card() -> None:
    game = a_game(face("draw 2", "discard 1 mine", "roll 1d6"), count=4)
    choose = random.Random(8)
    for _ in range(150):
        decision = game.decision
        assert decision is not None
        side = choose.choice(decision.sides)
        kinds = [k for k in decision.ask.kinds if k.carries and k.unavailable(game.state, side) is None]
        action = choose.choice(kinds).sample(game.state, side, choose) if kinds else None
        if action is not None:
            game.apply(action, side)
            assert game.rules.check(game.state) == ()
    assert game.count > 80
    game.apply(Shuffle(deck="events"), "axis") if data(game).discards.get("events") else None


# --- cards set by hand --------------------------------------------------------------------------------


def where(game: Game, card: str) -> list[str]:
    """Every pile a card lies on."""
    held = data(game)
    piles = {"deck": held.decks, "hand": held.hands, "discard": held.discards, "removed": held.removed}
    return [f"{name} {key}" for name, pile in piles.items() for key, cards in pile.items() if card in cards]


def set_card(game: Game, card: str, pile: Pile, side: str | None = None) -> Transition:
    return game.apply(Adjudicate(cards=(CardPlacement(card=card, pile=pile, side=side),)), "axis")


def test_a_card_is_put_on_any_pile_from_any_other() -> None:
    for start, first in ((Pile.HAND, "axis"), (Pile.DISCARD, None), (Pile.REMOVED, None), (Pile.DECK, None)):
        for pile, side in (
            (Pile.HAND, "allied"),
            (Pile.DISCARD, None),
            (Pile.REMOVED, None),
            (Pile.DECK, None),
        ):
            game = a_game(face(), count=2)
            set_card(game, "special", start, first)
            set_card(game, "special", pile, side)
            assert where(game, "special") == [f"{pile} {side or 'events'}"]
            assert game.rules.check(game.state) == ()
            game.undo(free=True)
            assert where(game, "special") == [f"{start} {first or 'events'}"]


def test_only_its_owner_reads_which_card_was_put_into_his_hand() -> None:
    told = set_card(a_game(face()), "special", Pile.HAND, "allied").events[0]
    assert told.text == "Special is put into the hand of Red by hand."
    assert told.audience == ("allied",)
    assert told.public == "A card is put into the hand of Red by hand."
    opened = set_card(a_game(face()), "special", Pile.DISCARD).events[0]
    assert (opened.text, opened.audience) == ("Special is put on the discards by hand.", ())


def test_impossible_places_for_cards_are_refused() -> None:
    game = a_game(face())
    before = game.state
    for placement, words in (
        (CardPlacement(card="specal", pile=Pile.DECK), "no card 'specal'"),
        (CardPlacement(card="special", pile=Pile.TABLE), "no card can be put on the table pile"),
        (CardPlacement(card="special", pile=Pile.HAND), "whose hand"),
        (CardPlacement(card="special", pile=Pile.HAND, side="nobody"), "no side 'nobody'"),
        (CardPlacement(card="special", pile=Pile.DECK, side="axis"), "only a hand"),
    ):
        with pytest.raises(IllegalAction, match=words):
            game.apply(Adjudicate(cards=(placement,)), "axis")
        assert game.state == before
    with pytest.raises(IllegalAction, match="hands are piles of cards"):
        game.apply(Adjudicate(tracks={"hands": msgspec.Raw(b"3")}), "axis")


def test_games_without_cards_have_none_to_put() -> None:
    game = new_game(load_module(builtin_modules()["afrika"]), "gazala", 1)
    with pytest.raises(IllegalAction, match="no cards"):
        game.apply(Adjudicate(cards=(CardPlacement(card="special", pile=Pile.DECK),)))


def test_a_card_set_by_hand_is_kept_in_text() -> None:
    game = a_game(face())
    action = Adjudicate(cards=(CardPlacement(card="special", pile=Pile.HAND, side="axis"),))
    plain = encode_action(action)
    assert plain == {"kind": "adjudicate", "cards": ({"card": "special", "pile": "hand", "side": "axis"},)}
    assert decode_action(game.rules, game.decision, plain) == action
