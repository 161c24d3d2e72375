"""The switches of the overlays at the lower edge of the map, each with its key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from app.theme.current import scaled
from app.widgets.floating import SHADOW_ROOM, FloatingCard
from app.widgets.flow import FlowLayout
from engine.view.overlay import OverlayKind

RESERVED = frozenset({"G", "M", "N", "T", "0", "+", "-"})
"""Keys of the board itself."""


MOST_ROWS = 2
"""Rows of switches over the map; where they need more, they fold into one button."""


class OverlayBar(FloatingCard):
    """One tick box an overlay; where room is short those that are on, and a button that opens the others."""

    toggled = Signal(str)
    refitted = Signal()
    """The bar needs another size now."""

    def __init__(self, kinds: tuple[OverlayKind, ...], view: QWidget) -> None:
        super().__init__(view)
        self.setAccessibleName("Overlays")
        self.boxes: dict[str, QCheckBox] = {}
        self._is_folded = False
        self._is_open = False
        self._flow = FlowLayout(None, scaled(10), scaled(4))
        self.opener = QPushButton()
        self.opener.setProperty("kind", "link")
        self.opener.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.opener.clicked.connect(self._open)
        self._flow.addWidget(self.opener)
        used = set(RESERVED)
        for kind in kinds:
            self._add(kind, view, used)
        inner = QWidget()
        inner.setLayout(self._flow)
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(10), scaled(5), scaled(10), scaled(5))
        row.addWidget(inner)
        self._inner = inner
        self.setVisible(bool(kinds))

    def _open(self) -> None:
        self._is_open = not self._is_open
        self.refitted.emit()

    def _show_boxes(self) -> None:
        """All switches, or those that are on beside the button that opens the rest."""
        self.opener.setText("Close" if self._is_open else "Overlays…")
        self.opener.setAccessibleName("Fewer overlays" if self._is_open else "All overlays")
        self.opener.setVisible(self._is_folded)
        for box in self.boxes.values():
            box.setVisible(not self._is_folded or self._is_open or box.isChecked())

    def _widths(self) -> list[int]:
        """Of all that is shown, with the room to the next."""
        shown = [self.opener, *self.boxes.values()]
        return [widget.sizeHint().width() + scaled(10) for widget in shown if not widget.isHidden()]

    def _rows(self, width: int) -> int:
        rows, used = 1, 0
        for wide in self._widths():
            if used and used + wide > width:
                rows, used = rows + 1, 0
            used += wide
        return rows

    def _add(self, kind: OverlayKind, view: QWidget, used: set[str]) -> None:
        key = kind.key.upper() if kind.key and kind.key.upper() not in used else ""
        box = QCheckBox(f"{kind.title}  {key}" if key else kind.title)
        box.setAccessibleName(kind.title)
        box.setProperty("tone", "small")
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box.setToolTip(f"{kind.title} ({key})" if key else kind.title)
        box.clicked.connect(lambda _on=False, name=kind.id: self.toggled.emit(name))
        self.boxes[kind.id] = box
        self._flow.addWidget(box)
        if key:
            used.add(key)
            shortcut = QShortcut(QKeySequence(key), view)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(box.click)

    def fit(self, width: int) -> None:
        """Takes the size it needs within a width."""
        room = width - 2 * SHADOW_ROOM - scaled(20)
        self._is_folded = False
        self._show_boxes()
        if self._rows(room) > MOST_ROWS:
            self._is_folded = True
            self._show_boxes()
        else:
            self._is_open = False
        wide = min(room, sum(self._widths()))
        tall = self._flow.heightForWidth(wide)
        self.resize(wide + 2 * SHADOW_ROOM + scaled(22), tall + 2 * SHADOW_ROOM + scaled(12))

    def set_on(self, kind_id: str, *, on: bool) -> None:
        """Shows an overlay as switched on or off."""
        if kind_id in self.boxes:
            self.boxes[kind_id].setChecked(on)
            if self._is_folded:
                self.refitted.emit()
