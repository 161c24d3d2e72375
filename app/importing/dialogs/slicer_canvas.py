"""The sheet with its grid: lines to drag, cells to take out, everything by mouse and by keyboard."""

from __future__ import annotations

from typing import Final

from PIL import Image
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app.importing.dialogs.slicer_model import SlicerModel
from app.importing.sheet_files import OpenedSheet
from app.importing.slicing.grid import Axis, Block, Line
from app.importing.upright import LEAST

LINE: Final = QColor("#e2268a")
PICKED: Final = QColor("#0a84ff")
OTHER: Final = QColor(226, 38, 138, 110)
HALO: Final = QColor(255, 255, 255, 190)
NEAR: Final = 6.0
STEPS: Final = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0)


def to_image(picture: Image.Image) -> QImage:
    """A Pillow picture as a picture of the window toolkit."""
    rgba = picture.convert("RGBA")
    data = rgba.tobytes()
    return QImage(data, rgba.width, rgba.height, 4 * rgba.width, QImage.Format.Format_RGBA8888).copy()


def turned_image(image: QImage, angle: float) -> QImage:
    """A picture turned about its middle, counter-clockwise, at the same size, on white."""
    if abs(angle) < LEAST:
        return image
    found = QImage(image.size(), QImage.Format.Format_RGB32)
    found.fill(Qt.GlobalColor.white)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(image.width() / 2, image.height() / 2)
    painter.rotate(-angle)
    painter.translate(-image.width() / 2, -image.height() / 2)
    painter.drawImage(0, 0, image)
    painter.end()
    return found


