"""The line at the foot of a player window: what is under the pointer, what is selected, scale and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.player.figures import counted
from app.widgets.labels import label

if TYPE_CHECKING:
    from app.player.window import PlayerWindow


class StatusWords(QObject):
    """Fills the status bar of one window."""

    def __init__(self, window: PlayerWindow) -> None:
        super().__init__(window)
        self._window = window
        self.place, self.selection, self.state = label(""), label(""), label("")
        bar = window.statusBar()
        bar.addWidget(self.place, 3)
        bar.addWidget(self.selection, 2)
        bar.addPermanentWidget(self.state)
        bar.setSizeGripEnabled(False)

    def show_selection(self) -> None:
        """Says where how many units are selected."""
        selection = self._window.desk.selection
        if selection.place is None:
            self.selection.setText("")
            return
        names = counted(len(selection.pieces), "unit") if selection.pieces else "no units"
        self.selection.setText(f"{self._window.session.place_title(selection.place)}, {names} selected")

    def show_state(self) -> None:
        """Says at what scale the map is shown and by which rules the game is played."""
        rules, scale = self._window.session.rules, self._window.view.map_scale
        self.state.setText(
            f"Zoom {scale:.0f} px/hex · {rules.ruleset.replace('_', ' ')} rules {rules.version}"
        )
