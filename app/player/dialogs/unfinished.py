"""Unfinished business: what may have been forgotten, before a phase is ended. It never forbids anything."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.player.desk import Desk
from app.player.figures import capital, told
from app.theme.current import scaled
from app.widgets.keycap import KeyButton
from app.widgets.labels import label
from app.widgets.rows import LARGE_COUNTER, ROW_ROLE, Row, RowDelegate
from engine.ids import PieceId
from engine.view.advice import Unfinished

ITEM = int(Qt.ItemDataRole.UserRole) + 1


class UnfinishedDialog(QDialog):
    """Lists what is left; a click shows it on the map, the board stays usable beside the dialog."""

    ended = Signal()
    silenced = Signal()

    def __init__(self, desk: Desk, phase: str, items: tuple[Unfinished, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"End {phase}?")
        self.setAccessibleName(self.windowTitle())
        self.list = QListWidget()
        self.list.setItemDelegate(RowDelegate(LARGE_COUNTER, self.list))
        self.list.setAccessibleName("Unfinished business")
        for unfinished in items:
            self.list.addItem(self._item(unfinished))
        self.list.itemClicked.connect(self._show)
        self.list.itemActivated.connect(self._show)
        self.quiet = QCheckBox("Do not ask again in this game")
        stay = KeyButton("Back to the phase", "", "")
        stay.set_key("Esc")
        stay.clicked.connect(self.reject)
        self.end = KeyButton(f"End {phase} anyway", "", "primary")
        self.end.set_key("Ctrl+Return")
        for button in (stay, self.end):
            button.setShortcut(QKeySequence())
            button.setAutoDefault(False)
        self.end.clicked.connect(self.end_phase)
        row = QHBoxLayout()
        row.addWidget(self.quiet)
        row.addStretch(1)
        row.addWidget(stay)
        row.addWidget(self.end)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(10))
        column.addWidget(label(f"Still open in {phase}", "section"))
        column.addWidget(label("A click shows it on the map. Nothing here is compulsory.", "second"))
        column.addWidget(self.list, 1)
        column.addLayout(row)
        self.resize(scaled(620), scaled(440))

    def _item(self, unfinished: Unfinished) -> QListWidgetItem:
        words = capital(told(unfinished.text))
        item = QListWidgetItem(words)
        face = self.desk.face_of(unfinished.pieces[0]) if unfinished.pieces else None
        names = self._names(unfinished.pieces)
        row = Row(title=words, second=names, face=face, rule=unfinished.rule)
        item.setData(ROW_ROLE, row)
        item.setData(ITEM, unfinished)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{words} {names} {unfinished.rule}")
        return item

    def _names(self, pieces: tuple[PieceId, ...]) -> str:
        names = [self.desk.session.piece_name(piece) for piece in pieces[:8]]
        return ", ".join(names) + (f" and {len(pieces) - 8} more" if len(pieces) > 8 else "")

    def _show(self, item: QListWidgetItem) -> None:
        found = item.data(ITEM)
        if not isinstance(found, Unfinished):
            return
        pieces = self.desk.session.projection.pieces
        at = [v.at for p in found.pieces if (v := pieces.get(p)) is not None and v.at is not None]
        self.desk.show(*(*found.places, *at))
        if at:
            here = tuple(p for p in found.pieces if pieces[p].at == at[0])
            self.desk.select(at[0], here)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys on the buttons; plain Enter belongs to the list."""
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.end_phase()
        elif event.key() == Qt.Key.Key_Escape:
            self.reject()
        else:
            event.ignore()

    def end_phase(self) -> None:
        """Ends the phase in spite of everything."""
        if self.quiet.isChecked():
            self.silenced.emit()
        self.ended.emit()
        self.accept()
