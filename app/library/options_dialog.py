"""The options of a new game: seats, version, rule options with help, set-up, dice, seed.

Options that the scenario fixes or whose conditions do not hold stay visible
but cannot be changed, with the reason beside them. Nothing is hidden, nothing
has to be known beforehand.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.library.games import by_length, version_words
from app.library.request import PERSON, default_options, is_fixed, is_open, offered_options
from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.choices import ChoiceRow
from app.widgets.keycap import KeyButton
from app.widgets.labels import label, separator
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.definition.sequence import OptionDef
from engine.state.model import OptionValue

MOST_SEED = 2**31 - 1
_BOT_WORDS = {"greedy": "Computer", "random": "Random (for trying out)"}


def new_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbelow(MOST_SEED) + 1


@dataclass(slots=True, kw_only=True)
class Wishes:
    """What the dialog asks about, as it stands."""

    version: str = ""
    values: dict[str, OptionValue] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    is_solo: bool = False
    has_table_dice: bool = False
    has_free_undo: bool = False
    has_free_play: bool = False


class OptionsDialog(QDialog):
    """Changes a copy of some wishes; `wishes` holds the result after it was accepted."""

    def __init__(
        self,
        game: tuple[ModuleDef, ScenarioDef],
        wishes: Wishes,
        bots: tuple[str, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        module, scenario = game
        self.setWindowTitle(f"New game: {scenario.title}")
        self._module, self._scenario = module, scenario
        self._values = {**default_options(module, scenario), **wishes.values}
        self._rows: dict[str, _OptionRow] = {}
        self.seats: dict[str, QComboBox] = {}
        self.version_row = ChoiceRow(
            "Version", [(v.id, version_words(scenario, v)) for v in by_length(scenario)]
        )
        self.version_row.set_value(wishes.version or scenario.versions[0].id)
        self.view_row = ChoiceRow("Table", (("hotseat", "Hotseat"), ("solo", "Solo, all open")))
        self.view_row.set_value("solo" if wishes.is_solo else "hotseat")
        self.rules_row = ChoiceRow("Rules", (("rules", "Enforced"), ("free", "Free play")))
        self.rules_row.set_value("free" if wishes.has_free_play else "rules")
        self.table_dice = _box(
            "Table dice", wishes.has_table_dice, "You type in what you rolled at the table."
        )
        self.free_undo = _box(
            "Free undo", wishes.has_free_undo, "Even dice can be taken back; the log notes it."
        )
        self.seed = QLineEdit(str(wishes.seed or new_seed()))
        self._bots = bots
        self._wishes = wishes
        self._lay_out()
        self._refresh()

    @property
    def wishes(self) -> Wishes:
        """What is chosen now."""
        return Wishes(
            version=self.version_row.value,
            values=dict(self._values),
            seats={side: box.currentData() for side, box in self.seats.items()},
            seed=int(self.seed.text() or 1),
            is_solo=self.view_row.value == "solo",
            has_table_dice=self.table_dice.isChecked(),
            has_free_undo=self.free_undo.isChecked(),
            has_free_play=self.rules_row.value == "free",
        )

    def option_widget(self, name: str) -> QWidget:
        """The widget of a rule option; raises KeyError if the scenario offers none of that name."""
        return self._rows[name].field

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(24), scaled(18), scaled(24), scaled(16))
        column.setSpacing(scaled(10))
        column.addWidget(label(self._scenario.title, "title"))
        number = f"{self._module.title} {self._scenario.number}".strip()
        column.addWidget(label(f"{number} · options of a new game", "second"))
        inner = QWidget()
        inner.setProperty("kind", "window")
        grid = QGridLayout(inner)
        grid.setContentsMargins(0, scaled(4), scaled(10), scaled(4))
        grid.setHorizontalSpacing(scaled(20))
        grid.setVerticalSpacing(scaled(10))
        grid.setColumnStretch(1, 1)
        self._add(grid, "Version", self.version_row)
        self._add_seats(grid)
        self._add(grid, "Table", self.view_row, "Hotseat hides what only the other player may know.")
        grid.addWidget(separator(), grid.rowCount(), 0, 1, 2)
        self._add_rule_options(grid)
        grid.addWidget(separator(), grid.rowCount(), 0, 1, 2)
        self._add(grid, "Rules", self.rules_row, "Free play lets you move anything anywhere.")
        self._add(grid, "Dice", self._dice_row())
        self._add(grid, "Undo", self.free_undo)
        grid.setRowStretch(grid.rowCount(), 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        column.addWidget(scroll, 1)
        column.addWidget(separator("strong-line"))
        column.addLayout(self._buttons())
        self.resize(scaled(640), min(scaled(680), scaled(330) + scaled(62) * len(self._rows) + scaled(120)))

    def _add(self, grid: QGridLayout, name: str, widget: QWidget, note: str = "") -> None:
        row = grid.rowCount()
        head = label(name, "strong")
        head.setContentsMargins(0, scaled(5), 0, 0)
        grid.addWidget(head, row, 0, Qt.AlignmentFlag.AlignTop)
        cell = QVBoxLayout()
        cell.setSpacing(scaled(2))
        cell.addWidget(widget)
        if note:
            cell.addWidget(label(note, "note", wraps=True))
        grid.addLayout(cell, row, 1)

    def _add_seats(self, grid: QGridLayout) -> None:
        for side in self._module.sides:
            box = ChoiceBox()
            box.setAccessibleName(f"Who plays {side.title}")
            box.addItem("A person", PERSON)
            for bot in self._bots:
                box.addItem(_BOT_WORDS.get(bot, bot.title()), bot)
            box.setCurrentIndex(max(0, box.findData(self._wishes.seats.get(side.id, PERSON))))
            self.seats[side.id] = box
            self._add(grid, side.title, box)

    def _add_rule_options(self, grid: QGridLayout) -> None:
        for option in offered_options(self._module, self._scenario):
            row = _OptionRow(option, self._values.get(option.id, option.default))
            row.changed.connect(self._set)
            self._rows[option.id] = row
            at = grid.rowCount()
            head = label(option.title, "strong", wraps=True)
            head.setContentsMargins(0, scaled(4), 0, 0)
            head.setMaximumWidth(scaled(190))
            grid.addWidget(head, at, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(row, at, 1)

    def _dice_row(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(8))
        row.addWidget(self.table_dice)
        row.addStretch(1)
        row.addWidget(label("Seed", "second"))
        self.seed.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{1,10}"), self.seed))
        self.seed.setFixedWidth(scaled(110))
        self.seed.setAccessibleName("Seed of the dice")
        self.seed.setToolTip("The same seed gives the same dice for the same actions")
        row.addWidget(self.seed)
        again = QPushButton("New")
        again.setProperty("kind", "choice")
        again.setAccessibleName("Another seed")
        again.clicked.connect(lambda: self.seed.setText(str(new_seed())))
        row.addWidget(again)
        return holder

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        cancel = KeyButton("Cancel", "Esc")
        cancel.clicked.connect(self.reject)
        start = KeyButton("Start game", "Return", "primary")
        start.setDefault(True)
        start.clicked.connect(self.accept)
        self.start = start
        row.addWidget(cancel)
        row.addStretch(1)
        row.addWidget(start)
        return row

    def _set(self, name: str, value: OptionValue) -> None:
        self._values[name] = value
        self._refresh()

    def _refresh(self) -> None:
        for row in self._rows.values():
            row.show_reason(self._reason(row.option))

    def _reason(self, option: OptionDef) -> str:
        """Why an option cannot be changed; nothing if it can."""
        if is_fixed(self._scenario, option):
            return "Fixed in this scenario."
        if is_open(option, self._values):
            return ""
        titles = {other.id: other.title for other in self._module.options}
        needs = " and ".join(
            f"{titles.get(c.option, c.option)}: {_value_words(c.value)}" for c in option.when
        )
        return f"Only with {needs}."


class _OptionRow(QWidget):
    """One rule option: a switch or a choice, its note, its rule number."""

    changed = Signal(str, object)

    def __init__(self, option: OptionDef, value: OptionValue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.option = option
        self._reason = ""
        self._words = label("", "note", wraps=True)
        self.field: QCheckBox | QComboBox = (
            self._switch(value) if option.type == "switch" else self._choice(value)
        )
        self.field.setAccessibleName(option.title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(2))
        column.addWidget(self.field)
        column.addWidget(self._words)
        self._tell()

    def show_reason(self, reason: str) -> None:
        """Forbid changes for a reason, or allow them when there is none."""
        self._reason = reason
        self.field.setEnabled(not reason)
        self._tell()

    def _switch(self, value: OptionValue) -> QCheckBox:
        box = _box("In use", bool(value), "")
        box.toggled.connect(lambda on: self.changed.emit(self.option.id, bool(on)))
        return box

    def _choice(self, value: OptionValue) -> QComboBox:
        box = ChoiceBox()
        for choice in self.option.values:
            box.addItem(choice.title, choice.id)
        box.setCurrentIndex(max(0, box.findData(value)))
        box.currentIndexChanged.connect(lambda _row: self._chosen(box))
        return box

    def _chosen(self, box: QComboBox) -> None:
        self._tell()
        self.changed.emit(self.option.id, box.currentData())

    def _tell(self) -> None:
        option = self.option
        notes = [self._reason, option.note]
        if isinstance(self.field, QComboBox):
            chosen = self.field.currentData()
            notes.insert(1, next((value.note for value in option.values if value.id == chosen), ""))
        if option.rule:
            notes.append(f"Rule {option.rule}.")
        words = " ".join(note for note in notes if note)
        self._words.setText(words)
        self._words.setVisible(bool(words))
        self.field.setAccessibleDescription(words)


def _box(words: str, on: object, tip: str) -> QCheckBox:
    box = QCheckBox(words)
    box.setChecked(bool(on))
    box.setToolTip(tip)
    return box


def _value_words(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
