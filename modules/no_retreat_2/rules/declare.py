"""Declaring battles: Targets, Counterblows, Mechanized Response (13.0, rulings 29 to 32)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import MarkCounterblow, MarkTarget, Respond
from modules.no_retreat_2.rules.kind import GameKind

FLIPPING = frozenset({"rommel", "oconnor"})
"""Leaders that can be flipped to a Counterblow marker (13.0)."""
RESPONSE_HEXES = 2


class MarkTargetKind(GameKind[MarkTarget]):
    """Marking an enemy hex as a Target: two are free, a third and fourth cost 1 SP together."""

    kind = "mark-target"
    action = MarkTarget
    shape = Shape.PLACE
    label = "Mark a Target hex"
    rule = "13.0"

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        held = nr.data(state)
        if held.targets >= nr.MARKERS:
            return Refusal("all four Target markers are used", "13.0")
        if held.targets == 2 and held.supply[side] < 1:
            return Refusal("a third attack costs 1 supply point, and none is held", "13.0")
        return None

    def check(self, state: State, side: SideId, action: MarkTarget) -> Refusal | None:
        if action.at not in self.game.board.index:
            return Refusal(f"no hex {action.at}", code="UNKNOWN_ID")
        if action.at in nr.data(state).marked:
            return Refusal("this hex is marked already", "13.0", places=(action.at,))
        i = self.game.board.index[action.at]
        if self.game.positions.side_at(state, i) != nr.other(side):
            return Refusal("a Target needs enemy pieces", "13.0", places=(action.at,))
        if not self._black_neighbors(state, side, i):
            return Refusal("no unit that may attack stands next to it", "13.0", places=(action.at,))
        return None

    def _black_neighbors(self, state: State, side: SideId, i: int) -> bool:
        ids = self.game.board.ids
        return any(
            self.game.positions.side_at(state, j) == side and self.game.positions.black_at(state, ids[j])
            for j in self.game.terrain.open_neighbors(i)
        )

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[MarkTarget]:
        if self.unavailable(state, side):
            return
        for place in state.stacks:
            action = MarkTarget(at=place)
            if place in self.game.board.index and self.check(state, side, action) is None:
                yield action

    def apply(self, r: Resolution, side: SideId, action: MarkTarget) -> None:
        held = nr.data(r.state)
        if held.targets == 2:
            held = replace(held, supply={**held.supply, side: held.supply[side] - 1})
            r.emit("supply-spent", "1 supply point for a third and fourth attack", rule="13.0", side=side)
        marked = {**held.marked, action.at: nr.TARGET}
        r.set_data(replace(held, marked=marked, targets=held.targets + 1))
        r.emit("target-marked", f"{action.at} is a Target", rule="13.0", side=side, places=(action.at,))


class CounterblowCost:
    """What a Counterblow or a Response costs, and how it is paid: a card, a leader's flip, or 1 SP."""

    def refuse(self, state: State, side: SideId, leader: PieceId, *, free: bool) -> Refusal | None:
        """Why it cannot be paid; None if it can."""
        held = nr.data(state)
        if leader:
            if leader not in FLIPPING or state.pieces[leader].owner != side:
                return Refusal("only Rommel and O'Connor can be flipped", "13.0", pieces=(leader,))
            if leader in held.flipped:
                return Refusal("this leader was flipped in this Player Turn", "13.0", pieces=(leader,))
            return None
        if held.counterblows >= held.counterblow_limit:
            return Refusal("all Counterblow markers are used", "13.0")
        if not free and held.supply[side] < 1:
            return Refusal("it costs 1 supply point, and none is held", "13.0")
        return None

    def pay(self, held: nr.Nr2Data, side: SideId, leader: PieceId, *, free: bool) -> nr.Nr2Data:
        """The data after paying."""
        if leader:
            return replace(held, flipped=(*held.flipped, leader))
        supply = held.supply if free else {**held.supply, side: held.supply[side] - 1}
        return replace(held, supply=supply, counterblows=held.counterblows + 1)


class MarkCounterblowKind(GameKind[MarkCounterblow]):
    """Marking an own hex: the phasing side must attack it, without the help of its terrain."""

    kind = "mark-counterblow"
    action = MarkCounterblow
    shape = Shape.PLACE
    label = "Mark a Counterblow"
    rule = "13.0"
    _cost = CounterblowCost()

    def check(self, state: State, side: SideId, action: MarkCounterblow) -> Refusal | None:
        board, positions = self.game.board, self.game.positions
        if action.at not in board.index or (action.piece and action.piece not in state.pieces):
            return Refusal("no such hex or piece", code="UNKNOWN_ID")
        if action.at in nr.data(state).marked:
            return Refusal("this hex is marked already", "13.0", places=(action.at,))
        i = board.index[action.at]
        if positions.side_at(state, i) != side or not positions.black_at(state, action.at):
            return Refusal("a Counterblow needs an own unit that may attack", "13.0", places=(action.at,))
        if action.piece and state.pieces[action.piece].at != action.at:
            return Refusal("the leader is not in that hex", "13.0", pieces=(action.piece,))
        near = self.game.terrain.open_neighbors(i)
        if not any(positions.side_at(state, j) == nr.other(side) for j in near):
            return Refusal("no phasing piece stands next to it", "13.0", places=(action.at,))
        return self._cost.refuse(state, side, action.piece, free=nr.data(state).free_counterblow)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[MarkCounterblow]:
        for place, stack in state.stacks.items():
            for leader in ("", *(p for p in stack if p in FLIPPING)):
                action = MarkCounterblow(at=place, piece=leader)
                if place in self.game.board.index and self.check(state, side, action) is None:
                    yield action

    def apply(self, r: Resolution, side: SideId, action: MarkCounterblow) -> None:
        held = nr.data(r.state)
        held = self._cost.pay(held, side, action.piece, free=held.free_counterblow)
        marked = {**held.marked, action.at: nr.COUNTERBLOW}
        r.set_data(replace(held, marked=marked, free_counterblow=False))
        r.emit("counterblow", f"Counterblow at {action.at}", rule="13.0", side=side, places=(action.at,))


