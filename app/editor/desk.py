"""The editors that are open, and what they ask of the program: playtests, prints, the library."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.editor import recovery, workshop
from app.editor.document import EditorDocument
from app.editor.new_module_dialog import NewModuleDialog
from app.editor.opening import open_document, open_kept
from app.editor.window import EditorWindow
from app.garbage import put_aside, put_aside_soon
from app.messages import Message, Tone
from app.player.figures import counted
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.editing import Touched
from engine.editing.change import id_from
from engine.errors import EngineError
from engine.game import Game, new_game
from engine.issues import LoadError
from engine.rules.registry import missing_rules

if TYPE_CHECKING:
    from app.importing.dialogs.vassal_dialog import VassalDialog

Play = Callable[[Game, Path], None]

KEPT_OPEN = (
    "This is the work that was kept. The files on the disk are as they were; saving keeps them in a folder "
    ".replaced-1 beside."
)


class EditorDesk(QObject):
    """Opens editors and keeps them; `play` starts a game, `tell` says what went wrong."""

    def __init__(
        self, store: SettingsStore, play: Play, tell: Callable[[str], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.store, self.play, self.tell = store, play, tell
        self.windows: list[EditorWindow] = []
        self.imports: list[VassalDialog] = []
        self.offer: Callable[[Message], object] = lambda message: tell(message.text)
        """Says what went wrong and offers what can be done about it."""
        self.show_library: Callable[[], object] = lambda: None
        self.changed: Callable[[], object] = lambda: None
        """What happens when a module of one's own came or was saved."""
        self.closed: Callable[[], object] = lambda: None
        """What happens when an editor was closed."""
        self.play_on: Callable[[Path], bool] = lambda _path: False
        """Brings the latest game of a module to the front and asks it to follow; whether there is one."""

    def open(self, path: Path, scenario: str = "") -> EditorWindow | None:
        """Opens the editor on a module; one that came with the program is copied first."""
        place = path
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            place = workshop.editable(path)
            known = next((w for w in self.windows if w.document.path.resolve() == place.resolve()), None)
            window = known or self._made(open_document(place))
        except LoadError as error:
            self._offer_kept(place, f"{path.name} has faults: {error}")
            return None
        except (EngineError, OSError) as error:
            self.tell(str(error))
            return None
        finally:
            QApplication.restoreOverrideCursor()
        if scenario:
            window.show_scenario(scenario)
        window.show()
        window.activateWindow()
        put_aside()
        if place != path:
            window.messages.tell(f"This is a copy of your own, in {place}.")
            self.changed()
        return window

    def _offer_kept(self, place: Path, fault: str) -> None:
        """Says why a module cannot be opened; what was kept of it can."""
        found = recovery.recovered(place)
        if found is None:
            self.tell(fault)
            return
        words = f"{fault} Unsaved work on it was kept: {counted(found.changes, 'change')}."
        act = partial(self._open_kept, place, found)
        self.offer(Message(text=words, tone=Tone.BAD, button="Open the kept work", action=act))

    def _open_kept(self, place: Path, found: recovery.Recovered) -> None:
        try:
            window = self._made(open_kept(place, found))
        except EngineError as error:
            self.tell(str(error))
            return
        window.show()
        window.activateWindow()
        window.messages.tell(KEPT_OPEN, Tone.CARE)

    def _made(self, document: EditorDocument) -> EditorWindow:
        window = EditorWindow(document, self.store)
        window.playtest_wanted.connect(lambda m, s, p, v: self._playtest(window, m, s, p, v))
        window.play_on_wanted.connect(lambda: self._play_on(window))
        window.print_wanted.connect(lambda m, s: self._print(window, m, s))
        window.library_wanted.connect(self._show_library)
        window.closed.connect(lambda: self._forget(window))
        window.document.saved.connect(self._tell_change)
        window.document.changed.connect(self._follow_titles)
        self.windows.append(window)
        self._tell_apart()
        return window

    def _follow_titles(self, touched: Touched) -> None:
        if touched.parts & {"title"}:
            self._tell_apart()

    def _tell_apart(self) -> None:
        """Windows whose modules have one title name their folders, too."""
        titles = Counter(window.document.module.title for window in self.windows)
        for window in self.windows:
            window.tell_apart(has_twin=titles[window.document.module.title] > 1)

    def _show_library(self) -> None:
        self.show_library()

    def _tell_change(self) -> None:
        self.changed()

    def _forget(self, window: EditorWindow) -> None:
        if window in self.windows:
            self.windows.remove(window)
            self._tell_apart()
        self.closed()
        window.deleteLater()
        put_aside_soon()

    def copy_scenario(self, path: Path, scenario: str) -> EditorWindow | None:
        """Opens a module with a copy of one of its scenarios to work on."""
        window = self.open(path, scenario)
        if window is not None:
            window.copy_scenario()
        return window

    def new_module(self, parent: QWidget | None = None) -> NewModuleDialog:
        """Asks for a new module and opens it."""
        dialog = NewModuleDialog(parent)
        dialog.made.connect(self._open_new)
        dialog.made_over_picture.connect(self._open_over_picture)
        dialog.vassal_wanted.connect(self.import_vassal)
        dialog.open()
        return dialog

    def _open_new(self, path: Path) -> None:
        self.changed()
        self.open(path)

    def _open_over_picture(self, path: Path) -> None:
        """Leads on to fitting the grid, as soon as the window is there."""
        self.changed()
        window = self.open(path)
        if window is not None:
            QTimer.singleShot(0, window, window.fit_first)

    def import_vassal(self, path: Path) -> VassalDialog:
        """Shows the import of a VASSAL module; the editor opens on what is made of it."""
        dialogs = importlib.import_module("app.importing.dialogs.vassal_dialog")
        dialog: VassalDialog = dialogs.VassalDialog(path, lambda: workshop.free_folder(id_from(path.stem)))
        dialog.opened.connect(self._open_new)
        dialog.finished.connect(lambda _result: self.imports.remove(dialog))
        self.imports.append(dialog)
        dialog.show()
        return dialog

    def _playtest(
        self, window: EditorWindow, module: ModuleDef, scenario: str, path: Path, version: str
    ) -> None:
        missing = missing_rules(module)
        if missing:
            window.messages.tell(missing, Tone.CARE)
        try:
            self.play(new_game(module, scenario, 1, {"version": version} if version else {}), path)
        except EngineError as error:
            window.messages.tell(f"The game cannot begin: {error}", Tone.BAD)

    def _play_on(self, window: EditorWindow) -> None:
        if not self.play_on(window.document.path):
            window.messages.tell("There is no playtest to go on with; a new one begins.", Tone.HINT)
            window.playtest()

    def _print(self, window: EditorWindow, module: ModuleDef, scenario: str) -> None:
        opening = importlib.import_module("app.printing.opening")
        try:
            dialog = opening.print_scenario(window, module, scenario, str(window.document.path), {})
            dialog.choose(window.sheet())
        except EngineError as error:
            window.messages.tell(str(error), Tone.BAD)

    def has_unsaved(self) -> bool:
        """Whether any editor has work that is not saved."""
        return any(not window.document.is_clean for window in self.windows)
