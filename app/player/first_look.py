"""Where the map is when a game opens: at the scale of play, where things happen, choices in sight."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF

from app.graphics.board_view import BoardView
from app.player.session import Session
from app.theme.current import scaled
from engine.ids import PlaceId

FIRST_SCALE = 78.0
"""Pixels to a hex when a game opens."""
LIT_MARGIN = 150
"""Room around the first lit hex when a game opens."""
WHOLE_SCALE = 50.0
"""Pixels to a hex from which a whole small map is shown instead."""
NEAR = 6
"""Hexes around a stack that count when the first look is chosen."""


def look_first(session: Session, lit: Iterable[PlaceId], view: BoardView) -> None:
    """Centers the busiest place; if nothing that can be done is in sight there, moves on to the nearest.

    A small map is shown whole.
    """
    view.fit_board()
    if view.map_scale >= WHOLE_SCALE:
        if view.map_scale > FIRST_SCALE:
            view.set_map_scale(FIRST_SCALE)
            view.center_on(view.board_scene.layout.bounds().center())
        return
    middle = busiest_place(session)
    view.set_map_scale(FIRST_SCALE)
    view.center_on_hex(middle)
    board = session.rules.board
    near = [place for place in sorted(lit) if place in board.index]
    near.sort(key=lambda place: board.distance(board.index[middle], board.index[place]))
    view.ensure_visible(near[:1], scaled(LIT_MARGIN))
    view.use_the_room()


def look_where_it_goes_on(session: Session, lit: Iterable[PlaceId], view: BoardView) -> None:
    """Pans to where something can be done, if nothing of it is in plain sight; else the map stays."""
    board, room = session.rules.board, QRectF(view.viewport().rect())
    on_map = [place for place in sorted(lit) if place in board.index]
    for place in on_map:
        center = view.board_scene.center_of(place)
        if center is not None and room.contains(view.view_point(center)) and not view.is_covered(place):
            return
    middle = board.index[busiest_place(session)]
    on_map.sort(key=lambda place: board.distance(middle, board.index[place]))
    view.ensure_visible(on_map[:1], scaled(LIT_MARGIN))


def busiest_place(session: Session) -> PlaceId:
    """The hex around which most stacks of several sides stand; the middle of the board if there is none."""
    view, board = session.projection, session.rules.board
    stacks = [(board.index[p], s) for p, s in view.stacks.items() if p in board.index and s.pieces]
    sides = [(i, {view.pieces[n].side for n in s.pieces if n in view.pieces}) for i, s in stacks]
    best = (-1, board.ids[len(board.ids) // 2])
    for i, mine in sides:
        near = [other for j, other in sides if board.distance(i, j) <= NEAR]
        enemies = sum(not (other & mine) for other in near)
        best = max(best, (min(enemies, len(near) - enemies) * 100 + len(near), board.ids[i]))
    return best[1]
