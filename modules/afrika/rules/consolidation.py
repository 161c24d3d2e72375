"""Unit consolidation: like units of a stack make fewer, fuller ones (2.8, ruling 30)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.casualties import absorb
from modules.afrika.rules.compiled import AfrikaGame

RULE = "2.8"


def refuse(game: AfrikaGame, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Refusal | None:
    """Why these units cannot consolidate into the first of them."""
    if len(pieces) < 2 or len(set(pieces)) != len(pieces):
        return Refusal("name the unit that stays first, then those it absorbs", RULE, pieces=pieces)
    units = [game.units.get(name) for name in pieces]
    first = units[0]
    if first is None or any(unit is None or unit.side != side for unit in units):
        return Refusal("only your own units consolidate", RULE, pieces=pieces)
    places = {state.pieces[name].at for name in pieces}
    if len(places) > 1 or game.number(next(iter(places))) < 0:
        return Refusal("the units must stand together on the map or in a Tripoli box", RULE, pieces=pieces)
    if any(unit is not None and unit.likeness != first.likeness for unit in units):
        return Refusal("only units of the same type and values consolidate", RULE, pieces=pieces)
    missing = first.steps - state.pieces[pieces[0]].steps
    if missing <= 0:
        return Refusal(f"{first.name} has all its steps", RULE, pieces=pieces[:1])
    if sum(state.pieces[name].steps for name in pieces[1:-1]) >= missing:
        return Refusal("fewer units are enough to fill it up", RULE, pieces=pieces)
    return None


def consolidate(game: AfrikaGame, r: Resolution, side: SideId, pieces: tuple[PieceId, ...]) -> None:
    """Fills the first unit up with the steps of the others, which die; steps left over are lost."""
    keeper = pieces[0]
    unit = game.units[keeper]
    total = sum(r.state.pieces[name].steps for name in pieces)
    r.update(keeper, steps=min(unit.steps, total))
    text = f"{unit.name} is brought to {min(unit.steps, total)} of {unit.steps} steps."
    r.emit("consolidated", text, rule=RULE, side=side, pieces=pieces)
    for name in pieces[1:]:
        absorb(game, r, name, keeper)


def possible(game: AfrikaGame, state: State, side: SideId) -> Iterator[tuple[PieceId, ...]]:
    """Pairs that could consolidate, keeper first."""
    for here in game.situation(state).units[side].values():
        alike = sorted(here, key=lambda name: game.units[name].likeness)
        for _, group in groupby(alike, key=lambda name: game.units[name].likeness):
            members = tuple(group)
            for keeper in members:
                for other in members:
                    if keeper != other and refuse(game, state, side, (keeper, other)) is None:
                        yield keeper, other
