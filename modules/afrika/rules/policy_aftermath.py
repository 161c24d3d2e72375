"""What a sensible player would do after the dice: hold or go, where to retreat to, whether to advance."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ids import PieceId, SideId
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules.advance import RULE as ADVANCE_RULE
from modules.afrika.rules.advance import AdvanceVars, advance_vars
from modules.afrika.rules.combat_actions import Advance, Convert, EndAdvance, LoseStep, Retreat
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.losses import alive, candidates, loss_vars, steps_left
from modules.afrika.rules.odds import FAR, battlefield
from modules.afrika.rules.queries import box_owner
from modules.afrika.rules.retreat import CONVERT_RULE, retreat_vars, ways_out
from modules.afrika.rules.retreat import RULE as RETREAT_RULE
from modules.afrika.rules.retreat import sources as supply_sources
from modules.afrika.rules.state import QUARTERS, other
from modules.afrika.rules.worth import hex_worth, step_worth

WORTH_HOLDING = 5.0
"""Hexes worth at least this are held at the price of steps."""
COMPANY = 2.0
SAFE = 1.3
"""How much stronger an advanced stack must be than the attack that may meet it."""


def loss_suggestions(game: AfrikaGame, state: State) -> Iterator[Suggestion]:
    """The step that costs least first."""
    held = loss_vars(state)
    for name in candidates(game, state, held):
        worth = step_worth(game, state, name)
        text = f"{game.units[name].name} loses a step"
        yield Suggestion(text, (LoseStep(piece=name),), 100.0 / (1.0 + worth), rule=held.rule)


def convert_suggestions(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """Hold ports, cities and boxes while enough steps remain; else retreat."""
    held = retreat_vars(state)
    left = alive(game, state, held.pieces)
    place = state.pieces[left[0]].at if left else None
    number = game.number(place)
    holds = game.is_hex(number) and (
        hex_worth(game, state, side, number) >= WORTH_HOLDING or box_owner(game, state, number) == side
    )
    enough = steps_left(state, left) >= 2 * held.hexes
    best = held.convertible if holds and enough and held.convertible == held.hexes else 0
    for hexes in range(held.convertible + 1):
        whole = f"Turn {hexes} {'hex' if hexes == 1 else 'hexes'} into losses"
        text = whole if hexes else "Retreat every hex"
        yield Suggestion(text, (Convert(number=hexes),), 1.0 if hexes == best else 0.0, rule=CONVERT_RULE)


def retreat_suggestions(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """Toward supply, to friends with room, onto good ground; together if the rules let them."""
    group = retreat_vars(state).groups[0]
    pieces = group.pieces
    while pieces and not ways_out(game, state, group, pieces):
        pieces = pieces[:-1]
    for number in ways_out(game, state, group, pieces) if pieces else ():
        score = 100.0 + _shelter(game, state, side, number)
        action = Retreat(pieces=pieces, at=game.place(number))
        text = f"Retreat to {game.place_name(game.place(number))}"
        yield Suggestion(text, (action,), score, rule=RETREAT_RULE, places=(action.at,))


def _shelter(game: AfrikaGame, state: State, side: SideId, number: int) -> float:
    """How good a place is to retreat to."""
    if not game.is_hex(number):
        return 0.0
    field, friends = battlefield(game), game.situation(state).at(side, number)
    away = min((field.distances(source)[number] for source in supply_sources(game, state, side)), default=FAR)
    room = game.charts.stacking - len(friends)
    return field.cover(number).value - min(away, 100) / 4 + (COMPANY if friends and room > 0 else 0.0)


def advance_suggestions(game: AfrikaGame, state: State, side: SideId) -> Iterator[Suggestion]:
    """Take what is worth taking, with all that can, if it will stand there."""
    held = advance_vars(state)
    target = game.number(held.target)
    units = _garrison(game, state, held)
    strength = sum(game.defense(state, name) for name in units) * battlefield(game).cover(target).value
    wanted = hex_worth(game, state, side, target)
    threat = _threat(game, state, side, target)
    score = wanted + (1.0 if strength >= SAFE * threat else -3.0)
    if units:
        text = f"Advance to {game.place_name(held.target)}"
        yield Suggestion(text, (Advance(pieces=units, path=(held.target,)),), score, rule=ADVANCE_RULE)
    yield Suggestion("Stay", (EndAdvance(),), 0.1, rule=ADVANCE_RULE)


def _garrison(game: AfrikaGame, state: State, held: AdvanceVars) -> tuple[PieceId, ...]:
    """The attackers to put into the emptied hex: as many as may stack there, the best defenders first."""
    there = game.situation(state).at(held.side, game.number(held.target))
    room = max(0, game.charts.stacking - len(there))
    ranked = sorted(held.able, key=lambda name: (-game.defense(state, name), name))
    return tuple(ranked[:room])


def _threat(game: AfrikaGame, state: State, side: SideId, target: int) -> float:
    """Attack strength in quarters that stands next to a hex, as far as it is likely to be used."""
    enemies = game.situation(state).units[other(side)]
    near = (name for j in battlefield(game).neighbors(target) for name in enemies.get(j, ()))
    return sum(game.attack(state, name) for name in near) + QUARTERS
