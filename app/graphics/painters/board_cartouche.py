"""The title of a map in a frame of its own, as printed maps have it."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.fonts import SceneRole
from app.graphics.colors import color
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_view_box import ViewBox, line_pen
from app.graphics.painters.lettering import Lettering, Script, centered

PAPER: Final = "#f6eedb"
INK: Final = "#3a2f22"
#: Role, height and spacing as shares of the height of the frame, place of the baseline, and ink.
_LINES: Final = (
    (SceneRole.TITLE, 0.42, 0.12, 0.50, INK),
    (SceneRole.WATER, 0.155, 0.005, 0.735, "#6b4524"),
    (SceneRole.COUNTER_FAINT, 0.10, 0.02, 0.89, "#6b5a3e"),
)


class CartoucheLayer:
    """The framed title."""

    def __init__(self, art: BoardArt) -> None:
        self._cartouche = art.drawing.cartouche

    @cached_property
    def _words(self) -> list[tuple[Lettering, str]]:
        if self._cartouche is None:
            return []
        x, y, width, height = self._cartouche.box
        texts = self._cartouche.title, self._cartouche.subtitle, self._cartouche.note.upper()
        words = []
        for text, (role, size, spacing, base, ink) in zip(texts, _LINES, strict=True):
            if text:
                script = Script(role, size * height, spacing * height)
                words.append((centered(text, script, x + width / 2, y + base * height), ink))
        return words

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        if self._cartouche is None:
            return
        frame = QRectF(*self._cartouche.box)
        if not frame.adjusted(-0.2, -0.2, 0.3, 0.3).intersects(box.rect):
            return
        with box.board_units(painter):
            painter.fillRect(frame.translated(0.10, 0.13), color("#1a1208", 0.16))
            painter.fillRect(frame, color(PAPER))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for inset, width in ((0.0, 0.045), (0.13, 0.02)):
                pen = line_pen(color(INK), box.width(width, 0.7))
                pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
                painter.setPen(pen)
                painter.drawRect(frame.adjusted(inset, inset, -inset, -inset))
            yield
            for words, ink in self._words:
                words.paint(painter, color(ink))
                yield
