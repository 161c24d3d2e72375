"""Symbols on the map: places, oases, ports, and the walls of fortresses."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen

from app.graphics.colors import color
from app.graphics.curves import Point, between
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_barriers import drawn_chains, kinds_with_look
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_marks import Shapes, Spots
from app.graphics.painters.board_palette import MapPalette
from app.graphics.painters.board_view_box import ViewBox, line_pen
from engine.definition.board import PlaceDef

#: Half the width of each symbol, in hex widths and least pixels.
RADII: Final = {
    "city": (0.155, 4.0),
    "town": (0.085, 2.8),
    "village": (0.055, 2.0),
    "fort": (0.085, 3.2),
    "bir": (0.042, 1.5),
    "oasis": (0.055, 2.0),
    "port": (0.055, 2.0),
    "airfield": (0.06, 2.0),
    "site": (0.045, 1.6),
}
PORT_RADIUS: Final = (0.135, 6.2)
PALMS: Final = ((0.0, -0.22, 0.13, 5.0), (-0.17, -0.13, 0.10, 4.0))
MERLONS: Final = 4
WALL_LOOKS: Final = ("fortification", "fort", "wall")


def symbol_point(art: BoardArt, i: int) -> Point:
    """Where the symbol of a hex's place stands."""
    return art.coast.symbols.get(art.board.ids[i]) or art.board.center(i)


def port_point(art: BoardArt, i: int) -> Point:
    """Where the port sign of a hex stands."""
    stored = art.coast.ports.get(art.board.ids[i])
    if stored:
        return stored
    x, y = symbol_point(art, i)
    return x + 0.24, y - 0.1


def radius_of(kind: str, box: ViewBox) -> float:
    """Half the width of a place's symbol in hex widths."""
    units, pixels = RADII.get(kind, RADII["site"])
    return box.width(units, pixels)


