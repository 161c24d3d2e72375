"""Artillery that can shift a combat (3.1, clar. 25).

An artillery unit supports an attack from a hex next to the defender, a defense from the defender's own
hex, and one combat in a phase, whichever side's phase it is. In an overrun the attacker's must move
with the stack; the defender's serves as usual.
"""

from __future__ import annotations

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.odds import battlefield
from modules.afrika.rules.state import data

RULE = "3.1"
ONCE = "clar. 25"


def supporting_attack(game: AfrikaGame, state: State, side: SideId, target: int) -> tuple[PieceId, ...]:
    """A side's artillery that can still support an attack on a hex."""
    used = data(state).record.artillery
    here = game.situation(state).units[side]
    return tuple(
        name
        for origin in battlefield(game).neighbors(target)
        for name in here.get(origin, ())
        if game.units[name].artillery and name not in used
    )


def supporting_defense(game: AfrikaGame, state: State, side: SideId, target: int) -> tuple[PieceId, ...]:
    """A side's artillery in a hex that can still shift a combat in its defense."""
    used = data(state).record.artillery
    return tuple(
        name
        for name in game.situation(state).at(side, target)
        if game.units[name].artillery and name not in used
    )


def refuse_support(
    game: AfrikaGame, state: State, side: SideId, piece: PieceId, target: int
) -> Refusal | None:
    """Why an artillery unit cannot support an attack on a hex; None if it can."""
    unit = game.units.get(piece)
    if unit is None or unit.side != side:
        return Refusal(f"{piece} is no artillery of yours", RULE, code="UNKNOWN_ID", pieces=(piece,))
    if not unit.artillery:
        return Refusal(f"{unit.name} is no artillery: name it among the attackers", RULE, pieces=(piece,))
    if piece in data(state).record.artillery:
        return Refusal(f"{unit.name} has supported a combat in this phase", ONCE, pieces=(piece,))
    if game.number(state.pieces[piece].at) not in battlefield(game).neighbors(target):
        text = f"{unit.name} is not next to {game.place_name(game.place(target))}"
        return Refusal(text, RULE, pieces=(piece,), places=(game.place(target),))
    return None
