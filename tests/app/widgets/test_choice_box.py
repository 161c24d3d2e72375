"""The wheel passes by lists and numbers that nobody is in."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.choice_box import ChoiceBox
from app.widgets.spin_boxes import DecimalBox, SpinBox


def takes_turn(widget: QWidget) -> bool:
    """Turns the wheel by one notch, the pointer over the widget; whether the widget took it for itself."""
    spot = QPointF(widget.rect().center())
    event = QWheelEvent(
        spot,
        QPointF(widget.mapToGlobal(widget.rect().center())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


@pytest.fixture
def form(qtbot: QtBot) -> QScrollArea:
    """A form higher than its window, with a list and two numbers."""
    area, inside = QScrollArea(), QWidget()
    column = QVBoxLayout(inside)
    choice, whole, decimal = ChoiceBox(), SpinBox(), DecimalBox()
    choice.addItems(["one", "two", "three"])
    for widget in (choice, whole, decimal):
        column.addWidget(widget)
    inside.setFixedHeight(900)
    area.setWidget(inside)
    area.resize(200, 200)
    qtbot.addWidget(area)
    with qtbot.waitExposed(area):
        area.show()
    return area


def test_the_wheel_is_left_to_the_form(form: QScrollArea) -> None:
    choice = form.findChild(ChoiceBox)
    choice.setFocus()
    for box in (choice, form.findChild(SpinBox), form.findChild(DecimalBox)):
        assert not takes_turn(box)
    assert choice.currentIndex() == 0
    assert form.findChild(SpinBox).value() == 0
    assert form.findChild(DecimalBox).value() == 0


def test_a_number_one_is_in_follows_the_wheel(form: QScrollArea) -> None:
    box = form.findChild(SpinBox)
    box.setValue(5)
    box.setFocus()
    assert takes_turn(box)
    assert box.value() == 4
