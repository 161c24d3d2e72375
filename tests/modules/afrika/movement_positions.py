"""Positions for tests of movement: an empty map with a few counters, at the start of a phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import modules.afrika
from engine.errors import IllegalAction, Refusal
from engine.flow.advance import advance
from engine.flow.sequence import sequence_of
from engine.ids import PieceId, PlaceId, SideId
from engine.loading.loader import load_module
from engine.play.action import Action, AnyKind, EndPhase
from engine.play.resolution import Resolution
from engine.play.transition import Transition, apply, decide, refuse
from engine.state.model import OptionValue, State
from engine.view.reach import Arrival
from modules.afrika.rules import RULESET
from modules.afrika.rules.game import AfrikaRules
from modules.afrika.rules.march import march
from modules.afrika.rules.movement import MovementRules
from modules.afrika.rules.moves import MoveStack
from modules.afrika.rules.overrun import Overrun
from modules.afrika.rules.state import (
    ALLIED,
    AXIS,
    SIDES,
    UNLIMITED,
    AfrikaData,
    Dump,
    Port,
    Trucks,
    data,
)
from modules.afrika.rules.steps.movement import MovementStep

PANZER_1, PANZER_2 = "axis-8-6-9-1-5-21pz", "axis-8-6-9-2-5-21pz"
RECON, MACHINE_GUNS = "axis-4-4-12-3-aufk-21pz", "axis-3-4-12-8"
LORRIES = "axis-4-5-10-104-21pz"
BRESCIA, PAVIA, BOLOGNA = "axis-6-7-4-brescia", "axis-6-7-4-pavia", "axis-5-6-4-bologna"
ROMMEL, OCONNOR = "axis-rommel", "allied-oconnor"
TANKS, CARS, LRDG = "allied-8-5-8-7-7-arm", "allied-3-3-12-11-hus-7-arm", "allied-1-1-15-lrdg"
BRIGADE, GUARDS = "allied-3-5-7-16", "allied-3-5-7-22-gd"
GARRISON = "allied-0-2-0-matruh"

Layout = Mapping[PlaceId, Iterable[PieceId]]


@cache
def rules_of(scenario: str = "operation-crusader", **options: OptionValue) -> AfrikaRules:
    """The rules of a scenario of the real module, compiled once."""
    module = load_module(Path(next(iter(modules.afrika.__path__))))
    return RULESET.compile(module, scenario, options)


class Position:
    """A game at one state; actions are applied to it one by one."""

    def __init__(self, rules: AfrikaRules, state: State) -> None:
        self.rules, self.state = rules, state
        self.last: Transition | None = None

    @property
    def side(self) -> SideId:
        """Who decides now."""
        decision = decide(self.rules, self.state)
        assert decision is not None
        return decision.sides[0]

    def kind(self, name: str) -> AnyKind:
        """An action kind offered now."""
        decision = decide(self.rules, self.state)
        assert decision is not None
        found = decision.kind(name)
        assert found is not None, f"{name} is not offered: {decision.ask.prompt}"
        return found

    def do(self, *actions: Action, dice: tuple[int, ...] = ()) -> Position:
        """Applies actions; table dice wait until they are used."""
        if dice:
            self.state = replace(self.state, chance=replace(self.state.chance, dice=dice))
        for action in actions:
            self.last = apply(self.rules, self.state, self.side, action)
            self.state = self.last.state
        return self

    def move(
        self, pieces: PieceId | tuple[PieceId, ...], *path: PlaceId, dice: tuple[int, ...] = ()
    ) -> Position:
        """Moves pieces along a path."""
        return self.do(a_move(pieces, *path), dice=dice)

    def end_phase(self) -> Position:
        """Ends the phase."""
        return self.do(EndPhase())

    def refusal(self, action: Action) -> Refusal | None:
        """Why an action is refused, None if it is legal."""
        return refuse(self.rules, self.state, self.side, action)

    def refusal_of_move(self, pieces: PieceId | tuple[PieceId, ...], *path: PlaceId) -> Refusal | None:
        """Why a move is refused, None if it is legal."""
        return self.refusal(a_move(pieces, *path))

    def refuses_move(self, pieces: PieceId | tuple[PieceId, ...], *path: PlaceId) -> Refusal:
        """The refusal of a move that must be illegal; applying it must raise and change nothing."""
        return self.refuses(a_move(pieces, *path))

    def refuses(self, action: Action) -> Refusal:
        """The refusal of an action that must be illegal."""
        found = self.refusal(action)
        assert found is not None, "the action is legal"
        with pytest.raises(IllegalAction) as caught:
            apply(self.rules, self.state, self.side, action)
        assert caught.value.refusal == found
        return found

    def at(self, piece: PieceId) -> PlaceId | None:
        """Where a piece is."""
        return self.state.pieces[piece].at

    def left(self, piece: PieceId) -> int:
        """Sixths of MP a unit has left."""
        return self.movement.left(self.state, piece)

    @property
    def movement(self) -> MovementRules:
        """The movement rules of this game."""
        step = self.rules.steps["afrika.movement"]
        assert isinstance(step, MovementStep)
        return step.rules

    def reach(self, *pieces: PieceId) -> Mapping[PlaceId, Arrival]:
        """Places some pieces can reach."""
        found = self.kind("move").reach(self.state, self.side, pieces)
        assert found is not None
        return found.arrivals

    @property
    def data(self) -> AfrikaData:
        """The game's own data."""
        return data(self.state)

    def supply(self, place: PlaceId) -> tuple[SideId, int] | None:
        """Side and number of the supply points at a place."""
        dump = data(self.state).dumps.get(place)
        return None if dump is None else (dump.side, dump.count)

    def party(self) -> tuple[PieceId, ...]:
        """Units that may still go on."""
        return march(self.state).party


