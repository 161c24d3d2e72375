"""What the scenario on show sets up in the chosen hex: counters of each side, and supply points."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSpinBox, QWidget

from app.editor.document import EditorDocument
from app.editor.fields.parts import ElidedButton
from app.editor.setup_stacks import SetupStacks
from app.editor.summaries import names_of
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.spin_boxes import SpinBox
from engine.definition.scenario import ScenarioDef
from engine.editing.searching import Path
from engine.editing.setups import set_supply


class _SideHere(NamedTuple):
    """What one side has in the hex: supply points, and its placements in words."""

    side: str
    title: str
    supply: int
    placements: tuple[tuple[Path, str], ...]


class SetupHere(QWidget):
    """The set-up of one hex."""

    path_wanted = Signal(tuple)
    """The path of a placement whose form is wanted."""

    def __init__(self, document: EditorDocument, stacks: SetupStacks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.stacks = document, stacks
        self.scenario = self.spot = ""
        self.supply: dict[str, QSpinBox] = {}
        self.links: list[QPushButton] = []
        self._widgets: list[QWidget] = []
        self._shown: object = None
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setVerticalSpacing(scaled(4))
        self.grid.setColumnStretch(1, 1)

    def show_hex(self, scenario: str, spot: str) -> None:
        """Shows a hex in a scenario; nothing for no hex."""
        found = self.stacks.scenario(scenario)
        self.scenario, self.spot = scenario, spot
        self.setVisible(found is not None and bool(spot))
        said = self._said(found) if found is not None and spot else ()
        shown = (scenario, spot, said, scaled(100))
        if shown == self._shown:
            return
        self._shown = shown
        for widget in self._widgets:
            widget.hide()
            widget.deleteLater()
        self._widgets, self.supply, self.links = [], {}, []
        if not said:
            return
        self._put(label("Set up here", "strong"), 0, 2)
        for n, (side, title, supply, placements) in enumerate(said):
            self._put(label(title, "second"), 2 * n + 1)
            self._put(self._spin(side, supply), 2 * n + 1, column=1)
            for path, words in placements:
                link = ElidedButton(words)
                link.setToolTip(f"{words}: the form of this placement")
                link.clicked.connect(partial(self.path_wanted.emit, path))
                self.links.append(link)
                self._put(link, 2 * n + 2, 2)

    def come_after(self, before: QWidget) -> None:
        """Lets Tab come here from a widget of the panel, though all here is made anew for each hex."""
        for widget in self._widgets:
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                QWidget.setTabOrder(before, widget)
                before = widget

    def _put(self, widget: QWidget, row: int, span: int = 1, column: int = 0) -> None:
        self.grid.addWidget(widget, row, column, 1, span)
        self._widgets.append(widget)

    def _said(self, scenario: ScenarioDef) -> tuple[_SideHere, ...]:
        """What is set up in the hex, side by side."""
        return tuple(
            _SideHere(
                side.id, side.short, self._supply(scenario, side.id), self._placements(scenario, side.id)
            )
            for side in self.document.module.sides
        )

    def _supply(self, scenario: ScenarioDef, side: str) -> int:
        setup = scenario.sides.get(side)
        return sum(p.supply for p in setup.placements if p.at == self.spot) if setup else 0

    def _placements(self, scenario: ScenarioDef, side: str) -> tuple[tuple[Path, str], ...]:
        module = self.document.module
        at = next(n for n, one in enumerate(module.scenarios) if one is scenario)
        setup = scenario.sides.get(side)
        found: list[tuple[Path, str]] = []
        for n, placement in enumerate(setup.placements if setup else ()):
            if placement.at == self.spot and placement.pieces:
                path: Path = ("scenarios", at, "sides", side, "placements", n)
                found.append((path, names_of(placement.pieces, module)))
        return tuple(found)

    def _spin(self, side: str, count: int) -> QSpinBox:
        box = SpinBox()
        box.setRange(0, 999)
        box.setValue(count)
        box.setSuffix(" SP")
        box.setKeyboardTracking(False)
        box.setAccessibleName(f"Supply points, {side}")
        box.valueChanged.connect(partial(self._set, side))
        self.supply[side] = box
        return box

    def _set(self, side: str, count: int) -> None:
        scenario, spot = self.scenario, self.spot
        done = self.document.edit(
            lambda m: set_supply(m, scenario, side, spot, count),
            f"{count} SP in {spot}",
            f"supply {scenario} {side} {spot}",
        )
        if not done:
            self._shown = None
            self.show_hex(scenario, spot)
