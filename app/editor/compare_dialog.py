"""Two versions side by side: what moved, what changed, what is new and what is gone.

Counters are shown as they are drawn; a filter and the kinds narrow the list, a double click, Enter or the
button leads to the thing. The dialog leaves the editor free and follows what is edited there, so that
differences can be worked off one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
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

from app.editor.document import EditorDocument
from app.graphics.counter_cache import shared_counters
from app.graphics.counter_faces import FaceMaker
from app.theme.current import bind_icon, scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label
from app.widgets.search_box import SearchBox
from engine.definition.module import ModuleDef
from engine.editing.change import Touched
from engine.editing.comparing import Change, compare_modules, compare_scenarios

_KINDS = (("moved", "Moved"), ("changed", "Changed"), ("new", "New"), ("gone", "Gone"))
CHANGE = Qt.ItemDataRole.UserRole
EDGE = 34
FOLLOW_MS = 250

Faces = Callable[[], FaceMaker]


class CompareDialog(QDialog):
    """A list of differences, grouped by kind."""

    change_wanted = Signal(object)
    """A difference to be shown where it is in the editor."""

    def __init__(
        self, title: str, document: EditorDocument, faces: Faces, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.faces = faces
        self.compare: Callable[[], Sequence[Change]] = tuple
        """Finds the differences as they are now."""
        self.changes: tuple[Change, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FOLLOW_MS)
        self._timer.timeout.connect(self.refresh)
        document.changed.connect(self._follow)
        self.boxes: tuple[QComboBox, ...] = ()
        self.head = QHBoxLayout()
        self.count = label("", "strong")
        self.search = SearchBox("Filter differences")
        self.chips: dict[str, QPushButton] = {}
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["What", "Before", "After"])
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.tree.setColumnWidth(0, scaled(430))
        self.tree.setColumnWidth(1, scaled(190))
        self.tree.setAlternatingRowColors(True)
        self.tree.setWordWrap(True)
        self.tree.setIconSize(QSize(scaled(EDGE) + 4, scaled(EDGE) + 4))
        self.tree.setAccessibleName("Differences")
        self._lay_out()
        self.search.textChanged.connect(lambda _text: self._fill())
        self.tree.itemActivated.connect(self._jump)
        self.tree.itemSelectionChanged.connect(self._enable)
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
        self.show_button = QPushButton("Show in the editor")
        self.show_button.setEnabled(False)
        self.show_button.clicked.connect(lambda _on=False: self._jump(self.tree.currentItem()))
        buttons.addButton(self.show_button, QDialogButtonBox.ButtonRole.ActionRole)
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
        cls,
        title: str,
        before: ModuleDef,
        document: EditorDocument,
        faces: Faces,
        parent: QWidget | None = None,
    ) -> CompareDialog:
        """What differs between another version of a module and the one under edit."""
        dialog = cls(title, document, faces, parent)
        dialog.compare = lambda: compare_modules(before, document.module)
        dialog.refresh()
        return dialog

    @classmethod
    def of_scenarios(
        cls, document: EditorDocument, scenario: str, faces: Faces, parent: QWidget | None = None
    ) -> CompareDialog:
        """What differs between scenarios of a module, two to be chosen."""
        dialog = cls("Compare scenarios", document, faces, parent)
        boxes = dialog.boxes = (ChoiceBox(), ChoiceBox())
        swap = QPushButton("Exchange")
        bind_icon(swap, "swap")
        for box, words in zip(boxes, ("Before", "After"), strict=True):
            box.setAccessibleName(words)
            for item in document.module.scenarios:
                box.addItem(f"{item.number} {item.title}".strip(), item.id)
        dialog.head.addWidget(boxes[0], 1)
        dialog.head.addWidget(swap)
        dialog.head.addWidget(boxes[1], 1)
        first = max(0, boxes[0].findData(scenario))
        boxes[0].setCurrentIndex(first)
        boxes[1].setCurrentIndex(first + 1 if first + 1 < boxes[1].count() else 0)

        def exchange() -> None:
            before, after = (box.currentIndex() for box in boxes)
            boxes[0].setCurrentIndex(after)
            boxes[1].setCurrentIndex(before)
            dialog.refresh()

        swap.clicked.connect(exchange)
        for box in boxes:
            box.activated.connect(lambda _n: dialog.refresh())
        dialog.compare = lambda: _chosen(document.module, boxes)
        dialog.refresh()
        return dialog

    # --- the list ------------------------------------------------------------------------------------

    def _follow(self, _touched: Touched) -> None:
        self._timer.start()

    def refresh(self) -> None:
        """Shows the differences as they are now."""
        self._timer.stop()
        self.show_changes(self.compare())

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Shows differences."""
        if self.changes == tuple(changes) and self.count.text():
            return
        self.changes = tuple(changes)
        words = "1 difference" if len(changes) == 1 else f"{len(changes)} differences"
        self.count.setText(words if changes else "No difference")
        for kind, title in _KINDS:
            count = sum(change.kind == kind for change in changes)
            self.chips[kind].setText(f"{title} {count}" if count else title)
            self.chips[kind].setEnabled(count > 0)
        self._fill()

    def _fill(self) -> None:
        chosen, place = self._change(self.tree.currentItem()), self.tree.verticalScrollBar().value()
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
        self._choose_again(chosen)
        self.tree.verticalScrollBar().setValue(place)

    def _choose_again(self, chosen: Change | None) -> None:
        """Chooses the line that was chosen before the list was filled anew."""
        tops = [self.tree.topLevelItem(n) for n in range(self.tree.topLevelItemCount())]
        for item in (top.child(n) for top in tops if top is not None for n in range(top.childCount())):
            found = self._change(item)
            if item is not None and chosen is not None and found is not None and found.what == chosen.what:
                self.tree.setCurrentItem(item)
                return

    def _add(self, top: QTreeWidgetItem, change: Change) -> None:
        item = QTreeWidgetItem(top, [change.what, change.before, change.after])
        item.setToolTip(0, change.words())
        item.setToolTip(1, change.before)
        item.setToolTip(2, change.after)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignVCenter)
        item.setData(0, CHANGE, change)
        faces = self.faces()
        piece = faces.definition(change.piece) if change.piece else None
        if piece is not None:
            item.setIcon(0, QIcon(shared_counters().picture(faces.printed(piece), scaled(EDGE)).pixmap))

    def _enable(self) -> None:
        """The button works for a difference that leads somewhere."""
        self.show_button.setEnabled(self._change(self.tree.currentItem()) is not None)

    @staticmethod
    def _change(item: QTreeWidgetItem | None) -> Change | None:
        change = item.data(0, CHANGE) if item is not None else None
        return change if isinstance(change, Change) and change.path else None

    def _jump(self, item: QTreeWidgetItem | None) -> None:
        if (change := self._change(item)) is not None:
            self.change_wanted.emit(change)


def _chosen(module: ModuleDef, boxes: Sequence[QComboBox]) -> tuple[Change, ...]:
    """What differs between the chosen scenarios; nothing when one of them is gone."""
    known = {scenario.id: scenario for scenario in module.scenarios}
    pair = [known.get(str(box.currentData())) for box in boxes]
    names = {piece.id: piece.name for piece in module.pieces}
    if pair[0] is None or pair[1] is None:
        return ()
    return compare_scenarios(pair[0], pair[1], names, (module, module))


def _holds(change: Change, words: list[str]) -> bool:
    whole = change.words().lower()
    return all(word in whole for word in words)
