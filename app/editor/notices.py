"""What the editor tells in passing: a card over the foot of the page, and the list of all that was told.

The card lies over the page and moves nothing of it, and never comes under the mouse. Warnings and faults that
ask nothing leave after the time it takes to read them; whoever was looking elsewhere finds them in the list.
Those with a button stay until they are answered.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTime, QTimer
from PySide6.QtGui import QCursor, QHideEvent, QIcon, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.icons import icon_pixmap
from app.messages import ICONS, NOTE_MS, WORDS, Message, MessageBar, Tone
from app.theme.current import scaled, theme, tokens
from app.widgets.floating import SHADOW_ROOM, paint_card_ground

READ_MS: Final = 70
"""Time for reading one letter of a warning."""
LEAST_MS: Final = {Tone.CARE: 9_000, Tone.BAD: 16_000}
QUIET_MS: Final = 900
"""So long no click goes to the page where a card was that left by itself."""
MOST_WIDE: Final = 980
LEAST_WIDE: Final = 420
"""Room for words; where the page has less, the card may lie over the panels beside it."""
MOST_KEPT: Final = 300


class _Quiet(QWidget):
    """Lies for a moment where a card was that left by itself: a click meant for it goes nowhere else."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(QUIET_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def lie(self, place: QRect) -> None:
        """Takes clicks there for a moment."""
        self.setGeometry(place)
        self.show()
        self.raise_()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """The moment is over, or the window closes."""
        super().hideEvent(event)
        self._timer.stop()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()


class Notices(MessageBar):
    """Messages on a card over the foot of a page; `parent` is the window of the page."""

    def __init__(self, page: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._page, self._is_above = page, False
        self.quiet = _Quiet(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        room = SHADOW_ROOM
        self.setContentsMargins(room, room, room, room)
        for watched in (page, parent):
            watched.installEventFilter(self)
        theme().changed.connect(self.fit)

    def stay(self, message: Message) -> int:
        if message.button or message.second_button:
            return 0
        return max(LEAST_MS.get(message.tone, NOTE_MS), READ_MS * len(message.text))

    def focus(self) -> None:
        """Takes the keyboard to the message on show: to its first button, else to its cross."""
        able = [button for button in self.findChildren(QPushButton) if button.isVisible()]
        (able[0] if able else self._close).setFocus(Qt.FocusReason.TabFocusReason)

    def fit(self) -> None:
        """Takes its place over the page, as high as its words need."""
        parent = self.parentWidget()
        if parent is None or self.isHidden():
            return
        area = QRect(self._page.mapTo(parent, QPoint()), self._page.size())
        seen = self._page.visibleRegion().boundingRect()
        if not seen.isEmpty():  # in narrow windows panels lie over the page
            area = QRect(area.left() + seen.left(), area.top(), seen.width(), area.height())
        if area.width() < scaled(LEAST_WIDE):
            area = QRect(0, area.top(), parent.width(), area.height())
        width = min(area.width(), scaled(MOST_WIDE)) + SHADOW_ROOM
        self.resize(width, self.height())
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.resize(width, layout.totalHeightForWidth(width))
        left = area.left() + (area.width() - width) // 2
        top = area.top() if self._is_above else area.bottom() + 1 - self.height()
        self.move(left, top)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest):
            self.fit()
        return False

    def _present(self, message: Message) -> None:
        is_new = self.isHidden()
        super()._present(message)
        if is_new:
            self._is_above = False
        self.fit()
        if is_new and self.isVisible() and self._is_under_pointer():
            self._is_above = True
            self.fit()

    def _is_under_pointer(self) -> bool:
        return self.rect().contains(self.mapFromGlobal(QCursor.pos()))

    def _pass(self) -> None:
        """A message that somebody points at, or has the keyboard in, stays on."""
        focus = QApplication.focusWidget()
        if self._is_under_pointer() or (focus is not None and self.isAncestorOf(focus)):
            self._timer.start(NOTE_MS)
            return
        place = self.geometry()
        super()._pass()
        if self.isHidden():
            self.quiet.lie(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        room = SHADOW_ROOM
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_card_ground(painter, self.rect().toRectF().adjusted(room, room, -room, -room))
        painter.end()


class NoticeList(QListWidget):
    """All that was told since the window was opened, the latest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Messages")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(True)
        self.setSpacing(scaled(2))
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        theme().changed.connect(self._tint)

    def add(self, message: Message) -> None:
        """Keeps a message with its time; of too many the oldest go."""
        item = QListWidgetItem(f"{QTime.currentTime().toString('HH:mm')}  {message.text}")
        item.setData(Qt.ItemDataRole.UserRole, message.tone)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{WORDS[message.tone]}: {message.text}")
        item.setIcon(self._sign(message.tone))
        self.insertItem(0, item)
        while self.count() > MOST_KEPT:
            self.takeItem(self.count() - 1)

    def _sign(self, tone: Tone) -> QIcon:
        tint = tokens().accent if tone is Tone.HINT else getattr(tokens(), tone.value)
        pixmap = icon_pixmap(ICONS[tone], tint, scaled(16), self.devicePixelRatioF())
        return QIcon(pixmap)

    def _tint(self) -> None:
        for n in range(self.count()):
            if (item := self.item(n)) is not None:
                item.setIcon(self._sign(Tone(item.data(Qt.ItemDataRole.UserRole))))
