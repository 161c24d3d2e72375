"""Where the maps of a game lie in the scene.

The scene counts a hundred units to a hex width. Maps stand side by side with a gap, each in its own
frame; all questions about places (which hex is here, where is that hex, what does it look like) are
answered by arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF

from app.graphics.curves import Point
from engine.geometry.board import CompiledBoard

UNIT: Final = 100.0
MAP_GAP: Final = 1.4
FRAME: Final = 0.42


@dataclass(frozen=True)
class BoardLayout:
    """A compiled board in the scene; `origins` are the upper left corners of its maps in hex widths."""

    board: CompiledBoard
    origins: tuple[Point, ...]

    @classmethod
    def side_by_side(cls, board: CompiledBoard) -> BoardLayout:
        """All maps in one row, their middles level."""
        sizes = [board.size(sheet) for sheet in range(len(board.sheets))]
        tallest = max((height for _, height in sizes), default=0.0)
        origins, x = [], 0.0
        for width, height in sizes:
            origins.append((x, (tallest - height) / 2))
            x += width + MAP_GAP
        return cls(board, tuple(origins))

    def sheet_rect(self, sheet: int) -> QRectF:
        """The paper of one map in scene units."""
        x, y = self.origins[sheet]
        width, height = self.board.size(sheet)
        return QRectF(x * UNIT, y * UNIT, width * UNIT, height * UNIT)

    def bounds(self) -> QRectF:
        """All maps together."""
        whole = QRectF()
        for sheet in range(len(self.origins)):
            whole = whole.united(self.sheet_rect(sheet))
        return whole

    def center(self, i: int) -> QPointF:
        """The middle of a hex in the scene."""
        x, y = self.board.center(i)
        dx, dy = self.origins[self.board.board[i]]
        return QPointF((x + dx) * UNIT, (y + dy) * UNIT)

    def polygon(self, i: int, shrink: float = 0.0) -> QPolygonF:
        """The outline of a hex in the scene, each corner drawn in by a share of the radius."""
        center = self.center(i)
        x0, y0 = self.origins[self.board.board[i]]
        keep = 1.0 - shrink
        points = []
        for x, y in self.board.corners(i):
            sx, sy = (x + x0) * UNIT, (y + y0) * UNIT
            points.append(
                QPointF(center.x() + (sx - center.x()) * keep, center.y() + (sy - center.y()) * keep)
            )
        return QPolygonF(points)

    def hex_at(self, scene: QPointF) -> int | None:
        """The hex under a point of the scene; None beside all maps."""
        for sheet, (x, y) in enumerate(self.origins):
            found = self.board.hex_at(scene.x() / UNIT - x, scene.y() / UNIT - y, sheet)
            if found is not None:
                return found
        return None

    def hexes_in(self, rect: QRectF) -> Iterator[int]:
        """All hexes whose middle lies in a rectangle of the scene."""
        for sheet, (x0, y0) in enumerate(self.origins):
            if not self.sheet_rect(sheet).intersects(rect):
                continue
            grid, cells = self.board.sheets[sheet].grid, self.board.sheets[sheet].cells
            left, right = rect.left() / UNIT - x0, rect.right() / UNIT - x0
            top, bottom = rect.top() / UNIT - y0, rect.bottom() / UNIT - y0
            pitch_x, pitch_y = (0.8660254, 1.0) if grid.flat else (1.0, 0.8660254)
            for column in range(max(0, int(left / pitch_x) - 2), min(grid.columns, int(right / pitch_x) + 2)):
                for row in range(max(0, int(top / pitch_y) - 2), min(grid.rows, int(bottom / pitch_y) + 2)):
                    i = cells.get((column, row))
                    if i is not None and rect.contains(self.center(i)):
                        yield i

    def sheet_at(self, scene: QPointF) -> int:
        """The map at or nearest to a point."""

        def away(sheet: int) -> float:
            rect = self.sheet_rect(sheet)
            dx = max(rect.left() - scene.x(), 0.0, scene.x() - rect.right())
            dy = max(rect.top() - scene.y(), 0.0, scene.y() - rect.bottom())
            return dx * dx + dy * dy

        return min(range(len(self.origins)), key=away)

    def neighbor_toward(self, i: int, dx: int, dy: int) -> int:
        """The neighbour that lies best in a direction of the screen; the hex itself at the edge of the
        map.
        """
        center = self.board.center(i)
        best, hex_ = 0.3, i
        for j in self.board.neighbors[i]:
            if j < 0:
                continue
            x, y = self.board.center(j)
            along = (x - center[0]) * dx + (y - center[1]) * dy
            along /= (dx * dx + dy * dy) ** 0.5
            if along > best + 1e-9:
                best, hex_ = along, j
        return hex_
