"""Variable withdrawals: which units of a type may go (4.3, erratum 6, ruling 9)."""

from __future__ import annotations

from engine.ids import PieceId, SideId
from engine.state.model import State
from modules.afrika.rules.arrivals import restricted
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.queries import living, units_in
from modules.afrika.rules.state import DEAD
from modules.afrika.rules.units import Unit

ARMOR = "tank"
INFANTRY = "infantry"
TITLES = {ARMOR: "armor", INFANTRY: "infantry"}


def is_of_type(unit: Unit, wanted: str) -> bool:
    """Whether a unit is of the type a withdrawal asks for; armor means armor only."""
    return unit.tank if wanted == ARMOR else unit.infantry


def candidates(game: AfrikaGame, state: State, side: SideId, wanted: str) -> tuple[PieceId, ...]:
    """Units that may be withdrawn: living ones, Restriction Box included; dead ones only if there are
    none."""
    alive = (*living(game, state, side), *(restricted(game, state)))
    found = tuple(
        name for name in alive if is_of_type(game.units[name], wanted) and game.units[name].side == side
    )
    if found:
        return found
    return tuple(name for name in units_in(game, state, DEAD[side]) if is_of_type(game.units[name], wanted))
