"""The actions that one choice asks for, taken one after the other, and what is to be aimed after them.

Between two of them something may be asked: the queue waits where an action was not taken, and goes on when it
is run again.
"""

from __future__ import annotations

from collections.abc import Callable

from app.player.session import Session
from app.player.tools.outcome import Aim, Do
from engine.play.action import Action


class ActionQueue:
    """What is still to be done of one choice."""

    def __init__(self, session: Session, submit: Callable[[Action], object]) -> None:
        self.session, self._submit = session, submit
        self._actions: list[Action] = []
        self._then: Aim | None = None
        self._begun_at = 0

    def begin(self, wanted: Do) -> None:
        """Takes over the actions of a choice; what was left of another one is forgotten."""
        self._actions, self._then = list(wanted.actions), wanted.then
        self._begun_at = self.session.game.count

    def run(self) -> Aim | None:
        """Takes the actions that can be taken; when none is left, gives what is to be aimed, once."""
        while self._actions:
            action = self._actions.pop(0)
            count = self.session.game.count
            self._submit(action)
            if self.session.game.count == count:
                return None
        aim, self._then = self._then, None
        return aim

    def stop(self) -> None:
        """Forgets what was still to be done."""
        self._actions, self._then = [], None

    @property
    def begun_at(self) -> int | None:
        """How many actions there were before the first one; None if none was taken."""
        return self._begun_at if self.session.game.count > self._begun_at else None
