"""The few items of a board's scene: overlays below, names, all stacks, overlays above, and the fan.

Each is one item for the whole board; what lies where is found by arithmetic, never by asking items.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.graphics.board_layout import UNIT
from app.graphics.painters.board_names import Inked
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.painters.overlay_pen import OverlayView
from app.graphics.painters.pad import visible_scale
from app.graphics.shown_stacks import (
    ShownStack,
    StackPictures,
    room_of,
    stack_rect,
)

if TYPE_CHECKING:
    from app.graphics.board_scene import BoardScene

BELOW_Z: Final = 10.0
NAMES_Z: Final = 20.0
STACKS_Z: Final = 30.0
ABOVE_Z: Final = 40.0
NAME_ROOM: Final = 6
WARM_EDGE: Final = 34
FRAME_BUDGET: Final = 0.005
"""Seconds in one frame for pictures of stacks that are not there yet."""


class BoardItem(QGraphicsItem):
    """Common to all: the size of the whole board, no mouse, and the exposed part when painting."""

    def __init__(self, scene: BoardScene, z: float) -> None:
        super().__init__()
        self.board_scene = scene
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def boundingRect(self) -> QRectF:
        return self.board_scene.layout.bounds()

    def overlay_view(self, painter: QPainter, exposed: QRectF) -> OverlayView:
        """What overlays need to know for this painting."""
        scene = self.board_scene
        return OverlayView(scene.layout, visible_scale(painter) * UNIT, exposed, scene.overlay_palette)


class BelowItem(BoardItem):
    """Overlays under the counters."""

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        view = self.overlay_view(painter, option.exposedRect)
        self.board_scene.overlay_painter.paint_below(painter, view, self.board_scene.overlays)


class NamesItem(BoardItem):
    """The names of places once more, over the overlays; each a ready picture at the present scale."""

    def __init__(self, scene: BoardScene, z: float) -> None:
        super().__init__(scene, z)
        self._pictures: dict[tuple[int, str], tuple[Inked, QPixmap]] = {}
        self._made_for = 0.0

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scene = self.board_scene
        if not scene.overlays.covers_names:
            return
        scale, ratio = visible_scale(painter) * UNIT, painter.device().devicePixelRatioF()
        if abs(self._made_for - scale * ratio) > 1e-6:
            self._pictures.clear()
            self._made_for = scale * ratio
        transform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        for sheet, board_painter in enumerate(scene.painters):
            paper = scene.layout.sheet_rect(sheet)
            exposed = option.exposedRect.intersected(paper)
            if exposed.isEmpty():
                continue
            corner, size = (exposed.topLeft() - paper.topLeft()) / UNIT, exposed.size() / UNIT
            box = ViewBox(QRectF(corner, size), scale, scene.map_palette)
            for words in board_painter.lettering(box):
                at = transform.map(paper.topLeft() + words.lettering.bounds.topLeft() * UNIT)
                painter.drawPixmap(at - QPointF(NAME_ROOM, NAME_ROOM), self._picture(words, scale, ratio))
        painter.restore()

    def _picture(self, words: Inked, scale: float, ratio: float) -> QPixmap:
        key = id(words.lettering), words.ink.name()
        if key not in self._pictures:
            self._pictures[key] = words, picture_of(words, scale, ratio)
        return self._pictures[key][1]


def picture_of(words: Inked, scale: float, ratio: float) -> QPixmap:
    """Words as a picture with a little room around."""
    bounds = words.lettering.bounds
    width, height = bounds.width() * scale + 2 * NAME_ROOM, bounds.height() * scale + 2 * NAME_ROOM
    picture = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(NAME_ROOM, NAME_ROOM)
    painter.scale(scale, scale)
    painter.translate(-bounds.topLeft())
    words.paint(painter)
    painter.end()
    return picture


class StacksItem(BoardItem):
    """All stacks on the map."""

    def __init__(self, scene: BoardScene, pictures: StackPictures) -> None:
        super().__init__(scene, STACKS_Z)
        self._pictures = pictures
        self._stacks: dict[str, ShownStack] = {}
        self._spots: dict[str, tuple[float, float, int]] = {}
        self._ready: dict[str, QPixmap] = {}
        self._ready_for = (0, 0.0)
        self.is_behind = False
        """Whether the last painting left out pictures or stretched some of another size."""

    @property
    def stacks(self) -> Mapping[str, ShownStack]:
        """What is shown, by place, from north to south."""
        return self._stacks

    def set_stacks(self, stacks: Iterable[ShownStack]) -> None:
        """Shows these stacks and no others; only what changed is painted again."""
        index = self.board_scene.layout.board.index
        wanted = {stack.place: stack for stack in stacks if stack.place in index}
        changed = {p for p in self._stacks.keys() | wanted.keys() if self._stacks.get(p) != wanted.get(p)}
        for place in changed:
            self._spots.pop(place, None)
            self._ready.pop(place, None)
            self.update(stack_rect(self._center(place), UNIT * 1.6))
        for place in changed & wanted.keys():
            center = self._center(place)
            self._spots[place] = center.x(), center.y(), self._pictures.number(wanted[place].face)
        self._stacks = dict(sorted(wanted.items(), key=lambda item: self._spots[item[0]][1]))

    def _center(self, place: str) -> QPointF:
        layout = self.board_scene.layout
        return layout.center(layout.board.index[place])

    def stack_at(self, scene: QPointF) -> ShownStack | None:
        """The stack under a point."""
        layout = self.board_scene.layout
        i = layout.hex_at(scene)
        stack = self._stacks.get(layout.board.ids[i]) if i is not None else None
        if stack is None or not stack_rect(self._center(stack.place), UNIT).contains(scene):
            return None
        return stack

    def warm(self, until: float) -> bool:
        """Draws small pictures of stacks that have none yet; true when all have one."""
        for place, stack in self._stacks.items():
            number = self._spots[place][2]
            if self._pictures.nearest(number, WARM_EDGE) is None:
                if time.perf_counter() > until:
                    return False
                self._pictures.make(number, stack.face, WARM_EDGE, 1.0)
        return True

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        edge = self.board_scene.counter_edge(visible_scale(painter) * UNIT)
        ratio = round(painter.device().devicePixelRatioF(), 3)
        if self._ready_for != (edge, ratio):
            self._ready, self._ready_for = {}, (edge, ratio)
        transform, around = painter.worldTransform(), option.exposedRect.adjusted(-UNIT, -UNIT, UNIT, UNIT)
        left, right, top, bottom = around.left(), around.right(), around.top(), around.bottom()
        scale, dx, dy = transform.m11(), transform.dx(), transform.dy()
        half = room_of(edge) / 2
        until = time.perf_counter() + FRAME_BUDGET
        self.is_behind = False
        painter.save()
        painter.resetTransform()
        for place, (x, y, _) in ((place, self._spots[place]) for place in self._stacks):
            if not (left < x < right and top < y < bottom):
                continue
            at_x, at_y = round(x * scale + dx - half), round(y * scale + dy - half)
            picture = self._ready.get(place) or self._picture(place, until)
            if picture is None:
                continue
            if picture.deviceIndependentSize().width() == 2 * half:
                painter.drawPixmap(at_x, at_y, picture)
            else:
                painter.drawPixmap(QRectF(at_x, at_y, 2 * half, 2 * half), picture, QRectF(picture.rect()))
        painter.restore()

    def _picture(self, place: str, until: float) -> QPixmap | None:
        """The picture of the wanted size if it is there or there is time, else one of another size, or
        none.
        """
        edge, ratio = self._ready_for
        number = self._spots[place][2]
        exact, near = self._pictures.exact(number, edge, ratio), self._pictures.nearest(number, edge)
        may_draw = near is None or time.perf_counter() < until
        if exact is None and may_draw and not self.board_scene.is_zooming:
            exact = self._pictures.make(number, self._stacks[place].face, edge, ratio)
        if exact is None:
            self.is_behind = True
            return near
        self._ready[place] = exact
        return exact

    def finish(self, edge: int, ratio: float) -> None:
        """Draws the pictures of all stacks at a size, however long it takes."""
        for place, stack in self._stacks.items():
            number = self._spots[place][2]
            if self._pictures.exact(number, edge, ratio) is None:
                self._pictures.make(number, stack.face, edge, ratio)


class AboveItem(BoardItem):
    """Overlays over the counters."""

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        scene = self.board_scene
        view = self.overlay_view(painter, option.exposedRect)
        scene.overlay_painter.paint_above(painter, view, scene.overlays, scene.stacks.keys())
