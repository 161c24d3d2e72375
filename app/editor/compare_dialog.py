"""Two versions side by side: what moved, what changed, what is new and what is gone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.editing.comparing import Change, compare_modules, compare_scenarios

_KINDS = (("moved", "Moved"), ("changed", "Changed"), ("new", "New"), ("gone", "Gone"))


class CompareDialog(QDialog):
    """A list of differences, grouped by kind."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.head = QHBoxLayout()
        self.count = label("", "strong")
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["What", "Before", "After"])
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.tree.setColumnWidth(0, scaled(330))
        self.tree.setColumnWidth(1, scaled(180))
        self.tree.setAlternatingRowColors(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(self.head)
        column.addWidget(self.count)
        column.addWidget(self.tree, 1)
        column.addWidget(buttons)
        self.resize(scaled(800), scaled(520))

    @classmethod
    def of_modules(cls, before: ModuleDef, after: ModuleDef, parent: QWidget | None = None) -> CompareDialog:
        """What differs between two versions of a module."""
        dialog = cls("What is saved and what is here", parent)
        dialog.show_changes(compare_modules(before, after))
        return dialog

    @classmethod
    def of_scenarios(cls, module: ModuleDef, scenario: str, parent: QWidget | None = None) -> CompareDialog:
        """What differs between scenarios of a module, two to be chosen."""
        dialog = cls("Compare scenarios", parent)
        names = {piece.id: piece.name for piece in module.pieces}
        boxes = (QComboBox(), QComboBox())
        for box in boxes:
            for item in module.scenarios:
                box.addItem(item.title, item.id)
            dialog.head.addWidget(box, 1)
        boxes[0].setCurrentIndex(max(0, boxes[0].findData(scenario)))
        at = boxes[0].currentIndex()
        boxes[1].setCurrentIndex(at + 1 if at + 1 < boxes[1].count() else 0)

        def refresh() -> None:
            pair = [module.scenario(str(box.currentData())) for box in boxes]
            dialog.show_changes(compare_scenarios(pair[0], pair[1], names, (module, module)))

        for box in boxes:
            box.activated.connect(lambda _n: refresh())
        if module.scenarios:
            refresh()
        return dialog

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Shows differences."""
        self.tree.clear()
        self.count.setText(f"{len(changes)} differences" if changes else "No difference")
        for kind, title in _KINDS:
            own = [change for change in changes if change.kind == kind]
            if not own:
                continue
            top = QTreeWidgetItem(self.tree, [f"{title}, {len(own)}"])
            for change in own:
                item = QTreeWidgetItem(top, [change.what, change.before, change.after])
                item.setToolTip(0, change.words())
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignTop)
            top.setExpanded(True)
