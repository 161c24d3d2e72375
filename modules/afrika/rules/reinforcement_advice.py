"""Good choices in the reinforcement phase, and what may be forgotten there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ids import PlaceId, SideId
from engine.state.model import State
from engine.view.advice import Suggestion, Unfinished
from modules.afrika.rules import arrivals, withdrawals
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.reinforcement_actions import (
    Arrive,
    DeliverSupply,
    Rebuild,
    Release,
    WithdrawUnit,
    held_vars,
)
from modules.afrika.rules.replacements import rebuildable
from modules.afrika.rules.state import TRIPOLI, other
from modules.afrika.rules.supply import needs_supply
from modules.afrika.rules.worth import unit_worth

FAR = 200
"""Farther than any two hexes of the map."""


def supplies(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """New supply points go where most units are near."""
    left = held_vars(state).supply
    for place, room in arrivals.supply_ports(game, state):
        count = min(left, room)
        action = DeliverSupply(at=place, count=count)
        text = f"{count} SP to {game.place_name(place)}"
        yield Suggestion(text, (action,), 1 + _need(game, state, side, place), rule="5.1", places=(place,))


def _need(game: AfrikaGame, state: State, side: SideId, place: PlaceId) -> float:
    """How many units are near a place, near ones counting more."""
    number = game.number(place)
    at = (game.number(state.pieces[name].at) for name in needs_supply(game, state, side))
    return sum(10 / (5 + game.board.distance(number, i)) for i in at if game.is_hex(i))


def _to_front(game: AfrikaGame, state: State, side: SideId, place: PlaceId) -> int:
    """Hexes from a place to the nearest enemy unit."""
    number = game.number(place)
    if not game.is_hex(number):
        return FAR
    enemies = game.situation(state).units[other(side)]
    return min((game.board.distance(number, i) for i in enemies if game.is_hex(i)), default=FAR)


def place_arrivals(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """Reinforcements with a choice come near the front, but not into it."""
    for piece in arrivals.due(game, state, side):
        for place in arrivals.arrival_places(game, state, piece):
            away = _to_front(game, state, side, place)
            score = 1 + (1 if away < 2 else 100 / away)
            text = f"{game.names[piece]} at {game.place_name(place)}"
            yield Suggestion(text, (Arrive(piece=piece, at=place),), score, rule="4.1", places=(place,))


def release_units(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """Released units go to the place nearest the front that has room."""
    pieces = arrivals.released_by_schedule(game, state)
    for place in arrivals.release_places(game, state):
        number = game.number(place)
        room = game.charts.stacking - len(game.situation(state).at(side, number))
        group = pieces[: max(1, room)]
        names = ", ".join(game.names[name] for name in group)
        score = 1 + 100 / max(3, _to_front(game, state, side, place)) + min(room, len(pieces))
        text = f"{names} to {game.place_name(place)}"
        yield Suggestion(text, (Release(pieces=group, at=place),), score, rule="7.2", places=(place,))


def withdraw_unit(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """The least useful unit goes: one in the Restriction Box before one at the front."""
    wanted = held_vars(state).wanted
    for piece in withdrawals.candidates(game, state, side, wanted[0]):
        idle = 10.0 if game.number(state.pieces[piece].at) < 0 else 0.0
        score = 50 + idle - unit_worth(game, state, piece)
        yield Suggestion(f"Withdraw {game.names[piece]}", (WithdrawUnit(piece=piece),), score, rule="4.3")


def rebuild_unit(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """The most strength for a replacement; a unit at the front before one that returns in the rear."""
    for piece in rebuildable(game, state, side):
        unit, held = game.units[piece], state.pieces[piece]
        dead = game.number(held.at) < 0
        gain = unit.attack + unit.defense + unit.steps
        if not dead:
            gain -= (game.attack(state, piece) + game.defense(state, piece)) // 4 + held.steps
        front = 3.0 if not dead and held.at != TRIPOLI else 0.0
        score = 1 + gain * (0.7 if dead else 1.0) + front + (2 if dead and unit.exploits else 0)
        yield Suggestion(f"Rebuild {unit.name}", (Rebuild(piece=piece),), score, rule="4.2")


def unused(game: AfrikaGame, state: State, side: SideId) -> Iterator[Unfinished]:
    """Replacements that would be lost."""
    count = held_vars(state).replacements
    pieces = tuple(rebuildable(game, state, side))
    if count and pieces:
        many = "1 replacement" if count == 1 else f"{count} replacements"
        yield Unfinished(f"{many} can still be used, lost otherwise", "4.2", pieces)
