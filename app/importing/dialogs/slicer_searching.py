"""What the slicer finds out beside its window: the grids of its sheets, and backs that are added to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.importing.dialogs.background import Work, WorkBar
from app.importing.dialogs.slicer_model import SlicerModel
from app.importing.line_trim import proposed_trim, trim_words
from app.importing.sheet_files import OpenedSheet, open_sheet_files
from app.importing.slicing.finding import find_grid
from app.importing.slicing.grid import SheetGrid, check_room
from app.importing.slicing.helping import grid_with_help
from app.importing.watching import Watch

SHEET_FILES: Final = "Counter sheets (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp *.pdf)"


class Searching(QObject):
    """Looks for grids and opens backs, in the work bar of a window."""

    told = Signal(str)
    """What was found, or why not."""
    backs_taken = Signal()
    """The model has more pages."""
    trim_proposed = Signal()
    """The model trims as the printed lines need."""

    def __init__(self, model: SlicerModel, bar: WorkBar, window: QWidget) -> None:
        super().__init__(window)
        self.model, self._bar, self._window = model, bar, window
        self.folder: Path | None = None
        """Where the sheets came from; the backs are looked for there."""

    def find_grids(self) -> None:
        """Looks for the grids of all pages that have none, or of the one in sight again."""
        without = [n for n, page in enumerate(self.model.pages) if not page.grid.blocks]
        for number in without or [self.model.number]:
            self._search(number, partial(find_grid, self.model.pages[number].sheet))

    def fit_lines(self) -> None:
        """Fits a block of the columns and rows given to the lines near the present one."""
        block, sheet = self.model.current_block(), self.model.page.sheet
        if block is None:
            return
        columns, rows, box = len(block.columns), len(block.rows), block.box
        grid, number = self.model.grid, self.model.block

        def work(watch: Watch) -> SheetGrid:
            watch(0.1)
            check_room(sheet.size, columns, rows, sheet.name)
            found = grid_with_help(sheet, columns, rows, box)
            if not found.blocks:
                return replace(grid, notes=found.notes, sure=False)
            return replace(grid.with_block(number, found.blocks[0]), notes=found.notes, sure=found.sure)

        self._search(self.model.number, work)

    def choose_backs(self) -> None:
        """Asks for sheets of backs, beginning where the fronts were."""
        names, _ = QFileDialog.getOpenFileNames(
            self._window, "Sheets of the backs", str(self.folder) if self.folder else "", SHEET_FILES
        )
        if names:
            self.add_backs([Path(name) for name in names])

    def add_backs(self, paths: Sequence[Path]) -> None:
        """Takes sheets of backs and looks for their grids; tells what is wrong with a file."""
        opening = Work(partial(open_sheet_files, paths), f"Opening {paths[0].name}", self._window)
        opening.done.connect(self._take_backs)
        opening.failed.connect(self.told)
        self._bar.start(opening)

    def _take_backs(self, sheets: list[OpenedSheet]) -> None:
        first = len(self.model.pages)
        self.model.add_backs(sheets)
        self.backs_taken.emit()
        for number, opened in enumerate(sheets, first):
            self._search(number, partial(find_grid, opened.sheet))

    def _search(self, page: int, work: Callable[[Watch], SheetGrid]) -> None:
        sheet = self.model.pages[page].sheet

        def find(watch: Watch) -> tuple[SheetGrid, float]:
            grid = work(watch)
            return grid, proposed_trim(sheet, grid)

        search = Work(find, "Looking for the grid", self._window)
        search.done.connect(partial(self._found, page))
        search.failed.connect(self.told)
        self._bar.start(search)

    def _found(self, page: int, found: tuple[SheetGrid, float]) -> None:
        grid, trim = found
        name, words = self.model.pages[page].sheet.name, list(grid.notes[:1])
        if self.model.propose_trim(trim, page=page):
            words += [trim_words(trim)] if trim else []
            self.trim_proposed.emit()
        self.told.emit(f"{name}: {'; '.join(words)}" if words else "")
        self.model.set_grid(grid, page=page)
