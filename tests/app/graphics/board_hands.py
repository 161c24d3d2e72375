"""Where hexes are on a view of a board, and what hands do there."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.graphics.board_view import BoardView
from tests.fixtures.hands import NONE


def middle(view: BoardView, place: str) -> QPointF:
    center = view.board_scene.center_of(place)
    assert center is not None
    return center


def at(view: BoardView, place: str) -> QPointF:
    return view.view_point(middle(view, place))


def spot(view: BoardView, place: str) -> QPoint:
    return at(view, place).toPoint()


def wheel(view: BoardView, point: QPoint, angle: int = 0, pixels: QPoint | None = None) -> None:
    event = QWheelEvent(
        QPointF(point),
        view.viewport().mapToGlobal(QPointF(point)),
        pixels or QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def drag(view: BoardView, button: Qt.MouseButton, start: QPoint, end: QPoint) -> None:
    port = view.viewport()
    QTest.mousePress(port, button, NONE, start)
    for share in (0.25, 0.5, 0.75, 1.0):
        QTest.mouseMove(port, start + (end - start) * share)
    QTest.mouseRelease(port, button, NONE, end)
