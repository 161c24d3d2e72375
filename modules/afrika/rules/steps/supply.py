"""The supply phase (1.1, 5.0, ruling 28).

One question as long as the player likes: boxes and consolidation until the first supply point is spent on
units, then groups of units to dumps, and excess points at any time. Ending it marks whoever drew nothing,
takes a step from each, and frees those who drew.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.flow.step import Step, auto, decision
from engine.ids import SideId
from engine.play.action import AnyKind
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion, Unfinished
from modules.afrika.rules import supply_actions, supply_advice
from modules.afrika.rules.casualties import lose_step
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders_movement import StorchKind
from modules.afrika.rules.queries import living
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import OUT, new_record
from modules.afrika.rules.supply import is_always_supplied, needs_supply
from modules.afrika.rules.supply_actions import (
    BuildBoxKind,
    ConsolidateKind,
    EndSupplyKind,
    ExpendSupplyKind,
    SupplyKind,
    SupplyVars,
    supplied,
)


class SupplyStep(Step):
    """Boxes, consolidation, supply, attrition."""

    id = "afrika.supply"
    vars_type = SupplyVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._early = (ConsolidateKind(game), BuildBoxKind(game))
        self._late = (SupplyKind(game), ExpendSupplyKind(game))
        self._storch, self._end = StorchKind(game), EndSupplyKind()

    @auto
    def start(self, r: Resolution) -> None:
        """Opens the accounts."""
        new_record(r)
        r.goto("spend", SupplyVars())

    @decision
    def spend(self, state: State) -> Ask:
        """What is built, joined and supplied."""
        game = self.game
        side = game.moving_side(state)
        waiting = len(needs_supply(game, state, side)) - len(supplied(state))
        prompt = f"Supply your units: {waiting} still without" if waiting > 0 else "All units are supplied"
        return Ask(
            sides=(side,),
            prompt=prompt,
            kinds=self._kinds(state, side),
            rule="5.1a",
        )

    def _kinds(self, state: State, side: SideId) -> tuple[AnyKind, ...]:
        """All of them; boxes and consolidation say themselves when it is too late for them (ruling 28)."""
        flight = () if self._storch.unavailable(state, side) else (self._storch,)
        return (*self._early, *self._late, *flight, self._end)

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """What is worth building, joining and supplying."""
        return supply_advice.suggestions(self.game, state, side)

    def unfinished(self, state: State, side: SideId) -> Iterator[Unfinished]:
        """Who may go hungry."""
        return supply_advice.unfinished(self.game, state, side)

    @auto
    def attrition(self, r: Resolution) -> None:
        """Marks and starves (5.2): effects hold at once and again each turn (clar. 11)."""
        game, fed = self.game, supplied(r.state)
        side = game.moving_side(r.state)
        everybody = tuple(living(game, r.state, side))
        hungry = tuple(
            name for name in everybody if name not in fed and not is_always_supplied(game, r.state, name)
        )
        saved = tuple(name for name in everybody if name not in hungry and OUT in r.state.pieces[name].marks)
        if saved:
            r.unmark(saved, OUT)
            names = ", ".join(game.names[name] for name in saved)
            r.emit("back-in-supply", f"Back in supply: {names}.", rule="5.2", side=side, pieces=saved)
        if hungry:
            r.mark(hungry, OUT)
            names = ", ".join(game.names[name] for name in hungry)
            r.emit("out-of-supply", f"Out of supply: {names}.", rule="5.2", side=side, pieces=hungry)
        for name in hungry:
            lose_step(game, r, name, "out of supply", "5.2")
        r.goto("finish")
        settle(game, r)

    @auto
    def finish(self, r: Resolution) -> None:
        """Ends the player turn; the Commonwealth's ends the game turn, which is judged by the engine."""
        r.end()


STEPS = (SupplyStep,)
ACTIONS = supply_actions.ACTIONS
