"""The terms of victory asked of the game's own rules at the set-up: what each block gives there.

The rules are made ready when nothing was edited for a moment. A module whose rules are not installed, or
that cannot begin, is not judged; the page says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from app.editor.document import EditorDocument
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, VersionDef
from engine.definition.victory import AwardDef, CountingBlock, VictoryDef, as_block
from engine.errors import EngineError
from engine.rules.registry import rules_of
from engine.rules.ruleset import GameRules
from engine.state.model import State
from engine.victory.judging import Judged
from engine.victory.referee import Referee

QUIET_MS = 350


class SetupJudge(QObject):
    """What the blocks on show give at the set-up of a scenario."""

    judged = Signal()

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.standing = ""
        self.tests: Mapping[str, str] = {}
        self.resources: Mapping[str, str] = {}
        self._asked: tuple[str, str] = ("", "")
        self._module: ModuleDef | None = None
        self._referee: Referee | None = None
        self._state: State | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(QUIET_MS)
        self._timer.timeout.connect(self.judge_now)

    def show(self, scenario: ScenarioDef | None, version: VersionDef | None) -> None:
        """Asks about a length of a scenario, soon; the terms of all are asked of the first scenario."""
        module = self.document.module
        first = scenario or next(iter(module.scenarios), None)
        chosen = version or (first.versions[0] if first else None)
        asked = (first.id if first else "", chosen.id if chosen else "")
        if asked != self._asked or module is not self._module:
            self._asked, self._module = asked, module
            self._timer.start()

    def stop(self) -> None:
        """No more questions."""
        self._timer.stop()

    def judge_now(self) -> None:
        """Asks at once."""
        self._timer.stop()
        self._referee = self._state = None
        if self.document.check.errors:
            self.standing = "Not judged: the module has faults, see the issues."
        else:
            self._ask()
        self.judged.emit()

    def _ask(self) -> None:
        scenario, version = self._asked
        if scenario and all(known.id != scenario for known in self.document.module.scenarios):
            self.standing = "Not judged: this scenario is not in the module any more."
            return
        try:
            rules = self._rules(scenario, version)
        except EngineError as error:
            self.standing = f"Not judged: {error}."
            return
        if rules.referee is None:
            self.standing = "These rules judge victory by themselves."
            return
        self._referee, self._state = rules.referee, rules.setup(1)
        ground = rules.referee.ground
        self.tests, self.resources = ground.test_words, ground.resources
        told = rules.referee.standing(self._state)
        self.standing = told.replace("ended now", "ended at the set-up") or "Nothing here is tested."

    def _rules(self, scenario: str, version: str) -> GameRules:
        module = self.document.module
        is_choice = len(module.scenario(scenario).versions) > 1 if scenario else False
        return rules_of(module, scenario, {"version": version} if is_choice else {})

    # --- answers ---------------------------------------------------------------------------------------

    def given(self, thing: object) -> Judged | None:
        """What a condition, award or block gives at the set-up; None while that is not known."""
        referee, state = self._referee, self._state
        if referee is None or state is None:
            return None
        judge = referee.judge(state)
        if isinstance(thing, VictoryDef):
            return referee.judged_condition(judge, thing) if thing.holds is not None else None
        if isinstance(thing, AwardDef):
            points = judge.earned(thing)
            return Judged(bool(points), f"{points:g}")
        block = as_block(thing)
        return judge.judged(block) if block is not None else None

    def number(self, block: object) -> str:
        """The number of a block that is taken away."""
        if self._referee is None or self._state is None or not isinstance(block, CountingBlock):
            return ""
        return f"{self._referee.judge(self._state).number(block):g}"
