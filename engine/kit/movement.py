"""Reachability on networks: where a mover can go, at what cost, by which path.

Costs are small whole numbers, so the search keeps one bucket for each amount spent (Dial's variant
of Dijkstra's algorithm) and needs no heap. Three kinds: :func:`spread` for one mover or for several
that pay alike, :func:`spread_together` for a stack whose members pay differently and stay together,
:func:`spread_modes` for rules in which what may follow depends on what was done before (infiltration,
movement only along roads). :func:`walk` checks one given path and costs as much as its length.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from engine.kit.network import BLOCKED, Mover, Network

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """What one search found: cost to each place (the start included) and where it was reached from.

    ``forced`` are places reached only because one hex is always allowed; they cost all there is.
    """

    start: int
    allowance: int
    cost: Mapping[int, int]
    came: Mapping[int, int] = field(repr=False)
    forced: frozenset[int] = frozenset()

    def path(self, place: int) -> Path:
        """The cheapest path to a place, without the start; raises KeyError for one out of reach."""
        back = []
        while place != self.start:
            back.append(place)
            place = self.came[place]
        back.reverse()
        return tuple(back)


def spread(mover: Mover, start: int) -> Spread:
    """Every place a mover can reach from ``start`` with its allowance."""
    allowance, terms = mover.allowance, mover.terms
    cost: dict[int, int] = {start: 0}
    came: dict[int, int] = {}
    if allowance > 0:
        _fill(mover, start, cost, came)
    forced = _first_steps(mover, start, cost, came) if terms.one_hex else frozenset()
    return Spread(start=start, allowance=allowance, cost=cost, came=came, forced=forced)


def _fill(mover: Mover, start: int, cost: dict[int, int], came: dict[int, int]) -> None:
    exits, allowance = mover.network.exits, mover.allowance
    entry, leaving, stops = mover.terms.entry, mover.terms.leaving, mover.terms.stops
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for i in bucket:
            if cost[i] != spent or (i in stops and i != start):
                continue
            base = spent + leaving[i] if i in leaving else spent
            for j, step in exits[i]:
                total = base + step
                if j in entry:
                    total += entry[j]
                if total <= allowance and total < cost.get(j, BLOCKED):
                    cost[j] = total
                    came[j] = i
                    buckets[total].append(j)


def _first_steps(mover: Mover, start: int, cost: dict[int, int], came: dict[int, int]) -> frozenset[int]:
    forced = set()
    for j, _ in mover.network.exits[start]:
        if j not in cost and mover.terms.entry.get(j, 0) < BLOCKED:
            cost[j] = mover.allowance
            came[j] = start
            forced.add(j)
    return frozenset(forced)


# --- several movers in one stack -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JointSpread:
    """What a stack of unlike movers can reach together: for each place what each of them has spent."""

    start: int
    cost: Mapping[int, tuple[int, ...]]
    paths: Mapping[int, Path] = field(repr=False)

    def path(self, place: int) -> Path:
        """A path all of them can take to a place, without the start; raises KeyError if there is none."""
        return self.paths[place]


@dataclass(slots=True)
class _Labels:
    """Costs not dominated by others, place by place, each with a chain back to the start."""

    movers: Sequence[Mover]
    found: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    queue: list[tuple[int, int, tuple[int, ...], int, tuple[object, ...]]] = field(default_factory=list)
    count: int = 0

    def offer(self, place: int, costs: tuple[int, ...], chain: tuple[object, ...]) -> None:
        known = self.found.setdefault(place, [])
        if any(all(a <= b for a, b in zip(old, costs, strict=True)) for old in known):
            return
        known[:] = [old for old in known if not all(b <= a for a, b in zip(old, costs, strict=True))]
        known.append(costs)
        self.count += 1
        heapq.heappush(self.queue, (sum(costs), self.count, costs, place, chain))


def spread_together(movers: Sequence[Mover], start: int) -> JointSpread:
    """Every place that all movers can reach by one common path, each paying its own costs."""
    labels = _Labels(movers)
    labels.offer(start, (0,) * len(movers), ())
    best: dict[int, tuple[int, ...]] = {}
    paths: dict[int, Path] = {}
    while labels.queue:
        _, _, costs, i, chain = heapq.heappop(labels.queue)
        if costs not in labels.found[i]:
            continue
        if i not in best:
            best[i] = costs
            paths[i] = _unchain(chain)
        if i != start and any(i in mover.terms.stops for mover in movers):
            continue
        for j, _ in movers[0].network.exits[i]:
            after = _step_together(movers, costs, i, j)
            if after is not None:
                labels.offer(j, after, (chain, j))
    return JointSpread(start=start, cost=best, paths=paths)


def _step_together(movers: Sequence[Mover], costs: tuple[int, ...], i: int, j: int) -> tuple[int, ...] | None:
    after = []
    for mover, spent in zip(movers, costs, strict=True):
        price = step_price(mover, i, j)
        if price is None:
            return None
        total = spent + price
        if total > mover.allowance:
            if spent or not mover.terms.one_hex:
                return None
            total = mover.allowance
        after.append(total)
    return tuple(after)


def step_price(mover: Mover, i: int, j: int) -> int | None:
    """What one step costs a mover at this position, surcharges included; None if it is closed or blocked."""
    step = mover.network.steps[i].get(j)
    if step is None:
        return None
    extra = mover.terms.entry.get(j, 0)
    return None if extra >= BLOCKED else step + extra + mover.terms.leaving.get(i, 0)


def _unchain(chain: tuple[object, ...]) -> Path:
    back: list[int] = []
    while chain:
        rest, place = chain
        assert isinstance(place, int)
        assert isinstance(rest, tuple)
        back.append(place)
        chain = rest
    back.reverse()
    return tuple(back)


# --- rules that look back ---------------------------------------------------------------------------


ModeStep = Callable[[int, int, int, int], tuple[int, int] | None]
"""(mode, from, to, cost by the network) -> (cost, mode afterwards), or None if not allowed."""


def spread_modes(network: Network, start: tuple[int, int], allowance: int, step: ModeStep) -> ModeSpread:
    """Reachability where ``step`` decides by a small whole number, the mode, carried along the path."""
    cost, came = {start: 0}, dict[tuple[int, int], tuple[int, int]]()
    buckets: list[list[tuple[int, int]]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for key in bucket:
            if cost[key] != spent:
                continue
            i, mode = key
            for j, plain in network.exits[i]:
                after = step(mode, i, j, plain)
                if after is None:
                    continue
                total, to = spent + after[0], (j, after[1])
                if total <= allowance and total < cost.get(to, BLOCKED):
                    cost[to] = total
                    came[to] = key
                    buckets[total].append(to)
    return ModeSpread(start=start, cost=cost, came=came)


@dataclass(frozen=True, slots=True)
class ModeSpread:
    """Costs by (place, mode)."""

    start: tuple[int, int]
    cost: Mapping[tuple[int, int], int]
    came: Mapping[tuple[int, int], tuple[int, int]] = field(repr=False)

    def best(self) -> dict[int, tuple[int, int]]:
        """For each place its lowest cost and the mode in which it is reached for that."""
        found: dict[int, tuple[int, int]] = {}
        for (place, mode), cost in self.cost.items():
            if place not in found or (cost, mode) < found[place]:
                found[place] = (cost, mode)
        return found

    def path(self, place: int, mode: int) -> Path:
        """The cheapest path to a place and mode, without the start; raises KeyError if out of reach."""
        back, key = [], (place, mode)
        while key != self.start:
            back.append(key[0])
            key = self.came[key]
        back.reverse()
        return tuple(back)


# --- one given path ------------------------------------------------------------------------------------


class Fault(Enum):
    """Why a path fails at a step."""

    NO_STEP = "no-step"
    BLOCKED = "blocked"
    STOPPED = "stopped"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Walk:
    """One path as a mover pays it: cost of each step, and the fault of step number ``len(costs)`` if any."""

    costs: tuple[int, ...]
    total: int
    fault: Fault | None = None
    missing: int = 0


def walk(mover: Mover, start: int, path: Path) -> Walk:
    """Checks a path step by step; stops at the first fault and tells by how much MP were short."""
    costs: list[int] = []
    total, here = 0, start
    for j in path:
        if here in mover.terms.stops and here != start:
            return Walk(tuple(costs), total, Fault.STOPPED)
        if j not in mover.network.steps[here]:
            return Walk(tuple(costs), total, Fault.NO_STEP)
        price = step_price(mover, here, j)
        if price is None:
            return Walk(tuple(costs), total, Fault.BLOCKED)
        if total + price > mover.allowance:
            if total or not mover.terms.one_hex:
                return Walk(tuple(costs), total, Fault.SHORT, total + price - mover.allowance)
            price = mover.allowance
        costs.append(price)
        total += price
        here = j
    return Walk(tuple(costs), total)


def wander(movers: Sequence[Mover], start: int, random: Random, longest: int) -> Path:
    """A random path of at most ``longest`` steps that all movers can take; empty if they are stuck."""
    path: list[int] = []
    costs: tuple[int, ...] = (0,) * len(movers)
    here, seen = start, {start}
    for _ in range(longest):
        exits = movers[0].network.exits[here]
        if not exits:
            break
        j = random.choice(exits)[0]
        after = None if j in seen else _step_together(movers, costs, here, j)
        if after is None:
            continue
        path.append(j)
        seen.add(j)
        here, costs = j, after
        if any(j in mover.terms.stops for mover in movers):
            break
    return tuple(path)
