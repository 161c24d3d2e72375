"""The docks of issues and of history: what is wrong and how to mend it, what was done and the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QUndoView, QVBoxLayout, QWidget

from app.editor.document import Edit, EditorDocument
from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.scenario import ScenarioDef
from engine.editing.checking import Finding
from engine.editing.searching import Path, value_at
from engine.editing.setups import list_pieces

MOST = 60
_QUOTE = "'"


@dataclass(frozen=True, slots=True)
class Remedy:
    """A quick fix: the words of its button and the edit."""

    words: str
    edit: Edit


class IssuesPanel(QScrollArea):
    """What the checks found, worst first, with a jump and a remedy each."""

    jump_wanted = Signal(tuple)
    counted = Signal(int)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.extra: tuple[str, ...] = ()
        """Words of the game's own rules about the set-up on show."""
        self._shown: object = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        document.checked.connect(self.refresh)
        self.refresh()

    def set_extra(self, words: tuple[str, ...]) -> None:
        """Shows what the game's own rules say about the set-up."""
        if words != self.extra:
            self.extra = words
            self.refresh()

    def refresh(self) -> None:
        """Shows the present findings."""
        findings = self.document.check.findings
        key = (tuple(f.issue for f in findings), self.extra)
        self.counted.emit(len(findings) + len(self.extra))
        if key == self._shown:
            return
        self._shown = key
        page = QWidget()
        page.setProperty("kind", "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(8))
        column.setSpacing(scaled(2))
        for words in self.extra:
            column.addWidget(self._line("▲", "care", words, "the rules of the game", None, None))
        for finding in findings[:MOST]:
            column.addWidget(self._finding(finding))
        if len(findings) > MOST:
            column.addWidget(label(f"and {len(findings) - MOST} more", "second"))
        if not findings and not self.extra:
            column.addWidget(label("Nothing to mend.", "second"))
        column.addStretch(1)
        self.setWidget(page)

    def _finding(self, finding: Finding) -> QWidget:
        issue = finding.issue
        is_error = issue.severity == "error"
        where = " · ".join(str(step) for step in finding.path[:2] if isinstance(step, str))
        named = _named(self.document, finding.path)
        second = " · ".join(word for word in (where, named, issue.hint) if word)
        return self._line(
            "●" if is_error else "▲", "bad" if is_error else "care", issue.message, second,
            lambda: self.jump_wanted.emit(finding.path), remedy_for(self.document, finding),
        )  # fmt: skip

    def _line(
        self,
        sign: str,
        tone: str,
        words: str,
        second: str,
        jump: Callable[[], None] | None,
        remedy: Remedy | None,
    ) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, scaled(4), 0, scaled(4))
        row.setSpacing(scaled(8))
        row.addWidget(label(sign, tone), 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(label(f"{words[:1].upper()}{words[1:]}", wraps=True))
        if second:
            texts.addWidget(label(second, "second", wraps=True))
        row.addLayout(texts, 1)
        if remedy is not None:
            fix = QPushButton(remedy.words)
            fix.clicked.connect(lambda _on=False: self.document.edit(remedy.edit, remedy.words.lower()))
            row.addWidget(fix, 0, Qt.AlignmentFlag.AlignTop)
        if jump is not None:
            show = QPushButton("Show")
            show.setAccessibleName(f"Show: {words}")
            show.clicked.connect(lambda _on=False: jump())
            row.addWidget(show, 0, Qt.AlignmentFlag.AlignTop)
        return line


def _named(document: EditorDocument, path: Path) -> str:
    thing = value_at(document.module, path[:2]) if len(path) >= 2 else None
    return str(getattr(thing, "title", "") or getattr(thing, "name", "") or "")


def remedy_for(document: EditorDocument, finding: Finding) -> Remedy | None:
    """The quick fix for a finding, where there is one that surely helps."""
    if finding.issue.code == "UNACCOUNTED":
        scenario = value_at(document.module, finding.path)
        piece = finding.issue.message.split(_QUOTE)[1]
        if isinstance(scenario, ScenarioDef):
            return Remedy("Leave out", lambda m: list_pieces(m, scenario.id, [piece], "gone"))
    return None


class HistoryPanel(QUndoView):
    """All steps; a click goes back or forward to one."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(document.stack, parent)
        self.setEmptyLabel("As opened")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("History")
        self.setAlternatingRowColors(False)
