"""Stacking checks: the owner kills what stands over the limit (2.3, ruling 33).

Called at the end of a side's movement phase (all its hexes), at the moment of an overrun and at the end of a
retreat (the hexes named). Nothing is asked where nothing is over the limit.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import FrameVars, State
from engine.view.advice import Suggestion
from modules.afrika.rules.casualties import eliminate
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.settle import settle
from modules.afrika.rules.worth import unit_worth

STACKING = "afrika.stacking"
RULE = "2.3"


class StackingVars(FrameVars, frozen=True):
    """Whose stacks are checked, and where (empty: every hex)."""

    side: SideId
    places: tuple[PlaceId, ...] = ()


class KillExcess(Action, frozen=True, tag="kill-excess"):
    """Removes one unit from an overstacked hex."""

    piece: PieceId


def overstacked(
    game: AfrikaGame, state: State, side: SideId, places: tuple[PlaceId, ...]
) -> Iterator[PlaceId]:
    """A side's hexes over the stacking limit, among those named (all if none are)."""
    for number, here in game.situation(state).units[side].items():
        if len(here) > game.charts.stacking and game.is_hex(number):
            place = game.place(number)
            if not places or place in places:
                yield place


def _vars(state: State) -> StackingVars:
    held = state.flow[-1].vars
    assert isinstance(held, StackingVars)
    return held


class KillExcessKind(GameKind[KillExcess]):
    """Choosing what dies."""

    kind = "kill-excess"
    action = KillExcess
    shape = Shape.PIECE
    label = "Remove a unit"
    rule = RULE

    def __init__(self, game: AfrikaGame) -> None:
        super().__init__(game)
        most = game.charts.stacking
        self.help = f"No more than {most} units may stack in a hex; the owner removes the rest."

    def check(self, state: State, side: SideId, action: KillExcess) -> Refusal | None:
        if action.piece not in self._candidates(state):
            return Refusal("only a unit in an overstacked hex can be removed", RULE, pieces=(action.piece,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[KillExcess]:
        for name in self._candidates(state):
            if piece in (None, name):
                yield KillExcess(piece=name)

    def apply(self, r: Resolution, side: SideId, action: KillExcess) -> None:
        why = f"more than {self.game.charts.stacking} units in the hex"
        eliminate(self.game, r, action.piece, why, RULE)
        r.goto("start")

    def describe(self, state: State, action: KillExcess) -> str:
        return f"Remove {self.game.units[action.piece].name}"

    def _candidates(self, state: State) -> tuple[PieceId, ...]:
        held = _vars(state)
        places = overstacked(self.game, state, held.side, held.places)
        return tuple(name for place in places for name in state.stacks[place] if name in self.game.units)


class StackingStep(Step):
    """Asks the owner until no hex is over the limit."""

    id = STACKING
    vars_type = StackingVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._kinds = (KillExcessKind(game),)

    @auto
    def start(self, r: Resolution) -> None:
        """Goes on asking, or ends."""
        held = _vars(r.state)
        if next(overstacked(self.game, r.state, held.side, held.places), None):
            r.goto("choose")
            return
        r.end()
        settle(self.game, r)

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """The least useful unit goes."""
        for action in self._kinds[0].choices(state, side):
            score = 100 - unit_worth(self.game, state, action.piece)
            yield Suggestion(self._kinds[0].describe(state, action), (action,), score, rule=RULE)

    @decision
    def choose(self, state: State) -> Ask:
        """Which unit dies."""
        held = _vars(state)
        places = tuple(overstacked(self.game, state, held.side, held.places))
        name = self.game.place_name(places[0])
        return Ask(
            sides=(held.side,),
            prompt=f"Too many units in {name}: choose one to remove",
            kinds=self._kinds,
            rule=RULE,
            part="stacking",
            places=places,
        )


STEPS = (StackingStep,)
ACTIONS = (KillExcess,)
