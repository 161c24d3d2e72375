"""The position before play: everything where the scenario says, free placements at their defaults.

With the option ``setup: choose`` the players may rearrange their free placements before the first phase;
otherwise the defaults of the module stand. The side that moves second sets up first (1.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from engine.chance import Chance
from engine.definition.scenario import PlacementDef, ScheduleEntry
from engine.definition.sequence import ConditionDef
from engine.errors import EngineError
from engine.flow.sequence import sequence_of
from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import Frame, Piece, State
from modules.afrika.rules import mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import (
    AXIS,
    DEAD,
    SIDES,
    TRIPOLI,
    UNLIMITED,
    AfrikaData,
    Dump,
    Port,
    turn_box,
)


def holds(game: AfrikaGame, conditions: tuple[ConditionDef, ...]) -> bool:
    """Whether the game's options have the values asked for."""
    return all(game.options.get(condition.option) == condition.value for condition in conditions)


@dataclass
class _Layout:
    """Places of pieces and supply points as they are being laid out."""

    game: AfrikaGame
    at: dict[PieceId, PlaceId] = field(default_factory=dict)
    lost: dict[PieceId, int] = field(default_factory=dict)
    dumps: dict[PlaceId, Dump] = field(default_factory=dict)

    def put(self, piece: PieceId, place: PlaceId) -> None:
        if piece in self.at:
            raise EngineError(f"{piece} is set up twice in {self.game.scenario.id}")
        self.at[piece] = place

    def place(self, side: SideId, placement: PlacementDef) -> None:
        for piece in placement.pieces:
            self.put(piece, default_place(placement, piece))
            self.lost[piece] = placement.lost.get(piece, 0)
        if placement.supply:
            place = placement.at or placement.supply_default or placement.default or ""
            old = self.dumps.get(place)
            self.dumps[place] = Dump(side=side, count=placement.supply + (old.count if old else 0))


def default_place(placement: PlacementDef, piece: PieceId) -> PlaceId:
    """Where a piece of a placement stands if nobody chooses."""
    place = placement.at or placement.defaults.get(piece) or placement.default
    if place is None:
        raise EngineError(f"no default place is given for {piece}")
    return place


def placements(game: AfrikaGame, side: SideId) -> Iterator[PlacementDef]:
    """The placements of a side in this game, those of other options left out."""
    for placement in game.scenario.sides[side].placements:
        if holds(game, placement.when):
            yield placement


def schedule(game: AfrikaGame) -> Iterator[ScheduleEntry]:
    """The entries of both orders of arrival that apply in this game, those of other options left out, and of
    their pieces the units and leaders: boxes and supply points come by rules of their own (1.6, 4.1)."""
    for entry in game.module.schedule:
        if entry.is_in(game.scenario.id) and holds(game, entry.when):
            yield _of_units(game, entry)


def _of_units(game: AfrikaGame, entry: ScheduleEntry) -> ScheduleEntry:
    known = game.units.keys() | game.leaders.keys()
    if known.issuperset(entry.named()):
        return entry
    into = {old: new for old, new in entry.into.items() if old in known and new in known}
    pieces = [name for name in entry.pieces if name in known and (not entry.into or name in into)]
    return entry.model_copy(update={"pieces": tuple(pieces), "into": into})


def initial_state(game: AfrikaGame, seed: int) -> State:
    """The state before the first node of the sequence of play runs."""
    layout = _Layout(game)
    for side in SIDES:
        for placement in placements(game, side):
            layout.place(side, placement)
        for piece in game.scenario.sides[side].dead:
            layout.put(piece, DEAD[side])
    _put_later_arrivals(layout)
    pieces = _pieces(layout)
    stacks: dict[PlaceId, list[PieceId]] = {}
    for name, laid in pieces.items():
        if laid.at is not None:
            stacks.setdefault(laid.at, []).append(name)
    state = State(
        scenario=game.scenario.id,
        options=dict(game.options),
        turn=game.scenario.first_turn,
        phase="setup",
        pieces=pieces,
        stacks={place: _ordered(game, found) for place, found in stacks.items()},
        control={**game.scenario.control, TRIPOLI: AXIS},
        flow=(_first_frame(game),),
        chance=Chance(seed=seed),
        data=_first_data(game, layout),
    )
    return _with_mussolini(game, state)


