"""How the hexes of a map are numbered, as a form, and a small picture of the corners with their numbers.

The fields build the pattern of the ids; whoever knows patterns may type one, and the fields follow it as far
as they can say it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from app.fonts import SceneRole, scene_font
from app.graphics.colors import color
from app.theme.current import scaled, tokens
from app.widgets.choice_box import ChoiceBox
from app.widgets.spin_boxes import SpinBox
from engine.definition.board import GridDef, SheetDef
from engine.editing.change import with_fields
from engine.geometry.compiling import grid_of
from engine.geometry.numbering import Numbering, numbering_fault

FORMS: Final = (
    ("", "1, 2, 3"), (":02", "01, 02, 03"), (":03", "001, 002, 003"), (":04", "0001, 0002"),
    (":A", "A … Z, AA, AB"), (":AA", "A … Z, AA, BB"), (":A1", "A … Z, A1, B1"),
)  # fmt: skip
SEPARATORS: Final = (("", "nothing"), (".", "a point"), ("-", "a dash"), ("_", "a low dash"))
_PATTERN: Final = re.compile(
    r"^(\{sheet\})?([._-]?)\{(column|row)(:[0A1-9]+)?\}([A-Za-z0-9._+-]*)\{(column|row)(:[0A1-9]+)?\}$"
)


@dataclass(frozen=True)
class Written:
    """A pattern in its parts."""

    columns_first: bool = True
    column: str = ":02"
    row: str = ":02"
    separator: str = ""
    after_prefix: str = ""

    @classmethod
    def of(cls, pattern: str) -> Written | None:
        """The parts of a pattern; None for one that the fields cannot say."""
        found = _PATTERN.match(pattern)
        if found is None or found[3] == found[6]:
            return None
        first, second = found[4] or "", found[7] or ""
        column, row = (first, second) if found[3] == "column" else (second, first)
        return cls(found[3] == "column", column, row, found[5], found[2])

    @property
    def pattern(self) -> str:
        """The parts put together."""
        fields = f"{{column{self.column}}}", f"{{row{self.row}}}"
        first, second = fields if self.columns_first else fields[::-1]
        return f"{{sheet}}{self.after_prefix}{first}{self.separator}{second}"


def _box(*entries: tuple[object, str]) -> QComboBox:
    box = ChoiceBox()
    for value, words in entries:
        box.addItem(words, value)
    return box


class NumberingForm(QWidget):
    """All fields of a numbering."""

    changed = Signal()

    def __init__(self, grid: GridDef, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = grid
        self._is_filling = False
        self.order = _box((True, "column, then row"), (False, "row, then column"))
        self.column, self.row = _box(*FORMS), _box(*FORMS)
        self.separator = _box(*SEPARATORS)
        self.separator.setEditable(True)
        self.prefix, self.pattern = QLineEdit(), QLineEdit()
        self.first_column, self.first_row = SpinBox(), SpinBox()
        self.across = _box(("east", "from west to east"), ("west", "from east to west"))
        self.down = _box(("south", "from north to south"), ("north", "from south to north"))
        self.extra = _box((0, "count like the others"), (1, "are one higher"), (-1, "are one lower"))
        self.slant = _box(
            ("none", "straight"),
            ("rising", "along the hexes, rising east"),
            ("falling", "along the hexes, falling east"),
        )
        self.shifted = _box(("second", "the second line"), ("first", "the first line"))
        self._lay_out()
        self.show_grid(grid)

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(scaled(5))
        for number in (self.first_column, self.first_row):
            number.setRange(-999, 9999)
            number.valueChanged.connect(self._compose)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Order", self.order), ("Columns are written", self.column), ("Rows are written", self.row),
            ("Between them", self.separator), ("Letters before", self.prefix),
            ("First column is", self.first_column), ("Columns count", self.across),
            ("First row is", self.first_row), ("Rows count", self.down), ("Shifted lines", self.extra),
            ("Equal numbers run", self.slant), ("Shifted is", self.shifted), ("Pattern", self.pattern),
        )  # fmt: skip
        for title, field in rows:
            words = QLabel(title)
            words.setProperty("tone", "second")
            field.setAccessibleName(title)
            form.addRow(words, field)
        for box in (
            self.order,
            self.column,
            self.row,
            self.across,
            self.down,
            self.extra,
            self.slant,
            self.shifted,
        ):
            box.activated.connect(self._compose)
        self.separator.editTextChanged.connect(self._compose)
        self.prefix.textChanged.connect(self._compose)
        self.pattern.textEdited.connect(self._read_pattern)

    def show_grid(self, grid: GridDef) -> None:
        """Shows the numbering of a grid."""
        self.grid, self._is_filling = grid, True
        sheet = grid.sheets[0] if grid.sheets else SheetDef(columns=grid.columns)
        self.pattern.setText(grid.pattern)
        self._show_written(grid.pattern)
        self.prefix.setText(sheet.prefix)
        self.first_column.setValue(sheet.first_column)
        self.first_row.setValue(grid.first_row)
        for box, value in (
            (self.across, grid.column_order), (self.down, grid.row_order), (self.extra, grid.shifted_extra),
            (self.slant, grid.slant), (self.shifted, grid.shifted),
        ):  # fmt: skip
            box.setCurrentIndex(max(0, box.findData(value)))
        for field in (self.prefix, self.first_column):
            field.setEnabled(len(grid.sheets) <= 1)
        self._is_filling = False

    def _show_written(self, pattern: str) -> None:
        written = Written.of(pattern)
        for field in (self.order, self.column, self.row, self.separator):
            field.setEnabled(written is not None)
        if written is not None:
            self.order.setCurrentIndex(self.order.findData(written.columns_first))
            for box, form in ((self.column, written.column), (self.row, written.row)):
                if box.findData(form) < 0:
                    box.addItem(form, form)
                box.setCurrentIndex(box.findData(form))
            at = self.separator.findData(written.separator)
            self.separator.setEditText(self.separator.itemText(at) if at >= 0 else written.separator)

    def _separator(self) -> str:
        text = self.separator.currentText()
        at = self.separator.findText(text)
        return str(self.separator.itemData(at)) if at >= 0 else text.strip()

    def _compose(self, _what: object = None) -> None:
        """A field changed: the pattern follows."""
        if self._is_filling:
            return
        written = Written.of(self.pattern.text())
        if written is not None:
            new = Written(
                columns_first=bool(self.order.currentData()),
                column=str(self.column.currentData()),
                row=str(self.row.currentData()),
                separator=self._separator(),
                after_prefix=written.after_prefix,
            )
            self.pattern.setText(new.pattern)
        self.changed.emit()

    def set_pattern(self, pattern: str) -> None:
        """Takes a pattern as if it were typed."""
        self.pattern.setText(pattern)
        self._read_pattern()

    def _read_pattern(self, _text: str = "") -> None:
        self._is_filling = True
        self._show_written(self.pattern.text().strip())
        self._is_filling = False
        self.changed.emit()

    def changes(self) -> dict[str, object]:
        """What of the numbering differs from the grid shown; `EditRefused` for what no sheet can be."""
        grid = self.grid
        wanted: dict[str, object] = {
            "pattern": self.pattern.text().strip(), "first_row": self.first_row.value(),
            "row_order": self.down.currentData(), "column_order": self.across.currentData(),
            "shifted_extra": self.extra.currentData(), "slant": self.slant.currentData(),
            "shifted": self.shifted.currentData(),
        }  # fmt: skip
        found = {name: value for name, value in wanted.items() if getattr(grid, name) != value}
        if len(grid.sheets) <= 1:
            sheet = grid.sheets[0] if grid.sheets else SheetDef(columns=grid.columns)
            values = {"prefix": self.prefix.text().strip(), "first_column": self.first_column.value()}
            new = with_fields(sheet, values)
            if new != sheet:
                found["sheets"] = (new,)
        return found

    def numbered(self) -> GridDef:
        """The grid with the numbering of the fields; raises `EditRefused` if it cannot be."""
        return with_fields(self.grid, self.changes())


class NumberPreview(QWidget):
    """The corners of a map with their numbers, or what is wrong with them."""

    CORNER: Final = 3

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid: GridDef | None = None
        self.setAccessibleName("Numbers at the corners of the map")
        self.setMinimumHeight(scaled(150))

    def sizeHint(self) -> QSize:
        return QSize(scaled(420), scaled(170))

    def show_grid(self, grid: GridDef | None) -> str:
        """Shows a grid; gives what is wrong with its numbers."""
        self.grid = grid
        self.update()
        return numbering_fault(grid) if grid is not None else ""

    def words(self) -> str:
        """Some numbers, for those who cannot see the picture."""
        if self.grid is None:
            return ""
        grid, numbering = self.grid, Numbering(self.grid)
        cells = [(c, r) for c in range(min(2, grid.columns)) for r in range(min(2, grid.rows))]
        names = ", ".join(numbering.name(*cell) for cell in cells)
        return f"In the northwest {names}; in the southeast {numbering.name(grid.columns - 1, grid.rows - 1)}"

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.grid is not None:
            width = (self.width() - scaled(16)) / 2
            west = range(min(self.CORNER, self.grid.columns))
            east = range(max(0, self.grid.columns - self.CORNER), self.grid.columns)
            north = range(min(self.CORNER, self.grid.rows))
            south = range(max(0, self.grid.rows - self.CORNER), self.grid.rows)
            self._corner(painter, QRectF(0, 0, width, self.height()), west, north)
            left = width + scaled(16)
            self._corner(painter, QRectF(left, 0, width, self.height()), east, south)
        painter.end()

    def _corner(self, painter: QPainter, place: QRectF, columns: range, rows: range) -> None:
        assert self.grid is not None
        grid, numbering = grid_of(self.grid), Numbering(self.grid)
        cells = [(column, row) for column in columns for row in rows]
        points = [point for cell in cells for point in grid.corners(*cell)]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        scale = min(place.width() / (right - left), place.height() / (bottom - top)) * 0.96
        painter.setFont(scene_font(SceneRole.COUNTER, max(9.0, scale * 0.24)))
        for cell in cells:
            corners = [
                QPointF(place.left() + (x - left) * scale, place.top() + (y - top) * scale)
                for x, y in grid.corners(*cell)
            ]
            painter.setPen(color(tokens().strong_line))
            painter.setBrush(color(tokens().row))
            painter.drawPolygon(QPolygonF(corners))
            painter.setPen(color(tokens().text))
            box = QPolygonF(corners).boundingRect()
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, numbering.name(*cell))


def side_by_side(left: QWidget, right: QWidget) -> QHBoxLayout:
    """Two parts of a dialog beside each other."""
    row = QHBoxLayout()
    row.setSpacing(scaled(18))
    row.addWidget(left)
    row.addWidget(right, 1)
    return row
