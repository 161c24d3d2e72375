"""Fitting the grid to a picture of a map: click the middle of three hexes or more, watch the numbers,
straighten.

The picture itself is kept; what the map shows is a straightened copy whose pixels lie exactly under the
hexes.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageReader,
    QImageWriter,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.board import BoardDef
from engine.editing import EditRefused
from engine.editing.change import with_fields
from engine.editing.grid_fit import Click, GridFit, fit_grid
from engine.editing.maps import cells_of, change_board
from engine.geometry.compiling import grid_of
from engine.geometry.numbering import Numbering
from engine.saves import SaveFault, write_atomically

MOST_SHOWN = 1800
MOST_PIXELS = 1_000_000_000
MOST_EDGE = 9000
MOST_HEX = 90.0
_TINT = "#c2410c"


class PictureView(QWidget):
    """The picture with the clicks and, once there are three, the grid over it."""

    clicked = Signal(QPointF)

    def __init__(self) -> None:
        super().__init__()
        self.picture = QImage()
        self.factor = 1.0
        self.points: list[tuple[str, QPointF]] = []
        self.grid_points: list[tuple[str, QPointF]] = []
        self.setAccessibleName("Picture of the map")

    def show_picture(self, picture: QImage, factor: float) -> None:
        """Shows a picture that is smaller than the file by a factor."""
        self.picture, self.factor = picture, factor
        self.setFixedSize(picture.size())
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and not self.picture.isNull():
            self.clicked.emit(event.position() * self.factor)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawImage(QPoint(0, 0), self.picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(_TINT), 1.2))
        for name, spot in self.grid_points:
            place = spot / self.factor
            painter.drawEllipse(place, 2.0, 2.0)
            if name:
                painter.drawText(
                    QRectF(place.x() - 40, place.y() + 3, 80, 16), Qt.AlignmentFlag.AlignHCenter, name
                )
        for name, spot in self.points:
            place = spot / self.factor
            painter.setPen(QPen(QColor("#ffffff"), 4))
            painter.drawEllipse(place, 9, 9)
            painter.setPen(QPen(QColor(_TINT), 2))
            painter.drawEllipse(place, 9, 9)
            painter.drawText(place + QPointF(12, 4), name)
        painter.end()


class GridFitDialog(QDialog):
    """Clicks, error, and the straightened picture."""

    def __init__(self, document: EditorDocument, board: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Fit grid to picture")
        self.document, self.number = document, board
        self.view, self.clicks = PictureView(), QListWidget()
        self.hex, self.words = QLineEdit(), label("", "strong", wraps=True)
        self.fault = label("", "bad", wraps=True)
        self.fit: GridFit | None = None
        self._found: list[tuple[str, Click]] = []
        self._picture: Path | None = None
        self._lay_out()
        name = self.board.art.background
        if name:
            self.open_picture(document.path / name)
        self._next_hex()

    @property
    def board(self) -> BoardDef:
        """The map."""
        return self.document.module.boards[self.number]

    def _lay_out(self) -> None:
        scroll = QScrollArea()
        scroll.setWidget(self.view)
        side = QVBoxLayout()
        choose = QPushButton("Choose picture…")
        choose.clicked.connect(self._choose)
        side.addWidget(choose)
        side.addWidget(label("Click the middle of hex", "second"))
        self.hex.setAccessibleName("The hex to click")
        side.addWidget(self.hex)
        side.addWidget(
            label("Take hexes far apart; three are needed, more make it better.", "second", wraps=True)
        )
        side.addWidget(self.clicks, 1)
        back = QPushButton("Take back the last click")
        back.clicked.connect(self.take_back)
        side.addWidget(back)
        side.addWidget(self.words)
        side.addWidget(self.fault)
        self.buttons = QDialogButtonBox()
        self.take_button = self.buttons.addButton("Straighten", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.take)
        self.buttons.rejected.connect(self.reject)
        side.addWidget(self.buttons)
        holder = QWidget()
        holder.setLayout(side)
        holder.setFixedWidth(scaled(280))
        row = QHBoxLayout(self)
        row.addWidget(scroll, 1)
        row.addWidget(holder)
        self.view.clicked.connect(self.click)
        self.resize(scaled(1060), scaled(680))
        self._refresh()

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Picture of the map", "", "Pictures (*.png *.jpg *.jpeg *.webp *.tif)"
        )
        if name:
            self.open_picture(Path(name))

    def open_picture(self, path: Path) -> bool:
        """Shows a picture; says what is wrong with it."""
        reader = QImageReader(str(path))
        size = reader.size()
        if not size.isValid() or size.width() * size.height() > MOST_PIXELS:
            self.fault.setText(f"{path.name} is no picture that can be used.")
            return False
        longest = max(size.width(), size.height())
        if longest > MOST_SHOWN:
            reader.setScaledSize(size * (MOST_SHOWN / longest))
        picture = reader.read()
        if picture.isNull():
            self.fault.setText(f"{path.name} cannot be read: {reader.errorString()}.")
            return False
        self._picture = path
        self._found.clear()
        self.view.show_picture(picture, size.width() / picture.width())
        self._refresh()
        return True

    def _corners(self) -> list[str]:
        grid, numbering = self.board.grid, Numbering(self.board.grid)
        cells = ((0, 0), (grid.columns - 1, 0), (0, grid.rows - 1), (grid.columns - 1, grid.rows - 1),
                 (grid.columns // 2, grid.rows // 2))  # fmt: skip
        return [numbering.name(*cell) for cell in cells]

    def _next_hex(self) -> None:
        taken = {name for name, _ in self._found}
        self.hex.setText(next((name for name in self._corners() if name not in taken), ""))

    def click(self, spot: QPointF) -> None:
        """The middle of the hex in the field lies here."""
        name = self.hex.text().strip()
        try:
            column, row = cells_of(self.board, [name])[name]
        except EditRefused as refused:
            self.fault.setText(str(refused))
            return
        self._found = [(known, c) for known, c in self._found if known != name]
        self._found.append((name, Click(column, row, spot.x(), spot.y())))
        self._next_hex()
        self._refresh()

    def take_back(self) -> None:
        """The last click was wrong."""
        if self._found:
            self.hex.setText(self._found.pop()[0])
        self._refresh()

    def _refresh(self) -> None:
        self.clicks.clear()
        self.fault.setText("")
        self.fit = None
        grid = grid_of(self.board.grid)
        if len(self._found) >= 3:
            try:
                self.fit = fit_grid(grid, [click for _, click in self._found])
            except EditRefused as refused:
                self.fault.setText(str(refused))
        for name, click in self._found:
            miss = ""
            if self.fit is not None:
                x, y = self.fit.pixel(*grid.center(click.column, click.row))
                miss = f"   off by {((x - click.x) ** 2 + (y - click.y) ** 2) ** 0.5:.1f} px"
            self.clicks.addItem(f"{name}{miss}")
        self.view.points = [(name, QPointF(c.x, c.y)) for name, c in self._found]
        self.view.grid_points = self._grid_points()
        self.view.update()
        self.take_button.setEnabled(self.fit is not None)
        if self.fit is None:
            self.words.setText(f"{len(self._found)} of 3 hexes clicked")
        else:
            fit = self.fit
            self.words.setText(
                f"{fit.pixels_per_hex:.1f} px a hex, turned by {fit.angle:.2f}°; "
                f"off by {fit.rms:.1f} px on average, {fit.worst:.1f} at most"
            )

    def _grid_points(self) -> list[tuple[str, QPointF]]:
        if self.fit is None:
            return []
        definition, grid, numbering = self.board.grid, grid_of(self.board.grid), Numbering(self.board.grid)
        is_close = self.fit.pixels_per_hex / self.view.factor > 44
        points = []
        for column in range(definition.columns):
            for row in range(definition.rows):
                x, y = self.fit.pixel(*grid.center(column, row))
                points.append((numbering.name(column, row) if is_close else "", QPointF(x, y)))
        return points

    def straightened(self) -> QImage | None:
        """The picture with its pixels under the hexes of the map."""
        fit, path = self.fit, self._picture
        if fit is None or path is None:
            return None
        source = QImage(str(path))
        width, height = grid_of(self.board.grid).size()
        scale = min(MOST_HEX, fit.pixels_per_hex, MOST_EDGE / max(width, height))
        target = QImage(QSize(round(width * scale), round(height * scale)), QImage.Format.Format_RGB32)
        target.fill(QColor("#f1e7cd"))
        turn, can = QTransform(fit.a, fit.d, fit.b, fit.e, fit.c, fit.f).inverted()
        if not can or source.isNull():
            return None
        painter = QPainter(target)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(turn * QTransform.fromScale(scale, scale))
        painter.drawImage(QPoint(0, 0), source)
        painter.end()
        return target

    def take(self) -> None:
        """Puts the straightened picture under the map, as one step."""
        picture = self.straightened()
        if picture is None:
            self.fault.setText("The picture cannot be straightened.")
            return
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QImageWriter(buffer, QByteArray(b"jpeg"))
        writer.setQuality(90)
        writer.write(picture)
        data = bytes(buffer.data().data())
        name = f"art/map-{blake2b(data, digest_size=6).hexdigest()}.jpg"
        try:
            (self.document.path / "art").mkdir(exist_ok=True)
            write_atomically(self.document.path / name, data)
        except (OSError, SaveFault) as error:
            self.fault.setText(str(error))
            return
        board = self.board
        if self.document.edit(
            lambda m: change_board(
                m, board.id, lambda old: with_fields(old, {"art": with_fields(old.art, {"background": name})})
            ),
            "fit grid to picture",
        ):
            self.accept()
