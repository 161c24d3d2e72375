"""Finding hexes by arithmetic: it agrees with the board, on one map and on several."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from app.graphics.board_layout import MAP_GAP, UNIT, BoardLayout
from engine.geometry.board import CompiledBoard
from engine.geometry.compiling import compile_boards
from tests.app.graphics import small_board
from tests.fixtures.grids import ROW_COLUMN, plain_board

FLAT = small_board.compiled()
POINTY = compile_boards([plain_board(ROW_COLUMN)])
TWO = compile_boards([small_board.island("west"), plain_board(ROW_COLUMN, "east")])


@pytest.mark.parametrize("board", [FLAT, POINTY, TWO], ids=["flat", "pointy", "two maps"])
def test_the_middle_of_each_hex_lies_in_it(board: CompiledBoard) -> None:
    layout = BoardLayout.side_by_side(board)
    assert all(layout.hex_at(layout.center(i)) == i for i in range(len(board)))


@pytest.mark.parametrize("board", [FLAT, POINTY], ids=["flat", "pointy"])
@settings(max_examples=150, deadline=None)
@given(x=st.floats(0, 1), y=st.floats(0, 1))
def test_the_hex_at_a_point_has_the_nearest_middle(board: CompiledBoard, x: float, y: float) -> None:
    layout = BoardLayout.side_by_side(board)
    bounds = layout.bounds()
    point = QPointF(bounds.left() + x * bounds.width(), bounds.top() + y * bounds.height())
    found = layout.hex_at(point)
    distances = [
        (math.hypot(c.x() - point.x(), c.y() - point.y()), i)
        for i in range(len(board))
        for c in (layout.center(i),)
    ]
    nearest, best = min(distances)
    if found is None:
        assert nearest > 0.5 * UNIT - 1e-6
    else:
        away = next(distance for distance, i in distances if i == found)
        assert away == pytest.approx(nearest, abs=1e-6)
        assert best == found or away == pytest.approx(nearest, abs=1e-6)


@given(angle=st.floats(0, math.tau), share=st.floats(0, 0.85), number=st.integers(0, len(FLAT) - 1))
def test_points_near_the_middle_belong_to_the_hex(angle: float, share: float, number: int) -> None:
    layout = BoardLayout.side_by_side(FLAT)
    center = layout.center(number)
    reach = 0.5 * UNIT * share
    point = QPointF(center.x() + reach * math.cos(angle), center.y() + reach * math.sin(angle))
    assert layout.hex_at(point) == number


def test_maps_lie_side_by_side_with_a_gap() -> None:
    layout = BoardLayout.side_by_side(TWO)
    west, east = layout.sheet_rect(0), layout.sheet_rect(1)
    assert east.left() - west.right() == pytest.approx(MAP_GAP * UNIT)
    assert west.center().y() == pytest.approx(east.center().y())
    assert layout.hex_at(QPointF(west.right() + UNIT * 0.7, west.center().y())) is None
    assert layout.sheet_at(east.center()) == 1
    assert layout.sheet_at(QPointF(west.left() - 500, 0)) == 0


@given(left=st.floats(-100, 900), top=st.floats(-100, 800), width=st.floats(1, 700), height=st.floats(1, 700))
def test_hexes_in_a_rectangle_are_those_whose_middles_lie_in_it(
    left: float, top: float, width: float, height: float
) -> None:
    layout, rect = BoardLayout.side_by_side(TWO), QRectF(left, top, width, height)
    assert sorted(layout.hexes_in(rect)) == [i for i in range(len(TWO)) if rect.contains(layout.center(i))]


def test_steps_of_the_cursor_go_to_neighbours_in_that_direction() -> None:
    layout = BoardLayout.side_by_side(FLAT)
    start = FLAT.index["A5.04"]
    for step in ((0, -1), (0, 1), (-1, 0), (1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1)):
        goal = layout.neighbor_toward(start, *step)
        assert goal in FLAT.neighbors[start]
        dx = layout.center(goal).x() - layout.center(start).x()
        dy = layout.center(goal).y() - layout.center(start).y()
        assert dx * step[0] + dy * step[1] > 0


def test_the_cursor_stays_at_the_edge_of_the_map() -> None:
    layout = BoardLayout.side_by_side(FLAT)
    assert layout.neighbor_toward(FLAT.index["A1.00"], 0, 1) == FLAT.index["A1.00"]


def test_outlines_of_hexes_can_be_drawn_in() -> None:
    layout = BoardLayout.side_by_side(FLAT)
    i = FLAT.index["A5.04"]
    assert layout.polygon(i).boundingRect().height() == pytest.approx(UNIT)
    assert layout.polygon(i, 0.1).boundingRect().height() == pytest.approx(UNIT * 0.9)
