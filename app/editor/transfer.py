"""Copying between modules: what is chosen goes to the clipboard with all it needs, and comes out of it in
another editor, perhaps of another program.

Pasting asks about what the other module has otherwise or does not know; then everything is one step of the
history. Pictures are kept by name of their content, so that equal ones exist once; undo leaves them, they
harm nobody.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QObject, Qt, QTimer
from PySide6.QtGui import QDropEvent, QGuiApplication

from app.editor.carrying import PARCEL, is_foreign
from app.editor.paste_dialog import PasteDialog
from app.messages import Tone
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.parcels import TAKEN, Parcel, key_of, parcel_from, parcel_of, parcel_text, region_parcel
from engine.editing.regions import paste_region
from engine.editing.said import sentence
from engine.editing.unpacking import Taken, questions, take
from engine.errors import EngineError
from engine.loading import read_asset

if TYPE_CHECKING:
    from app.editor.window import EditorWindow
    from app.importing.art_store import ArtStore

MOST_TOLD = 3


class Transfer(QObject):
    """Copies from one editor and pastes into it."""

    def __init__(self, window: EditorWindow) -> None:
        super().__init__(window)
        self.window = window
        self.dialog: PasteDialog | None = None
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    # --- dropping -------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Counters of another editor may be dropped anywhere on the window."""
        if isinstance(event, QDropEvent) and is_foreign(self.window.document, event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            if event.type() is QEvent.Type.Drop:
                text = bytes(event.mimeData().data(PARCEL).data())
                QTimer.singleShot(0, self, lambda: self.open_parcel(text))
            return True
        return super().eventFilter(watched, event)

    # --- copying --------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Puts what is chosen into the clipboard; tells what, or why not."""
        try:
            parcel = self._chosen()
        except EditRefused as refused:
            self._tell(sentence(str(refused)), Tone.CARE)
            return
        data = QMimeData()
        data.setData(PARCEL, QByteArray(parcel_text(parcel)))
        QGuiApplication.clipboard().setMimeData(data)
        self._tell(f"Copied: {parcel.words()}. Paste it in the editor of another module.")

    def _chosen(self) -> Parcel:
        window = self.window
        module, path = window.document.module, str(window.document.path.resolve())
        page = window.map_page
        if window.inspector_pages.currentWidget() is window.hex_panel and page.selected:
            boards = {page.board_id(spot) for spot in page.selected if spot in page.board().index}
            if len(boards) != 1:
                raise EditRefused("choose hexes of one map")
            return region_parcel(module, boards.pop(), page.selected, path)
        wanted: list[tuple[str, str]] = []
        entries: list[int] = []
        for where in window.inspector.paths:
            part, number = (str(where[0]), where[1]) if len(where) > 1 else ("", None)
            if not isinstance(number, int):
                continue
            if part == "schedule":
                entries.append(number)
            elif part in TAKEN:
                wanted.append((part, key_of(getattr(module, part)[number])))
        return parcel_of(module, wanted, entries, path)

    # --- pasting --------------------------------------------------------------------------------------

    def paste(self) -> None:
        """Takes what was copied; asks first where something must be decided."""
        self.open_parcel(bytes(QGuiApplication.clipboard().mimeData().data(PARCEL).data()))

    def open_parcel(self, text: bytes) -> None:
        """Takes a parcel, after what must be asked."""
        if self.dialog is not None:
            return
        try:
            parcel = parcel_from(text)
            self._need_a_hex(parcel)
        except EditRefused as refused:
            self._tell(sentence(str(refused)), Tone.CARE)
            return
        asked = questions(self.window.document.module, parcel)
        if not asked:
            self.take(parcel, {})
            return
        dialog = self.dialog = PasteDialog(parcel, asked, self.window)
        dialog.answered.connect(lambda answers: self.take(parcel, answers))
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def _need_a_hex(self, parcel: Parcel) -> None:
        if parcel.region is not None and not self.window.map_page.selected:
            raise EditRefused("choose the hex where the western end of the copied part is to lie")

    def take(self, parcel: Parcel, answers: dict[tuple[str, str], str]) -> bool:
        """Takes a parcel as one step; false, and words, when the module would not bear it."""
        pictures, lost = self._pictures(parcel)
        results: list[Taken] = []

        def edit(module: ModuleDef) -> ModuleDef:
            taken = take(module, parcel, answers, pictures)
            results.append(taken)
            return self._with_region(taken.module, parcel)

        if not self.window.document.edit(edit, f"paste {parcel.words()}"):
            return False
        taken = results[-1]
        self._show(taken)
        left = (*taken.left, *(f"picture {name}" for name in lost))
        if left:
            told = "; ".join(left[:MOST_TOLD])
            more = f" and {len(left) - MOST_TOLD} more" if len(left) > MOST_TOLD else ""
            self._tell(f"Pasted {parcel.words()}. Left out: {told}{more}.", Tone.CARE)
        else:
            self._tell(f"Pasted {parcel.words()} from {parcel.origin}.")
        return True

    def _with_region(self, module: ModuleDef, parcel: Parcel) -> ModuleDef:
        if parcel.region is None:
            return module
        page = self.window.map_page
        spot = page.selected[0]
        return paste_region(module, page.board_id(spot), parcel.region, spot)

    def _pictures(self, parcel: Parcel) -> tuple[dict[str, str | None], list[str]]:
        """Copies the pictures of a parcel into this module; their names here, and those that are lost."""
        stores = importlib.import_module("app.importing.art_store")
        document = self.window.document
        store: ArtStore = stores.ArtStore(document.path, document.claim)
        known: dict[str, str | None] = {}
        lost: list[str] = []
        for name in parcel.assets():
            try:
                data = read_asset(parcel.path, name)
                known[name] = store.add_bytes(data, Path(name).suffix.lower())
            except (EngineError, OSError):
                known[name] = None
                lost.append(name)
        return known, lost

    def _show(self, taken: Taken) -> None:
        """Shows the first of the things that came, and chooses with it those of its kind."""
        module, window = self.window.document.module, self.window
        part = next((part for part, _ in taken.ids), "")
        wanted = {name for other, name in taken.ids if other == part}
        things = [key_of(thing) for thing in getattr(module, part)] if part else []
        found = [n for n, name in enumerate(things) if name in wanted]
        if not found:
            return
        window.jump((part, found[0]))
        if part == "pieces":
            window.counters_page.choose(tuple(things[n] for n in found))
        elif part == "cards":
            window.cards_page.choose(tuple(things[n] for n in found))

    def _tell(self, words: str, tone: Tone = Tone.GOOD) -> None:
        self.window.messages.tell(f"{words[:1].upper()}{words[1:]}", tone)
