"""The choices of the print dialog: only those that concern the kind of sheet are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QLocale, QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from app.exporting.counter_sheet import LEAST_MM, MOST_MM, MOST_SHIFT
from app.exporting.kinds import Wishes
from app.exporting.map_sheet import LEAST_HEX, MOST_HEX
from app.exporting.paper import PAPERS
from app.exporting.source import PrintSource
from app.settings import Settings
from app.theme.current import scaled
from app.widgets.choices import ChoiceRow
from app.widgets.spin_boxes import DecimalBox

CONCERNS: Final[Mapping[str, Sequence[str]]] = {
    "setup": ("paper", "side", "order", "gray"),
    "schedule": ("paper", "gray"),
    "counters": (
        "paper",
        "side",
        "counter_mm",
        "bleed_mm",
        "turn",
        "shift",
        "with_backs",
        "only_used",
        "gray",
    ),
    "map": ("one_sheet", "paper", "hex_mm", "with_stacks", "gray"),
    "cards": ("paper", "turn", "shift", "gray"),
    "charts": ("paper", "gray"),
    "aid": ("paper", "gray"),
}
LETTER_LANDS: Final = (
    QLocale.Country.UnitedStates,
    QLocale.Country.Canada,
    QLocale.Country.Mexico,
    QLocale.Country.Philippines,
)
_SIZES: Final = (12.7, 15.0, 15.9)


class PrintFields(QWidget):
    """All choices; `changed` fires when one that matters has changed."""

    changed = Signal()

    def __init__(self, source: PrintSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.paper = ChoiceRow("Paper", (("a4", "A4"), ("letter", "Letter"), ("a3", "A3")))
        sides = [(side.id, side.short) for side in source.sides()]
        everyone = "Both" if len(sides) == 2 else "All"
        self.side = ChoiceRow("Side", (("", everyone), *sides) if len(sides) > 1 else sides)
        self.order = ChoiceRow("Grouped", (("hex", "By hex"), ("formation", "By formation")))
        self.counter_mm = _length(15.0, (LEAST_MM, MOST_MM), "Edge of a counter")
        self.sizes = ChoiceRow("Usual sizes", [(f"{size:g}", f"{size:g}") for size in _SIZES])
        self.sizes.set_value("15")
        self.bleed_mm = _length(1.0, (0.0, 3.0), "Color beyond the cut")
        self.with_backs = _box("Mirrored backs, for printing on both sides", checked=True)
        self.turn = ChoiceRow("Sheet turns over", (("long", "Long edge"), ("short", "Short edge")))
        self.only_used = _box("Only counters this scenario uses", checked=True)
        self.right = _length(0.0, (-MOST_SHIFT, MOST_SHIFT), "Move backs to the right")
        self.down = _length(0.0, (-MOST_SHIFT, MOST_SHIFT), "Move backs down")
        self.right.setPrefix("→ ")
        self.down.setPrefix("↓ ")
        for field in (self.right, self.down):
            field.setToolTip(f"{field.accessibleName()}, as you look at them, if the printer is off")
        self.one_sheet = ChoiceRow("Form", (("", "Tiles to join"), ("one", "One large sheet")))
        self.hex_mm = _length(16.0, (LEAST_HEX, MOST_HEX), "Width of a hex")
        self.with_stacks = _box("With the counters on it", checked=False)
        self.gray = _box("Shades of gray", checked=False)
        self._rows: dict[str, list[QWidget]] = {}
        self._kind = "setup"
        self._lay_out()
        self._connect()
        self.show_kind("setup")

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(scaled(9))
        form.setHorizontalSpacing(scaled(12))
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        for name, words, field in (
            ("one_sheet", "Form", self.one_sheet),
            ("paper", "Paper", self.paper),
            ("side", "Side", self.side),
            ("order", "Grouped", self.order),
            ("counter_mm", "Size", self.counter_mm),
            ("counter_mm", "", self.sizes),
            ("bleed_mm", "Bleed", self.bleed_mm),
            ("hex_mm", "Hex width", self.hex_mm),
            ("turn", "Turned over", self.turn),
            ("shift", "Backs moved", self._side_by_side()),
            ("with_backs", "", self.with_backs),
            ("only_used", "", self.only_used),
            ("with_stacks", "", self.with_stacks),
            ("gray", "", self.gray),
        ):
            if isinstance(field, QCheckBox):
                form.addRow(field)
            else:
                title = QLabel(words)
                title.setBuddy(field)
                form.addRow(title, field)
                self._rows.setdefault(name, []).append(title)
            self._rows.setdefault(name, []).append(field)

    def _side_by_side(self) -> QWidget:
        """The two lengths by which backs are moved."""
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(8))
        for field in (self.right, self.down):
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            field.setMinimumWidth(scaled(90))
            row.addWidget(field, 1)
        both.setFocusProxy(self.right)
        return both

    def _connect(self) -> None:
        for row in (self.paper, self.side, self.order, self.turn):
            row.changed.connect(lambda _value: self.changed.emit())
        self.one_sheet.changed.connect(lambda _value: self._form_changed())
        self.sizes.changed.connect(lambda value: self.counter_mm.setValue(float(value)))
        for number in (self.counter_mm, self.bleed_mm, self.hex_mm, self.right, self.down):
            number.valueChanged.connect(lambda _value: self.changed.emit())
        for box in (self.with_backs, self.only_used, self.with_stacks, self.gray):
            box.toggled.connect(lambda _on: self.changed.emit())

    def _form_changed(self) -> None:
        self.show_kind(self._kind)
        self.changed.emit()

    def show_kind(self, kind: str) -> None:
        """Show the choices that concern a kind of sheet."""
        self._kind = kind
        concerned = set(CONCERNS.get(kind, ()))
        if self.one_sheet.value and kind == "map":
            concerned.discard("paper")
        for name, widgets in self._rows.items():
            for widget in widgets:
                widget.setVisible(name in concerned)

    def use_printer(self, settings: Settings) -> None:
        """Begin with the paper and the ways of the reader's printer."""
        self.paper.set_value(settings.paper if settings.paper in PAPERS else usual_paper(QLocale.system()))
        self.turn.set_value(settings.sheet_turns)
        for field, length in ((self.right, settings.backs_right), (self.down, settings.backs_down)):
            with QSignalBlocker(field):
                field.setValue(length)

    def printer_ways(self) -> dict[str, object]:
        """What is to be remembered of the printer, by the names of the settings."""
        return {
            "paper": self.paper.value,
            "sheet_turns": self.turn.value,
            "backs_right": round(self.right.value(), 2),
            "backs_down": round(self.down.value(), 2),
        }

    def wishes(self) -> Wishes:
        """What is chosen now."""
        return Wishes(
            kind=self._kind,
            paper=self.paper.value,
            side=self.side.value if self.side.isVisibleTo(self) else "",
            order=self.order.value,
            counter_mm=round(self.counter_mm.value(), 2),
            bleed_mm=round(self.bleed_mm.value(), 2),
            only_used=self.only_used.isChecked(),
            with_backs=self.with_backs.isChecked(),
            hex_mm=round(self.hex_mm.value(), 2),
            one_sheet=self.one_sheet.value == "one",
            with_stacks=self.with_stacks.isChecked(),
            turn=self.turn.value,
            shift=(round(self.right.value(), 2), round(self.down.value(), 2)),
            gray=self.gray.isChecked(),
        )


def usual_paper(locale: QLocale) -> str:
    """The paper of a country."""
    is_american = locale.measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    return "letter" if is_american or locale.territory() in LETTER_LANDS else "a4"


def _length(value: float, limits: tuple[float, float], name: str) -> QDoubleSpinBox:
    field = DecimalBox()
    field.setRange(*limits)
    field.setDecimals(1)
    field.setSingleStep(0.5)
    field.setSuffix(" mm")
    field.setValue(value)
    field.setKeyboardTracking(False)
    field.setAccessibleName(name)
    return field


def _box(words: str, *, checked: bool) -> QCheckBox:
    box = QCheckBox(words)
    box.setChecked(checked)
    return box
