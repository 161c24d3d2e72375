"""The set-up of a scenario asked of the game's own rules: can it begin, and does every invariant hold?

It runs when nothing was edited for a moment, and never keeps anybody from editing.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.editor.document import EditorDocument
from engine.errors import EngineError
from engine.game import new_game

QUIET_MS = 1200


class RulesCheck(QObject):
    """Words of the rules about the set-up on show."""

    found = Signal(tuple)

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.scenario = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(QUIET_MS)
        self._timer.timeout.connect(self.check_now)
        document.changed.connect(lambda _touched: self._timer.start())

    def show_scenario(self, name: str) -> None:
        """Asks about another scenario, soon."""
        self.scenario = name
        self._timer.start()

    def stop(self) -> None:
        """No more questions."""
        self._timer.stop()

    def check_now(self) -> None:
        """Asks at once."""
        self._timer.stop()
        module = self.document.module
        if self.document.check.errors or self.scenario not in {s.id for s in module.scenarios}:
            self.found.emit(())
            return
        try:
            game = new_game(module, self.scenario, 1, {})
        except EngineError as error:
            self.found.emit((f"the game cannot begin: {error}",))
            return
        self.found.emit(tuple(game.rules.check(game.opening.state)))
