"""Steps lost and units gone: the one place where a unit dies, whatever the reason.

A dead unit goes to its side's dead pile as it was (full strength again only when it is rebuilt, 4.2b),
without marks. Mussolini units that die east of the line are remembered (6.1). Call ``settle`` afterwards:
a leader may have lost his last companion.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ids import PieceId, RuleRef
from engine.play.resolution import Resolution
from modules.afrika.rules import mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import DEAD, MARKS, data


def eliminate(game: AfrikaGame, r: Resolution, piece: PieceId, why: str, rule: RuleRef) -> None:
    """Sends a unit to the dead pile; ``why`` ends the sentence "… is destroyed: "."""
    unit, place = game.units[piece], r.state.pieces[piece].at
    mussolini.remember_destroyed(game, r, piece)
    _to_dead_pile(game, r, piece)
    r.emit(
        "destroyed",
        f"{unit.name} is destroyed at {game.place_name(place or '')}: {why}.",
        rule=rule,
        side=unit.side,
        pieces=(piece,),
        places=(place,) if place else (),
    )


def absorb(game: AfrikaGame, r: Resolution, piece: PieceId, keeper: PieceId) -> None:
    """Sends a unit that has given its steps to another to the dead pile (2.8)."""
    unit = game.units[piece]
    _to_dead_pile(game, r, piece)
    text = f"{unit.name} is absorbed by {game.units[keeper].name} and goes to the dead pile."
    r.emit("absorbed", text, rule="2.8", side=unit.side, pieces=(piece,))


def _to_dead_pile(game: AfrikaGame, r: Resolution, piece: PieceId) -> None:
    mussolini.remember_gone(r, piece)
    r.unmark((piece,), *MARKS)
    r.move(piece, DEAD[game.units[piece].side])


def lose_step(game: AfrikaGame, r: Resolution, piece: PieceId, why: str, rule: RuleRef) -> None:
    """Takes one step off a unit; it dies with its last (2.5)."""
    unit, held = game.units[piece], r.state.pieces[piece]
    if held.steps <= 1:
        eliminate(game, r, piece, why, rule)
        return
    r.update(piece, steps=held.steps - 1)
    left = held.steps - 1
    r.emit(
        "step-lost",
        f"{unit.name} loses a step ({left} of {unit.steps} left): {why}.",
        rule=rule,
        side=unit.side,
        pieces=(piece,),
        places=(held.at,) if held.at else (),
    )


def withdraw(game: AfrikaGame, r: Resolution, piece: PieceId, why: str, rule: RuleRef) -> None:
    """Takes a unit away from the theater: it counts as dead and may be rebuilt from the next turn on
    (4.3). A leader whom an order of arrival of one's own calls away leaves the game: he cannot be rebuilt
    (4.2)."""
    if piece in game.leaders:
        r.move(piece, None)
        text = f"{game.names[piece]} leaves the game: {why}."
        r.emit("withdrawn", text, rule=rule, side=game.leaders[piece], pieces=(piece,))
        return
    unit = game.units[piece]
    r.unmark((piece,), *MARKS)
    r.move(piece, DEAD[unit.side])
    held = data(r.state)
    r.set_data(replace(held, withdrawn={**held.withdrawn, piece: r.state.turn}))
    r.emit("withdrawn", f"{unit.name} is withdrawn: {why}.", rule=rule, side=unit.side, pieces=(piece,))