class FortLayer:
    """Walls on hexsides, their merlons toward the attacker."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art

    @cached_property
    def _shapes(self) -> tuple[Shapes, Shapes]:
        walls, merlons = Shapes(), Shapes()
        for kind in kinds_with_look(self._art, *WALL_LOOKS):
            for chain in drawn_chains(self._art, kind):
                walls.add_line(chain)
                for a, b in pairwise(chain):
                    add_merlons(merlons, a, b)
        return walls, merlons

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        walls, merlons = self._shapes
        ink = color(box.palette.fort)
        with box.board_units(painter):
            for tint, width in (
                (box.palette.fort_bed.color(), box.width(0.115, 3.0)),
                (ink, box.width(0.058, 1.8)),
            ):
                pen = line_pen(tint, width, Qt.PenCapStyle.FlatCap)
                pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
                walls.stroke_as_one(painter, box.rect, pen)
            merlons.fill(painter, box.around(0.2), QBrush(ink))
            yield


def add_merlons(shapes: Shapes, a: Point, b: Point) -> None:
    """Merlons on the right of the way from `a` to `b`, the outside."""
    size = math.dist(a, b)
    tx, ty = (b[0] - a[0]) / size, (b[1] - a[1]) / size
    nx, ny = -ty, tx
    for k in range(MERLONS):
        x, y = between(a, b, (k + 0.5) / MERLONS)
        corners = [(-0.034, 0.015), (0.034, 0.015), (0.028, 0.095), (-0.028, 0.095)]
        shapes.add_polygon([(x + tx * t + nx * n, y + ty * t + ny * n) for t, n in corners])


def _city(painter: QPainter, at: Point, r: float, palette: MapPalette, box: ViewBox) -> None:
    x, y = at
    painter.setPen(line_pen(color(palette.road_case), box.width(0.014, 0.8)))
    painter.setBrush(color(palette.block))
    painter.drawRoundedRect(QRectF(x - r, y - r * 0.8, 2 * r, 1.6 * r), r * 0.15, r * 0.15)
    if box.detail.is_close:
        painter.setPen(QPen(color(palette.streets), 0.014))
        for share in (-0.41, 0.41):
            painter.drawLine(QPointF(x + share * r, y - r * 0.8), QPointF(x + share * r, y + r * 0.8))
        painter.drawLine(QPointF(x - r, y - r * 0.1), QPointF(x + r, y - r * 0.1))


def _town(painter: QPainter, at: Point, r: float, palette: MapPalette, box: ViewBox) -> None:
    painter.setPen(line_pen(color(palette.road_case), box.width(0.018, 0.8)))
    painter.setBrush(color(palette.block))
    painter.drawRect(QRectF(at[0] - r, at[1] - r, 2 * r, 2 * r))


def _village(painter: QPainter, at: Point, r: float, palette: MapPalette, box: ViewBox) -> None:
    painter.setPen(line_pen(color(palette.road_case), box.width(0.02, 0.8)))
    painter.setBrush(color(palette.cream))
    painter.drawEllipse(QPointF(*at), r, r)


def _fort(painter: QPainter, at: Point, r: float, palette: MapPalette, box: ViewBox) -> None:
    star = QPainterPath()
    for k in range(8):
        size, angle = r * (1.35 if k % 2 == 0 else 0.75), math.pi / 4 * (k + 1)
        point = QPointF(at[0] + size * math.cos(angle), at[1] + size * math.sin(angle))
        if k == 0:
            star.moveTo(point)
        else:
            star.lineTo(point)
    star.closeSubpath()
    painter.setPen(line_pen(color(palette.cream), box.width(0.02, 0.8)))
    painter.setBrush(color(palette.road_case))
    painter.drawPath(star)


def _well(painter: QPainter, at: Point, r: float, palette: MapPalette, box: ViewBox) -> None:
    if not box.detail.is_close:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(palette.well, 0.75))
        painter.drawEllipse(QPointF(*at), r, r)
        return
    painter.setPen(line_pen(color(palette.well), box.width(0.018, 0.8)))
    painter.setBrush(color(palette.well_fill))
    painter.drawEllipse(QPointF(*at), r, r)


Symbol = Callable[[QPainter, Point, float, MapPalette, ViewBox], None]
SYMBOLS: Final[dict[str, Symbol]] = {
    "city": _city,
    "town": _town,
    "village": _village,
    "fort": _fort,
    "bir": _well,
    "oasis": _village,
    "port": _village,
    "airfield": _village,
    "site": _well,
}


def draw_palm(painter: QPainter, x: float, y: float, r: float, palette: MapPalette) -> None:
    """A palm tree of about twice the radius `r`."""
    trunk = QPainterPath(QPointF(x - r * 0.15, y + r))
    trunk.quadTo(x + r * 0.15, y + r * 0.2, x + r * 0.05, y - r * 0.4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(line_pen(color(palette.palm_trunk), r * 0.16))
    painter.drawPath(trunk)
    painter.setPen(line_pen(color(palette.palm), r * 0.2))
    tips = (-1, -0.25), (-0.75, -0.85), (0.05, -1.1), (0.85, -0.85), (1.05, -0.2), (-0.8, 0.2), (0.85, 0.25)
    top_x, top_y = x + r * 0.05, y - r * 0.4
    for a, b in tips:
        frond = QPainterPath(QPointF(top_x, top_y))
        frond.quadTo(
            top_x + a * r * 0.5,
            top_y + b * r * 0.55 - r * 0.18,
            top_x + a * r * 0.9,
            top_y + b * r * 0.5 + r * 0.17,
        )
        painter.drawPath(frond)


def draw_anchor(painter: QPainter, x: float, y: float, r: float, palette: MapPalette) -> None:
    """An anchor on a disc."""
    ink = color(palette.port)
    painter.setPen(line_pen(ink, r * 0.12))
    painter.setBrush(color(palette.port_disc))
    painter.drawEllipse(QPointF(x, y), r, r)
    r *= 0.66
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(line_pen(ink, r * 0.24))
    painter.drawEllipse(QPointF(x, y - r * 0.72), r * 0.2, r * 0.2)
    painter.drawLine(QPointF(x, y - r * 0.5), QPointF(x, y + r * 0.9))
    painter.drawLine(QPointF(x - r * 0.42, y - r * 0.25), QPointF(x + r * 0.42, y - r * 0.25))
    flukes = QPainterPath(QPointF(x - r * 0.85, y + r * 0.2))
    flukes.cubicTo(x - r * 0.7, y + r * 0.95, x - r * 0.2, y + r * 0.9, x, y + r * 0.9)
    flukes.cubicTo(x + r * 0.2, y + r * 0.9, x + r * 0.7, y + r * 0.95, x + r * 0.85, y + r * 0.2)
    painter.drawPath(flukes)


class SymbolLayer:
    """Symbols of places, palms of oases and signs of ports."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art

    @cached_property
    def _places(self) -> Spots[PlaceDef]:
        board = self._art.board
        return Spots(
            (symbol_point(self._art, i), place)
            for i, place in board.places.items()
            if board.board[i] == self._art.sheet
        )

    @cached_property
    def _ports(self) -> Spots[None]:
        board = self._art.board
        return Spots(
            (port_point(self._art, i), None)
            for i in board.tagged("port")
            if board.board[i] == self._art.sheet
        )

    @cached_property
    def _oases(self) -> Spots[None]:
        board, art = self._art.board, self._art
        marked = {i for i in art.hexes if art.look(i) == "oasis"} | set(board.tagged("oasis"))
        return Spots((symbol_point(art, i), None) for i in sorted(marked) if board.board[i] == art.sheet)

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        around = box.around(max(0.5, box.units(14)))
        with box.board_units(painter):
            for (x, y), _ in self._oases.visible(around):
                for dx, dy, size, least in PALMS:
                    grown = box.width(size, least) / size
                    draw_palm(painter, x + dx * grown, y + dy * grown, size * grown, box.palette)
            for at, place in self._places.visible(around):
                draw = SYMBOLS.get(place.kind, _well)
                draw(painter, at, radius_of(place.kind, box), box.palette, box)
            yield
            for (x, y), _ in self._ports.visible(around):
                draw_anchor(painter, x, y, box.width(*PORT_RADIUS), box.palette)
            yield
