"""Supply ranges and traces on networks."""

from __future__ import annotations

from engine.kit.network import BLOCKED, Mover, Terms, build_network
from engine.kit.supply import connected, feeders, ranges, trace_back

LINE = [(1,), (0, 2), (1, 3), (2, 4), (3,)]


def test_range_counts_from_the_source_and_stops_at_what_is_blocked() -> None:
    network = build_network(LINE, lambda i, j: 2)
    found = ranges(Mover(network, 5, Terms(entry={3: BLOCKED})), [0, 4])
    assert found[0].cost == {0: 0, 1: 2, 2: 4}
    assert found[4].cost == {4: 0}
    assert found[0].path(2) == (1, 2)


def test_cost_of_a_range_depends_on_its_direction() -> None:
    network = build_network([(1,), (0,)], lambda i, j: 1 if j else 3)
    assert ranges(Mover(network, 2), [0])[0].cost == {0: 0, 1: 1}
    assert ranges(Mover(network, 2), [1])[1].cost == {1: 0}


def test_feeders_name_the_nearest_source_first() -> None:
    network = build_network(LINE, lambda i, j: 1)
    assert feeders(ranges(Mover(network, 3), [0, 4])) == {
        0: (0,), 1: (0, 4), 2: (0, 4), 3: (4, 0), 4: (4,),
    }  # fmt: skip


def test_connection_and_the_way_back() -> None:
    came = connected(LINE, [0, 4], lambda i, j: j != 3)
    assert set(came) == {0, 1, 2, 4}
    assert trace_back(came, 2) == (2, 1, 0)
    assert trace_back(came, 4) == (4,)
