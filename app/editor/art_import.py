"""Art for counters: sheets cut in the slicer, pictures of a folder; each import is one step of the
history.

The pictures go into the module's art folder, once for each content; undoing takes them off the counters
and leaves the files, which harm nobody.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from app.editor.document import EditorDocument
from app.player.figures import counted
from engine.editing.checking import guarded
from engine.editing.pieces import set_piece_fields
from engine.errors import EngineError

if TYPE_CHECKING:
    from app.importing.assigning import Art
    from app.importing.dialogs.folder_dialog import FolderDialog
    from app.importing.dialogs.slicer_window import SlicerWindow

_PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp *.svg)"
_SHEETS = "Counter sheets (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp *.pdf)"


class ArtImport(QObject):
    """Brings pictures to the counters of one document."""

    def __init__(self, document: EditorDocument, window: QWidget) -> None:
        super().__init__(window)
        self.document, self.window_ = document, window
        self.chosen: Callable[[], Sequence[str]] = tuple
        """The counters chosen where the import begins; the first is ready to get a picture."""

    def choose_sheets(self) -> None:
        """Asks for sheets of fronts and opens the slicer, which takes the backs."""
        fronts, _ = QFileDialog.getOpenFileNames(self.window_, "Counter sheets, fronts", "", _SHEETS)
        if fronts:
            self.cut([Path(name) for name in fronts], [])

    def cut(self, fronts: list[Path], backs: list[Path]) -> SlicerWindow | None:
        """Opens the slicer on sheets; tells what forbids it."""
        sheets = importlib.import_module("app.importing.slicing.sheet")
        slicer = importlib.import_module("app.importing.dialogs.slicer_window")
        try:
            front_sheets = [sheet for path in fronts for sheet in sheets.open_sheets(path)]
            back_sheets = [sheet for path in backs for sheet in sheets.open_sheets(path)]
        except (EngineError, OSError) as error:
            self.document.told.emit(str(error), "bad")
            return None
        opened: SlicerWindow = slicer.SlicerWindow(front_sheets, back_sheets, self.document.module.pieces)
        opened.folder = fronts[0].parent if fronts else None
        chosen = self.chosen()
        if chosen and opened.giving is not None:
            opened.giving.choose(chosen[0])
        opened.finished.connect(self.take)
        opened.show()
        return opened

    def choose_folder(self) -> None:
        """Asks for a folder of pictures and shows what matches."""
        name = QFileDialog.getExistingDirectory(self.window_, "Folder of pictures")
        if name:
            self.match(Path(name))

    def match(self, folder: Path) -> FolderDialog | None:
        """Shows which pictures of a folder belong to which counters; tells what forbids it."""
        dialogs = importlib.import_module("app.importing.dialogs.folder_dialog")
        try:
            dialog: FolderDialog = dialogs.FolderDialog(self.document.module, folder, self.window_)
        except (EngineError, OSError) as error:
            self.document.told.emit(str(error), "bad")
            return None
        dialog.taken.connect(self.take)
        dialog.open()
        return dialog

    def choose_picture(self, piece: str) -> None:
        """Asks for a picture of one counter's front."""
        name, _ = QFileDialog.getOpenFileName(self.window_, "Picture of the front", "", _PICTURES)
        if name:
            self.give(piece, Path(name))

    def give(self, piece: str, path: Path) -> bool:
        """Gives one counter a picture; tells what forbids it."""
        stored = self.kept(path)
        if not stored:
            return False
        old = self.document.module.piece(piece).art
        art = {"front": stored, "back": old.back if old is not None else None}
        return self.document.edit(lambda m: set_piece_fields(m, [piece], {"art": art}), f"art of {piece}")

    def ask_picture(self, done: Callable[[str], None]) -> None:
        """Asks for a picture and takes it into the module."""
        name, _ = QFileDialog.getOpenFileName(self.window_, "Picture", "", _PICTURES)
        stored = self.kept(Path(name)) if name else ""
        if stored:
            done(stored)

    def kept(self, path: Path) -> str:
        """The name inside the module of a picture taken in; empty, and told why, for what is none."""
        folder_art = importlib.import_module("app.importing.folder_art")
        store = importlib.import_module("app.importing.art_store")
        try:
            picture = folder_art.read_one(path, path.name)
            return str(store.ArtStore(self.document.path).add_picture(picture))
        except (EngineError, OSError) as error:
            self.document.told.emit(str(error), "bad")
            return ""

    def take(self, art: Mapping[str, Art], new: Sequence[tuple[str, Art]] = ()) -> bool:
        """Gives pictures to counters and makes new ones, as one step; pictures without one are left out."""
        assigning = importlib.import_module("app.importing.assigning")
        known = self.document.module.pieces_by_id()
        mine = {name: pictures for name, pictures in art.items() if name in known}
        if not (mine or new):
            self.document.told.emit("No picture was given to a counter.", "care")
            return False
        try:
            faces = assigning.stored(self.document.path, mine)
            fresh = assigning.stored(
                self.document.path, {str(n): pictures for n, (_, pictures) in enumerate(new)}
            )
        except (EngineError, OSError) as error:
            self.document.told.emit(str(error), "bad")
            return False
        made = [(name, fresh[str(n)]) for n, (name, _) in enumerate(new)]
        words = " and ".join(
            part
            for part, number in (
                (f"art for {counted(len(mine), 'counter')}", len(mine)),
                (f"new: {counted(len(made), 'counter')}", len(made)),
            )
            if number
        )  # fmt: skip
        return self.document.edit(
            lambda m: guarded(m, assigning.with_new(assigning.with_art(m, faces), made)), words
        )
