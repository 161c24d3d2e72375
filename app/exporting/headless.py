"""Painting without a window: a Qt application that needs no display, and pictures written whole."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from app.fonts import load_fonts
from app.logbook import listen_to_qt
from engine.errors import EngineError
from engine.saves import write_atomically

MAX_PIXELS = 400_000_000


class ExportError(EngineError):
    """A picture that cannot be made; the text says what to change."""


def need_painting() -> QGuiApplication:
    """The running Qt application, or one without a screen."""
    running = QGuiApplication.instance()
    if not isinstance(running, QGuiApplication):
        if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
            os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        listen_to_qt()  # what it complains of goes to the log, and not among our errors
        running = QApplication(["hexwright"])
    load_fonts()
    return running


def blank(width: int, height: int) -> QImage:
    """A white picture; refuses sizes nobody has memory for."""
    if width < 1 or height < 1 or width * height > MAX_PIXELS:
        raise ExportError(f"a picture of {width} by {height} pixels is too big; choose a smaller scale")
    picture = QImage(width, height, QImage.Format.Format_RGB32)
    if picture.isNull():
        raise ExportError(f"there is no memory for {width} by {height} pixels; choose a smaller scale")
    picture.fill(0xFFFFFFFF)
    return picture


def write_png(path: Path, picture: QImage) -> None:
    """Write a picture; the file that was there stays if this fails."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise ExportError(f"{path}: the picture cannot be encoded; choose a smaller scale")
    write_atomically(path, bytes(buffer.data().data()))
