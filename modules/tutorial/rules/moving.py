"""The movement phase of First Steps (2): each unit at most once, those of one hex together if they like."""

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
    """Units of one hex go along a path."""

    pieces: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


class MoveKind(ActionKind[Move]):
    """Moving units that begin in one hex, at the pace of the slowest (2.1)."""

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
        pieces = action.pieces
        if not pieces or len(set(pieces)) != len(pieces) or not action.path:
            return Refusal("name the units and their path", rule="2.1", code="BAD_REQUEST")
        refused = self._cannot_go(state, side, pieces)
        if refused is not None:
            return refused
        index = self.ground.board.index
        if any(place not in index for place in action.path):
            return Refusal("there is no such way", code="UNKNOWN_ID")
        return self._check_path(state, side, pieces, tuple(index[place] for place in action.path))

    def _cannot_go(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Refusal | None:
        refusals = (self._cannot_move(state, side, piece) for piece in pieces)
        found = next((refusal for refusal in refusals if refusal is not None), None)
        if found is not None:
            return found
        if len({state.pieces[piece].at for piece in pieces}) > 1:
            return Refusal("only units that begin in one hex move together", rule="2.1", pieces=pieces)
        return None

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
        self, state: State, side: SideId, pieces: tuple[PieceId, ...], path: tuple[int, ...]
    ) -> Refusal | None:
        ground, left = self.ground, self.ground.pace(state, pieces)
        enemies, zone = ground.enemy_hexes(state, side), ground.enemy_zone(state, side)
        here = ground.at(state, pieces[0])
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
        return ground.no_more(goal) if ground.is_full(state, goal, len(pieces)) else None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Move]:
        able = [str(name) for name in self.subjects(state, side)]
        stacks = [tuple(p for p in stack if p in able) for stack in state.stacks.values()]
        for pieces in (*((name,) for name in able), *(stack for stack in stacks if len(stack) > 1)):
            if piece is not None and piece not in pieces:
                continue
            reach = self.reach(state, side, pieces)
            for arrival in reach.arrivals.values() if reach else ():
                yield Move(pieces=pieces, path=arrival.path)

    def reach(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Reach | None:
        if not pieces or self._cannot_go(state, side, pieces) is not None:
            return None
        ground = self.ground
        found = ground.spread(state, side, pieces)
        start = state.pieces[pieces[0]].at
        if found is None or start is None:
            return None
        zone, names = ground.enemy_zone(state, side), ground.board.ids
        arrivals = {
            names[i]: Arrival(
                cost=cost, left=found.allowance - cost, path=tuple(names[j] for j in found.path(i)),
                stop=i in zone, enemy_zoc=i in zone,
            )
            for i, cost in found.cost.items()
            if i != found.start and not ground.is_full(state, names[i], len(pieces))
        }  # fmt: skip
        return Reach(pieces=pieces, start=start, scale=1, arrivals=arrivals)

    def apply(self, r: Resolution, side: SideId, action: Move) -> None:
        pieces, goal = action.pieces, action.path[-1]
        start = r.state.pieces[pieces[0]].at or ""
        r.move_all(pieces, goal)
        r.mark(pieces, MOVED)
        table = self.ground.table
        text = f"{table.names(pieces)}: {table.place_name(start)} → {table.place_name(goal)}."
        r.emit("moved", text, rule="2.1", side=side, pieces=pieces, places=(start, goal))
        take_town(self.ground, r, side, goal)

    def describe(self, state: State, action: Move) -> str:
        return f"{self.ground.table.names(action.pieces)} to {self.ground.table.place_name(action.path[-1])}"


def take_town(ground: Ground, r: Resolution, side: SideId, place: PlaceId) -> None:
    """A town entered changes hands (4.1)."""
    if ground.board.terrain[ground.board.index[place]] == "town" and r.state.control.get(place) != side:
        r.take_control(place, side)
        text = f"{ground.table.place_name(place)} is taken."
        r.emit("taken", text, rule="4.1", side=side, places=(place,))
