"""Victory: the conditions in words, what is met now, figures where there are any."""

from __future__ import annotations

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
        for widget in (self.head, self.reason, self.lines):
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
        bar, figure = Bar(side.strip), label("", "strong")
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
        pieces = self.session.projection.pieces.values()
        return {
            side.id: sum(v.steps for v in pieces if v.side == side.id and v.at is not None and v.values)
            for side in self.session.module.sides
        }

    def key(self) -> object:
        view = self.session.projection
        return (view.victory, view.over, tuple(self._steps().items()))

    def fill(self) -> None:
        view = self.session.projection
        over = view.over
        self.head.setVisible(over is not None)
        self.reason.setVisible(over is not None)
        if over is not None:
            heads = {"draw": "A draw.", "none": "The game was cut short."}
            self.head.setText(heads.get(over.winner, f"{self.session.side_title(over.winner)} wins."))
            self.reason.setText(over.reason)
        self.lines.show_figures(tuple(self._figure(line) for line in view.victory))
        self.lines.setVisible(bool(view.victory))
        steps = self._steps()
        most = max(steps.values(), default=0) or 1
        for side, (bar, figure) in self.bars.items():
            bar.show_share(steps[side] / most)
            figure.setText(str(steps[side]))

    def _figure(self, line: VictoryLine) -> Figure:
        short = next((s.short or s.title for s in self.session.module.sides if s.id == line.side), "")
        is_named = any(line.text.startswith(name) for name in (short, self._title(line.side)) if name)
        who = f"{short}: " if short and not is_named else ""
        words = f"{who}{line.text} {line.value}".strip()
        return Figure(text=words, rule=line.rule, sign="yes" if line.met else "open", is_strong=line.met)

    def _title(self, side: SideId) -> str:
        return next((s.title for s in self.session.module.sides if s.id == side), "")
