"""Hexsides joined to lines: every side once, upper side to the left, close to the hexsides."""

import math

from app.graphics.curves import MeasuredLine
from app.graphics.painters.board_chains import Side, corner_key, join, softened
from app.graphics.painters.board_features import chains_of, corners_between, sides_of
from tests.app.graphics import small_board

BOARD = small_board.compiled()


def _left_of(side: Side, point: tuple[float, float]) -> bool:
    (ax, ay), (bx, by) = side.start, side.end
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) < 0


def test_the_upper_hex_lies_to_the_left_of_a_directed_side() -> None:
    for (i, j), side in BOARD.sides.items():
        if side.high is None:
            continue
        lower = j if side.high == i else i
        (found,) = (
            s
            for s in sides_of(BOARD, "escarpment")
            if {corner_key(s.start), corner_key(s.end)}
            == {corner_key(p) for p in corners_between(BOARD, i, j)}
        )
        assert found.directed
        assert _left_of(found, BOARD.center(side.high))
        assert not _left_of(found, BOARD.center(lower))


def test_the_protected_hex_lies_to_the_left_of_a_wall() -> None:
    harbour = BOARD.center(BOARD.index["A2.05"])
    walls = list(sides_of(BOARD, "fortification"))
    assert len(walls) == 2
    assert all(_left_of(wall, harbour) for wall in walls)


def test_touching_sides_become_one_chain() -> None:
    (chain,) = chains_of(BOARD, "escarpment")
    assert len(chain) == 4
    (river,) = chains_of(BOARD, "river")
    assert len(river) == 4


def test_every_side_is_used_exactly_once() -> None:
    sides = list(sides_of(BOARD, "river")) + list(sides_of(BOARD, "wadi"))
    chains = join(sides)
    assert sum(len(chain) - 1 for chain in chains) == len(sides)


def test_a_ring_of_sides_closes() -> None:
    corners = BOARD.corners(BOARD.index["A5.04"])
    ring = join(Side(corners[k - 1], corners[k]) for k in range(6))
    assert len(ring) == 1
    assert corner_key(ring[0][0]) == corner_key(ring[0][-1])


def test_directed_sides_are_never_walked_backwards() -> None:
    a, b, c = (0.0, 0.0), (1.0, 0.0), (2.0, 0.0)
    chains = join([Side(a, b, directed=True), Side(c, b, directed=True)])
    assert sorted(chains) == [[a, b], [c, b]]


def test_softening_keeps_ends_and_stays_near_the_hexsides() -> None:
    for board in (BOARD,):
        for kind in ("escarpment", "river", "wadi"):
            for chain in chains_of(board, kind):
                soft = softened(chain, kind)
                assert soft[0] == chain[0]
                assert soft[-1] == chain[-1]
                hard = MeasuredLine(chain)
                samples = [hard.at(hard.length * k / 300) for k in range(301)]
                assert all(min(math.dist(p, (s.x, s.y)) for s in samples) < 0.13 for p in soft)


def test_softening_is_the_same_every_time() -> None:
    (chain,) = chains_of(BOARD, "escarpment")
    assert softened(chain, "escarpment") == softened(chain, "escarpment")
