"""A combat added up: strengths, odds, shifts, the column rolled on (3.0).

Terrain multiplies printed strengths first; the ratio of the larger to the smaller is rounded, halves
up; it finds a column; the net shift, three columns at most, moves it (rulings 18 and 19).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.ids import PieceId
from engine.kit.combat import Shift, net_shift, shifted
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.odds import battlefield
from modules.afrika.rules.shifts import Engagement, shifts
from modules.afrika.rules.state import data, other


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The sum of a combat. Strengths in units of ``1/scale`` of a printed point.

    ``factor`` is what the defender's ground multiplies by in all, ``fort`` and ``box`` whether they are in
    it. ``base`` and ``final`` are columns of the results table, ``net`` the capped shift between them.
    """

    attack: int
    defense: int
    scale: int
    factor: int
    fort: bool
    box: bool
    shifts: tuple[Shift, ...]
    net: int
    base: int
    final: int


def engage(
    game: AfrikaGame,
    state: State,
    target: int,
    pieces: tuple[PieceId, ...],
    artillery: tuple[PieceId, ...] = (),
) -> Engagement:
    """The combat these attackers would fight; artillery among them supports it if it still can."""
    side, used = game.units[(*pieces, *artillery)[0]].side, data(state).record.artillery
    guns = tuple(
        name for name in pieces if game.units[name].artillery and name not in artillery and name not in used
    )
    return Engagement(
        target=target,
        side=side,
        enemy=other(side),
        attackers=tuple(name for name in pieces if name not in guns and name not in artillery),
        artillery=(*artillery, *guns),
        defenders=game.situation(state).at(other(side), target),
    )


def defense_factor(game: AfrikaGame, state: State, battle: Engagement) -> tuple[int, bool, bool]:
    """What the defenders are multiplied by, and whether a fort and a box are part of it (1.4-1.6)."""
    field = battlefield(game)
    fort = fort_holds(game, state, battle)
    box = field.box_counts(state, battle.enemy, battle.target)
    factor = field.cover(battle.target).value
    factor *= game.charts.fort if fort else 1
    factor *= game.charts.box if box else 1
    return factor, fort, box


def fort_holds(game: AfrikaGame, state: State, battle: Engagement) -> bool:
    """Whether the fortification counts: all that matters comes through fortified sides (ruling 19)."""
    field = battlefield(game)
    if not field.has_fort(battle.target):
        return False
    strong = [name for name in battle.attackers if game.attack(state, name) > 0]
    origins = {game.number(state.pieces[name].at) for name in (*strong, *battle.artillery)}
    return field.fort_counts(battle.target, origins)


def tally(game: AfrikaGame, state: State, battle: Engagement) -> Tally:
    """Adds a combat up."""
    field, table = battlefield(game), game.charts.results
    factor, fort, box = defense_factor(game, state, battle)
    attack = field.attacks(state, battle.attackers, battle.target)
    defense = sum(field.defense(state, name, factor) for name in battle.defenders)
    found = shifts(game, state, battle)
    net = net_shift(found, game.charts.shift_limit)
    base = table.column(attack, defense)
    return Tally(
        attack=attack,
        defense=defense,
        scale=field.scale,
        factor=factor,
        fort=fort,
        box=box,
        shifts=found,
        net=net,
        base=base,
        final=shifted(base, net, table.width),
    )


def shelters(game: AfrikaGame, state: State, battle: Engagement) -> bool:
    """Whether the defender may turn every hex of retreat into a loss: box, fort that counts, city (2.6)."""
    if battlefield(game).cover(battle.target).city:
        return True
    _, fort, box = defense_factor(game, state, battle)
    return fort or box


def strength_text(amount: int, scale: int) -> str:
    """A strength as people write it: exact to two decimals, without needless zeros."""
    return f"{amount / scale:.2f}".rstrip("0").rstrip(".")
