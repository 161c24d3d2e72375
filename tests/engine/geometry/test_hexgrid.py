"""Arithmetic of the grid: neighbors, distance and the hex under a point, for every kind of grid."""

from collections import deque
from itertools import product
from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.geometry.hexgrid import DIRECTION_NAMES, PITCH, HexGrid

grids = st.builds(
    HexGrid,
    flat=st.booleans(),
    columns=st.integers(1, 14),
    rows=st.integers(1, 14),
    shifted_parity=st.integers(0, 1),
)


def around(grid: HexGrid, cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + dc, cell[1] + dr) for dc, dr in grid.offsets(*cell)]


def cells(grid: HexGrid) -> list[tuple[int, int]]:
    return list(product(range(grid.columns), range(grid.rows)))


@given(grids)
def test_the_way_back_is_the_opposite_direction(grid: HexGrid) -> None:
    for cell in cells(grid):
        for direction, other in enumerate(around(grid, cell)):
            assert around(grid, other)[(direction + 3) % 6] == cell


@given(grids)
def test_neighbors_are_one_hex_width_away_and_turn_clockwise_from_the_north(grid: HexGrid) -> None:
    for cell in cells(grid):
        x, y = grid.center(*cell)
        offsets = [(cx - x, cy - y) for cx, cy in (grid.center(*other) for other in around(grid, cell))]
        assert all(isclose(dist((0, 0), offset), 1.0) for offset in offsets)
        assert offsets[0][1] < 0
        for (ax, ay), (bx, by) in zip(offsets, offsets[1:] + offsets[:1], strict=True):
            assert isclose(ax * by - ay * bx, PITCH), "each next neighbor lies a sixth of a turn clockwise"


@given(grids)
def test_corners_of_neighbors_meet(grid: HexGrid) -> None:
    for cell in cells(grid):
        corners = grid.corners(*cell)
        for direction, other in enumerate(around(grid, cell)):
            mine = {corners[direction - 1], corners[direction]}
            theirs = grid.corners(*other)
            for corner in mine:
                assert any(dist(corner, point) < 1e-9 for point in theirs)


@given(grids, st.data())
def test_distance_is_the_length_of_the_shortest_walk(grid: HexGrid, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(cells(grid)))
    steps = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for other in around(grid, cell):
            inside = -20 <= other[0] <= 34 and -20 <= other[1] <= 34
            if inside and other not in steps and steps[cell] < 16:
                steps[other] = steps[cell] + 1
                queue.append(other)
    for cell in cells(grid):
        if cell in steps:
            assert grid.distance(start, cell) == steps[cell] == grid.distance(cell, start)


@given(grids, st.data())
def test_the_hex_under_its_center_is_itself(grid: HexGrid, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(cells(grid)))
    assert grid.cell_at(*grid.center(*cell)) == cell


@given(grids, st.floats(-2, 16), st.floats(-2, 16))
def test_the_hex_under_a_point_is_the_nearest_one(grid: HexGrid, x: float, y: float) -> None:
    found = grid.cell_at(x, y)
    nearest = min(dist(grid.center(*cell), (x, y)) for cell in cells(grid))
    if found is None:
        assert nearest > 0.5 - 1e-9
    else:
        assert isclose(dist(grid.center(*found), (x, y)), nearest, abs_tol=1e-6)


@given(grids)
def test_the_grid_fills_its_size_from_the_origin(grid: HexGrid) -> None:
    points = [corner for cell in cells(grid) for corner in grid.corners(*cell)]
    width, height = grid.size()
    assert min(x for x, _ in points) >= -1e-9
    assert min(y for _, y in points) >= -1e-9
    assert max(x for x, _ in points) <= width + 1e-9
    assert max(y for _, y in points) <= height + 1e-9


@pytest.mark.parametrize("flat", [True, False])
def test_directions_have_six_names(flat: bool) -> None:
    assert len(set(DIRECTION_NAMES["flat" if flat else "pointy"])) == 6


def test_a_point_far_away_is_on_no_hex() -> None:
    grid = HexGrid(flat=True, columns=3, rows=3, shifted_parity=0)
    assert grid.cell_at(1e6, -1e6) is None
    assert grid.cell_at(-0.4, 0.1) is None
