"""The coast: vignette lines in the shallows, a light edge on the land, and the coast line itself."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_coast import COAST, EDGE
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_marks import Shapes
from app.graphics.painters.board_palette import Ink
from app.graphics.painters.board_view_box import ViewBox, line_pen

VIGNETTE_OPACITY: Final = (0.75, 0.59, 0.44, 0.31, 0.20)


class VignetteLayer:
    """Lines that follow the coast out into the water, fainter with each step."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art
        self._made: tuple[int, list[Shapes]] = (-1, [])

    def follow(self, art: BoardArt, _area: QRectF) -> None:
        """Turns to the same map after an edit."""
        self._art = art

    @property
    def _levels(self) -> list[Shapes]:
        if self._made[0] != self._art.shore_version:
            levels = [_shapes(self._art, number) for number in range(len(self._art.coast.vignette))]
            self._made = self._art.shore_version, levels
        return self._made[1]

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        shown = len(self._levels) if box.detail.scale >= 20 else 2
        with box.board_units(painter):
            for number, (shapes, opacity) in enumerate(
                zip(self._levels[:shown], VIGNETTE_OPACITY, strict=False)
            ):
                ink = Ink(box.palette.vignette, opacity)
                pen = _plain_pen(ink, box.width(0.011 * (1 - 0.1 * number), 0.7))
                shapes.stroke_as_one(painter, box.rect, pen)
                yield


class CoastLayer:
    """The line between land and water."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art
        self._made: tuple[int, Shapes, Shapes] = (-1, Shapes(), Shapes())

    def follow(self, art: BoardArt, _area: QRectF) -> None:
        """Turns to the same map after an edit."""
        self._art = art

    @property
    def _lines(self) -> tuple[Shapes, Shapes]:
        """The coast, and the light edge inside it."""
        if self._made[0] != self._art.shore_version:
            self._made = self._art.shore_version, _shapes(self._art, COAST), _shapes(self._art, EDGE)
        return self._made[1:]

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        coast, edge = self._lines
        with box.board_units(painter):
            if box.detail.is_close:
                edge.stroke_as_one(painter, box.rect, _plain_pen(box.palette.light_edge, 0.05))
                yield
            coast.stroke(painter, box.rect, _plain_pen(box.palette.coast, box.width(0.018, 0.9)))
            yield


def _shapes(art: BoardArt, number: int) -> Shapes:
    shapes = Shapes()
    for line, is_closed in art.shore_lines(number):
        if len(line) > 2 or (not is_closed and len(line) == 2):
            shapes.add_line(line, closed=is_closed)
    return shapes


def _plain_pen(ink: Ink, width: float) -> QPen:
    """A pen without rounding, which lines of many short pieces do not need and pay dearly for."""
    return line_pen(ink.color(), width, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.BevelJoin)
