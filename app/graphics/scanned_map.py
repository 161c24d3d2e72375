"""Pictures of maps that were scanned or drawn elsewhere, and where they lie under the grid.

Pictures beyond a size are read smaller at once, row by row as the decoder goes, so that no picture ever
lies in memory at full size. Half and quarter copies serve overviews.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from app.graphics.png_shrinking import MAGIC, NotShrinkable, shrunk_png
from engine.definition.board import PictureFitDef
from engine.loading.source import SourceError, read_asset

MOST_SHOWN: Final = 32_000_000
"""Pixels of a map that are kept in memory."""
MOST_PIXELS: Final = 1_000_000_000
SMALLEST: Final = 500


@dataclass(frozen=True, eq=False)
class ScannedMap:
    """A picture under a grid: `place` is where it lies, in hex widths."""

    picture: QImage
    place: QRectF
    shows_grid: bool

    @cached_property
    def sizes(self) -> tuple[QImage, ...]:
        """The picture and copies of half the size each, the biggest first."""
        found = [self.picture]
        while max(found[-1].width(), found[-1].height()) > SMALLEST and len(found) < 6:
            half = QSize(max(1, found[-1].width() // 2), max(1, found[-1].height() // 2))
            found.append(
                found[-1].scaled(
                    half, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
            )
        return tuple(found)

    def best_for(self, scale: float) -> QImage:
        """The smallest copy that need not be enlarged at so many pixels to a hex width."""
        fitting = [image for image in self.sizes if image.width() / self.place.width() >= scale * 0.8]
        return fitting[-1] if fitting else self.sizes[0]


def read_scan(
    path: Path, name: str | None, fit: PictureFitDef | None, size: tuple[float, float]
) -> ScannedMap | None:
    """The picture a board names; None where it names none or the file cannot be shown."""
    if name is None:
        return None
    try:
        picture = read_scaled(read_asset(path, name))
    except SourceError:
        return None
    if picture is None:
        return None
    place = QRectF(fit.left, fit.top, fit.width, fit.height) if fit else QRectF(0, 0, *size)
    return ScannedMap(picture, place, fit.grid if fit else False)


def _shrunk(data: bytes, most: int) -> QImage | None:
    try:
        picture = shrunk_png(data, most).convert("RGBX")
    except NotShrinkable:
        return None
    pixels = picture.tobytes()
    whole = QImage(pixels, picture.width, picture.height, 4 * picture.width, QImage.Format.Format_RGBX8888)
    return whole.convertToFormat(QImage.Format.Format_RGB32)


def read_scaled(data: bytes, most: int = MOST_SHOWN) -> QImage | None:
    """A picture of at most so many pixels, read smaller if it has more; None if it cannot be shown."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    pixels = size.width() * size.height()
    if not size.isValid() or pixels > MOST_PIXELS:
        return None
    if pixels > most and data.startswith(MAGIC):
        return _shrunk(data, most)
    if pixels > most:
        shrink = (most / pixels) ** 0.5
        reader.setScaledSize(QSize(max(1, int(size.width() * shrink)), max(1, int(size.height() * shrink))))
    picture = reader.read()
    if picture.isNull():
        return None
    return picture.convertToFormat(QImage.Format.Format_RGB32)
