"""The set-up of a scenario asked of the game's own rules: can it begin, and does every invariant hold?

It runs when nothing was edited for a moment, in a thread of its own, and never keeps anybody from editing: an
answer about a module that is another one by now is dropped. What the rules cannot read in a chart is told
within the edit itself, and that it was mended as soon.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import thread_time
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.editor.document import EditorDocument
from app.player.thinking import Thinker
from engine.definition.module import ModuleDef
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


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the rules say of a module: why a game cannot begin, or what is wrong with the set-up."""

    module: ModuleDef
    names: dict[str, tuple[str, ...]] | None
    fault: str = ""
    found: tuple[str, ...] = ()
    took: float = 0.0


def _answer(module: ModuleDef, scenario: str) -> _Answer:
    """Asks the rules; where a game cannot begin, they tell what they know, if they can read the module."""
    start, names = thread_time(), None
    try:
        game = new_game(module, scenario, 1, {})
        found = tuple(game.rules.check(game.opening.state))
    except EngineError as error:
        with suppress(EngineError):
            names = names_in(rules_of(module, scenario, {}))
        return _Answer(module, names, str(error))
    return _Answer(module, names_in(game.rules), found=found, took=(thread_time() - start) * 1000)


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
        self._thinker = Thinker(self)
        self._thinker.finished.connect(self._take)
        self._thinker.failed.connect(self._tell)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask)
        document.changed.connect(self._follow)

    def show_scenario(self, name: str) -> None:
        """Asks about another scenario, soon."""
        self.scenario = name
        self._timer.start(QUIET_MS)

    def stop(self) -> None:
        """No more questions; waits for the end of one that is being answered."""
        self._timer.stop()
        self._thinker.close()

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
        """Asks at once, and waits for the answer."""
        self._timer.stop()
        self._thinker.drop()
        if self._can_be_asked():
            self._take(_answer(self.document.module, self.scenario))

    def _ask(self) -> None:
        if self._can_be_asked():
            self._thinker.start(partial(_answer, self.document.module, self.scenario))

    def _can_be_asked(self) -> bool:
        """Whether there is anything to ask; if not, nothing can be said."""
        known = {scenario.id for scenario in self.document.module.scenarios}
        if self.document.check.errors or self.scenario not in known:
            self._thinker.drop()
            self._tell("")
            return False
        return True

    def _take(self, answer: object) -> None:
        if not isinstance(answer, _Answer) or answer.module is not self.document.module:
            return
        if answer.fault:
            self._tell(answer.fault)
        if answer.names is not None:
            self.known.emit(answer.names)
        if not answer.fault:
            self._took, self.fault = answer.took, ""
            self.found.emit(answer.found)

    def _tell(self, fault: str) -> None:
        """Tells why the game cannot begin; no words where nothing can be said."""
        self.fault = fault
        self.found.emit((f"{CANNOT_BEGIN}: {fault}",) if fault else ())
