"""The library window: the first thing people see.

It shows at once and fills itself afterwards: modules are loaded one by one,
map pictures are drawn between events. It starts nothing itself; it tells
through `start_requested` and `open_requested` what was asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app import __version__
from app.library.continue_items import continue_items
from app.library.exchange import VASSAL_SAVE, VASSAL_SAVE_SUFFIX, VASSAL_SUFFIXES, ModuleExchange
from app.library.games import Game, is_module, load_game, load_games
from app.library.games_page import GamesPage
from app.library.map_pictures import MapPictures
from app.library.new_games import NewGames
from app.library.own_modules import OwnModules
from app.library.rail import Rail, RailPage
from app.library.request import changed_options
from app.library.saved_games import list_saved_games
from app.library.saves_page import SavesPage
from app.library.window_menus import LibraryHelp, make_menus, module_menu
from app.messages import Message, MessageBar, Tone
from app.screen_fit import first_size
from app.settings import SettingsStore
from app.theme.current import theme
from app.user_files import JOURNAL_SUFFIX, MODULE_SUFFIX, SAVE_SUFFIX
from app.widgets.enter_key import press_buttons_by_enter
from engine.errors import EngineError

GAMES, OWN, SAVES = "games", "own", "saves"
_PAGES = (
    RailPage(GAMES, "Games", "Alt+1"),
    RailPage(OWN, "My modules", "Alt+2"),
    RailPage(SAVES, "Saved games", "Alt+3"),
)
_WINDOW = "library"
_FILES = (
    f"Hexwright files (*{SAVE_SUFFIX} *{JOURNAL_SUFFIX} *{MODULE_SUFFIX} module.yaml);;"
    "VASSAL modules (*.vmod *.mod)"
)

UNDER_EDIT = "module-under-edit"
"""Topic of what is told of modules that an editor has open."""

LEAST_SIZE = (900, 560)
"""Of the window at normal text; never more than the screen has."""


class LibraryWindow(QMainWindow):
    """Games, scenarios, own modules and saved games."""

    start_requested = Signal(object)
    open_requested = Signal(object)
    edit_requested = Signal(object, str)
    copy_requested = Signal(object, str)
    new_module_requested = Signal()
    import_requested = Signal(object)
    loaded = Signal()

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        press_buttons_by_enter()
        self.setWindowTitle("Hexwright")
        self.setAcceptDrops(True)
        self.store = store
        self.pictures = MapPictures(parent=self)
        self.rail = Rail(_PAGES)
        self.games_page = GamesPage(self.pictures)
        self.own_page = GamesPage(self.pictures, is_own=True)
        self.saves_page = SavesPage()
        self.messages = MessageBar()
        self.exchange = ModuleExchange(self)
        self.own_modules = OwnModules(self, lambda: self._page().game)
        self._stack = QStackedWidget()
        self._pages: dict[str, QWidget] = {GAMES: self.games_page, OWN: self.own_page, SAVES: self.saves_page}
        self._games: list[Game] = []
        self._loading: Iterator[Game] | None = None
        self.new_games = NewGames(self)
        self.new_games.requested.connect(self.start_requested)
        self.helping = LibraryHelp(self)
        self._scale = theme().scale
        self._loader = QTimer(self)
        self._loader.setInterval(0)
        self._loader.timeout.connect(self._load_next)
        self._lay_out()
        make_menus(self)
        self._connect()
        self.show_page(GAMES)
        self._restore()

    # --- what others ask ---------------------------------------------------------------------------

    @property
    def games(self) -> tuple[Game, ...]:
        """All games loaded so far."""
        return tuple(self._games)

    @property
    def is_loading(self) -> bool:
        """Whether modules are still being loaded."""
        return self._loading is not None

    def show_page(self, page: str) -> None:
        """Turn to a page of the rail."""
        self._stack.setCurrentWidget(self._pages[page])
        self.rail.show_page(page)

    def reload(self) -> None:
        """Load all modules anew, and look for saved games."""
        self._games = []
        self._loading = load_games()
        self._loader.start()
        self.refresh_saves()

    def refresh_saves(self) -> None:
        """Look for saved games again, for example when a game window was closed."""
        saved = list_saved_games(self.store.current.recent)
        items = continue_items(saved, self.games)
        usable = tuple(item for item in items if not item.fault)
        self.games_page.show_continue(usable)
        self.saves_page.show_items(items)
        self.rail.buttons[SAVES].show_count(str(len(items)) if items else "")

    def add_module(self, path: Path) -> None:
        """Show a module that lies anywhere; tells of its faults in the message bar."""
        game = load_game(path, is_own=True)
        self._games = [known for known in self._games if known.path != path] + [game]
        self._show_games()
        self.show_page(OWN)
        self.own_page.choose_game(game.key)
        if game.faults:
            self.messages.tell(f"{path.name}: {game.faults[0]}", Tone.BAD)

    def open_path(self, path: Path) -> None:
        """Open whatever a path is: a saved game, a journal, or a module."""
        if path.name == "module.yaml":
            path = path.parent
        if path.suffix in {SAVE_SUFFIX, JOURNAL_SUFFIX}:
            self.open_requested.emit(path)
        elif path.suffix.lower() in VASSAL_SUFFIXES:
            self.import_requested.emit(path)
        elif is_module(path):
            self.add_module(path)
        elif path.suffix.lower() == VASSAL_SAVE_SUFFIX:
            self.messages.tell(f"{path.name} {VASSAL_SAVE}", Tone.CARE)
        else:
            self.messages.tell(f"{path.name} is neither a saved game nor a module.", Tone.CARE)

    def show_own(self, path: Path) -> None:
        """Show a module that came among the user's own, and all that are there."""
        self.add_module(path)
        game = next((game for game in self._games if game.path == path), None)
        if game is not None and game.module is not None:
            self.messages.tell(f"{game.title} is among your modules now, in {path}.")

    def start(self, *, is_solo: bool = False) -> None:
        """Ask for a new game of the chosen scenario with the options as they stand."""
        self.new_games.start(self._page(), is_solo=is_solo)

    # --- construction ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        central = QWidget()
        central.setProperty("kind", "window")
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._stack, 1)
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(self.messages)
        for page in self._pages.values():
            self._stack.addWidget(page)
        self.setCentralWidget(central)
        self.setMinimumSize(first_size(self, *LEAST_SIZE))

    def _connect(self) -> None:
        self.rail.turned.connect(self.show_page)
        self.rail.open_asked.connect(self.choose_file)
        for page in (self.games_page, self.own_page):
            page.continue_asked.connect(self.open_requested)
            page.play_asked.connect(self.start)
            page.solo_asked.connect(lambda: self.start(is_solo=True))
            page.options_asked.connect(self.ask_options)
            page.print_asked.connect(self.print_sheets)
            page.edit_asked.connect(self.edit_module)
            page.new_asked.connect(self.new_module_requested)
            page.import_asked.connect(self.exchange.ask_vassal)
            page.chosen.connect(self._remember_choice)
            page.shelf.menu_asked.connect(lambda at: module_menu(self).popup(at))
        self.exchange.vassal_chosen.connect(self.import_requested)
        self.exchange.came.connect(self.show_own)
        self.own_modules.gone.connect(self._module_gone)
        for source in (self.exchange, self.own_modules):
            source.told.connect(
                lambda words, good: self.messages.tell(words, Tone.GOOD if good else Tone.BAD)
            )
        self.own_modules.held.connect(
            lambda words: self.messages.show_message(Message(text=words, tone=Tone.CARE, topic=UNDER_EDIT))
        )
        self.saves_page.asked.connect(self.open_requested)
        self.saves_page.removed.connect(self._forget)
        theme().changed.connect(self._look_changed)
        self.saves_page.failed.connect(lambda words: self.messages.tell(words, Tone.BAD))

    # --- events ------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._loading is None and not self._games:
            QTimer.singleShot(0, self.reload)
        elif self._loading is None:
            self.refresh_saves()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._loader.stop()
        self.pictures.stop()
        self.messages.clear()
        self.helping.close()
        self.store.remember_window(_WINDOW, bytes(self.saveGeometry().data()))
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.open_path(Path(url.toLocalFile()))

    # --- loading -----------------------------------------------------------------------------------

    def _load_next(self) -> None:
        game = next(self._loading, None) if self._loading is not None else None
        if game is not None:
            self._games.append(game)
            self._show_games()
            return
        self._loader.stop()
        self._loading = None
        self._show_games()
        self.refresh_saves()
        if self.store.fault:
            self.messages.tell(self.store.fault, Tone.CARE)
        self.loaded.emit()

    def _show_games(self) -> None:
        chosen = (self.store.current.last_module, self.store.current.last_scenario)
        listed = [game for game in self._games if game.is_listed]
        built_in = tuple(game for game in listed if not game.is_own)
        own = tuple(game for game in listed if game.is_own)
        self.games_page.show_games(built_in, chosen)
        self.own_page.show_games(own, chosen)
        self.rail.buttons[GAMES].show_count(str(len(built_in)))
        self.rail.buttons[OWN].show_count(str(len(own)) if own else "")
        count = len(built_in) + len(own)
        self.rail.show_foot(f"{count} {'game' if count == 1 else 'games'} installed\nHexwright {__version__}")

    # --- choices -----------------------------------------------------------------------------------

    def _page(self) -> GamesPage:
        return self.own_page if self._stack.currentWidget() is self.own_page else self.games_page

    def _remember_choice(self, module: str, scenario: str) -> None:
        if self._loading is None:
            self.store.change(last_module=module, last_scenario=scenario)

    def ask_options(self) -> None:
        """Open the dialog with all options; a game starts when it is accepted."""
        self.new_games.ask_options(self._page())

    def edit_module(self) -> None:
        """Ask for the editor on the chosen module, at the chosen scenario."""
        page = self._page()
        if page.game is not None:
            self.edit_requested.emit(page.game.path, page.scenario.id if page.scenario else "")

    def save_as_file(self) -> None:
        """Ask where to write the chosen module as one file."""
        self.exchange.ask_target(self._page().game)

    def editor_closed(self) -> None:
        """An editor was closed: what was told of it is settled."""
        self.messages.drop(UNDER_EDIT)

    def _module_gone(self, path: Path) -> None:
        self.messages.drop(UNDER_EDIT)
        self._games = [game for game in self._games if game.path != path]
        self._show_games()

    def copy_scenario(self) -> None:
        """Ask for the editor with a copy of the chosen scenario."""
        page = self._page()
        if page.game is not None and page.scenario is not None:
            self.copy_requested.emit(page.game.path, page.scenario.id)

    def print_sheets(self) -> None:
        """Open the print dialog for the chosen scenario; its code is loaded when it is first wanted."""
        page = self._page()
        if page.game is None or page.game.module is None or page.scenario is None:
            return
        module, scenario = page.game.module, page.scenario
        options = changed_options(module, scenario, self.new_games.wishes_of(page).values)
        opening = importlib.import_module("app.printing.opening")
        try:
            dialog = opening.print_scenario(self, module, scenario.id, str(page.game.path), options)
        except EngineError as error:
            self.messages.tell(str(error), Tone.BAD)
        else:
            dialog.exported.connect(lambda name: self.messages.tell(f"Saved {Path(name).name}."))

    def continue_latest(self) -> None:
        """Goes on with the game saved last."""
        if self.games_page.continue_row.cards:
            self.open_requested.emit(self.games_page.continue_row.cards[0].item.path)
        else:
            self.messages.tell("There is no saved game yet.", Tone.CARE)

    def _forget(self, path: Path) -> None:
        self.store.forget_game(path)
        self.messages.tell(f"{path.name} is in the trash.")
        self.refresh_saves()

    def choose_file(self) -> None:
        """Asks for a file to open."""
        dialog = QFileDialog(self, "Open a saved game or a module", "", _FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.open_path(Path(name)))
        dialog.open()

    # --- looks and help ----------------------------------------------------------------------------

    def _look_changed(self) -> None:
        """Lay out anew what has fixed measures when the text scale has changed."""
        if theme().scale != self._scale:
            self._scale = theme().scale
            self.rail.rescale()
            self.setMinimumSize(first_size(self, *LEAST_SIZE))
            for page in (self.games_page, self.own_page):
                page.rescale()

    def _restore(self) -> None:
        geometry = self.store.window(_WINDOW)
        if not (geometry and self.restoreGeometry(QByteArray(geometry))):
            self.resize(first_size(self, 1360, 860))
