"""The plain hover card of a place: terrain, name, what the rules note, control, who is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.player.figures import fractions
from app.player.offers import Offers
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.attack import AttackTool
from app.player.tools.base import Tool
from app.player.tools.outcome import Card, CardLine
from engine.ids import PieceId, PlaceId
from engine.play.action import Shape

MOST_NAMES = 6


class PlaceCards:
    """Makes cards for one window: what a tool knows first, the place itself, then why nothing begins here."""

    def __init__(
        self, session: Session, top_down: Callable[[PlaceId], tuple[PieceId, ...]] | None = None
    ) -> None:
        """``top_down`` gives the order in which the map shows a stack; left out, that of the position."""
        self.session, self._top_down = session, top_down
        self._battles: tuple[Offers, AttackTool | None] | None = None
        self._terrain = {found.id: found.title for found in session.module.terrain}

    def card(self, place: PlaceId, piece: PieceId | None, tool: Tool | None, offers: Offers) -> Card:
        """The card for the pointer over a place, and a piece in it."""
        told = tool.card(place) if tool is not None else None
        plain = self.plain(place)
        if told is not None:
            return replace(
                told,
                title=plain.title,
                subtitle=plain.subtitle,
                chip=told.chip or plain.chip,
                chip_tone=told.chip_tone if told.chip else plain.chip_tone,
                lines=told.lines or plain.lines,
                foot=(*told.foot, *(self._foot(place) if told.lines else plain.foot)),
            )
        if tool is not None or offers.decision is None:
            return plain
        attack = self._attack(place, offers)
        if attack is not None:
            chip, lines = attack.chip, (*plain.lines, *attack.lines)
            return replace(plain, chip=chip, chip_tone=attack.chip_tone, lines=lines)
        if not offers.at(place, piece):
            return replace(plain, refusal=offers.why_not(place, piece))
        return plain

    def _attack(self, place: PlaceId, offers: Offers) -> Card | None:
        """What a battle here would be like, where battles are what is decided about."""
        if self._battles is None or self._battles[0] is not offers:
            kinds = {kind.shape: kind for kind in offers.available}
            kind = None if Shape.MOVE in kinds else kinds.get(Shape.ATTACK)
            tool = AttackTool(self.session, offers, Selection(), kind) if kind is not None else None
            self._battles = (offers, tool)
        tool = self._battles[1]
        return tool.card(place) if tool is not None else None

    def plain(self, place: PlaceId) -> Card:
        """What a place is and who is there."""
        session = self.session
        index = session.rules.board.index.get(place)
        if index is None:
            return Card(place=place, title=session.place_title(place), foot=self._foot(place))
        board = session.rules.board
        terrain = self._terrain.get(board.terrain[index], board.terrain[index].capitalize())
        name = board.place_name(index)
        notes = session.rules.hex_notes(session.state, session.viewer, place)
        lines = tuple(
            CardLine(text=note.text, amount=fractions(note.amount), rule=note.rule) for note in notes
        )
        subtitle = f"{name}, {terrain.lower()}" if name else terrain
        has_load = any(line.text.lower() == "stacking" for line in lines)
        foot = self._foot(place, has_load=has_load)
        return Card(place=place, title=place, subtitle=subtitle, lines=lines, foot=foot)

    def _foot(self, place: PlaceId, *, has_load: bool = False) -> tuple[str, ...]:
        """Control, stacking and names; stacking only where no note of the rules tells it."""
        view = self.session.projection
        parts = []
        owner = view.control.get(place)
        if owner:
            parts.append(f"{self.session.side_title(owner)} control")
        stack = view.stacks.get(place)
        if stack is None:
            parts.append("empty")
        elif stack.limit and not has_load:
            parts.append(f"stacking {stack.load} of {stack.limit}")
        lines = [" · ".join(parts)] if parts else []
        if stack is not None:
            order = self._top_down(place) if self._top_down else tuple(reversed(stack.pieces))
            names = [view.pieces[p].name for p in order if p in view.pieces]
            more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            unseen = f"{stack.hidden} unseen" if stack.hidden else ""
            lines.append(", ".join(word for word in (*names[:MOST_NAMES], unseen) if word) + more)
        notes = [n.text for n in self.session.remarks.notes if n.place == place and self._mine(n.side)]
        return (*lines, *(f"Note: {note}" for note in notes))

    def _mine(self, side: str) -> bool:
        return not side or self.session.viewer in {side, "all"}
