"""Steps: the behaviour of the sequence of play.

A step is a stateless object with named nodes. An *auto* node works and goes on (``r.goto``,
``r.call``, ``r.end``); a *decision* node returns an :class:`~engine.play.decision.Ask`; the action
kinds it offers do the work and steer on, or leave the flow alone, and the question is asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from engine.ids import StepId
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import FrameVars, State

F = TypeVar("F", bound=Callable[..., object])


def auto(method: F) -> F:
    """Marks a method ``(self, r)`` as an auto node named like the method."""
    method.__dict__["node"] = "auto"
    return method


def decision(method: F) -> F:
    """Marks a method ``(self, state) -> Ask`` as a decision node named like the method."""
    method.__dict__["node"] = "decision"
    return method


class Step:
    """Base of all steps; a subclass sets ``id``, its locals' type, and at least a node ``start``."""

    id: ClassVar[StepId]
    vars_type: ClassVar[type[FrameVars] | None] = None
    auto_nodes: ClassVar[frozenset[str]] = frozenset()
    decision_nodes: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        marked = {
            name: value.__dict__["node"]
            for base in reversed(cls.__mro__)
            for name, value in vars(base).items()
            if callable(value) and "node" in getattr(value, "__dict__", {})
        }
        cls.auto_nodes = frozenset(name for name, mark in marked.items() if mark == "auto")
        cls.decision_nodes = frozenset(name for name, mark in marked.items() if mark == "decision")

    def run(self, node: str, r: Resolution) -> None:
        """Runs an auto node."""
        getattr(self, node)(r)

    def ask(self, node: str, state: State) -> Ask:
        """The question of a decision node."""
        ask = getattr(self, node)(state)
        assert isinstance(ask, Ask)
        return ask
