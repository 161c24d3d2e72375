"""The best grouping of units to dumps: everybody supplied if possible, for as few supply points as possible.

Units go to sources one by one, the most valuable first; where every source in range is full, others are moved
along to make room (augmenting paths). Then sources give up points as long as everybody still finds a place.
What it finds is a proposal; the player may group otherwise (5.1a).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.supply import Source, cost, counted, in_range, needs_supply, supply_net


@dataclass(frozen=True, slots=True)
class Group:
    """Units that draw from one source, and what that costs."""

    source: Source
    pieces: tuple[PieceId, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class Grouping:
    """A proposal for a whole side: groups, and who stays without supply."""

    groups: tuple[Group, ...]
    without: tuple[PieceId, ...]

    @property
    def cost(self) -> int:
        """Supply points in all."""
        return sum(group.cost for group in self.groups)


@dataclass(slots=True)
class _Draw:
    """An assignment in the making: units by weight, sources by room left."""

    weight: Mapping[PieceId, int]
    choices: Mapping[PieceId, tuple[int, ...]]
    room: list[int]
    taken: dict[PieceId, int] = field(default_factory=dict)

    def seat(self, piece: PieceId) -> bool:
        """Finds room for a unit, moving others along if need be; False leaves all as it was."""
        weight = self.weight[piece]
        for source in self.choices[piece]:
            if self.room[source] >= weight:
                self._put(piece, source)
                return True
        return any(self._make_room(piece, source, {piece}, 3) for source in self.choices[piece])

    def _make_room(self, piece: PieceId, source: int, seen: set[PieceId], depth: int) -> bool:
        missing = self.weight[piece] - self.room[source]
        if missing > 0 and depth:
            for other in [name for name, at in self.taken.items() if at == source and name not in seen]:
                if self.weight[other] >= missing and self._move_on(other, source, {*seen, other}, depth - 1):
                    break
        if self.room[source] < self.weight[piece]:
            return False
        self._put(piece, source)
        return True

    def _move_on(self, piece: PieceId, source: int, seen: set[PieceId], depth: int) -> bool:
        self._lift(piece)
        for other in self.choices[piece]:
            if other != source and (
                self.room[other] >= self.weight[piece] or self._make_way(other, piece, seen, depth)
            ):
                self._put(piece, other)
                return True
        self._put(piece, source)
        return False

    def _make_way(self, source: int, piece: PieceId, seen: set[PieceId], depth: int) -> bool:
        if not depth:
            return False
        missing = self.weight[piece] - self.room[source]
        for other in [name for name, at in self.taken.items() if at == source and name not in seen]:
            if self.weight[other] >= missing and self._move_on(other, source, {*seen, other}, depth - 1):
                return True
        return False

    def _put(self, piece: PieceId, source: int) -> None:
        self.taken[piece] = source
        self.room[source] -= self.weight[piece]

    def _lift(self, piece: PieceId) -> None:
        self.room[self.taken.pop(piece)] += self.weight[piece]


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was supplied and paid already in the phase, by source."""

    drawn: Mapping[PlaceId, tuple[PieceId, ...]] = field(default_factory=dict)
    paid: Mapping[PlaceId, int] = field(default_factory=dict)

    @property
    def opened(self) -> tuple[PlaceId, ...]:
        """Dumps a supply point was spent from: what it paid for can be drawn when they are empty, too."""
        return tuple(place for place, points in self.paid.items() if points)

    def price(self, game: AfrikaGame, state: State, source: Source, pieces: tuple[PieceId, ...]) -> int:
        """Supply points still to pay so that these units draw from a source beside those that do already."""
        everybody = (*self.drawn.get(source.place, ()), *pieces)
        return max(0, cost(game, state, source, everybody) - self.paid.get(source.place, 0))

    def slack(self, game: AfrikaGame, source: Source) -> int:
        """Counted units that could still draw from a source for what is paid already."""
        if source.place not in self.paid:
            return 0
        return self.paid[source.place] * game.charts.supply_group - counted(game, self.drawn[source.place])


