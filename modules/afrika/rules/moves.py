"""The action of moving a stack along a path, with leaders riding along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import JointSpread, Spread, wander
from engine.play.action import Action, Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.preview import Preview
from engine.view.reach import Arrival, Reach
from modules.afrika.rules.capture import capture_supply, pass_through
from modules.afrika.rules.combat import engage
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders_movement import carry, riders
from modules.afrika.rules.march import march, refuse_party, set_out
from modules.afrika.rules.movement import MovementRules, refuse_unknown
from modules.afrika.rules.movement_text import mp_text, pieces_text
from modules.afrika.rules.overrun import Assault, crowding, overrun_targets, refuse_assault, warned
from modules.afrika.rules.overrun_flow import begin_overrun
from modules.afrika.rules.preview import preview_of
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import MOVED, SIXTHS, other

LONGEST = 12
"""Steps of a random path at most."""
TRIES = 5


class MoveStack(Action, frozen=True, tag="move"):
    """Moves units of one place, and a leader with them, along a path of places entered in order."""

    pieces: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


class MoveKind(GameKind[MoveStack]):
    """Movement of stacks in the movement and exploitation phases."""

    kind = "move"
    action = MoveStack
    shape = Shape.MOVE
    label = "Move"
    rule = "series: movement"
    help = (
        "Units of one place move together along a path. A stack finishes its move before another begins; "
        "it may pause and go on with the movement points it has left. Any unit may move one hex with its "
        "full allowance."
    )

    def __init__(self, rules: MovementRules) -> None:
        super().__init__(rules.game)
        self.rules = rules

    # --- legality -------------------------------------------------------------------------------

    def check(self, state: State, side: SideId, action: MoveStack) -> Refusal | None:
        unknown = refuse_unknown(state, action.pieces)
        if unknown is not None:
            return unknown
        units, leaders = self.rules.split(action.pieces)
        if leaders and not units:
            text = "leaders have no movement of their own: they ride with units or fly by Storch"
            return Refusal(text, "6.2b", pieces=leaders)
        refusal = self.rules.refuse_stack(state, side, units)
        if refusal is not None:
            return refusal
        aboard = riders(self.game, state, units, leaders)
        if isinstance(aboard, Refusal):
            return aboard
        path = self.rules.numbers(action.path)
        if isinstance(path, Refusal):
            return path
        if path and self._is_assault(state, side, path[-1]):
            return self._refuse_assault(state, units, path)
        return self.rules.refuse_path(state, units, path)

    def _is_assault(self, state: State, side: SideId, number: int) -> bool:
        return bool(self.game.situation(state).at(other(side), number))

    def _refuse_assault(
        self, state: State, units: tuple[PieceId, ...], path: tuple[int, ...]
    ) -> Refusal | None:
        """A path that ends with enemy units is a move followed by an overrun."""
        *way, target = path
        if way:
            refusal = self.rules.refuse_path(state, units, tuple(way))
            if refusal is not None:
                return refusal
            if way[-1] in self.rules.field(state, self.game.units[units[0]].side).watched.stops:
                text = "the supply points there are captured before the stack goes on"
                return Refusal(text, "5.3", places=(self.game.place(way[-1]),))
        origin = way[-1] if way else self.game.number(state.pieces[units[0]].at)
        lefts = {
            name: self.rules.left(state, name) - self.rules.walk(state, name, tuple(way)).total
            for name in units
        }
        return refuse_assault(self.rules, state, Assault(origin, target, lefts))

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[MoveStack]:
        for number, able in self.rules.stacks(state, side):
            if piece is not None and state.pieces[piece].at != self.game.place(number):
                continue
            for pieces in self._groups(state, able, piece):
                units, _ = self.rules.split(pieces)
                found = self.rules.spread(state, units)
                for place in found.cost:
                    if place != number:
                        yield MoveStack(pieces=pieces, path=self._ids(found.path(place)))

    def _groups(
        self, state: State, able: tuple[PieceId, ...], piece: PieceId | None
    ) -> Iterator[tuple[PieceId, ...]]:
        """Single units, then all able ones together or as far as they may, then these with their leader."""
        leader = self._leader_with(state, able)
        if piece in (None, *able):
            yield from ((name,) for name in able if piece in (None, name))
            for units in self._stacks_of(state, able):
                if piece in (None, *units):
                    yield units
        if (
            leader
            and piece in (None, leader)
            and not isinstance(riders(self.game, state, able, (leader,)), Refusal)
            and self.rules.refuse_stack(state, self.game.units[able[0]].side, able) is None
        ):
            yield (*able, leader)

    def _stacks_of(self, state: State, able: tuple[PieceId, ...]) -> Iterator[tuple[PieceId, ...]]:
        """The largest stacks that may move together: the part on the move, and those who have not moved."""
        party = march(state).party
        fresh = tuple(name for name in able if name not in party)
        for units in (fresh, tuple(name for name in able if name in party)):
            if len(units) > 1 and refuse_party(state, units) is None:
                yield units

    def _leader_with(self, state: State, able: tuple[PieceId, ...]) -> PieceId:
        leader = self.game.leader.get(self.game.units[able[0]].side, "")
        return leader if leader and state.pieces[leader].at == state.pieces[able[0]].at else ""

    def sample(self, state: State, side: SideId, random: Random) -> MoveStack | None:
        places = list(self.game.situation(state).units[side])
        for _ in range(TRIES if places else 0):
            action = self._sample_at(state, side, random.choice(places), random)
            if action is not None:
                return action
        return self._first(state, side, random)

    def _sample_at(self, state: State, side: SideId, number: int, random: Random) -> MoveStack | None:
        able = self.rules.able(state, side, number)
        if not able:
            return None
        units = able if random.random() < 0.5 else (random.choice(able),)
        if self.rules.refuse_stack(state, side, units) is not None:
            units = (random.choice(able),)
        path = wander(self.rules.movers(state, units), number, random, random.randint(1, LONGEST))
        return MoveStack(pieces=units, path=self._ids(path)) if path else None

    def _first(self, state: State, side: SideId, random: Random) -> MoveStack | None:
        """Any move there is, when random tries found none."""
        for number, able in self.rules.stacks(state, side):
            for name in able:
                mover = self.rules.mover(state, name)
                for _ in range(TRIES):
                    path = wander((mover,), number, random, 2)
                    if path:
                        return MoveStack(pieces=(name,), path=self._ids(path))
        return next(self.choices(state, side), None)

    # --- carrying out ---------------------------------------------------------------------------

    def apply(self, r: Resolution, side: SideId, action: MoveStack) -> None:
        state, game = r.state, self.game
        units, named = self.rules.split(action.pieces)
        leaders = riders(game, state, units, named)
        assert not isinstance(leaders, Refusal)
        path = tuple(game.number(place) for place in action.path)
        target = action.path[-1] if self._is_assault(state, side, path[-1]) else ""
        if target:
            path = path[:-1]
        if path:
            self._walk(r, units, leaders, path)
        if target:
            begin_overrun(self.rules, r, target, (*units, *leaders))
        else:
            settle(game, r)

    def _walk(
        self, r: Resolution, units: tuple[PieceId, ...], leaders: tuple[PieceId, ...], path: tuple[int, ...]
    ) -> None:
        state, game, side = r.state, self.game, self.game.units[units[0]].side
        costs = {name: self.rules.walk(state, name, path).total for name in units}
        origin = state.pieces[units[0]].at or ""
        set_out(r, units, costs, led=self.rules.is_led(state, units[0]))
        goal = game.place(path[-1])
        r.move_all(units, goal)
        r.mark(units, MOVED)
        carry(r, leaders, goal)
        who, cost = pieces_text(game, (*units, *leaders)), mp_text(max(costs.values()))
        text = f"{who}: {game.place_name(origin)} to {game.place_name(goal)} ({cost} MP)."
        r.emit(
            "moved",
            text,
            rule=self.rule,
            side=side,
            pieces=(*units, *leaders),
            places=(origin, *self._ids(path)),
        )
        pass_through(game, r, units, path)
        capture_supply(game, r, side, goal)

    def describe(self, state: State, action: MoveStack) -> str:
        goal = self.game.place_name(action.path[-1]) if action.path else "nowhere"
        return f"{pieces_text(self.game, action.pieces)} to {goal}"

    # --- for the window -------------------------------------------------------------------------

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        found: list[PieceId] = []
        for _, able in self.rules.stacks(state, side):
            found.extend(able)
            leader = self._leader_with(state, able)
            if leader:
                found.append(leader)
        return tuple(found)

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        if subject in state.pieces:
            return self._why_not_piece(state, side, subject)
        number = self.game.number(subject)
        here = self.game.situation(state).at(side, number) if number >= 0 else ()
        refusals = [self.rules.refuse_unit(state, side, name) for name in here]
        return refusals[-1] if refusals and all(refusals) else None

    def _why_not_piece(self, state: State, side: SideId, name: PieceId) -> Refusal | None:
        if name in self.game.leaders and self.game.leaders[name] == side:
            able = self.rules.able(state, side, self.game.number(state.pieces[name].at))
            if able and not isinstance(riders(self.game, state, able, (name,)), Refusal):
                return None
        if name not in self.game.units and name not in self.game.leaders:
            return None
        return self.rules.refuse_unit(state, side, name)

    def reach(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> Reach | None:
        units, leaders = self.rules.split(pieces)
        if any(name not in state.pieces for name in pieces):
            return None
        if self.rules.refuse_stack(state, side, units) is not None:
            return None
        if isinstance(riders(self.game, state, units, leaders), Refusal):
            return None
        start = state.pieces[units[0]].at or ""
        return Reach(pieces=pieces, start=start, scale=SIXTHS, arrivals=self._arrivals(state, side, units))

    def preview(self, state: State, side: SideId, action: MoveStack) -> Preview | None:
        """The combat of a move that ends in an overrun, seen from the hex next to the target."""
        units, _ = self.rules.split(action.pieces)
        target = self.game.number(action.path[-1]) if action.path else -1
        if target < 0 or not self._is_assault(state, side, target):
            return None
        there = Resolution(state)
        if len(action.path) > 1:
            there.move_all(units, action.path[-2])
        found = preview_of(self.game, there.state, engage(self.game, there.state, target, units), side)
        origin = self.game.number(there.state.pieces[units[0]].at)
        return warned(found, crowding(self.rules, there.state, origin, units))

    def _arrivals(self, state: State, side: SideId, units: tuple[PieceId, ...]) -> Mapping[PlaceId, Arrival]:
        found = self.rules.spread(state, units)
        field, lefts = self.rules.field(state, side), self._left_after(state, units, found)
        start = self.game.number(state.pieces[units[0]].at)
        arrivals: dict[PlaceId, Arrival] = {}
        for number, (cost, left) in lefts.items():
            if number == start:
                continue
            capture = number in field.watched.stops
            arrivals[self.game.place(number)] = Arrival(
                cost=cost,
                left=left,
                path=self._ids(found.path(number)),
                stop=capture or left == 0,
                enemy_zoc=number in field.watched.entry,
                note="captures supply: one die" if capture else "",
            )
        arrivals.update(overrun_targets(self.rules, state, units, lefts, found))
        return arrivals

    def _left_after(
        self, state: State, units: tuple[PieceId, ...], found: Spread | JointSpread
    ) -> Mapping[int, tuple[int, int]]:
        """For each place the cost shown (the highest in the stack) and the least MP left in the stack."""
        movers = self.rules.movers(state, units)
        if isinstance(found, Spread):
            allowance = found.allowance
            return {place: (cost, allowance - cost) for place, cost in found.cost.items()}
        budgets = tuple(mover.allowance for mover in movers)
        return {
            place: (max(costs), min(a - b for a, b in zip(budgets, costs, strict=True)))
            for place, costs in found.cost.items()
        }

    def _ids(self, path: tuple[int, ...]) -> tuple[PlaceId, ...]:
        return tuple(self.game.place(number) for number in path)


def active_text(rules: MovementRules, state: State) -> str:
    """Who is on the move and what is left, for the prompt; empty between moves."""
    held = march(state)
    if not held.party:
        return ""
    lefts = [(name, rules.game.allowance(state, name) - held.spent[name]) for name in held.party]
    going = [(name, left) for name, left in lefts if left > 0]
    if not going:
        return ""
    names, left = [name for name, _ in going], min(left for _, left in going)
    foggy = rules.game.options.get("fog") is True
    who = f"{len(names)} unit{'s' if len(names) > 1 else ''}" if foggy else pieces_text(rules.game, names)
    return f"{who} may go on with {mp_text(left)} MP"
