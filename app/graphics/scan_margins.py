"""What a scanned map shows beyond its hexes: titles, tracks and tables printed in the margins.

The tiles of a map cover its hexes only; the margins are drawn around them straight from the picture, from a
smaller copy where the picture is so big that it lies in tiles. Maps that stand side by side share the gap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QRegion

from app.graphics.board_layout import MAP_GAP, UNIT
from app.graphics.picture_parts import draw_part

if TYPE_CHECKING:
    from app.graphics.board_layout import BoardLayout
    from app.graphics.painters.board_art import BoardArt

LEAST = 0.02
"""Hex widths by which a picture must reach beyond the hexes to have a margin."""


def scan_area(art: BoardArt, layout: BoardLayout) -> QRectF:
    """The picture of a scanned map in the scene, its margins too; the paper itself for all other maps."""
    paper = layout.sheet_rect(art.sheet)
    scan = art.scan
    if scan is None or scan.uncut is not None:
        return paper
    place = QRectF(scan.place.topLeft() * UNIT, scan.place.size() * UNIT).translated(paper.topLeft())
    if len(layout.origins) > 1:
        gap = MAP_GAP / 2 * UNIT
        place = place.intersected(paper.adjusted(-gap, -place.height(), gap, place.height()))
    return paper.united(place)


def has_margins(area: QRectF, paper: QRectF) -> bool:
    """Whether a picture reaches beyond the hexes."""
    least = LEAST * UNIT
    return not paper.adjusted(-least, -least, least, least).contains(area)


def draw_margins(painter: QPainter, art: BoardArt, layout: BoardLayout, view: tuple[QRectF, float]) -> None:
    """Draws what is exposed of the margins; `view` is that part of the scene and the pixels to a hex."""
    exposed, scale = view
    paper, area, scan = layout.sheet_rect(art.sheet), scan_area(art, layout), art.scan
    shown = exposed.intersected(area)
    if scan is None or shown.isEmpty() or paper.contains(shown):
        return
    picture = scan.best_for(scale) if scan.picture is not None else scan.overview
    if picture is None:
        return
    part = QRectF((shown.topLeft() - paper.topLeft()) / UNIT, shown.size() / UNIT)
    painter.save()
    inner = paper.toRect().adjusted(1, 1, -1, -1)
    margins = QRegion(area.toAlignedRect()) - QRegion(inner)
    painter.setClipRegion(margins, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(paper.topLeft())
    painter.scale(UNIT, UNIT)
    draw_part(painter, picture, scan.place, part)
    painter.restore()
