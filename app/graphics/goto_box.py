"""A line to type a hex number or a place name into; the map goes there.

Names complete anywhere in the word, without regard to case; a number may leave out the letter of its map.
"""

from __future__ import annotations

from difflib import get_close_matches

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from engine.geometry.board import CompiledBoard

SEPARATOR = " · "


class GoToBox(QLineEdit):
    """Emits `placeChosen` with a hex id, or `refused` with words that say what would have been understood."""

    placeChosen = Signal(str)
    refused = Signal(str)
    left = Signal()

    def __init__(self, board: CompiledBoard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._names = place_names(board)
        self.setPlaceholderText(self.tr("Go to hex or place…"))
        self.setAccessibleName(self.tr("Go to hex or place"))
        self.setClearButtonEnabled(True)
        entries = [f"{name}{SEPARATOR}{hex_}" for name, hex_ in sorted(self._names.items())]
        completer = QCompleter(QStringListModel(entries, self), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(12)
        completer.activated.connect(self.go)
        self.setCompleter(completer)
        self.returnPressed.connect(lambda: self.go(self.text()))

    def place_for(self, text: str) -> str | None:
        """The hex that a text means: an id, an id without its letter, a name, or the beginning of one
        name only.
        """
        text = text.rsplit(SEPARATOR, maxsplit=1)[-1].strip()
        if not text:
            return None
        folded = text.casefold()
        for name in self._board.index:
            if name.casefold() == folded:
                return self._board.ids[self._board.index[name]]
        short = [name for name in self._board.ids if name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == text]
        if len(short) == 1:
            return short[0]
        by_name = {name.casefold(): hex_ for name, hex_ in self._names.items()}
        if folded in by_name:
            return by_name[folded]
        beginning = {hex_ for name, hex_ in by_name.items() if name.startswith(folded)}
        return beginning.pop() if len(beginning) == 1 else None

    def go(self, text: str) -> None:
        """Goes to what the text means or says why not."""
        place = self.place_for(text)
        if place is not None:
            self.setText(self._board.label(self._board.index[place]))
            self.selectAll()
            self.placeChosen.emit(place)
            return
        near = get_close_matches(text.strip(), [*self._names, *self._board.ids], 1, 0.5)
        hint = self.tr("; did you mean {0}?").format(near[0]) if near else ""
        self.refused.emit(self.tr("no hex or place “{0}”{1}").format(text.strip(), hint))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
            event.accept()
            return
        super().keyPressEvent(event)


def place_names(board: CompiledBoard) -> dict[str, str]:
    """Hex ids by every name a map knows, other names of the same place included."""
    names: dict[str, str] = {}
    for i, place in board.places.items():
        for name in (place.name, *place.also):
            names.setdefault(name, board.ids[i])
    return names
