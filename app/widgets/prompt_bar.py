"""The prompt bar: who must do what now, and the buttons for it.

Side stripe, chip with side and turn, a bold head, the request, one line of
help, buttons at the right with the primary one last. It knows nothing of
games: the window gives it words and forms.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.fonts import TextSize
from app.graphics.colors import color
from app.theme.current import scaled, tokens, ui_font
from app.widgets.button_row import ButtonRow, PromptButton
from app.widgets.keycap import KeyButton
from app.widgets.labels import ElidedLabel

WORDS_ROOM = 560
"""Pixels that the words keep beside the buttons, as long as that is less than a share of the bar."""
WORDS_SHARE = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What the bar says. `form` is that of the deciding side's strip."""

    form: str = "plain"
    side: str = ""
    turn: str = ""
    head: str = ""
    request: str = ""
    help: str = ""


class SideChip(QWidget):
    """The coloured chip with the side's name over the turn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prompt = Prompt()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_side(self, prompt: Prompt) -> None:
        """Show another side and turn."""
        self._prompt = prompt
        self.setAccessibleName(f"{prompt.side}, {prompt.turn}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        strong = QFontMetrics(_chip_font())
        small = QFontMetrics(ui_font(TextSize.NOTE))
        side, turn = self._prompt.side.upper(), self._prompt.turn
        across = max(strong.horizontalAdvance(side), small.horizontalAdvance(turn), scaled(110))
        return QSize(across + scaled(28), scaled(38))

    def paintEvent(self, event: QPaintEvent) -> None:
        ground, ink = tokens().side(self._prompt.form)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(ground))
        place = QRectF(self.rect())
        painter.drawRoundedRect(place, 5, 5)
        painter.setPen(color(ink))
        upper = QRectF(place.left(), place.top() + 2, place.width(), place.height() * 0.52)
        lower = QRectF(place.left(), place.center().y() - 2, place.width(), place.height() * 0.5)
        painter.setFont(_chip_font())
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, self._prompt.side.upper())
        painter.setFont(ui_font(TextSize.NOTE, QFont.Weight.Medium))
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, self._prompt.turn)
        painter.end()


def _chip_font() -> QFont:
    font = ui_font(TextSize.BODY, QFont.Weight.Bold)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 1.2)
    return font


class PromptHead(QWidget):
    """The bold head and the request on one line; in smaller letters on two where one does not hold them."""

    crowded_changed = Signal(bool)
    """Both lines are taken by head and request, so that nothing has room below; or no longer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = ""
        self._request = ""
        self._size = TextSize.SECTION
        self._is_crowded = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, head: str, request: str) -> None:
        """Show other words; they are also what a screen reader says."""
        self._head, self._request = head, request
        self.setAccessibleName(f"{head} {request}".strip())
        self.setToolTip("")
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(200), scaled(41 if self._is_crowded else 24))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width()
        self._size = TextSize.SECTION if self._wide(TextSize.SECTION) <= room else TextSize.BODY
        is_crowded = self._wide(self._size) > room > 0
        if is_crowded != self._is_crowded:
            self._is_crowded = is_crowded
            self.updateGeometry()
            self.crowded_changed.emit(is_crowded)

    def _wide(self, size: TextSize) -> int:
        bold, plain = QFontMetrics(ui_font(size, QFont.Weight.Bold)), QFontMetrics(ui_font(size))
        return bold.horizontalAdvance(self._head) + scaled(8) + plain.horizontalAdvance(self._request)

    def _paint_two_lines(self) -> None:
        """Head and request as a paragraph, the request shortened where even that does not hold it."""
        font = ui_font(TextSize.BODY)
        bold = QFontMetrics(ui_font(TextSize.BODY, QFont.Weight.Bold))
        room = 2 * self.width() - bold.horizontalAdvance(self._head) - scaled(70)
        words = QFontMetrics(font).elidedText(self._request, Qt.TextElideMode.ElideRight, room)
        if words != self._request:
            self.setToolTip(self._request)
        text = QTextDocument()
        text.setDefaultFont(font)
        text.setDocumentMargin(0)
        text.setTextWidth(self.width())
        text.setHtml(f"<b>{escape(self._head)}</b> {escape(words)}")
        painter = QPainter(self)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, color(tokens().text))
        painter.translate(0, max(0.0, (self.height() - text.size().height()) / 2))
        text.documentLayout().draw(painter, context)
        painter.end()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_crowded:
            self._paint_two_lines()
            return
        theme = tokens()
        painter = QPainter(self)
        painter.setPen(color(theme.text))
        bold = ui_font(self._size, QFont.Weight.Bold)
        plain = ui_font(self._size)
        place = QRectF(self.rect())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(bold)
        painter.drawText(place, flags, self._head)
        taken = QFontMetrics(bold).horizontalAdvance(self._head) + (scaled(8) if self._head else 0)
        rest = place.adjusted(taken, 0, 0, 0)
        words = QFontMetrics(plain).elidedText(self._request, Qt.TextElideMode.ElideRight, int(rest.width()))
        if words != self._request and self.toolTip() != self._request:
            self.setToolTip(self._request)
        painter.setFont(plain)
        painter.drawText(rest, flags, words)
        painter.end()


class PromptBar(QFrame):
    """The bar over the map. A click leaves the focus where it is, so that keys still reach the map."""

    focus_freed = Signal()
    """The button with the focus went away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "prompt")
        self.setAccessibleName("What to do now")
        self.chip = SideChip()
        self.head = PromptHead()
        self.help = ElidedLabel("", "second")
        self.head.crowded_changed.connect(self.help.setHidden)
        self._form = "plain"
        words = QVBoxLayout()
        words.setSpacing(scaled(1))
        words.setContentsMargins(0, 0, 0, 0)
        words.addWidget(self.head)
        words.addWidget(self.help)
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(22), scaled(8), scaled(14), scaled(8))
        row.setSpacing(scaled(16))
        row.addWidget(self.chip)
        row.addLayout(words, 1)
        self.tools = ButtonRow(self)
        self.tools.focus_freed.connect(self.focus_freed)
        row.addWidget(self.tools)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def buttons(self) -> tuple[KeyButton, ...]:
        """The present buttons, the primary one last."""
        return self.tools.buttons

    def show_prompt(self, prompt: Prompt) -> None:
        """Say something else."""
        self._form = prompt.form
        self.chip.setVisible(bool(prompt.side or prompt.turn))
        self.chip.show_side(prompt)
        self.head.show_words(prompt.head, prompt.request)
        self.help.set_full_text(prompt.help)
        self.update()

    def show_buttons(self, wanted: tuple[PromptButton, ...]) -> None:
        """Offer other buttons; the keyboard focus stays on a button of the same words."""
        self.tools.show_buttons(wanted)
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        """The buttons get what the words can spare."""
        words = min(scaled(WORDS_ROOM), round(self.width() * WORDS_SHARE))
        chip = self.chip.sizeHint().width() if not self.chip.isHidden() else 0
        self.tools.fit(self.width() - words - chip - scaled(22 + 14 + 2 * 16))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(QRectF(0, 0, scaled(8), self.height()), color(tokens().side(self._form)[0]))
        painter.end()
