"""What all tools have in common."""

from __future__ import annotations

from app.player.offers import Offers
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.outcome import Card, Choice, Leave, Outcome, Picture, Plan, Stay
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind


class Tool:
    """One way to put an action together. Stateful; lives from the first click to the action or Esc."""

    def __init__(self, session: Session, offers: Offers, selection: Selection, kind: AnyKind) -> None:
        self.session = session
        self.offers = offers
        self.selection = selection
        self.kind = kind

    @property
    def prompt(self) -> str:
        """What the person should do next."""
        return self._titled(self.kind.help)

    def _titled(self, words: str, otherwise: str = "") -> str:
        """The name of the kind, and words about it; other words where there are none."""
        words = words or otherwise
        if not self.kind.label or not words:
            return self.kind.label or words
        return f"{self.kind.label}: {words[:1].lower()}{words[1:]}"

    @property
    def keys(self) -> str:
        """The keys that work now, in one line."""
        return "Enter confirms · Esc lets go"

    @property
    def picture(self) -> Picture:
        """What to light on the board."""
        return Picture(selected=self.selection.place)

    @property
    def plan(self) -> Plan | None:
        """What is under construction, for a dialog or panel."""
        return None

    @property
    def is_ready(self) -> bool:
        """Whether Enter would do something."""
        return False

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        """A place, or a piece in it, was clicked or confirmed with the hex cursor."""
        return Leave()

    def drop(self, place: PlaceId) -> Outcome:
        """The selected pieces were dragged to a place."""
        return self.take(place)

    def hover(self, place: PlaceId) -> None:
        """The pointer or the hex cursor came to a place."""

    def card(self, place: PlaceId) -> Card | None:
        """What this tool knows about a place; None leaves the plain card."""
        return None

    def confirm(self) -> Outcome:
        """Enter was pressed."""
        return Stay()

    def step_back(self) -> bool:
        """Esc: takes the last step back; False if there was none and the tool can go."""
        return False

    def choices(self) -> tuple[Choice, ...]:
        """Everything that can be done next, for the list of choices."""
        actions, _ = self.offers.listed(self.kind, next(iter(self.selection.pieces), None))
        return tuple(self.offers.choice(self.kind, action) for action in actions)

    def refusal(self, action: Action) -> Refusal | None:
        """Why an action would be refused now."""
        return self.session.check(action, self.offers.side)


def toggled(
    chosen: tuple[PieceId, ...], candidates: tuple[PieceId, ...], piece: PieceId
) -> tuple[PieceId, ...]:
    """The chosen pieces without one of them, or with another candidate, in the order of the candidates."""
    if piece in chosen:
        return tuple(other for other in chosen if other != piece)
    if piece in candidates:
        return tuple(other for other in candidates if other in (*chosen, piece))
    return chosen