def _put_later_arrivals(layout: _Layout) -> None:
    """Pieces that have not come yet wait on the turn track for their first entry."""
    first = layout.game.scenario.first_turn
    gone = {piece for side in SIDES for piece in layout.game.scenario.sides[side].gone}
    for entry in sorted(schedule(layout.game), key=lambda found: found.turn):
        if entry.action not in ("arrive", "to-box") or entry.turn < first:
            continue
        for piece in entry.pieces:
            if piece not in layout.at and piece not in gone:
                layout.put(piece, turn_box(entry.turn))
                layout.lost[piece] = entry.lost.get(piece, 0)


def _pieces(layout: _Layout) -> dict[PieceId, Piece]:
    game = layout.game
    found: dict[PieceId, Piece] = {}
    for definition in game.module.pieces:
        if definition.kind not in ("unit", "leader", "box") or definition.template:
            continue
        steps = max(1, definition.steps) - layout.lost.get(definition.id, 0)
        found[definition.id] = Piece(
            owner=definition.side or "", at=layout.at.get(definition.id), steps=steps
        )
    return found


def _ordered(game: AfrikaGame, pieces: list[PieceId]) -> tuple[PieceId, ...]:
    """Bottom to top: boxes, weak units, strong units, leaders."""

    def rank(name: PieceId) -> tuple[int, int, str]:
        unit = game.units.get(name)
        if unit is None:
            return (2 if name in game.leaders else 0, 0, name)
        return 1, unit.attack + unit.defense, name

    return tuple(sorted(pieces, key=rank))


def _first_frame(game: AfrikaGame) -> Frame:
    return sequence_of(game.steps).frame_before(None)


def _first_data(game: AfrikaGame, layout: _Layout) -> AfrikaData:
    """Initial air points of both sides are those of the first turn, whoever begins (1.1)."""
    turn = game.scenario.first_turn
    air = {side: game.charts.air[side][turn] for side in SIDES}
    withdrawals = int(game.scenario.tracks.get("withdrawals", 0))
    return AfrikaData(
        dumps=layout.dumps,
        ports={place: _closed_port(game, place) for place in game.ports},
        air=air,
        withdrawals=withdrawals,
    )


def _closed_port(game: AfrikaGame, place: PlaceId) -> Port:
    """A port before its first roll: nothing can arrive, but for one that takes everything."""
    return Port(capacity=UNLIMITED if game.charts.ports[place] == (UNLIMITED,) else 0)


def _with_mussolini(game: AfrikaGame, state: State) -> State:
    held = state.data
    assert isinstance(held, AfrikaData)
    east = tuple(
        unit.id for unit in game.mussolini_units if mussolini.is_east(game, state.pieces[unit.id].at)
    )
    in_libya = any(
        unit.side == "allied" and game.number(state.pieces[unit.id].at) in game.libya
        for unit in game.units.values()
    )
    return replace(state, data=replace(held, stood_east=east, mussolini_waived=in_libya))


def free_placements(game: AfrikaGame, side: SideId) -> Iterator[PlacementDef]:
    """Placements of a side that leave a choice."""
    for placement in placements(game, side):
        if placement.is_free():
            yield placement


def allowed_places(game: AfrikaGame, placement: PlacementDef) -> frozenset[int]:
    """The hexes a free placement may use."""
    board = game.board
    if placement.any_of:
        found = frozenset(board.index[name] for name in placement.any_of)
    elif placement.near:
        found = board.within(board.index[placement.near], placement.within or 0)
    else:
        found = frozenset().union(*(board.zones[zone] for zone in placement.zones))
    return frozenset(i for i in found if game.ground.passable[i])


def free_pieces(game: AfrikaGame, side: SideId) -> Mapping[PieceId, PlacementDef]:
    """Pieces of a side that may be set up elsewhere, each with its placement."""
    return {piece: placement for placement in free_placements(game, side) for piece in placement.pieces}
