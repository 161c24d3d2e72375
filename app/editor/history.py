"""The history of an editor: its one undo command, and the way from what was saved to now, step by step.

The way is what is kept against crashes. Steps that were taken back since the last save are steps of it, too,
so that it always begins at what is on the disk; those that could be taken again come after its end.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtGui import QUndoCommand, QUndoStack

from app.editor.steps import KeptStep, KeptWay, Step, Way
from engine.definition.module import ModuleDef
from engine.editing.deltas import delta_between

_MERGED = 1

Show = Callable[[ModuleDef], object]


class SwapModule(QUndoCommand):
    """The one command: from one definition to another."""

    def __init__(self, show: Show, step: Step, key: str = "") -> None:
        super().__init__(step.text)
        self.show, self.before, self.after, self.key = show, step.before, step.after, key
        self.is_dropped = False
        """Whether it is gone for good when it is taken back."""

    def id(self) -> int:
        return _MERGED if self.key else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, SwapModule) or other.key != self.key:
            return False
        self.after = other.after
        self.setText(other.text())
        self.setObsolete(self.after is self.before or self.after == self.before)
        return True

    def undo(self) -> None:
        self.show(self.before)
        self.setObsolete(self.is_dropped)

    def redo(self) -> None:
        self.show(self.after)


class History:
    """What an undo stack holds beyond what was last saved."""

    def __init__(self, stack: QUndoStack) -> None:
        self.stack = stack
        self._saved: tuple[Step, ...] = ()
        self._kept: dict[tuple[int, int], tuple[Step, msgspec.Raw]] = {}

    def last(self) -> SwapModule | None:
        """The last step that is done."""
        found = self.stack.command(self.stack.index() - 1) if self.stack.index() else None
        return found if isinstance(found, SwapModule) else None

    def mark_saved(self) -> None:
        """What is there now is on the disk."""
        self._saved = self._steps(0, self.stack.index())
        self._kept = {}

    def since_saved(self) -> Way:
        """The way from what is on the disk to now."""
        now = self._steps(0, self.stack.index())
        common = 0
        for old, new in zip(self._saved, now, strict=False):
            if not old.is_same(new):
                break
            common += 1
        undone = [Step(f"undo {s.text}", s.after, s.before) for s in reversed(self._saved[common:])]
        done = (*undone, *now[common:])
        return Way((*done, *self._steps(self.stack.index(), self.stack.count())), len(done))

    def kept(self) -> KeptWay:
        """The same for the disk."""
        way = self.since_saved()
        return KeptWay(tuple(KeptStep(step.text, self._delta(step)) for step in way.steps), way.done)

    def _steps(self, start: int, end: int) -> tuple[Step, ...]:
        commands = (self.stack.command(number) for number in range(start, end))
        return tuple(Step(c.text(), c.before, c.after) for c in commands if isinstance(c, SwapModule))

    def _delta(self, step: Step) -> msgspec.Raw:
        """What a step changes, worked out once."""
        key = (id(step.before), id(step.after))
        if key not in self._kept:
            raw = msgspec.Raw(msgspec.json.encode(delta_between(step.before, step.after)))
            self._kept[key] = (step, raw)
        return self._kept[key][1]
