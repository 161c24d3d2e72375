"""The hexes of a board as shapes to be painted, found quickly by place.

Centers never change while terrain is painted, so they are kept as arrays and a window asks only for what
may reach into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF

from app.graphics.curves import Point
from app.graphics.ground.subject import Shape
from engine.geometry.board import CompiledBoard

ROOM: Final = 1.6


def with_rim(board: CompiledBoard, i: int) -> list[Shape]:
    """The corners of a hex; one at the edge of the map is repeated outwards, so that no terrain ends at the
    edge.
    """
    corners = board.corners(i)
    shapes: list[Shape] = [corners]
    for direction, neighbor in enumerate(board.neighbors[i]):
        if neighbor < 0:
            a, b = corners[direction - 1], corners[direction]
            center = board.center(i)
            out = (a[0] + b[0] - 2 * center[0], a[1] + b[1] - 2 * center[1])
            shapes.extend([(x + out[0] * k, y + out[1] * k) for x, y in corners] for k in (1, 2))
    return shapes


def toward(board: CompiledBoard, i: int, j: int) -> Sequence[Point]:
    """The triangle from the middle of a hex to its side with a neighbour."""
    direction = board.direction(i, j)
    corners = board.corners(i)
    if direction is None:
        return corners
    return board.center(i), corners[direction - 1], corners[direction]


class HexField:
    """The centers of one map of a board."""

    def __init__(self, board: CompiledBoard, sheet: int) -> None:
        self.numbers = np.array([i for i in range(len(board)) if board.board[i] == sheet], np.int64)
        self.centers = np.array([board.center(int(i)) for i in self.numbers], np.float32).reshape(-1, 2)

    def near(self, rect: QRectF, room: float = ROOM) -> list[int]:
        """Numbers of the hexes whose middle lies in a rectangle or less than `room` beside it."""
        if not len(self.numbers):
            return []
        x, y = self.centers[:, 0], self.centers[:, 1]
        inside = (
            (x > rect.left() - room) & (x < rect.right() + room)
            & (y > rect.top() - room) & (y < rect.bottom() + room)
        )  # fmt: skip
        found: list[int] = self.numbers[inside].tolist()
        return found
