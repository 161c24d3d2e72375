"""A game between bots, from set-up to victory, watched for everything that must not happen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from engine.bots.bot import Bot
from engine.codec import state_hash
from engine.errors import EngineError, IllegalAction
from engine.game import Game
from engine.ids import SideId
from engine.play.action import Action
from engine.play.transition import Transition, apply, begin
from engine.rules.ruleset import GameRules
from engine.state.model import Outcome, State

MAX_ACTIONS = 100_000
"""A game of more actions than this is called endless."""

CHECK_EVERY = 25
"""Actions between two checks of the invariants, unless more are asked for."""


class Losses(msgspec.Struct, frozen=True):
    """What a side has lost since the start: units dead, and steps in all, less what came back."""

    units: int
    steps: int


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """How one automatic game went; ``errors`` are faults of the rules, in words."""

    seed: int
    winner: str
    reason: str
    turns: int
    actions: int
    hash: str
    losses: Mapping[SideId, Losses]
    refused: int = 0
    errors: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Match:
    """One automatic game. ``game`` keeps its history if it is to be saved afterwards."""

    rules: GameRules
    seed: int
    bots: Mapping[SideId, Bot]
    max_turns: int = 0
    check_every: int = CHECK_EVERY
    game: Game | None = None
    _start: State | None = None
    _actions: int = 0
    _refused: int = 0
    _errors: list[str] = field(default_factory=list)

    def play(self) -> MatchResult:
        """Play to the end, to the last turn allowed, or to the first error."""
        start = self.game.transition if self.game else begin(self.rules, self.seed)
        now, self._start = start, start.state
        for now in self._steps(start):
            if self._actions % self.check_every == 0:
                self._inspect(now.state)
            if self._errors:
                break
        self._inspect(now.state)
        return self._result(now.state)

    def _steps(self, now: Transition) -> Iterator[Transition]:
        first = self.rules.scenario.first_turn
        while (decision := now.decision) is not None:
            if self.max_turns and now.state.turn >= first + self.max_turns:
                return
            if self._actions >= MAX_ACTIONS:
                self._errors.append(f"the game did not end in {MAX_ACTIONS} actions")
                return
            side = decision.sides[0]
            try:
                action = self.bots[side].choose(self.rules, now.state, decision, side)
                now = self._take(now.state, side, action)
            except IllegalAction as error:
                self._refused += 1
                self._errors.append(f"turn {now.state.turn}, {decision.path[-1]}: {error.refusal}")
                return
            except EngineError as error:
                self._errors.append(str(error))
                return
            self._actions += 1
            yield now

    def _take(self, state: State, side: SideId, action: Action) -> Transition:
        if self.game is not None:
            return self.game.apply(action, side)
        return apply(self.rules, state, side, action)

    def _inspect(self, state: State) -> None:
        faults = (*self.rules.check(state), *self.rules.oddities(state))
        self._errors += [f"turn {state.turn}, {state.phase}: {fault}" for fault in faults]

    def _result(self, state: State) -> MatchResult:
        over = state.over or Outcome(winner="none", reason=self._cut_reason())
        return MatchResult(
            seed=self.seed,
            winner=over.winner,
            reason=over.reason,
            turns=min(state.turn, self._last_turn(state)) - self.rules.scenario.first_turn + 1,
            actions=self._actions,
            hash=state_hash(state),
            losses={side.id: self._losses(state, side.id) for side in self.rules.module.sides},
            refused=self._refused,
            errors=tuple(dict.fromkeys(self._errors)),
        )

    def _losses(self, state: State, side: SideId) -> Losses:
        assert self._start is not None
        before, now = losses(self.rules, self._start, side), losses(self.rules, state, side)
        return Losses(units=now.units - before.units, steps=now.steps - before.steps)

    def _last_turn(self, state: State) -> int:
        """A game cut at a number of turns stands already at the start of the next one."""
        return self.rules.scenario.first_turn + self.max_turns - 1 if self.max_turns else state.turn

    def _cut_reason(self) -> str:
        return "stopped by an error" if self._errors else f"stopped after {self.max_turns} turns"


def losses(rules: GameRules, state: State, side: SideId) -> Losses:
    """Units of a side in boxes for the dead, and steps it has lost on them and on all others."""
    graves = {box.id for box in rules.module.boxes if box.role == "dead"}
    full = {piece.id: piece.steps for piece in rules.module.pieces if piece.kind == "unit"}
    units = steps = 0
    for name, piece in state.pieces.items():
        if piece.owner != side or name not in full:
            continue
        if piece.at in graves:
            units += 1
            steps += full[name]
        elif piece.at is not None:
            steps += max(0, full[name] - piece.steps)
    return Losses(units=units, steps=steps)
