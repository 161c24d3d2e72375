"""The table of a free game: everything about a module and scenario that does not change in play.

Kinds of action, set-up and projection share it, so that each looks up definitions in one place only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import Refusal
from engine.geometry.board import CompiledBoard
from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import GameData, OptionValue, State

if TYPE_CHECKING:
    from engine.definition.card import CardDef, DeckDef
    from engine.definition.module import ModuleDef
    from engine.definition.piece import PieceDef
    from engine.definition.scenario import ScenarioDef, ScheduleEntry
    from engine.definition.sequence import BoxDef, ConditionDef, TrackDef

COPY = "~"
"""Stands between the id of a template and the number of a copy made in play."""
FLIPPED = "flipped"
PLAY_MARKS = ("moved", "fought", "out-of-supply")


class FreePlayData(GameData, frozen=True):
    """Tracks by id, and cards: undrawn ones as a pool without order, hands, discards and removed (top
    last).
    """

    tracks: Mapping[str, int] = {}
    decks: Mapping[str, tuple[str, ...]] = {}
    hands: Mapping[SideId, tuple[str, ...]] = {}
    discards: Mapping[str, tuple[str, ...]] = {}
    removed: Mapping[str, tuple[str, ...]] = {}


def data_of(state: State) -> FreePlayData:
    """A state's own data, typed."""
    assert isinstance(state.data, FreePlayData)
    return state.data


def applies(conditions: tuple[ConditionDef, ...], options: Mapping[str, OptionValue]) -> bool:
    """Whether all conditions on options hold."""
    return all(options.get(condition.option) == condition.value for condition in conditions)


@dataclass(frozen=True)
class FreeTable:
    """One scenario of one module laid out for free play."""

    module: ModuleDef
    scenario: ScenarioDef
    board: CompiledBoard
    pieces: Mapping[PieceId, PieceDef]
    boxes: Mapping[PlaceId, BoxDef]
    tracks: Mapping[str, TrackDef]
    cards: Mapping[str, CardDef]
    """By the id a card has in play: copies of a card have numbers behind its own."""
    decks: Mapping[str, DeckDef]
    sides: tuple[SideId, ...]
    places: tuple[PlaceId, ...]

    def definition(self, piece: PieceId) -> PieceDef | None:
        """The definition of a piece or of the template it was copied from."""
        return self.pieces.get(piece.partition(COPY)[0])

    def name(self, piece: PieceId) -> str:
        """How people call a piece."""
        found = self.definition(piece)
        return found.name if found else piece

    def names(self, pieces: Iterable[PieceId]) -> str:
        """Several pieces in words."""
        return ", ".join(self.name(piece) for piece in pieces)

    def max_steps(self, piece: PieceId) -> int:
        """Steps of a fresh counter, at least one."""
        found = self.definition(piece)
        return max(found.steps, 1) if found else 1

    def entries(self, options: Mapping[str, OptionValue]) -> Iterator[ScheduleEntry]:
        """The entries of the schedule that apply in a game of these options."""
        for entry in self.module.schedule:
            if entry.is_in(self.scenario.id) and applies(entry.when, options):
                yield entry

    def withdrawing(self, state: State) -> frozenset[PieceId]:
        """The pieces that the schedule has withdrawn by this turn, whether they have left or not."""
        due = (entry for entry in self.entries(state.options) if entry.action == "withdraw")
        return frozenset(name for entry in due if entry.turn <= state.turn for name in entry.pieces)

    def card_title(self, card: str) -> str:
        """How people call a card."""
        return self.cards[card].title if card in self.cards else card

    def deck_title(self, deck: str) -> str:
        """How people call a deck."""
        return self.decks[deck].title if deck in self.decks else deck

    def is_secret(self, card: str) -> bool:
        """Whether a card is hidden in a hand from the other side."""
        found = self.cards.get(card)
        return found is not None and found.deck in self.decks and self.decks[found.deck].hidden

    def has_place(self, place: PlaceId) -> bool:
        """Whether there is such a hex or box."""
        return place in self.board.index or place in self.boxes

    def place_name(self, place: PlaceId | None) -> str:
        """A hex with its printed name, a box by its title."""
        if place is None:
            return "out of play"
        if place in self.boxes:
            return self.boxes[place].title
        found = self.board.index.get(place)
        return place if found is None else self.board.label(found)

    def known_place(self, place: PlaceId) -> Refusal | None:
        """Refuses a place the boards do not have."""
        if self.has_place(place):
            return None
        return Refusal(f"there is no hex or box {place}", code="UNKNOWN_ID")

    def known_pieces(self, state: State, pieces: tuple[PieceId, ...]) -> Refusal | None:
        """Refuses no pieces at all, one named twice, or one this game does not have."""
        if not pieces:
            return Refusal("no piece is named", code="BAD_REQUEST")
        if len(set(pieces)) != len(pieces):
            return Refusal("a piece is named twice", code="BAD_REQUEST")
        for piece in pieces:
            if piece not in state.pieces:
                return Refusal(f"there is no piece {piece}", code="UNKNOWN_ID")
        return None

    def track_bounds(self, track: str) -> tuple[int, int]:
        """Lowest and highest position of a track; named spaces count from 0."""
        found = self.tracks[track]
        return (0, len(found.spaces) - 1) if found.spaces else (found.first, found.last)

    def track_text(self, track: str, value: int) -> str:
        """A position of a track in words."""
        spaces = self.tracks[track].spaces
        return spaces[value] if spaces and 0 <= value < len(spaces) else str(value)

    def turn_bounds(self) -> tuple[int, int]:
        """First and last turn: of the track if there is one, else of the scenario's longest version."""
        numbers = [turn.number for turn in self.module.turns]
        if numbers:
            return min(numbers), max(numbers)
        return self.scenario.first_turn, max(version.last_turn for version in self.scenario.versions)
