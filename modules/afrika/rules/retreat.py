"""Where units may retreat to (series 9.1, 9.2, clar. 4, 5, 7, 8, 15; ruling 25).

The owner moves hex by hex and may split the stack. Never into enemy units, off the map, or over ground
that is closed to the unit; of what is left, the best path counts: as many hexes as can be made, then no
overstacking at the end, then as few EZOC as possible, then every hex nearer to a supply source. The
Axis may leave column A1 for the connecting box, which ends its retreat. Each hex not made costs the
group a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.retreat import Value, outlets, through, together
from engine.state.model import FrameVars, State
from modules.afrika.rules import mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.ground import Mover, mover_of
from modules.afrika.rules.odds import battlefield
from modules.afrika.rules.queries import ports_of
from modules.afrika.rules.state import AXIS, CONNECTING, other

RULE = "series 9.1"
CONVERT_RULE = "2.6"
PLENTY = 1000
"""Room in a place without a stacking limit."""
NEARER_OASIS, NO_NEARER = 1, 2
"""What a step breaks that is nearer to an oasis only (clar. 7), or to nothing at all."""


class Group(msgspec.Struct, frozen=True):
    """Units that retreat together: where they have been, the present place last, and hexes still to go."""

    pieces: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]
    left: int


class RetreatVars(FrameVars, frozen=True):
    """A side's retreat: first how many of the ``hexes`` to turn into losses (at most ``convertible``).

    ``groups`` retreat in order, the first one now. ``why`` ends the sentence "… loses a step: ".
    """

    side: SideId
    pieces: tuple[PieceId, ...]
    hexes: int
    convertible: int
    why: str
    groups: tuple[Group, ...] = ()


def retreat_vars(state: State) -> RetreatVars:
    """The locals of the running retreat."""
    held = state.flow[-1].vars
    assert isinstance(held, RetreatVars)
    return held


class RetreatMap:
    """The ground that one kind of mover, or a mixed group, retreats over at one position."""

    ranks = 2
    """EZOC, then distance."""

    def __init__(self, game: AfrikaGame, state: State, side: SideId, movers: frozenset[Mover]) -> None:
        situation, field = game.situation(state), battlefield(game)
        self.side = side
        self._game = game
        self._enemies = situation.units[other(side)]
        self._friends = situation.units[side]
        self._watched = situation.zoc[other(side)]
        self._networks = [
            (game.ground.ways if side == AXIS else game.ground.roads)[m] for m in sorted(movers)
        ]
        self._sources = [field.distances(source) for source in sources(game, state, side)]
        self._oases = [field.distances(oasis) for oasis in field.oases]

    def exits(self, here: int) -> Iterable[int]:
        """Places that are not closed to any of the movers and hold no enemy."""
        if here == self._game.ground.connecting:
            return
        first, *others = self._networks
        for there, _ in first.exits[here]:
            if there not in self._enemies and all(there in network.steps[here] for network in others):
                yield there

    def breaks(self, here: int, there: int) -> tuple[int, int]:
        """Whether a step enters an EZOC (nothing negates it, clar. 15), and leads away from supply."""
        return int(there in self._watched), self.away(here, there)

    def away(self, here: int, there: int) -> int:
        """0 for a step nearer to a supply source, 1 nearer only to an oasis, 2 to neither (clar. 7, 8)."""
        if any(distance[there] < distance[here] for distance in self._sources):
            return 0
        return NEARER_OASIS if any(d[there] < d[here] for d in self._oases) else NO_NEARER

    def room(self, there: int) -> int:
        """Units that may still stack there."""
        if not self._game.is_hex(there):
            return PLENTY
        return self._game.charts.stacking - len(self._friends.get(there, ()))

    def is_haven(self, there: int) -> bool:
        """The connecting box."""
        return there == self._game.ground.connecting


def sources(game: AfrikaGame, state: State, side: SideId) -> Iterator[int]:
    """What a side retreats toward: its ports, with Alexandria, and for the Axis the west edge (clar. 8)."""
    if side == AXIS:
        yield game.ground.connecting
    for place, _ in ports_of(state, side):
        if game.board.index.get(place) is not None:
            yield game.board.index[place]


# --- groups ----------------------------------------------------------------------------------------


def movers(game: AfrikaGame, pieces: tuple[PieceId, ...]) -> frozenset[Mover]:
    """The kinds of mover among some units."""
    return frozenset(mover_of(game.units[name]) for name in pieces)


def map_for(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...]) -> RetreatMap:
    """The ground a group meets together."""
    return RetreatMap(game, state, game.units[pieces[0]].side, movers(game, pieces))


def ways_out(game: AfrikaGame, state: State, group: Group, pieces: tuple[PieceId, ...]) -> tuple[int, ...]:
    """Places that these units of a group may enter next as one; empty if they must split, or are blocked."""
    if group.left == 0:
        return ()
    path = tuple(game.number(place) for place in group.path)
    side = game.units[pieces[0]].side
    kinds = movers(game, pieces)
    joint = RetreatMap(game, state, side, kinds)
    each = [joint]
    if len(kinds) > 1:
        each = [RetreatMap(game, state, side, frozenset({mover})) for mover in sorted(kinds)]
    return together(joint, each, path, group.left, len(pieces))


def alone(game: AfrikaGame, state: State, group: Group) -> tuple[tuple[int, ...], ...]:
    """Where single units of a group may go next: once for each kind of mover among them."""
    side = game.units[group.pieces[0]].side
    path = tuple(game.number(place) for place in group.path)
    return tuple(
        outlets(RetreatMap(game, state, side, frozenset({mover})), path, group.left)[1]
        for mover in sorted(movers(game, group.pieces))
    )


def can_leave(game: AfrikaGame, state: State, side: SideId, number: int) -> bool:
    """Whether the ground lets anybody retreat from a hex at all (garrisons die only then, ruling 25)."""
    return any(True for _ in RetreatMap(game, state, side, frozenset({Mover.FOOT})).exits(number))


def refuse_step(
    game: AfrikaGame, state: State, group: Group, pieces: tuple[PieceId, ...], there: int
) -> Refusal:
    """Why a group (or part of it) may not enter a place: the gravest constraint that a better path keeps."""
    path = tuple(game.number(place) for place in group.path)
    joint, title = map_for(game, state, pieces), game.place_name(game.place(there))
    places = (game.place(there),)
    if there in path:
        return Refusal("a retreat enters no hex twice and does not go back", RULE, places=places)
    value = through(joint, path, there, group.left, len(pieces))
    if value is None:
        return _refuse_closed(game, state, joint, (path[-1], there))
    best, _ = outlets(joint, path, group.left, 1)
    return Refusal(
        f"{title} {_worse(value, best)}", RULE, places=places, hint=_hint(game, state, group, pieces)
    )


def _refuse_closed(game: AfrikaGame, state: State, joint: RetreatMap, step: tuple[int, int]) -> Refusal:
    here, there = step
    place = game.place(there)
    title = game.place_name(place)
    if there not in game.ground.neighbors[here] and place != CONNECTING:
        return Refusal(f"{title} is not next to the units", RULE, places=(place,))
    if there in game.situation(state).units[other(joint.side)]:
        return Refusal(f"enemy units stand in {title}", "series 9.1b", places=(place,))
    return Refusal(f"the way to {title} is closed to these units", "series 9.1b", places=(place,))


def _worse(value: Value, best: Value) -> str:
    reasons = (
        "leads where not all hexes can be made",
        "would overstack the units at the end",
        "leads through more enemy zones of control than another way",
        "is not on the way to a supply source",
    )
    return next(
        (text for text, a, b in zip(reasons, value, best, strict=True) if a > b), "is not the best way"
    )


def _hint(game: AfrikaGame, state: State, group: Group, pieces: tuple[PieceId, ...]) -> str:
    ways = ways_out(game, state, group, pieces)
    if ways:
        return "possible: " + ", ".join(game.place(number) for number in ways)
    return "these units have to split" if len(pieces) > 1 else ""


# --- how far the Mussolini line can be kept (erratum 11) ------------------------------------------


def may_hold_line(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...]) -> bool:
    """Erratum 11: whether retreating even one hex would make the Axis fail its Mussolini requirement."""
    if game.units[pieces[0]].side != AXIS or not mussolini.may_stay(game, state, pieces):
        return False
    for place in dict.fromkeys(state.pieces[name].at for name in pieces):
        here = tuple(name for name in pieces if state.pieces[name].at == place)
        if ends(game, state, Group(pieces=here, path=(place or "",), left=1)) & game.east_of_line:
            return False
    return True


def ends(game: AfrikaGame, state: State, group: Group) -> frozenset[int]:
    """Places where a unit of the group can end its retreat by the rules."""
    reached: set[int] = set()
    for name in group.pieces:
        ground = map_for(game, state, (name,))
        _follow(ground, tuple(game.number(place) for place in group.path), group.left, reached)
    return frozenset(reached)


def _follow(ground: RetreatMap, path: tuple[int, ...], left: int, reached: set[int]) -> None:
    _, steps = outlets(ground, path, left, 1)
    if not steps:
        reached.add(path[-1])
    for there in steps:
        _follow(ground, (*path, there), 0 if ground.is_haven(there) else left - 1, reached)
