"""What a map is drawn with, brought to another grid than it was made for.

Painted ground, coast and drawing data fit the grid of the day they were made. When a map is resized or
numbered anew, its files stay as they are and the map remembers that grid; here positions are moved, ids of
hexes replaced, and pictures laid where their hexes are now. What fell off the map is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from app.graphics.curves import MeasuredLine, Point, Polyline
from app.graphics.ground.record import KEY, BakedRecord, Cell, SideShown, read_record
from app.graphics.painters.board_coast import CoastLines, side_key
from engine.definition.board import BoardDef, GridDef, HexsideDef
from engine.definition.drawing import CartoucheDef, DrawingDef, LineOnMapDef, TextOnMapDef
from engine.geometry.compiling import grid_of
from engine.geometry.hexgrid import PITCH
from engine.geometry.numbering import cell_names

Shape = Sequence[Point]
Box = tuple[float, float, float, float]
ROOM: Final = 0.4
"""What is drawn back from a cut edge keeps so far off it."""
LETTERS: Final = 0.5
"""The room above a line of letters of the usual size."""
MOST_PIXELS: Final = 100_000_000
FINE: Final = 1000.0
"""Steps to a hex width in which outlines of land are joined."""


@dataclass(frozen=True)
class Refit:
    """The grid that files were made for, and where its first cell lies in the present one."""

    before: GridDef
    grid: GridDef
    column: int
    row: int

    @classmethod
    def of(cls, board: BoardDef) -> Refit | None:
        """What a map needs; None where its files fit as they are."""
        base = board.art.made_for
        return cls(base.grid, board.grid, base.column, base.row) if base is not None else None

    @cached_property
    def shift(self) -> Point:
        """How far everything moves, in hex widths."""
        across, down = (PITCH, 1.0) if self.grid.kind == "flat" else (1.0, PITCH)
        return self.column * across, self.row * down

    @cached_property
    def old_size(self) -> Point:
        """The size of the map the files were made for."""
        return grid_of(self.before).size()

    @cached_property
    def size(self) -> Point:
        """The size of the map as it is now."""
        return grid_of(self.grid).size()

    @property
    def is_moved(self) -> bool:
        """Whether the map has another size or place, not only other numbers."""
        return (self.column, self.row) != (0, 0) or self.size != self.old_size

    @property
    def has_grown(self) -> bool:
        """Whether there are hexes that the files know nothing of."""
        return (
            self.column > 0
            or self.row > 0
            or self.column + self.before.columns < self.grid.columns
            or self.row + self.before.rows < self.grid.rows
        )

    def cell(self, cell: Cell) -> Cell | None:
        """Where a cell of the old grid is now; None if it was cut off."""
        column, row = cell[0] + self.column, cell[1] + self.row
        return (column, row) if 0 <= column < self.grid.columns and 0 <= row < self.grid.rows else None

    def old_cell(self, cell: Cell) -> Cell | None:
        """Where a cell was in the old grid; None for a new one."""
        column, row = cell[0] - self.column, cell[1] - self.row
        return (column, row) if 0 <= column < self.before.columns and 0 <= row < self.before.rows else None

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The present ids of hexes by all their old ones."""
        now, found = cell_names(self.grid), dict[str, str]()
        for column, line in enumerate(cell_names(self.before)):
            for row, ids in enumerate(line):
                cell = self.cell((column, row))
                if cell is not None and now[cell[0]][cell[1]]:
                    found.update(dict.fromkeys(ids, now[cell[0]][cell[1]][0]))
        return found

    @cached_property
    def old_names(self) -> Mapping[str, str]:
        """The ids that hexes had when the files were made, by their present ones."""
        found: dict[str, str] = {}
        for old, new in self.names.items():
            found.setdefault(new, old)
        return found

    @property
    def known(self) -> Box:
        """Where the old map lies on the present one."""
        return (*self.shift, *self.old_size)

    # --- lines, names and points ---------------------------------------------------------------------

    def point(self, at: Point) -> Point:
        """A point where it is now."""
        return at[0] + self.shift[0], at[1] + self.shift[1]

    def _path(self, path: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(self.point(at) for at in path)

    def _points(self, points: Mapping[str, Point]) -> dict[str, Point]:
        return {self.names[name]: self.point(at) for name, at in points.items() if name in self.names}

    def coast(self, lines: CoastLines) -> CoastLines:
        """The stored lines and points of a coast."""
        dx, dy = round(self.shift[0] * lines.unit), round(self.shift[1] * lines.unit)

        def moved(level: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
            return tuple((line[0] + dx, line[1] + dy, *line[2:]) for line in level)

        sides: dict[str, Point] = {}
        for key, at in lines.side_points.items():
            ends = [self.names[end] for end in key.split("|") if end in self.names]
            if len(ends) == 2:
                sides[side_key(*ends)] = self.point(at)
        return msgspec.structs.replace(
            lines,
            coast=moved(lines.coast),
            edge=moved(lines.edge),
            vignette=tuple(moved(level) for level in lines.vignette),
            borders=moved(lines.borders),
            symbols=self._points(lines.symbols),
            ports=self._points(lines.ports),
            route_points=self._points(lines.route_points),
            side_points=sides,
        )

    def drawing(self, data: DrawingDef) -> DrawingDef:
        """The drawing data."""
        boxes = {name: self._box(box) for name, box in data.boxes.items()}
        texts = (self._text(text) for text in data.texts)
        return data.model_copy(
            update={
                "land": tuple(self._path(ring) for ring in data.land),
                "water": tuple(self._path(ring) for ring in data.water),
                "lines": tuple(self._line(line) for line in data.lines),
                "texts": tuple(text for text in texts if text is not None),
                "labels": {self.names[k]: v for k, v in data.labels.items() if k in self.names},
                "joins": tuple(self._join(j) for j in data.joins if {j.a, j.b} <= self.names.keys()),
                "cartouche": self._cartouche(data.cartouche),
                "boxes": {name: box for name, box in boxes.items() if box is not None},
            }
        )

    def _line(self, line: LineOnMapDef) -> LineOnMapDef:
        return line.model_copy(update={"path": self._path(line.path)})

    def _join(self, side: HexsideDef) -> HexsideDef:
        ends = {"a": side.a, "b": side.b, "high": side.high, "protects": side.protects}
        return side.model_copy(update={key: self.names[end] for key, end in ends.items() if end})

    def _text(self, text: TextOnMapDef) -> TextOnMapDef | None:
        """A text where it is now, drawn back from an edge that cuts it; None for one off the map."""
        path = list(self._path(text.path))
        x, y = _middle(path)
        if not (0 <= x <= self.size[0] and 0 <= y <= self.size[1]):
            return None
        if self.is_moved and not text.along:
            left, right = min(x for x, _ in path), max(x for x, _ in path)
            top, bottom = min(y for _, y in path), max(y for _, y in path)
            size = text.size or LETTERS
            dx, dy = self._back((left, top - size, right - left, bottom - top + size))
            path = [(x + dx, y + dy) for x, y in path]
        return text.model_copy(update={"path": tuple(path)})

    def _back(self, box: Box) -> Point:
        """How far something must be moved to lie inside the edges that were cut."""
        left, top, width, height = box
        dx = dy = 0.0
        if self.column + self.before.columns > self.grid.columns:
            dx = min(0.0, self.size[0] - ROOM - left - width)
        if self.column < 0:
            dx = max(dx, ROOM - left)
        if self.row + self.before.rows > self.grid.rows:
            dy = min(0.0, self.size[1] - ROOM - top - height)
        if self.row < 0:
            dy = max(dy, ROOM - top)
        return dx, dy

    def _box(self, box: Box) -> Box | None:
        """A frame where it is now, inside the map; None if it does not fit any more."""
        left, top = self.point(box[:2])
        dx, dy = self._back((left, top, box[2], box[3]))
        if box[2] > self.size[0] or box[3] > self.size[1]:
            return None
        return left + dx, top + dy, box[2], box[3]

    def _cartouche(self, cartouche: CartoucheDef | None) -> CartoucheDef | None:
        box = self._box(cartouche.box) if cartouche is not None else None
        return cartouche.model_copy(update={"box": box}) if cartouche is not None and box else None

    # --- pictures --------------------------------------------------------------------------------------

    def is_sound(self, picture: QImage) -> bool:
        """Whether a picture can be brought to the present grid: not so for files of strangers that would need
        more pixels than a map may have.
        """
        size = self._pixels(picture.width() / self.old_size[0])
        return 0 < size.width() * size.height() <= MOST_PIXELS

    def picture(self, ground: QImage, beneath: QImage | None) -> QImage:
        """A picture of the ground; where it does not reach, what lies beneath shows."""
        if not self.is_moved:
            return ground
        scale = ground.width() / self.old_size[0]
        result = QImage(self._pixels(scale), QImage.Format.Format_RGB32)
        result.fill(Qt.GlobalColor.white)
        painter = QPainter(result)
        if beneath is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(QRectF(result.rect()), beneath, QRectF(beneath.rect()))
        painter.drawImage(round(self.shift[0] * scale), round(self.shift[1] * scale), ground)
        painter.end()
        return result

    def _pixels(self, scale: float) -> QSize:
        return QSize(round(self.size[0] * scale), round(self.size[1] * scale))

    def kinds(self, picture: QImage) -> QImage:
        """The picture of kinds with the record in it; where it does not reach, it tells of plain land."""
        record = read_record(picture.text(KEY))
        indexed = picture.convertToFormat(QImage.Format.Format_Indexed8)
        result = self._laid(indexed) if self.is_moved else indexed.copy()
        for key in picture.textKeys():
            result.setText(key, picture.text(key))
        if record is not None:
            result.setText(KEY, self.record(record).packed())
        return result

    def _laid(self, picture: QImage) -> QImage:
        scale = picture.width() / self.old_size[0]
        size = self._pixels(scale)
        corner = QRect(
            round(-self.shift[0] * scale), round(-self.shift[1] * scale), size.width(), size.height()
        )
        result = picture.copy(corner)
        result.setColorTable(picture.colorTable())
        return result

    def record(self, record: BakedRecord) -> BakedRecord:
        """What the ground shows, cell for cell of the present grid; new cells show nothing."""
        rows = [[" "] * self.grid.columns for _ in range(self.grid.rows)]
        for row, letters in enumerate(record.letters):
            for column, letter in enumerate(letters):
                cell = self.cell((column, row))
                if cell is not None:
                    rows[cell[1]][cell[0]] = letter
        sides = (self._side(side) for side in record.sides)
        return msgspec.structs.replace(
            record,
            columns=self.grid.columns,
            rows=self.grid.rows,
            shifted=self.grid.shifted,
            letters=tuple("".join(row) for row in rows),
            sides=tuple(side for side in sides if side is not None),
        )

    def _side(self, side: SideShown) -> SideShown | None:
        upper, lower = self.cell(side[:2]), self.cell(side[2:4])
        return (*upper, *lower, side[4]) if upper is not None and lower is not None else None


def grown_land(drawing: DrawingDef, known: Box, land: Sequence[Shape], sea: Sequence[Shape]) -> DrawingDef:
    """Drawing data whose drawn land goes on beyond the old map, which is `known`: hexes there are land or sea
    as a whole.
    """
    path = _filled((*drawing.land, *drawing.water))
    frame = QPainterPath()
    frame.addRect(QRectF(*(length * FINE for length in known)))
    new, wet = _filled(land, Qt.FillRule.WindingFill), _filled(sea, Qt.FillRule.WindingFill)
    whole = path.intersected(frame).subtracted(wet.simplified()).united(new.simplified())
    rings = [
        tuple((at.x() / FINE, at.y() / FINE) for at in polygon.toList()[:-1])
        for polygon in whole.simplified().toSubpathPolygons()
    ]
    return drawing.model_copy(update={"land": tuple(ring for ring in rings if len(ring) > 2), "water": ()})


def _filled(rings: Iterable[Shape], rule: Qt.FillRule = Qt.FillRule.OddEvenFill) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(rule)
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(x * FINE, y * FINE) for x, y in ring]))
        path.closeSubpath()
    return path


def _middle(path: Polyline) -> Point:
    if len(path) == 1:
        return path[0]
    line = MeasuredLine(path)
    station = line.at(line.length / 2)
    return station.x, station.y
