"""Runs the flow up to the next decision."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import RuleBug
from engine.flow.step import Step
from engine.ids import StepId
from engine.play.resolution import Resolution

LIMIT = 5000
"""Auto nodes in a row before we call the flow endless."""


def advance(steps: Mapping[StepId, Step], r: Resolution) -> None:
    """Runs auto nodes until a decision node is on top or the game is over.

    Raises :class:`RuleBug` for an unknown step or node, an empty flow, or an endless one.
    """
    for _ in range(LIMIT):
        if r.state.over is not None:
            return
        if not r.state.flow:
            raise RuleBug(f"the sequence of play ran out in phase {r.state.phase} of turn {r.state.turn}")
        frame = r.state.flow[-1]
        step = steps.get(frame.step)
        if step is None:
            raise RuleBug(f"unknown step {frame.step}")
        if frame.node in step.decision_nodes:
            return
        if frame.node not in step.auto_nodes:
            raise RuleBug(f"step {frame.step} has no node {frame.node}")
        step.run(frame.node, r)
    raise RuleBug(f"endless flow: {' > '.join(f'{f.step}.{f.node}' for f in r.state.flow)}")
