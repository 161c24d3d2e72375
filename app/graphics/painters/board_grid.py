"""The hex grid and the hex numbers: quiet, each side drawn once."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from app.fonts import SceneRole, scene_font
from app.graphics.colors import color
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_marks import Cell, Spots, cell_of, cells_in
from app.graphics.painters.board_masks import SEA
from app.graphics.painters.board_palette import MapPalette
from app.graphics.painters.board_view_box import ViewBox, kept, line_pen

NUMBER_SIZE: Final = 0.125
NUMBER_BASE: Final = 0.35
HALO: Final = 0.28
_FONT_PIXELS: Final = 48
_HALO_REACH: Final = 4.5
_LEAST_PIXELS: Final = 7.8


class GridLayer:
    """The sides of all hexes."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art
        self._split: dict[Cell, tuple[list[QLineF], list[QLineF]]] = {}

    def follow(self, art: BoardArt, area: QRectF) -> None:
        """Turns to the same map after an edit; what stands in an area may have got wet or dry."""
        self._art = art
        for cell in cells_in(area.adjusted(-1, -1, 1, 1)):
            self._split.pop(cell, None)

    @cached_property
    def _sides(self) -> dict[Cell, list[QLineF]]:
        """All sides by place."""
        found: dict[Cell, list[QLineF]] = {}
        board = self._art.board
        for i in self._art.hexes:
            corners = board.corners(i)
            for direction, neighbor in enumerate(board.neighbors[i]):
                if neighbor >= 0 and neighbor < i:
                    continue
                a, b = corners[direction - 1], corners[direction]
                cell = cell_of((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                found.setdefault(cell, []).append(QLineF(*a, *b))
        return found

    def _parted(self, cell: Cell) -> tuple[list[QLineF], list[QLineF]]:
        """Sides on land, and sides in the water."""
        made = self._split.get(cell)
        if made is None:
            made = self._split[cell] = [], []
            for line in self._sides.get(cell, ()):
                middle = line.center()
                made[self._art.is_water(middle.x(), middle.y())].append(line)
        return made

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        if not box.detail.grid:
            return
        width = box.width(box.palette.grid_width, box.palette.grid_least)
        faint = 1.0 if box.detail.is_close else 0.6
        near = [self._parted(cell) for cell in cells_in(box.rect.adjusted(-1, -1, 1, 1))]
        with box.board_units(painter):
            for is_sea, ink in ((False, box.palette.grid_land), (True, box.palette.grid_sea)):
                if is_sea and not box.detail.sea_grid:
                    continue
                tint = ink.color()
                tint.setAlphaF(tint.alphaF() * faint)
                painter.setPen(line_pen(tint, width, Qt.PenCapStyle.FlatCap))
                for parts in near:
                    if parts[is_sea]:
                        painter.drawLines(parts[is_sea])
                yield


class NumberLayer:
    """The numbers at the tops of the hexes; fewer of them at small scales."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art

    def follow(self, art: BoardArt, _area: QRectF) -> None:
        """Turns to the same map after an edit."""
        self._art = art

    @cached_property
    def _numbers(self) -> Spots[tuple[str, int, int, int]]:
        """Text, the hex, and its column and row as counted on the map."""
        spots: Spots[tuple[str, int, int, int]] = Spots()
        for i in self._art.hexes:
            x, y = self._art.board.center(i)
            text = short_number(self._art, i)
            column, row = printed_cell(text)
            spots.add((x, y), (text, i, column, row))
        return spots

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        step = box.detail.number_step
        if not step:
            return
        size = max(NUMBER_SIZE, box.units(_LEAST_PIXELS)) * box.palette.text
        font = scene_font(SceneRole.COUNTER_FAINT, _FONT_PIXELS)
        metrics = QFontMetricsF(font)
        scale = size * box.scale / _FONT_PIXELS
        base = painter.worldTransform()
        with kept(painter):
            painter.setFont(font)
            shown = self._numbers.visible(box.around(0.6))
            for count, ((x, y), (text, i, column, row)) in enumerate(shown):
                if step > 1 and (column % step or row % step):
                    continue
                painter.setWorldTransform(base)
                painter.translate(box.to_pixels(x, y - NUMBER_BASE))
                painter.scale(scale, scale)
                is_water = self._art.look(i) == SEA or self._art.is_water(x, y - 0.4)
                left = -metrics.horizontalAdvance(text) / 2
                _draw_number(painter, text, left, box.palette, is_water=is_water)
                if count % 40 == 39:
                    yield
        yield


def _draw_number(painter: QPainter, text: str, left: float, palette: MapPalette, *, is_water: bool) -> None:
    """The figures, on land over a faint pale shadow all around where the palette has one."""
    if palette.has_number_halo and not is_water:
        painter.setPen(color(palette.halo.code, HALO))
        for dx, dy in ((-_HALO_REACH, 0), (_HALO_REACH, 0), (0, -_HALO_REACH), (0, _HALO_REACH)):
            painter.drawText(QPointF(left + dx, dy), text)
    painter.setPen((palette.number_sea if is_water else palette.number_land).color())
    painter.drawText(QPointF(left, 0.0), text)


def short_number(art: BoardArt, i: int) -> str:
    """The number printed in a hex: its id without the letter of its sheet."""
    name = art.board.ids[i]
    prefixes = sorted((sheet.prefix for sheet in art.definition.grid.sheets), key=len, reverse=True)
    prefix = next((p for p in prefixes if p and name.startswith(p)), "")
    rest = name.removeprefix(prefix)
    return rest.lstrip("-.") or name


def printed_cell(text: str) -> tuple[int, int]:
    """Column and row as counted on the map, read from a printed number such as `36.23` or `0407`."""
    digits = [int(part) for part in "".join(c if c.isdigit() else " " for c in text).split()]
    if len(digits) >= 2:
        return digits[-2], digits[-1]
    whole = digits[0] if digits else 0
    return divmod(whole, 100)
