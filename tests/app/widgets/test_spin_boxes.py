"""Fields for numbers: nothing that is typed is swallowed, and who goes beyond the limits is told of them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from app.widgets.spin_boxes import DecimalBox, SpinBox


@pytest.fixture(params=[SpinBox, DecimalBox])
def box(request: pytest.FixtureRequest, qtbot: QtBot) -> SpinBox | DecimalBox:
    made: SpinBox | DecimalBox = request.param()
    made.setRange(-5, 12)
    made.setSuffix(" mm")
    qtbot.addWidget(made)
    made.show()
    return made


def typed(box: SpinBox | DecimalBox, text: str) -> None:
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)


def test_a_number_beyond_the_limits_can_be_typed_and_is_marked(box: SpinBox | DecimalBox) -> None:
    typed(box, "45")
    assert box.cleanText() == "45"
    assert box.property("fault") == "true"
    assert box.limits() in QToolTip.text()


def test_who_leaves_it_gets_the_nearest_number_and_is_told(box: SpinBox | DecimalBox) -> None:
    typed(box, "9999")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.value() == 12
    assert box.property("fault") == "false"
    assert "was taken" in QToolTip.text()
    assert box.limits() in QToolTip.text()
    typed(box, "-77")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.value() == -5


def test_a_number_within_is_taken_and_letters_are_not(box: SpinBox | DecimalBox) -> None:
    typed(box, "a1b1")
    assert box.value() == 11
    assert box.property("fault") != "true"
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.cleanText().startswith("11")


def test_a_number_taken_back_is_no_longer_marked(box: SpinBox | DecimalBox) -> None:
    typed(box, "45")
    QTest.keyClick(box, Qt.Key.Key_Backspace)
    assert (box.cleanText(), box.property("fault")) == ("4", "false")
