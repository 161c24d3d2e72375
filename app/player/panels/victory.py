"""Victory: the conditions in words, what is met now, figures where there are any."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.player.desk import Desk
from app.player.dialogs.figure_list import Figure, FigureList
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.tracks import Bar
from engine.definition.piece import SideDef
from engine.ids import SideId
from engine.view.projection import VictoryLine


class VictoryPanel(Panel):
    """Conditions of both sides, and how many steps each side has left."""

    title = "Victory"
    name = "victory"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.body = QWidget()
        self.body.setProperty("kind", "panel")
        self._column = QVBoxLayout(self.body)
        self._column.setContentsMargins(scaled(14), scaled(10), scaled(14), scaled(10))
        self._column.setSpacing(scaled(6))
        self.head = label("", "card")
        self.reason = label("", wraps=True)
        self.lines = FigureList(has_signs=True)
        self.bars: dict[SideId, tuple[Bar, QLabel]] = {}
        self.standing = label("", "second", wraps=True)
        for widget in (self.head, self.reason, self.lines, self.standing):
            self._column.addWidget(widget)
        for side in desk.session.module.sides:
            self._column.addWidget(self._bar_row(side))
        self._column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setAccessibleName(self.title)
        area.setMinimumHeight(scaled(LEAST_HEIGHT))
        area.setWidget(self.body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _bar_row(self, side: SideDef) -> QWidget:
        row = QWidget()
        inner = QHBoxLayout(row)
        inner.setContentsMargins(0, 0, 0, 0)
        name = label(f"{side.short or side.title} steps")
        name.setMinimumWidth(scaled(76))
        bar, figure = Bar(self.desk.look(side.id)), label("", "strong")
        inner.addWidget(name)
        inner.addWidget(bar, 1)
        inner.addWidget(figure)
        self.bars[side.id] = (bar, figure)
        return row

    @property
    def note(self) -> str:
        """Scenario and version for the dock's bar."""
        scenario = self.session.rules.scenario
        chosen = self.session.state.options.get("version")
        version = next((v.title for v in scenario.versions if v.id == chosen), "")
        return ", ".join(word for word in (scenario.number, version.lower()) if word)

    def _steps(self) -> dict[str, int]:
        return {side.id: self.desk.left(side.id)[1] for side in self.session.module.sides}

    def key(self) -> object:
        view = self.session.projection
        return (view.victory, view.over, view.standing, tuple(self._steps().items()))

    def fill(self) -> None:
        view = self.session.projection
        over = view.over
        self.head.setVisible(over is not None)
        self.reason.setVisible(over is not None)
        if over is not None:
            heads = {"draw": "A draw.", "none": "The game was cut short."}
            self.head.setText(heads.get(over.winner, f"{self.session.side_title(over.winner)} wins."))
            self.reason.setText(over.reason)
        self.lines.show_figures(tuple(f for line in view.victory for f in self._figures(line)))
        self.lines.setVisible(bool(view.victory))
        self.standing.setText(view.standing)
        self.standing.setVisible(bool(view.standing) and over is None)
        steps = self._steps()
        most = max(steps.values(), default=0) or 1
        for side, (bar, figure) in self.bars.items():
            bar.show_share(steps[side] / most)
            figure.setText(str(steps[side]))

    def _figures(self, line: VictoryLine) -> Iterator[Figure]:
        """A condition, and below it each of its blocks with whether it holds now."""
        sign = "yes" if line.met else "open"
        text = line.head if line.parts else _with_value(line.text, line.value)
        words = f"{self._who(line, text)}{text}".strip()
        yield Figure(text=words, rule=line.rule, sign=sign, is_strong=line.met)
        for part in line.parts:
            yield Figure(
                text=_with_value(part.text, part.value),
                sign={True: "yes", False: "open", None: "no"}[part.met],
                is_muted=part.met is not True,
                depth=part.depth + 1,
            )

    def _who(self, line: VictoryLine, text: str) -> str:
        """The winner and the level, unless the sentence begins with him."""
        short = next((s.short or s.title for s in self.session.module.sides if s.id == line.side), "")
        is_named = any(text.startswith(name) for name in (short, self._title(line.side)) if name)
        if not short or (is_named and not line.level):
            return ""
        return f"{short}, {line.level.lower()}: " if line.level else f"{short}: "

    def _title(self, side: SideId) -> str:
        return next((s.title for s in self.session.module.sides if s.id == side), "")


def _with_value(text: str, value: str) -> str:
    """A sentence with where it stands behind it."""
    return f"{text.removesuffix('.')} ({value})" if value else text
