"""Retreats after combat (13.6.1, ruling 55): three hexes, by preference not overstacked and homeward."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import Retreat
from modules.no_retreat_2.rules.kind import GameKind, battle_of

if TYPE_CHECKING:
    from modules.no_retreat_2.rules.compiled import NoRetreat2Game

LENGTH = 3


def legal_paths(game: NoRetreat2Game, state: State, piece: PieceId) -> tuple[tuple[PlaceId, ...], ...]:
    """All retreats of a unit that the ranked conditions leave; empty if it must be destroyed."""
    start = game.board.index[state.pieces[piece].at or ""]
    side = state.pieces[piece].owner
    barred = {game.board.index[t] for t in battle_of(state).targets}
    paths = tuple(_walk(game, state, piece, (start,), barred))
    neat = tuple(p for p in paths if not _overstacks(game, state, piece, p[-1]))
    paths = neat or paths
    home = game.home_distance(state, side, start)
    nearer = tuple(p for p in paths if p[-1] in game.boxes or _distance(game, state, side, p[-1]) < home)
    return nearer or paths


def _distance(game: NoRetreat2Game, state: State, side: SideId, place: PlaceId) -> int:
    return game.home_distance(state, side, game.board.index[place])


def _overstacks(game: NoRetreat2Game, state: State, piece: PieceId, place: PlaceId) -> bool:
    return place in game.board.index and game.positions.is_overstacked(state, place, (piece,))


def _walk(
    game: NoRetreat2Game, state: State, piece: PieceId, walked: tuple[int, ...], barred: set[int]
) -> Iterator[tuple[PlaceId, ...]]:
    ids = game.board.ids
    so_far = tuple(ids[i] for i in walked[1:])
    if len(so_far) == LENGTH:
        yield so_far
        return
    side = state.pieces[piece].owner
    if game.is_own_edge(side, walked[-1]):
        yield (*so_far, f"shattered-{side}")
    for j in game.terrain.open_neighbors(walked[-1]):
        if j not in walked and j not in barred and _may_enter(game, state, piece, j):
            yield from _walk(game, state, piece, (*walked, j), barred)


def _may_enter(game: NoRetreat2Game, state: State, piece: PieceId, j: int) -> bool:
    side = state.pieces[piece].owner
    there = game.positions.side_at(state, j)
    if there == nr.other(side):
        return False
    zones = game.positions.zones(state, nr.other(side))
    if j not in zones.every or there == side:
        return True
    return game.units[piece].mechanized and j not in zones.hard


class RetreatKind(GameKind[Retreat]):
    """Retreats one unit; the owner chooses among the paths that the conditions leave."""

    kind = "retreat"
    action = Retreat
    shape = Shape.MOVE
    label = "Retreat"
    rule = "13.6.1"

    def check(self, state: State, side: SideId, action: Retreat) -> Refusal | None:
        if action.piece not in battle_of(state).retreating:
            return Refusal("that unit does not have to retreat", "13.6.1", pieces=(action.piece,))
        if tuple(action.path) not in legal_paths(self.game, state, action.piece):
            return Refusal(
                "three hexes, not into enemies or their zones, not overstacked, homeward if possible",
                "13.6.1",
                places=action.path,
            )
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Retreat]:
        for unit in battle_of(state).retreating:
            if piece in {None, unit}:
                yield from (Retreat(piece=unit, path=path) for path in legal_paths(self.game, state, unit))

    def apply(self, r: Resolution, side: SideId, action: Retreat) -> None:
        battle = battle_of(r.state)
        left = tuple(p for p in battle.retreating if p != action.piece)
        r.goto("retreat_next", replace(battle, retreating=left))
        r.emit(
            "retreated",
            f"{action.piece} retreats to {action.path[-1]}",
            rule="13.6.1",
            side=side,
            pieces=(action.piece,),
            places=action.path,
        )
        end = action.path[-1]
        if end in self.game.boxes:
            self.game.send_to_box(r, action.piece, "shattered")
            return
        r.move(action.piece, end)
        for place in action.path:
            self.game.capture(r, side, place)
        if battle.vacating:
            self.game.send_to_box(r, action.piece, battle.vacating)