NOTHING_DRAWN = Ledger()


def propose(game: AfrikaGame, state: State, side: SideId, ledger: Ledger = NOTHING_DRAWN) -> Grouping:
    """The best grouping found for all of a side's units that need supply and have not drawn any yet."""
    done = {name for pieces in ledger.drawn.values() for name in pieces}
    pieces = [name for name in needs_supply(game, state, side) if name not in done]
    sources = supply_net(game).sources(state, side, ledger.opened)
    fed = _by_oases(game, state, sources, pieces, ledger)
    best = _cheapest(game, state, sources, [name for name in pieces if name not in fed], ledger)
    return _grouping(game, state, sources, ledger, {name: {**fed, **best}.get(name, -1) for name in pieces})


def _cheapest(
    game: AfrikaGame, state: State, sources: Sequence[Source], pieces: Sequence[PieceId], ledger: Ledger
) -> dict[PieceId, int]:
    """Everybody seated with all points, then points given up one by one as long as nobody loses his seat."""
    weight = {name: game.units[name].supply for name in pieces}
    slack = [max(0, ledger.slack(game, source)) for source in sources]
    choices = {
        name: tuple(
            i
            for i, source in enumerate(sources)
            if (source.points or slack[i]) and in_range(game, state, source, name)
        )
        for name in pieces
    }
    order = sorted(pieces, key=lambda name: (-_value(game, state, name), name))
    points = [source.points for source in sources]

    def seat() -> dict[PieceId, int]:
        room = [count * game.charts.supply_group + free for count, free in zip(points, slack, strict=True)]
        draw = _Draw(weight, choices, room)
        for name in order:
            draw.seat(name)
        return draw.taken

    best = seat()
    for index, source in enumerate(sources):
        used = sum(weight[name] for name, at in best.items() if at == index) - slack[index]
        points[index] = min(source.points, -(-max(0, used) // game.charts.supply_group))
    fewest = -(-max(0, sum(weight[name] for name in best) - sum(slack)) // game.charts.supply_group)
    for index in sorted(range(len(sources)), key=lambda i: points[i]):
        while points[index] and sum(points) > fewest:
            points[index] -= 1
            fewer = seat()
            if len(fewer) < len(best):
                points[index] += 1
                break
            best = fewer
    return best


def _by_oases(
    game: AfrikaGame, state: State, sources: Sequence[Source], pieces: Sequence[PieceId], ledger: Ledger
) -> dict[PieceId, int]:
    """Two units of each oasis hex without supply points, those that count most first."""
    fed: dict[PieceId, int] = {}
    for index, source in enumerate(sources):
        if source.oasis and not source.points:
            here = [name for name in pieces if game.number(state.pieces[name].at) == source.number]
            here.sort(key=lambda name: (-game.units[name].supply, -_value(game, state, name), name))
            free = game.charts.oasis_units - len(ledger.drawn.get(source.place, ()))
            fed.update(dict.fromkeys(here[: max(0, free)], index))
    return fed


def _value(game: AfrikaGame, state: State, piece: PieceId) -> int:
    return (game.attack(state, piece) + game.defense(state, piece)) * 2 + state.pieces[piece].steps


def _grouping(
    game: AfrikaGame, state: State, sources: Sequence[Source], ledger: Ledger, taken: Mapping[PieceId, int]
) -> Grouping:
    groups = []
    for index, source in enumerate(sources):
        here = tuple(name for name, at in taken.items() if at == index)
        if here:
            groups.append(Group(source=source, pieces=here, cost=ledger.price(game, state, source, here)))
    return Grouping(groups=tuple(groups), without=tuple(name for name, at in taken.items() if at < 0))


def feeding(grouping: Grouping) -> Mapping[PieceId, PlaceId]:
    """For each supplied unit the place it draws from."""
    return {name: group.source.place for group in grouping.groups for name in group.pieces}
