"""The map with its counters as a picture: the same painters as on the screen, any scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from app.exporting.headless import blank, need_painting, write_png
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import load_board_art
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.painters.face import SideForm
from app.graphics.painters.stack import StackFace, paint_stack
from app.graphics.shown_stacks import EDGE
from app.player.shown_board import TAGS, rank
from engine.game import Game
from engine.ids import SideId
from engine.loading import builtin_modules
from engine.view.projection import Projection, StackView

SCALE = 48.0
"""Pixels to the width of a hex."""

GAP = 0.5
"""Hex widths between two maps side by side."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A stack and where it stands: sheet, and place in hex widths."""

    sheet: int
    x: float
    y: float
    stack: StackFace


def write_map(path: Path, game: Game, place: str, viewer: SideId = "all", scale: float = SCALE) -> None:
    """Write the maps of a game as it stands, side by side; ``place`` is the module's id or path."""
    write_png(path, map_picture(game, place, viewer, scale))


def map_picture(game: Game, place: str, viewer: SideId = "all", scale: float = SCALE) -> QImage:
    """Paint the maps of a game as it stands."""
    need_painting()
    rules = game.rules
    sheets = range(len(rules.board.sheets))
    sizes = [rules.board.size(sheet) for sheet in sheets]
    width = sum(size[0] for size in sizes) + GAP * (len(sizes) - 1)
    picture = blank(round(width * scale), round(max(size[1] for size in sizes) * scale))
    standing = tuple(standing_stacks(game, viewer))
    folder = Path(builtin_modules().get(place, Path(place)))
    brush = QPainter(picture)
    try:
        left = 0.0
        for sheet in sheets:
            art = load_board_art(folder, rules.module, rules.board, sheet)
            box = ViewBox(QRectF(0, 0, *sizes[sheet]), scale)
            brush.save()
            brush.translate(left * scale, 0)
            for _ in BoardPainter(art).steps(brush, box):
                pass
            for one in standing:
                if one.sheet == sheet:
                    paint_stack(brush, QPointF(one.x * scale, one.y * scale), EDGE * scale, one.stack)
            brush.restore()
            left += sizes[sheet][0] + GAP
    finally:
        brush.end()
    return picture


def standing_stacks(game: Game, viewer: SideId) -> Iterator[Standing]:
    """Every stack on a map as the viewer sees it, from north to south so that nearer ones lie on top."""
    board = game.rules.board
    seen = game.rules.project(game.state, viewer)
    faces = FaceMaker(game.rules.module)
    forms = {side.id: SideForm(side.strip) for side in game.rules.module.sides}
    found = []
    for place, stack in seen.stacks.items():
        index = board.index.get(place)
        if index is not None:
            x, y = board.center(index)
            found.append(Standing(board.board[index], x, y, face_of(stack, seen, faces, forms)))
    return iter(sorted(found, key=lambda one: (one.sheet, one.y, one.x)))


def face_of(stack: StackView, seen: Projection, faces: FaceMaker, forms: dict[SideId, SideForm]) -> StackFace:
    """How a stack looks: units and leaders as tiles, supply and boxes as tags, the unseen as backs."""
    views = [seen.pieces[piece] for piece in stack.pieces]
    units = sorted((view for view in views if view.type not in TAGS), key=rank)
    tiles = [faces.seen(view) for view in units or views]
    owner = next((view.side for view in views if view.side), "")
    if stack.hidden:
        tiles.insert(0, faces.hidden(owner, stack.hidden))
    return StackFace(
        faces=tuple(tiles),
        count=stack.load or len(units) + stack.hidden,
        supply=sum(view.count for view in views if view.type == "supply") if units else 0,
        has_box=bool(units) and any(view.type == "box" for view in views),
        form=forms.get(owner, SideForm.PLAIN),
    )
