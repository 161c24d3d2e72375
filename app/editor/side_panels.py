"""The docks of issues and of history: what is wrong and how to mend it, what was done and the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QUndoView,
    QVBoxLayout,
    QWidget,
)

from app.editor.chart_faults import blamed
from app.editor.document import EditorDocument
from app.editor.rules_check import CANNOT_BEGIN
from app.theme.current import scaled
from app.widgets.flow import FlowLayout
from app.widgets.labels import label
from app.widgets.pages import swap_page
from engine.editing.checking import Finding
from engine.editing.next_steps import NEXT
from engine.editing.plain_words import Names
from engine.editing.remedies import remedies_for
from engine.editing.remedy import Remedy
from engine.editing.searching import Path, value_at

MOST = 60


@dataclass(frozen=True, slots=True)
class _Line:
    """What one line of the list says and offers."""

    sign: str
    tone: str
    words: str
    second: str
    jump: Callable[[], None] | None = None
    remedies: tuple[Remedy, ...] = ()


class IssuesPanel(QScrollArea):
    """What the checks found, worst first, with a jump and remedies each."""

    jump_wanted = Signal(tuple)
    place_wanted = Signal(str)
    """A place that the game's own rules speak of."""
    counted = Signal(int)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.extra: tuple[str, ...] = ()
        """Words of the game's own rules about the set-up on show."""
        self.fixes: dict[str, QPushButton] = {}
        """The first remedy of each finding, by its words."""
        self._shown: object = None
        self._names = Names(document.module)
        self.setWidgetResizable(True)
        self.setAccessibleName("Issues")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        document.checked.connect(self.refresh)
        self.refresh()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is shown: the checks' findings, then the hints for designers."""
        return (*self.document.check.findings, *self.document.hints)

    def set_extra(self, words: tuple[str, ...]) -> None:
        """Shows what the game's own rules say about the set-up."""
        if words != self.extra:
            self.extra = words
            self.refresh()

    def refresh(self) -> None:
        """Shows the present findings."""
        findings = self.findings
        faults = sum(finding.issue.code != NEXT for finding in findings)
        self.counted.emit(faults + len(self.extra))
        if self._is_shown(findings):
            return
        self.fixes, self._names = {}, Names(self.document.module)
        page = QWidget()
        page.setProperty("kind", "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(8))
        column.setSpacing(scaled(2))
        for words in self.extra:
            column.addWidget(self._line(self._extra_line(words)))
        for finding in findings[:MOST]:
            column.addWidget(self._line(self._finding_line(finding)))
        if len(findings) > MOST:
            column.addWidget(label(f"and {len(findings) - MOST} more", "second"))
        if not findings and not self.extra:
            column.addWidget(label("Nothing to mend.", "second"))
        column.addStretch(1)
        swap_page(self, page)

    def _is_shown(self, findings: tuple[Finding, ...]) -> bool:
        """Whether the list says all that already: the lines it has room for, and how many more there are."""
        names = Names(self.document.module)
        said = tuple((f.issue, names.say(f.issue.message)) for f in findings[:MOST])
        key = (said, len(findings), self.extra)
        if key == self._shown:
            return True
        self._shown = key
        return False

    def _extra_line(self, words: str) -> _Line:
        board = self.document.check.board
        known = board.index if board is not None else {}
        spoken = words.replace(",", " ").replace(":", " ").split()
        place = next((word for word in spoken if word in known and len(word) > 1), "")
        jump = partial(self.place_wanted.emit, place) if place else None
        is_fault = words.startswith(CANNOT_BEGIN)
        if is_fault and (spots := blamed(self.document.module, words)):
            spot = min(spots)
            number = [chart.id for chart in self.document.module.charts].index(spot.chart)
            jump = partial(self.jump_wanted.emit, ("charts", number, "cells", spot.row, spot.column))
        sign, tone = ("●", "bad") if is_fault else ("▲", "care")
        return _Line(sign, tone, words, "the rules of the game", jump)

    def _finding_line(self, finding: Finding) -> _Line:
        issue, is_error = finding.issue, finding.issue.severity == "error"
        is_next = issue.code == NEXT
        steps = () if is_next else finding.path[:2]
        where = " · ".join(str(step) for step in steps if isinstance(step, str))
        named = "" if is_next else _named(self.document, finding.path)
        second = " · ".join(word for word in (where, named, self._names.say(issue.hint)) if word)
        remedies = remedies_for(self.document.module, finding, tried=False)
        sign, tone = ("●", "bad") if is_error else ("▸", "accent") if is_next else ("▲", "care")
        words, jump = self._names.say(issue.message), partial(self.jump_wanted.emit, finding.path)
        return _Line(sign, tone, words, second, jump, remedies)

    def _line(self, line: _Line) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, scaled(4), 0, scaled(6))
        row.setSpacing(scaled(8))
        row.addWidget(label(line.sign, line.tone), 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(scaled(2))
        texts.addWidget(label(f"{line.words[:1].upper()}{line.words[1:]}", wraps=True))
        if line.second:
            texts.addWidget(label(line.second, "second", wraps=True))
        buttons = QWidget()
        flow = FlowLayout(buttons, scaled(6), scaled(4))
        for button in self._buttons(line):
            flow.addWidget(button)
        texts.addWidget(buttons)
        row.addLayout(texts, 1)
        return holder

    def _buttons(self, line: _Line) -> list[QPushButton]:
        made: list[QPushButton] = []
        for n, remedy in enumerate(line.remedies[:2]):
            fix = QPushButton(remedy.words)
            fix.setProperty("kind", "chip")
            fix.setAccessibleName(f"{remedy.words}: {line.words}")
            fix.clicked.connect(partial(self._mend, remedy))
            if n == 0:
                self.fixes[line.words] = fix
            made.append(fix)
        if len(line.remedies) > 2:
            more = QPushButton("More")
            more.setProperty("kind", "chip")
            menu = QMenu(more)
            for remedy in line.remedies[2:]:
                menu.addAction(remedy.words, partial(self._mend, remedy))
            more.setMenu(menu)
            made.append(more)
        if line.jump is not None:
            show = QPushButton("Show")
            show.setProperty("kind", "link")
            show.setAccessibleName(f"Show: {line.words}")
            jump = line.jump
            show.clicked.connect(lambda _on=False: jump())
            made.append(show)
        return made

    def _mend(self, remedy: Remedy, _on: object = None) -> None:
        if self.document.edit(remedy.edit, remedy.words.lower()):
            self.document.check_now()


def _named(document: EditorDocument, path: Path) -> str:
    thing = value_at(document.module, path[:2]) if len(path) >= 2 else None
    return str(getattr(thing, "title", "") or getattr(thing, "name", "") or "")


class HistoryPanel(QUndoView):
    """All steps; a click goes back or forward to one."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(document.stack, parent)
        self.setEmptyLabel("As opened")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("History")
        self.setAlternatingRowColors(False)
