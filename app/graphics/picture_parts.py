"""Drawing the visible part of a picture that shows a whole map."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPaintEngine, QPainter, QPixmap

MARGIN = 2
"""Pixels of the picture taken beyond the part, so that smooth enlarging knows its neighbours."""


def draw_part(painter: QPainter, picture: QPixmap | QImage, whole: QRectF, part: QRectF) -> None:
    """Draws the part of a picture that covers `part` of the area `whole`, which the picture shows.

    Whole pixels are drawn, and a few more than asked for; clip where that matters. Drawings in SVG get the
    part by itself: Qt would put the whole picture into its place.
    """
    shown = part.intersected(whole)
    if shown.isEmpty():
        return
    sx, sy = picture.width() / whole.width(), picture.height() / whole.height()
    wanted = QRectF(
        (shown.left() - whole.left()) * sx,
        (shown.top() - whole.top()) * sy,
        shown.width() * sx,
        shown.height() * sy,
    )
    source = wanted.toAlignedRect().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN).intersected(picture.rect())
    target = QRectF(
        whole.left() + source.left() / sx,
        whole.top() + source.top() / sy,
        source.width() / sx,
        source.height() / sy,
    )
    if isinstance(picture, QPixmap):
        painter.drawPixmap(target, picture, QRectF(source))
    elif painter.paintEngine().type() is QPaintEngine.Type.SVG:
        painter.drawImage(target, picture.copy(source))
    else:
        painter.drawImage(target, picture, QRectF(source))
