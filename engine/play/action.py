"""Actions and their kinds.

An *action* is one decision a player makes at the table: a frozen struct tagged by ``kind``,
readable as one line of JSON. An *action kind* knows all about one sort of action: when it may
be offered, every legal one (lazily), one at random, why a given one is refused, what it does.

Field names mean the same in all games, so that a game-blind window can assemble actions:
``piece``/``pieces`` who acts, ``path`` places entered in order, ``at`` a place, ``target`` the
place attacked, ``attackers``, ``source`` where goods come from, ``count`` how many,
``number`` a bare number, ``card`` a card, ``deck`` a deck of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import msgspec

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, RuleRef, SideId
from engine.state.model import State
from engine.view.cards import Pile

if TYPE_CHECKING:
    import random

    from engine.play.resolution import Resolution
    from engine.view.preview import Preview
    from engine.view.reach import Reach


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", omit_defaults=True):
    """Base of all actions; subclasses name their kind with ``tag=``."""


A = TypeVar("A", bound=Action)


class Shape(Enum):
    """How a person puts an action of a kind together; the window has one tool for each."""

    BUTTON = "button"  # nothing to choose
    NUMBER = "number"  # `number` out of the choices
    PIECE = "piece"  # `piece` out of the choices
    PLACE = "place"  # `at` out of the choices
    OPTION = "option"  # one of the choices, each described in words
    PIECE_PLACE = "piece-place"  # `piece` or `pieces`, then `at`
    MOVE = "move"  # `pieces` of one stack, then `path` (reach is shown)
    ATTACK = "attack"  # `target`, then `attackers` (preview is shown)
    CARRY = "carry"  # `source`, then `path` or `at`, and `count`
    SUPPLY = "supply"  # `source` and the `pieces` that draw from it
    CARD = "card"  # `card` out of a hand or pile; each choice described in words


class ActionKind(Generic[A]):
    """All knowledge about one kind of action. Stateless; subclasses hold their compiled game.

    ``check`` is complete: what it passes can be applied. ``choices`` yields only what ``check``
    passes. ``apply`` is called after ``check`` and may roll, emit, and steer the flow.
    """

    kind: str
    action: type[Action]
    shape: Shape = Shape.OPTION
    label: str = ""
    rule: RuleRef = ""
    help: str = ""
    ends: bool = False
    """True for the kind that ends the present phase or answer (the window's primary button)."""
    aside: bool = False
    """True for a kind offered beside questions about something else; the window lights nothing for it."""
    carries: tuple[tuple[Pile, Pile], ...] = ()
    """For actions on a `card` or `deck`: from which pile to which they bring cards."""

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        """Why no action of this kind can be taken at all now; None if one may exist."""
        return None

    def check(self, state: State, side: SideId, action: A) -> Refusal | None:
        """Why this very action is refused; None if it is legal."""
        raise NotImplementedError

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[A]:
        """Every legal action (or, where too many, every sensible one), lazily; of one piece if given."""
        raise NotImplementedError

    def sample(self, state: State, side: SideId, random: random.Random) -> A | None:
        """One legal action at random, or None if there is none."""
        found = list(self.choices(state, side))
        return random.choice(found) if found else None

    def apply(self, r: Resolution, side: SideId, action: A) -> None:
        """Carries out a checked action."""
        raise NotImplementedError

    def describe(self, state: State, action: A) -> str:
        """The action in plain words, for menus and lists."""
        return self.label

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        """Pieces and places that can begin an action of this kind; these are lit."""
        seen: dict[PieceId | PlaceId, None] = {}
        for choice in self.choices(state, side):
            pieces: tuple[PieceId, ...] = getattr(choice, "pieces", ())
            if pieces and self.shape is Shape.PIECE_PLACE:  # the place is where they end
                seen.update(dict.fromkeys(pieces))
                continue
            for name in ("piece", "target", "source", "at"):
                value = getattr(choice, name, None)
                if value:
                    seen.setdefault(value)
                    break
            else:
                seen.update(dict.fromkeys(getattr(choice, "pieces", ())))
        return tuple(seen)

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        """Why an unlit piece or place cannot begin an action of this kind; None if unknown or lit.

        Shape CARD is asked for cards, too.
        """
        return self.unavailable(state, side)

    def reach(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Reach | None:
        """Shape MOVE and CARRY: where the pieces can go, with costs and paths."""
        return None

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        """Shape PIECE_PLACE and ATTACK: places that can complete the action for these pieces."""
        return ()

    def preview(self, state: State, side: SideId, action: A) -> Preview | None:
        """Shape ATTACK: strengths, odds, modifiers, results with probabilities."""
        return None


AnyKind: TypeAlias = ActionKind[Any]
"""A kind whose action type is not known here; the engine hands it only actions of its own type."""


class EndPhase(Action, frozen=True, tag="end-phase"):
    """Ends the present phase."""


class Adjudicate(Action, frozen=True, tag="adjudicate"):
    """Overrules the rules (A19): puts pieces, marks, tracks, control, turn and phase as given.

    ``set`` holds the changes to pieces, ``tracks`` what the ruleset calls its tracks, ``cards`` where cards
    are put.
    Logged and marked; available at any time.
    """

    set: tuple[PiecePlacement, ...] = ()
    tracks: dict[str, msgspec.Raw] | None = None
    control: dict[PlaceId, SideId] | None = None
    turn: int | None = None
    phase: str | None = None
    side: SideId | None = None
    cards: tuple[CardPlacement, ...] = ()


class PiecePlacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where one piece is put by adjudication; a field left out (UNSET) stays as it is.

    ``at: null`` takes the piece out of the game; ``count`` serves supply points.
    """

    piece: PieceId
    at: PlaceId | msgspec.UnsetType | None = msgspec.UNSET
    steps: int | msgspec.UnsetType = msgspec.UNSET
    count: int | msgspec.UnsetType = msgspec.UNSET
    markers: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class CardPlacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where one card is put by adjudication: a pile, and whose hand if it is a hand."""

    card: str
    pile: Pile
    side: SideId | None = None
