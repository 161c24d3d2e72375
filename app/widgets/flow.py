"""A layout that fills rows from the left and wraps, for chips, choices and cards."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items at their own size, row by row; the height follows from the width."""

    def __init__(self, parent: QWidget | None = None, across: int = 8, down: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._across = across
        self._down = down
        self._heights: dict[int, int] = {}
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        """Worked out once for each width: layouts around this one ask again and again."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), moves=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, moves=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, rect: QRect, *, moves: bool) -> int:
        margins = self.contentsMargins()
        area = rect.adjusted(margins.left(), margins.top(), -margins.right(), -margins.bottom())
        y = area.y()
        for row in self._rows(area.width()):
            tallest = max(item.sizeHint().height() for item in row)
            if moves:
                self._place(row, QPoint(area.x(), y), tallest)
            y += tallest + self._down
        return max(area.y(), y - self._down) - rect.y() + margins.bottom()

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        """What is shown, row by row."""
        rows: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            wide = item.sizeHint().width()
            if not rows or used + wide > width:
                rows.append([])
                used = 0
            rows[-1].append(item)
            used += wide + self._across
        return rows

    def _place(self, row: list[QLayoutItem], at: QPoint, tallest: int) -> None:
        """Puts a row down, each item in the middle of its height."""
        x = at.x()
        for item in row:
            size = item.sizeHint()
            item.setGeometry(QRect(QPoint(x, at.y() + (tallest - size.height()) // 2), size))
            x += size.width() + self._across
