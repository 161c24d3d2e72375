"""Rough worth of units and hexes, for suggestions and the computer player; no rule depends on it."""

from __future__ import annotations

from engine.ids import PieceId, SideId
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import QUARTERS, data, other

PORT, CITY, BOX_OR_FORT = 6.0, 8.0, 1.0
SUPPLY_POINT = 1.5
ARTILLERY = 3.0


def unit_worth(game: AfrikaGame, state: State, name: PieceId) -> float:
    """What a unit is worth as it stands: its strengths, a little for speed, something for each step."""
    unit = game.units[name]
    strength = (game.attack(state, name) + game.defense(state, name)) / QUARTERS
    return strength + unit.movement / 4 + state.pieces[name].steps + (ARTILLERY if unit.artillery else 0)


def step_worth(game: AfrikaGame, state: State, name: PieceId) -> float:
    """What is lost with the next step of a unit: half its strength, nothing more, or all of it."""
    unit, steps = game.units[name], state.pieces[name].steps
    if steps == 1:
        return unit_worth(game, state, name)
    if steps < unit.steps:
        return 1.0
    return 1.0 + (unit.attack - unit.reduced_attack + unit.defense - unit.reduced_defense)


def mean_step_worth(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...]) -> float:
    """What a step of some units is worth on average."""
    steps = sum(state.pieces[name].steps for name in pieces)
    return sum(unit_worth(game, state, name) for name in pieces) / steps if steps else 0.0


def hex_worth(game: AfrikaGame, state: State, side: SideId, number: int) -> float:
    """What holding (or taking) a hex is worth to a side: ports, cities, the enemy's supply points."""
    place, total = game.place(number), 0.0
    if place in game.ports:
        total += PORT
    if "major-city" in game.board.tags(number):
        total += CITY
    dump = data(state).dumps.get(place)
    if dump is not None and dump.side == other(side):
        total += SUPPLY_POINT * dump.count
    return total
