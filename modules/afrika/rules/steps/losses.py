"""Steps lost, one by one, by choice of the owner; nothing is asked where there is nothing to choose."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import Refusal
from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, SideId
from engine.play.action import Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules.casualties import eliminate, lose_step
from modules.afrika.rules.combat_actions import LoseStep
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.losses import (
    ATTACK,
    COMBAT_RULE,
    LossVars,
    alive,
    candidates,
    loss_vars,
    steps_left,
)
from modules.afrika.rules.policy_aftermath import loss_suggestions

LOSSES = "afrika.losses"


class LoseStepKind(GameKind[LoseStep]):
    """Choosing who loses a step."""

    kind = "lose-step"
    action = LoseStep
    shape = Shape.PIECE
    label = "Lose a step"
    rule = COMBAT_RULE
    help = (
        "The first step lost to combat comes off the strongest unit taking part; every other step, and all "
        "those that stand for hexes of retreat, off any unit you like."
    )

    def check(self, state: State, side: SideId, action: LoseStep) -> Refusal | None:
        held = loss_vars(state)
        if action.piece in candidates(self.game, state, held):
            return None
        if action.piece not in alive(self.game, state, held.pieces):
            return Refusal("this unit has no part in the loss", held.rule, pieces=(action.piece,))
        value = "attack" if held.first == ATTACK else "defense"
        text = f"the first step comes off the strongest unit, the one with the highest {value} strength"
        return Refusal(text, COMBAT_RULE, pieces=(action.piece,))

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[LoseStep]:
        for name in candidates(self.game, state, loss_vars(state)):
            if piece in (None, name):
                yield LoseStep(piece=name)

    def apply(self, r: Resolution, side: SideId, action: LoseStep) -> None:
        take(self.game, r, action.piece)
        r.goto("start")

    def describe(self, state: State, action: LoseStep) -> str:
        unit, left = self.game.units[action.piece], state.pieces[action.piece].steps - 1
        return f"{unit.name} is destroyed" if left == 0 else f"{unit.name} loses a step ({left} left)"

    def why_not(self, state: State, side: SideId, subject: str) -> Refusal | None:
        return self.check(state, side, LoseStep(piece=subject)) if subject in self.game.units else None


def take(game: AfrikaGame, r: Resolution, piece: PieceId) -> None:
    """One step of the running loss comes off a unit."""
    held = loss_vars(r.state)
    r.set_vars(replace(held, count=held.count - 1, first=""))
    lose_step(game, r, piece, held.why, held.rule if not held.first else COMBAT_RULE)


class LossStep(Step):
    """Takes steps until enough are lost or nobody is left."""

    id = LOSSES
    vars_type = LossVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._kinds = (LoseStepKind(game),)

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """The cheapest step."""
        return loss_suggestions(self.game, state)

    @auto
    def start(self, r: Resolution) -> None:
        """Takes what leaves no choice; asks for the rest."""
        while True:
            held = loss_vars(r.state)
            left = alive(self.game, r.state, held.pieces)
            if held.count <= 0 or not left:
                r.end()
                return
            if steps_left(r.state, left) <= held.count:
                for name in left:
                    eliminate(self.game, r, name, held.why, held.rule)
                r.end()
                return
            able = candidates(self.game, r.state, held)
            if len(able) > 1:
                r.goto("choose")
                return
            take(self.game, r, able[0])

    @decision
    def choose(self, state: State) -> Ask:
        """Which unit loses the next step."""
        held = loss_vars(state)
        more = f" ({held.count} to lose)" if held.count > 1 else ""
        prompt = f"Choose the unit that loses a step{more}: {held.why}"
        return Ask(
            sides=(held.side,),
            prompt=prompt,
            kinds=self._kinds,
            rule=held.rule,
            part="losses",
            help=LoseStepKind.help,
            pieces=candidates(self.game, state, held),
        )


STEPS = (LossStep,)
ACTIONS = (LoseStep,)
