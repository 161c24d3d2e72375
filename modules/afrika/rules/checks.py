"""Invariants: what can never be true of a position, whatever was played (run at each step of automatic
games)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders import lonely
from modules.afrika.rules.queries import contested, misplaced_leaders
from modules.afrika.rules.state import (
    DEAD,
    MARKS,
    RESTRICTION,
    SIDES,
    SPENT,
    UNLIMITED,
    data,
    other,
)

MOST = 999
"""More than this no track shows (the same bound as for what is set by hand)."""

STACKING_PHASES = ("combat",)
"""Phases in which the side whose turn it is can have no hex over the limit: nothing has happened since the
check."""


def faults(game: AfrikaGame, state: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    yield from _counters(game, state)
    yield from _places(game, state)
    yield from _supply_points(game, state)
    yield from _tracks(game, state)
    yield from _records(game, state)


def _counters(game: AfrikaGame, state: State) -> Iterator[str]:
    expected = game.units.keys() | game.leaders.keys() | game.boxes.keys()
    if state.pieces.keys() != expected:
        odd = sorted(state.pieces.keys() ^ expected)
        yield f"counters missing or unknown: {', '.join(odd)}"
        return
    for name, unit in game.units.items():
        piece = state.pieces[name]
        if piece.owner != unit.side:
            yield f"{name} has changed sides"
        if not 1 <= piece.steps <= unit.steps:
            yield f"{name} has {piece.steps} of {unit.steps} steps"
        if any(mark not in MARKS for mark in piece.marks):
            yield f"{name} bears unknown marks {piece.marks}"
        if piece.marks and game.number(piece.at) < 0:
            yield f"{name} bears marks off the map"
    seen: set[str] = set()
    for place, stack in state.stacks.items():
        for name in stack:
            if name in seen or name not in state.pieces or state.pieces[name].at != place:
                yield f"{name} stands at {place} and elsewhere"
            seen.add(name)
    lost = [name for name, piece in state.pieces.items() if piece.at is not None and name not in seen]
    if lost:
        yield f"in no stack: {', '.join(lost)}"


def _places(game: AfrikaGame, state: State) -> Iterator[str]:
    situation = game.situation(state)
    for place in contested(game, state):
        yield f"units of both sides at {place}"
    for side in SIDES:
        for number in situation.units[side]:
            if not game.ground.passable[number]:
                yield f"units in impassable {game.place(number)}"
    for number in (game.ground.tripoli, game.ground.connecting):
        if situation.units[SIDES[1]].get(number):
            yield f"Commonwealth units in {game.place(number)} (1.7)"
    for place, side in ((RESTRICTION, SIDES[0]), (DEAD[SIDES[0]], SIDES[1]), (DEAD[SIDES[1]], SIDES[0])):
        if any(game.units[name].side == side for name in state.stacks.get(place, ()) if name in game.units):
            yield f"units of the wrong side in {place}"
    for leader in misplaced_leaders(game, state):
        yield f"{leader} stands with enemies"
    for place, stack in state.stacks.items():
        if sum(name in game.boxes for name in stack) > 1:
            yield f"two boxes in {place}"


def _supply_points(game: AfrikaGame, state: State) -> Iterator[str]:
    situation = game.situation(state)
    for place, dump in data(state).dumps.items():
        number = game.number(place)
        if not 0 < dump.count <= 10 * MOST or dump.side not in SIDES:
            yield f"an impossible dump at {place}"
        if number < 0 or number == game.ground.tripoli or not game.ground.passable[number]:
            yield f"supply points where none can be: {place}"
        elif number in situation.units[other(dump.side)]:
            yield f"{dump.side} supply points under enemy units at {place}"


def _tracks(game: AfrikaGame, state: State) -> Iterator[str]:
    held = data(state)
    if state.over is None and all(state.turn != turn.number for turn in game.module.turns):
        yield f"there is no turn {state.turn}"
    if any(set(track) != set(SIDES) for track in (held.air, held.shipping, held.trucks)):
        yield "tracks of unknown sides, or of one side only"
        return
    for side in SIDES:
        if not (0 <= held.air[side] <= MOST and 0 <= held.shipping[side] <= MOST):
            yield f"{side} has impossible air or shipping points"
        trucks = held.trucks[side]
        if not 0 <= trucks.points <= MOST:
            yield f"{side} has {trucks.points} truck points"
        if not 0 <= trucks.left <= trucks.points * game.charts.truck:
            yield f"{side} trucks have {trucks.left} sixths of {trucks.points} points left"
    if held.ports.keys() != set(game.ports):
        yield "ports missing or unknown"
    for place, port in held.ports.items():
        if port.capacity != UNLIMITED and not 0 <= port.used <= port.capacity <= MOST:
            yield f"port {place}: {port.used} of {port.capacity} used"
    if not 0 <= held.withdrawals <= MOST:
        yield "an impossible number of withdrawals"


def _records(game: AfrikaGame, state: State) -> Iterator[str]:
    held = data(state)
    if any(name not in game.units for name in (*held.killed_east, *held.stood_east, *held.withdrawn)):
        yield "unknown units remembered"
    _, _, phase = state.phase.partition(".")
    if (
        state.over is None
        and phase not in ("movement", "exploitation")
        and any(SPENT in piece.marks for piece in state.pieces.values())
    ):
        yield "units are marked as having finished a move outside of a moving phase"


def oddities(game: AfrikaGame, state: State) -> Iterator[str]:
    """What the rules do not let come about, though hands can: hexes over the stacking limit after its
    check, leaders without the unit they must stack with."""
    for leader, _ in lonely(game, state):
        if len(state.flow) == 2:
            yield f"{leader} stands without a unit he commands (6.2)"
    yield from _overstacked(game, state)


def _overstacked(game: AfrikaGame, state: State) -> Iterator[str]:
    side, _, phase = state.phase.partition(".")
    if phase not in STACKING_PHASES or len(state.flow) != 2 or data(state).record.targets:
        return
    for number, here in game.situation(state).units[side].items():
        if game.is_hex(number) and len(here) > game.charts.stacking:
            yield f"{len(here)} units in {game.place(number)} after the stacking check"
