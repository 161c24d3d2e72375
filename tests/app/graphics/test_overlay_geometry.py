"""Outlines of sets of hexes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.graphics.curves import Polyline
from app.graphics.overlay_geometry import drawn_in, front_lines, outline_loops
from app.graphics.painters.board_chains import corner_key
from tests.app.graphics import small_board

BOARD = small_board.compiled()
HEX_AREA = math.sqrt(3) / 2
sets = st.frozensets(st.integers(0, len(BOARD) - 1), min_size=1, max_size=25)


def area(loop: Polyline) -> float:
    """Positive when the loop runs clockwise on the screen."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)) / 2


@given(sets)
def test_outlines_are_closed_loops_around_the_set(hexes: frozenset[int]) -> None:
    loops = outline_loops(BOARD, hexes)
    for loop in loops:
        assert len(loop) >= 6
        for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
            assert math.dist(a, b) == pytest.approx(1 / math.sqrt(3), abs=1e-6)
        assert len({corner_key(corner) for corner in loop}) == len(loop)
    assert sum(map(area, loops)) == pytest.approx(len(hexes) * HEX_AREA, abs=1e-6)


@given(sets)
def test_every_outer_side_is_drawn_once(hexes: frozenset[int]) -> None:
    outer = sum(j not in hexes for i in hexes for j in BOARD.neighbors[i])
    assert sum(map(len, outline_loops(BOARD, hexes))) == outer


def test_a_ring_has_an_outer_and_an_inner_loop() -> None:
    middle = BOARD.index["A5.04"]
    ring = BOARD.within(middle, 1) - {middle}
    loops = sorted(outline_loops(BOARD, ring), key=len)
    assert [len(loop) for loop in loops] == [6, 18]
    assert area(loops[0]) < 0 < area(loops[1])


def test_a_front_runs_only_along_the_other_side() -> None:
    west = [i for i in range(len(BOARD)) if BOARD.column[i] < 5]
    east = [i for i in range(len(BOARD)) if BOARD.column[i] >= 5]
    ((line, is_closed),) = front_lines(BOARD, west, east)
    assert not is_closed
    assert len(line) == 16
    assert front_lines(BOARD, west, []) == []


def test_a_front_around_an_island_is_closed() -> None:
    middle = BOARD.index["A5.04"]
    others = BOARD.within(middle, 2) - {middle}
    ((line, is_closed),) = front_lines(BOARD, [middle], others)
    assert is_closed
    assert len(line) == 6


@given(sets)
def test_lines_drawn_in_stay_inside_the_set(hexes: frozenset[int]) -> None:
    for loop in outline_loops(BOARD, hexes):
        inner = drawn_in(loop, 0.1, is_closed=True)
        assert len(inner) == len(loop)
        assert abs(area(inner)) < abs(area(loop)) if area(loop) > 0 else abs(area(inner)) > abs(area(loop))
        for x, y in inner:
            assert BOARD.hex_at(x, y) in hexes
