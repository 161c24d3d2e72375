"""Steps that lead from one module to the next: as the history has them, and as they are kept on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.deltas import with_delta


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its words, the module before it and after it."""

    text: str
    before: ModuleDef
    after: ModuleDef

    def is_same(self, other: Step) -> bool:
        """Whether both lead from the very same module to the very same one."""
        return self.before is other.before and self.after is other.after


@dataclass(frozen=True, slots=True)
class Way:
    """Steps that follow each other, and how many of them are done; the others can be taken again."""

    steps: tuple[Step, ...] = ()
    done: int = 0


class KeptStep(msgspec.Struct, frozen=True):
    """A step as it is kept on the disk."""

    text: str
    delta: msgspec.Raw


class KeptWay(msgspec.Struct, frozen=True):
    """A way as it is kept on the disk."""

    steps: tuple[KeptStep, ...] = ()
    done: int = 0


def way_from(base: ModuleDef, kept: KeptWay) -> Way | None:
    """The way that was kept, begun at an equal module; None when it does not fit this one."""
    steps: list[Step] = []
    here = base
    try:
        for step in kept.steps:
            after = with_delta(here, msgspec.json.decode(step.delta, type=dict[str, object]))
            steps.append(Step(step.text, here, after))
            here = after
    except (EditRefused, msgspec.MsgspecError):
        return None
    return Way(tuple(steps), kept.done) if 0 <= kept.done <= len(steps) else None


def modules_on(way: Way, base: ModuleDef) -> Sequence[ModuleDef]:
    """The modules on a way up to where it is done, the first one included."""
    return (base, *(step.after for step in way.steps[: way.done]))
