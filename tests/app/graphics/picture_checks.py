"""Comparing pictures with a tolerance, and small questions about their pixels."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_palette import palette_named

PICTURES = Path(__file__).parent / "pictures"
MEAN = 2.5
"""Mean difference of channels, of 255, that another font rasterizer may cause."""
FAR = 40
FAR_SHARE = 0.015


def pixels(image: QImage) -> npt.NDArray[np.int16]:
    """Red, green and blue."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(rgb.constBits(), np.uint8).reshape(rgb.height(), rgb.bytesPerLine())
    return rows[:, : rgb.width() * 3].reshape(rgb.height(), rgb.width(), 3).astype(np.int16)


def painted(painter: BoardPainter, rect: QRectF, scale: float, theme: str = "light") -> QImage:
    """A rectangle of a board as a picture."""
    image = QImage(round(rect.width() * scale), round(rect.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("#ff00ff"))
    qt = QPainter(image)
    painter.paint(qt, rect, scale, palette_named(theme))
    qt.end()
    return image


def assert_looks_like(image: QImage, name: str) -> None:
    """Compares with the stored picture; `HEXWRIGHT_NEW_PICTURES=1` stores this one instead."""
    path = PICTURES / f"{name}.jpg"
    if os.environ.get("HEXWRIGHT_NEW_PICTURES"):
        image.save(str(path), quality=92)
    stored = QImage(str(path))
    assert not stored.isNull(), f"there is no picture {path}; make it with HEXWRIGHT_NEW_PICTURES=1"
    assert stored.size() == image.size()
    difference = np.abs(pixels(image) - pixels(stored))
    assert difference.mean() < MEAN, f"{name}: mean difference {difference.mean():.2f}"
    far = (difference.max(axis=2) > FAR).mean()
    assert far < FAR_SHARE, f"{name}: {far:.1%} of the pixels differ much"
