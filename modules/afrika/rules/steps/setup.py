"""Set-up: with ``setup: choose`` the players rearrange their free placements, else the defaults stand.

The side that moves second sets up first (1.1). Everything starts at the module's default, so that ending at
once is always legal; the set-up keeps the stacking limit (2.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.ending import EndPhaseKind
from engine.play.action import Action, EndPhase, Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import FrameVars, State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.queries import load, stacking_limit
from modules.afrika.rules.setup import allowed_places, free_pieces, free_placements
from modules.afrika.rules.state import SIDES, add_supply, data

RULE = "8.0"


class SetupVars(FrameVars, frozen=True):
    """Sides that still set up, the first one now; supply points of free placements by hex."""

    sides: tuple[SideId, ...]
    supply: tuple[tuple[PlaceId, int], ...] = ()


class SetUpPiece(Action, frozen=True, tag="set-up-piece"):
    """Sets a piece of a free placement up elsewhere."""

    piece: PieceId
    at: PlaceId


class SetUpSupply(Action, frozen=True, tag="set-up-supply"):
    """Moves supply points of a free placement to another of its hexes."""

    source: PlaceId
    at: PlaceId
    count: int


def _side(state: State) -> SideId:
    held = state.flow[-1].vars
    assert isinstance(held, SetupVars)
    return held.sides[0]


class SetUpPieceKind(GameKind[SetUpPiece]):
    """Rearranging pieces."""

    kind = "set-up-piece"
    action = SetUpPiece
    shape = Shape.PIECE_PLACE
    label = "Set up a piece"
    rule = RULE

    def __init__(self, game: AfrikaGame) -> None:
        super().__init__(game)
        most = game.charts.stacking
        self.help = f"Pieces with a choice of hexes may be set up in any of them, {most} units to a hex."

    def check(self, state: State, side: SideId, action: SetUpPiece) -> Refusal | None:
        game = self.game
        placement = free_pieces(game, side).get(action.piece)
        if placement is None:
            return Refusal("the scenario says where this piece stands", RULE, pieces=(action.piece,))
        number = game.number(action.at)
        if number not in allowed_places(game, placement):
            text = f"{game.names[action.piece]} may not be set up in {game.place_name(action.at)}"
            return Refusal(text, game.scenario.rule or RULE, places=(action.at,))
        if state.pieces[action.piece].at == action.at:
            return Refusal("the piece stands there already", RULE, places=(action.at,))
        mates = placement.pieces if placement.apart else ()
        if any(state.pieces[name].at == action.at for name in mates):
            return Refusal("only one of these pieces may stand in each hex", RULE, places=(action.at,))
        if action.piece in game.units and load(game, state, number) >= stacking_limit(game, number):
            text = f"{stacking_limit(game, number)} units stand there already"
            return Refusal(text, "2.3", places=(action.at,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[SetUpPiece]:
        for name, placement in free_pieces(self.game, side).items():
            if piece not in (None, name):
                continue
            for number in sorted(allowed_places(self.game, placement)):
                action = SetUpPiece(piece=name, at=self.game.place(number))
                if self.check(state, side, action) is None:
                    yield action

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        return tuple(choice.at for name in pieces for choice in self.choices(state, side, name))

    def apply(self, r: Resolution, side: SideId, action: SetUpPiece) -> None:
        r.move(action.piece, action.at)
        text = f"{self.game.names[action.piece]} sets up in {self.game.place_name(action.at)}."
        r.emit("set-up", text, rule=RULE, side=side, pieces=(action.piece,), places=(action.at,))

    def describe(self, state: State, action: SetUpPiece) -> str:
        return f"{self.game.names[action.piece]} to {self.game.place_name(action.at)}"


class SetUpSupplyKind(GameKind[SetUpSupply]):
    """Rearranging supply points."""

    kind = "set-up-supply"
    action = SetUpSupply
    shape = Shape.CARRY
    label = "Set up supply points"
    rule = RULE

    def check(self, state: State, side: SideId, action: SetUpSupply) -> Refusal | None:
        free = dict(_vars(state).supply)
        if action.count < 1 or free.get(action.source, 0) < action.count:
            return Refusal("so many free supply points are not there", RULE, places=(action.source,))
        if action.at == action.source or self.game.number(action.at) not in self._zone(
            state, side, action.source
        ):
            return Refusal("these supply points may not be set up there", RULE, places=(action.at,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[SetUpSupply]:
        for source, most in _vars(state).supply:
            for number in sorted(self._zone(state, side, source)):
                place = self.game.place(number)
                if place != source:
                    for count in range(1, most + 1):
                        yield SetUpSupply(source=source, at=place, count=count)

    def apply(self, r: Resolution, side: SideId, action: SetUpSupply) -> None:
        held = _vars(r.state)
        free = dict(held.supply)
        free[action.source] -= action.count
        free[action.at] = free.get(action.at, 0) + action.count
        left = tuple(sorted((place, count) for place, count in free.items() if count))
        r.set_vars(SetupVars(sides=held.sides, supply=left))
        add_supply(r, action.source, side, -action.count)
        add_supply(r, action.at, side, action.count)
        text = f"{action.count} SP set up in {self.game.place_name(action.at)}."
        r.emit("set-up", text, rule=RULE, side=side, places=(action.source, action.at))

    def describe(self, state: State, action: SetUpSupply) -> str:
        name = self.game.place_name
        return f"{action.count} SP from {name(action.source)} to {name(action.at)}"

    def _zone(self, state: State, side: SideId, source: PlaceId) -> frozenset[int]:
        for placement in free_placements(self.game, side):
            if placement.supply:
                zone = allowed_places(self.game, placement)
                if self.game.number(source) in zone:
                    return zone
        return frozenset()


class EndSetUpKind(EndPhaseKind):
    """Finishing the set-up of one side."""

    label = "Finish set-up"
    rule = RULE

    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        r.set_vars(SetupVars(sides=_vars(r.state).sides[1:]))
        r.goto("next_side")


def _vars(state: State) -> SetupVars:
    held = state.flow[-1].vars
    assert isinstance(held, SetupVars)
    return held


class SetupStep(Step):
    """Lets each side with a choice set up, second mover first."""

    id = "afrika.setup"
    vars_type = SetupVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._kinds = (SetUpPieceKind(game), SetUpSupplyKind(game), EndSetUpKind())

    @auto
    def start(self, r: Resolution) -> None:
        """Announces the scenario; asks only if the players want to choose."""
        game = self.game
        r.emit(
            "game-started",
            f"{game.scenario.title}: {game.turn_title(r.state.turn)}.",
            rule=game.scenario.rule,
        )
        order = sorted(SIDES, key=lambda side: game.scenario.sides[side].order)
        choosing = game.options.get("setup") == "choose"
        sides = tuple(side for side in order if choosing and next(free_placements(game, side), None))
        r.goto("next_side", SetupVars(sides=sides))

    @auto
    def next_side(self, r: Resolution) -> None:
        """Turns to the next side with a choice."""
        sides = _vars(r.state).sides
        if not sides:
            r.end()
            return
        dumps = data(r.state).dumps
        supply = []
        for placement in free_placements(self.game, sides[0]):
            place = placement.supply_default or placement.default or ""
            if placement.supply and place in dumps:
                supply.append((place, placement.supply))
        r.goto("choose", SetupVars(sides=sides, supply=tuple(supply)))

    @decision
    def choose(self, state: State) -> Ask:
        """Where the free pieces go."""
        side = _side(state)
        kinds = self._kinds if _vars(state).supply else (self._kinds[0], self._kinds[2])
        return Ask(
            sides=(side,),
            prompt=f"{self.game.side_title(side)}: set up the pieces that have a choice",
            kinds=kinds,
            rule=self.game.scenario.rule or RULE,
            pieces=tuple(free_pieces(self.game, side)),
        )


STEPS = (SetupStep,)
ACTIONS = (SetUpPiece, SetUpSupply, EndPhase)
