"""Ready pictures of the map in squares, so that panning and zooming only put pictures down.

Tiles are made at the exact scale of the view, in slices of a few milliseconds between frames. While the
scale changes nothing is rendered: the tiles of the last scale are stretched, and where there are none a
small picture of the whole map stands in. The least recently used tiles go when the memory set aside is
full.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_palette import LIGHT, PLAIN_LAND, MapPalette, palette_named
from app.graphics.painters.board_view_box import ViewBox

EDGE: Final = 512
DEFAULT_BYTES: Final = 128 * 1024 * 1024
OVERVIEW_PIXELS: Final = 1400


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

    def held(self) -> tuple[TileKey, ...]:
        """The keys of all tiles, the least recently used first."""
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
            key=lambda cell: math.hypot(
                (cell[0] + 0.5) * edge - middle.x(), (cell[1] + 0.5) * edge - middle.y()
            )
        )
        for column, row in cells:
            yield self.key(column, row)

    def board_rect(self, key: TileKey) -> QRectF:
        """The piece of the board that a tile shows."""
        edge = EDGE / self.scale
        return QRectF(key.column * edge, key.row * edge, edge, edge)


class PictureJob:
    """The making of one picture, a step at a time."""

    def __init__(self, painter: BoardPainter, size: QSize, box: ViewBox) -> None:
        self._image = QImage(size, QImage.Format.Format_RGB32)
        self._image.fill(QColor(box.palette.desk))
        self._ratio = box.ratio
        self._qt = QPainter(self._image)
        self._steps = painter.steps(self._qt, box)

    def advance(self, until: float) -> bool:
        """Works until a moment of the performance clock; true when the picture is done."""
        for _ in self._steps:
            if time.perf_counter() >= until:
                return False
        self._qt.end()
        return True

    def abandon(self) -> None:
        """Stops the work and frees the painter."""
        self._steps.close()
        if self._qt.isActive():
            self._qt.end()

    def __del__(self) -> None:
        """Ends the painter first: one that outlives its picture takes the process down."""
        self.abandon()

    def pixmap(self) -> QPixmap:
        """The finished picture."""
        picture = QPixmap.fromImage(self._image)
        picture.setDevicePixelRatio(self._ratio)
        return picture


@dataclass(frozen=True, slots=True)
class TileJob:
    """A tile in the making."""

    grid: Grid
    key: TileKey
    work: PictureJob

    @classmethod
    def begin(cls, painter: BoardPainter, grid: Grid, key: TileKey) -> TileJob:
        box = ViewBox(grid.board_rect(key), grid.scale, grid.palette, grid.ratio)
        return cls(grid, key, PictureJob(painter, QSize(EDGE, EDGE), box))


class TileMaker:
    """Makes the tiles a view wants, in the order wanted."""

    def __init__(self, painters: tuple[BoardPainter, ...], store: TileStore | None = None) -> None:
        self._painters = painters
        self.store = store or TileStore()
        self.outdated: set[TileKey] = set()
        """Tiles that show an older state and serve until they are made again."""
        self._wanted: list[tuple[Grid, TileKey]] = []
        self._job: TileJob | None = None
        self._overviews: dict[tuple[int, str], QPixmap] = {}
        self._drafts: dict[tuple[int, str], PictureJob | None] = {}

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing left to make."""
        return self._job is None and not self._wanted and not self._drafts

    def has(self, key: TileKey) -> bool:
        """Whether a tile is there and shows the present state."""
        return key in self.store and key not in self.outdated

    def want(self, tiles: list[tuple[Grid, TileKey]]) -> None:
        """Replaces the list of wanted tiles; a job that is no longer wanted stops."""
        self.outdated.intersection_update(self.store.held())
        self._wanted = [(grid, key) for grid, key in tiles if not self.has(key)]
        if self._job is not None:
            job_key = self._job.key
            if all(key != job_key for _, key in self._wanted):
                self._job.work.abandon()
                self._job = None
            else:
                self._wanted = [(grid, key) for grid, key in self._wanted if key != job_key]

    def work(self, seconds: float) -> list[tuple[Grid, TileKey]]:
        """Works for about so long; gives the tiles that were finished."""
        until = time.perf_counter() + seconds
        done: list[tuple[Grid, TileKey]] = []
        while time.perf_counter() < until and not self.is_idle:
            if self._job is None and self._wanted:
                grid, key = self._wanted.pop(0)
                self._job = TileJob.begin(self._painters[key.sheet], grid, key)
            if self._job is None:
                self._work_on_overview(until)
            elif self._job.work.advance(until):
                self.store.put(self._job.key, self._job.work.pixmap())
                self.outdated.discard(self._job.key)
                done.append((self._job.grid, self._job.key))
                self._job = None
        return done

    def _work_on_overview(self, until: float) -> None:
        key = next(iter(self._drafts))
        job = self._drafts[key]
        if job is None:
            job = self._drafts[key] = self._overview_job(*key)
        if job.advance(until):
            self._overviews[key] = job.pixmap()
            del self._drafts[key]

    def _overview_job(self, sheet: int, theme: str) -> PictureJob:
        painter = self._painters[sheet]
        width, height = painter.art.size
        scale = OVERVIEW_PIXELS / max(width, height)
        size = QSize(max(1, round(width * scale)), max(1, round(height * scale)))
        return PictureJob(painter, size, ViewBox(QRectF(0, 0, width, height), scale, palette_named(theme)))

    @property
    def has_overviews(self) -> bool:
        """Whether all small pictures asked for are done."""
        return not self._drafts

    def finish(self) -> list[tuple[Grid, TileKey]]:
        """Makes everything wanted at once."""
        done: list[tuple[Grid, TileKey]] = []
        while not self.is_idle:
            done += self.work(10.0)
        return done

    def overview(self, sheet: int, palette: MapPalette = LIGHT) -> QPixmap:
        """A small picture of a whole map: at first its bare ground, once there was time the map itself."""
        key = sheet, palette.name
        if key not in self._overviews:
            self._overviews[key] = _bare(self._painters[sheet], palette)
            self._drafts[key] = None
        return self._overviews[key]

    def renew(self, sheet: int, painter: BoardPainter, area: QRectF | None = None) -> None:
        """Takes another painter for a map; its tiles, or those that show an area, serve until they are made
        again.
        """
        self._painters = (*self._painters[:sheet], painter, *self._painters[sheet + 1 :])
        self._stop(sheet)
        held = (key for key in self.store.held() if key.sheet == sheet)
        self.outdated.update(key for key in held if area is None or _covers(key, area))

    def outdate(self, sheet: int, area: QRectF) -> None:
        """Has everything that shows an area of a map made again in time."""
        self._stop(sheet)
        self.outdated.update(key for key in self.store.held() if key.sheet == sheet and _covers(key, area))

    def _stop(self, sheet: int) -> None:
        if self._job is not None and self._job.key.sheet == sheet:
            self._wanted.insert(0, (self._job.grid, self._job.key))
            self._job.work.abandon()
            self._job = None
        for key in [key for key in self._overviews if key[0] == sheet]:
            draft = self._drafts.get(key)
            if draft is not None:
                draft.abandon()
            self._drafts[key] = None

    def repaint(self, grid: Grid, key: TileKey, area: QRectF) -> bool:
        """Paints a part of a ready tile anew at once; false where there is no such tile."""
        tile = self.store.get(key)
        if tile is None:
            return False
        whole = grid.board_rect(key)
        part = whole.intersected(area)
        if part.isEmpty():
            return True
        left = math.floor((part.left() - whole.left()) * grid.scale)
        top = math.floor((part.top() - whole.top()) * grid.scale)
        right = min(EDGE, math.ceil((part.right() - whole.left()) * grid.scale))
        bottom = min(EDGE, math.ceil((part.bottom() - whole.top()) * grid.scale))
        rect = QRectF(
            whole.left() + left / grid.scale, whole.top() + top / grid.scale,
            (right - left) / grid.scale, (bottom - top) / grid.scale,
        )  # fmt: skip
        image = QImage(right - left, bottom - top, QImage.Format.Format_RGB32)
        image.fill(QColor(grid.palette.desk))
        painter = QPainter(image)
        for _ in self._painters[key.sheet].steps(
            painter, ViewBox(rect, grid.scale, grid.palette, grid.ratio)
        ):
            pass
        painter.end()
        tile.setDevicePixelRatio(1.0)
        painter = QPainter(tile)
        painter.drawImage(left, top, image)
        painter.end()
        tile.setDevicePixelRatio(grid.ratio)
        return True

    def forget(self, sheet: int | None = None) -> None:
        """Throws everything out that shows a map, or all maps, because they changed."""
        if self._job is not None and sheet in (None, self._job.key.sheet):
            self._job.work.abandon()
            self._job = None
        self._wanted = [(grid, key) for grid, key in self._wanted if sheet not in (None, key.sheet)]
        for key in self.store.held():
            if sheet in (None, key.sheet):
                self.store.drop(key)
        for draft in [k for k in self._drafts if sheet in (None, k[0])]:
            job = self._drafts.pop(draft)
            if job is not None:
                job.abandon()
        self._overviews = {k: v for k, v in self._overviews.items() if sheet not in (None, k[0])}

    def nearest_level(self, grid: Grid) -> int | None:
        """The level with tiles of this map and theme that is nearest in scale."""
        levels = {
            key.level
            for key in self.store.held()
            if (key.sheet, key.theme) == (grid.sheet, grid.palette.name)
        }
        levels.discard(grid.level)
        return min(levels, key=lambda level: abs(math.log(level / grid.level)), default=None)


def _covers(key: TileKey, area: QRectF) -> bool:
    edge = EDGE * 1000 / key.level
    return QRectF(key.column * edge, key.row * edge, edge, edge).intersects(area)


def _bare(painter: BoardPainter, palette: MapPalette) -> QPixmap:
    """The ground of a map without anything drawn on it."""
    art = painter.art
    picture = art.ground_sizes[-1].copy() if art.ground_sizes else QImage(8, 8, QImage.Format.Format_RGB32)
    if not art.ground_sizes:
        picture.fill(QColor(PLAIN_LAND))
    qt = QPainter(picture)
    for ink in (palette.paper_veil, palette.shade):
        if ink.alpha > 0:
            qt.fillRect(picture.rect(), ink.color())
    qt.end()
    return QPixmap.fromImage(picture)


def pixel_rect(rect: QRectF) -> QRect:
    """A rectangle grown to whole pixels, so that neighbouring pieces leave no seam."""
    left, top = math.floor(rect.left() + 0.5), math.floor(rect.top() + 0.5)
    right, bottom = math.floor(rect.right() + 0.5), math.floor(rect.bottom() + 0.5)
    return QRect(QPoint(left, top), QPoint(right - 1, bottom - 1))
