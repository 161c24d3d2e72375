"""What a game window knows of its module being edited meanwhile, and the way to follow the edits.

A game goes on by the module it began with. When an editor in this program has other words by now, the window
says so once for each state of the edit; following is always asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from app.messages import Message, Tone
from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.game import Game
from engine.rules.registry import FREE_PLAY, rules_of
from engine.rules.ruleset import GameRules
from engine.saves import Followed, follow, freed

if TYPE_CHECKING:
    from app.player.dialogs.following import FollowDialog
    from app.player.window import PlayerWindow

CHANGED = "The module was edited. This game goes on by the version it began with."


class ModuleSource(Protocol):
    """Where a game's module can be had as it is now."""

    def present(self) -> ModuleDef:
        """The module as it is now: under edit, or on the disk; raises ``EngineError``."""
        ...

    def under_edit(self) -> ModuleDef | None:
        """The module as an open editor has it; None if none has. Costs nothing."""
        ...


class EditedModule(QObject):
    """Watches over the module of one game window."""

    followed = Signal(object, bool)
    """The game to go on with, and whether it has all the actions."""

    def __init__(self, window: PlayerWindow, source: ModuleSource | None) -> None:
        super().__init__(window)
        self.window, self.source = window, source
        self.dialog: FollowDialog | None = None
        self._told: ModuleDef | None = None
        window.installEventFilter(self)
        window.actions_by_id.bind({"follow-module": self.ask})
        window.actions_by_id["follow-module"].setEnabled(source is not None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.WindowActivate:
            self.look()
        return super().eventFilter(watched, event)

    def look(self) -> None:
        """Tells when an editor has the module otherwise than this game, once for each state of the edit."""
        now = self.source.under_edit() if self.source is not None else None
        if now is None or now is self._told:
            return
        self._told = now
        if self._as_played(now) == self.window.session.module:
            return
        self.window.messages.show_message(
            Message(text=CHANGED, tone=Tone.CARE, button="Follow it…", action=self.ask)
        )

    def ask(self) -> None:
        """Plays the game again on the edited module and asks whether to go on with that."""
        if self.source is None or self.dialog is not None:
            return
        try:
            module = self._as_played(self.source.present())
            if module == self.window.session.module:
                self.window.tell("The module is as it was when this game began.", "good")
                return
            found = self._followed(self._rules(module))
        except EngineError as error:
            self.window.tell(f"The edited module cannot be followed: {error}", "bad")
            return
        self._show(found)

    def _as_played(self, module: ModuleDef) -> ModuleDef:
        return freed(module) if self.window.session.rules.ruleset == FREE_PLAY else module

    def _rules(self, module: ModuleDef) -> GameRules:
        """The scenario of this game in another module, with the options chosen for it."""
        rules = self.window.session.rules
        known = {option.id for option in module.options} | {"version", "setup"}
        options = {name: value for name, value in rules.options.items() if name in known}
        return rules_of(module, rules.scenario.id, options)

    def _followed(self, rules: GameRules) -> Followed:
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            return follow(self.window.session.game, rules)
        finally:
            QApplication.restoreOverrideCursor()

    def _show(self, found: Followed) -> None:
        session = self.window.session
        session.stop_thinking()
        dialogs = importlib.import_module("app.player.dialogs.following")
        dialog: FollowDialog = dialogs.FollowDialog(found, session.module, self.window)
        self.dialog = dialog
        dialog.taken.connect(self._take)
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def _take(self, game: Game) -> None:
        self.followed.emit(game, game.count == self.window.session.game.count)
