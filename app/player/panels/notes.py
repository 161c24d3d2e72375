"""Notes of the players: on the game for each side, and on places. They are saved with the game."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
)

from app.player.desk import Desk
from app.player.panels.base import Panel
from app.theme.current import scaled
from app.widgets.labels import label
from engine.ids import PlaceId, SideId
from engine.saves import Note, Remarks

PLACE = int(Qt.ItemDataRole.UserRole) + 1
SETTLE_MS = 400
ALL = "all"


class NotesPanel(Panel):
    """One text for the viewer's side, and a list of notes on places."""

    title = "Notes"
    name = "notes"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.text = QPlainTextEdit()
        self.text.setPlaceholderText("Notes of your own; the other side does not see them.")
        self.text.setAccessibleName("Notes on the game")
        self.text.textChanged.connect(self._wait)
        self.place = label("", "strong")
        self.place_note = QLineEdit()
        self.place_note.setPlaceholderText("Note on the selected place")
        self.place_note.setAccessibleName("Note on the selected place")
        self.place_note.returnPressed.connect(self._keep_place_note)
        self.keep = QPushButton("Keep")
        self.keep.clicked.connect(self._keep_place_note)
        self.list = QListWidget()
        self.list.setAccessibleName("Notes on places")
        self.list.itemClicked.connect(self._jump)
        self.list.itemActivated.connect(self._jump)
        self._chosen: PlaceId | None = desk.selection.place
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._keep_text)
        row = QHBoxLayout()
        row.addWidget(self.place)
        row.addWidget(self.place_note, 1)
        row.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(8))
        column.setSpacing(scaled(6))
        column.addWidget(self.text, 2)
        column.addLayout(row)
        column.addWidget(self.list, 1)
        desk.session.remarks_changed.connect(self.refresh)
        desk.selection.changed.connect(self._follow_selection)

    @property
    def owner(self) -> SideId:
        """Whose notes are shown; nobody's in particular when one person sees all."""
        viewer = self.session.viewer
        return "" if viewer == ALL else viewer

    def key(self) -> object:
        return (self.session.remarks, self.owner)

    def fill(self) -> None:
        text = self._note("")
        if text != self.text.toPlainText() and not self._timer.isActive():
            self.text.blockSignals(True)
            self.text.setPlainText(text)
            self.text.blockSignals(False)
        self.list.clear()
        for note in self._mine():
            if note.place:
                item = QListWidgetItem(f"{self.session.place_title(note.place)}: {note.text}")
                item.setData(PLACE, note.place)
                self.list.addItem(item)
        self._show_place()

    def _mine(self) -> tuple[Note, ...]:
        return tuple(note for note in self.session.remarks.notes if note.side == self.owner)

    def _note(self, place: PlaceId) -> str:
        return next((note.text for note in self._mine() if note.place == place), "")

    def note_on(self, place: PlaceId) -> str:
        """The viewer's note on a place; empty if there is none."""
        return self._note(place)

    def set_note(self, text: str, place: PlaceId = "") -> None:
        """Replaces a note; an empty text deletes it."""
        remarks = self.session.remarks
        kept = tuple(n for n in remarks.notes if (n.side, n.place) != (self.owner, place))
        added = (Note(text=text, side=self.owner, place=place),) if text else ()
        self.session.set_remarks(Remarks(notes=kept + added, bookmarks=remarks.bookmarks))

    def finish(self) -> None:
        """Keeps what was typed and not yet kept."""
        if self._timer.isActive():
            self._timer.stop()
            self._keep_text()

    def _wait(self) -> None:
        self._timer.start()

    def _keep_text(self) -> None:
        text = self.text.toPlainText()
        if text != self._note(""):
            self.set_note(text)

    def _keep_place_note(self) -> None:
        if self._chosen is not None:
            self.set_note(self.place_note.text().strip(), self._chosen)

    def write_on(self, place: PlaceId) -> None:
        """Begins a note on a place, whatever is selected."""
        self._chosen = place
        self._show_place()
        self.place_note.setFocus()
        self.place_note.selectAll()

    def _follow_selection(self) -> None:
        self._chosen = self.desk.selection.place
        self._show_place()

    def _show_place(self) -> None:
        place = self._chosen
        self.place.setText(place or "")
        self.place_note.setEnabled(place is not None)
        self.keep.setEnabled(place is not None)
        self.place_note.setText(self._note(place) if place else "")

    def _jump(self, item: QListWidgetItem) -> None:
        self.desk.show(item.data(PLACE))
        self.desk.select(item.data(PLACE))
