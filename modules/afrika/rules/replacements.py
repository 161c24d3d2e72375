"""Replacements: who can be rebuilt, and how (4.2a, 4.2b, ruling 10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.arrivals import is_open
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.queries import is_out_of_supply, supply_points, units_in
from modules.afrika.rules.state import ALLIED, AXIS, CONNECTING, DEAD, TRIPOLI, data


def rebuild_place(game: AfrikaGame, state: State, side: SideId) -> PlaceId | None:
    """Where dead units reappear; None for the Commonwealth without Alexandria."""
    if side == AXIS:
        return TRIPOLI
    return game.alexandria if is_open(game, state, ALLIED, game.alexandria) else None


def has_supply_near(game: AfrikaGame, state: State, side: SideId, place: PlaceId) -> bool:
    """Whether a place holds or adjoins supply points of the side, impassable hexsides or not (clar. 17)."""
    if place == TRIPOLI:
        return side == AXIS
    if place == CONNECTING:
        return supply_points(state, side, place) > 0
    number = game.number(place)
    around = (number, *(j for j in game.board.neighbors[number] if j >= 0))
    return any(supply_points(state, side, game.place(j)) > 0 for j in around)


def refuse_rebuild(game: AfrikaGame, state: State, side: SideId, piece: PieceId) -> Refusal | None:
    """Why a replacement cannot rebuild a unit."""
    unit = game.units.get(piece)
    if unit is None or unit.side != side:
        return Refusal("only a unit of your own can be rebuilt", "4.2", pieces=(piece,))
    held = state.pieces[piece]
    if held.at == DEAD[side]:
        return _refuse_dead(game, state, side, piece)
    if game.number(held.at) < 0:
        return Refusal(f"{unit.name} is not in play", "4.2", pieces=(piece,))
    if held.steps >= unit.steps:
        return Refusal(f"{unit.name} has all its steps", "4.2", pieces=(piece,))
    if is_out_of_supply(state, piece):
        return Refusal(f"{unit.name} is out of supply", "5.2", pieces=(piece,))
    assert held.at is not None
    if not has_supply_near(game, state, side, held.at):
        return Refusal(f"{unit.name} is not with or adjacent to a supply point", "4.2a", pieces=(piece,))
    return None


def _refuse_dead(game: AfrikaGame, state: State, side: SideId, piece: PieceId) -> Refusal | None:
    name = game.units[piece].name
    if data(state).withdrawn.get(piece) == state.turn:
        return Refusal(
            f"{name} was withdrawn this turn and can be rebuilt from the next turn on", "4.3", pieces=(piece,)
        )
    if rebuild_place(game, state, side) is None:
        return Refusal("dead units cannot be rebuilt while Alexandria is lost", "4.2b", pieces=(piece,))
    return None


def rebuildable(game: AfrikaGame, state: State, side: SideId) -> Iterator[PieceId]:
    """Units a replacement could rebuild now: reduced ones in play, then dead ones."""
    for here in game.situation(state).units[side].values():
        for name in here:
            if (
                state.pieces[name].steps < game.units[name].steps
                and refuse_rebuild(game, state, side, name) is None
            ):
                yield name
    if rebuild_place(game, state, side) is not None:
        held = data(state).withdrawn
        for name in units_in(game, state, DEAD[side]):
            if held.get(name) != state.turn:
                yield name


def rebuild(game: AfrikaGame, r: Resolution, side: SideId, piece: PieceId) -> None:
    """Brings a unit to full strength; a dead one reappears."""
    unit, held = game.units[piece], r.state.pieces[piece]
    r.update(piece, steps=unit.steps)
    if held.at != DEAD[side]:
        text = f"{unit.name} is rebuilt to full strength at {game.place_name(held.at or '')}."
        r.emit("rebuilt", text, rule="4.2a", side=side, pieces=(piece,))
        return
    place = rebuild_place(game, r.state, side)
    assert place is not None
    r.move(piece, place)
    known = data(r.state)
    if piece in known.withdrawn:
        left = {name: turn for name, turn in known.withdrawn.items() if name != piece}
        r.set_data(replace(known, withdrawn=left))
    text = f"{unit.name} is rebuilt and returns at {game.place_name(place)}."
    r.emit("rebuilt", text, rule="4.2b", side=side, pieces=(piece,), places=(place,))
