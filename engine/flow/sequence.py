"""The sequence of play from a module's ``sequence.yaml``: turns of phases, one step for each.

The tree is walked in order. A phase that names a step is run by it; one without is a heading
for those below it. ``when`` names a predicate of the ruleset; where it is false the phase is
skipped. After the last phase the next turn begins. A referee, if there is one, judges the end of each
phase and turn by the conditions of victory; otherwise the rules themselves end the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.flow.step import Step, auto
from engine.ids import PhaseId, StepId
from engine.play.resolution import Resolution
from engine.state.model import Frame, FrameVars, State

if TYPE_CHECKING:
    from engine.definition.sequence import PhaseDef
    from engine.victory.referee import Referee


class SequenceVars(FrameVars, frozen=True):
    """``index``: the phase that runs now, counted over all phases that have a step; -1 before the first."""

    index: int


class SequenceStep(Step):
    """Walks the phases of a turn, turn after turn."""

    id = "sequence"
    vars_type = SequenceVars

    def __init__(
        self,
        phases: Iterable[PhaseDef],
        predicates: Mapping[str, Callable[[State], bool]],
        referee: Referee | None = None,
    ) -> None:
        found = list(_with_path(phases, ()))
        self.leaves = tuple(phase for phase, _ in found if phase.step)
        self.paths: Mapping[PhaseId, tuple[PhaseId, ...]] = {phase.id: path for phase, path in found}
        self.definitions: Mapping[PhaseId, PhaseDef] = {phase.id: phase for phase, _ in found}
        self._predicates = predicates
        self._referee = referee

    @property
    def conditions(self) -> tuple[str, ...]:
        """The names of conditions that phases may depend on."""
        return tuple(sorted(self._predicates))

    def frame_before(self, phase: PhaseId | None = None) -> Frame:
        """The frame that will start with the given phase (the first one if None)."""
        index = 0 if phase is None else self.index_of(phase)
        return Frame(step=self.id, node="start", vars=SequenceVars(index=index - 1))

    def index_of(self, phase: PhaseId) -> int:
        """Position of a phase among those that have a step; raises ``ValueError`` for any other."""
        return [leaf.id for leaf in self.leaves].index(phase)

    def fault(self, steps: Mapping[StepId, Step]) -> str:
        """Why these phases cannot be played by the rules that have these steps; empty if they can."""
        for phase in self.leaves:
            if phase.step not in steps:
                return f"phase {phase.title!r} names the step {phase.step!r}, which these rules do not have"
            if phase.when and phase.when not in self._predicates:
                known = ", ".join(self.conditions) or "none"
                return (
                    f"phase {phase.title!r} is played only if {phase.when!r}, "
                    f"which these rules do not know (they know {known})"
                )
        return "" if self.leaves else "no phase of the sequence of play names a step of these rules"

    @auto
    def start(self, r: Resolution) -> None:
        """Goes to the next phase, of the next turn after the last."""
        held = r.frame.vars
        assert isinstance(held, SequenceVars)
        index = held.index + 1
        if self._is_decided(r, held.index):
            return
        if index == len(self.leaves):
            r.set_turn(r.state.turn + 1)
            index = 0
        r.set_vars(SequenceVars(index=index))
        phase = self.leaves[index]
        if phase.when and not self._predicates[phase.when](r.state):
            return
        r.set_phase(phase.id)
        assert phase.step
        r.call(phase.step)

    def _is_decided(self, r: Resolution, ended: int) -> bool:
        """Lets the referee judge the end of a phase and of a turn; a phase that was skipped is not judged."""
        if self._referee is None or ended < 0:
            return False
        if r.state.phase == self.leaves[ended].id:
            self._referee.judge_phase(r, r.state.phase)
        if ended + 1 == len(self.leaves) and r.state.over is None:
            self._referee.judge_turn(r)
        return r.state.over is not None


def sequence_of(steps: Mapping[StepId, Step]) -> SequenceStep:
    """The sequence of play among the steps of a game."""
    found = steps[SequenceStep.id]
    assert isinstance(found, SequenceStep)
    return found


def _with_path(
    phases: Iterable[PhaseDef], above: tuple[PhaseId, ...]
) -> Iterator[tuple[PhaseDef, tuple[PhaseId, ...]]]:
    for phase in phases:
        path = (*above, phase.id)
        yield phase, path
        yield from _with_path(phase.phases, path)
