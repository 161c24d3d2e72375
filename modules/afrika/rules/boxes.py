"""Boxes: fortifications the players build (1.6, ruling 28)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.queries import box_owner, in_enemy_zoc, is_out_of_supply, units_at
from modules.afrika.rules.state import MOVED, add_supply
from modules.afrika.rules.supply import Source, in_range, supply_net

RULE = "1.6"


def unbuilt(game: AfrikaGame, state: State, side: SideId) -> tuple[PieceId, ...]:
    """Box markers a side has left."""
    return tuple(
        name for name, owner in game.boxes.items() if owner == side and state.pieces[name].at is None
    )


def is_fort_hex(game: AfrikaGame, number: int) -> bool:
    """Whether a hex contains printed fortifications (clar. 2: all four Tobruk hexes)."""
    return number in game.fort_hexes


def refuse_builder(game: AfrikaGame, state: State, side: SideId, piece: PieceId) -> Refusal | None:
    """Why a unit cannot have a box built where it stands."""
    unit = game.units.get(piece)
    if unit is None or unit.side != side:
        return Refusal("a unit of your own must stand where a box is built", RULE, pieces=(piece,))
    held = state.pieces[piece]
    number = game.number(held.at)
    if not game.is_hex(number):
        return Refusal("boxes are built in hexes of the map", RULE, pieces=(piece,))
    place = game.place(number)
    if is_fort_hex(game, number):
        return Refusal("no box may be built in a fortified hex", RULE, places=(place,))
    if box_owner(game, state, number) is not None:
        return Refusal("a box stands here already", RULE, places=(place,))
    if in_enemy_zoc(game, state, side, number):
        return Refusal("no box may be built in an enemy zone of control", RULE, places=(place,))
    if MOVED in held.marks:
        return Refusal(f"{unit.name} has moved in this game turn", RULE, pieces=(piece,))
    if is_out_of_supply(state, piece):
        return Refusal(f"{unit.name} is out of supply", RULE, pieces=(piece,))
    return None


def builders(game: AfrikaGame, state: State, side: SideId) -> Iterator[tuple[PlaceId, PieceId]]:
    """Hexes where a side could build, each with a unit that allows it."""
    for number in game.situation(state).units[side]:
        for piece in units_at(game, state, side, number):
            if refuse_builder(game, state, side, piece) is None:
                yield game.place(number), piece
                break


def paying_sources(game: AfrikaGame, state: State, side: SideId, piece: PieceId) -> Iterator[Source]:
    """Dumps within the draw range of a unit that can pay for its box."""
    for source in supply_net(game).sources(state, side):
        if source.points and in_range(game, state, source, piece):
            yield source


def build(game: AfrikaGame, r: Resolution, side: SideId, piece: PieceId, source: PlaceId) -> None:
    """Builds a box at a unit's hex for one supply point."""
    place = r.state.pieces[piece].at
    assert place is not None
    add_supply(r, source, side, -1)
    marker = unbuilt(game, r.state, side)[0]
    r.move(marker, place)
    below = (marker, *(name for name in r.state.stacks[place] if name != marker))
    r.restack(place, below)
    text = f"A box is built at {game.place_name(place)} for 1 SP from {game.place_name(source)}."
    r.emit("box-built", text, rule=RULE, side=side, pieces=(marker,), places=(place, source))
