"""Checks of guides: what a step lights and waits for must be there, or nobody would ever come past it."""

from collections.abc import Collection

from engine.definition.guide import GuideStepDef, UntilDef
from engine.definition.module import ModuleDef
from engine.geometry.board import CompiledBoard
from engine.loading.checker import Checker
from engine.loading.near_places import near_place
from engine.loading.option_checks import check_conditions
from engine.loading.roster import roster
from engine.loading.text import Path
from engine.rules.registry import action_kinds


def check_guides(checker: Checker, module: ModuleDef, board: CompiledBoard | None) -> None:
    """Checks all guides; without a compiled board hex ids are not looked at."""
    if not any(scenario.guide for scenario in module.scenarios):
        return
    check = _GuideCheck(checker, module, board)
    for i, scenario in enumerate(module.scenarios):
        for n, step in enumerate(scenario.guide):
            check.step(("scenarios", i, "guide", n), step)


class _GuideCheck:
    """Knows all that a step may name."""

    def __init__(self, checker: Checker, module: ModuleDef, board: CompiledBoard | None) -> None:
        self.checker, self.module, self.board = checker, module, board
        self.boxes = {box.id for box in module.boxes}
        self.sides = {side.id for side in module.sides}
        self.phases = {phase.id for phase in module.phases()}
        self.pieces = module.fact(roster)
        self.turns = {turn.number for turn in module.turns}
        self.kinds = action_kinds(module.ruleset)

    def step(self, path: Path, step: GuideStepDef) -> None:
        self._places((*path, "places"), step.places)
        check_conditions(self.checker, (*path, "when"), self.module, step.when)
        for n, until in enumerate(step.until):
            self._until((*path, "until", n), until)

    def _until(self, path: Path, until: UntilDef) -> None:
        known = self.checker.known
        if self.kinds:
            known((*path, "action"), "kind of action", until.action, self.kinds)
        known((*path, "side"), "side", until.side, self.sides)
        known((*path, "phase"), "phase", until.phase, self.phases)
        known((*path, "piece"), "piece", until.piece, self.pieces)
        self._places((*path, "at"), until.at)
        if until.turn is not None and self.turns and until.turn not in self.turns:
            hint = f"turns go from {min(self.turns)} to {max(self.turns)}"
            self.checker.fault((*path, "turn"), "TURN", f"there is no turn {until.turn}", hint)

    def _places(self, path: Path, names: Collection[str]) -> None:
        if self.board is None:
            return
        for n, name in enumerate(names):
            if name not in self.boxes and name not in self.board.index:
                message, hint = f"there is no hex or box {name}", near_place(name, self.boxes, self.board)
                self.checker.fault((*path, n), "UNKNOWN_HEX", message, hint)
