"""What free play lets hands do beside the counters: dice, cards, tracks, turn and phase, the agreed end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.flow.sequence import SequenceStep, SequenceVars
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import EndPhase, Shape
from engine.rules.freeplay_actions import (
    DeclareOver,
    DrawCard,
    PlayCard,
    ReturnCard,
    Roll,
    SetPhase,
    SetTrack,
    SetTurn,
    Shuffle,
)
from engine.rules.freeplay_pieces import FreeKind
from engine.rules.freeplay_table import FreeTable, data_of
from engine.state.model import State

if TYPE_CHECKING:
    import random

    from engine.play.resolution import Resolution

COMMON_ROLLS = ((1, 6), (2, 6), (1, 10), (1, 100))


class EndPhaseKind(FreeKind[EndPhase]):
    """On to the next phase of the sequence."""

    kind = "end-phase"
    action = EndPhase
    shape = Shape.BUTTON
    label = "Next phase"
    ends = True

    def check(self, state: State, side: SideId, action: EndPhase) -> Refusal | None:
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[EndPhase]:
        if piece is None:
            yield EndPhase()

    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        r.emit("phase-ended", "Phase ended.", side=side)
        r.end()


class SetPhaseKind(FreeKind[SetPhase]):
    """Going to any phase, back included."""

    kind = "set-phase"
    action = SetPhase
    shape = Shape.OPTION
    label = "Go to phase"

    def __init__(self, table: FreeTable, sequence: SequenceStep) -> None:
        super().__init__(table)
        self.sequence = sequence

    def check(self, state: State, side: SideId, action: SetPhase) -> Refusal | None:
        known = [leaf.id for leaf in self.sequence.leaves]
        if action.phase in known:
            return None
        return Refusal(f"there is no phase {action.phase}; phases: {', '.join(known)}", code="UNKNOWN_ID")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[SetPhase]:
        if piece is None:
            yield from (SetPhase(phase=leaf.id) for leaf in self.sequence.leaves if leaf.id != state.phase)

    def apply(self, r: Resolution, side: SideId, action: SetPhase) -> None:
        r.end()
        r.set_vars(SequenceVars(index=self.sequence.index_of(action.phase) - 1))
        r.emit("phase-set", f"{self.describe(r.state, action)}.", side=side)

    def describe(self, state: State, action: SetPhase) -> str:
        path = self.sequence.paths[action.phase]
        return "Go to " + ": ".join(self.sequence.definitions[name].title for name in path)


class SetTurnKind(FreeKind[SetTurn]):
    """The turn marker."""

    kind = "set-turn"
    action = SetTurn
    shape = Shape.NUMBER
    label = "Turn"

    def check(self, state: State, side: SideId, action: SetTurn) -> Refusal | None:
        first, last = self.table.turn_bounds()
        if first <= action.number <= last:
            return None
        return Refusal(f"turns go from {first} to {last}", code="BAD_REQUEST")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[SetTurn]:
        first, last = self.table.turn_bounds()
        if piece is None:
            yield from (SetTurn(number=n) for n in range(first, last + 1) if n != state.turn)

    def apply(self, r: Resolution, side: SideId, action: SetTurn) -> None:
        r.set_turn(action.number)
        r.emit("turn-set", f"Turn {self.table.module.turn_title(action.number)}.", side=side)

    def describe(self, state: State, action: SetTurn) -> str:
        return f"Turn {action.number}: {self.table.module.turn_title(action.number)}"


class SetTrackKind(FreeKind[SetTrack]):
    """Markers on tracks."""

    kind = "set-track"
    action = SetTrack
    shape = Shape.OPTION
    label = "Track"

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if self.table.tracks else Refusal("this game has no tracks")

    def check(self, state: State, side: SideId, action: SetTrack) -> Refusal | None:
        if action.track not in self.table.tracks:
            return Refusal(f"there is no track {action.track}", code="UNKNOWN_ID")
        first, last = self.table.track_bounds(action.track)
        if first <= action.number <= last:
            return None
        title = self.table.tracks[action.track].title
        return Refusal(f"{title} goes from {first} to {last}", code="BAD_REQUEST")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[SetTrack]:
        tracks = data_of(state).tracks if piece is None else {}
        for track, value in tracks.items():
            first, last = self.table.track_bounds(track)
            for number in (value + 1, value - 1):
                if first <= number <= last:
                    yield SetTrack(track=track, number=number)

    def apply(self, r: Resolution, side: SideId, action: SetTrack) -> None:
        data = data_of(r.state)
        before = data.tracks.get(action.track, 0)
        r.set_data(replace(data, tracks={**data.tracks, action.track: action.number}))
        text = self.table.track_text
        title = self.table.tracks[action.track].title
        words = f"{title}: {text(action.track, before)} → {text(action.track, action.number)}."
        r.emit("track-set", words, side=side, data={"track": action.track, "value": action.number})

    def describe(self, state: State, action: SetTrack) -> str:
        title = self.table.tracks[action.track].title
        return f"{title} to {self.table.track_text(action.track, action.number)}"


class RollKind(FreeKind[Roll]):
    """Dice."""

    kind = "roll"
    action = Roll
    shape = Shape.OPTION
    label = "Roll dice"

    def check(self, state: State, side: SideId, action: Roll) -> Refusal | None:
        if not 1 <= action.dice <= 20:
            return Refusal("1 to 20 dice can be rolled at once", code="BAD_REQUEST")
        if not 2 <= action.faces <= 100:
            return Refusal("a die has 2 to 100 faces", code="BAD_REQUEST")
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Roll]:
        if piece is None:
            yield from (Roll(dice=dice, faces=faces) for dice, faces in COMMON_ROLLS)

    def apply(self, r: Resolution, side: SideId, action: Roll) -> None:
        reason = action.reason or f"{action.dice}d{action.faces}"
        rolled = r.roll(reason, dice=action.dice, faces=action.faces)
        total = f" = {sum(rolled)}" if len(rolled) > 1 else ""
        text = f"{reason}: {' + '.join(map(str, rolled))}{total}."
        r.emit("dice-rolled", text, side=side, dice=rolled)

    def describe(self, state: State, action: Roll) -> str:
        what = "a die" if action.dice == 1 else f"{action.dice} dice"
        return f"Roll {what} with {action.faces} faces"


def _without(cards: Mapping[str, tuple[str, ...]], key: str, card: str) -> dict[str, tuple[str, ...]]:
    return {**cards, key: tuple(other for other in cards.get(key, ()) if other != card)}


def _with(cards: Mapping[str, tuple[str, ...]], key: str, card: str) -> dict[str, tuple[str, ...]]:
    return {**cards, key: (*cards.get(key, ()), card)}


class DrawCardKind(FreeKind[DrawCard]):
    """Drawing: the deck has no order, each card is chosen when it is drawn."""

    kind = "draw-card"
    action = DrawCard
    shape = Shape.OPTION
    label = "Draw a card"

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if any(data_of(state).decks.values()) else Refusal("no deck has cards left")

    def check(self, state: State, side: SideId, action: DrawCard) -> Refusal | None:
        decks = data_of(state).decks
        if action.deck not in decks:
            return Refusal(f"there is no deck {action.deck}", code="UNKNOWN_ID")
        return None if decks[action.deck] else Refusal("this deck is empty", hint="shuffle the discards back")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[DrawCard]:
        if piece is None:
            yield from (DrawCard(deck=deck) for deck, cards in data_of(state).decks.items() if cards)

    def apply(self, r: Resolution, side: SideId, action: DrawCard) -> None:
        data = data_of(r.state)
        title = self._title(action.deck)
        card = r.pick(title, data.decks[action.deck])
        r.set_data(
            replace(data, decks=_without(data.decks, action.deck, card), hands=_with(data.hands, side, card))
        )
        text = f"Drawn from {title}: {self.table.cards[card].title}."
        r.emit("card-drawn", text, side=side, audience=(side,), public=f"A card was drawn from {title}.")

    def describe(self, state: State, action: DrawCard) -> str:
        return f"Draw from {self._title(action.deck)}"

    def _title(self, deck: str) -> str:
        return next((found.title for found in self.table.module.decks if found.id == deck), deck)


class PlayCardKind(FreeKind[PlayCard]):
    """Playing a card face up."""

    kind = "play-card"
    action = PlayCard
    shape = Shape.OPTION
    label = "Play a card"

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if data_of(state).hands.get(side) else Refusal("the hand is empty")

    def check(self, state: State, side: SideId, action: PlayCard) -> Refusal | None:
        held = action.card in data_of(state).hands.get(side, ())
        return None if held else Refusal(f"card {action.card} is not in this hand", code="UNKNOWN_ID")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[PlayCard]:
        if piece is None:
            yield from (PlayCard(card=card) for card in data_of(state).hands.get(side, ()))

    def apply(self, r: Resolution, side: SideId, action: PlayCard) -> None:
        data, card = data_of(r.state), self.table.cards[action.card]
        discards = _with(data.discards, card.deck, card.id)
        r.set_data(replace(data, hands=_without(data.hands, side, card.id), discards=discards))
        r.reveal()
        r.emit("card-played", f"{card.title} is played.", side=side)

    def describe(self, state: State, action: PlayCard) -> str:
        return f"Play {self.table.cards[action.card].title}"


class ReturnCardKind(FreeKind[ReturnCard]):
    """Giving a card back unseen."""

    kind = "return-card"
    action = ReturnCard
    shape = Shape.OPTION
    label = "Give a card back"

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if data_of(state).hands.get(side) else Refusal("the hand is empty")

    def check(self, state: State, side: SideId, action: ReturnCard) -> Refusal | None:
        held = action.card in data_of(state).hands.get(side, ())
        return None if held else Refusal(f"card {action.card} is not in this hand", code="UNKNOWN_ID")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[ReturnCard]:
        if piece is None:
            yield from (ReturnCard(card=card) for card in data_of(state).hands.get(side, ()))

    def apply(self, r: Resolution, side: SideId, action: ReturnCard) -> None:
        data, card = data_of(r.state), self.table.cards[action.card]
        decks = {**data.decks, card.deck: tuple(sorted((*data.decks.get(card.deck, ()), card.id)))}
        r.set_data(replace(data, hands=_without(data.hands, side, card.id), decks=decks))
        text = f"{card.title} goes back into its deck."
        r.emit("card-returned", text, side=side, audience=(side,), public="A card goes back into its deck.")

    def describe(self, state: State, action: ReturnCard) -> str:
        return f"Give back {self.table.cards[action.card].title}"


class ShuffleKind(FreeKind[Shuffle]):
    """Discards back into the deck; the order needs no shuffling because draws choose at random."""

    kind = "shuffle"
    action = Shuffle
    shape = Shape.OPTION
    label = "Shuffle discards back"

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        return None if any(data_of(state).discards.values()) else Refusal("no cards are discarded")

    def check(self, state: State, side: SideId, action: Shuffle) -> Refusal | None:
        data = data_of(state)
        if action.deck not in data.decks:
            return Refusal(f"there is no deck {action.deck}", code="UNKNOWN_ID")
        return None if data.discards.get(action.deck) else Refusal("this deck has no discards")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Shuffle]:
        if piece is None:
            yield from (Shuffle(deck=deck) for deck, cards in data_of(state).discards.items() if cards)

    def apply(self, r: Resolution, side: SideId, action: Shuffle) -> None:
        data = data_of(r.state)
        full = tuple(sorted((*data.decks[action.deck], *data.discards[action.deck])))
        number = len(data.discards[action.deck])
        discards = {**data.discards, action.deck: ()}
        r.set_data(replace(data, decks={**data.decks, action.deck: full}, discards=discards))
        r.emit("deck-shuffled", f"{number} discards shuffled back: {len(full)} cards.", side=side)

    def describe(self, state: State, action: Shuffle) -> str:
        return f"Shuffle {len(data_of(state).discards[action.deck])} discards back"


class DeclareOverKind(FreeKind[DeclareOver]):
    """Agreeing on the end; never chosen at random."""

    kind = "declare-over"
    action = DeclareOver
    shape = Shape.OPTION
    label = "End the game"

    def check(self, state: State, side: SideId, action: DeclareOver) -> Refusal | None:
        if action.winner in (*self.table.sides, "draw"):
            return None
        return Refusal(f"{action.winner} is neither a side nor a draw", code="UNKNOWN_ID")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[DeclareOver]:
        if piece is None:
            yield from (DeclareOver(winner=winner) for winner in (*self.table.sides, "draw"))

    def sample(self, state: State, side: SideId, random: random.Random) -> DeclareOver | None:
        return None

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return ()

    def apply(self, r: Resolution, side: SideId, action: DeclareOver) -> None:
        r.finish(action.winner, f"{self.describe(r.state, action)}, as agreed.")

    def describe(self, state: State, action: DeclareOver) -> str:
        if action.winner == "draw":
            return "The game is a draw"
        return f"{self.table.module.side(action.winner).title} wins"
