"""Curves: corner cutting, splines, walking by distance, offsets, dashes."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.graphics.curves import MeasuredLine, cut_corners, length, seeded, smoothed, spline

SQUARE = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
coordinate = st.floats(-20, 20, allow_nan=False).map(lambda x: round(x, 2))
lines = st.lists(st.tuples(coordinate, coordinate), min_size=2, max_size=9, unique=True)


def test_cutting_corners_keeps_the_ends_of_an_open_line() -> None:
    cut = cut_corners(SQUARE, 2)
    assert cut[0] == SQUARE[0]
    assert cut[-1] == SQUARE[-1]
    assert SQUARE[1] not in cut


def test_cutting_corners_of_a_ring_stays_inside_it() -> None:
    cut = cut_corners(SQUARE, 3, closed=True)
    assert len(cut) == len(SQUARE) * 8
    assert all(0 <= x <= 4 and 0 <= y <= 4 for x, y in cut)


@given(lines)
def test_a_spline_passes_through_its_knots(line: list[tuple[float, float]]) -> None:
    curve = spline(line, 8)
    for knot in line:
        assert min(math.dist(knot, point) for point in curve) < 1e-9


@given(lines, st.floats(0, 1))
def test_walking_a_line_stays_on_it(line: list[tuple[float, float]], share: float) -> None:
    measured = MeasuredLine(line)
    assert measured.length == pytest.approx(length(line))
    station = measured.at(measured.length * share)
    near = min(
        math.dist((station.x, station.y), (a[0] + (b[0] - a[0]) * k / 400, a[1] + (b[1] - a[1]) * k / 400))
        for a, b in pairwise(line)
        for k in range(401)
    )
    assert near < 0.06
    assert math.hypot(*station.along) == pytest.approx(1.0)


def test_left_is_up_on_the_screen_when_walking_east() -> None:
    station = MeasuredLine([(0.0, 0.0), (10.0, 0.0)]).at(5.0)
    assert station.shifted(0.0, 1.0) == pytest.approx((5.0, -1.0))
    assert station.shifted(2.0, -1.0) == pytest.approx((7.0, 1.0))


def test_dashes_cover_their_share_of_the_line() -> None:
    measured = MeasuredLine([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)])
    dashes = measured.dashes(0.6, 0.4)
    assert sum(length(dash) for dash in dashes) == pytest.approx(12.0, abs=0.05)
    assert dashes[0][0] == (0.0, 0.0)


def test_a_part_has_the_length_between_its_ends() -> None:
    measured = MeasuredLine(SQUARE)
    assert length(measured.part(1.0, 9.0)) == pytest.approx(8.0)


def test_nearest_finds_the_foot_of_the_perpendicular() -> None:
    measured = MeasuredLine([(0.0, 0.0), (10.0, 0.0)])
    assert measured.nearest((3.3, 5.0)) == pytest.approx(3.3, abs=0.05)


def test_smoothing_flattens_a_zigzag() -> None:
    zigzag = [(x * 0.3, 0.2 * (x % 2)) for x in range(40)]
    flat = smoothed(zigzag, 1.5)
    middle = [y for x, y in flat if 2 < x < 9]
    assert max(middle) - min(middle) < 0.06


def test_seeded_chance_depends_on_the_key_alone() -> None:
    assert seeded("a", 1).random() == seeded("a", 1).random()
    assert seeded("a", 1).random() != seeded("a", 2).random()
