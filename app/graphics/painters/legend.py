"""The legend of a map, drawn with the map's own brushes: what a kind looks like is never described twice."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetricsF, QPainter, QPainterPath, QPolygonF

from app.fonts import SceneRole, scene_font
from app.graphics.colors import color
from app.graphics.curves import Polyline, seeded
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_barriers import RIVER_CASE, RIVER_FILL, STEPPED, Escarpment
from app.graphics.painters.board_marks import Shapes
from app.graphics.painters.board_masks import PLAIN
from app.graphics.painters.board_palette import LIGHT, MapPalette, look_key, terrain_color
from app.graphics.painters.board_routes import ROAD_CASE, ROAD_FILL, TRACK_WIDTH
from app.graphics.painters.board_symbols import (
    RADII,
    SYMBOLS,
    WALL_LOOKS,
    add_merlons,
    draw_anchor,
    draw_palm,
)
from app.graphics.painters.board_textures import PLAIN_LOOKS, TEXTURES, Marks
from app.graphics.painters.board_view_box import ViewBox, line_pen
from engine.definition.module import ModuleDef

ROW: Final = 0.62
ICON: Final = 0.95
TEXT: Final = 0.235
COLUMN: Final = 3.6
PADDING: Final = 0.22


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line: what is drawn, its look, its name."""

    group: str
    look: str
    title: str
    color: str = ""
    """A colour of its own; empty for the look's."""


def legend_entries(module: ModuleDef, arts: Iterable[BoardArt]) -> list[LegendEntry]:
    """What appears on the maps of a module, in the module's order."""
    boards = [art.board for art in arts]
    terrain = {kind for board in boards for kind in board.terrain}
    sides = {kind for board in boards for side in board.sides.values() for kind in side.kinds}
    routes = {route.kind for board in boards for route in board.routes}
    tags = {tag for board in boards for tags in board.hex_tags.values() for tag in tags}
    places = {place.kind for board in boards for place in board.places.values()}
    tables = (
        ("terrain", module.terrain, terrain),
        ("hexside", module.hexsides, sides),
        ("route", module.routes, routes),
    )
    entries = [
        LegendEntry(group, look_key(entry.look or entry.id), entry.title, entry.color or "")
        for group, definitions, used in tables
        for entry in definitions
        if entry.id in used
    ]
    titles = {"city": "City", "town": "Town", "village": "Village", "fort": "Fort", "bir": "Well or landmark"}
    entries += [LegendEntry("place", kind, title) for kind, title in titles.items() if kind in places]
    if "port" in tags:
        entries.append(LegendEntry("sign", "port", "Port"))
    if "oasis" in terrain or "oasis" in tags:
        entries.append(LegendEntry("sign", "palm", "Oasis"))
    return entries


class LegendPainter:
    """Draws a legend in columns; all lengths are shares of a hex width."""

    def __init__(self, entries: Iterable[LegendEntry], palette: MapPalette = LIGHT) -> None:
        self._entries = list(entries)
        self._palette = palette

    def size(self, columns: int, scale: float) -> tuple[float, float]:
        """Width and height in pixels."""
        rows = math.ceil(len(self._entries) / max(1, columns))
        return (columns * COLUMN + 2 * PADDING) * scale, (rows * ROW + 2 * PADDING) * scale

    def paint(self, painter: QPainter, corner: QPointF, columns: int, scale: float) -> None:
        """Draws all entries, down the columns."""
        rows = math.ceil(len(self._entries) / max(1, columns))
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.translate(corner)
        for number, entry in enumerate(self._entries):
            column, row = divmod(number, max(1, rows))
            x, y = PADDING + column * COLUMN, PADDING + row * ROW
            painter.save()
            painter.translate(x * scale, y * scale)
            self._draw(painter, entry, scale)
            painter.restore()
        painter.restore()

    def _draw(self, painter: QPainter, entry: LegendEntry, scale: float) -> None:
        box = ViewBox(QRectF(0, 0, ICON, ROW), scale, self._palette)
        with box.board_units(painter):
            paint_icon(painter, entry.group, entry.look, box, entry.color)
        font = QFont(scene_font(SceneRole.PLACE, TEXT * scale))
        font.setWeight(QFont.Weight.Medium)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(color(self._palette.place_name))
        painter.drawText(
            QPointF((ICON + 0.14) * scale, ROW * scale / 2 + metrics.capHeight() / 2), entry.title
        )


def _hexagon(x: float, y: float, radius: float) -> QPolygonF:
    return QPolygonF(
        [
            QPointF(x + radius * math.cos(k * math.pi / 3), y + radius * math.sin(k * math.pi / 3))
            for k in range(6)
        ]
    )


