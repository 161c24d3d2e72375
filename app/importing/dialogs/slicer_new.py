"""New counters from a sheet: whether the counters that nobody was given become new ones, and their names.

Names are typed or come from a file, one a line, in the order of the sheet; where they end, numbers go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.importing.naming import tidy
from app.importing.refusal import ImportRefused
from app.importing.slicing.work import read_names
from app.theme.current import scaled
from app.widgets.labels import label

_NUMBERED = re.compile(r"Counter (\d{1,6})")
"""A name nobody chose."""


class NewCounters(QWidget):
    """The part of the slicer that makes counters."""

    changed = Signal()

    def __init__(self, *, all_new: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(6))
        self.check = QCheckBox("Make new counters of the others")
        self.check.setChecked(all_new)
        self.check.setVisible(not all_new)
        self.check.toggled.connect(self._switch)
        column.addWidget(self.check)
        self.body = QWidget()
        inner = QVBoxLayout(self.body)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(scaled(6))
        inner.addWidget(label("Names, one a line, in the order of the sheet", "second", wraps=True))
        self.names = QPlainTextEdit()
        self.names.setAccessibleName("Names of the new counters")
        self.names.setPlaceholderText("Counter 1\nCounter 2")
        self.names.setTabChangesFocus(True)
        self.names.setMinimumHeight(scaled(64))
        if not all_new:
            self.names.setMaximumHeight(scaled(96))
        inner.addWidget(self.names, 1)
        self.fault = label("", "second", wraps=True)
        self.fault.hide()
        inner.addWidget(self.fault)
        self.file = QPushButton("Names from a file…")
        self.file.clicked.connect(self.choose_file)
        inner.addWidget(self.file)
        self.body.setVisible(all_new)
        column.addWidget(self.body, 1)

    @property
    def is_on(self) -> bool:
        """Whether new counters are wanted."""
        return self.check.isChecked()

    def _switch(self, _on: object) -> None:
        self.body.setVisible(self.is_on)
        self.changed.emit()

    def choose_file(self) -> None:
        """Asks for a file of names."""
        name, _ = QFileDialog.getOpenFileName(
            self, "Names of the counters", "", "Texts and tables (*.txt *.csv)"
        )
        if name:
            self.take_file(Path(name))

    def take_file(self, path: Path) -> None:
        """Puts the names of a file in; tells what is wrong with one that cannot be read."""
        try:
            self.names.setPlainText("\n".join(read_names(path)))
        except ImportRefused as refused:
            self.fault.setText(str(refused))
            self.fault.show()
        else:
            self.fault.hide()

    def names_for(self, count: int, known: Iterable[str] = ()) -> list[str]:
        """A name for every new counter; an empty line takes a number, behind those of the `known` names."""
        lines = [tidy(line) for line in self.names.toPlainText().splitlines()][:count]
        numbers = (_NUMBERED.fullmatch(name) for name in known)
        last = max((int(found[1]) for found in numbers if found), default=0)
        return [lines[n] if n < len(lines) and lines[n] else f"Counter {last + n + 1}" for n in range(count)]
