"""Counters with pictures of their own on paper: fitted as on the screen, with bleed where scissors will cut.

The bleed of a picture is its own rim drawn outwards, so a cut half a millimetre off shows no other colour.
What is left of a cut line along an edge is no rim: there the rim is taken from inside it, and lies over it.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from app.graphics.colors import color
from app.graphics.edge_lines import Depths, line_depths
from app.graphics.painters.art_face import fitted
from app.graphics.painters.board_view_box import kept, line_pen
from app.graphics.painters.pad import SIZE
from app.graphics.painters.tile import CORNER, EDGE

INCH: Final = 25.4
FINEST: Final = 600.0
"""Dots to an inch beyond which a file only grows."""
_CLEAR: Final = 128
"""Pixels less opaque than this do not count for the colour of a rim."""
_SAMPLES: Final = 64


def paint_printed_art(
    painter: QPainter, place: QRectF, picture: QImage, body: str, bleed: float | None
) -> None:
    """A picture on its counter; ``body`` shows where it leaves the counter free."""
    target = fitted(picture, place)
    picture = for_print(picture, target)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    if bleed is None:
        outline = QPainterPath()
        corner = CORNER * place.width() / SIZE
        outline.addRoundedRect(place, corner, corner)
        with kept(painter):
            painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
            painter.fillRect(place, color(body))
            painter.drawImage(target, picture)
        painter.setPen(line_pen(color(EDGE), 0.01 * place.width()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)
        return
    grown = place.adjusted(-bleed, -bleed, bleed, bleed)
    if target == place:
        lines = edge_lines(picture)
        left, top, right, bottom = lines
        rim = rim_color(picture.copy(picture.rect().adjusted(left, top, -right, -bottom))) or color(body)
        painter.fillRect(grown, rim)
        painter.drawImage(grown, with_rim(picture, rim, bleed / place.width(), lines))
    else:
        painter.fillRect(grown, color(body))
        painter.drawImage(target, picture)


def for_print(picture: QImage, place: QRectF) -> QImage:
    """The picture, made smaller where it is finer than any printer; ``place`` is in millimetres."""
    most = QSize(math.ceil(place.width() / INCH * FINEST), math.ceil(place.height() / INCH * FINEST))
    if picture.width() <= most.width() or picture.height() <= most.height():
        return picture
    return picture.scaled(
        most, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    )


def rim_color(picture: QImage) -> QColor | None:
    """The mean colour of the opaque pixels along the edges; none where there are too few to tell."""
    right, bottom = picture.width() - 1, picture.height() - 1
    shares = [number / (_SAMPLES - 1) for number in range(_SAMPLES)]
    spots = [(round(right * share), y) for share in shares for y in (0, bottom)]
    spots += [(x, round(bottom * share)) for share in shares for x in (0, right)]
    found = [one for one in (picture.pixelColor(x, y) for x, y in spots) if one.alpha() >= _CLEAR]
    if len(found) < len(spots) // 8:
        return None
    count = len(found)
    red, green, blue = (sum(parts) // count for parts in zip(*map(_parts, found), strict=True))
    return QColor(red, green, blue)


def _parts(one: QColor) -> tuple[int, int, int]:
    return one.red(), one.green(), one.blue()


def edge_lines(picture: QImage) -> Depths:
    """How many pixels of cut lines lie along the edges of a picture."""
    plain = picture.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    pixels = rows[:, : 4 * plain.width()].reshape(plain.height(), plain.width(), 4)
    return line_depths(pixels.astype(np.float32))


def with_rim(picture: QImage, ground: QColor, share: float, lines: Depths = (0, 0, 0, 0)) -> QImage:
    """The picture with its outermost pixels, those of lines left out, drawn outwards by a share of its width
    and height.
    """
    wide, high = picture.width(), picture.height()
    across, down = max(1, round(wide * share)), max(1, round(high * share))
    if share <= 0:
        return picture
    made = QImage(wide + 2 * across, high + 2 * down, QImage.Format.Format_RGB32)
    made.fill(ground)
    painter = QPainter(made)
    for x, source_x, width, source_width in _parts_along(wide, across, (lines[0], lines[2])):
        for y, source_y, height, source_height in _parts_along(high, down, (lines[1], lines[3])):
            source = QRectF(source_x, source_y, source_width, source_height)
            painter.drawImage(QRectF(x, y, width, height), picture, source)
    painter.end()
    return made


def _parts_along(length: int, grown: int, lines: tuple[int, int]) -> tuple[tuple[int, int, int, int], ...]:
    """The rim, the middle and the rim along one axis: where they go and how long, where from and how long."""
    first, last = lines[0], length - lines[1]
    return (
        (0, first, grown + first, 1),
        (grown + first, first, last - first, last - first),
        (grown + last, last - 1, grown + length - last, 1),
    )
