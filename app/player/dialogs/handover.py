"""The hand-over screen: covers the whole window until the next player says that he is there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.graphics.colors import color
from app.icons import icon_pixmap
from app.theme.current import scaled, tokens
from app.widgets.keycap import KeyButton
from app.widgets.labels import label


class HandoverScreen(QWidget):
    """Nothing of the game is to be seen behind it, and no key reaches what lies below."""

    accepted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Hand over")
        self._form = "plain"
        self.sign = label("")
        self.sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title = label("", "title")
        self.words = label("", "second", wraps=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = KeyButton("I am here, show me", "", "primary")
        self.button.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setSpacing(scaled(14))
        column.addStretch(3)
        for widget in (self.sign, self.title, self.words, self.button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(4)
        self.words.setMaximumWidth(scaled(460))
        self.words.setMinimumWidth(scaled(320))
        window.installEventFilter(self)
        self.hide()

    def show_for(self, side_title: str, form: str, what: str) -> None:
        """Covers the window until ``side_title`` sits down."""
        self._form = form
        self.title.setText(f"Hand over to {side_title}")
        self.words.setText(what)
        self.sign.setPixmap(icon_pixmap("handover", tokens().second, scaled(64), self.devicePixelRatioF()))
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
        theme = tokens()
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(theme.window))
        ground, _ = theme.side(self._form)
        painter.fillRect(QRectF(0, 0, self.width(), scaled(10)), color(ground))
        painter.fillRect(QRectF(0, self.height() - scaled(10), self.width(), scaled(10)), color(ground))
        painter.end()
