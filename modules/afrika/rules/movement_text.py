"""Words for movement: points in sixths as people write them, lists of units, itemised costs of a path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from typing import TYPE_CHECKING

from engine.ids import PieceId
from engine.view.reach import CostLine
from modules.afrika.rules.state import SIXTHS

if TYPE_CHECKING:
    from modules.afrika.rules.compiled import AfrikaGame


def mp_text(sixths: int) -> str:
    """Movement points in words: ``5``, ``1/3``, ``6 2/3``."""
    whole, rest = divmod(sixths, SIXTHS)
    if not rest:
        return str(whole)
    shared = gcd(rest, SIXTHS)
    part = f"{rest // shared}/{SIXTHS // shared}"
    return f"{whole} {part}" if whole else part


def counted(number: int, one: str, many: str = "") -> str:
    """``1 truck``, ``2 trucks``, ``3 hexes``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def pieces_text(game: AfrikaGame, pieces: Iterable[PieceId]) -> str:
    """Pieces by name, the first three and how many more."""
    names = [game.names[piece] for piece in pieces]
    if len(names) <= 4:
        return listed(names)
    return f"{', '.join(names[:3])} and {len(names) - 3} more"


def step_lines(game: AfrikaGame, mover: int, i: int, j: int) -> Iterator[CostLine]:
    """What one step costs a class of mover by the terrain chart, part by part."""
    if not (game.is_hex(i) and game.is_hex(j)):
        yield CostLine(f"to {game.place_name(game.place(j))}", mp_text(game.ground.box_cost), "1.7")
        return
    title, cost = game.board.label(j), game.ground.roads[mover].cost(i, j)
    plain = game.ground.rough[mover].cost(i, j)
    if cost is None:
        return
    roads = [kind for kind in game.board.links(i, j) if game.charts.routes.get(kind) == cost]
    if roads and cost != plain:
        yield CostLine(f"{title}, by {roads[0]}", mp_text(cost), "1.4")
        return
    terrain = game.charts.terrain[game.board.terrain[j]].cost[mover]
    yield CostLine(f"{title}, {game.terrain_title(j)}", mp_text(terrain), "terrain chart")
    if cost != terrain:
        kinds = listed(sorted(game.board.hexside(i, j) & game.charts.hexsides.keys()))
        yield CostLine(f"across {kinds}", f"+{mp_text(cost - terrain)}", "terrain chart")
