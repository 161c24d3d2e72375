"""Small pictures of kinds of terrain, hexsides and routes, drawn with the legend's own brushes."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap, QPolygonF

from app.graphics.colors import color
from app.graphics.painters import legend
from app.graphics.painters.board_palette import LIGHT, TERRAIN, look_key, terrain_color
from app.graphics.painters.board_view_box import ViewBox
from app.theme.current import scaled, tokens
from engine.definition.board import LandscapeDef
from engine.editing.landscape import Group

LEGEND_GROUP: Final = {"terrain": "terrain", "hexsides": "hexside", "routes": "route"}
HEXSIDE_LOOKS: Final = ("escarpment", "depression_rim", "river", "canal", "wadi", "ridge", "fortification")
ROUTE_LOOKS: Final = ("road", "track", "railway")
SMALL: Final = 34
LARGE: Final = 54


def looks_of(group: Group) -> tuple[str, ...]:
    """The looks a kind may have."""
    if group == "terrain":
        return tuple(TERRAIN)
    return HEXSIDE_LOOKS if group == "hexsides" else ROUTE_LOOKS


def large_icon(group: Group, kind: LandscapeDef) -> QIcon:
    """The picture of a kind for the palette."""
    return _drawn(LEGEND_GROUP[group], look_key(kind.look or kind.id), kind.color or "", scaled(LARGE))


def small_icon(group: Group, kind: LandscapeDef) -> QIcon:
    """The picture of a kind for tables."""
    return _drawn(LEGEND_GROUP[group], look_key(kind.look or kind.id), kind.color or "", scaled(SMALL))


@lru_cache(maxsize=256)
def _drawn(group: str, look: str, code: str, width: int) -> QIcon:
    scale = width / legend.ICON
    picture = QPixmap(round(legend.ICON * scale * 2), round(legend.ROW * scale * 2))
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(2.0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if group != LEGEND_GROUP["terrain"]:  # lines are drawn for the paper of the map, whatever the look
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(terrain_color("clear")))
        painter.drawRoundedRect(QRectF(0, 0, legend.ICON * scale, legend.ROW * scale), 4, 4)
    box = ViewBox(QRectF(0, 0, legend.ICON, legend.ROW), scale, LIGHT)
    with box.board_units(painter):
        legend.paint_icon(painter, group, look, box, code)
    painter.end()
    return QIcon(picture)


def erase_icon() -> QIcon:
    """An empty hex crossed out: takes away what is there."""
    return _sign("erase", tokens().second, tokens().bad, scaled(LARGE))


def side_icon(strip: str) -> QIcon:
    """A hex in the colour of the side that holds it."""
    ground, _ink = tokens().side(strip)
    return _sign("held", tokens().second, ground, scaled(LARGE))


def zone_icon(*, leaves: bool = False) -> QIcon:
    """A dashed hex, as zones are outlined on the map; crossed out for leaving one."""
    return _sign("leave" if leaves else "zone", tokens().care, tokens().bad, scaled(LARGE))


def tag_icon(*, leaves: bool = False) -> QIcon:
    """A hex with a flag for a word that rules ask about; crossed out for taking it off."""
    return _sign("untag" if leaves else "tag", tokens().second, tokens().bad, scaled(LARGE))


@lru_cache(maxsize=64)
def _sign(kind: str, line: str, ink: str, width: int) -> QIcon:
    height = round(width * legend.ROW / legend.ICON)
    picture = QPixmap(width * 2, height * 2)
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(2.0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle, edge = QPointF(width / 2, height / 2), height * 0.5
    hexagon = QPolygonF(
        [middle + QPointF(math.cos(math.pi * n / 3), math.sin(math.pi * n / 3)) * edge for n in range(6)]
    )
    is_dashed = kind in ("zone", "leave")
    painter.setPen(QPen(color(line), 2.0 if is_dashed else 1.2, _STYLES[is_dashed]))
    painter.setBrush(color(ink) if kind == "held" else color(line, 0.14))
    painter.drawPolygon(hexagon)
    if kind in ("tag", "untag"):
        _draw_flag(painter, middle, edge)
    if kind in ("erase", "leave", "untag"):
        painter.setPen(QPen(color(ink), 2.0))
        reach = QPointF(edge * 0.34, edge * 0.34)
        painter.drawLine(middle - reach, middle + reach)
        across = QPointF(reach.x(), -reach.y())
        painter.drawLine(middle - across, middle + across)
    painter.end()
    return QIcon(picture)


_STYLES: Final = {False: Qt.PenStyle.SolidLine, True: Qt.PenStyle.DashLine}


def _draw_flag(painter: QPainter, middle: QPointF, edge: float) -> None:
    """A small flag in the middle of a hex."""
    foot, top = middle + QPointF(-edge * 0.22, edge * 0.5), middle + QPointF(-edge * 0.22, -edge * 0.5)
    painter.setPen(QPen(color(tokens().text), 1.6))
    painter.drawLine(foot, top)
    painter.setBrush(color(tokens().accent))
    cloth = (top, top + QPointF(edge * 0.62, edge * 0.24), top + QPointF(0, edge * 0.48))
    painter.drawPolygon(QPolygonF(list(cloth)))
