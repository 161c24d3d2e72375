"""The coast: vignette lines in the shallows, a light edge on the land, and the coast line itself."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPen

from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_marks import Shapes
from app.graphics.painters.board_palette import Ink
from app.graphics.painters.board_view_box import ViewBox, line_pen

VIGNETTE_OPACITY: Final = (0.75, 0.59, 0.44, 0.31, 0.20)


class VignetteLayer:
    """Lines that follow the coast out into the water, fainter with each step."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art

    @cached_property
    def _levels(self) -> list[Shapes]:
        levels = []
        for rings in self._art.coast.vignette:
            shapes = Shapes()
            for ring in rings:
                shapes.add_line(self._art.coast.line(ring), closed=True)
            levels.append(shapes)
        return levels

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

    @cached_property
    def _coast(self) -> Shapes:
        shapes = Shapes()
        for ring in self._art.shore:
            if len(ring) > 2:
                shapes.add_line(ring, closed=True)
        return shapes

    @cached_property
    def _edge(self) -> Shapes:
        shapes = Shapes()
        for ring in self._art.coast.edge:
            shapes.add_line(self._art.coast.line(ring), closed=True)
        return shapes

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        with box.board_units(painter):
            if box.detail.is_close:
                self._edge.stroke_as_one(painter, box.rect, _plain_pen(box.palette.light_edge, 0.05))
                yield
            self._coast.stroke(painter, box.rect, _plain_pen(box.palette.coast, box.width(0.018, 0.9)))
            yield


def _plain_pen(ink: Ink, width: float) -> QPen:
    """A pen without rounding, which lines of many short pieces do not need and pay dearly for."""
    return line_pen(ink.color(), width, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.BevelJoin)
