"""What the program says about movement unasked: the cost of a path line by line, and what was forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.movement import walk
from engine.kit.network import BLOCKED
from engine.state.model import State
from engine.view.advice import Unfinished
from engine.view.reach import CostLine
from modules.afrika.rules.ground import mover_of
from modules.afrika.rules.grouping import propose
from modules.afrika.rules.march import march
from modules.afrika.rules.movement import MovementRules, in_exploitation
from modules.afrika.rules.movement_text import counted, mp_text, pieces_text, step_lines
from modules.afrika.rules.shipping import has_room
from modules.afrika.rules.state import AXIS, SPENT, TRIPOLI, data, other
from modules.afrika.rules.trucks import at_hand, sources


def explain_path(
    rules: MovementRules, state: State, side: SideId, pieces: tuple[PieceId, ...], path: tuple[PlaceId, ...]
) -> tuple[CostLine, ...]:
    """The cost of a path for the unit of a stack that has the least left at its end, and why it fails."""
    units, _ = rules.split(pieces)
    numbers = rules.numbers(path)
    known = units and all(rules.refuse_presence(state, side, name) is None for name in units)
    if isinstance(numbers, Refusal) or not numbers or not known:
        return ()
    assault = bool(rules.game.situation(state).at(other(side), numbers[-1]))
    way = numbers[:-1] if assault else numbers
    slowest = min(units, key=lambda name: rules.left(state, name) - rules.walk(state, name, way).total)
    lines = [line for step in _steps(rules, state, slowest, way) for line in step]
    total = rules.walk(state, slowest, way).total
    if assault:
        price = rules.game.charts.overrun
        lines.append(
            CostLine(f"overrun of {rules.game.place_name(path[-1])}", mp_text(price), "series: overrun")
        )
        total += price
    lines.append(CostLine(f"together for {rules.game.units[slowest].name}", mp_text(total)))
    lines.append(CostLine("left", mp_text(max(0, rules.left(state, slowest) - total))))
    refusal = rules.refuse_stack(state, side, units) or (
        None if assault else rules.refuse_path(state, units, numbers)
    )
    if refusal is not None:
        lines.append(CostLine(f"refused: {refusal.text}", "", refusal.rule))
    return tuple(lines)


def _steps(
    rules: MovementRules, state: State, name: PieceId, path: tuple[int, ...]
) -> Iterator[tuple[CostLine, ...]]:
    """Lines for each step that a unit can take, up to the first it cannot."""
    game, mover = rules.game, rules.mover(state, name)
    here = game.number(state.pieces[name].at)
    found = walk(mover, here, path)
    for j, paid in zip(path, found.costs, strict=False):
        lines = list(step_lines(game, mover_of(game.units[name]), here, j))
        extra = mover.terms.entry.get(j, 0)
        if 0 < extra < BLOCKED:
            lines.append(CostLine("entering an enemy zone of control", f"+{mp_text(extra)}", "7.3"))
        if mover.terms.one_hex and paid == mover.allowance != (mover.network.cost(here, j) or 0) + extra:
            lines.append(CostLine("one hex is always allowed, for all that is left", mp_text(paid), "1.7"))
        yield tuple(lines)
        here = j


class Forgotten:
    """Business left unfinished at the end of a phase of movement."""

    def __init__(self, rules: MovementRules) -> None:
        self.rules = rules

    def list(self, state: State, side: SideId) -> tuple[Unfinished, ...]:
        """Everything worth a reminder; none of it forbids ending the phase."""
        found = [*self._stacks(state, side)]
        if not in_exploitation(state):
            found += [*self._overstacked(state, side), *self._transport(state, side)]
        return (*found, *self._hungry(state, side))

    def _stacks(self, state: State, side: SideId) -> Iterator[Unfinished]:
        idle: list[PieceId] = []
        for _, able in self.rules.stacks(state, side):
            idle += [name for name in able if SPENT not in state.pieces[name].marks]
        party = march(state).party
        going = tuple(name for name in idle if name in party)
        fresh = (name for name in idle if not self.rules.counts_as_moved(state, name))
        rest = tuple(name for name in fresh if name not in party)
        if going:
            text = f"{pieces_text(self.rules.game, going)} may still go on"
            yield Unfinished(text, "clar. 29", going)
        if rest:
            places = tuple(dict.fromkeys(at for name in rest if (at := state.pieces[name].at)))
            verb = "has" if len(rest) == 1 else "have"
            what = "may still exploit" if in_exploitation(state) else f"{verb} not moved"
            yield Unfinished(f"{counted(len(rest), 'unit')} {what}", "1.1", rest, places)

    def _overstacked(self, state: State, side: SideId) -> Iterator[Unfinished]:
        game = self.rules.game
        for number, here in game.situation(state).units[side].items():
            excess = len(here) - game.charts.stacking
            if excess > 0 and game.is_hex(number):
                text = f"{game.place_name(game.place(number))}: {excess} over the stacking limit will die"
                yield Unfinished(text, "2.3", here, (game.place(number),))

    def _transport(self, state: State, side: SideId) -> Iterator[Unfinished]:
        held = data(state)
        left = held.trucks[side].left
        if left >= self.rules.game.charts.least_step and any(
            at_hand(state, side, place) for place in sources(state, side)
        ):
            yield Unfinished(f"trucks have {mp_text(left)} MP left", "5.4a")
        points, ports = (
            held.shipping[side],
            tuple(place for place in has_room(state, side) if place != TRIPOLI),
        )
        if points > 0 and ports and self._has_cargo(state, side):
            text = f"{counted(points, 'shipping point')} left, and there is room in ports"
            yield Unfinished(text, "5.4c" if side == AXIS else "5.4d", (), ports)

    def _has_cargo(self, state: State, side: SideId) -> bool:
        return any(at_hand(state, side, place) for place in held_ports(state, side))

    def _hungry(self, state: State, side: SideId) -> Iterator[Unfinished]:
        without = propose(self.rules.game, state, side).without
        if without:
            places = tuple(dict.fromkeys(at for name in without if (at := state.pieces[name].at)))
            text = f"{counted(len(without), 'unit')} will be out of supply"
            yield Unfinished(text, "5.1a", without, places)


def held_ports(state: State, side: SideId) -> Iterator[PlaceId]:
    """A side's ports."""
    return (place for place in data(state).ports if state.control.get(place) == side)
