"""Counters with a picture of their own: the picture on the tile, cut to the tile's outline.

The picture is fitted whole; what it leaves free shows the tile. Shadow, edge and badges are those of all
counters, so that drawn and scanned counters lie well beside each other.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from app.graphics.colors import color
from app.graphics.counter_art import shared_art
from app.graphics.painters.face import CounterFace
from app.graphics.painters.pad import SIZE, Pad
from app.graphics.painters.tile import EDGE, outline

ALMOST_SQUARE: Final = 0.12
"""Pictures no further from square than this fill the tile."""


def has_art(face: CounterFace) -> bool:
    """Whether the face has a picture that can be shown."""
    return bool(face.picture) and shared_art().picture(face.picture) is not None


def draw_art(pad: Pad, face: CounterFace) -> None:
    """The picture of a face, if it can be shown."""
    image = shared_art().picture(face.picture)
    if image is None:
        return
    with pad.kept():
        pad.painter.setClipPath(outline(), Qt.ClipOperation.IntersectClip)
        pad.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        place = fitted(image, QRectF(0, 0, SIZE, SIZE))
        pad.painter.drawImage(place, sharp(image, place.width() / pad.pixel, place.height() / pad.pixel))
    pad.stroke(color(EDGE, 0.82), pad.width(1.0, 0.8))
    pad.fill(None)
    pad.path(outline())


def fitted(image: QImage, square: QRectF) -> QRectF:
    """Where the picture lies on a counter: all over it, or whole in its middle where it is no square."""
    ratio = image.width() / image.height()
    if abs(ratio - 1.0) <= ALMOST_SQUARE:
        return square
    edge = square.width()
    width, height = (edge, edge / ratio) if ratio > 1 else (edge * ratio, edge)
    return QRectF(square.x() + (edge - width) / 2, square.y() + (edge - height) / 2, width, height)


def sharp(image: QImage, width: float, height: float) -> QImage:
    """A picture scaled down smoothly where it is shown much smaller."""
    if width >= image.width() * 0.6 or width < 1 or height < 1:
        return image
    return image.scaled(
        QSize(max(1, round(width)), max(1, round(height))),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
