"""Who may advance after a combat, and where (series 10.0, 3.1, 6.2c, erratum 12; ruling 26).

Attackers may enter the hex their attack emptied, over any hexside that is not impassable; artillery
only where it could move. Exploit-capable units, and those that were stacked with a leader, may go one
hex further, where they could move. Stacking sets no limit (2.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import FrameVars, State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.ground import mover_of
from modules.afrika.rules.odds import battlefield
from modules.afrika.rules.queries import is_out_of_supply, leader_at
from modules.afrika.rules.state import data, other

RULE = "series 10.0"
Path = tuple[int, ...]


class AdvanceVars(FrameVars, frozen=True):
    """``able`` units may still advance to ``target``; those also in ``far`` may go one hex further.

    ``paused`` have captured supply points in ``target`` and may still go on from there (5.3, ruling 15).
    """

    side: SideId
    target: PlaceId
    able: tuple[PieceId, ...]
    far: tuple[PieceId, ...] = ()
    paused: tuple[PieceId, ...] = ()

    @property
    def ready(self) -> tuple[PieceId, ...]:
        """All that may still do something."""
        return (*self.able, *self.paused)


def advance_vars(state: State) -> AdvanceVars:
    """The locals of the running advance."""
    held = state.flow[-1].vars
    assert isinstance(held, AdvanceVars)
    return held


def is_vacated(game: AfrikaGame, state: State, enemy: SideId, target: int) -> bool:
    """Whether no enemy unit is left in a hex."""
    return target not in game.situation(state).units[enemy]


def able(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...], target: int) -> tuple[PieceId, ...]:
    """Attackers, alive and next to the emptied hex, that may enter it."""
    return tuple(name for name in pieces if refuse_entry(game, state, name, target) is None)


def refuse_entry(game: AfrikaGame, state: State, name: PieceId, target: int) -> Refusal | None:
    """Why a unit may not enter the emptied hex."""
    unit, here = game.units[name], game.number(state.pieces[name].at)
    if not game.is_hex(here) or here not in battlefield(game).neighbors(target):
        return Refusal(f"{unit.name} is not next to the hex", RULE, pieces=(name,))
    if unit.movement == 0:
        rule = "2.7" if unit.garrison else "erratum 12"
        return Refusal(f"{unit.name} has no movement allowance", rule, pieces=(name,))
    if unit.artillery and target not in game.ground.roads[mover_of(unit)].steps[here]:
        text = f"{unit.name} may only advance where it could move"
        return Refusal(text, "erratum 12", pieces=(name,), places=(game.place(target),))
    return None


def far_goers(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
    """Those of some units that may go one hex further: exploit-capable, or stacked with their leader now.

    Units out of supply never may, with a leader or not (2.4).
    """
    return tuple(
        name for name in pieces if not is_out_of_supply(state, name) and _goes_far(game, state, name)
    )


def _goes_far(game: AfrikaGame, state: State, name: PieceId) -> bool:
    unit = game.units[name]
    here = game.number(state.pieces[name].at)
    return unit.exploits or leader_at(game, state, unit.side, here) is not None


def further(game: AfrikaGame, state: State, names: tuple[PieceId, ...], target: int) -> Mapping[int, Path]:
    """Hexes beyond the emptied one that some units could all move to, each with the way from it."""
    found: dict[int, Path] = {target: ()}
    fresh: tuple[int, ...] = (target,)
    for _ in range(game.charts.advance_exploit):
        after: dict[int, Path] = {}
        for here in fresh:
            for there in onward(game, state, names, here):
                if there not in found and there not in after:
                    after[there] = (*found[here], there)
        found.update(after)
        fresh = tuple(after)
    return {there: path for there, path in found.items() if path}


def onward(game: AfrikaGame, state: State, names: tuple[PieceId, ...], here: int) -> Iterator[int]:
    """Neighbors that some units could all move to: ground open to them, no enemy units."""
    enemies = game.situation(state).units[other(game.units[names[0]].side)]
    first, *others = sorted({mover_of(game.units[name]) for name in names})
    roads = game.ground.roads
    for there, _ in roads[first].exits[here]:
        if there not in enemies and all(there in roads[kind].steps[here] for kind in others):
            yield there


def stops_at_supply(state: State, held: AdvanceVars) -> bool:
    """Whether enemy supply points in the emptied hex are rolled for before anybody goes on (5.3)."""
    dump = data(state).dumps.get(held.target)
    return dump is not None and dump.side != held.side


def refuse_further(
    game: AfrikaGame, state: State, held: AdvanceVars, names: tuple[PieceId, ...], path: Path
) -> Refusal | None:
    """Why units may not go on from the emptied hex along a path."""
    for name in names:
        if name not in held.far:
            who = game.units[name].name
            text = f"{who} is not exploit-capable and no leader was with it: it advances one hex"
            if is_out_of_supply(state, name):
                text = f"{who} is out of supply and so never exploit-capable: it advances one hex"
            return Refusal(text, "2.4", pieces=(name,))
    most = game.charts.advance_exploit
    if len(path) > most:
        return Refusal(f"an advance goes at most {most} hex beyond the emptied one", RULE)
    for here, there in pairwise((game.number(held.target), *path)):
        if there not in onward(game, state, names, here):
            place = game.place(there)
            text = f"these units cannot go on to {game.place_name(place)}"
            return Refusal(text, RULE, pieces=names, places=(place,))
    return None
