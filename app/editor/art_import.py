"""Art for counters: sheets cut in the slicer, pictures of a folder, single ones; each import is one step of
the history.

Pictures go into the module's art folder, once for each content, with the originals they came from. Undoing
takes them off the counters; files that nothing shows any more leave the folder when it is saved or closed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.editor.document import EditorDocument
from app.player.figures import counted
from engine.editing.checking import guarded
from engine.editing.pieces import set_piece_fields
from engine.errors import EngineError

if TYPE_CHECKING:
    from app.importing.bringing import Brought, Load
    from app.importing.dialogs.background import Waiting
    from app.importing.dialogs.folder_dialog import FolderDialog
    from app.importing.dialogs.slicer_window import SlicerWindow
    from app.importing.origins import Kept
    from app.importing.sheet_files import OpenedSheet
    from app.importing.watching import Watch

    Opened = tuple[list[OpenedSheet], list[OpenedSheet]]

_PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp *.svg)"
_SHEETS = "Counter sheets (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp *.pdf)"
NO_SHEET = "No sheet has been cut for this module yet, or its original is not kept in it."


class ArtImport(QObject):
    """Brings pictures to the counters of one document."""

    pictured = Signal(tuple)
    """Ids of the counters that were given pictures, or made of them."""
    slicer_opened = Signal(object)
    """The slicer came up, with its sheets."""

    def __init__(self, document: EditorDocument, window: QWidget) -> None:
        super().__init__(window)
        self.document, self.window_ = document, window
        self.chosen: Callable[[], Sequence[str]] = tuple
        """The counters chosen where the import begins; the first is ready to get a picture."""
        self.slicers: list[SlicerWindow] = []
        self.opening: list[Waiting] = []

    # ----------------------------------------------------------------- sheets

    def choose_sheets(self) -> None:
        """Asks for sheets of fronts and opens the slicer, which takes the backs."""
        fronts, _ = QFileDialog.getOpenFileNames(self.window_, "Counter sheets, fronts", "", _SHEETS)
        if fronts:
            self.cut([Path(name) for name in fronts], [])

    def cut(self, fronts: list[Path], backs: list[Path]) -> None:
        """Opens the slicer on sheets, which are read beside the window's own work; tells what forbids it."""
        files = importlib.import_module("app.importing.sheet_files")

        def work(watch: Watch) -> Opened:
            opened: Opened = files.open_sheets_and_backs(fronts, backs, watch)
            return opened

        more = f" and {len(fronts) - 1} more" if len(fronts) > 1 else ""
        self._wait(f"Opening {fronts[0].name}{more}", work, partial(self._open_slicer, fronts[0].parent))

    def _wait(self, words: str, work: Callable[[Watch], object], done: Callable[[Opened], object]) -> None:
        background = importlib.import_module("app.importing.dialogs.background")
        waiting: Waiting = background.Waiting(words, work, self.window_)
        waiting.ready.connect(done)
        waiting.failed.connect(lambda fault: self.document.told.emit(fault, "bad"))
        waiting.gone.connect(partial(self._end_opening, waiting))
        self.opening.append(waiting)
        waiting.start()

    def _end_opening(self, waiting: Waiting) -> None:
        self.opening.remove(waiting)

    def _open_slicer(self, folder: Path | None, sheets: Opened) -> SlicerWindow:
        opened = self._slicer(sheets)
        opened.searching.folder = folder
        return self._shown(opened)

    def _slicer(self, sheets: Opened) -> SlicerWindow:
        slicer = importlib.import_module("app.importing.dialogs.slicer_window")
        opened: SlicerWindow = slicer.SlicerWindow(*sheets, self.document.module.pieces, self.bring)
        chosen = self.chosen()
        if chosen and opened.giving is not None:
            opened.giving.choose(chosen[0])
        opened.finished.connect(self.take)
        opened.closed.connect(partial(self._forget, opened))
        self.slicers.append(opened)
        return opened

    def _shown(self, opened: SlicerWindow) -> SlicerWindow:
        opened.show()
        self.slicer_opened.emit(opened)
        return opened

    def _forget(self, slicer: SlicerWindow) -> None:
        self.slicers.remove(slicer)

    # ------------------------------------------------------------ cutting again

    def kept_sheets(self) -> tuple[Kept, ...]:
        """The sheets that were cut for this module, the latest first."""
        origins = importlib.import_module("app.importing.origins")
        found: tuple[Kept, ...] = origins.kept_sheets(self.document.path)
        return found

    def choose_again(self, place: QPoint) -> QMenu | None:
        """Opens the sheet of the chosen counter again; a menu of all sheets where that does not tell one."""
        origins = importlib.import_module("app.importing.origins")
        kept, chosen = self.kept_sheets(), self.chosen()
        piece = self.document.module.pieces_by_id().get(chosen[0]) if chosen else None
        mine = (
            origins.sheet_of(kept, piece.art.front) if piece is not None and piece.art is not None else None
        )
        if mine is not None or len(kept) == 1:
            self.cut_again(mine or kept[0])
            return None
        if not kept:
            self.document.told.emit(NO_SHEET, "care")
            return None
        menu = QMenu(self.window_)
        for one in kept:
            menu.addAction(f"{one.title} ({counted(len(one.origin.art), 'counter')})".replace("&", "&&"),
                           partial(self.cut_again, one))  # fmt: skip
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)
        return menu

    def cut_again(self, kept: Kept) -> None:
        """Opens a sheet in the slicer with its grid as it was left; tells what forbids it."""
        files = importlib.import_module("app.importing.sheet_files")
        loads = importlib.import_module("app.importing.dialogs.slicer_load")

        def done(sheets: Opened) -> None:
            slicer = self._slicer(sheets)
            slicer.take_up(partial(loads.take_up, kept=kept, pieces=self.document.module.pieces))
            self._shown(slicer)

        self._wait(f"Opening {kept.title}", partial(files.open_kept, self.document.path, kept), done)

    # ---------------------------------------------------------------- pictures

    def choose_folder(self) -> None:
        """Asks for a folder of pictures and shows what matches."""
        name = QFileDialog.getExistingDirectory(self.window_, "Folder of pictures")
        if name:
            self.match(Path(name))

    def match(self, folder: Path) -> FolderDialog | None:
        """Shows which pictures of a folder belong to which counters; tells what forbids it."""
        dialogs = importlib.import_module("app.importing.dialogs.folder_dialog")
        try:
            dialog: FolderDialog = dialogs.FolderDialog(
                self.document.module, folder, self.bring, self.window_
            )
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
        try:
            brought = self.bring(folder_art.load_of_one(path))
        except (EngineError, OSError) as error:
            self.document.told.emit(str(error), "bad")
            return ""
        return brought.new[0][1].front

    # ------------------------------------------------------------------ taking

    def bring(self, load: Load, watch: Watch | None = None) -> Brought:
        """Brings a load into the folder of the module; needs no window, so that it may be done beside one."""
        bringing = importlib.import_module("app.importing.bringing")
        stores = importlib.import_module("app.importing.art_store")
        store = stores.ArtStore(self.document.path, self.document.claim)
        brought: Brought = bringing.bring(store, load, *((watch,) if watch is not None else ()))
        return brought

    def take(self, brought: Brought) -> bool:
        """Gives what was brought to counters and makes new ones, as one step."""
        assigning = importlib.import_module("app.importing.assigning")
        bringing = importlib.import_module("app.importing.bringing")
        known = self.document.module.pieces_by_id()
        faces = {name: face for name, face in brought.faces.items() if name in known}
        if not (faces or brought.new):
            self.document.told.emit("No picture was given to a counter.", "care")
            return False
        words = " and ".join(
            part
            for part, number in (
                (f"art for {counted(len(faces), 'counter')}", len(faces)),
                (f"new: {counted(len(brought.new), 'counter')}", len(brought.new)),
            )
            if number
        )  # fmt: skip
        done = self.document.edit(
            lambda m: guarded(m, assigning.with_new(assigning.with_art(m, faces), brought.new)), words
        )
        if done:
            self.pictured.emit((*faces, *(p.id for p in self.document.module.pieces if p.id not in known)))
        if brought.lost:
            self.document.told.emit(f"{bringing.lost_words(brought.lost)}.", "care")
        return done

    def stop(self) -> None:
        """The editor closes: nothing is opened or brought any more."""
        for slicer in tuple(self.slicers):
            slicer.close()
        for waiting in tuple(self.opening):
            waiting.give_up()
