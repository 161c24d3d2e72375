"""The hand-over screen: covers the whole window until the next player says that he is there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.fonts import TextSize
from app.graphics.colors import color
from app.icons import icon_pixmap
from app.theme.current import scaled, tokens, ui_font
from app.widgets.keycap import KeyButton
from app.widgets.labels import label

CARD_WIDTH = 560
BAND = 92


class HandoverScreen(QWidget):
    """Nothing of the game is to be seen behind it, and no key reaches what lies below."""

    accepted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Hand over")
        self._form = "plain"
        self.band = _Band()
        self.title = label("", "title")
        self.moment = label("", "strong")
        self.words = label("", "second", wraps=True)
        for text in (self.title, self.moment, self.words):
            text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = KeyButton("I am here, show me", "Return", "primary")
        self.button.setShortcut(QKeySequence())
        self.button.clicked.connect(self.accept)
        self.card = QFrame()
        self.card.setProperty("kind", "card")
        self.card.setFixedWidth(scaled(CARD_WIDTH))
        self._lay_out()
        window.installEventFilter(self)
        self.hide()

    def _lay_out(self) -> None:
        inner = QVBoxLayout()
        inner.setContentsMargins(scaled(36), scaled(20), scaled(36), scaled(28))
        inner.setSpacing(scaled(10))
        for widget in (self.title, self.moment, self.words):
            inner.addWidget(widget)
        inner.addSpacing(scaled(10))
        inner.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        card = QVBoxLayout(self.card)
        card.setContentsMargins(1, 1, 1, 1)
        card.setSpacing(0)
        card.addWidget(self.band)
        card.addLayout(inner)
        column = QVBoxLayout(self)
        column.addStretch(3)
        column.addWidget(self.card, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(4)

    def show_for(self, side_title: str, form: str, moment: str) -> None:
        """Covers the window until ``side_title`` sits down; ``moment`` says where the game stands."""
        self._form = form
        self.band.show_side(side_title, form)
        self.title.setText(f"Hand over to {side_title}")
        self.moment.setText(moment)
        self.words.setText("Whatever is secret stays covered until the next player is at the screen.")
        self.card.setFixedWidth(scaled(CARD_WIDTH))
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.show()
        self.raise_()
        self.button.setFocus()

    def accept(self) -> None:
        """The next player is there."""
        self.hide()
        self.accepted.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            parent = self.parentWidget()
            if parent is not None:
                self.setGeometry(parent.rect())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.accept()
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(tokens().window))
        painter.end()


class _Band(QWidget):
    """The side's colors with its name, as on the chip of the prompt bar."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._form = "", "plain"
        self.setFixedHeight(scaled(BAND))

    def show_side(self, title: str, form: str) -> None:
        """Shows another side."""
        self._title, self._form = title, form
        self.setFixedHeight(scaled(BAND))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        ground, ink = tokens().side(self._form)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), color(ground))
        edge = scaled(30)
        sign = icon_pixmap("eye-off", ink, edge, self.devicePixelRatioF())
        painter.drawPixmap(QPointF((self.width() - edge) / 2, scaled(14)), sign)
        font = ui_font(TextSize.SECTION, QFont.Weight.Bold)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 2.4)
        painter.setFont(font)
        painter.setPen(color(ink))
        place = QRectF(self.rect()).adjusted(0, scaled(46), 0, -scaled(8))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._title.upper())
        painter.end()
