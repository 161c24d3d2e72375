"""The maps behind everything: desk, paper, frame, and tiles made between frames.

While the scale changes, what there is gets stretched; once it has rested for a moment, sharp tiles are
made from the middle outwards in slices short enough that no frame is late.
"""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from app.graphics.board_layout import FRAME, UNIT
from app.graphics.colors import color
from app.graphics.map_navigation import MapNavigation
from app.graphics.painters.board_art import MapPart
from app.graphics.painters.board_frame import draw_frame, fill_around
from app.graphics.picture_parts import draw_part
from app.graphics.scan_margins import draw_margins, has_margins, scan_area
from app.graphics.tiles import EDGE, Grid, TileKey, pixel_rect

SLICE: Final = 0.004
REST_MS: Final = 80
PATIENCE: Final = 40
"""Slices without a frame after which the work rests until the view moves."""
MOST_STRETCHED: Final = 60
"""Above so many tiles of another scale, the small picture of the map serves alone."""
AHEAD: Final = 0.12
"""How far beyond the window tiles are made, as a share of its size."""


class MapBackdrop(QObject):
    """Draws the background of one view and keeps its tiles coming."""

    tilesReady = Signal()

    def __init__(self, view: MapNavigation) -> None:
        super().__init__(view)
        self._view = view
        self._scene = view.board_scene
        self.frames = 0
        """How often the background was painted, for measurements."""
        self._last_frame, self._unseen = 0, 0
        self._patched: set[TileKey] = set()
        """Tiles of which a part was painted anew; letters in them may lie a hair beside their place."""
        self._work = QTimer(self)
        self._work.setInterval(0)
        self._work.timeout.connect(self.work_slice)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.settle)

    @property
    def is_settled(self) -> bool:
        """Whether every tile in sight is sharp."""
        return not self._rest.isActive() and self._scene.tiles.is_idle and not self._missing()

    def scale_changed(self) -> None:
        """The scale is changing: wait until it rests. A view that nobody sees has nothing to wait for."""
        if not self._view.isVisible():
            return
        self._scene.is_zooming = True
        self._work.stop()
        self._rest.start()

    def view_moved(self) -> None:
        """Other parts came into sight at the same scale."""
        if not self._scene.is_zooming:
            self._ask()

    def settle(self) -> None:
        """The scale rests: make sharp tiles and counters."""
        self._rest.stop()
        self._scene.is_zooming = False
        self._scene.repaint_stacks()
        self._ask()

    def work_slice(self) -> None:
        """A few milliseconds of making tiles, then of pictures of stacks."""
        until = time.perf_counter() + SLICE
        for grid, key in self._scene.tiles.work(SLICE):
            self._view.viewport().update(self._on_screen(grid, key).adjusted(-1, -1, 1, 1))
        if not self._scene.tiles.is_idle:
            return
        if self._scene.is_behind:
            self._ask_for_stacks()
        elif self._scene.warm_stacks(until):
            self._work.stop()
            self.tilesReady.emit()

    def _ask_for_stacks(self) -> None:
        """Has the stacks painted again, unless no frame came for a while: then nobody sees the window."""
        self._unseen = 0 if self.frames != self._last_frame else self._unseen + 1
        self._last_frame = self.frames
        if self._unseen > PATIENCE:
            self._work.stop()
            return
        self._scene.repaint_stacks()

    def pause(self) -> None:
        """Nobody is looking: no work until the view moves again; a half-made tile lets go of its painter."""
        self._work.stop()
        self._rest.stop()
        self._scene.tiles.want([])
        self._scene.is_zooming = False

    def finish(self) -> None:
        """Makes everything in sight sharp at once; for pictures and tests."""
        self._view.finish_preparing()
        self.settle()
        self._scene.tiles.finish()
        self._scene.finish_stacks(self._view.map_scale, self._ratio())
        self._work.stop()
        self._view.viewport().update()

    def _ratio(self) -> float:
        return self._view.viewport().devicePixelRatioF()

    def _grid(self, sheet: int) -> Grid:
        ratio = self._ratio()
        return Grid(sheet, self._view.map_scale * ratio, ratio, self._scene.map_palette)

    def _board_rect(self, sheet: int, scene: QRectF) -> QRectF:
        """A rectangle of the scene in hex widths on one map."""
        paper = self._scene.layout.sheet_rect(sheet)
        corner = scene.topLeft() - paper.topLeft()
        return QRectF(corner.x() / UNIT, corner.y() / UNIT, scene.width() / UNIT, scene.height() / UNIT)

    def _in_sight(self, ahead: float = 0.0) -> list[tuple[Grid, TileKey]]:
        visible = self._view.visible_scene()
        dx, dy = visible.width() * ahead, visible.height() * ahead
        visible = visible.adjusted(-dx, -dy, dx, dy)
        tiles: list[tuple[Grid, TileKey]] = []
        for sheet in range(len(self._scene.painters)):
            grid = self._grid(sheet)
            rect = self._board_rect(sheet, visible)
            tiles += [(grid, key) for key in grid.keys_in(rect, self._scene.arts[sheet].size)]
        return tiles

    def _missing(self) -> bool:
        return any(not self._scene.tiles.has(key) for _, key in self._in_sight())

    def map_changed(self) -> None:
        """The maps look different: has what is in sight made again, tiles painted in parts included."""
        self._scene.tiles.outdated.update(self._patched)
        self._patched.clear()
        self._ask()

    def repaint_part(self, sheet: int, area: QRectF) -> None:
        """Paints an area of a map anew in all ready tiles in sight, at once."""
        rect = self._board_rect(sheet, self._view.visible_scene())
        grid = self._grid(sheet)
        for key in grid.keys_in(rect.intersected(area), self._scene.arts[sheet].size):
            if self._scene.tiles.repaint(grid, key, area):
                self._scene.tiles.outdated.discard(key)
                self._patched.add(key)
        paper = self._scene.layout.sheet_rect(sheet)
        corner = self._view.view_point(paper.topLeft() + area.topLeft() * UNIT)
        scale = self._view.map_scale
        self._view.viewport().update(
            pixel_rect(QRectF(corner.x(), corner.y(), area.width() * scale, area.height() * scale)).adjusted(
                -1, -1, 1, 1
            )
        )

    def board_in_sight(self, sheet: int) -> QRectF:
        """What is in sight of a map, in hex widths."""
        return self._board_rect(sheet, self._view.visible_scene())

    def _ask(self) -> None:
        self._scene.tiles.want(self._in_sight(AHEAD))
        if self._view.isVisible():
            self._work.start()

    def _on_screen(self, grid: Grid, key: TileKey) -> QRect:
        """Where a tile lies in the viewport at the present scale."""
        rect = grid.board_rect(key)
        paper = self._scene.layout.sheet_rect(key.sheet)
        corner = self._view.view_point(paper.topLeft() + rect.topLeft() * UNIT)
        size = rect.width() * self._view.map_scale
        return pixel_rect(QRectF(corner.x(), corner.y(), size, size))

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draws desk, frames and maps in a part of the scene."""
        self.frames += 1
        papers = [self._scene.layout.sheet_rect(sheet) for sheet in range(len(self._scene.painters))]
        covering = max(papers, key=lambda paper: _area(paper.intersected(exposed)))
        fill_around(painter, exposed, covering, color(self._scene.map_palette.desk))
        painter.save()
        for sheet, paper in enumerate(papers):
            art, layout = self._scene.arts[sheet], self._scene.layout
            is_framed = MapPart.PICTURE in art.hidden or not has_margins(scan_area(art, layout), paper)
            if not is_framed:
                draw_margins(painter, art, layout, (exposed, self._view.map_scale))
            room = FRAME * UNIT * 1.4
            if not paper.adjusted(-room, -room, room, room).intersects(exposed):
                continue
            if is_framed and not paper.adjusted(room, room, -room, -room).contains(exposed):
                draw_frame(painter, paper, UNIT / self._view.map_scale, self._scene.map_palette)
            self._draw_map(painter, sheet, exposed.intersected(paper))
        painter.restore()

    def _draw_map(self, painter: QPainter, sheet: int, exposed: QRectF) -> None:
        if exposed.isEmpty():
            return
        grid = self._grid(sheet)
        store = self._scene.tiles.store
        keys = list(grid.keys_in(self._board_rect(sheet, exposed), self._scene.arts[sheet].size))
        tiles = [(key, store.get(key)) for key in keys]
        painter.save()
        painter.setClipRect(exposed, Qt.ClipOperation.IntersectClip)
        if any(tile is None for _, tile in tiles):
            self._draw_stand_in(painter, grid, exposed)
        painter.resetTransform()
        for key, tile in tiles:
            if tile is not None:
                painter.drawPixmap(self._corner(grid, key), tile)
        painter.restore()

    def _corner(self, grid: Grid, key: TileKey) -> QPointF:
        """The corner of a sharp tile, on whole device pixels."""
        paper = self._view.view_point(self._scene.layout.sheet_rect(key.sheet).topLeft())
        ratio = grid.ratio
        x = round(paper.x() * ratio) + key.column * EDGE
        y = round(paper.y() * ratio) + key.row * EDGE
        return QPointF(x / ratio, y / ratio)

    def _draw_stand_in(self, painter: QPainter, grid: Grid, exposed: QRectF) -> None:
        """The tiles of the nearest other scale, and where they leave gaps the small picture of the map."""
        others = self._others(grid, exposed)
        painter.save()
        if not others or any(tile is None for _, tile in others):
            overview = self._scene.tiles.overview(grid.sheet, grid.palette)
            smooth = QPainter.RenderHint.SmoothPixmapTransform
            painter.setRenderHint(smooth, on=not self._scene.is_zooming)
            draw_part(painter, overview, self._scene.layout.sheet_rect(grid.sheet), exposed)
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
        for target, tile in others:
            if tile is not None:
                painter.drawPixmap(target, tile)
        painter.restore()

    def _others(self, grid: Grid, exposed: QRectF) -> list[tuple[QRect, QPixmap | None]]:
        """The tiles of the nearest other scale that lie in a part of the scene."""
        level = self._scene.tiles.nearest_level(grid)
        if level is None:
            return []
        other = Grid(grid.sheet, level / 1000, grid.ratio, grid.palette)
        rect = self._board_rect(grid.sheet, exposed)
        keys = list(other.keys_in(rect, self._scene.arts[grid.sheet].size))
        if len(keys) > MOST_STRETCHED:
            return []
        return [(self._on_screen(other, key), self._scene.tiles.store.get(key)) for key in keys]


def _area(rect: QRectF) -> float:
    return rect.width() * rect.height() if rect.isValid() else 0.0
