"""The program with its windows: the library, and a player window for each game.

It turns what windows ask for (a new game, a saved one, a branch) into sessions, keeps the windows alive, and
ends when the last one is closed.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

from app import __version__
from app.cache_care import forget_old
from app.garbage import put_aside, put_aside_soon
from app.library.options_dialog import new_seed
from app.library.request import StartRequest
from app.library.saved_games import list_saved_games
from app.library.window import LibraryWindow
from app.logbook import CrashGuard, listen_to_qt, open_log
from app.messages import Message, Tone
from app.missing_pictures import missing_words
from app.player.opening import Opening
from app.player.session import Session
from app.player.sitting import Sitting
from app.player.window import PlayerWindow
from app.present_module import Found, PresentModule, read_with_module
from app.settings import SettingsStore
from app.theme.current import theme
from app.unsaved_work import offer_unsaved
from app.user_files import JOURNAL_SUFFIX, SAVE_SUFFIX
from engine.bots import make_bot
from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.game import Game, new_game
from engine.loading import module_place
from engine.protocol import Library
from engine.protocol.library import split_reference
from engine.rules.registry import missing_rules
from engine.saves import (
    MISSING,
    Restored,
    SaveFault,
    freed,
    module_to_play,
    read_save,
    reopen,
    resume,
    rules_for,
)

if TYPE_CHECKING:
    from app.editor.desk import EditorDesk


CACHE_CARE_MS = 4_000
"""When nobody waits for the first window any more, what nobody used for long goes from the caches."""


class Application(QObject):
    """The running program."""

    def __init__(self, store: SettingsStore | None = None) -> None:
        super().__init__()
        self.store = store or SettingsStore()
        self.library: LibraryWindow | None = None
        self.players: list[PlayerWindow] = []
        self._editors: EditorDesk | None = None
        theme().apply(self.store.current.theme, self.store.current.text_scale)

    # --- windows --------------------------------------------------------------------------------------

    def open_library(self) -> LibraryWindow:
        """Shows the library, made on first use."""
        if self.library is None:
            self.library = LibraryWindow(self.store)
            self.library.start_requested.connect(self.start_game)
            self.library.open_requested.connect(self.open_save)
            self.library.edit_requested.connect(self.open_editor)
            self.library.copy_requested.connect(self.copy_scenario)
            self.library.new_module_requested.connect(self.new_module)
            self.library.import_requested.connect(self.import_vassal)
            self.library.own_modules.is_under_edit = lambda path: self.module_under_edit(path) is not None
        self.library.show()
        self.library.activateWindow()
        return self.library

    def show_game(self, game: Game, sitting: Sitting, opening: Opening) -> PlayerWindow:
        """Opens a window for a game."""
        window = PlayerWindow(Session(game, sitting, times=opening.times), opening)
        window.library_wanted.connect(self.open_library)
        window.open_wanted.connect(self._choose_file)
        window.branch_wanted.connect(lambda branch: self._branch(window, branch))
        window.edited.followed.connect(lambda found, whole: self._follow(window, found, is_whole=whole))
        window.closed.connect(lambda: self._forget(window))
        self.players.append(window)
        window.show()
        put_aside()
        return window

    # --- editors --------------------------------------------------------------------------------------

    def editors(self) -> EditorDesk:
        """The editors; their code is loaded when the first one is wanted."""
        if self._editors is None:
            desk = importlib.import_module("app.editor.desk").EditorDesk
            editors: EditorDesk = desk(self.store, self._playtest, self.tell, self)
            editors.offer = lambda message: self.tell(message.text, message=message)
            editors.show_library = self.open_library
            editors.changed = self._modules_changed
            editors.closed = self._editor_closed
            editors.play_on = self.play_on
            self._editors = editors
        return self._editors

    def open_editor(self, path: Path, scenario: str = "") -> None:
        """Opens the editor on a module."""
        self.editors().open(path, scenario)

    def copy_scenario(self, path: Path, scenario: str) -> None:
        """Opens the editor on a module with a copy of one of its scenarios."""
        self.editors().copy_scenario(path, scenario)

    def new_module(self) -> None:
        """Asks for a new module and opens the editor on it."""
        self.editors().new_module(self.library)

    def import_vassal(self, path: Path) -> None:
        """Opens the import dialog on a VASSAL module; the editor opens on what is made of it."""
        self.editors().import_vassal(path)

    def module_under_edit(self, path: Path) -> ModuleDef | None:
        """A module as an open editor has it; None if none has it."""
        windows = self._editors.windows if self._editors is not None else []
        place = path.resolve()
        return next((w.document.module for w in windows if w.document.path.resolve() == place), None)

    def _playtest(self, game: Game, path: Path) -> None:
        game.free_undo = True
        scenario = game.rules.scenario
        now = self.module_under_edit(path)
        first = now.scenario(scenario.id).first_turn if now is not None else scenario.first_turn
        turn = scenario.first_turn if scenario.first_turn != first else 0
        source = PresentModule(self, path, scenario.id, turn)
        self.show_game(game, Sitting(solo=True), Opening(store=self.store, module_path=path, source=source))

    def play_on(self, path: Path) -> bool:
        """Brings the latest game of a module to the front and asks it to follow; False if there is none."""
        place = path.resolve()
        for window in reversed(self.players):
            if window.files.module_path is not None and window.files.module_path.resolve() == place:
                window.showNormal() if window.isMinimized() else window.show()
                window.raise_()
                window.activateWindow()
                window.edited.ask()
                return True
        return self._play_on_kept(place)

    def _play_on_kept(self, place: Path) -> bool:
        """Opens the latest playtest of a module that was closed unsaved, and asks the same."""
        for kept in list_saved_games():
            header = kept.header
            if not (kept.is_journal and kept.can_open and kept.actions and header and header.module_path):
                continue
            if Path(header.module_path).resolve() == place:
                window = self.open_save(kept.path)
                if window is not None:
                    window.tell("This game was closed before; it goes on where it was.", "good")
                    window.edited.ask()
                return window is not None
        return False

    def _editor_closed(self) -> None:
        if self.library is not None:
            self.library.editor_closed()

    def _modules_changed(self) -> None:
        for window in self.players:
            window.edited.look()
        if self.library is not None and self.library.isVisible():
            self.library.reload()

    def _follow(self, origin: PlayerWindow, game: Game, *, is_whole: bool) -> None:
        """Goes on with a game on the edited module, in a window at the place of the old one."""
        files, session = origin.files, origin.session
        opening = Opening(
            store=self.store, module_path=files.module_path, save_path=files.path, source=origin.edited.source
        )
        window = self.show_game(game, session.sitting, opening)
        window.setGeometry(origin.geometry())
        window.files.title = files.title
        window.session.set_remarks(session.remarks)
        if is_whole:
            session.mark_saved()
        origin.close()
        words = "This game follows the edited module now."
        rest = "" if is_whole else " The game as it was is among the saved games of the Library."
        window.tell(words + rest, "good")

    def _forget(self, window: PlayerWindow) -> None:
        if window in self.players:
            self.players.remove(window)
        window.deleteLater()
        put_aside_soon()
        if self.library is not None and self.library.isVisible():
            self.library.refresh_saves()

    def _branch(self, origin: PlayerWindow, game: Game) -> None:
        sitting = Sitting(solo=origin.session.sitting.solo)
        opening = Opening(
            store=self.store,
            module_path=origin.files.module_path,
            art=origin.scene.arts,
            source=origin.edited.source,
        )
        window = self.show_game(game, sitting, opening)
        window.tell(f"A new game from action {game.count} of the other one.", "good")

    def _choose_file(self) -> None:
        self.open_library().show_page("saves")

    def tell(self, text: str, tone: Tone = Tone.BAD, message: Message | None = None) -> None:
        """Shows a message in the window in front; the library if there is none."""
        active = QApplication.activeWindow()
        window = active if isinstance(active, (PlayerWindow, LibraryWindow)) else self.open_library()
        window.messages.show_message(message or Message(text=text, tone=tone))

    # --- games -------------------------------------------------------------------------------------------

    def start_game(self, request: StartRequest) -> PlayerWindow | None:
        """Starts a new game; tells of what forbids it."""
        module = freed(request.module) if request.has_free_play else request.module
        options = {} if request.has_free_play else dict(request.options)
        try:
            game = new_game(module, request.scenario, request.seed, options)
            sitting = seated(Sitting(solo=request.is_solo, table_dice=request.has_table_dice), request)
        except EngineError as error:
            self.tell(str(error))
            return None
        game.free_undo = request.has_free_undo
        source = PresentModule(self, request.path)
        window = self.show_game(
            game, sitting, Opening(store=self.store, module_path=request.path, source=source)
        )
        missing = missing_rules(module)
        if missing:
            window.tell(missing, "care")
        return window

    def open_reference(self, reference: str) -> PlayerWindow | None:
        """Starts a scenario named on the command line with its default options."""
        found = Library().scenario(reference)
        name, _ = split_reference(reference)
        path = module_place(name)
        request = StartRequest(path=path, module=found.module, scenario=found.scenario, seed=new_seed())
        return self.start_game(request)

    def open_save(self, path: Path) -> PlayerWindow | None:
        """Goes on with a saved game or with what a crash left; tells of what forbids it."""
        try:
            found = read_with_module(path)
            restored = reopen(found.save, found.module)
        except SaveFault as fault:
            self._offer_snapshot(path, fault)
            return None
        except EngineError as error:
            self.tell(str(error))
            return None
        return self._go_on(path, found, restored)

    def _offer_snapshot(self, path: Path, fault: SaveFault) -> None:
        """The actions no longer fit the rules: the last snapshot may."""
        message = Message(
            text=str(fault), tone=Tone.BAD, button="Go on from the last snapshot",
            action=lambda: self._resume(path),
        )  # fmt: skip
        try:
            has_snapshot = bool(read_save(path).snapshots)
        except SaveFault:
            has_snapshot = False
        self.tell(str(fault), message=message if has_snapshot else None)

    def _resume(self, path: Path) -> None:
        try:
            found = read_with_module(path)
            restored = resume(found.save, rules_for(found.save, module_to_play(found.save, found.module)))
        except EngineError as error:
            self.tell(str(error))
            return
        self._go_on(path, found, restored)

    def _go_on(self, path: Path, found: Found, restored: Restored) -> PlayerWindow:
        header = found.save.header
        sitting = Sitting(solo=header.solo, seats=dict(header.seats))
        for side, name in header.seats.items():
            sitting.players[side] = make_bot(name, header.seed + restored.game.count, side)
        is_journal = path.suffix == JOURNAL_SUFFIX
        opening = Opening(
            store=self.store,
            module_path=found.module_path,
            save_path=path if path.suffix == SAVE_SUFFIX else None,
            journal=path if is_journal else None,
            source=PresentModule(self, found.module_path) if found.module_path is not None else None,
            times=restored.times,
        )
        window = self.show_game(restored.game, sitting, opening)
        window.session.set_remarks(restored.remarks)
        if not is_journal:
            window.session.mark_saved()
            self.store.remember_game(path)
        words = missing_words(restored.game.rules.module, found.module_path)
        for notice in restored.notices:
            if words and notice == MISSING:
                continue  # the words on its pictures say it, too
            window.session.chronicle.notice(f"{notice[:1].upper()}{notice[1:]}.")
            window.tell(f"{notice[:1].upper()}{notice[1:]}.", "care")
        if words:
            window.session.chronicle.notice(words)
            window.tell(words, "care")
        return window

    # --- faults ---------------------------------------------------------------------------------------------

    def safety_words(self) -> str:
        """What of the open games is safe; for the dialog after a fault."""
        if not self.players:
            return "No game is open."
        kept = [str(w.session.journal.path) for w in self.players if w.session.journal is not None]
        if kept:
            return "Every action so far is in the journal; you can go on, or open it again: " + ", ".join(
                kept
            )
        return "You can go on; save the game to be sure."

    def close_all(self) -> None:
        """Closes every window."""
        windows: list[QMainWindow] = [*self.players]
        if self._editors is not None:
            windows += self._editors.windows
        if self.library is not None:
            windows.append(self.library)
        for window in windows:
            window.close()


def seated(sitting: Sitting, request: StartRequest) -> Sitting:
    """Puts the computer players of a request in their seats."""
    for side, name in request.seats.items():
        if name:
            sitting.seats[side] = name
            sitting.players[side] = make_bot(name, request.seed, side)
    return sitting


def start_editor(path: Path | None, scenario: str = "") -> int:
    """Runs the windows from the editor on a module, or from the library without one; the exit status."""
    app, program = _begun()
    if path is None:
        program.open_library()
        offer_unsaved(program)
    else:
        program.open_editor(path, scenario)
    return app.exec()


def start(what: str = "") -> int:
    """Runs the windows until the last one is closed; the exit status."""
    app, program = _begun()
    if what.endswith((SAVE_SUFFIX, JOURNAL_SUFFIX)):
        opened = program.open_save(Path(what))
    else:
        opened = program.open_reference(what) if what else None
    if opened is None and not what:
        program.open_library()
        offer_unsaved(program)
    return app.exec()


def _begun() -> tuple[QApplication, Application]:
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Hexwright")
    app.setApplicationVersion(__version__)
    QTimer.singleShot(CACHE_CARE_MS, app, forget_old)
    open_log()
    listen_to_qt()
    program = Application()
    guard = CrashGuard(program.safety_words, program)
    guard.install()
    return app, program
