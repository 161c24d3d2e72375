"""The set-up of a scenario asked of the game's own rules: can it begin, and does every invariant hold?

It runs when nothing was edited for a moment, and never keeps anybody from editing. What the rules cannot
read in a chart is told within the edit itself, and that it was mended as soon.
"""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.editor.document import EditorDocument
from engine.editing import Touched
from engine.errors import EngineError
from engine.flow.sequence import sequence_of
from engine.game import new_game
from engine.rules.registry import chart_fault, rules_of
from engine.rules.ruleset import GameRules

QUIET_MS: Final = 1200
QUICK_MS: Final = 150.0
"""Rules that answer as quickly as this are asked right after a chart was edited."""
CANNOT_BEGIN: Final = "the game cannot begin"
_CHARTS: Final = frozenset(("charts", "constants"))


def names_in(rules: GameRules) -> dict[str, tuple[str, ...]]:
    """What phases may name: steps of the rules but the sequence itself, and conditions."""
    sequence = sequence_of(rules.steps)
    steps = tuple(sorted(name for name in rules.steps if name != sequence.id))
    return {"step": steps, "when": sequence.conditions}


class RulesCheck(QObject):
    """Words of the rules about the set-up on show."""

    found = Signal(tuple)
    known = Signal(object)
    """What phases of the sequence may name in these rules: by field, `step` and `when`."""

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.scenario = ""
        self.fault = ""
        """Why the game cannot begin, as far as is known; empty if it can."""
        self._took = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.check_now)
        document.changed.connect(self._follow)

    def show_scenario(self, name: str) -> None:
        """Asks about another scenario, soon."""
        self.scenario = name
        self._timer.start(QUIET_MS)

    def stop(self) -> None:
        """No more questions."""
        self._timer.stop()

    def _follow(self, touched: Touched) -> None:
        if not touched.parts & _CHARTS:
            self._timer.start(QUIET_MS)
            return
        if words := chart_fault(self.document.module):
            self._timer.stop()
            self._tell(words)
            return
        is_urgent = bool(self.fault) or self._took <= QUICK_MS
        self._timer.start(0 if is_urgent else QUIET_MS)

    def check_now(self) -> None:
        """Asks at once."""
        self._timer.stop()
        module = self.document.module
        if self.document.check.errors or self.scenario not in {s.id for s in module.scenarios}:
            self._tell("")
            return
        start = monotonic()
        try:
            game = new_game(module, self.scenario, 1, {})
        except EngineError as error:
            self._tell(str(error))
            self._tell_names()
            return
        self.known.emit(names_in(game.rules))
        found = tuple(game.rules.check(game.opening.state))
        self._took = (monotonic() - start) * 1000
        self.fault = ""
        self.found.emit(found)

    def _tell_names(self) -> None:
        """Tells what the rules know, even where a game cannot begin, as far as they can read the module."""
        with suppress(EngineError):
            self.known.emit(names_in(rules_of(self.document.module, self.scenario, {})))

    def _tell(self, fault: str) -> None:
        """Tells why the game cannot begin; no words where nothing can be said."""
        self.fault = fault
        self.found.emit((f"{CANNOT_BEGIN}: {fault}",) if fault else ())
