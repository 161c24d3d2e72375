"""A grid laid over a picture: where its hexes lie in pixels, before anything was clicked and after."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from engine.definition.board import BoardDef, GridDef, PictureFitDef
from engine.editing.grid_fit import GridFit
from engine.geometry.compiling import grid_of
from engine.geometry.numbering import Numbering


def corner_names(grid: GridDef) -> list[str]:
    """The hexes at the corners and in the middle of a map, which fit a grid best."""
    numbering = Numbering(grid)
    right, low = grid.columns - 1, grid.rows - 1
    cells = ((0, 0), (right, 0), (0, low), (right, low), (grid.columns // 2, grid.rows // 2))
    return [numbering.name(*cell) for cell in cells]


def present_fit(board: BoardDef, picture: QRectF) -> GridFit:
    """How the picture of a map lies under it now."""
    width, height = grid_of(board.grid).size()
    place = board.art.fit or PictureFitDef(width=width, height=height)
    x, y = picture.width() / place.width, picture.height() / place.height
    return GridFit(x, 0.0, -place.left * x, 0.0, y, -place.top * y, 0.0, 0.0)


def hex_shape(fit: GridFit, grid: GridDef) -> tuple[QPointF, ...]:
    """The corners of a hex from its middle, in pixels."""
    hexes = grid_of(grid)
    x, y = fit.pixel(*hexes.center(0, 0))
    corners = (fit.pixel(*corner) for corner in hexes.corners(0, 0))
    return tuple(QPointF(cx - x, cy - y) for cx, cy in corners)


def hexes_in(part: QRectF, fit: GridFit, grid: GridDef) -> list[tuple[str, QPointF]]:
    """The middles of the hexes in a part of the picture, with their numbers."""
    hexes, numbering = grid_of(grid), Numbering(grid)
    places = (
        (column, row, QPointF(*fit.pixel(*hexes.center(column, row))))
        for column in range(grid.columns)
        for row in range(grid.rows)
    )
    return [(numbering.name(column, row), spot) for column, row, spot in places if part.contains(spot)]
