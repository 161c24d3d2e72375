"""Modules from outside into the library and out of it again: VASSAL modules, modules zipped as one file.

What takes part in this is loaded only when somebody asks for it, so that the library opens as fast as ever.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from app.library.games import Game
from app.user_files import MODULE_SUFFIX, made, modules_folder
from engine.errors import EngineError

if TYPE_CHECKING:
    from types import ModuleType

VASSAL_SUFFIXES: Final = (".vmod", ".vmdx", ".mod")
VASSAL_SAVE_SUFFIX: Final = ".vsav"
VASSAL_SAVE: Final = (
    "was saved by VASSAL and means nothing without its module. Add it there as a predefined set-up, in "
    "VASSAL's own editor, and import the module: each of its set-ups becomes a scenario."
)
VASSAL_FILES: Final = "VASSAL modules (*.vmod *.mod *.zip)"
ZIPPED_FILES: Final = f"Modules in one file (*{MODULE_SUFFIX} *.zip)"


class ModuleExchange(QObject):
    """Asks for files and does what the menus of the library promise; tells what came of it."""

    vassal_chosen = Signal(object)
    """A VASSAL module to be imported."""
    came = Signal(object)
    """The folder of a module that is now among the user's own."""
    told = Signal(str, bool)
    """Words, and whether all went well."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.window = window

    # --- asking ---------------------------------------------------------------------------------------

    def ask_vassal(self) -> None:
        """Asks which VASSAL module to import."""
        dialog = self._dialog("Import a VASSAL module", VASSAL_FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.vassal_chosen.emit(Path(name)))
        dialog.open()

    def ask_zipped(self) -> None:
        """Asks which zipped module to take among the user's own."""
        dialog = self._dialog("Import a module", ZIPPED_FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.take(Path(name)))
        dialog.open()

    def ask_target(self, game: Game | None) -> None:
        """Asks where to write a module as one file."""
        if game is None or game.module is None:
            self.told.emit("Choose a module without faults first.", False)
            return
        dialog = self._dialog("Save the module as one file", f"Modules in one file (*{MODULE_SUFFIX})")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix(MODULE_SUFFIX.removeprefix("."))
        dialog.selectFile(f"{game.module.id}{MODULE_SUFFIX}")
        dialog.fileSelected.connect(lambda name: self.give(game, Path(name)))
        dialog.open()

    def _dialog(self, title: str, names: str) -> QFileDialog:
        dialog = QFileDialog(self.window, title, "", names)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    # --- doing ----------------------------------------------------------------------------------------

    def take(self, archive: Path) -> Path | None:
        """Unpacks a zipped module among the user's own; tells what is wrong with it."""
        making = _making()
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            home = made(modules_folder())
            folder: Path = making.unzipped(archive, making.free_folder_in(home, archive.stem))
        except (EngineError, OSError) as error:
            self.told.emit(f"{archive.name} was not taken: {error}", False)
            return None
        finally:
            QApplication.restoreOverrideCursor()
        self.came.emit(folder)
        return folder

    def give(self, game: Game, target: Path) -> bool:
        """Writes a module as one file; the file that was there stays if that fails."""
        target = target if target.suffix == MODULE_SUFFIX else target.with_name(target.name + MODULE_SUFFIX)
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            _making().zipped(game.path, target)
        except (EngineError, OSError) as error:
            self.told.emit(f"{target.name} was not written: {error}", False)
            return False
        finally:
            QApplication.restoreOverrideCursor()
        self.told.emit(f"Saved {game.title} as {target}.", True)
        return True


def _making() -> ModuleType:
    return importlib.import_module("app.module_making")