class RespondKind(GameKind[Respond]):
    """Mechanized Response: two hexes, not MP, from a hex outside every EZOC (ruling 31)."""

    kind = "respond"
    action = Respond
    shape = Shape.MOVE
    label = "Mechanized Response"
    rule = "13.0"
    _cost = CounterblowCost()

    def movers(self, state: State, source: PlaceId) -> tuple[PieceId, ...]:
        """The Mechanized units of a hex: they move together."""
        return tuple(p for p in state.at(source) if self.game.units[p].mechanized)

    def check(self, state: State, side: SideId, action: Respond) -> Refusal | None:
        index, positions = self.game.board.index, self.game.positions
        if action.source not in index or any(place not in index for place in action.path):
            return Refusal("no such hex", code="UNKNOWN_ID")
        movers = self.movers(state, action.source)
        if not movers or any(state.pieces[p].owner != side for p in movers):
            return Refusal("only own Mechanized units respond", "13.0", places=(action.source,))
        if index[action.source] in positions.zones(state, nr.other(side)).every:
            return Refusal("they stand in an enemy zone of control", "13.0", places=(action.source,))
        if any(p in nr.data(state).responded for p in movers):
            return Refusal("they have responded in this Player Turn", "13.0", pieces=movers)
        if action.piece and state.pieces[action.piece].at != action.source:
            return Refusal("the leader is not in that hex", "13.0", pieces=(action.piece,))
        return self._refuse_path(state, side, action, movers) or self._refuse_cost(state, side, action)

    def _refuse_cost(self, state: State, side: SideId, action: Respond) -> Refusal | None:
        held = nr.data(state)
        if held.marked.get(action.source) == nr.COUNTERBLOW:
            return None
        return self._cost.refuse(state, side, action.piece, free=held.free_response)

    def _refuse_path(
        self, state: State, side: SideId, action: Respond, movers: tuple[PieceId, ...]
    ) -> Refusal | None:
        board, positions = self.game.board, self.game.positions
        if not 1 <= len(action.path) <= RESPONSE_HEXES:
            return Refusal("a Response goes one or two hexes", "13.0")
        zones = positions.zones(state, nr.other(side))
        at = board.index[action.source]
        for number, place in enumerate(action.path):
            to = board.index[place]
            if to not in self.game.terrain.open_neighbors(at):
                return Refusal(f"{place} cannot be entered from there", "12.1", places=(place,))
            if positions.side_at(state, to) == nr.other(side):
                return Refusal("enemy pieces are there", "12.2", places=(place,))
            if number and at in zones.every and (to not in zones.every or to in zones.hard):
                return Refusal("they must stop in the enemy zone of control", "12.3.2", places=(place,))
            at = to
        end = action.path[-1]
        if end != action.source and positions.is_overstacked(state, end, movers):
            return Refusal("the hex would be overstacked", "12.2.1", places=(end,))
        if positions.mixes_colors((*movers, *state.at(end))):
            return Refusal("these colours do not stack", "12.2.2", places=(end,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Respond]:
        ids, index = self.game.board.ids, self.game.board.index
        for source in state.stacks:
            if source not in index or not self.movers(state, source):
                continue
            leaders = ("", *(p for p in state.at(source) if p in FLIPPING))
            for first in self.game.terrain.open_neighbors(index[source]):
                second = self.game.terrain.open_neighbors(first)
                for path in ((ids[first],), *((ids[first], ids[j]) for j in second)):
                    for leader in leaders:
                        action = Respond(source=source, path=path, piece=leader)
                        if self.check(state, side, action) is None:
                            yield action

    def apply(self, r: Resolution, side: SideId, action: Respond) -> None:
        held = nr.data(r.state)
        if held.marked.get(action.source) != nr.COUNTERBLOW:
            held = self._cost.pay(held, side, action.piece, free=held.free_response)
            held = replace(held, free_response=False)
        movers = self.movers(r.state, action.source)
        end = action.path[-1]
        marked = {place: mark for place, mark in held.marked.items() if place != action.source}
        near = self.game.terrain.open_neighbors(self.game.board.index[end])
        if any(self.game.positions.side_at(r.state, j) == nr.other(side) for j in near):
            marked[end] = nr.COUNTERBLOW
        r.set_data(replace(held, marked=marked, responded=(*held.responded, *movers)))
        leaders = tuple(p for p in r.state.at(action.source) if self.game.units[p].type == "leader")
        r.move_all((*movers, *leaders), end)
        for place in action.path:
            self.game.capture(r, side, place)
        r.emit("responded", f"Response from {action.source} to {end}", rule="13.0", side=side, pieces=movers)
