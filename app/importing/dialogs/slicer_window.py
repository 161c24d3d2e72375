"""The slicer: a scanned sheet, the grid found on it, the counters it would give, and who gets which picture.

Sheets are opened, grids looked for and pictures brought beside the window's own work; nothing is cut before
somebody presses the button, and a window whose import fails stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.importing.bringing import Brought, Load
from app.importing.dialogs.background import Work, WorkBar
from app.importing.dialogs.slicer_canvas import SlicerCanvas
from app.importing.dialogs.slicer_giving import Giving
from app.importing.dialogs.slicer_load import load_of
from app.importing.dialogs.slicer_model import Place, SlicerModel
from app.importing.dialogs.slicer_new import NewCounters
from app.importing.dialogs.slicer_roster import PIECE
from app.importing.dialogs.slicer_searching import Searching
from app.importing.dialogs.slicer_strip import Strip, icon_of, no_icon
from app.importing.dialogs.slicer_tools import GridTools
from app.importing.sheet_files import OpenedSheet
from app.importing.watching import Watch
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.piece import PieceDef

STRIP_DELAY = 120
FIRST_SIZE = (1320, 840)
TOOLS_WIDTH, GIVING_WIDTH = 288, 312
Bringer = Callable[[Load, Watch], Brought]


def _deed(given: int, others: int) -> str:
    """What the button does: give so many pictures, make so many counters."""
    give = f"Give {counted(given, 'picture')}"
    make = f"ake {counted(others, 'counter')}"
    if not others:
        return give if given else "Give pictures"
    return f"{give}, m{make}" if given else f"M{make}"


class SlicerWindow(QMainWindow):
    """Cuts sheets. `bringer` brings what was cut into a module; `finished` tells what it brought, or without
    one what is to be brought.
    """

    finished = Signal(object)
    closed = Signal()

    def __init__(
        self,
        sheets: Sequence[OpenedSheet],
        backs: Sequence[OpenedSheet] = (),
        pieces: Sequence[PieceDef] = (),
        bringer: Bringer | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle("Cut counter sheets")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.model = SlicerModel(sheets, backs, self)
        self.pieces, self._bringer = tuple(pieces), bringer
        self.canvas = SlicerCanvas(self.model)
        self.tools = GridTools(self.model, self.canvas)
        self.strip = Strip(self.model)
        self.giving = Giving(self.model, self.strip, self.pieces) if self.pieces else None
        self.new = NewCounters(all_new=not self.pieces)
        self.cut = QPushButton("Cut counters")
        self.fault = label("", "bad", wraps=True)
        self.work = WorkBar()
        self.searching = Searching(self.model, self.work, self)
        self._is_fitted = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(STRIP_DELAY)
        self._later.timeout.connect(self.refresh_strip)
        self._lay_out()
        self._connect()
        self.refresh()
        self.refresh_strip()
        self.resize(*map(scaled, FIRST_SIZE))

    # -------------------------------------------------------------- building

    def _lay_out(self) -> None:
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("Pages")
        self.tabs.setExpanding(False)
        self._fill_tabs()
        self.area = QScrollArea()
        self.area.setWidget(self.canvas)
        self.area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, scaled(6), 0, 0)
        column.setSpacing(scaled(6))
        top = QHBoxLayout()
        top.setContentsMargins(0, 0, scaled(8), 0)
        top.addWidget(self.tabs)
        top.addWidget(self.work, 1)
        column.addLayout(top)
        column.addWidget(self.area, 1)
        column.addWidget(self.strip)
        tools = QScrollArea()
        tools.setWidget(self.tools)
        tools.setWidgetResizable(True)
        tools.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        tools.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tools.setMinimumWidth(scaled(TOOLS_WIDTH))
        split = QSplitter()
        for widget in (tools, middle, self._givers()):
            split.addWidget(widget)
        split.setStretchFactor(1, 1)
        split.setCollapsible(1, False)
        split.setSizes([scaled(TOOLS_WIDTH), scaled(770), scaled(GIVING_WIDTH)])
        self.setCentralWidget(split)

    def _givers(self) -> QWidget:
        """Who gets the pictures, and the button that gives them."""
        side = QWidget()
        side.setMinimumWidth(scaled(GIVING_WIDTH))
        column = QVBoxLayout(side)
        column.setContentsMargins(scaled(12), scaled(10), scaled(14), scaled(12))
        column.setSpacing(scaled(8))
        if self.giving is not None:
            column.addWidget(self.giving, 1)
        column.addWidget(self.new, 0 if self.pieces else 1)
        column.addWidget(self.fault)
        self.fault.hide()
        self.cut.setDefault(True)
        self.cut.setProperty("kind", "primary")
        cancel = QPushButton("Cancel")
        cancel.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(cancel)
        row.addWidget(self.cut, 1)
        column.addLayout(row)
        return side

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self.model.show_page)
        self.model.changed.connect(self.refresh)
        self.canvas.told.connect(self.statusBar().showMessage)
        self.searching.told.connect(self.statusBar().showMessage)
        self.searching.backs_taken.connect(self._show_backs)
        self.searching.trim_proposed.connect(self.tools.show_choices)
        if self.giving is not None:
            self.giving.told.connect(self.statusBar().showMessage)
        self.tools.find_wanted.connect(self.searching.find_grids)
        self.tools.fit_wanted.connect(self.searching.fit_lines)
        self.tools.backs_wanted.connect(self.searching.choose_backs)
        self.tools.finish_changed.connect(self.refresh)
        self.tools.sides_changed.connect(self._show_backs)
        self.new.changed.connect(self.refresh)
        self.cut.clicked.connect(lambda _on=False: self.finish())
        self.work.ended.connect(self.refresh)
        self.work.stopped.connect(self._tell_stopped)
        for text, key, act in (
            ("Undo", QKeySequence.StandardKey.Undo, self.model.undo),
            ("Redo", QKeySequence.StandardKey.Redo, self.model.redo),
        ):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(key))
            action.triggered.connect(act)
            self.addAction(action)

    def _fill_tabs(self) -> None:
        """A tab for every page, which tells the side it shows."""
        for number, page in enumerate(self.model.pages):
            if number == self.tabs.count():
                self.tabs.addTab("")
            words = f"{'Backs' if page.is_back else 'Fronts'}: {page.sheet.name or number + 1}"
            self.tabs.setTabText(number, words)

    # --------------------------------------------------------------- showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_fitted:
            self._is_fitted = True
            self.canvas.fit(self.area.viewport().size())
            self.canvas.setFocus()
            if not all(page.grid.blocks for page in self.model.pages):
                self.searching.find_grids()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_fitted and event.oldSize().isValid():
            self.canvas.fit(self.area.viewport().size())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.work.running:
            self.work.stop()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._later.stop()
        self.work.wait()
        super().closeEvent(event)
        self.closed.emit()

    def refresh(self) -> None:
        """Shows what the model holds."""
        self.tools.refresh()
        given, others = len(self.model.assigned), len(self._others())
        self.cut.setEnabled(bool(given or others) and not self._is_bringing())
        self.cut.setText(_deed(given, others) if self.pieces else f"Cut {counted(others, 'counter')}")
        if self.giving is not None:
            self.giving.refresh()
        self._later.start()

    def refresh_strip(self) -> None:
        """Cuts the pictures of the strip and the roster again, a moment after the last change."""
        self._later.stop()
        self.strip.fill({piece.id: piece.name for piece in self.pieces})
        if self.giving is None:
            return
        self.giving.refresh()
        roster = self.giving.roster
        for number in range(roster.count()):
            place = self.model.assigned.get(roster.item(number).data(PIECE))
            roster.item(number).setIcon(icon_of(self.model, place) if place else no_icon())

    def take_up(self, put: Callable[[SlicerModel], tuple[str, ...]]) -> None:
        """Shows sheets with earlier grids; `put` puts them into the model and tells what it left."""
        left = put(self.model)
        self.statusBar().showMessage("; ".join(left))
        self.setWindowTitle("Cut counter sheets again")
        self.tools.show_choices()
        self.model.page_changed.emit()
        self.model.changed.emit()

    def _tell_stopped(self) -> None:
        words = "Nothing was taken" if self._is_bringing() else "Draw the grid by hand: add a block"
        self.statusBar().showMessage(f"Stopped. {words}.")

    def _show_backs(self) -> None:
        self._fill_tabs()
        self.tools.show_backs()

    # --------------------------------------------------------------- giving

    def finish(self) -> None:
        """Cuts, brings the art to whoever asked for it, and closes; stays, and says why, when that fails."""
        self.fault.hide()
        others = self._others()
        load = load_of(self.model, others, self.new.names_for(len(others), (p.name for p in self.pieces)))
        if self._bringer is None:
            self._done(load)
            return
        words = f"Cutting {counted(len(load.items), 'counter')}"
        bringing = Work(partial(self._bringer, load), words, self)
        bringing.setObjectName("bringing")
        bringing.done.connect(self._done)
        bringing.failed.connect(self._tell_fault)
        self.work.start(bringing)
        self.cut.setEnabled(False)

    def _is_bringing(self) -> bool:
        return any(work.objectName() == "bringing" for work in self.work.running)

    def _done(self, result: object) -> None:
        self.finished.emit(result)
        self.close()

    def _tell_fault(self, words: str) -> None:
        self.fault.setText(f"{words[:1].upper()}{words[1:]}. Nothing was taken.")
        self.fault.show()

    def _others(self) -> list[Place]:
        """The counters on the sheets that are to become new ones of the module."""
        given = set(self.model.assigned.values())
        return [place for place in self.model.counters() if place not in given] if self.new.is_on else []