def _terrain_icon(painter: QPainter, look: str, box: ViewBox, code: str = "") -> None:
    """A plain hex of the terrain with a few of its marks."""
    x, y, radius = ICON / 2, ROW / 2, 0.30
    shape = _hexagon(x, y, radius)
    painter.setPen(line_pen(color("#4c3a22"), box.width(0.012, 0.8)))
    painter.setBrush(color(code or terrain_color(look)))
    painter.drawPolygon(shape)
    texture = TEXTURES.get(PLAIN if look in PLAIN_LOOKS else look)
    if texture is None or box.palette.texture <= 0:
        return
    marks, chance = Marks.empty(), seeded("legend", look)
    spots = ((-0.12, -0.10), (0.11, -0.12), (0.0, 0.03), (-0.13, 0.13), (0.13, 0.12))
    for dx, dy in spots:
        texture.sketch(marks, (x + dx, y + dy), 1.0, chance)
    clip = QPainterPath()
    clip.addPolygon(shape)
    painter.save()
    painter.setClipPath(clip)
    painter.fillPath(marks.fills, QBrush(texture.fill.color()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(line_pen(texture.stroke.color(), box.width(texture.width, 0.7)))
    painter.drawPath(marks.curves)
    painter.drawLines(marks.strokes)
    painter.restore()


def _sample(bend: float = 0.05) -> Polyline:
    """A short line across the icon."""
    return [(0.06 + 0.83 * k / 12, ROW / 2 + bend * math.sin(k / 12 * math.tau)) for k in range(13)]


def _hexside_icon(painter: QPainter, look: str, box: ViewBox) -> None:
    palette, line = box.palette, Shapes()
    line.add_line(_sample())
    if look in STEPPED:
        ink = (palette.rim if look == "depression_rim" else palette.escarpment).color()
        step = Escarpment.of(look, [("legend", _sample()[::4])])
        step.teeth.fill(painter, box.around(1), QBrush(ink))
        step.crest.stroke(painter, box.around(1), line_pen(ink, box.width(0.034, 1.1)))
    elif look in WALL_LOOKS:
        walls, merlons = Shapes(), Shapes()
        a, b = (0.06, ROW / 2), (0.89, ROW / 2)
        walls.add_line([a, b])
        add_merlons(merlons, a, b)
        walls.stroke(painter, box.around(1), line_pen(color(palette.fort), box.width(0.058, 1.8)))
        merlons.fill(painter, box.around(1), QBrush(color(palette.fort)))
    elif look in ("river", "canal"):
        line.stroke(painter, box.around(1), line_pen(color(palette.river_case), box.width(RIVER_CASE, 2.0)))
        line.stroke(painter, box.around(1), line_pen(color(palette.river), box.width(RIVER_FILL, 1.0)))
    else:
        ink = (palette.ridge if look == "ridge" else palette.wadi).color()
        pen = line_pen(ink, box.width(0.026, 1.0), Qt.PenCapStyle.FlatCap)
        if look == "wadi":
            pen.setDashPattern([3.5, 2.2])
        line.stroke(painter, box.around(1), pen)


def _route_icon(painter: QPainter, look: str, box: ViewBox) -> None:
    palette, line = box.palette, Shapes()
    line.add_line(_sample(0.03))
    if look == "road":
        line.stroke(painter, box.around(1), line_pen(color(palette.road_case), box.width(ROAD_CASE, 2.4)))
        line.stroke(painter, box.around(1), line_pen(color(palette.road), box.width(ROAD_FILL, 1.3)))
        return
    ink = palette.railway if look == "railway" else palette.track
    width = 0.014 if look == "railway" else TRACK_WIDTH
    pen = line_pen(ink.color(), box.width(width, 1.0), Qt.PenCapStyle.FlatCap)
    if look == "track":
        pen.setDashPattern([4.2, 2.4])
    line.stroke(painter, box.around(1), pen)


def _place_icon(painter: QPainter, look: str, box: ViewBox) -> None:
    radius = RADII.get(look, RADII["site"])[0]
    SYMBOLS[look](painter, (ICON / 2, ROW / 2), radius, box.palette, box)


def _sign_icon(painter: QPainter, look: str, box: ViewBox) -> None:
    if look == "port":
        draw_anchor(painter, ICON / 2, ROW / 2, 0.2, box.palette)
    else:
        draw_palm(painter, ICON / 2, ROW / 2, 0.2, box.palette)


_ICONS: Final[dict[str, Callable[[QPainter, str, ViewBox], None]]] = {
    "hexside": _hexside_icon,
    "route": _route_icon,
    "place": _place_icon,
    "sign": _sign_icon,
}


def paint_icon(painter: QPainter, group: str, look: str, box: ViewBox, code: str = "") -> None:
    """One picture of the legend: of a `terrain` (perhaps in a colour of its own), `hexside`, `route`, `place`
    or `sign`.
    """
    if group == "terrain":
        _terrain_icon(painter, look, box, code)
    else:
        _ICONS[group](painter, look, box)
