"""Two versions side by side: what moved, what changed, what is new and what is gone.

Counters are shown as they are drawn; a filter and the kinds narrow the list, a double click leads to the
thing. The dialog leaves the editor free, so that differences can be worked off one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from app.theme.current import bind_icon, scaled
from app.widgets.labels import label
from app.widgets.search_box import SearchBox
from engine.definition.module import ModuleDef
from engine.editing.comparing import Change, compare_modules, compare_scenarios

_KINDS = (("moved", "Moved"), ("changed", "Changed"), ("new", "New"), ("gone", "Gone"))
PIECE = Qt.ItemDataRole.UserRole
EDGE = 34


class CompareDialog(QDialog):
    """A list of differences, grouped by kind."""

    piece_wanted = Signal(str, str)
    """A counter to be shown, and the scenario it stands in; empty where none is known."""

    def __init__(self, title: str, faces: FaceMaker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.faces = faces
        self.changes: tuple[Change, ...] = ()
        self.scenario = ""
        self.boxes: tuple[QComboBox, ...] = ()
        self.head = QHBoxLayout()
        self.count = label("", "strong")
        self.search = SearchBox("Filter differences")
        self.chips: dict[str, QPushButton] = {}
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["What", "Before", "After"])
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.tree.setColumnWidth(0, scaled(300))
        self.tree.setColumnWidth(1, scaled(210))
        self.tree.setAlternatingRowColors(True)
        self.tree.setIconSize(QSize(scaled(EDGE) + 4, scaled(EDGE) + 4))
        self.tree.setAccessibleName("Differences")
        self._lay_out()
        self.search.textChanged.connect(lambda _text: self._fill())
        self.tree.itemActivated.connect(self._jump)
        self.resize(scaled(860), scaled(560))

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(scaled(6))
        bar.addWidget(self.count)
        bar.addStretch(1)
        for kind, words in _KINDS:
            chip = QPushButton(words)
            chip.setProperty("kind", "chip")
            chip.setCheckable(True)
            chip.setChecked(True)
            chip.toggled.connect(lambda _on: self._fill())
            self.chips[kind] = chip
            bar.addWidget(chip)
        bar.addWidget(self.search)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(16), scaled(14), scaled(16), scaled(14))
        column.setSpacing(scaled(10))
        column.addLayout(self.head)
        column.addLayout(bar)
        column.addWidget(self.tree, 1)
        column.addWidget(buttons)

    @classmethod
    def of_modules(
        cls, title: str, pair: tuple[ModuleDef, ModuleDef], faces: FaceMaker, parent: QWidget | None = None
    ) -> CompareDialog:
        """What differs between two versions of a module."""
        dialog = cls(title, faces, parent)
        dialog.show_changes(compare_modules(*pair))
        return dialog

    @classmethod
    def of_scenarios(
        cls, module: ModuleDef, scenario: str, faces: FaceMaker, parent: QWidget | None = None
    ) -> CompareDialog:
        """What differs between scenarios of a module, two to be chosen."""
        dialog = cls("Compare scenarios", faces, parent)
        names = {piece.id: piece.name for piece in module.pieces}
        boxes = dialog.boxes = (QComboBox(), QComboBox())
        swap = QPushButton("Exchange")
        bind_icon(swap, "swap")
        for box, words in zip(boxes, ("Before", "After"), strict=True):
            box.setAccessibleName(words)
            for item in module.scenarios:
                box.addItem(f"{item.number} {item.title}".strip(), item.id)
        dialog.head.addWidget(boxes[0], 1)
        dialog.head.addWidget(swap)
        dialog.head.addWidget(boxes[1], 1)
        first = max(0, boxes[0].findData(scenario))
        boxes[0].setCurrentIndex(first)
        boxes[1].setCurrentIndex(first + 1 if first + 1 < boxes[1].count() else 0)

        def refresh() -> None:
            pair = [module.scenario(str(box.currentData())) for box in boxes]
            dialog.scenario = pair[1].id
            dialog.show_changes(compare_scenarios(pair[0], pair[1], names, (module, module)))

        def exchange() -> None:
            before, after = (box.currentIndex() for box in boxes)
            boxes[0].setCurrentIndex(after)
            boxes[1].setCurrentIndex(before)
            refresh()

        swap.clicked.connect(exchange)
        for box in boxes:
            box.activated.connect(lambda _n: refresh())
        if module.scenarios:
            refresh()
        return dialog

    # --- the list ------------------------------------------------------------------------------------

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Shows differences."""
        self.changes = tuple(changes)
        words = "1 difference" if len(changes) == 1 else f"{len(changes)} differences"
        self.count.setText(words if changes else "No difference")
        for kind, title in _KINDS:
            count = sum(change.kind == kind for change in changes)
            self.chips[kind].setText(f"{title} {count}" if count else title)
            self.chips[kind].setEnabled(count > 0)
        self._fill()

    def _fill(self) -> None:
        self.tree.clear()
        wanted = self.search.text().lower().split()
        for kind, title in _KINDS:
            own = [change for change in self.changes if change.kind == kind and _holds(change, wanted)]
            if not own or not self.chips[kind].isChecked():
                continue
            top = QTreeWidgetItem(self.tree, [f"{title}, {len(own)}"])
            for change in own:
                self._add(top, change)
            top.setExpanded(True)

    def _add(self, top: QTreeWidgetItem, change: Change) -> None:
        item = QTreeWidgetItem(top, [change.what, change.before, change.after])
        item.setToolTip(0, change.words())
        item.setToolTip(1, change.before)
        item.setToolTip(2, change.after)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignVCenter)
        piece = self.faces.definition(change.piece) if change.piece else None
        if piece is not None:
            item.setData(0, PIECE, piece.id)
            item.setIcon(0, QIcon(shared_counters().picture(self.faces.printed(piece), scaled(EDGE)).pixmap))

    def _jump(self, item: QTreeWidgetItem) -> None:
        if item.data(0, PIECE):
            self.piece_wanted.emit(str(item.data(0, PIECE)), self.scenario)


def _holds(change: Change, words: list[str]) -> bool:
    whole = change.words().lower()
    return all(word in whole for word in words)
