"""Picking one thing: a piece, a place, a number, one of several options."""

from __future__ import annotations

from app.player.offers import Offers, assemble, pieces_of
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.base import Tool
from app.player.tools.outcome import Choice, Do, Leave, Outcome, Pick, Picture, Plan, Refuse, Stay
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind, Shape


class PickPieceTool(Tool):
    """A click on a lit piece does it, or asks which of several things."""

    @property
    def prompt(self) -> str:
        return self._titled(self.kind.help, "pick a piece.")

    @property
    def keys(self) -> str:
        return "Click a lit unit, on the map or in a box · the list of choices names all · Esc lets go"

    @property
    def picture(self) -> Picture:
        places = self.offers.places_of(self.offers.subjects(self.kind))
        return Picture(selected=self.selection.place, places=places)

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        able = self.offers.able(self.kind, place)
        wanted: tuple[PieceId, ...] = (piece,) if piece is not None and piece in able else able
        choices = tuple(
            self.offers.choice(self.kind, action)
            for name in wanted
            for action in self.offers.listed(self.kind, name)[0]
        )
        return picked(self.kind.label, choices)

    def choices(self) -> tuple[Choice, ...]:
        """All that can be picked, whatever was selected before."""
        return tuple(self.offers.choice(self.kind, action) for action in self.offers.listed(self.kind)[0])


class PickPlaceTool(Tool):
    """A click on a lit place does it, or asks which of several things."""

    @property
    def prompt(self) -> str:
        return self._titled(self.kind.help, "pick a place.")

    @property
    def keys(self) -> str:
        return "Click a lit place · Esc lets go"

    def _actions(self) -> tuple[Action, ...]:
        return self.offers.listed(self.kind)[0]

    @property
    def picture(self) -> Picture:
        places = {getattr(action, "at", "") for action in self._actions()}
        return Picture(selected=self.selection.place, places=frozenset(p for p in places if p))

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        here = [action for action in self._actions() if getattr(action, "at", None) == place]
        if not here:
            action = assemble(self.kind, at=place)
            refusal = self.refusal(action) if action is not None else None
            return Refuse(refusal) if refusal else Leave()
        return picked(self.kind.label, tuple(self.offers.choice(self.kind, action) for action in here))

    def choices(self) -> tuple[Choice, ...]:
        return tuple(self.offers.choice(self.kind, action) for action in self._actions())


class PickOptionTool(Tool):
    """One of some options, each in words; also numbers. Where there is a preview, it follows the choice."""

    def __init__(self, session: Session, offers: Offers, selection: Selection, kind: AnyKind) -> None:
        super().__init__(session, offers, selection, kind)
        self.actions, self.is_whole = offers.listed(kind)
        self.index = 0

    @property
    def prompt(self) -> str:
        return self._titled(self.kind.help, "choose.")

    @property
    def keys(self) -> str:
        lit = "Click a lit place or a line of the choices · " if self.picture.places else ""
        return f"{lit}Ctrl+Enter confirms · Esc lets go"

    @property
    def picture(self) -> Picture:
        places = {place for action in self.actions for place in self.offers.choice(self.kind, action).places}
        pieces = {name for action in self.actions for name in pieces_of(action)}
        lit = self.offers.places_of(places) | self.offers.places_of(pieces)
        return Picture(selected=self.selection.place, places=lit)

    @property
    def chosen(self) -> Action | None:
        """The option now chosen."""
        return self.actions[self.index] if self.actions else None

    def choose(self, index: int) -> None:
        """Chooses another option without doing it yet."""
        self.index = max(0, min(index, len(self.actions) - 1))

    def number(self, action: Action) -> int | None:
        """The number of an action of shape NUMBER."""
        found = getattr(action, "number", getattr(action, "count", None))
        return found if isinstance(found, int) else None

    @property
    def plan(self) -> Plan | None:
        action = self.chosen
        if action is None:
            return None
        state, side = self.offers.state, self.offers.side
        return Plan(
            title=self.kind.label,
            action=action,
            chosen=pieces_of(action),
            preview=self.kind.preview(state, side, action),
            refusal=self.refusal(action),
        )

    @property
    def is_ready(self) -> bool:
        return self.chosen is not None

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        here = [
            choice
            for choice in self.choices()
            if place in choice.places
            or (
                piece in choice.pieces if piece is not None else place in self.offers.places_of(choice.pieces)
            )
        ]
        return picked(self.kind.label, tuple(here)) if here else Leave()

    def confirm(self) -> Outcome:
        action = self.chosen
        return Do((action,)) if action is not None else Stay()

    def choices(self) -> tuple[Choice, ...]:
        return tuple(self.offers.choice(self.kind, action) for action in self.actions)


def picked(title: str, choices: tuple[Choice, ...]) -> Outcome:
    """Does the only choice, or asks which."""
    if not choices:
        return Leave()
    return Do(choices[0].actions) if len(choices) == 1 else Pick(title, choices)


def has_numbers(kind: AnyKind) -> bool:
    """Whether a kind asks for a bare number."""
    return kind.shape is Shape.NUMBER
