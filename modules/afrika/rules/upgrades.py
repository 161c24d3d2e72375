"""Upgrades of scenarios of one's own: a counter takes the place of another on the turn the schedule says.

The printed orders of arrival have none. The old counter leaves the game without going to the dead pile; the
new one stands where it stood, with its steps and marks. If the old one is dead or away, the new one comes as
a reinforcement if the entry says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.ids import PieceId, SideId
from engine.kit.upgrade import UPGRADED, take_place
from engine.play.resolution import Resolution
from modules.afrika.rules.arrivals import orders_of_arrival
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import DEAD, turn_box


def upgrade(game: AfrikaGame, r: Resolution, side: SideId) -> None:
    """Makes the exchanges of a side's turn that have not been made; asked again it does nothing more."""
    for entry in orders_of_arrival(game).of_turn(r.state.turn, side, "upgrade"):
        for old, new in entry.upgrades():
            if r.state.pieces[new].at is not None:
                continue
            at = r.state.pieces[old].at
            if at is not None and at != DEAD[side] and not at.startswith("turn-"):
                _exchange(game, r, (old, new), entry.lost)
            elif entry.otherwise == "arrive" and (at is None or at == DEAD[side]):
                r.update(new, steps=_steps(game, new, entry.lost.get(new, 0)))
                r.move(new, turn_box(r.state.turn))


def _exchange(
    game: AfrikaGame, r: Resolution, pair: tuple[PieceId, PieceId], lost: Mapping[PieceId, int]
) -> None:
    old, new = pair
    at, left = r.state.pieces[old].at or "", r.state.pieces[old].steps
    most = _steps(game, new, 0)
    take_place(r, old, new, _steps(game, new, lost[new]) if new in lost else min(left, most))
    r.unmark((old,), UPGRADED)
    text = f"{game.names[old]} becomes {game.names[new]} at {game.place_name(at)}."
    r.emit("upgraded", text, side=r.state.pieces[new].owner, pieces=pair, places=(at,))


def _steps(game: AfrikaGame, piece: PieceId, lost: int) -> int:
    unit = game.units.get(piece)
    return max(1, (unit.steps if unit else 1) - lost)
