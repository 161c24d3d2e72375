"""Supply ranges, who draws from what, and what it costs (5.1a, 5.1c, ruling 29).

A *source* is a dump in a hex or in the connecting box, or an oasis that feeds two units in its own hex.
Tripoli and the Restriction Box feed everybody in them for nothing and never enter here. Range is counted from
the source to the unit over the motorised column with roads, never through EZOCs that no friendly unit
negates. The cost of a source is worked out for all that draws from it in the phase, so the order of groups
does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import Spread, spread
from engine.kit.network import BLOCKED, Mover, Terms
from engine.state.memo import Memo
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.ground import Mover as Column
from modules.afrika.rules.queries import blocked_for_supply
from modules.afrika.rules.state import CONNECTING, TRIPOLI, data, other


@dataclass(frozen=True, slots=True)
class Source:
    """Where units draw supply. ``points`` is 0 for an oasis alone or a dump used up; ``reach`` the places in
    range."""

    place: PlaceId
    number: int
    points: int
    oasis: bool
    reach: Spread | None

    def covers(self, number: int) -> bool:
        """Whether units at a place may draw from here."""
        if number == self.number:
            return True
        return self.reach is not None and number in self.reach.cost


class SupplyNet:
    """Sources of both sides with their ranges, remembered for the last few positions."""

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._network = game.ground.roads[Column.MOTOR]
        self._sources: Memo[tuple[Source, ...]] = Memo(6)
        self._reach: Memo[dict[int, Spread]] = Memo(6)

    def sources(self, state: State, side: SideId, used: Iterable[PlaceId] = ()) -> tuple[Source, ...]:
        """All sources of a side, in the order of places; dumps ``used`` up in this phase keep their range."""
        names = " ".join(used)
        key = (*self._ground(state, side), data(state).dumps, names)
        return self._sources.get(key, lambda: tuple(self._find(state, side, names.split())))

    def _ground(self, state: State, side: SideId) -> tuple[object, ...]:
        """What ranges depend on: where units stand, enemy zones, side and turn."""
        situation, enemy = self.game.situation(state), other(side)
        return situation.units[side], situation.units[enemy], situation.zoc[enemy], side, state.turn

    def _find(self, state: State, side: SideId, used: list[PlaceId]) -> Iterator[Source]:
        game, dumps = self.game, data(state).dumps
        points = {place: dump.count for place, dump in dumps.items() if dump.side == side}
        points.update({place: 0 for place in used if place not in points})
        standing = game.situation(state).units[side]
        for number in game.oases:
            if number in standing:
                points.setdefault(game.place(number), 0)
        for place, count in sorted(points.items()):
            number = game.number(place)
            ranged = game.is_hex(number) and (count > 0 or place in used)
            reach = self._spread(state, side, number) if ranged else None
            yield Source(place=place, number=number, points=count, oasis=number in game.oases, reach=reach)

    def _spread(self, state: State, side: SideId, number: int) -> Spread:
        known = self._reach.get(self._ground(state, side), dict)
        if number not in known:
            blocked = blocked_for_supply(self.game, state, side)
            terms = Terms(entry=dict.fromkeys(blocked, BLOCKED))
            allowance = self.game.supply_range(side, state.turn)
            known[number] = spread(Mover(network=self._network, allowance=allowance, terms=terms), number)
        return known[number]

    def source(
        self, state: State, side: SideId, place: PlaceId, used: Iterable[PlaceId] = ()
    ) -> Source | None:
        """The source at a place."""
        return next((found for found in self.sources(state, side, used) if found.place == place), None)


def supply_net(game: AfrikaGame) -> SupplyNet:
    """The sources of a game, made once and kept with it."""
    return game.part(SupplyNet)


def is_always_supplied(game: AfrikaGame, state: State, piece: PieceId) -> bool:
    """Whether a unit never needs supply where it is: garrisons, the LRDG, units in Tripoli (2.7, 5.1a, 7.3,
    1.7)."""
    return game.units[piece].supply == 0 or state.pieces[piece].at == TRIPOLI


def needs_supply(game: AfrikaGame, state: State, side: SideId) -> tuple[PieceId, ...]:
    """Units for which supply must be spent this phase, in the order of places."""
    return tuple(
        name
        for number, here in game.situation(state).units[side].items()
        if number != game.ground.tripoli
        for name in here
        if game.units[name].supply
    )


def counted(game: AfrikaGame, pieces: Iterable[PieceId]) -> int:
    """What units count for supply: Italian divisions two, others one (5.1a)."""
    return sum(game.units[name].supply for name in pieces)


def cost(game: AfrikaGame, state: State, source: Source, pieces: tuple[PieceId, ...]) -> int:
    """Supply points for these units together from one source.

    Groups of up to 14 counted units (for a divisor of 10) round down to one point each, so n cost n / 14
    rounded up (5.1a). An oasis feeds its units in its own hex for nothing, and takes as many off the count of
    real supply points there (5.1c).
    """
    total = counted(game, pieces)
    if source.oasis:
        inside = [name for name in pieces if game.number(state.pieces[name].at) == source.number]
        if len(inside) == len(pieces) and len(pieces) <= game.charts.oasis_units:
            return 0
        total -= min(game.charts.oasis_units, counted(game, inside))
    return -(-total // game.charts.supply_group)


def in_range(game: AfrikaGame, state: State, source: Source, piece: PieceId) -> bool:
    """Whether a unit may draw from a source; the connecting box feeds only what stands in it (clar. 24)."""
    at = state.pieces[piece].at
    if CONNECTING in (source.place, at):
        return source.place == at
    return source.covers(game.number(at))
