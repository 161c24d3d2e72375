"""The program's own line icons, tinted with a theme colour.

Icons are small SVG files drawn for Hexwright. They are tinted when asked for,
so that one file serves every theme, and stay sharp at any pixel ratio.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.resource_files import resource

_SIZES = (16, 20, 24, 32, 48)
STYLE_PICTURES = ("tick", "dash", "dot", "check", "up", "down", "left", "right", "close", "float")
"""The icons that the style sheet refers to as files."""


class UnknownIconError(KeyError):
    """No icon of that name is shipped."""


@lru_cache(maxsize=256)
def _source(name: str) -> str:
    path = resource("icons", f"{name}.svg")
    if not path.is_file():
        raise UnknownIconError(name)
    return path.read_text(encoding="utf-8")


def icon_names() -> tuple[str, ...]:
    """The names of all shipped icons."""
    return tuple(sorted(path.stem for path in resource("icons").glob("*.svg")))


def _renderer(name: str, tint: str) -> QSvgRenderer:
    text = _source(name).replace("currentColor", tint)
    return QSvgRenderer(QByteArray(text.encode("utf-8")))


def paint_icon(painter: QPainter, rect: QRectF, name: str, tint: str) -> None:
    """Draw an icon into `rect` on any painter."""
    _renderer(name, tint).render(painter, rect)


def icon_pixmap(name: str, tint: str, pixels: int, ratio: float = 1.0) -> QPixmap:
    """An icon as a picture of so many device independent pixels."""
    renderer = _renderer(name, tint)
    pixmap = QPixmap(QSize(round(pixels * ratio), round(pixels * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, pixmap.width(), pixmap.height()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@lru_cache(maxsize=512)
def icon(name: str, tint: str, muted: str = "") -> QIcon:
    """A tinted icon for buttons and menus; `muted` is its colour when disabled."""
    result = QIcon()
    for size in _SIZES:
        result.addPixmap(icon_pixmap(name, tint, size), QIcon.Mode.Normal)
        if muted:
            result.addPixmap(icon_pixmap(name, muted, size), QIcon.Mode.Disabled)
    return result


def application_icon() -> QIcon:
    """The program's emblem for windows and task bars."""
    return icon("hexwright", "#1b5e7d")


def write_style_pictures(folder: Path, ink: str, mark: str) -> None:
    """Write the tinted files the style sheet refers to: marks in `mark`, arrows in `ink`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in STYLE_PICTURES:
        tint = mark if name in {"tick", "dash", "dot"} else ink
        (folder / f"{name}.svg").write_text(_source(name).replace("currentColor", tint), encoding="utf-8")
