"""What the print dialog offers to choose from."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from app.printing.choices import SubjectBox, Subjects
from app.printing.dialog import PrintDialog
from tests.app.exporting.sheets import a_source


def test_a_long_title_leaves_the_arrow_in_sight(qtbot: QtBot) -> None:
    title = "The Second Battle of the Long Road to the Far Harbor, with All Its Sieges and Evacuations"
    choices = (("meeting", title), ("raid", "A Raid"))
    made = PrintDialog(a_source(), None, Subjects("Scenario", choices, lambda _id: a_source(), "meeting"))
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(made)
    made.show()
    field = made.subject
    area = made.findChild(QScrollArea)
    assert area is not None
    assert field.mapTo(area, field.rect().topRight()).x() < area.viewport().width()
    assert field.toolTip() == f"Scenario: {title}"
    field.setCurrentIndex(1)
    assert field.toolTip() == "Scenario: A Raid"
    made.close()


def test_one_subject_is_no_choice(qtbot: QtBot) -> None:
    one = SubjectBox(Subjects("Scenario", (("meeting", "A Meeting"),), lambda _id: a_source(), "meeting"))
    qtbot.addWidget(one)
    assert one.isHidden()
    none = SubjectBox(None)
    qtbot.addWidget(none)
    assert none.isHidden()
