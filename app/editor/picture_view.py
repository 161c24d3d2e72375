"""A picture of a map to click on, at any size and any zoom, with the clicks and the grid over it.

Only what is in sight is read and painted, so that a picture of hundreds of megapixels is as quick as a small
one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QWidget

from app.graphics.picture_parts import draw_part
from app.graphics.scanned_map import ScannedMap
from app.widgets.labels import label

TINT: Final = "#c2410c"
LEAST_ZOOM: Final = 0.01
MOST_ZOOM: Final = 4.0
ZOOM_STEP: Final = 1.25
NAMES_FROM: Final = 44
"""Pixels to a hex from which its number is written."""

SHAPES_FROM: Final = 12
"""Pixels to a hex from which its sides are drawn."""
HALO: Final = "#80ffffff"

Named = tuple[str, QPointF]


class PictureView(QWidget):
    """The picture with what is drawn over it; all points are pixels of the picture."""

    clicked = Signal(QPointF)

    def __init__(self) -> None:
        super().__init__()
        self.scan: ScannedMap | None = None
        self.zoom = 1.0
        self.points: list[Named] = []
        self.grid: Callable[[QRectF], list[Named]] | None = None
        """The middles of the hexes in a part of the picture, with their numbers."""
        self.shape: tuple[QPointF, ...] = ()
        """The corners of a hex from its middle."""
        self.pixels_per_hex = 0.0
        self.setAccessibleName("Picture of the map")

    def show_picture(self, scan: ScannedMap | None) -> None:
        """Shows a picture whose place counts its own pixels."""
        self.scan = scan
        self.set_zoom(self.zoom)

    def set_zoom(self, zoom: float) -> None:
        """Shows the picture at so many visible pixels to each of its own."""
        self.zoom = min(MOST_ZOOM, max(LEAST_ZOOM, zoom))
        size = self.scan.place.size() if self.scan is not None else QRectF().size()
        self.setFixedSize(QSize(round(size.width() * self.zoom), round(size.height() * self.zoom)))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.scan is not None:
            self.clicked.emit(event.position() / self.zoom)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.scan is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        exposed = QRectF(event.rect())
        part = QRectF(exposed.topLeft() / self.zoom, exposed.size() / self.zoom)
        painter.save()
        painter.scale(self.zoom, self.zoom)
        picture = self.scan.best_for(self.zoom)
        if picture is not None:
            draw_part(painter, picture, self.scan.place, part)
        for target, piece in self.scan.pieces(part, self.zoom):
            painter.drawImage(target, piece)
        painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_grid(painter, part)
        self._draw_clicks(painter)
        painter.end()

    def _draw_grid(self, painter: QPainter, part: QRectF) -> None:
        if self.grid is None:
            return
        size, room = self.pixels_per_hex * self.zoom, self.pixels_per_hex
        hexes = self.grid(part.adjusted(-room, -room, room, room))
        if size > SHAPES_FROM:
            for ink, width in ((HALO, 3.0), (TINT, 1.2)):
                painter.setPen(QPen(QColor(ink), width))
                for _, spot in hexes:
                    painter.drawPolygon(QPolygonF([(spot + corner) * self.zoom for corner in self.shape]))
        painter.setPen(QPen(QColor(TINT), 1.2))
        for name, spot in hexes:
            place = spot * self.zoom
            painter.drawEllipse(place, 2.0, 2.0)
            if size > NAMES_FROM:
                box = QRectF(place.x() - 40, place.y() + 3, 80, 16)
                painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, name)

    def _draw_clicks(self, painter: QPainter) -> None:
        for name, spot in self.points:
            place = spot * self.zoom
            for ink, width in (("#ffffff", 4.0), (TINT, 2.0)):
                painter.setPen(QPen(QColor(ink), width))
                painter.drawEllipse(place, 9, 9)
            painter.drawText(place + QPointF(12, 4), name)


class PictureArea(QScrollArea):
    """The picture with room to scroll; the wheel with Ctrl zooms to the pointer."""

    def __init__(self, view: PictureView) -> None:
        super().__init__()
        self.view = view
        self.setWidget(view)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def fit(self) -> None:
        """Shows the whole picture."""
        scan, room = self.view.scan, self.viewport().size()
        if scan is not None and room.width() > 10:
            self.view.set_zoom(min(room.width() / scan.place.width(), room.height() / scan.place.height()))

    def zoom(self, steps: float, at: QPointF | None = None) -> None:
        """Zooms by steps, keeping the point of the viewport `at` (or the middle) in place."""
        anchor = at if at is not None else QPointF(self.viewport().rect().center())
        bars = self.horizontalScrollBar(), self.verticalScrollBar()
        held = (QPointF(bars[0].value(), bars[1].value()) + anchor) / self.view.zoom
        self.view.set_zoom(self.view.zoom * ZOOM_STEP**steps)
        corner = held * self.view.zoom - anchor
        bars[0].setValue(round(corner.x()))
        bars[1].setValue(round(corner.y()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(event.angleDelta().y() / 120, event.position())
            event.accept()
            return
        super().wheelEvent(event)


class ZoomBar(QWidget):
    """Buttons below the picture, and what the mouse does there."""

    def __init__(self, area: PictureArea) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        acts = (("Whole picture", area.fit), ("−", lambda: area.zoom(-1)), ("+", lambda: area.zoom(1)))
        for words, act in acts:
            button = QPushButton(words)
            button.setAccessibleName({"−": "Zoom out", "+": "Zoom in"}.get(words, words))
            button.clicked.connect(lambda _on=False, do=act: do())
            row.addWidget(button)
        row.addWidget(label("Ctrl and the wheel zoom; click the middle of a hex.", "second"), 1)
