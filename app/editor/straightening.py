"""Putting a fitted picture under the hexes: as it is, where it lies straight, or straightened into a new one.

A picture that is turned or slanted is painted anew, strip by strip, from its tiles where it has some; neither
the picture nor its straightened copy is ever held whole if it is big. The copy has the whole picture, margins
beyond the hexes too.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator
from hashlib import blake2b
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from app.graphics.map_tiles.store import content_key
from app.graphics.png_stream import PngStream
from app.graphics.scanned_map import MOST_SHOWN, ScannedMap
from app.importing.pictures import MAP_PIXELS, SUFFIXES, open_picture
from engine.definition.board import PictureFitDef
from engine.editing.grid_fit import GridFit

STRAIGHT: Final = 0.04
"""A picture no corner of which is off by more, in hex widths, counts as straight."""
STRIP: Final = 256
MOST_EDGE: Final = 32_000
PAPER: Final = "#f1e7cd"
HELD: Final = ("PNG", "JPEG", "WEBP", "TIFF")
"""Kinds of picture that a module may hold."""


def placed(fit: GridFit, size: QSize, board: tuple[float, float]) -> PictureFitDef | None:
    """Where a picture lies under a board if it is straight; None if it is turned or slanted."""
    if fit.a <= 0 or fit.e <= 0:
        return None
    left, top = -fit.c / fit.a, -fit.f / fit.e
    for u, v in ((0.0, 0.0), (board[0], 0.0), (0.0, board[1]), board):
        x, y = fit.pixel(u, v)
        if (
            abs(x - (fit.a * (u - left))) / fit.a > STRAIGHT
            or abs(y - (fit.e * (v - top))) / fit.e > STRAIGHT
        ):
            return None
    return PictureFitDef(
        left=round(left, 5), top=round(top, 5),
        width=round(size.width() / fit.a, 5), height=round(size.height() / fit.e, 5),
    )  # fmt: skip


def covered(picture: QRectF, fit: GridFit) -> QRectF:
    """The upright rectangle of the board, in hex widths, that all of a picture lies in."""
    spots = (picture.topLeft(), picture.topRight(), picture.bottomLeft(), picture.bottomRight())
    corners = [fit.board(spot.x(), spot.y()) for spot in spots]
    across, down = [u for u, _ in corners], [v for _, v in corners]
    return QRectF(QPointF(min(across), min(down)), QPointF(max(across), max(down)))


def kept(file: Path, folder: Path) -> str:
    """Copies a picture into a module by its content; gives its name there, or nothing for a kind of picture
    that modules do not hold and that must be written anew. Raises `ImportRefused` and OSError.
    """
    with open_picture(file, MAP_PIXELS, file.name) as picture:
        kind = picture.format or ""
    if kind not in HELD:
        return ""
    name = f"art/map-{content_key(file)[:12]}{SUFFIXES[kind]}"
    target = folder / name
    target.parent.mkdir(exist_ok=True)
    if file.resolve() != target.resolve() and not target.is_file():
        draft = target.with_name(f"{target.name}.part")
        try:
            shutil.copyfile(file, draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    return name


class Straightener:
    """The straightened copy of a picture in the making.

    `area` is what it covers in hex widths: the board, and all of the picture where that reaches farther.
    """

    def __init__(self, scan: ScannedMap, fit: GridFit, board: tuple[float, float]) -> None:
        self._scan, self._fit = scan, fit
        self.area = area = QRectF(0, 0, *board).united(covered(scan.place, fit))
        scale = min(fit.pixels_per_hex, MOST_EDGE / max(area.width(), area.height()))
        if scan.tiles is None:
            scale = min(scale, (MOST_SHOWN / (area.width() * area.height())) ** 0.5)
        self.scale = scale
        self.size = QSize(max(1, round(area.width() * scale)), max(1, round(area.height() * scale)))

    @property
    def place(self) -> PictureFitDef:
        """Where the copy lies under the grid; its pixels are whole, so it may reach a little beyond."""
        return PictureFitDef(
            left=round(self.area.left(), 5), top=round(self.area.top(), 5),
            width=round(self.size.width() / self.scale, 5), height=round(self.size.height() / self.scale, 5),
        )  # fmt: skip

    def spot(self, u: float, v: float) -> QPointF:
        """The pixel of the copy at a point of the board."""
        return (QPointF(u, v) - self.area.topLeft()) * self.scale

    def strip(self, top: int, rows: int) -> QImage:
        """Some rows of the copy."""
        fit, scale, start = self._fit, self.scale, self.area.topLeft()
        image = QImage(self.size.width(), rows, QImage.Format.Format_RGB32)
        image.fill(QColor(PAPER))
        corners = [
            QPointF(*fit.pixel(start.x() + u / scale, start.y() + v / scale))
            for u in (0.0, float(self.size.width()))
            for v in (float(top), float(top + rows))
        ]
        left, right = min(p.x() for p in corners), max(p.x() for p in corners)
        upper, lower = min(p.y() for p in corners), max(p.y() for p in corners)
        needed = QRectF(left - 2, upper - 2, right - left + 4, lower - upper + 4)
        turn, _ = QTransform(fit.a, fit.d, fit.b, fit.e, fit.c, fit.f).inverted()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        shift = QTransform.fromTranslate(-start.x() * scale, -start.y() * scale - top)
        painter.setTransform(turn * QTransform.fromScale(scale, scale) * shift)
        detail = scale / fit.pixels_per_hex
        picture = self._scan.best_for(detail)
        if picture is not None:
            painter.drawImage(self._scan.place, picture, QRectF(picture.rect()))
        for target, piece in self._scan.pieces(needed, detail):
            painter.drawImage(target, piece)
        painter.end()
        return image

    def whole(self) -> QImage:
        """All rows at once; for small pictures."""
        return self.strip(0, self.size.height())

    def write(self, folder: Path) -> Generator[float | str, None, None]:
        """Writes the copy into a module; gives how much is done and at last its name. Raises OSError."""
        (folder / "art").mkdir(exist_ok=True)
        draft = folder / "art" / f"map-{id(self):x}.png"
        height, found = self.size.height(), blake2b(digest_size=6)
        try:
            with PngStream(draft, self.size.width(), height) as file:
                for top in range(0, height, STRIP):
                    image = self.strip(top, min(STRIP, height - top))
                    found.update(bytes(image.constBits()))
                    file.add(image)
                    yield min(1.0, (top + STRIP) / height)
            name = f"art/map-{found.hexdigest()}.png"
            draft.replace(folder / name)
        finally:
            draft.unlink(missing_ok=True)
        yield name
