"""Ready pictures of the map in squares, so that panning and zooming only put pictures down.

Tiles are made at the exact scale of the view, in slices of a few milliseconds between frames. While the scale changes
nothing is rendered: the tiles of the last scale are stretched, and where there are none a small picture of the
whole map stands in. The least recently used tiles go when the memory set aside is full.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_palette import LIGHT, MapPalette
from app.graphics.painters.board_view_box import ViewBox

EDGE: Final = 512
DEFAULT_BYTES: Final = 128 * 1024 * 1024
OVERVIEW_PIXELS: Final = 1800


class TileKey(NamedTuple):
    """A tile: map, thousandths of device pixels to a hex, theme, column and row."""

    sheet: int
    level: int
    theme: str
    column: int
    row: int


class TileStore:
    """Tiles by key, the least recently used thrown out beyond a number of bytes."""

    def __init__(self, most_bytes: int = DEFAULT_BYTES) -> None:
        self._most = most_bytes
        self._held = 0
        self._tiles: OrderedDict[TileKey, QPixmap] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tiles)

    def __contains__(self, key: TileKey) -> bool:
        return key in self._tiles

    @property
    def held_bytes(self) -> int:
        """Memory of all tiles."""
        return self._held

    def get(self, key: TileKey) -> QPixmap | None:
        """The tile, now the most recently used; None if it is not held."""
        tile = self._tiles.get(key)
        if tile is not None:
            self._tiles.move_to_end(key)
        return tile

    def put(self, key: TileKey, tile: QPixmap) -> None:
        """Keeps a tile and lets go of the oldest beyond the limit."""
        self.drop(key)
        self._tiles[key] = tile
        self._held += _bytes(tile)
        while self._held > self._most and len(self._tiles) > 1:
            _, old = self._tiles.popitem(last=False)
            self._held -= _bytes(old)

    def drop(self, key: TileKey) -> None:
        """Forgets one tile."""
        old = self._tiles.pop(key, None)
        if old is not None:
            self._held -= _bytes(old)

    def keys(self) -> tuple[TileKey, ...]:
        return tuple(self._tiles)

    def clear(self) -> None:
        """Forgets all tiles."""
        self._tiles.clear()
        self._held = 0


def _bytes(tile: QPixmap) -> int:
    return tile.width() * tile.height() * 4


@dataclass(frozen=True, slots=True)
class Grid:
    """How one map is cut at one scale: device pixels to a hex, visible pixels counted by the ratio."""

    sheet: int
    scale: float
    ratio: float
    palette: MapPalette

    @property
    def level(self) -> int:
        return round(self.scale * 1000)

    def key(self, column: int, row: int) -> TileKey:
        return TileKey(self.sheet, self.level, self.palette.name, column, row)

    def keys_in(self, rect: QRectF, size: tuple[float, float]) -> Iterator[TileKey]:
        """The tiles that a rectangle of the board needs, those near its middle first."""
        edge = EDGE / self.scale
        left, top = max(0.0, rect.left()), max(0.0, rect.top())
        right, bottom = min(size[0], rect.right()), min(size[1], rect.bottom())
        if left >= right or top >= bottom:
            return
        columns = range(int(left / edge), math.ceil(right / edge))
        rows = range(int(top / edge), math.ceil(bottom / edge))
        middle = rect.center()
        cells = [(column, row) for column in columns for row in rows]
        cells.sort(
            key=lambda cell: math.hypot((cell[0] + 0.5) * edge - middle.x(), (cell[1] + 0.5) * edge - middle.y())
        )
        for column, row in cells:
            yield self.key(column, row)

    def board_rect(self, key: TileKey) -> QRectF:
        """The piece of the board that a tile shows."""
        edge = EDGE / self.scale
        return QRectF(key.column * edge, key.row * edge, edge, edge)


class TileJob:
    """The making of one tile, a step at a time."""

    def __init__(self, painter: BoardPainter, grid: Grid, key: TileKey) -> None:
        self.key = key
        self.grid = grid
        self._image = QImage(EDGE, EDGE, QImage.Format.Format_RGB32)
        self._image.fill(QColor(grid.palette.desk))
        self._qt = QPainter(self._image)
        box = ViewBox(grid.board_rect(key), grid.scale, grid.palette, grid.ratio)
        self._steps: Steps = painter.steps(self._qt, box)

    def advance(self, until: float) -> bool:
        """Works until a moment of the performance clock; true when the tile is done."""
        for _ in self._steps:
            if time.perf_counter() >= until:
                return False
        self._qt.end()
        return True

    def abandon(self) -> None:
        """Stops the work and frees the painter."""
        self._steps.close()  # type: ignore[attr-defined]
        if self._qt.isActive():
            self._qt.end()

    def pixmap(self) -> QPixmap:
        """The finished tile."""
        tile = QPixmap.fromImage(self._image)
        tile.setDevicePixelRatio(self.grid.ratio)
        return tile


class TileMaker:
    """Makes the tiles a view wants, in the order wanted."""

    def __init__(self, painters: tuple[BoardPainter, ...], store: TileStore | None = None) -> None:
        self._painters = painters
        self.store = store or TileStore()
        self._wanted: list[tuple[Grid, TileKey]] = []
        self._job: TileJob | None = None
        self._overviews: dict[tuple[int, str], QPixmap] = {}

    @property
    def is_idle(self) -> bool:
        return self._job is None and not self._wanted

    def want(self, tiles: list[tuple[Grid, TileKey]]) -> None:
        """Replaces the list of wanted tiles; a job that is no longer wanted stops."""
        self._wanted = [(grid, key) for grid, key in tiles if key not in self.store]
        if self._job is not None:
            job_key = self._job.key
            if all(key != job_key for _, key in self._wanted):
                self._job.abandon()
                self._job = None
            else:
                self._wanted = [(grid, key) for grid, key in self._wanted if key != job_key]

    def work(self, seconds: float) -> list[tuple[Grid, TileKey]]:
        """Works for about so long; gives the tiles that were finished."""
        until = time.perf_counter() + seconds
        done: list[tuple[Grid, TileKey]] = []
        while time.perf_counter() < until and not self.is_idle:
            if self._job is None:
                grid, key = self._wanted.pop(0)
                self._job = TileJob(self._painters[key.sheet], grid, key)
            if self._job.advance(until):
                self.store.put(self._job.key, self._job.pixmap())
                done.append((self._job.grid, self._job.key))
                self._job = None
        return done

    def finish(self) -> list[tuple[Grid, TileKey]]:
        """Makes everything wanted at once."""
        done: list[tuple[Grid, TileKey]] = []
        while not self.is_idle:
            done += self.work(10.0)
        return done

    def overview(self, sheet: int, palette: MapPalette = LIGHT) -> QPixmap:
        """A small picture of a whole map."""
        key = sheet, palette.name
        if key not in self._overviews:
            painter = self._painters[sheet]
            width, height = painter.art.size
            scale = OVERVIEW_PIXELS / max(width, height)
            self._overviews[key] = QPixmap.fromImage(whole_map(painter, scale, palette))
        return self._overviews[key]

    def forget(self, sheet: int | None = None) -> None:
        """Throws everything out that shows a map, or all maps, because they changed."""
        if self._job is not None and sheet in (None, self._job.key.sheet):
            self._job.abandon()
            self._job = None
        self._wanted = [(grid, key) for grid, key in self._wanted if sheet not in (None, key.sheet)]
        for key in self.store.keys():
            if sheet in (None, key.sheet):
                self.store.drop(key)
        self._overviews = {k: v for k, v in self._overviews.items() if sheet not in (None, k[0])}

    def nearest_level(self, grid: Grid) -> int | None:
        """The level with tiles of this map and theme that is nearest in scale."""
        levels = {
            key.level for key in self.store.keys() if (key.sheet, key.theme) == (grid.sheet, grid.palette.name)
        }
        levels.discard(grid.level)
        return min(levels, key=lambda level: abs(math.log(level / grid.level)), default=None)


def whole_map(painter: BoardPainter, scale: float, palette: MapPalette = LIGHT) -> QImage:
    """A picture of a whole map at a scale."""
    width, height = painter.art.size
    image = QImage(max(1, round(width * scale)), max(1, round(height * scale)), QImage.Format.Format_RGB32)
    image.fill(QColor(palette.desk))
    qt = QPainter(image)
    painter.paint(qt, QRectF(0, 0, width, height), scale, palette)
    qt.end()
    return image


def pixel_rect(rect: QRectF) -> QRect:
    """A rectangle grown to whole pixels, so that neighbouring pieces leave no seam."""
    left, top = math.floor(rect.left() + 0.5), math.floor(rect.top() + 0.5)
    right, bottom = math.floor(rect.right() + 0.5), math.floor(rect.bottom() + 0.5)
    return QRect(QPoint(left, top), QPoint(right - 1, bottom - 1))
