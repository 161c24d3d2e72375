"""The movement phase of First Steps (2): one unit at a time, at most once each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, ActionKind, Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.reach import Arrival, Reach
from modules.tutorial.rules.ground import MOVED, Ground


class Move(Action, frozen=True, tag="move"):
    """One unit goes along a path."""

    pieces: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


class MoveKind(ActionKind[Move]):
    """Moving a unit (2.1)."""

    kind = "move"
    action = Move
    shape = Shape.MOVE
    label = "Move"
    rule = "2.1"

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return tuple(p for p in self.ground.own(state, side) if MOVED not in state.pieces[p].marks)

    def check(self, state: State, side: SideId, action: Move) -> Refusal | None:
        if len(action.pieces) != 1 or not action.path:
            return Refusal("units move one at a time, along a path", rule="2.1", code="BAD_REQUEST")
        piece = action.pieces[0]
        refused = self._cannot_move(state, side, piece)
        if refused is not None:
            return refused
        board = self.ground.board
        reach = self.ground.spread(state, side, piece)
        start = self.ground.at(state, piece)
        if reach is None or start is None or any(place not in board.index for place in action.path):
            return Refusal("there is no such way", code="UNKNOWN_ID")
        return self._check_path(state, side, piece, tuple(board.index[place] for place in action.path))

    def _cannot_move(self, state: State, side: SideId, piece: PieceId) -> Refusal | None:
        found = state.pieces.get(piece)
        if found is None:
            return Refusal(f"there is no piece {piece}", code="UNKNOWN_ID")
        if found.owner != side:
            return Refusal("that unit is not yours", code="WRONG_SIDE", pieces=(piece,))
        if MOVED in found.marks:
            return Refusal("it has moved already", rule="2.1", pieces=(piece,))
        return None if self.ground.at(state, piece) is not None else Refusal("it is not on the map")

    def _check_path(
        self, state: State, side: SideId, piece: PieceId, path: tuple[int, ...]
    ) -> Refusal | None:
        ground, left = self.ground, self.ground.value(state, piece, "movement")
        enemies, zone = ground.enemy_hexes(state, side), ground.enemy_zone(state, side)
        here = ground.at(state, piece)
        for n, there in enumerate(path):
            cost = ground.network.cost(here, there) if here is not None else None
            name = ground.board.ids[there]
            if cost is None:
                return Refusal(f"no step leads to {name}", rule="2.2", places=(name,))
            if there in enemies:
                return Refusal(f"the enemy holds {name}", rule="2.3", places=(name,))
            left -= cost
            if left < 0:
                return Refusal(f"{name} is too far", rule="2.2", places=(name,))
            if there in zone and n < len(path) - 1:
                return Refusal(f"it must stop in {name}, next to the enemy", rule="2.3", places=(name,))
            here = there
        goal = ground.board.ids[path[-1]]
        return ground.no_more(goal) if ground.is_full(state, goal, 1) else None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Move]:
        for name in self.subjects(state, side):
            if piece not in (None, name):
                continue
            reach = self.reach(state, side, (str(name),))
            for arrival in reach.arrivals.values() if reach else ():
                yield Move(pieces=(str(name),), path=arrival.path)

    def reach(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Reach | None:
        if len(pieces) != 1 or self._cannot_move(state, side, pieces[0]) is not None:
            return None
        piece, ground = pieces[0], self.ground
        found = ground.spread(state, side, piece)
        start = state.pieces[piece].at
        if found is None or start is None:
            return None
        zone, names = ground.enemy_zone(state, side), ground.board.ids
        arrivals = {
            names[i]: Arrival(
                cost=cost, left=found.allowance - cost, path=tuple(names[j] for j in found.path(i)),
                stop=i in zone, enemy_zoc=i in zone,
            )
            for i, cost in found.cost.items()
            if i != found.start and not ground.is_full(state, names[i], 1)
        }  # fmt: skip
        return Reach(pieces=pieces, start=start, scale=1, arrivals=arrivals)

    def apply(self, r: Resolution, side: SideId, action: Move) -> None:
        piece, goal = action.pieces[0], action.path[-1]
        start = r.state.pieces[piece].at or ""
        r.move(piece, goal)
        r.mark((piece,), MOVED)
        name, table = self.ground.table.name(piece), self.ground.table
        text = f"{name}: {table.place_name(start)} → {table.place_name(goal)}."
        r.emit("moved", text, rule="2.1", side=side, pieces=(piece,), places=(start, goal))
        take_town(self.ground, r, side, goal)

    def describe(self, state: State, action: Move) -> str:
        return f"{self.ground.table.names(action.pieces)} to {self.ground.table.place_name(action.path[-1])}"


def take_town(ground: Ground, r: Resolution, side: SideId, place: PlaceId) -> None:
    """A town entered changes hands (4.1)."""
    if ground.board.terrain[ground.board.index[place]] == "town" and r.state.control.get(place) != side:
        r.take_control(place, side)
        text = f"{ground.table.place_name(place)} is taken."
        r.emit("taken", text, rule="4.1", side=side, places=(place,))
