"""Reachability against brute force on small random boards, and the rules that bend it."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kit.movement import (
    Fault,
    Path,
    spread,
    spread_modes,
    spread_together,
    step_price,
    walk,
    wander,
)
from engine.kit.network import BLOCKED, Mover, Network, Terms, build_network

SIZE = 9


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """A small directed graph with costs from 1 to 7, some steps closed."""
    cells = draw(st.lists(st.integers(-4, 7), min_size=SIZE * SIZE, max_size=SIZE * SIZE))
    return build_network(
        [range(SIZE)] * SIZE,
        lambda i, j: cells[i * SIZE + j] if i != j and cells[i * SIZE + j] > 0 else None,
    )


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    """Random surcharges, blocked and stopping places."""
    places = st.integers(0, SIZE - 1)
    entry = draw(st.dictionaries(places, st.sampled_from([1, 2, 12, BLOCKED]), max_size=4))
    leaving = draw(st.dictionaries(places, st.integers(1, 3), max_size=3))
    stops = draw(st.frozensets(places, max_size=3))
    return Terms(entry=entry, leaving=leaving, stops=stops, one_hex=draw(st.booleans()))


def brute_force(mover: Mover, start: int) -> dict[int, int]:
    """Cheapest costs by trying every simple path."""
    found = {start: 0}

    def go(here: int, spent: int, seen: tuple[int, ...]) -> None:
        if here in mover.terms.stops and len(seen) > 1:
            return
        for j in range(SIZE):
            price = None if j in seen else step_price(mover, here, j)
            if price is None:
                continue
            total = spent + price
            if total > mover.allowance:
                if len(seen) == 1 and mover.terms.one_hex:
                    found[j] = min(found.get(j, BLOCKED), mover.allowance)
                continue
            found[j] = min(found.get(j, BLOCKED), total)
            go(j, total, (*seen, j))

    go(start, 0, (start,))
    return found


@settings(max_examples=60, deadline=None)
@given(networks(), terms(), st.integers(0, 9))
def test_spread_agrees_with_brute_force(network: Network, position: Terms, allowance: int) -> None:
    mover = Mover(network, allowance, position)
    assert dict(spread(mover, 0).cost) == brute_force(mover, 0)


@settings(max_examples=60, deadline=None)
@given(networks(), terms(), st.integers(0, 12))
def test_every_path_found_costs_what_was_said(network: Network, position: Terms, allowance: int) -> None:
    mover = Mover(network, allowance, position)
    found = spread(mover, 0)
    for place, cost in found.cost.items():
        paid = walk(mover, 0, found.path(place))
        assert paid.fault is None
        assert paid.total == cost


@settings(max_examples=40, deadline=None)
@given(networks(), networks(), terms(), st.integers(0, 9), st.integers(0, 9))
def test_a_stack_goes_where_one_path_serves_all(
    first: Network, second: Network, position: Terms, a: int, b: int
) -> None:
    movers = (Mover(first, a, position), Mover(second, b, Terms(one_hex=True)))
    found = spread_together(movers, 0)
    assert set(found.cost) == common(movers)
    for place, costs in found.cost.items():
        for mover, cost in zip(movers, costs, strict=True):
            paid = walk(mover, 0, found.path(place))
            assert paid.fault is None
            assert paid.total == cost


def common(movers: tuple[Mover, ...]) -> set[int]:
    """Places at the ends of simple paths that every mover can walk."""
    found = {0}

    def go(path: Path) -> None:
        for j in range(SIZE):
            if j == 0 or j in path:
                continue
            if all(walk(mover, 0, (*path, j)).fault is None for mover in movers):
                found.add(j)
                go((*path, j))

    go(())
    return found


def test_together_is_less_than_each_alone() -> None:
    """The long way suits one, the short way the other, and neither both."""
    foot = {(0, 1): 4, (1, 3): 4, (0, 2): 1, (2, 3): 1}
    wheels = {(0, 1): 1, (1, 3): 1, (0, 2): 4, (2, 3): 4}
    around = [(1, 2), (3,), (3,), ()]
    movers = tuple(
        Mover(build_network(around, partial(lambda c, i, j: c[i, j], costs)), 4) for costs in (foot, wheels)
    )
    assert all(3 in spread(mover, 0).cost for mover in movers)
    assert set(spread_together(movers, 0).cost) == {0, 1, 2}


def test_one_hex_is_allowed_only_unspent_and_takes_all() -> None:
    line = build_network([(1,), (0, 2), (1,)], lambda i, j: 5)
    slow = Mover(line, 3, Terms(one_hex=True))
    found = spread(slow, 0)
    assert found.cost == {0: 0, 1: 3}
    assert found.forced == {1}
    assert walk(slow, 0, (1, 2)).fault is Fault.SHORT
    assert walk(slow, 0, (1, 2)).missing == 5
    assert walk(Mover(line, 3), 0, (1,)).fault is Fault.SHORT
    assert 1 not in spread(Mover(line, 3), 0).cost


def test_one_hex_never_leads_into_what_is_blocked_or_closed() -> None:
    fork = build_network([(1, 2), (), ()], lambda i, j: 5 if j == 1 else None)
    mover = Mover(fork, 1, Terms(entry={1: BLOCKED}, one_hex=True))
    assert spread(mover, 0).cost == {0: 0}
    assert walk(mover, 0, (1,)).fault is Fault.BLOCKED
    assert walk(mover, 0, (2,)).fault is Fault.NO_STEP


def test_a_stop_lets_in_but_not_through() -> None:
    line = build_network([(1,), (2,), ()], lambda i, j: 1)
    mover = Mover(line, 9, Terms(stops=frozenset({0, 1})))
    assert spread(mover, 0).cost == {0: 0, 1: 1}
    assert walk(mover, 0, (1, 2)).fault is Fault.STOPPED


def test_extra_steps_join_boxes_to_the_map() -> None:
    network = build_network([(1, -1), (0,), ()], lambda i, j: 1, extra=[(2, 0, 5), (0, 2, 5)])
    assert spread(Mover(network, 7), 2).cost == {2: 0, 0: 5, 1: 6}
    assert network.cost(2, 0) == 5
    assert network.cost(2, 1) is None
    assert len(network) == 3


def test_modes_carry_what_was_done_before() -> None:
    """After a watched place only watched places may follow (infiltration)."""
    watched = {1, 2}
    network = build_network([(1, 3), (2, 3), (3,), (4,), ()], lambda i, j: 1)

    def step(mode: int, i: int, j: int, cost: int) -> tuple[int, int] | None:
        if mode and j not in watched:
            return None
        return (cost + 1, 1) if j in watched else (cost, 0)

    found = spread_modes(network, (0, 0), 4, step)
    assert found.best() == {0: (0, 0), 1: (2, 1), 2: (4, 1), 3: (1, 0), 4: (2, 0)}
    assert found.path(2, 1) == (1, 2)
    assert found.path(4, 0) == (3, 4)


@settings(max_examples=40, deadline=None)
@given(networks(), terms(), st.integers(0, 12), st.integers(0, 10_000))
def test_wandering_keeps_to_the_rules(network: Network, position: Terms, allowance: int, seed: int) -> None:
    mover = Mover(network, allowance, position)
    path = wander((mover,), 0, Random(seed), 6)
    assert walk(mover, 0, path).fault is None
    assert len(set(path)) == len(path) <= 6


def test_out_of_reach_has_no_path() -> None:
    network = build_network([(), ()], lambda i, j: 1)
    with pytest.raises(KeyError):
        spread(Mover(network, 5), 0).path(1)
    assert wander((Mover(network, 5),), 0, Random(1), 5) == ()
