"""The rail at the left: emblem, pages with counts, buttons, and what is installed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.fonts import PLACES, TextSize
from app.graphics.colors import color
from app.icons import application_icon
from app.theme.current import scaled, text_height, tokens, ui_font
from app.widgets.keycap import KeyButton
from app.widgets.labels import label, separator


@dataclass(frozen=True, slots=True)
class RailPage:
    """A page of the library: id, words, and the key that turns to it."""

    id: str
    words: str
    key: str


class RailButton(QAbstractButton):
    """A page's button with its count at the right; an accent bar marks the present page."""

    def __init__(self, page: RailPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = page
        self._count = ""
        self.setText(page.words)
        self.setCheckable(True)
        self.setShortcut(page.key)
        self.setToolTip(f"{page.words} ({page.key})")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_count(self, count: str) -> None:
        """Show another count."""
        self._count = count
        self.setAccessibleName(f"{self.page.words} {count}".strip())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(160), scaled(34))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(0, 1, 0, -1)
        ink, second = theme.text, theme.second
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(theme.selected))
            painter.drawRoundedRect(place, 5, 5)
            painter.fillRect(QRectF(0, place.top() + 4, scaled(3), place.height() - 8), color(theme.accent))
            ink = second = theme.selected_text
        if self.hasFocus():
            painter.setPen(color(theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        inner = place.adjusted(scaled(14), 0, -scaled(12), 0)
        weight = QFont.Weight.DemiBold if self.isChecked() else QFont.Weight.Normal
        painter.setFont(ui_font(TextSize.BODY, weight))
        painter.setPen(color(ink))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setFont(ui_font(TextSize.SECOND))
        painter.setPen(color(second))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._count)
        painter.end()


class _Emblem(QWidget):
    """The program's sign and name."""

    def sizeHint(self) -> QSize:
        return QSize(scaled(160), scaled(52))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = scaled(34)
        application_icon().paint(painter, scaled(6), (self.height() - edge) // 2, edge, edge)
        font = QFont(PLACES)
        font.setPixelSize(text_height(TextSize.TITLE) - 2)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(color(tokens().text))
        place = QRectF(self.rect()).adjusted(scaled(49), 0, 0, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, "Hexwright")
        painter.end()


class Rail(QFrame):
    """The rail; `turned` gives the id of the page asked for."""

    turned = Signal(str)
    open_asked = Signal()

    def __init__(self, pages: tuple[RailPage, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "rail")
        self._group = QButtonGroup(self)
        self.buttons: dict[str, RailButton] = {}
        self.open_file = KeyButton("Open file…", "Ctrl+O")
        self._foot: QLabel = label("", "note")
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(12))
        column.setSpacing(scaled(3))
        column.addWidget(_Emblem())
        column.addSpacing(scaled(8))
        for page in pages:
            button = RailButton(page)
            button.clicked.connect(lambda _on=False, name=page.id: self.turned.emit(name))
            self._group.addButton(button)
            self.buttons[page.id] = button
            column.addWidget(button)
        column.addSpacing(scaled(12))
        column.addWidget(separator("strong-line"))
        column.addSpacing(scaled(12))
        self.open_file.setToolTip("Open a saved game or a module; or drop one on the window")
        self.open_file.clicked.connect(self.open_asked)
        row = QHBoxLayout()
        row.addWidget(self.open_file, 1)
        column.addLayout(row)
        column.addStretch(1)
        column.addWidget(self._foot)
        self.rescale()

    def rescale(self) -> None:
        """Take the width that fits the present text scale."""
        self.setFixedWidth(scaled(196))

    def show_page(self, page: str) -> None:
        """Mark a page as the present one."""
        self.buttons[page].setChecked(True)

    def show_foot(self, words: str) -> None:
        """The small lines at the bottom."""
        self._foot.setText(words)
