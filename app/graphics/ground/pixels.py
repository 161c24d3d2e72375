"""Pictures of a whole map in several sizes, of which small squares are exchanged.

The originals are shared and never written to; a copy is made when the first square is put in.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from app.graphics.ground.rasters import Pixels
from app.graphics.ground.subject import Window

GRAIN: Final = 16
"""Squares are brought to the smaller sizes in blocks of so many pixels, which all sizes divide."""


def _view(picture: QImage) -> npt.NDArray[Any]:
    """The pixels of a picture of 32 bits, blue first, as an array that can be written to."""
    data = np.frombuffer(picture.bits(), np.uint8)
    return data.reshape(picture.height(), picture.bytesPerLine() // 4, 4)[:, : picture.width()]


def _read(picture: QImage) -> npt.NDArray[Any]:
    data = np.frombuffer(picture.constBits(), np.uint8)
    return data.reshape(picture.height(), picture.bytesPerLine() // 4, 4)[:, : picture.width()]


def pixels_of(picture: QImage, window: Window, scale: int) -> Pixels:
    """Red, green and blue of the part under a window; beside the picture, its edge goes on. A window with
    fewer pixels takes some of them.
    """
    whole = _read(picture)
    step = round(scale / window.scale)
    columns = round(window.left * scale) + np.arange(window.width) * step + step // 2
    rows = round(window.top * scale) + np.arange(window.height) * step + step // 2
    columns, rows = np.clip(columns, 0, whole.shape[1] - 1), np.clip(rows, 0, whole.shape[0] - 1)
    result: Pixels = whole[np.ix_(rows, columns)][..., 2::-1]
    return result


class PictureLevels:
    """A picture and its smaller copies."""

    def __init__(self, originals: tuple[QImage, ...]) -> None:
        self._originals = originals
        self._copies: tuple[QImage, ...] | None = None

    @property
    def pictures(self) -> tuple[QImage, ...]:
        """All sizes as they are now, the biggest first."""
        return self._copies or self._originals

    def put(self, x: int, y: int, block: Pixels) -> None:
        """Puts a square in, given in red, green and blue; the smaller sizes wait for `carry`."""
        if self._copies is None:
            self._copies = tuple(picture.copy() for picture in self._originals)
        target = _view(self._copies[0])[y : y + block.shape[0], x : x + block.shape[1]]
        target[..., :3] = block[: target.shape[0], : target.shape[1], ::-1]

    def restore(self, x: int, y: int, edge: int) -> None:
        """Puts a square back as it was; the smaller sizes wait for `carry`."""
        if self._copies is None:
            return
        before = _read(self._originals[0])[y : y + edge, x : x + edge]
        _view(self._copies[0])[y : y + edge, x : x + edge] = before

    def carry(self, x: int, y: int, width: int, height: int) -> None:
        """Brings an area to the smaller sizes; what is as it was is so there, too."""
        if self._copies is None:
            return
        left, top = x // GRAIN * GRAIN, y // GRAIN * GRAIN
        right, bottom = -(-(x + width) // GRAIN) * GRAIN, -(-(y + height) // GRAIN) * GRAIN
        for n in range(1, len(self._copies)):
            upper, original = _view(self._copies[n - 1]), _read(self._originals[n - 1])
            lower, lower_original = _view(self._copies[n]), _read(self._originals[n])
            part, kept = upper[top:bottom, left:right], original[top:bottom, left:right]
            rows, columns = part.shape[0] // 2, part.shape[1] // 2
            left, top, right, bottom = left // 2, top // 2, right // 2, bottom // 2
            rows = min(rows, lower.shape[0] - top)
            columns = min(columns, lower.shape[1] - left)
            if rows <= 0 or columns <= 0:
                return
            fours = part[: rows * 2, : columns * 2].reshape(rows, 2, columns, 2, 4)
            same = (fours == kept[: rows * 2, : columns * 2].reshape(rows, 2, columns, 2, 4)).all(
                axis=(1, 3, 4)
            )
            mean = np.rint(fours.mean(axis=(1, 3))).astype(np.uint8)
            area = np.s_[top : top + rows, left : left + columns]
            lower[area] = np.where(same[..., None], lower_original[area], mean)
