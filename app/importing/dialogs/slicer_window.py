"""The slicer: a scanned sheet, the grid found on it, the counters it would give, and who gets which picture.

The grid is looked for in the background; nothing is cut before somebody presses the button.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.importing.assigning import Art
from app.importing.dialogs.slicer_canvas import SlicerCanvas, to_image
from app.importing.dialogs.slicer_giving import Giving
from app.importing.dialogs.slicer_model import Place, SlicerModel
from app.importing.dialogs.slicer_new import NewCounters
from app.importing.dialogs.slicer_roster import PIECE, PLACE
from app.importing.dialogs.slicer_search import Result, Search
from app.importing.slicing.cutting import Finish
from app.importing.slicing.finding import Watch, find_grid
from app.importing.slicing.grid import SheetGrid
from app.importing.slicing.helping import grid_with_help
from app.importing.slicing.sheet import Sheet, open_sheets
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.spin_boxes import DecimalBox, SpinBox
from engine.definition.piece import PieceDef
from engine.errors import EngineError

STRIP_EDGE = 72
MOST_SHOWN = 400
STRIP_DELAY = 120
SHEET_FILES = "Counter sheets (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp *.pdf)"
BACKS = (
    ("mirrored by the side", "side"),
    ("mirrored by the top", "top"),
    ("mirrored, page upside down", "around"),
    ("not mirrored", "none"),
)


def _pressed(work: Callable[[], None], _checked: object = None) -> None:
    work()


def _deed(given: int, others: int) -> str:
    """What the button does: give so many pictures, make so many counters."""
    give = f"Give {counted(given, 'picture')}"
    make = f"ake {counted(others, 'counter')}"
    if not others:
        return give if given else "Give pictures"
    return f"{give}, m{make}" if given else f"M{make}"


class SlicerWindow(QMainWindow):
    """Cuts sheets. `finished` gives the art by piece, and names and art of the counters to be made."""

    finished = Signal(object, object)

    def __init__(
        self,
        sheets: Sequence[Sheet],
        backs: Sequence[Sheet] = (),
        pieces: Sequence[PieceDef] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Cut counter sheets")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.model = SlicerModel(sheets, backs, self)
        self.pieces = tuple(pieces)
        self.folder: Path | None = None
        """Where the sheets came from; the backs are looked for there."""
        self.searches: list[Search] = []
        self.canvas = SlicerCanvas(self.model)
        self._is_fitted = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(STRIP_DELAY)
        self._later.timeout.connect(self.refresh_strip)
        self._build()
        self.model.changed.connect(self.refresh)
        self.canvas.told.connect(self.statusBar().showMessage)
        self.refresh()
        self.refresh_strip()
        self.resize(1280, 820)

    # -------------------------------------------------------------- building

    def _build(self) -> None:
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("Pages")
        self._fill_tabs()
        self.tabs.currentChanged.connect(self.model.show_page)
        self.area = QScrollArea()
        self.area.setWidget(self.canvas)
        self.area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.strip = QListWidget()
        self.strip.setViewMode(QListView.ViewMode.IconMode)
        self.strip.setFlow(QListView.Flow.LeftToRight)
        self.strip.setWrapping(False)
        self.strip.setIconSize(QSize(STRIP_EDGE, STRIP_EDGE))
        self.strip.setFixedHeight(scaled(STRIP_EDGE + 54))
        self.strip.setMovement(QListView.Movement.Static)
        self.strip.setDragEnabled(True)  # after the movement, which switches it off
        self.strip.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.strip.setAccessibleName("Counters as they will be cut")
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(6))
        column.addWidget(self.tabs)
        column.addWidget(self.area, 1)
        column.addWidget(self.strip)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(self._side())
        split.setStretchFactor(0, 1)
        split.setSizes([960, 300])
        self.setCentralWidget(split)
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Looking for the grid")
        self.progress.setFixedWidth(scaled(160))
        self.stop = QPushButton("Stop")
        self.stop.clicked.connect(self.stop_searches)
        self.statusBar().addPermanentWidget(self.progress)
        self.statusBar().addPermanentWidget(self.stop)
        self._show_work()
        self._actions()

    def _side(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(scaled(14), scaled(10), scaled(14), scaled(12))
        column.setSpacing(scaled(8))
        self.count = label("", "section")
        self.notes = label("", "second", wraps=True)
        column.addWidget(self.count)
        column.addWidget(self.notes)
        column.addLayout(self._form())
        column.addLayout(self._row(("Find the grid", self.find_grids), ("Fit to lines", self.fit_lines)))
        column.addLayout(
            self._row(("Add block", self.model.add_block), ("Remove block", self.model.remove_block))
        )
        column.addLayout(
            self._row(("Add line", self.canvas.add_line), ("Remove line", self.canvas.remove_line))
        )
        column.addWidget(
            label(
                "Drag lines; arrow keys move the picked line, full stop and comma pick the next. "
                "Double-click a counter to leave it out, Alt and drag to move a block.",
                "second",
                wraps=True,
            )
        )
        self.giving = Giving(self.model, self.strip, self.pieces) if self.pieces else None
        self.roster = self.giving.roster if self.giving is not None else None
        if self.giving is not None:
            column.addWidget(self.giving, 1)
        self.new = NewCounters(all_new=not self.pieces)
        self.new.changed.connect(self.refresh)
        column.addWidget(self.new, 0 if self.pieces else 1)
        self.cut = QPushButton("Cut counters")
        self.cut.setDefault(True)
        self.cut.clicked.connect(self.finish)
        cancel = QPushButton("Cancel")
        cancel.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(cancel)
        row.addWidget(self.cut, 1)
        column.addLayout(row)
        return side

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        self.columns, self.rows = SpinBox(), SpinBox()
        for box, name in ((self.columns, "Columns"), (self.rows, "Rows")):
            box.setRange(1, 60)
            box.setKeyboardTracking(False)
            box.setAccessibleName(name)
            box.valueChanged.connect(self._shape_typed)
            form.addRow(name, box)
        self.angle, self.trim, self.rounding = DecimalBox(), DecimalBox(), DecimalBox()
        self.angle.setRange(-5, 5)
        self.angle.setDecimals(2)
        self.angle.setSingleStep(0.05)
        self.angle.setSuffix(" °")
        self.angle.setKeyboardTracking(False)
        self.angle.valueChanged.connect(self._angle_typed)
        form.addRow("Turned by", self.angle)
        for spin, name in ((self.trim, "Trim"), (self.rounding, "Round corners")):
            spin.setRange(0, 25)
            spin.setSuffix(" %")
            spin.valueChanged.connect(self._finish_typed)
            spin.setAccessibleName(name)
            form.addRow(name, spin)
        self.angle.setAccessibleName("Turned by degrees")
        self.more_backs = QPushButton("Add backs…")
        self.more_backs.setToolTip("Sheets with the backs of these counters, in the order of the fronts")
        self.more_backs.clicked.connect(self.choose_backs)
        form.addRow("Backs", self.more_backs)
        self.backs = QComboBox()
        self.backs.setAccessibleName("How the backs lie")
        for text, turn in BACKS:
            self.backs.addItem(text, turn)
        self.backs.currentIndexChanged.connect(self._turn_chosen)
        form.addRow("Backs lie", self.backs)
        self.form = form
        self._show_backs()
        return form

    def _row(self, *buttons: tuple[str, Callable[[], None]]) -> QHBoxLayout:
        row = QHBoxLayout()
        for text, work in buttons:
            button = QPushButton(text)
            button.clicked.connect(partial(_pressed, work))
            row.addWidget(button)
        return row

    def _actions(self) -> None:
        for text, key, work in (
            ("Undo", QKeySequence.StandardKey.Undo, self.model.undo),
            ("Redo", QKeySequence.StandardKey.Redo, self.model.redo),
        ):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(key))
            action.triggered.connect(work)
            self.addAction(action)

    def _fill_tabs(self) -> None:
        """A tab for every page that has none yet."""
        for number, page in tuple(enumerate(self.model.pages, 1))[self.tabs.count() :]:
            self.tabs.addTab(f"{'Backs' if page.is_back else 'Fronts'}: {page.sheet.name or number}")

    def _show_backs(self) -> None:
        self.form.setRowVisible(self.backs, any(page.is_back for page in self.model.pages))

    # --------------------------------------------------------------- showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_fitted:
            self._is_fitted = True
            self.canvas.fit(self.area.viewport().size())
            if not all(page.grid.blocks for page in self.model.pages):
                self.find_grids()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_fitted and event.oldSize().isValid():
            self.canvas.fit(self.area.viewport().size())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.searches:
            self.stop_searches()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._later.stop()
        for search in self.searches:
            search.requestInterruption()
        for search in self.searches:
            search.wait()
        super().closeEvent(event)

    def refresh(self) -> None:
        """Shows what the model holds."""
        grid, block = self.model.grid, self.model.current_block()
        counters = self.model.counters()
        self.count.setText(counted(len(counters), "counter") if counters else "No grid yet")
        self.notes.setText("; ".join(grid.notes) if grid.notes else "")
        for box, value in (
            (self.columns, len(block.columns) if block else 1),
            (self.rows, len(block.rows) if block else 1),
        ):
            box.blockSignals(True)
            box.setValue(value)
            box.setEnabled(block is not None)
            box.blockSignals(False)
        self.angle.blockSignals(True)
        self.angle.setValue(grid.angle)
        self.angle.blockSignals(False)
        given, others = len(self.model.assigned), len(self._others())
        self.cut.setEnabled(bool(given or others))
        self.cut.setText(_deed(given, others) if self.pieces else f"Cut {counted(others, 'counter')}")
        if self.giving is not None:
            self.giving.refresh()
        self._later.start()

    def refresh_strip(self) -> None:
        """Cuts the pictures of the strip and the roster again, a moment after the last change."""
        self._later.stop()
        self._fill_strip(self.model.counters())
        self._fill_roster()

    def _fill_strip(self, counters: list[Place]) -> None:
        names = {piece.id: piece.name for piece in self.pieces}
        owners = {place: names.get(piece, piece) for piece, place in self.model.assigned.items()}
        chosen = {item.data(PLACE) for item in self.strip.selectedItems()}
        scroll = self.strip.horizontalScrollBar().value()
        self.strip.blockSignals(True)
        self.strip.clear()
        for number, place in enumerate(counters[:MOST_SHOWN], 1):
            item = QListWidgetItem(self._icon(place), f"{number}{' ✓' if place in owners else ''}")
            item.setData(PLACE, place)
            where = f"row {place[2][1] + 1}, column {place[2][0] + 1}"
            item.setToolTip(f"{where}, for {owners[place]}" if place in owners else where)
            self.strip.addItem(item)
            if place in chosen:
                self.strip.setCurrentItem(item, QItemSelectionModel.SelectionFlag.Select)
        self.strip.horizontalScrollBar().setValue(scroll)
        self.strip.blockSignals(False)
        if self.giving is not None:
            self.giving.refresh()

    def _icon(self, place: Place) -> QIcon:
        picture = self.model.picture(place)
        picture.thumbnail((STRIP_EDGE, STRIP_EDGE))
        return QIcon(QPixmap.fromImage(to_image(picture)))

    def _fill_roster(self) -> None:
        if self.roster is None:
            return
        for number in range(self.roster.count()):
            item = self.roster.item(number)
            place = self.model.assigned.get(item.data(PIECE))
            item.setIcon(self._icon(place) if place else QIcon())

    # ---------------------------------------------------------------- acting

    def find_grids(self) -> None:
        """Looks for the grids of all pages that have none, or of the one in sight again."""
        without = [n for n, page in enumerate(self.model.pages) if not page.grid.blocks]
        for number in without or [self.model.number]:
            sheet = self.model.pages[number].sheet
            self._search(number, partial(find_grid, sheet))

    def fit_lines(self) -> None:
        """Fits a block of the columns and rows given to the lines near the present one."""
        block, sheet = self.model.current_block(), self.model.page.sheet
        if block is None:
            return
        columns, rows, box = len(block.columns), len(block.rows), block.box
        grid, number = self.model.grid, self.model.block

        def work(watch: Watch) -> SheetGrid:
            watch(0.1)
            found = grid_with_help(sheet, columns, rows, box)
            return replace(grid.with_block(number, found.blocks[0]), notes=found.notes, sure=found.sure)

        self._search(self.model.number, work)

    def _search(self, page: int, work: Callable[[Watch], SheetGrid]) -> None:
        search = Search(page, self.model.pages[page].sheet, work, self)
        search.done.connect(self._found)
        search.share.connect(self._progressed)
        search.failed.connect(self.statusBar().showMessage)
        search.finished.connect(partial(self._searched, search))
        self.searches.append(search)
        self.statusBar().showMessage("Looking for the grid")
        self._show_work()
        search.start()

    def stop_searches(self) -> None:
        """Breaks off looking for grids."""
        for search in self.searches:
            search.requestInterruption()
        self.statusBar().showMessage("Stopped; draw the grid by hand with Add block")

    def _searched(self, search: Search) -> None:
        self.searches.remove(search)
        self._show_work()

    def _progressed(self, share: float) -> None:
        self.progress.setValue(round(100 * share))

    def _show_work(self) -> None:
        self.progress.setVisible(bool(self.searches))
        self.stop.setVisible(bool(self.searches))

    def _found(self, page: int, result: Result) -> None:
        grid = result.grid
        self.statusBar().showMessage(grid.notes[0] if grid.notes else "")
        self.model.set_grid(grid, page=page, straight=result.straight)

    def _shape_typed(self) -> None:
        self.model.set_shape(self.columns.value(), self.rows.value())

    def _angle_typed(self) -> None:
        self.model.set_grid(replace(self.model.grid, angle=round(self.angle.value(), 2)))

    def _turn_chosen(self) -> None:
        self.model.set_turn(self.backs.currentData())

    def _finish_typed(self) -> None:
        self.model.finish = Finish(self.trim.value() / 100, self.rounding.value() / 100)
        self.refresh()

    def choose_backs(self) -> None:
        """Asks for sheets of backs, beginning where the fronts were."""
        names, _ = QFileDialog.getOpenFileNames(
            self, "Sheets of the backs", str(self.folder) if self.folder else "", SHEET_FILES
        )
        if names:
            self.add_backs([Path(name) for name in names])

    def add_backs(self, paths: Sequence[Path]) -> None:
        """Takes sheets of backs and looks for their grids; tells what is wrong with a file."""
        try:
            sheets = [sheet for path in paths for sheet in open_sheets(path)]
        except (EngineError, OSError) as error:
            self.statusBar().showMessage(str(error))
            return
        first = len(self.model.pages)
        self.model.add_backs(sheets)
        self._fill_tabs()
        self._show_backs()
        for number, sheet in enumerate(sheets, first):
            self._search(number, partial(find_grid, sheet))

    def finish(self) -> None:
        """Cuts, gives the art to whoever asked for it, and closes."""
        art = {name: self._art(place) for name, place in self.model.assigned.items()}
        others = self._others()
        new = tuple(zip(self.new.names_for(len(others)), map(self._art, others), strict=True))
        self.finished.emit(art, new)
        self.close()

    def _others(self) -> list[Place]:
        """The counters on the sheets that are to become new ones of the module."""
        given = set(self.model.assigned.values())
        return [place for place in self.model.counters() if place not in given] if self.new.is_on else []

    def _art(self, place: Place) -> Art:
        back = self.model.back_of(place)
        return Art(self.model.picture(place), self.model.back_picture(back) if back else None)
