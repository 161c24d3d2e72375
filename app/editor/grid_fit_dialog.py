"""Fitting the grid to a picture of a map: click the middle of three hexes or more, watch the numbers.

A picture that lies straight is kept as it is and only told where it lies; a turned or slanted one is
straightened into a copy whose pixels lie exactly under the hexes. Pictures too big for memory are prepared
first, with progress and a way to stop.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QCloseEvent, QImage
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.editor.fitted_grid import corner_names, hex_shape, hexes_in, present_fit
from app.editor.numbering_form import NumberingForm
from app.editor.picture_view import PictureArea, PictureView, ZoomBar
from app.editor.picture_writer import PictureWriter
from app.editor.straightening import Straightener, kept, placed
from app.graphics.map_tiles.preparing import STOPPED, Preparation
from app.graphics.map_tiles.store import known_tiles
from app.graphics.scanned_map import MOST_SHOWN, ScannedMap, map_file, picture_pixels, read_small
from app.importing.refusal import ImportRefused
from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.board import BoardDef, GridDef, PictureFitDef
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.change import with_fields
from engine.editing.grid_fit import Click, GridFit, fit_grid
from engine.editing.grids import renumber
from engine.editing.maps import change_board
from engine.geometry.compiling import grid_of
from engine.geometry.numbering import Numbering, numbering_fault
from engine.loading.source import SourceError

KINDS = "Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp)"


class GridFitDialog(QDialog):
    """Clicks, error, numbers, and the picture under the map."""

    def __init__(self, document: EditorDocument, board: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Fit grid to picture")
        self.document, self.number = document, board
        self.view, self.clicks = PictureView(), QListWidget()
        self.area = PictureArea(self.view)
        self.hex, self.words = QLineEdit(), label("", "strong", wraps=True)
        self.fault = label("", "bad", wraps=True)
        self.progress, self.stop_button = QProgressBar(), QPushButton("Stop")
        self.numbers = NumberingForm(self.board.grid)
        self.fit: GridFit | None = None
        self.preparation: Preparation | None = None
        self._found: list[Click] = []
        self._picture: Path | None = None
        self._place: PictureFitDef | None = None
        self.writer = PictureWriter(self)
        self.writer.progressed.connect(lambda share: self.progress.setValue(round(share * 1000)))
        self.writer.written.connect(self._written)
        self.writer.failed.connect(self._write_failed)
        self._lay_out()
        self._next_hex()
        if self.board.art.background:
            self.open_own(self.board.art.background)

    @property
    def board(self) -> BoardDef:
        """The map."""
        return self.document.module.boards[self.number]

    @property
    def grid(self) -> GridDef:
        """The grid with the numbers of the form, or with its own while those cannot be."""
        try:
            return self.numbers.numbered()
        except EditRefused:
            return self.board.grid

    # --- parts ---------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        left = QVBoxLayout()
        left.addWidget(self.area, 1)
        left.addWidget(ZoomBar(self.area))
        row.addLayout(left, 1)
        side = QVBoxLayout()
        tabs = QTabWidget()
        tabs.addTab(self._clicks_page(), "Clicks")
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.addWidget(self.numbers)
        column.addStretch(1)
        tabs.addTab(holder, "Numbers")
        tabs.setFixedWidth(scaled(330))
        side.addWidget(tabs, 1)
        side.addWidget(self.words)
        side.addWidget(self.fault)
        busy = QHBoxLayout()
        busy.addWidget(self.progress, 1)
        busy.addWidget(self.stop_button)
        side.addLayout(busy)
        self.buttons = QDialogButtonBox()
        self.take_button = self.buttons.addButton("Put under the map", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.take)
        self.buttons.rejected.connect(self.reject)
        side.addWidget(self.buttons)
        row.addLayout(side)
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.stop_button.clicked.connect(self.stop)
        self.view.clicked.connect(self.click)
        self.numbers.changed.connect(self._renumbered)
        self._show_busy("")
        self.resize(scaled(1120), scaled(720))
        self._refresh()

    def _clicks_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        choose = QPushButton("Choose picture…")
        choose.clicked.connect(self._choose)
        column.addWidget(choose)
        column.addWidget(label("Click the middle of hex", "second"))
        self.hex.setAccessibleName("The hex to click")
        column.addWidget(self.hex)
        hint = "Take hexes far apart; three are needed, more make it better."
        column.addWidget(label(hint, "second", wraps=True))
        column.addWidget(self.clicks, 1)
        back = QPushButton("Take back the last click")
        back.clicked.connect(self.take_back)
        column.addWidget(back)
        return page

    def _show_busy(self, words: str) -> None:
        for widget in (self.progress, self.stop_button):
            widget.setVisible(bool(words))
        self.progress.setValue(0)
        if words:
            self.words.setText(words)
        self.take_button.setEnabled(not words and self.fit is not None)

    # --- the picture ------------------------------------------------------------------------------------

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Picture of the map", "", KINDS)
        if name:
            self.open_picture(Path(name))

    def open_own(self, name: str) -> bool:
        """Shows the picture that the module has under this map; says why not if its name leads elsewhere."""
        try:
            file = map_file(self.document.path, name)
        except (SourceError, OSError) as error:
            self.fault.setText(f"{error}.")
            return False
        return self.open_picture(file)

    def open_picture(self, path: Path) -> bool:
        """Shows a picture, or begins to prepare a big one; says what is wrong with it."""
        self.fault.setText("")
        try:
            pixels = picture_pixels(path)
            scan = self._big(path) if pixels > MOST_SHOWN else self._small(path)
        except (ImportRefused, OSError) as error:
            self.fault.setText(f"{error}.")
            return False
        self._picture = path
        self._found.clear()
        self._show_picture(scan)
        return True

    def _small(self, path: Path) -> ScannedMap:
        image = read_small(path)
        return ScannedMap(QRectF(image.rect()), picture=image)

    def _big(self, path: Path) -> ScannedMap | None:
        tiles = known_tiles(path)
        if tiles is not None:
            return ScannedMap(QRectF(0, 0, *tiles.size(0)), tiles=tiles)
        self.stop()
        self.preparation = Preparation(path, self)
        self.preparation.progressed.connect(lambda share: self.progress.setValue(round(share * 1000)))
        self.preparation.ended.connect(self._prepared)
        self._show_busy("Preparing the picture…")
        self.preparation.start()
        return None

    def _prepared(self, fault: str) -> None:
        work, self.preparation = self.preparation, None
        self._show_busy("")
        tiles = known_tiles(work.file) if work is not None and not fault else None
        if tiles is None:
            self.fault.setText("" if fault == STOPPED else fault)
            self._picture = None
            self._refresh()
            return
        self._show_picture(ScannedMap(QRectF(0, 0, *tiles.size(0)), tiles=tiles))

    def _show_picture(self, scan: ScannedMap | None) -> None:
        self.view.show_picture(scan)
        self.area.fit()
        self._refresh()

    def showEvent(self, event: object) -> None:
        self.area.fit()

    # --- clicks ---------------------------------------------------------------------------------------

    def _next_hex(self) -> None:
        numbering = Numbering(self.grid)
        taken = {numbering.name(c.column, c.row) for c in self._found}
        self.hex.setText(next((name for name in corner_names(self.grid) if name not in taken), ""))

    def click(self, spot: QPointF) -> None:
        """The middle of the hex in the field lies here."""
        name = self.hex.text().strip()
        cell = Numbering(self.grid).cell(name)
        if cell is None:
            self.fault.setText(f"There is no hex {name} on {self.board.title}.")
            return
        self._found = [c for c in self._found if (c.column, c.row) != cell]
        self._found.append(Click(*cell, spot.x(), spot.y()))
        self._next_hex()
        self._refresh()

    def take_back(self) -> None:
        """The last click was wrong."""
        if self._found:
            last = self._found.pop()
            self.hex.setText(Numbering(self.grid).name(last.column, last.row))
        self._refresh()

    def _renumbered(self) -> None:
        self._refresh()
        self._next_hex()
        fault = numbering_fault(self.grid)
        self.fault.setText(f"{fault[:1].upper()}{fault[1:]}." if fault else "")

    def _refresh(self) -> None:
        self.clicks.clear()
        self.fault.setText("")
        self.fit = None
        grid, numbering = grid_of(self.board.grid), Numbering(self.grid)
        if len(self._found) >= 3:
            try:
                self.fit = fit_grid(grid, self._found)
            except EditRefused as refused:
                self.fault.setText(str(refused))
        for click in self._found:
            miss = ""
            if self.fit is not None:
                x, y = self.fit.pixel(*grid.center(click.column, click.row))
                miss = f"   off by {((x - click.x) ** 2 + (y - click.y) ** 2) ** 0.5:.1f} px"
            self.clicks.addItem(f"{numbering.name(click.column, click.row)}{miss}")
        self.view.points = [(numbering.name(c.column, c.row), QPointF(c.x, c.y)) for c in self._found]
        self._show_grid()
        self.take_button.setEnabled(self.fit is not None and not self.writer.is_busy)
        if self.fit is None:
            clicked = f"{len(self._found)} of 3 hexes clicked"
            self.words.setText(clicked if self.shown is None else f"As it lies now; {clicked}")
        else:
            fit = self.fit
            self.words.setText(
                f"{fit.pixels_per_hex:.1f} px a hex, turned by {abs(round(fit.angle, 2)):.2f}°; "
                f"off by {fit.rms:.1f} px on average, {fit.worst:.1f} at most"
            )

    @property
    def shown(self) -> GridFit | None:
        """The fit of the clicks, or before there are enough of them the way the picture lies already."""
        scan, art = self.view.scan, self.board.art
        if self.fit is not None or scan is None or not art.background:
            return self.fit
        try:
            if self._picture != map_file(self.document.path, art.background):
                return None
        except (SourceError, OSError):
            return None
        return present_fit(self.board, scan.place)

    def _show_grid(self) -> None:
        """Lays the hexes with their numbers over the picture."""
        fit, grid = self.shown, self.grid
        self.view.grid = partial(hexes_in, fit=fit, grid=grid) if fit is not None else None
        self.view.pixels_per_hex = fit.pixels_per_hex if fit is not None else 0.0
        self.view.shape = hex_shape(fit, grid) if fit is not None else ()
        self.view.update()

    # --- taking it -----------------------------------------------------------------------------------

    def straightener(self) -> Straightener | None:
        """What paints the straightened picture; None while there is no fit."""
        if self.fit is None or self.view.scan is None:
            return None
        return Straightener(self.view.scan, self.fit, grid_of(self.board.grid).size())

    def straightened(self) -> QImage | None:
        """The picture with its pixels under the hexes of the map; for small ones."""
        maker = self.straightener()
        return maker.whole() if maker is not None else None

    def take(self) -> None:
        """Puts the picture under the map as one step; a turned one is straightened first."""
        maker, scan, fit = self.straightener(), self.view.scan, self.fit
        if maker is None or scan is None or fit is None or self._picture is None:
            self.fault.setText("The picture cannot be straightened.")
            return
        place = placed(fit, scan.place.size().toSize(), grid_of(self.board.grid).size())
        if place is not None:
            try:
                name = kept(self._picture, self.document.path)
            except (ImportRefused, OSError) as error:
                self.fault.setText(
                    f"The picture cannot be copied: {getattr(error, 'strerror', '') or error}."
                )
                return
            if name:
                self._put(name, place)
                return
        self._place = maker.place
        self._show_busy("Straightening the picture…")
        self.writer.start(maker.write(self.document.path))

    def _written(self, name: str) -> None:
        self._show_busy("")
        if self._place is not None:
            self._put(name, self._place)

    def _write_failed(self, words: str) -> None:
        self._show_busy("")
        self.fault.setText(f"The picture cannot be written: {words}.")

    def _put(self, name: str, place: PictureFitDef) -> None:
        board, changes, old = self.board.id, self.numbers.changes(), self.board.art.fit
        place = with_fields(place, {"grid": old.grid if old is not None else False})

        def edit(module: ModuleDef) -> ModuleDef:
            module = renumber(module, board, changes) if changes else module
            return change_board(
                module,
                board,
                lambda old: with_fields(
                    old, {"art": with_fields(old.art, {"background": name, "fit": place})}
                ),
            )

        if self.document.edit(edit, "fit grid to picture"):
            self.accept()

    def finish(self) -> None:
        """Straightens to the end at once; for tests."""
        self.writer.finish()

    def stop(self) -> None:
        """Stops what is going on."""
        if self.preparation is not None:
            self.preparation.stop()
        if self.writer.is_busy:
            self.writer.stop()
            self._show_busy("")

    def done(self, result: int) -> None:
        self.stop()
        if self.preparation is not None:
            self.preparation.wait()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)
