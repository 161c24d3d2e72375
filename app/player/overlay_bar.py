"""The switches of the overlays at the lower edge of the map, each with its key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from app.theme.current import scaled
from app.widgets.floating import SHADOW_ROOM, FloatingCard
from app.widgets.flow import FlowLayout
from engine.view.overlay import OverlayKind

RESERVED = frozenset({"G", "M", "N", "T", "0", "+", "-"})
"""Keys of the board itself."""


MOST_ROWS = 2


class OverlayBar(FloatingCard):
    """One tick box an overlay."""

    toggled = Signal(str)

    def __init__(self, kinds: tuple[OverlayKind, ...], view: QWidget) -> None:
        super().__init__(view)
        self.setAccessibleName("Overlays")
        self.boxes: dict[str, QCheckBox] = {}
        self._words: dict[str, tuple[str, str]] = {}
        self._across = scaled(10)
        self._flow = FlowLayout(None, self._across, scaled(4))
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

    def _show_words(self, *, whole: bool) -> None:
        """Titles with keys, or keys alone where room is short."""
        for name, box in self.boxes.items():
            title, key = self._words[name]
            box.setText((f"{title}  {key}" if key else title) if whole else key or title[:6])
        self._across = scaled(10 if whole else 3)
        self._flow.set_across(self._across)

    def _rows(self, width: int) -> int:
        rows, used = 1, 0
        for box in self.boxes.values():
            wide = box.sizeHint().width() + self._across
            if used and used + wide > width:
                rows, used = rows + 1, 0
            used += wide
        return rows

    def _add(self, kind: OverlayKind, view: QWidget, used: set[str]) -> None:
        key = kind.key.upper() if kind.key and kind.key.upper() not in used else ""
        self._words[kind.id] = (kind.title, key)
        box = QCheckBox(kind.title)
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
        self._show_words(whole=True)
        if self._rows(room) > MOST_ROWS:
            self._show_words(whole=False)
        wanted = sum(box.sizeHint().width() + self._across for box in self.boxes.values())
        wide = min(room, wanted)
        tall = self._flow.heightForWidth(wide)
        self.resize(wide + 2 * SHADOW_ROOM + scaled(22), tall + 2 * SHADOW_ROOM + scaled(12))

    def set_on(self, kind_id: str, *, on: bool) -> None:
        """Shows an overlay as switched on or off."""
        if kind_id in self.boxes:
            self.boxes[kind_id].setChecked(on)
