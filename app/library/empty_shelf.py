"""What the page of one's own modules shows while there is none: how one is made, and the buttons for it."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.theme.current import scaled
from app.widgets.flow import FlowLayout
from app.widgets.keycap import KeyButton
from app.widgets.labels import label

HEAD = "There is no module of your own yet."
WORDS = (
    "A module is a game with its maps, counters and scenarios. Begin with an empty one, bring one over from "
    "VASSAL, or go to Games, choose one and press Edit: the editor then works on a copy of your own."
)


class EmptyShelf(QWidget):
    """Words and two buttons in the place of the covers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.new = KeyButton("New module…", "Ctrl+Shift+N", "primary")
        self.bring = KeyButton("Import a VASSAL module…", "Ctrl+I")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, scaled(4), 0, 0)
        column.setSpacing(scaled(8))
        column.addWidget(label(HEAD, "card"))
        words = label(WORDS, "second", wraps=True)
        words.setMaximumWidth(scaled(620))
        column.addWidget(words)
        buttons = QWidget()
        row = FlowLayout(buttons, scaled(10), scaled(8))
        row.setContentsMargins(0, scaled(6), 0, 0)
        row.addWidget(self.new)
        row.addWidget(self.bring)
        column.addWidget(buttons)
