"""What the print dialog offers to choose from: kinds of sheet, and games or moments of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QListWidget, QListWidgetItem

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
