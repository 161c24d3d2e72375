"""Go to a hex or a place by its id or name, with completion; the overview of the map below."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QVBoxLayout, QWidget

from app.player.session import Session
from app.theme.current import scaled
from app.widgets.floating import FloatingCard
from app.widgets.search_box import SearchBox
from engine.ids import PlaceId

ENOUGH = 40


class GotoBox(FloatingCard):
    """A field over the map; Enter goes to the first match."""

    chosen = Signal(str)
    left = Signal()

    def __init__(self, session: Session, minimap: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.minimap = minimap
        self.session = session
        self.field = SearchBox("Go to hex or place…")
        self.field.setAccessibleName("Go to hex or place")
        self.field.returnPressed.connect(self._go)
        self.field.left.connect(self.left)
        words = self._words()
        self._places = {text.lower(): place for text, place in words}
        completer = QCompleter([text for text, _ in words], self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(8)
        completer.activated.connect(self._go_to_words)
        self.field.setCompleter(completer)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(5), scaled(5), scaled(5), scaled(5))
        column.setSpacing(scaled(5))
        column.addWidget(self.field)
        column.addWidget(minimap)

    def _words(self) -> list[tuple[str, PlaceId]]:
        board = self.session.rules.board
        named = [(board.label(index), board.ids[index]) for index in sorted(board.places)]
        also = [
            (f"{word} ({board.ids[index]})", board.ids[index])
            for index, place in board.places.items()
            for word in place.also
        ]
        return sorted(named, key=lambda entry: entry[0].split(" ", 1)[-1]) + also

    def match(self, text: str) -> PlaceId | None:
        """The place meant: an exact id, a name, or the only or first id or name that begins so."""
        board = self.session.rules.board
        wanted = text.strip().lower()
        if not wanted:
            return None
        if wanted in self._places:
            return self._places[wanted]
        ids = {name.lower(): board.ids[index] for name, index in board.index.items()}
        if wanted in ids:
            return ids[wanted]
        inside = [place for words, place in self._places.items() if wanted in words]
        return inside[0] if inside else next((ids[name] for name in ids if name.endswith(wanted)), None)

    def _go_to_words(self, words: str) -> None:
        place = self.match(words)
        if place is not None:
            self.chosen.emit(place)

    def _go(self) -> None:
        if not self.field.text().strip():
            self.left.emit()
            return
        place = self.match(self.field.text())
        fault = "false" if place is not None else "true"
        self.field.setProperty("fault", fault)
        self.field.style().polish(self.field)
        if place is not None:
            popup = self.field.completer().popup()
            if popup is not None:
                popup.hide()
            self.field.clear()
            self.chosen.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the field leaves over (Enter) must not reach the map below."""
        event.accept()

    def start(self) -> None:
        """Puts the keyboard into the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
