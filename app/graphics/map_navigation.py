"""Moving about a board: scale and position of a view, apart from what is done with the mouse.

Zooming keeps the point under the cursor where it is; panning never loses the maps; everything is a plain
scale and a plain translation, so the map is never turned or stretched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from app.graphics.board_layout import FRAME, UNIT
from app.graphics.board_scene import BoardScene

LEAST_SCALE: Final = 6.0
MOST_SCALE: Final = 240.0
ZOOM_STEP: Final = 1.2
FIT_MARGIN: Final = 14
EDGE: Final = 40.0
"""Of the paper around the map that may be in sight when the room is used well, in units of the scene."""
MIDDLE_PART: Final = 0.3
"""So far from its center, in widths of a hex, nothing may lie on a hex that is to be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spot:
    """Where the viewport lies in its window."""

    origin: QPoint
    size: QSize
    window: QSize


class MapNavigation(QGraphicsView):
    """A view with a scale in pixels to a hex."""

    scaleChanged = Signal(float)
    viewChanged = Signal()

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.board_scene = scene
        self._scale = UNIT
        self._spot: _Spot | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setDragMode(QGraphicsView.DragMode.NoDrag)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Bars and panels that open beside the map do not move it; a window made larger keeps its middle."""
        super().resizeEvent(event)
        was, self._spot = self._spot, self._spot_now()
        if was is None or was.size.isEmpty():
            return
        if was.window == self._spot.window:
            self._scroll(QPointF(self._spot.origin - was.origin))
        else:
            grown = self._spot.size - was.size
            self._scroll(QPointF(-grown.width() / 2, -grown.height() / 2))
            self.use_the_room()

    def _spot_now(self) -> _Spot:
        window = self.window()
        origin = self.viewport().mapTo(window, QPoint(0, 0))
        return _Spot(origin=origin, size=self.viewport().size(), window=window.size())

    @property
    def map_scale(self) -> float:
        """Device independent pixels to a hex width."""
        return self._scale

    def finish_preparing(self) -> None:
        """Waits for pictures of maps that are being made; for pictures and tests."""

    def set_map_scale(self, scale: float, anchor: QPointF | None = None) -> None:
        """Changes the scale, keeping the point of the viewport at `anchor` (or its middle) in place."""
        scale = min(MOST_SCALE, max(LEAST_SCALE, scale))
        anchor = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        held = self.scene_point(anchor)
        if abs(scale - self._scale) > 1e-9:
            self._scale = scale
            self.setTransform(QTransform.fromScale(scale / UNIT, scale / UNIT))
        self._bring(held, anchor)
        self.scaleChanged.emit(scale)
        self.viewChanged.emit()

    def zoom(self, steps: float, anchor: QPointF | None = None) -> None:
        """Zooms in (or out) by so many steps of a wheel."""
        self.set_map_scale(self._scale * ZOOM_STEP**steps, anchor)

    def scene_point(self, viewport: QPointF) -> QPointF:
        """A point of the viewport in the scene, to the fraction of a pixel."""
        inverse, _ = self.viewportTransform().inverted()
        return inverse.map(viewport)

    def view_point(self, scene: QPointF) -> QPointF:
        """A point of the scene in the viewport."""
        return self.viewportTransform().map(scene)

    def _bring(self, scene: QPointF, viewport: QPointF) -> None:
        """Scrolls so that a point of the scene comes to lie at a point of the viewport."""
        away = self.view_point(scene) - viewport
        self._scroll(away)

    def _scroll(self, by: QPointF) -> None:
        horizontal, vertical = self.horizontalScrollBar(), self.verticalScrollBar()
        horizontal.setValue(round(horizontal.value() + by.x()))
        vertical.setValue(round(vertical.value() + by.y()))

    def pan(self, by: QPointF) -> None:
        """Moves the map by so many pixels, as far as the maps stay in sight."""
        self._scroll(-by)
        middle = self.scene_point(QPointF(self.viewport().rect().center()))
        bounds = self.board_scene.whole()
        kept = QPointF(
            min(max(middle.x(), bounds.left()), bounds.right()),
            min(max(middle.y(), bounds.top()), bounds.bottom()),
        )
        if kept != middle:
            self._bring(kept, QPointF(self.viewport().rect().center()))
        self.viewChanged.emit()

    def visible_scene(self) -> QRectF:
        """The part of the scene in the viewport."""
        size = self.viewport().size()
        return QRectF(self.scene_point(QPointF(0, 0)), self.scene_point(QPointF(size.width(), size.height())))

    def center_on(self, scene: QPointF) -> None:
        """Brings a point of the scene to the middle."""
        self._bring(scene, QPointF(self.viewport().rect().center()))
        self.viewChanged.emit()

    def center_on_hex(self, place: str) -> bool:
        """Brings a hex to the middle; false for a place that is on no map."""
        center = self.board_scene.center_of(place)
        if center is not None:
            self.center_on(center)
        return center is not None

    def fit_board(self) -> None:
        """Shows all maps, with the margins of scanned ones."""
        room = FRAME * UNIT
        self.fit_rect(self.board_scene.whole().adjusted(-room, -room, room, room))

    def fit_hexes(self, places: Iterable[str], most_scale: float = 96.0) -> None:
        """Shows these hexes with room around them, not larger than a scale."""
        centers = [c for c in map(self.board_scene.center_of, places) if c is not None]
        if not centers:
            return
        rect = QRectF(centers[0], centers[0])
        for center in centers:
            rect = rect.united(QRectF(center, center).adjusted(0, 0, 0.01, 0.01))
        self.fit_rect(rect.adjusted(-1.5 * UNIT, -1.5 * UNIT, 1.5 * UNIT, 1.5 * UNIT), most_scale)

    def fit_rect(self, rect: QRectF, most_scale: float = MOST_SCALE) -> None:
        """Shows a rectangle of the scene."""
        size = self.viewport().size()
        across = (size.width() - 2 * FIT_MARGIN) / rect.width()
        down = (size.height() - 2 * FIT_MARGIN) / rect.height()
        self.set_map_scale(min(most_scale, min(across, down) * UNIT))
        self.center_on(rect.center())

    def use_the_room(self) -> None:
        """Moves the map so far that no more than its edge is in sight of what lies around it."""
        seen = self.visible_scene()
        board = self.board_scene.layout.bounds().adjusted(-EDGE, -EDGE, EDGE, EDGE)
        self.center_on(
            QPointF(
                _within((seen.left(), seen.right()), (board.left(), board.right())),
                _within((seen.top(), seen.bottom()), (board.top(), board.bottom())),
            )
        )

    def ensure_visible(self, places: Iterable[str], margin: int = 90) -> None:
        """Pans as little as needed to bring hexes into sight."""
        size = self.viewport().size()
        inner = QRectF(0, 0, size.width(), size.height()).adjusted(margin, margin, -margin, -margin)
        for place in places:
            center = self.board_scene.center_of(place)
            if center is None:
                continue
            at = self.view_point(center)
            if not inner.isValid():
                self.center_on(center)
                continue
            dx = min(0.0, at.x() - inner.left()) + max(0.0, at.x() - inner.right())
            dy = min(0.0, at.y() - inner.top()) + max(0.0, at.y() - inner.bottom())
            if dx or dy:
                self.pan(QPointF(-dx, -dy))
            if self.is_covered(place):
                self.center_on(center)

    def is_covered(self, place: str) -> bool:
        """Whether something that floats over the map lies on the middle part of a hex in sight."""
        center = self.board_scene.center_of(place)
        if center is None:
            return False
        half = self.map_scale * MIDDLE_PART
        at, free = self.view_point(center), (None, self.viewport())
        corners = [at + QPointF(x, y) for x in (-half, 0.0, half) for y in (-half, 0.0, half)]
        return any(
            self.childAt(self.viewport().mapToParent(corner.toPoint())) not in free for corner in corners
        )

    def global_point(self, place: str) -> QPoint | None:
        """Where the middle of a hex is on the screen."""
        center = self.board_scene.center_of(place)
        return self.viewport().mapToGlobal(self.view_point(center).toPoint()) if center is not None else None


def _within(seen: tuple[float, float], whole: tuple[float, float]) -> float:
    """The middle of a stretch that is pushed into another; the middle of the other if that is shorter."""
    (low, high), (least, most) = seen, whole
    if high - low >= most - least:
        return (least + most) / 2
    return (low + high) / 2 + max(0.0, least - low) - max(0.0, high - most)