class SlicerCanvas(QWidget):
    """Shows one page; the picked line is moved by the arrow keys."""

    told = Signal(str)

    def __init__(self, model: SlicerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.zoom = 0.4
        self.axis: Axis = "columns"
        self.line = 0
        self._drag: tuple[Axis, int] | None = None
        self._move_from: QPointF | None = None
        self._moved_block: Block | None = None
        self._page: OpenedSheet | None = None
        self._flat = QImage()
        self._pixmap = QPixmap()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Sheet with its grid")
        model.changed.connect(self.update)
        model.page_changed.connect(self.load_page)
        self.load_page()

    def load_page(self) -> None:
        """Shows the page of the model."""
        page = self.model.page
        if self._page is not page.opened:
            self._page, self._flat = page.opened, to_image(page.opened.shown)
        self._pixmap = QPixmap.fromImage(turned_image(self._flat, page.grid.angle))
        self.set_zoom(self.zoom)

    def fit(self, room: QSize) -> None:
        """Zooms so that the whole sheet is seen."""
        width, height = self.model.grid.size
        self.set_zoom(min(room.width() / width, room.height() / height) * 0.985)

    def set_zoom(self, zoom: float) -> None:
        """Shows the sheet at another scale."""
        self.zoom = min(STEPS[-1], max(0.03, zoom))
        width, height = self.model.grid.size
        self.setFixedSize(max(1, round(width * self.zoom)), max(1, round(height * self.zoom)))
        self.update()

    def step_zoom(self, by: int) -> None:
        """Zooms in or out by one step."""
        nearest = min(range(len(STEPS)), key=lambda n: abs(STEPS[n] - self.zoom))
        self.set_zoom(STEPS[min(len(STEPS) - 1, max(0, nearest + by))])

    # -------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(QRectF(self.rect()), self._pixmap, QRectF(self._pixmap.rect()))
        for number, block in enumerate(self.model.grid.blocks):
            self._paint_block(painter, block, is_current=number == self.model.block)
        if self.hasFocus():
            painter.setPen(QPen(PICKED, 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_block(self, painter: QPainter, block: Block, *, is_current: bool) -> None:
        box, zoom = block.box, self.zoom
        for cell in block.missing:
            column, row = block.columns[cell[0]], block.rows[cell[1]]
            area = QRectF(column.start * zoom, row.start * zoom, column.length * zoom, row.length * zoom)
            painter.fillRect(area, QColor(40, 40, 50, 120))
            painter.setPen(QPen(HALO, 2))
            painter.drawLine(area.topLeft(), area.bottomRight())
            painter.drawLine(area.topRight(), area.bottomLeft())
        for axis in ("columns", "rows"):
            for number, line in enumerate(block.lines(axis)):
                ends = self._ends(line, (box.left, box.top, box.right, box.bottom))
                picked = is_current and axis == self.axis and number == self.line
                painter.setPen(QPen(HALO, 4 if picked else 3))
                painter.drawLine(*ends)
                painter.setPen(
                    QPen(PICKED if picked else LINE if is_current else OTHER, 3 if picked else 1.4)
                )
                painter.drawLine(*ends)

    def _ends(self, line: Line, box: tuple[float, float, float, float]) -> tuple[QPointF, QPointF]:
        at, zoom = line.position * self.zoom, self.zoom
        if line.axis == "columns":
            return QPointF(at, box[1] * zoom), QPointF(at, box[3] * zoom)
        return QPointF(box[0] * zoom, at), QPointF(box[2] * zoom, at)

    # ----------------------------------------------------------------- mouse

    def line_at(self, point: QPointF) -> tuple[Axis, int] | None:
        """The line of the current block under a point."""
        block = self.model.current_block()
        if block is None:
            return None
        best: tuple[float, tuple[Axis, int]] | None = None
        places: tuple[tuple[Axis, float], ...] = (("columns", point.x()), ("rows", point.y()))
        for axis, place in places:
            for number, line in enumerate(block.lines(axis)):
                away = abs(line.position * self.zoom - place)
                if away <= NEAR and (best is None or away < best[0]) and self._beside(block, axis, point):
                    best = (away, (axis, number))
        return best[1] if best else None

    def _beside(self, block: Block, axis: Axis, point: QPointF) -> bool:
        box, zoom = block.box, self.zoom
        if axis == "columns":
            return box.top * zoom - NEAR <= point.y() <= box.bottom * zoom + NEAR
        return box.left * zoom - NEAR <= point.x() <= box.right * zoom + NEAR

    def block_at(self, point: QPointF) -> int | None:
        """The block under a point."""
        x, y = point.x() / self.zoom, point.y() / self.zoom
        for number, block in enumerate(self.model.grid.blocks):
            box = block.box
            if box.left <= x <= box.right and box.top <= y <= box.bottom:
                return number
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        found = self.line_at(event.position())
        if found is not None:
            self.axis, self.line = found
            self._drag = found
            self.model.begin_drag()
        else:
            number = self.block_at(event.position())
            if number is not None:
                self.model.block = number
                if event.modifiers() & Qt.KeyboardModifier.AltModifier:
                    self._move_from, self._moved_block = event.position(), self.model.current_block()
                    self.model.begin_drag()
            self.model.changed.emit()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None:
            block = self.model.current_block()
            axis, number = self._drag
            if block is not None and number < len(block.lines(axis)):
                place = event.position().x() if axis == "columns" else event.position().y()
                self.model.move_line(block.lines(axis)[number], place / self.zoom)
            return
        if self._move_from is not None and self._moved_block is not None:
            by = (event.position() - self._move_from) / self.zoom
            self.model.merge(
                self.model.grid.with_block(self.model.block, self._moved_block.moved(by.x(), by.y()))
            )
            return
        found = self.line_at(event.position())
        shapes = {"columns": Qt.CursorShape.SplitHCursor, "rows": Qt.CursorShape.SplitVCursor}
        self.setCursor(shapes[found[0]] if found else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag = self._move_from = self._moved_block = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self.block_at(event.position())
        if number is None or self.line_at(event.position()) is not None:
            return
        self.model.block = number
        block = self.model.grid.blocks[number]
        x, y = event.position().x() / self.zoom, event.position().y() / self.zoom
        for i, column in enumerate(block.columns):
            for j, row in enumerate(block.rows):
                if column.start <= x <= column.end and row.start <= y <= row.end:
                    self.model.change_block(block.toggled((i, j)))
                    return

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.step_zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            event.ignore()

    # -------------------------------------------------------------- keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = 10.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
        key = event.key()
        along = {Qt.Key.Key_Left: ("columns", -1), Qt.Key.Key_Right: ("columns", 1)}
        along |= {Qt.Key.Key_Up: ("rows", -1), Qt.Key.Key_Down: ("rows", 1)}
        if key in along:
            axis, way = along[Qt.Key(key)]
            self._arrow("columns" if axis == "columns" else "rows", way, step)
        elif key in {Qt.Key.Key_Period, Qt.Key.Key_Comma}:
            self.pick(1 if key == Qt.Key.Key_Period else -1)
        elif key == Qt.Key.Key_Insert:
            self.add_line()
        elif key == Qt.Key.Key_Delete:
            self.remove_line()
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.step_zoom(1)
        elif key == Qt.Key.Key_Minus:
            self.step_zoom(-1)
        else:
            super().keyPressEvent(event)

    def _arrow(self, axis: Axis, way: int, step: float) -> None:
        """Moves the picked line across itself; across the other axis picks the next line of that axis."""
        if axis == self.axis:
            self.model.nudge(self.axis, self.line, way * step)
        else:
            self.axis, self.line = axis, 0
            self.update()
        self.tell()

    def pick(self, by: int) -> None:
        """Picks the next line of the axis."""
        block = self.model.current_block()
        if block is not None:
            self.line = (self.line + by) % len(block.lines(self.axis))
            self.update()
            self.tell()

    def add_line(self) -> None:
        """Adds a line halfway from the picked one to the next."""
        block = self.model.current_block()
        if block is None:
            return
        lines = block.lines(self.axis)
        at = lines[min(self.line, len(lines) - 1)].position
        after = next(
            (line.position for line in lines if line.position > at + 1),
            at + block.spans(self.axis)[-1].length * 2,
        )
        self.model.change_block(block.line_added(self.axis, (at + after) / 2))

    def remove_line(self) -> None:
        """Removes the picked line."""
        block = self.model.current_block()
        if block is not None:
            lines = block.lines(self.axis)
            self.model.change_block(block.line_removed(lines[min(self.line, len(lines) - 1)]))
            self.line = max(0, self.line - 1)

    def tell(self) -> None:
        """Says which line is picked, for the status line and screen readers."""
        block = self.model.current_block()
        if block is not None:
            lines = block.lines(self.axis)
            line = lines[min(self.line, len(lines) - 1)]
            word = "column" if self.axis == "columns" else "row"
            self.told.emit(f"{word} line {self.line + 1} of {len(lines)} at {line.position:.0f} px")
