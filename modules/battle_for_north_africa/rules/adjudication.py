"""Setting up any position by hand (A19, protocol ``place``), and what can never be true of one.

``tracks`` are fields of :class:`BnaData`. A phase is begun anew: what it and later phases decide is undone,
what earlier ones decided stays, and where they decided nothing, they decided for nothing. Control follows
the combat units that stand in a place; HQs neither take nor hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.flow.sequence import SequenceStep, sequence_of
from engine.ids import PhaseId, PieceId, PlaceId, SideId
from engine.play.action import Adjudicate
from engine.play.resolution import Resolution
from engine.rules.adjudicating import (
    Limits,
    begin_phase,
    contested_places,
    phase_asked,
    put,
    set_turn,
    take_control,
    tell,
    with_fields,
)
from engine.state.model import State
from modules.battle_for_north_africa.rules import state as bna

if TYPE_CHECKING:
    from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame

ALLOCATION, PLANNING = "b.1", "b.3"
"""Phases of allocation and of planning; the sequence of play has them in this order."""
USES = (bna.COMBINED, bna.RESERVE, bna.NOTHING)


def adjudicate(game: NorthAfricaGame, r: Resolution, change: Adjudicate) -> None:
    """Carries a change out; raises ``IllegalAction`` for unknown names and impossible values."""
    sequence = sequence_of(game.steps)
    phase = phase_asked(sequence, change, bna.SIDES)
    if phase is not None:
        _undo(game, sequence, r, phase)
    limits = _limits(game)
    for placement in change.set:
        put(limits, r, placement)
    take_control(r, change, game.board.index, bna.SIDES)
    set_turn(r, change.turn, (turn.number for turn in game.module.turns))
    _derive_control(game, r)
    if change.tracks:
        r.set_data(with_fields(bna.data(r.state), change.tracks))
    if phase is not None:
        begin_phase(sequence, r, phase)
    tell(r, change, lambda piece: game.names[piece])


def _limits(game: NorthAfricaGame) -> Limits:
    sides = {box.id: box.side for box in game.module.boxes}

    def bar(piece: PieceId, place: PlaceId) -> str:
        if piece in game.markers:
            return f"{piece} lies in the Pool or in a plan: set the tracks pool, plans, lead"
        if place in game.board.index:
            i = game.board.index[place]
            return "" if game.open[i] else f"no piece can stand in {game.board.label(i)}"
        if piece in game.commanders:
            return "a commander stands on a hex, or is not on the map (null)"
        return "" if sides[place] in (None, game.definitions[piece].side) else f"{piece} cannot be in {place}"

    return Limits(
        places=(*game.board.ids, *sides),
        most_steps=lambda piece: max(game.definitions[piece].steps, 1),
        bar=bar,
    )


def _derive_control(game: NorthAfricaGame, r: Resolution) -> None:
    for place, stack in r.state.stacks.items():
        fighters = [p for p in stack if p in game.units and not game.units[p].size.endswith("hq")]
        if fighters and place in r.state.control:
            r.take_control(place, game.units[fighters[0]].side)


def _undo(game: NorthAfricaGame, sequence: SequenceStep, r: Resolution, phase: PhaseId) -> None:
    """Undoes what the phase and those after it decide; see the module's words."""
    held, number = bna.data(r.state), sequence.index_of(phase)
    if number <= sequence.index_of(ALLOCATION):
        bank = {side: held.bank[side] + held.allocated.get(side, 0) for side in bna.SIDES}
        held = replace(held, bank=bank, offers={}, allocated={})
    else:
        held = replace(held, offers={}, allocated={**dict.fromkeys(bna.SIDES, 0), **held.allocated})
    if number <= sequence.index_of(PLANNING):
        held = replace(held, plans={}, pool=(), lead="", spent={}, activations={}, finished=())
        for commander in game.commanders:
            r.move(commander, None)
    else:
        held = replace(held, plans={**dict.fromkeys(bna.SIDES, bna.Plan()), **held.plans})
    r.set_data(replace(held, wasted=False))


# --- what can never be ------------------------------------------------------------------------------------


def faults(game: NorthAfricaGame, state: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    held = bna.data(state)
    yield from _pieces(game, state)
    yield from _points(held)
    yield from _markers(game, held)
    yield from _plans(game, held)
    yield from _commanders(game, held)
    for name, times in held.activations.items():
        if name not in game.units or not 0 <= times <= bna.MOST_ACTIVATIONS:
            yield f"{name} acted {times} times"
    for name in held.finished:
        if name not in game.units:
            yield f"there is no unit '{name}'"


def _pieces(game: NorthAfricaGame, state: State) -> Iterator[str]:
    for name, piece in state.pieces.items():
        if not 1 <= piece.steps <= max(game.definitions[name].steps, 1):
            yield f"{name} has {piece.steps} steps"
        if piece.marks:
            yield f"{name} bears {' and '.join(piece.marks)}"
        if name in game.markers and piece.at is not None:
            yield f"{name} stands at {piece.at}"
    for place in contested_places(state, game.board.index, {*game.units, *game.commanders}):
        yield f"units of both sides at {place}"


def _points(held: bna.BnaData) -> Iterator[str]:
    pools = {"bank": held.bank, "offers": held.offers, "allocated": held.allocated, "spent": held.spent}
    for name, pool in pools.items():
        if not set(pool) <= set(bna.SIDES) or min(pool.values(), default=0) < 0:
            yield f"impossible resource points in {name}: {dict(pool)}"
    if set(held.bank) != set(bna.SIDES):
        yield "a bank of unknown sides, or of one side only"
    for side in bna.SIDES:
        if held.left(side) < 0:
            yield f"{side} has spent too much"
        if held.offers.get(side, 0) > held.bank.get(side, 0):
            yield f"{side} allocates more than it has"


def _markers(game: NorthAfricaGame, held: bna.BnaData) -> Iterator[str]:
    aside = [m for plan in held.plans.values() for m in (*plan.reserve, *plan.bluffs)]
    every = [*held.pool, *aside, *([held.lead] if held.lead else [])]
    for name in every:
        if name not in game.markers:
            yield f"there is no marker '{name}'"
    if len(set(every)) != len(every):
        yield "a marker is in two places"


def _plans(game: NorthAfricaGame, held: bna.BnaData) -> Iterator[str]:
    for side, plan in held.plans.items():
        if side not in bna.SIDES or plan.use not in USES:
            yield f"an impossible plan of {side}"
        if plan.at and plan.at not in game.board.index:
            yield f"{side} plans its commander at no hex: '{plan.at}'"
        for name in (*plan.markers, *plan.reserve, *plan.bluffs):
            if name not in game.markers or game.markers[name].side != side:
                yield f"{name} is no marker of {side}"
        for name in plan.named:
            if name not in game.units or game.units[name].side != side:
                yield f"{name} is no command of {side}"


def _commanders(game: NorthAfricaGame, held: bna.BnaData) -> Iterator[str]:
    sides = {side: game.commanders[c].side for side, c in held.sitting.items() if c in game.commanders}
    if sides != {side: side for side in bna.SIDES}:
        yield "a side without a commander of its own in office"
    if any(name not in game.commanders for name in held.retired):
        yield "unknown commanders retired"
    if not {*held.in_play, *_named(held.initiative)} <= set(bna.SIDES):
        yield "commanders in play, or the initiative, of unknown sides"


def _named(side: SideId) -> tuple[SideId, ...]:
    return (side,) if side else ()
