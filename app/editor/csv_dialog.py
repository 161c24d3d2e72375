"""What a table read in would change, shown before anything is taken.

Of a table that lacks things of the module one may choose whether they go or stay; most often somebody has
written a few new lines only, and wants nothing to go.
"""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QListWidget, QVBoxLayout, QWidget

from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.labels import label
from engine.editing.csv_text import TableImport
from engine.victory.clauses import listed

_KINDS = {"new": "new", "changed": "changed", "gone": "taken away"}
FEW = 0.5
"""Where more than this part of the lines would go, the table is taken for one of a few lines only."""


class CsvDialog(QDialog):
    """The differences line by line; nothing happens unless they are taken."""

    def __init__(self, outcome: TableImport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Take this table?")
        self._whole = outcome
        self.counts, self.note = label("", "strong"), label("", "second", wraps=True)
        self.keep = QCheckBox("Leave what is not in the table as it is")
        self.lines = QListWidget()
        self.lines.setAlternatingRowColors(True)
        self.lines.setAccessibleName("Differences")
        self.buttons = QDialogButtonBox()
        self.take = self.buttons.addButton("Take as one step", QDialogButtonBox.ButtonRole.AcceptRole)
        self.take.setProperty("kind", "primary")
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for part in (self.counts, self.keep, self.note):
            column.addWidget(part)
        column.addWidget(self.lines, 1)
        column.addWidget(self.buttons)
        self.resize(scaled(620), scaled(420))
        self.keep.setVisible(outcome.kept is not None)
        self.keep.setChecked(bool(outcome.must_keep) or outcome.lost > FEW * len(outcome.differences))
        self.keep.setEnabled(not outcome.must_keep)
        self.keep.toggled.connect(lambda _on: self._show())
        self._show()

    @property
    def outcome(self) -> TableImport:
        """What is taken, as it is chosen."""
        kept = self._whole.kept
        return kept if kept is not None and self.keep.isChecked() else self._whole

    def _show(self) -> None:
        outcome = self.outcome
        numbers = {kind: sum(d.kind == kind for d in outcome.differences) for kind in _KINDS}
        words = ", ".join(f"{count} {_KINDS[kind]}" for kind, count in numbers.items() if count)
        self.counts.setText(words or "The rest of the table says the same as the module.")
        self.take.setEnabled(bool(words))
        self.note.setText(" ".join(self._notes(outcome)))
        self.note.setVisible(bool(self.note.text()))
        self.lines.clear()
        self.lines.addItems([difference.words() for difference in outcome.differences])

    def _notes(self, outcome: TableImport) -> list[str]:
        found: list[str] = []
        if outcome.homes:
            found.append(f"What is taken away goes from {listed(outcome.homes, 'and')} as well.")
        if self._whole.must_keep:
            found.append(f"What is not in the table cannot go: {self._whole.must_keep}.")
        if outcome.ignored:
            columns = listed([f"\u201c{name}\u201d" for name in outcome.ignored], "and")
            found.append(
                f"Left out: the {counted(len(outcome.ignored), 'column').partition(' ')[2]} {columns}."
            )
        return found
