"""The minimap: all maps small, what the view shows as a frame, where stacks stand as dots. A click goes
there.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.graphics.board_view import WHEEL_NOTCH, BoardView
from app.graphics.colors import color
from app.graphics.painters.face import SideForm
from app.graphics.painters.overlay_pen import pen

MARGIN: Final = 3
WIDTH: Final = 190
_DOTS: Final = {SideForm.DARK: "#23262b", SideForm.LIGHT: "#fff4d6", SideForm.PLAIN: "#8a2c22"}


class MiniMap(QWidget):
    """A small picture of the whole board that moves a view."""

    def __init__(self, view: BoardView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setAccessibleName(self.tr("Overview of the map"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        view.viewChanged.connect(self.update)
        view.backdrop.tilesReady.connect(self.update)

    def sizeHint(self) -> QSize:
        bounds = self._view.board_scene.layout.bounds()
        height = (WIDTH - 2 * MARGIN) * bounds.height() / max(1.0, bounds.width())
        return QSize(WIDTH, round(height) + 2 * MARGIN)

    def _scale(self) -> float:
        bounds = self._view.board_scene.layout.bounds()
        return min(
            (self.width() - 2 * MARGIN) / bounds.width(), (self.height() - 2 * MARGIN) / bounds.height()
        )

    def to_widget(self, scene: QPointF) -> QPointF:
        """A point of the scene on the minimap."""
        bounds, scale = self._view.board_scene.layout.bounds(), self._scale()
        left = (self.width() - bounds.width() * scale) / 2
        top = (self.height() - bounds.height() * scale) / 2
        return QPointF(left + (scene.x() - bounds.left()) * scale, top + (scene.y() - bounds.top()) * scale)

    def to_scene(self, widget: QPointF) -> QPointF:
        """The point of the scene under a point of the minimap."""
        bounds, scale = self._view.board_scene.layout.bounds(), self._scale()
        left = (self.width() - bounds.width() * scale) / 2
        top = (self.height() - bounds.height() * scale) / 2
        return QPointF(bounds.left() + (widget.x() - left) / scale, bounds.top() + (widget.y() - top) / scale)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        scene = self._view.board_scene
        for sheet in range(len(scene.painters)):
            paper = scene.layout.sheet_rect(sheet)
            target = QRectF(self.to_widget(paper.topLeft()), self.to_widget(paper.bottomRight()))
            picture = scene.tiles.overview(sheet, scene.map_palette)
            painter.drawPixmap(target, picture, QRectF(picture.rect()))
            painter.setPen(pen("#3a2f22", 1.0))
            painter.drawRect(target)
        self._draw_stacks(painter)
        self._draw_frame(painter)
        painter.end()

    def _draw_stacks(self, painter: QPainter) -> None:
        scene = self._view.board_scene
        for place, stack in scene.stacks.items():
            center = scene.center_of(place)
            if center is None or not stack.units:
                continue
            at = self.to_widget(center)
            painter.setPen(pen("#1c150b", 0.8))
            painter.setBrush(color(_DOTS.get(stack.form, _DOTS[SideForm.PLAIN])))
            painter.drawRect(QRectF(at.x() - 1.6, at.y() - 1.6, 3.2, 3.2))

    def _draw_frame(self, painter: QPainter) -> None:
        visible = self._view.visible_scene()
        frame = QRectF(self.to_widget(visible.topLeft()), self.to_widget(visible.bottomRight()))
        frame = frame.intersected(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in (("#ffffff", 3.4), ("#b3261e", 1.8)):
            painter.setPen(pen(ink, width))
            painter.drawRect(frame)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._view.center_on(self.to_scene(event.position()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._view.center_on(self.to_scene(event.position()))
            event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._view.zoom(event.angleDelta().y() / WHEEL_NOTCH)
        event.accept()
