"""What can be done now, looked up by what is clicked: the decision's kinds with their subjects.

Subjects are asked for once at each position. Where a kind is out of reach altogether, its reason is kept, so
that a click or hover on something unlit can say why.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import islice

import msgspec

from app.player.session import Session
from app.player.tools.outcome import Choice
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, AnyKind, Shape
from engine.play.decision import Decision
from engine.state.model import State
from engine.view.projection import Projection

MOST_LISTED = 400
"""Choices of one kind that lists show; more are reached by picking a piece first."""


class Offers:
    """The kinds of the present decision for one side at one position. Immutable but for what it remembers."""

    def __init__(self, session: Session) -> None:
        self.decision: Decision | None = session.decision
        self.state: State = session.state
        self.side: SideId = session.acting
        self.view: Projection = session.projection
        self._rules = session.rules
        self._subjects: dict[str, frozenset[str]] = {}

    @property
    def moment(self) -> tuple[SideId, str] | None:
        """Who decides in which phase; None when nobody does."""
        return (self.side, self.decision.phase) if self.decision is not None else None

    @cached_property
    def kinds(self) -> tuple[AnyKind, ...]:
        """All kinds offered."""
        return self.decision.ask.kinds if self.decision else ()

    @cached_property
    def available(self) -> tuple[AnyKind, ...]:
        """Kinds of which some action may be possible."""
        return tuple(kind for kind in self.kinds if kind.unavailable(self.state, self.side) is None)

    def subjects(self, kind: AnyKind) -> frozenset[str]:
        """Pieces and places that can begin an action of a kind."""
        if kind.kind not in self._subjects:
            self._subjects[kind.kind] = frozenset(kind.subjects(self.state, self.side))
        return self._subjects[kind.kind]

    def standing(self, place: PlaceId) -> tuple[PieceId, ...]:
        """Pieces the viewer sees in a place, bottom to top."""
        stack = self.view.stacks.get(place)
        return stack.pieces if stack else ()

    def place_of(self, piece: PieceId) -> PlaceId | None:
        """Where a piece stands, as the viewer sees it."""
        found = self.view.pieces.get(piece)
        return found.at if found else None

    def places_of(self, names: Iterable[PieceId | PlaceId]) -> frozenset[PlaceId]:
        """Places named, and places of the pieces named."""
        pieces = self.view.pieces
        places = (pieces[name].at if name in pieces else name for name in names)
        return frozenset(place for place in places if place is not None)

    @cached_property
    def lit_pieces(self) -> frozenset[PieceId]:
        """Pieces that can begin something."""
        return frozenset(name for name in self._all_subjects() if name in self.view.pieces)

    @cached_property
    def lit_places(self) -> frozenset[PlaceId]:
        """Places that can begin something themselves or hold a piece that can."""
        return self.places_of(self._all_subjects())

    @cached_property
    def asked(self) -> tuple[AnyKind, ...]:
        """Available kinds that the decision is about; in a question not those offered beside it."""
        is_question = self.decision is not None and bool(self.decision.ask.part)
        return tuple(kind for kind in self.available if not (is_question and kind.aside))

    def _all_subjects(self) -> Iterable[str]:
        return {name for kind in self.asked for name in self.subjects(kind)}

    def able(self, kind: AnyKind, place: PlaceId) -> tuple[PieceId, ...]:
        """Pieces of a place that can begin an action of a kind, top first."""
        subjects = self.subjects(kind)
        return tuple(piece for piece in reversed(self.standing(place)) if piece in subjects)

    def at(self, place: PlaceId, piece: PieceId | None = None) -> tuple[AnyKind, ...]:
        """Kinds that a place, or this piece in it, can begin."""
        standing = self.standing(place) if piece is None else (piece,)
        return tuple(
            kind
            for kind in self.available
            if place in self.subjects(kind) or not self.subjects(kind).isdisjoint(standing)
        )

    def why_not(self, place: PlaceId, piece: PieceId | None = None) -> Refusal | None:
        """Why nothing can begin here; the most telling reason there is."""
        for subject in (piece, *reversed(self.standing(place)), place):
            if subject is None:
                continue
            for kind in self.kinds:
                refusal = kind.why_not(self.state, self.side, subject)
                if refusal is not None and kind.unavailable(self.state, self.side) is None:
                    return refusal
        return self._rules.why_not(self.state, self.side, place)

    def listed(self, kind: AnyKind, piece: PieceId | None = None) -> tuple[tuple[Action, ...], bool]:
        """Choices of a kind for a list, and whether that is all of them."""
        found = tuple(islice(kind.choices(self.state, self.side, piece), MOST_LISTED + 1))
        return found[:MOST_LISTED], len(found) <= MOST_LISTED

    def choice(self, kind: AnyKind, action: Action) -> Choice:
        """An action as a line of a list."""
        places = tuple(p for p in (getattr(action, "target", ""), getattr(action, "at", "")) if p)
        path: tuple[PlaceId, ...] = getattr(action, "path", ())
        return Choice(
            text=kind.describe(self.state, action) or kind.label,
            actions=(action,),
            rule=kind.rule,
            places=places or path[-1:],
            pieces=pieces_of(action),
        )

    def button_action(self, kind: AnyKind) -> Action | None:
        """The one action of a kind that has nothing to choose."""
        return next(iter(kind.choices(self.state, self.side)), None)


def pieces_of(action: Action) -> tuple[PieceId, ...]:
    """The pieces an action names."""
    single: PieceId = getattr(action, "piece", "")
    several: tuple[PieceId, ...] = getattr(action, "pieces", ()) or getattr(action, "attackers", ())
    return (single,) if single else several


def assemble(kind: AnyKind, **given: object) -> Action | None:
    """An action of a kind out of the fields it has; None if a needed one is missing."""
    fields = {field.name: field for field in msgspec.structs.fields(kind.action)}
    used = {name: value for name, value in given.items() if name in fields}
    if any(field.required and name not in used for name, field in fields.items()):
        return None
    return kind.action(**used)


def takes(kind: AnyKind, field: str) -> bool:
    """Whether the actions of a kind have a field."""
    return field in kind.action.__struct_fields__


def is_button(kind: AnyKind) -> bool:
    """Whether a kind is a plain button."""
    return kind.shape is Shape.BUTTON
