"""A game being played: the states so far, the actions that led there, undo and redo.

Truth is set-up + seed + actions. The states kept here are a cache that makes undo immediate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.chance import Chance
from engine.codec import state_hash
from engine.errors import IllegalAction, Refusal, UndoBlocked
from engine.ids import SideId
from engine.play.action import Action
from engine.play.decision import Decision
from engine.play.draw import Draw
from engine.play.event import Event
from engine.play.transition import Transition, apply, begin, decide
from engine.rules.registry import rules_of
from engine.rules.ruleset import GameRules
from engine.state.model import OptionValue, State

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One action taken and what it gave; ``table`` are the queued faces and ids it used up, not generated."""

    side: SideId
    action: Action
    transition: Transition
    table: tuple[tuple[int, ...], tuple[str, ...]] = ((), ())


class Game:
    """A position with its history. All changes go through :meth:`apply`."""

    def __init__(self, rules: GameRules, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self.opening = begin(rules, seed)
        self.started_from_position = False
        self.free_undo = False
        self._turns: list[Turn] = []
        self._undone: list[Turn] = []
        self._table: tuple[tuple[int, ...], tuple[str, ...]] | None = None

    @property
    def transition(self) -> Transition:
        """What led to the present state."""
        return self._turns[-1].transition if self._turns else self.opening

    @property
    def state(self) -> State:
        """The present state, with whatever table dice are waiting."""
        state = self.transition.state
        if self._table is not None:
            dice, picks = self._table
            state = replace(state, chance=replace(state.chance, dice=dice, picks=picks))
        return state

    @property
    def decision(self) -> Decision | None:
        """What has to be decided now; None when the game is over."""
        return self.transition.decision

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All actions taken and not undone."""
        return tuple(self._turns)

    @property
    def count(self) -> int:
        """How many actions were taken and not undone."""
        return len(self._turns)

    def side_for(self, side: SideId | None) -> SideId:
        """The side that acts: the one named, or the only one that may; else ``IllegalAction``."""
        decision = self.decision
        if decision is None:
            raise IllegalAction(Refusal("the game is over", code="GAME_OVER"))
        if side is not None:
            return side
        if len(decision.sides) > 1:
            raise IllegalAction(Refusal("both sides decide now: name the side", code="BAD_REQUEST"))
        return decision.sides[0]

    def apply(self, action: Action, side: SideId | None = None) -> Transition:
        """Takes an action; raises ``IllegalAction`` and changes nothing if the rules forbid it."""
        acting = side if side is not None and self.decision is None else self.side_for(side)
        before = self.state
        transition = apply(self.rules, before, acting, action)
        table = _used_up(before.chance, transition.state.chance)
        self._turns.append(Turn(side=acting, action=action, transition=transition, table=table))
        self._undone.clear()
        self._table = None
        return transition

    def queue_table_dice(self, dice: tuple[int, ...] = (), picks: tuple[str, ...] = ()) -> None:
        """Adds faces (or ids) people rolled or drew at the table; used before the generator."""
        chance = self.state.chance
        self._table = (chance.dice + dice, chance.picks + picks)

    def clear_table_dice(self) -> None:
        """Takes back faces and ids that were typed in and not used."""
        self._table = ((), ())

    def undo(self, *, free: bool = False) -> Transition:
        """Takes the last action back; at a barrier only freely, else raises ``UndoBlocked``."""
        if not self._turns:
            raise UndoBlocked("nothing has been done yet")
        last = self._turns[-1]
        if last.transition.barrier and not (free or self.free_undo):
            raise UndoBlocked(f"this cannot be taken back: {last.transition.barrier}")
        self._undone.append(self._turns.pop())
        self._table = None
        return self.transition

    def redo(self) -> Transition:
        """Does again what was undone last; raises ``UndoBlocked`` if there is nothing."""
        if not self._undone:
            raise UndoBlocked("there is nothing to do again")
        self._turns.append(self._undone.pop())
        self._table = None
        return self.transition

    @property
    def undone(self) -> Turn | None:
        """The action that :meth:`redo` would do again."""
        return self._undone[-1] if self._undone else None

    @property
    def can_undo(self) -> bool:
        """Whether :meth:`undo` would succeed now."""
        return bool(self._turns) and (self.free_undo or not self._turns[-1].transition.barrier)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return bool(self._undone)

    def events(self, start: int = 0) -> Iterator[Event]:
        """All facts from set-up on, or those of the actions from number ``start`` (0 = set-up) on."""
        if start == 0:
            yield from self.opening.events
        for turn in self._turns[max(start - 1, 0) :]:
            yield from turn.transition.events

    def draws(self) -> Iterator[Draw]:
        """All draws of chance from set-up on."""
        yield from self.opening.draws
        for turn in self._turns:
            yield from turn.transition.draws

    def hash(self) -> str:
        """Hash of the present state."""
        return state_hash(self.transition.state)

    def resume_at(self, state: State) -> None:
        """Begins anew from a state (a loaded snapshot); history before it is not kept."""
        self.opening = Transition(
            state=state, events=(), draws=(), decision=decide(self.rules, state), barrier="a loaded position"
        )
        self.started_from_position = True
        self._turns.clear()
        self._undone.clear()
        self._table = None


def _used_up(before: Chance, after: Chance) -> tuple[tuple[int, ...], tuple[str, ...]]:
    return (
        before.dice[: len(before.dice) - len(after.dice)],
        before.picks[: len(before.picks) - len(after.picks)],
    )


def new_game(
    module: ModuleDef, scenario: str, seed: int, options: Mapping[str, OptionValue] | None = None
) -> Game:
    """A new game of a module's scenario; raises ``EngineError`` for unknown ids or options."""
    return Game(rules_of(module, scenario, options or {}), seed)
