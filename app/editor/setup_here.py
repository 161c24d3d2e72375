"""What the scenario on show sets up in the chosen hex: counters of each side, and supply points."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSpinBox, QWidget

from app.editor.document import EditorDocument
from app.editor.setup_stacks import SetupStacks
from app.editor.summaries import names_of
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.spin_boxes import SpinBox
from engine.definition.scenario import ScenarioDef
from engine.editing.searching import Path
from engine.editing.setups import set_supply


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
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setVerticalSpacing(scaled(4))
        self.grid.setColumnStretch(1, 1)

    def show_hex(self, scenario: str, spot: str) -> None:
        """Shows a hex in a scenario; nothing for no hex."""
        self.scenario, self.spot = scenario, spot
        for widget in self._widgets:
            widget.hide()
            widget.deleteLater()
        self._widgets, self.supply, self.links = [], {}, []
        found = self.stacks.scenario(scenario)
        self.setVisible(found is not None and bool(spot))
        if found is None or not spot:
            return
        self._put(label("Set up here", "strong"), 0, 2)
        for n, side in enumerate(self.document.module.sides):
            self._put(label(side.short, "second"), 2 * n + 1)
            self._put(self._spin(side.id, found), 2 * n + 1, column=1)
            for path, words in self._placements(found, side.id):
                link = QPushButton(words)
                link.setProperty("kind", "link")
                link.setToolTip("The form of this placement")
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

    def _placements(self, scenario: ScenarioDef, side: str) -> list[tuple[Path, str]]:
        module = self.document.module
        at = module.scenarios.index(scenario)
        setup = scenario.sides.get(side)
        found: list[tuple[Path, str]] = []
        for n, placement in enumerate(setup.placements if setup else ()):
            if placement.at == self.spot and placement.pieces:
                path: Path = ("scenarios", at, "sides", side, "placements", n)
                found.append((path, names_of(placement.pieces, module)))
        return found

    def _spin(self, side: str, scenario: ScenarioDef) -> QSpinBox:
        setup = scenario.sides.get(side)
        count = sum(p.supply for p in setup.placements if p.at == self.spot) if setup else 0
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
            self.show_hex(scenario, spot)
