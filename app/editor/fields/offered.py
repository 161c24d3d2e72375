"""A line of text whose words are those of the rules: a list beside it offers them.

What the rules know is asked each time the list is opened, as it comes to be known some time after the fields
were made. Another word may be typed all the same: the rules may be written after the module.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QMenu

from app.editor.fields.field import small_button
from app.editor.fields.schema import FieldSpec
from app.editor.fields.sources import Sources
from app.editor.fields.texts import TextField

OFFERED: Final = frozenset(("step", "when"))
"""Fields of phases that name what the rules have."""
NOTHING: Final = {"step": "No step: a heading only", "when": "Always"}
UNKNOWN: Final = "What these rules offer is not known yet"


class OfferedField(TextField):
    """A line with a list of what it may name."""

    def __init__(self, spec: FieldSpec, sources: Sources) -> None:
        super().__init__(spec, sources.words(spec.name))
        self._sources = sources
        self.button = small_button("down", f"{spec.title}: choose from the rules")
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill)
        self.button.clicked.connect(self._open)
        self.row.addWidget(self.button)

    def _open(self) -> None:
        self.menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def _fill(self) -> None:
        self.menu.clear()
        words = self._sources.rule_words(self.spec.name)
        self._add("", NOTHING.get(self.spec.name, "None"))
        self.menu.addSeparator()
        for word in words:
            self._add(word, word)
        if not words:
            self.menu.addAction(UNKNOWN).setEnabled(False)

    def _add(self, word: str, shown: str) -> None:
        action = self.menu.addAction(shown)
        action.setCheckable(True)
        action.setChecked(self.line.text() == word)
        action.triggered.connect(lambda _on=False: self._take(word))

    def _take(self, word: str) -> None:
        self.line.setText(word)
        self._commit()
