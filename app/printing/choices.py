"""What the print dialog offers to choose from: kinds of sheet, and games or moments of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QComboBox, QListWidget, QListWidgetItem

from app.exporting.kinds import KINDS
from app.exporting.source import PrintSource


@dataclass(frozen=True, slots=True)
class Subjects:
    """What may be printed instead: moments of a game, or scenarios of a module. ``make`` gives each by its
    id.
    """

    name: str
    choices: Sequence[tuple[str, str]]
    make: Callable[[str], PrintSource]
    current: str = ""


def kind_list() -> QListWidget:
    """The kinds of sheet, each with its help."""
    kinds = QListWidget()
    kinds.setAccessibleName("What to print")
    for kind in KINDS.values():
        item = QListWidgetItem(kind.title)
        item.setToolTip(kind.help)
        kinds.addItem(item)
    return kinds


class SubjectBox(QComboBox):
    """The games or moments to choose from; hidden where there is nothing to choose."""

    def __init__(self, subjects: Subjects | None) -> None:
        super().__init__()
        if subjects is None or len(subjects.choices) < 2:
            self.hide()
            return
        self.setAccessibleName(subjects.name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)  # long titles end in dots, the panel keeps its width
        for subject, title in subjects.choices:
            self.addItem(title, subject)
        self.currentTextChanged.connect(self._tell_whole)
        self.setCurrentIndex(max(0, self.findData(subjects.current)))
        self._tell_whole(self.currentText())

    def _tell_whole(self, title: str) -> None:
        """The whole title is told where the field is too narrow for it."""
        self.setToolTip(f"{self.accessibleName()}: {title}")
