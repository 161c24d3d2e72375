"""Looking for grids beside the window's own work, with progress, and stopped when nobody wants it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image
from PySide6.QtCore import QThread, Signal
from PySide6.QtWidgets import QWidget

from app.importing.slicing.finding import Stopped, Watch
from app.importing.slicing.grid import SheetGrid
from app.importing.slicing.sheet import Sheet


@dataclass(frozen=True)
class Result:
    """A grid, and the sheet already turned as the grid wants it, so that the window need not."""

    grid: SheetGrid
    straight: Image.Image


class Search(QThread):
    """One search; `done` tells the page and the result, `failed` that the search broke off."""

    done = Signal(int, object)
    share = Signal(float)
    failed = Signal(str)

    def __init__(self, page: int, sheet: Sheet, work: Callable[[Watch], SheetGrid], parent: QWidget) -> None:
        super().__init__(parent)
        self._page, self._sheet, self._work = page, sheet, work

    def run(self) -> None:
        try:
            grid = self._work(self._watch)
            self._watch(0.95)
            straight = self._sheet.straightened(grid.angle)
        except Stopped:
            return
        except MemoryError:
            self.failed.emit("There is not enough memory for this sheet; scan it at a lower resolution.")
            return
        self.done.emit(self._page, Result(grid, straight))

    def _watch(self, share: float) -> None:
        if self.isInterruptionRequested():
            raise Stopped
        self.share.emit(share)
