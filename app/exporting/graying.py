"""Sheets without colour, for printers and people that have none: pictures and drawings in shades of gray.

PDFs are written gray by Qt itself; this is for the other formats and for the preview, with the same weights.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, qGray

_INK: Final = re.compile(r'\b(fill|stroke|stop-color|color)="(#[0-9a-fA-F]{6})"')
_PICTURE: Final = re.compile(r'data:image/(?:png|jpeg);base64,\s*([^"]+)')


def gray_picture(picture: QImage) -> QImage:
    """The picture in shades of gray; how see-through it is stays."""
    if not picture.hasAlphaChannel():
        return picture.convertToFormat(QImage.Format.Format_Grayscale8)
    shades = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    clear = picture.convertToFormat(QImage.Format.Format_Alpha8)
    found = shades.convertToFormat(QImage.Format.Format_ARGB32)
    found.setAlphaChannel(clear)
    return found


def gray_svg(text: str) -> str:
    """The drawing with all its inks and pictures in shades of gray."""
    return _PICTURE.sub(_gray_data, _INK.sub(_gray_ink, text))


def _gray_ink(found: re.Match[str]) -> str:
    shade = qGray(QColor(found[2]).rgb())
    return f'{found[1]}="#{shade:02x}{shade:02x}{shade:02x}"'


def _gray_data(found: re.Match[str]) -> str:
    picture = QImage.fromData(b64decode(found[1]))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    gray_picture(picture).save(buffer, "PNG")  # type: ignore[call-overload]
    return f"data:image/png;base64,{b64encode(bytes(buffer.data().data())).decode('ascii')}"
