"""The user's own modules as folders and files: showing where they lie, and throwing them away.

A module goes to the trash of the system, from where it can be brought back; the games saved from it stay.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from app.library.games import Game
from app.library.saves_page import throw_away


def _nowhere(_path: Path) -> bool:
    return False


class OwnModules(QObject):
    """Acts on the chosen module of one's own."""

    gone = Signal(object)
    """The place of a module that was thrown away."""
    told = Signal(str, bool)
    """Words, and whether all went well."""
    held = Signal(str)
    """Words on an editor that must be closed first; they are settled when it is."""

    def __init__(self, window: QWidget, chosen: Callable[[], Game | None]) -> None:
        super().__init__(window)
        self._window, self._chosen = window, chosen
        self.is_under_edit: Callable[[Path], bool] = _nowhere
        """Whether an editor has a module open."""

    def show_folder(self) -> None:
        """Opens the folder a module lies in."""
        game = self._chosen()
        if game is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(game.path.parent)))

    def ask_to_throw_away(self) -> QMessageBox | None:
        """Asks before a module goes to the trash; one that came with the program or is being edited stays."""
        game = self._chosen()
        if game is None or not game.is_own:
            self.told.emit("Games that came with the program stay; choose a module of your own.", False)
            return None
        if self.is_under_edit(game.path):
            self.held.emit(f"{game.title} is open in the editor; close that window first.")
            return None
        box = QMessageBox(self._window)
        box.setWindowTitle("Throw a module away")
        box.setText(f"Move {game.title} to the trash?")
        box.setInformativeText(
            f"It lies in {game.path}. Games saved from it are kept and can go on, with maps and counters "
            "drawn plainly instead of its pictures."
        )
        throw = box.addButton("Move to the trash", QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton("Keep it", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        throw.clicked.connect(lambda: self.throw_away(game))
        box.open()
        return box

    def throw_away(self, game: Game) -> bool:
        """Moves a module to the trash; tells if the system has none or forbids it."""
        if not throw_away(game.path):
            words = f"{game.path.name} could not be moved to the trash; delete it in {game.path.parent}."
            self.told.emit(words, False)
            return False
        self.gone.emit(game.path)
        self.told.emit(f"{game.title} is in the trash.", True)
        return True
