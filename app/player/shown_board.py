"""From what the viewer sees to the stacks the board draws: order, count, tags."""

from __future__ import annotations

from collections.abc import Iterable

from app.graphics.painters.face import SideForm
from app.graphics.shown_stacks import ShownStack, ShownUnit
from app.player.desk import Desk
from engine.ids import PieceId, PlaceId
from engine.view.projection import PieceView, Projection, StackView

TAGS = frozenset({"supply", "box"})
"""Types of pieces that are shown as small tags beside units, and as counters only when alone."""


class ShownBoard:
    """Makes the stacks of a projection; keeps those that have not changed."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._kept: dict[PlaceId, tuple[object, ShownStack]] = {}

    def stacks(self, view: Projection) -> list[ShownStack]:
        """All stacks on the maps."""
        index = self.desk.session.rules.board.index
        found = []
        for place, stack in view.stacks.items():
            if place not in index or not (stack.pieces or stack.hidden):
                continue
            pieces = tuple(view.pieces[name] for name in stack.pieces if name in view.pieces)
            key = (stack, pieces, self.desk.bottom_up(place))
            kept = self._kept.get(place)
            if kept is None or kept[0] != key:
                kept = (key, self._stack(place, stack, pieces))
                self._kept[place] = kept
            found.append(kept[1])
        return found

    def _stack(self, place: PlaceId, stack: StackView, pieces: tuple[PieceView, ...]) -> ShownStack:
        units = [piece for piece in pieces if piece.type not in TAGS]
        order = self.desk.bottom_up(place)
        shown = sorted(units or pieces, key=lambda piece: order.index(piece.id))
        faces = [ShownUnit(piece.id, self.desk.face(piece), self._words(piece)) for piece in shown]
        side = shown[-1].side if shown else ""
        if stack.hidden:
            hidden = self.desk.faces.hidden(side, stack.hidden)
            faces.insert(0, ShownUnit("", hidden, f"{stack.hidden} unseen"))
        supply = sum(piece.count for piece in pieces if piece.type == "supply") if units else 0
        return ShownStack(
            place=place,
            units=tuple(faces),
            count=stack.load or len(units) + stack.hidden,
            supply=supply,
            has_box=bool(units) and any(piece.type == "box" for piece in pieces),
            form=SideForm(self.desk.form(side)),
        )

    def _words(self, piece: PieceView) -> str:
        formation = self.desk.formation_title(piece)
        steps = f"{piece.steps} of {piece.max_steps} steps" if piece.max_steps > 1 else ""
        supply = "out of supply" if piece.supply == "out" else ""
        moved = "moved" if piece.moved else ""
        return " · ".join(word for word in (piece.name, formation, steps, supply, moved) if word)


def places_of(view: Projection, pieces: Iterable[PieceId]) -> tuple[PlaceId, ...]:
    """Where pieces stand, each place once."""
    at = (view.pieces[name].at for name in pieces if name in view.pieces)
    return tuple(dict.fromkeys(place for place in at if place is not None))
