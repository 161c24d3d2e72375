"""Victory: the conditions in words, what is met now, figures where there are any."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.player.desk import Desk
from app.player.panels.base import Panel
from app.theme.manager import scaled
from app.widgets.labels import label
from app.widgets.tracks import Bar
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
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setAccessibleName(self.title)
        area.setWidget(self.body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

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
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        view = self.session.projection
        if view.over is not None:
            title = self.session.side_title(view.over.winner)
            head = {"draw": "A draw.", "none": "The game was cut short."}.get(
                view.over.winner, f"{title} wins."
            )
            self._column.addWidget(label(head, "card"))
            self._column.addWidget(label(view.over.reason, wraps=True))
        for line in view.victory:
            self._column.addWidget(self._line(line))
        steps = self._steps()
        most = max(steps.values(), default=0) or 1
        for side in self.session.module.sides:
            row = QWidget()
            inner = QHBoxLayout(row)
            inner.setContentsMargins(0, 0, 0, 0)
            name = label(f"{side.short or side.title} steps")
            name.setMinimumWidth(scaled(76))
            inner.addWidget(name)
            bar = Bar(side.strip)
            bar.show_share(steps[side.id] / most)
            inner.addWidget(bar, 1)
            inner.addWidget(label(str(steps[side.id]), "strong"))
            self._column.addWidget(row)
        self._column.addStretch(1)

    def _line(self, line: VictoryLine) -> QWidget:
        row = QWidget()
        inner = QHBoxLayout(row)
        inner.setContentsMargins(0, 0, 0, 0)
        sign = label("✓" if line.met else "○", "good" if line.met else "faint")
        sign.setAccessibleName("met" if line.met else "not met")
        inner.addWidget(sign)
        words = f"{line.text} {line.value}".strip()
        inner.addWidget(label(words, "strong" if line.met else "", wraps=True), 1)
        inner.addWidget(label(line.rule, "faint"))
        return row
