"""Where a leader goes who has lost his companions: his owner chooses (6.2, 7.1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders import DISPLACEMENT, displace, displace_lonely, homes, lonely, rule_of
from modules.afrika.rules.worth import unit_worth


class PlaceLeader(Action, frozen=True, tag="place-leader"):
    """Puts a leader with other units of his side."""

    piece: PieceId
    at: PlaceId


class PlaceLeaderKind(GameKind[PlaceLeader]):
    """Choosing the new place."""

    kind = "place-leader"
    action = PlaceLeader
    shape = Shape.PIECE_PLACE
    label = "Place the leader"
    rule = "6.2"
    help = "A leader must stack with a unit he commands: a German unit for Rommel, any for O'Connor."

    def check(self, state: State, side: SideId, action: PlaceLeader) -> Refusal | None:
        if (action.piece, side) not in list(lonely(self.game, state)):
            return Refusal("this leader does not have to be placed", self.rule, pieces=(action.piece,))
        if action.at not in list(homes(self.game, state, action.piece)):
            text = f"{self.game.names[action.piece]} may only join units he commands"
            return Refusal(text, rule_of(self.game, action.piece), places=(action.at,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[PlaceLeader]:
        for leader, owner in lonely(self.game, state):
            if owner == side and piece in (None, leader):
                for place in homes(self.game, state, leader):
                    yield PlaceLeader(piece=leader, at=place)

    def apply(self, r: Resolution, side: SideId, action: PlaceLeader) -> None:
        displace(self.game, r, action.piece, action.at)
        r.end()
        displace_lonely(self.game, r)

    def describe(self, state: State, action: PlaceLeader) -> str:
        return f"{self.game.names[action.piece]} to {self.game.place_name(action.at)}"

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        return tuple(choice.at for name in pieces for choice in self.choices(state, side, name))


class DisplacementStep(Step):
    """Asks where a lonely leader goes."""

    id = DISPLACEMENT

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._kinds = (PlaceLeaderKind(game),)

    @auto
    def start(self, r: Resolution) -> None:
        """Goes on only while somebody is alone."""
        if next(lonely(self.game, r.state), None):
            r.goto("choose")
        else:
            r.end()

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """The strongest stack on the map."""
        for action in self._kinds[0].choices(state, side):
            number = self.game.number(action.at)
            here = self.game.situation(state).at(side, number) if self.game.is_hex(number) else ()
            score = 1 + sum(unit_worth(self.game, state, name) for name in here)
            yield Suggestion(self._kinds[0].describe(state, action), (action,), score, rule="6.2")

    @decision
    def choose(self, state: State) -> Ask:
        """Where he goes."""
        leader, side = next(lonely(self.game, state))
        return Ask(
            sides=(side,),
            prompt=f"{self.game.names[leader]} is alone: choose the units he joins",
            kinds=self._kinds,
            rule=rule_of(self.game, leader),
            part="displacement",
            pieces=(leader,),
        )


STEPS = (DisplacementStep,)
ACTIONS = (PlaceLeader,)
