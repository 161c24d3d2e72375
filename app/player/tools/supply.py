"""Supplying: a source and the units that draw from it, with the cost seen before it is paid."""

from __future__ import annotations

from app.player.figures import counted
from app.player.offers import Offers, assemble
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.base import Tool, toggled
from app.player.tools.outcome import Choice, Do, Leave, Outcome, Picture, Plan, Refuse, Stay
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind


class SupplyTool(Tool):
    """Groups units to a source; a proposed group is taken over and can be changed piece by piece."""

    def __init__(self, session: Session, offers: Offers, selection: Selection, kind: AnyKind) -> None:
        super().__init__(session, offers, selection, kind)
        self.source: PlaceId | None = None
        self.chosen: tuple[PieceId, ...] = ()
        self._actions, _ = offers.listed(kind)

    @property
    def sources(self) -> frozenset[PlaceId]:
        """Places that can give supply."""
        return frozenset(getattr(action, "source", "") for action in self._actions)

    @property
    def candidates(self) -> tuple[PieceId, ...]:
        """Pieces that can draw from the source."""
        found: dict[PieceId, None] = {}
        for action in self._actions:
            if getattr(action, "source", None) == self.source:
                found.update(dict.fromkeys(getattr(action, "pieces", ())))
        return tuple(found)

    def begin(self, source: PlaceId, pieces: tuple[PieceId, ...] = ()) -> None:
        """Takes a source with the pieces named, or with all that can draw from it."""
        self.source = source
        self.chosen = pieces or self.candidates

    def toggle(self, piece: PieceId) -> None:
        """Takes a piece into the group or out of it."""
        self.chosen = toggled(self.chosen, self.candidates, piece)

    @property
    def action(self) -> Action | None:
        """The group as it stands."""
        if self.source is None:
            return None
        return assemble(self.kind, source=self.source, pieces=self.chosen)

    @property
    def prompt(self) -> str:
        if self.source is None:
            return self.kind.help or "Pick a source of supply."
        here = self.session.place_title(self.source)
        action = self.action
        if action is None or not self.chosen:
            return f"Who draws from {here}?"
        refusal = self.refusal(action)
        if refusal is not None:
            return f"{here}: {refusal.text}."
        tried = self.session.what_if(action)
        words = " ".join(event.text for event in tried.events) if tried else ""
        return words or f"{counted(len(self.chosen), 'unit')} draw from {here}."

    @property
    def keys(self) -> str:
        return "Click units to take them in or out · Enter pays · Esc lets go"

    @property
    def picture(self) -> Picture:
        if self.source is None:
            return Picture(places=self.sources)
        members, able = self.offers.places_of(self.chosen), self.offers.places_of(self.candidates)
        return Picture(selected=self.source, supplied=members, places=able - members)

    @property
    def plan(self) -> Plan | None:
        action = self.action
        if action is None or self.source is None:
            return None
        refusal = self.refusal(action) if self.chosen else Refusal("nobody draws yet")
        return Plan(
            title=self.session.place_title(self.source),
            candidates=self.candidates,
            chosen=self.chosen,
            action=action,
            refusal=refusal,
        )

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        if place in self.sources and (self.source is None or piece not in self.candidates):
            self.begin(place)
            return Stay()
        here = [p for p in self.candidates if self.offers.place_of(p) == place]
        wanted: list[PieceId] = [piece] if piece is not None and piece in here else here
        if not wanted:
            return Leave()
        inside = all(p in self.chosen for p in wanted)
        for name in wanted:
            if (name in self.chosen) is inside:
                self.toggle(name)
        return Stay()

    def confirm(self) -> Outcome:
        plan = self.plan
        if plan is None or plan.action is None:
            return Stay()
        return Refuse(plan.refusal) if plan.refusal else Do((plan.action,))

    @property
    def is_ready(self) -> bool:
        plan = self.plan
        return plan is not None and plan.refusal is None

    def choices(self) -> tuple[Choice, ...]:
        return tuple(self.offers.choice(self.kind, action) for action in self._actions)
