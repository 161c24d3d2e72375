"""New games of the library: what is wished for each scenario, the dialog with all options, the request."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.library.games_page import GamesPage
from app.library.options_dialog import OptionsDialog, Wishes, new_seed
from app.library.request import VERSION, StartRequest, changed_options
from engine.bots import bot_names


class NewGames(QObject):
    """Keeps the wishes of this sitting; `requested` tells of a game that is to start."""

    requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._wishes: dict[tuple[str, str], Wishes] = {}

    def start(self, page: GamesPage, *, is_solo: bool) -> None:
        """Ask for a new game of the scenario chosen on a page, with the options as they stand."""
        if page.game is None or page.game.module is None or page.scenario is None:
            return
        wishes = self.wishes_of(page)
        wishes.is_solo = is_solo
        self._request(page, wishes)

    def wishes_of(self, page: GamesPage) -> Wishes:
        """What was wished for this scenario before, with version and switches from the card."""
        key = (page.game.key if page.game else "", page.scenario.id if page.scenario else "")
        wishes = self._wishes.setdefault(key, Wishes())
        wishes.version = page.detail.version
        wishes.values = {**wishes.values, **page.detail.values}
        return wishes

    def ask_options(self, page: GamesPage) -> None:
        """Open the dialog with all options; a game starts when it is accepted."""
        if page.game is None or page.game.module is None or page.scenario is None:
            return
        wishes = self.wishes_of(page)
        dialog = OptionsDialog((page.game.module, page.scenario), wishes, bot_names(), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda result: self._take_options(page, dialog, result))
        dialog.open()

    def _take_options(self, page: GamesPage, dialog: OptionsDialog, result: int) -> None:
        if page.game is None or page.scenario is None:
            return
        wishes = dialog.wishes
        self._wishes[(page.game.key, page.scenario.id)] = wishes
        page.detail.show_values(wishes.version, wishes.values)
        if result == QDialog.DialogCode.Accepted:
            self._request(page, wishes)

    def _request(self, page: GamesPage, wishes: Wishes) -> None:
        game, scenario = page.game, page.scenario
        if game is None or game.module is None or scenario is None:
            return
        options = changed_options(game.module, scenario, wishes.values)
        options[VERSION] = wishes.version or scenario.versions[0].id
        self.requested.emit(
            StartRequest(
                path=game.path,
                module=game.module,
                scenario=scenario.id,
                seed=wishes.seed or new_seed(),
                options=options,
                seats=dict(wishes.seats),
                is_solo=wishes.is_solo,
                has_table_dice=wishes.has_table_dice,
                has_free_undo=wishes.has_free_undo,
                has_free_play=wishes.has_free_play,
            )
        )
