"""Labels: text by tone, elided text, status chips, thin lines.

A tone is one of the words the style sheet knows (`second`, `faint`, `card`,
`section`, `title`, `good`, `bad`, `care`, `strong`, `accent`).
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.fonts import TextSize
from app.graphics.colors import color
from app.theme.current import scaled, tokens, ui_font


def label(text: str, tone: str = "", *, wraps: bool = False) -> QLabel:
    """A plain text label; markup in `text` is shown, not obeyed."""
    result = QLabel(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setWordWrap(wraps)
    if tone:
        result.setProperty("tone", tone)
    return result


def separator(kind: str = "line") -> QFrame:
    """A thin horizontal line; `strong-line` is darker."""
    line = QFrame()
    line.setProperty("kind", kind)
    line.setFrameShape(QFrame.Shape.NoFrame)
    line.setFixedHeight(1)
    return line


class ElidedLabel(QLabel):
    """One line of text that ends in an ellipsis where room is short; the whole is its tool tip."""

    def __init__(self, text: str = "", tone: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._full = ""
        if tone:
            self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_full_text(text)

    @property
    def full_text(self) -> str:
        """The text before shortening."""
        return self._full

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        self._full = text
        self.setAccessibleName(text)
        self._shorten()

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(24), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self._full) + 2, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def _shorten(self) -> None:
        metrics = QFontMetrics(self.font())
        shown = metrics.elidedText(self._full, Qt.TextElideMode.ElideRight, max(0, self.width()))
        super().setText(shown if self.width() > 0 else self._full)
        self.setToolTip(self._full if shown != self._full else "")


class StatusChip(QWidget):
    """A small rounded label in a strong colour: `enemy ZOC`, `recovered`, `sets up first`."""

    def __init__(self, text: str, tone: str = "accent", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._tone = tone
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str, tone: str = "") -> None:
        """Show another text, in another tone if one is given."""
        self._text = text
        self._tone = tone or self._tone
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._font())
        return QSize(metrics.horizontalAdvance(self._text) + scaled(18), scaled(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        ground, ink = self._colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(ground))
        place = QRectF(self.rect())
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        painter.setFont(self._font())
        painter.setPen(color(ink))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._text)
        painter.end()

    def _font(self) -> QFont:
        return ui_font(TextSize.NOTE, QFont.Weight.DemiBold)

    def _colors(self) -> tuple[str, str]:
        theme = tokens()
        grounds = {"good": theme.good, "bad": theme.bad, "care": theme.care, "accent": theme.accent}
        ground = grounds.get(self._tone)
        if ground is None:
            return theme.selected, theme.selected_text
        return ground, theme.on_accent
