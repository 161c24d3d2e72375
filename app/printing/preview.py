"""One page of a plan on the screen, drawn by the drawer that writes the file.

Pages are drawn when they are looked at and kept at the size they were drawn in. Drawing goes on in slices
between events, so that choices never feel stuck.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Final

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.exporting.drawing import Drawer
from app.exporting.graying import gray_picture
from app.exporting.headless import ExportError
from app.exporting.plan import ExportPlan, Page
from app.exporting.writing import INCH, PageMaking, page_making
from app.fonts import TextSize
from app.graphics.colors import color
from app.theme.current import scaled, tokens, ui_font
from app.widgets.choices import ChoiceRow

MOST_KEPT: Final = 6
DELAY_MS: Final = 30
SLICE_MS: Final = 20
MARGIN: Final = 14
TRUE_SIZE_DOTS: Final = 110.0
WIDEST_ZOOM: Final = 430
"""Pixels the choice of size asks for at most; with larger text it is broken into rows."""


class PageSheet(QWidget):
    """The sheet of paper itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Page")
        self.picture: QPixmap | None = None
        self.note = ""

    def show_picture(self, picture: QPixmap | None, note: str = "") -> None:
        """Show a drawn page, or a note where there is none yet."""
        self.picture, self.note = picture, note
        self.setAccessibleDescription(note)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        place = QRectF(self.rect())
        painter.fillRect(place, color(tokens().panel if self.picture is None else "#ffffff"))
        if self.picture is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(place, self.picture, QRectF(self.picture.rect()))
        else:
            painter.setFont(ui_font(TextSize.BODY))
            painter.setPen(color(tokens().second))
            inner = place.adjusted(scaled(20), 0, -scaled(20), 0)
            painter.drawText(inner, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.note)
        painter.setPen(color(tokens().strong_line))
        painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.end()


class Preview(QWidget):
    """Pages of a plan, one at a time, fitted to the room or at true size."""

    page_shown = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Preview")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.plan: ExportPlan | None = None
        self.number = 0
        self._drawer = Drawer()
        self._kept: OrderedDict[tuple[int, int], QPixmap] = OrderedDict()
        self._note = ""
        self._drawing: PageMaking | None = None
        self.sheet = PageSheet()
        self.area = QScrollArea()
        self.area.setWidget(self.sheet)
        self.area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.area.setAccessibleName("Page under view")
        self.back = _arrow("‹", "Page before")
        self.on = _arrow("›", "Next page")
        self.count = QLabel()
        self.count.setMinimumWidth(scaled(110))
        self.count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.zoom = ChoiceRow("Size", (("fit", "Whole page"), ("width", "Width"), ("true", "True size")))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._draw_on)
        self._lay_out()
        self.back.clicked.connect(lambda: self.go_to(self.number - 1))
        self.on.clicked.connect(lambda: self.go_to(self.number + 1))
        self.zoom.changed.connect(lambda _value: self._refit())

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(scaled(6))
        bar.addWidget(self.back)
        bar.addWidget(self.count)
        bar.addWidget(self.on)
        bar.addStretch(1)
        bar.addWidget(self.zoom)
        self.zoom.setMinimumWidth(min(scaled(300), WIDEST_ZOOM))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(8))
        column.addWidget(self.area, 1)
        column.addLayout(bar)

    def show_plan(self, plan: ExportPlan, drawer: Drawer) -> None:
        """Show another plan from the page that is now under view, if it has one of that number."""
        self.plan, self._drawer, self._note = plan, drawer, ""
        self._kept.clear()
        self.go_to(min(self.number, len(plan.pages) - 1))

    def show_note(self, text: str) -> None:
        """Say why there is no page."""
        self.plan, self._note = None, text
        self._kept.clear()
        self._refit()

    @property
    def page(self) -> Page | None:
        """The page under view."""
        return self.plan.pages[self.number] if self.plan else None

    def go_to(self, number: int) -> None:
        """Show a page; numbers beyond the ends show the first or last."""
        if self.plan is None:
            return
        self.number = max(0, min(number, len(self.plan.pages) - 1))
        self._refit()
        self.page_shown.emit(self.number)

    def _refit(self) -> None:
        self._let_go()
        pages = len(self.plan.pages) if self.plan else 0
        self.back.setEnabled(self.number > 0 and pages > 0)
        self.on.setEnabled(self.number < pages - 1)
        page = self.page
        self.count.setText(f"Page {self.number + 1} of {pages}" if pages else "")
        if page is not None:
            self.count.setToolTip(f"{page.name}, {page.width:.0f} × {page.height:.0f} mm")
        self.sheet.resize(self._size(page))
        kept = self._kept.get(self._key)
        self.sheet.show_picture(kept, "" if kept else self._note or "Drawing …")
        if page is not None and kept is None and self.isVisible():
            self._timer.start(DELAY_MS)

    def _size(self, page: Page | None) -> QSize:
        room = self.area.viewport().size() - QSize(2 * MARGIN, 2 * MARGIN)
        if page is None:
            return QSize(max(200, room.width()), max(200, room.height()))
        if self.zoom.value == "true":
            scale = TRUE_SIZE_DOTS / INCH
        elif self.zoom.value == "width":
            scale = room.width() / page.width
        else:
            scale = min(room.width() / page.width, room.height() / page.height)
        scale = max(0.2, scale)
        return QSize(round(page.width * scale), round(page.height * scale))

    def draw_now(self) -> None:
        """Draw the page under view to its end."""
        while self._begin():
            self._slice(math.inf)

    def _begin(self) -> bool:
        """Make sure the page under view is being drawn; False if it is drawn or cannot be."""
        page = self.page
        if page is None or self._key in self._kept:
            return False
        if self._drawing is None:
            ratio = self.devicePixelRatioF()
            dots = self.sheet.width() * ratio / page.width * INCH
            try:
                self._drawing = page_making(page, self._drawer, dots)
            except ExportError as error:
                self.sheet.show_picture(None, str(error))
                return False
        return True

    def _draw_on(self) -> None:
        """Draw for a moment; the timer calls this until the page is drawn."""
        if self._begin():
            self._slice(SLICE_MS)
            self._timer.start(0)

    def _slice(self, milliseconds: float) -> None:
        if self._drawing is None:
            return
        clock = QElapsedTimer()
        clock.start()
        try:
            while clock.elapsed() < milliseconds:
                next(self._drawing)
        except StopIteration as end:
            self._drawing = None
            is_gray = self.plan is not None and self.plan.gray
            picture = gray_picture(end.value) if is_gray else end.value
            self._kept[self._key] = QPixmap.fromImage(picture)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            self.sheet.show_picture(self._kept[self._key])

    def _let_go(self) -> None:
        """Stop drawing a page nobody looks at any more."""
        self._timer.stop()
        if self._drawing is not None:
            self._drawing.close()
            self._drawing = None

    @property
    def _key(self) -> tuple[int, int]:
        return self.number, self.sheet.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refit()

    def hideEvent(self, event: QHideEvent) -> None:
        self._let_go()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: 1_000_000}
        key = Qt.Key(event.key())
        if key in steps:
            self.go_to(self.number + steps[key])
        elif key in ends:
            self.go_to(ends[key])
        else:
            super().keyPressEvent(event)


def _arrow(text: str, name: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setFont(ui_font(TextSize.SECTION))
    button.setMinimumSize(scaled(34), scaled(30))
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button
