"""The wheel passes by lists and numbers that nobody is in."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Form:
    """A form higher than its window, with a list and two numbers."""

    area: QScrollArea
    choice: ChoiceBox
    whole: SpinBox
    decimal: DecimalBox


@pytest.fixture
def form(qtbot: QtBot) -> Form:
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
    return Form(area, choice, whole, decimal)


def test_the_wheel_is_left_to_the_form(form: Form) -> None:
    form.choice.setFocus()
    for box in (form.choice, form.whole, form.decimal):
        assert not takes_turn(box)
    assert form.choice.currentIndex() == 0
    assert form.whole.value() == 0
    assert form.decimal.value() == 0


def test_a_number_one_is_in_follows_the_wheel(form: Form) -> None:
    box = form.whole
    box.setValue(5)
    box.setFocus()
    assert takes_turn(box)
    assert box.value() == 4