def a_move(pieces: PieceId | tuple[PieceId, ...], *path: PlaceId) -> MoveStack:
    """A move of one piece or several."""
    return MoveStack(pieces=(pieces,) if isinstance(pieces, str) else pieces, path=path)


def an_overrun(target: PlaceId, *attackers: PieceId) -> Overrun:
    """An overrun."""
    return Overrun(target=target, attackers=attackers)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What a position has beside counters; every part may be left out."""

    phase: str = "axis.movement"
    turn: int = 16
    dumps: Mapping[PlaceId, tuple[SideId, int]] = field(default_factory=dict)
    control: Mapping[PlaceId, SideId] = field(default_factory=dict)
    ports: Mapping[PlaceId, int] = field(default_factory=dict)
    trucks: int = 0
    shipping: int = 0
    scenario: str = "operation-crusader"
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    marks: Mapping[PieceId, tuple[str, ...]] = field(default_factory=dict)


def a_position(layout: Layout, setting: Setting | None = None) -> Position:
    """An empty map with these counters (in this order, bottom to top), at the first decision of a phase."""
    given = setting or Setting()
    rules = rules_of(given.scenario, **given.options)
    state = rules.setup(1)
    where = {piece: place for place, pieces in layout.items() for piece in pieces}
    pieces = {
        name: replace(
            piece, at=where.get(name), marks=given.marks.get(name, ()), steps=full_steps(rules, name)
        )
        for name, piece in state.pieces.items()
    }
    unknown = [name for name in where if name not in pieces]
    assert not unknown, f"no such pieces: {unknown}"
    held = data(state)
    ports = {
        place: Port(
            capacity=UNLIMITED if rules.charts.ports[place] == (UNLIMITED,) else given.ports.get(place, 0)
        )
        for place in rules.ports
    }
    pools = {side: Trucks(points=given.trucks, left=given.trucks * 30) for side in SIDES}
    held = replace(
        held,
        dumps={place: Dump(side=side, count=count) for place, (side, count) in given.dumps.items()},
        ports=ports,
        trucks=pools,
        shipping=dict.fromkeys((AXIS, ALLIED), given.shipping),
    )
    sequence = sequence_of(rules.steps)
    state = replace(
        state,
        turn=given.turn,
        pieces=pieces,
        stacks={place: tuple(names) for place, names in layout.items()},
        control={**state.control, **given.control},
        data=held,
        flow=(sequence.frame_before(given.phase),),
    )
    r = Resolution(state)
    advance(rules.steps, r)
    return Position(rules, r.state)


def full_steps(rules: AfrikaRules, name: PieceId) -> int:
    """Steps of a piece at full strength."""
    unit = rules.units.get(name)
    return unit.steps if unit is not None else 1
