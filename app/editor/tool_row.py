"""The row over the editor's pages: undo, the tools of the page on show, search, print, playtest.

Only the map has tools and brushes; on other pages they are gone. What does not fit into a narrow window goes
into a menu at the end of the tools, the last first, so that nothing is ever cut.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from app.editor.map_tools import BRUSH_SIZES, TOOLS
from app.theme.current import scaled
from app.widgets.keycap import KeyButton
from app.widgets.labels import label

MORE: Final = "More"
LEAST_SEARCH: Final = 110
MOST_SEARCH: Final = 230


class ToolRow(QWidget):
    """Buttons for what the page on show can do."""

    def __init__(self, search: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = search
        self.undo_button, self.redo_button = QPushButton("Undo"), QPushButton("Redo")
        self.tools: dict[str, QPushButton] = {kind.name: _choice(kind.title) for kind in TOOLS}
        self.brushes: dict[int, QPushButton] = {}
        self.brush_box = self._brush_box()
        self.more = QPushButton(MORE)
        self.menu = QMenu("More tools", self.more)
        self.print_button = QPushButton("Print…")
        self.play_button = KeyButton("Playtest", "", "primary")
        self.play_button.show_key("F5")
        self.version_button = QPushButton()
        self._has_map = True
        self._is_fitting = False
        self._lay_out()

    def _lay_out(self) -> None:
        self.setProperty("kind", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(6))
        row.setSpacing(scaled(6))
        row.addWidget(self.undo_button)
        row.addWidget(self.redo_button)
        row.addSpacing(scaled(8))
        for kind in TOOLS:
            button = self.tools[kind.name]
            button.setToolTip(f"{(kind.__doc__ or '').splitlines()[0]} ({kind.key})")
            row.addWidget(button)
        self.tools["select"].setChecked(True)
        row.addWidget(self.brush_box)
        self.more.setMenu(self.menu)
        self.more.setAccessibleName("More tools")
        self.more.setToolTip("Tools and brushes that have no room in the row")
        self.menu.aboutToShow.connect(self._fill)
        row.addWidget(self.more)
        row.addStretch(1)
        self.search.setMinimumWidth(scaled(LEAST_SEARCH))
        self.search.setMaximumWidth(scaled(MOST_SEARCH))
        row.addWidget(self.search, 2)
        row.addWidget(self.print_button)
        row.addWidget(self.play_button)
        self.version_button.setToolTip("Which version of the scenario is played")
        self.version_button.setAccessibleName("Version to playtest")
        self.version_button.setFixedWidth(scaled(26))
        row.addWidget(self.version_button)

    def _brush_box(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(scaled(8), 0, 0, 0)
        row.setSpacing(scaled(6))
        row.addWidget(label("Brush", "second"))
        for number, size in enumerate(BRUSH_SIZES, start=1):
            button = QPushButton(str(size))
            button.setProperty("kind", "chip")
            button.setCheckable(True)
            button.setChecked(size == 1)
            button.setAccessibleName(_brush_words(size))
            button.setToolTip(f"{_brush_words(size)} ({number} on the map)")
            self.brushes[size] = button
            row.addWidget(button)
        return box

    def show_map(self, *, on: bool) -> None:
        """Shows the tools of the map, or none."""
        self._has_map = on
        self._fit()

    def show_tool(self, name: str) -> None:
        """Marks the tool in hand."""
        for key, button in self.tools.items():
            button.setChecked(key == name)
        self._name_more()

    def show_brush(self, size: int) -> None:
        """Marks the brush in use."""
        for key, button in self.brushes.items():
            button.setChecked(key == size)

    # --- what fits -----------------------------------------------------------------------------------

    @property
    def _parts(self) -> list[QWidget]:
        """What may go into the menu, the last first."""
        return [*self.tools.values(), self.brush_box]

    @property
    def hidden_parts(self) -> list[QWidget]:
        """What has gone into the menu."""
        return [part for part in self._parts if part.isHidden()] if self._has_map else []

    def _fit(self) -> None:
        """Shows as many tools as there is room for."""
        if self._is_fitting:
            return
        self._is_fitting = True
        parts = self._parts if self._has_map else []
        room = self.width() - self._fixed_width()
        widths = [part.sizeHint().width() + scaled(6) for part in parts]
        count = len(parts)
        if sum(widths) > room:
            room -= self.more.sizeHint().width() + scaled(6)
            while count and sum(widths[:count]) > room:
                count -= 1
        for number, part in enumerate(self._parts):
            part.setVisible(self._has_map and number < count)
        self.more.setVisible(self._has_map and count < len(parts))
        self._name_more()
        self._is_fitting = False

    def _fixed_width(self) -> int:
        fixed = [self.undo_button, self.redo_button, self.print_button, self.play_button]
        width = sum(widget.sizeHint().width() for widget in fixed) + scaled(LEAST_SEARCH)
        if not self.version_button.isHidden():
            width += scaled(26 + 6)
        return width + 2 * scaled(12) + scaled(8) + 7 * scaled(6)

    def _name_more(self) -> None:
        """The button of the menu is named by the tool in hand if that is in it."""
        hidden = [b for b in self.tools.values() if b.isHidden() and b.isChecked()] if self._has_map else []
        self.more.setText(hidden[0].text() if hidden else MORE)

    def _fill(self) -> None:
        """Puts what has no room into the menu."""
        self.menu.clear()
        for kind in TOOLS:
            button = self.tools[kind.name]
            if button.isHidden():
                self._add(f"{kind.title}\t{kind.key}", button)
        if self.brush_box.isHidden():
            self.menu.addSeparator()
            for number, size in enumerate(BRUSH_SIZES, start=1):
                self._add(f"{_brush_words(size)}\t{number}", self.brushes[size])

    def _add(self, words: str, button: QPushButton) -> None:
        action: QAction = self.menu.addAction(words)
        action.setCheckable(True)
        action.setChecked(button.isChecked())
        press: Callable[[], None] = button.click
        action.triggered.connect(lambda _on=False: press())

    def minimumSizeHint(self) -> QSize:
        height = super().minimumSizeHint().height()
        return QSize(self._fixed_width() + self.more.sizeHint().width() + scaled(6), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Words on the buttons or the scale of the window changed: what fits is another."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done


def _choice(title: str) -> QPushButton:
    button = QPushButton(title)
    button.setProperty("kind", "choice")
    button.setCheckable(True)
    return button


def _brush_words(size: int) -> str:
    return f"Brush of {size} hex{'es' if size > 1 else ''}"
