"""Pictures of a map or a part of it, at any scale, with or without what stands on it.

Everything is drawn by the painters of the screen. Files are written strip by strip, so that a wall map
at print resolution needs no more memory than a window.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.graphics.board_layout import FRAME, UNIT, BoardLayout
from app.graphics.overlay_model import NO_OVERLAYS, BoardOverlays
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_frame import draw_frame
from app.graphics.painters.board_palette import palette_named
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.painters.overlay import OverlayPainter
from app.graphics.painters.overlay_palette import overlay_palette
from app.graphics.painters.overlay_pen import OverlayView
from app.graphics.painters.stack import paint_stack
from app.graphics.png_stream import PngStream
from app.graphics.shown_stacks import EDGE, ShownStack

STRIP: Final = 256
MOST_PIXELS: Final = 1_000_000_000
HEX_MILLIMETERS: Final = 16.0


class ExportRefused(Exception):
    """A picture that would be empty or larger than a thousand megapixels."""


@dataclass(frozen=True)
class MapPicture:
    """What is to be pictured: maps, part, scale, theme, stacks and overlays."""

    painters: Sequence[BoardPainter]
    scale: float = 60.0
    theme: str = "light"
    part: QRectF | None = None
    """A rectangle of the scene; everything with its frames if there is none."""
    stacks: Sequence[ShownStack] = ()
    overlays: BoardOverlays = NO_OVERLAYS
    layout: BoardLayout = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "layout", BoardLayout.side_by_side(self.painters[0].art.board))
        width, height = self.size
        if width < 1 or height < 1:
            raise ExportRefused("there is nothing in that part of the map")
        if width * height > MOST_PIXELS:
            raise ExportRefused(
                f"{width} x {height} pixels are more than {MOST_PIXELS // 1_000_000} megapixels; "
                "take a smaller scale or a part of the map"
            )

    @property
    def area(self) -> QRectF:
        """The pictured rectangle of the scene."""
        if self.part is not None:
            return self.part
        room = FRAME * UNIT
        return self.layout.bounds().adjusted(-room, -room, room, room)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return round(self.area.width() * self.scale / UNIT), round(self.area.height() * self.scale / UNIT)

    def strip(self, top: int, height: int) -> QImage:
        """Some rows of the picture."""
        image = QImage(self.size[0], height, QImage.Format.Format_RGB32)
        image.fill(QColor(palette_named(self.theme).desk))
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        share = UNIT / self.scale
        visible = QRectF(
            self.area.left(), self.area.top() + top * share, self.size[0] * share, height * share
        )
        painter.scale(1 / share, 1 / share)
        painter.translate(-visible.topLeft())
        try:
            self.paint(painter, visible)
        finally:
            painter.end()
        return image

    def paint(self, painter: QPainter, visible: QRectF) -> None:
        """Paints a part of the scene on a painter in scene units."""
        for sheet, board_painter in enumerate(self.painters):
            self._paint_map(painter, sheet, board_painter, visible)
        arts = [board_painter.art for board_painter in self.painters]
        overlays = OverlayPainter(self.layout, arts)
        view = OverlayView(self.layout, self.scale, visible, overlay_palette(self.theme))
        overlays.paint_below(painter, view, self.overlays)
        self._paint_stacks(painter, visible)
        overlays.paint_above(painter, view, self.overlays, {stack.place for stack in self.stacks})

    def _paint_map(self, painter: QPainter, sheet: int, board_painter: BoardPainter, visible: QRectF) -> None:
        paper = self.layout.sheet_rect(sheet)
        palette = palette_named(self.theme)
        draw_frame(painter, paper, UNIT / self.scale, palette)
        shown = visible.intersected(paper)
        if shown.isEmpty():
            return
        rect = QRectF(
            (shown.left() - paper.left()) / UNIT,
            (shown.top() - paper.top()) / UNIT,
            shown.width() / UNIT,
            shown.height() / UNIT,
        )
        painter.save()
        painter.translate(shown.topLeft())
        painter.scale(UNIT / self.scale, UNIT / self.scale)
        for _ in board_painter.steps(painter, ViewBox(rect, self.scale, palette)):
            pass
        painter.restore()

    def _paint_stacks(self, painter: QPainter, visible: QRectF) -> None:
        around = visible.adjusted(-UNIT, -UNIT, UNIT, UNIT)
        places: Mapping[str, int] = self.layout.board.index
        standing = [(self.layout.center(places[s.place]), s) for s in self.stacks if s.place in places]
        for center, stack in sorted(standing, key=lambda item: item[0].y()):
            if around.contains(center):
                paint_stack(painter, QPointF(center), EDGE * UNIT, stack.face)


def export_png(
    picture: MapPicture, path: Path, progress: Callable[[int, int], bool] | None = None
) -> tuple[int, int]:
    """Writes a picture and gives its size; `progress` hears rows done and all rows and stops it with False.

    A stopped export raises `ExportStopped` and leaves no file.
    """
    width, height = picture.size
    dots_per_inch = picture.scale / HEX_MILLIMETERS * 25.4
    with PngStream(path, width, height, dots_per_inch) as file:
        for top in range(0, height, STRIP):
            file.add(picture.strip(top, min(STRIP, height - top)))
            if progress is not None and not progress(min(top + STRIP, height), height):
                raise ExportStopped
    return width, height


class ExportStopped(Exception):
    """The export was stopped by its owner."""


def part_of(layout: BoardLayout, first: str, last: str, margin: float = 0.6) -> QRectF:
    """The rectangle of the scene from one hex to another with half a hex around; raises KeyError for
    other places.
    """
    a, b = (layout.center(layout.board.index[name]) for name in (first, last))
    room = margin * UNIT
    left, right = sorted((a.x(), b.x()))
    top, bottom = sorted((a.y(), b.y()))
    rect = QRectF(left - room, top - room, right - left + 2 * room, bottom - top + 2 * room)
    return QRectF(
        math.floor(rect.left()), math.floor(rect.top()), math.ceil(rect.width()), math.ceil(rect.height())
    )
