"""Pictures of maps that were scanned or drawn elsewhere, and where they lie under the grid.

Small pictures are held in memory with copies of half and quarter size for overviews. Bigger ones are shown
from tiles on disk, which must be cut once; until then the map is bare paper.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final

from PIL import Image
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from app.cache_care import touch
from app.graphics.map_tiles.pyramid import EDGE
from app.graphics.map_tiles.store import MapTiles, known_tiles, tiles_folder
from app.importing.pictures import MAP_PIXELS, decoded, open_picture
from app.importing.refusal import ImportRefused
from app.user_files import made
from engine.definition.board import PictureFitDef
from engine.loading.source import MAX_MAP_BYTES, SourceError, open_source, safe_name

MOST_SHOWN: Final = 32_000_000
"""Pixels of a map that is held in memory."""
SMALLEST: Final = 500
BLOCK: Final = 1536
"""Pixels of a picture from tiles that are put together at a time."""
OVERVIEW: Final = 2400
"""Pixels across of a small copy of a picture in tiles."""
RIM: Final = 2
"""Pixels beyond a block, so that smooth enlarging knows its neighbours."""


@dataclass(frozen=True, eq=False)
class ScannedMap:
    """A picture under a grid: `place` is where it lies, in hex widths. It is in memory, or in tiles, or waits
    to be cut into tiles.
    """

    place: QRectF
    shows_grid: bool = False
    picture: QImage | None = None
    tiles: MapTiles | None = None
    uncut: Path | None = None

    @cached_property
    def sizes(self) -> tuple[QImage, ...]:
        """The picture in memory and copies of half the size each, the biggest first."""
        if self.picture is None:
            return ()
        found = [self.picture]
        while max(found[-1].width(), found[-1].height()) > SMALLEST and len(found) < 6:
            half = QSize(max(1, found[-1].width() // 2), max(1, found[-1].height() // 2))
            found.append(
                found[-1].scaled(
                    half, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
            )
        return tuple(found)

    @cached_property
    def overview(self) -> QImage | None:
        """A small copy of a picture that lies in tiles; None for one in memory, or still to be cut."""
        if self.tiles is None:
            return None
        level = self.tiles.level_for(OVERVIEW)
        return joined(self.tiles, level, QRect(0, 0, *self.tiles.size(level)))

    def best_for(self, scale: float) -> QImage | None:
        """The smallest copy in memory that need not be enlarged at so many pixels to a hex width."""
        fitting = [image for image in self.sizes if image.width() / self.place.width() >= scale * 0.8]
        return fitting[-1] if fitting else self.sizes[0] if self.sizes else None

    def pieces(self, rect: QRectF, scale: float) -> Iterator[tuple[QRectF, QImage]]:
        """The picture from tiles in a rectangle of the board, as detailed as a scale needs: pieces that
        overlap a little, each with the place it covers.
        """
        tiles, shown = self.tiles, rect.intersected(self.place)
        if tiles is None or shown.isEmpty():
            return
        level = tiles.level_for(scale * 0.8 * self.place.width())
        width, height = tiles.size(level)
        sx, sy = width / self.place.width(), height / self.place.height()
        whole = QRect(0, 0, width, height)
        area = QRectF(
            (shown.left() - self.place.left()) * sx, (shown.top() - self.place.top()) * sy,
            shown.width() * sx, shown.height() * sy,
        ).toAlignedRect()  # fmt: skip
        for left in range(area.left(), area.right() + 1, BLOCK):
            for top in range(area.top(), area.bottom() + 1, BLOCK):
                block = QRect(left, top, BLOCK, BLOCK).intersected(area)
                block = block.adjusted(-RIM, -RIM, RIM, RIM).intersected(whole)
                target = QRectF(
                    self.place.left() + block.left() / sx, self.place.top() + block.top() / sy,
                    block.width() / sx, block.height() / sy,
                )  # fmt: skip
                yield target, joined(tiles, level, block)

    def cut(self) -> ScannedMap:
        """The same map with its tiles, now that they were cut; the map itself if they were not."""
        if self.uncut is None:
            return self
        tiles = known_tiles(self.uncut)
        return replace(self, tiles=tiles, uncut=None) if tiles is not None else self


def joined(tiles: MapTiles, level: int, area: QRect) -> QImage:
    """A part of one size of a picture, put together from its tiles."""
    whole = QImage(area.size(), QImage.Format.Format_RGB32)
    whole.fill(Qt.GlobalColor.white)
    painter = QPainter(whole)
    for column in range(area.left() // EDGE, area.right() // EDGE + 1):
        for row in range(area.top() // EDGE, area.bottom() // EDGE + 1):
            tile = tiles.tile(level, column, row)
            if tile is not None:
                painter.drawImage(column * EDGE - area.left(), row * EDGE - area.top(), tile)
    painter.end()
    return whole


def read_scan(
    path: Path, name: str | None, fit: PictureFitDef | None, size: tuple[float, float]
) -> ScannedMap | None:
    """The picture a board names; None where it names none or the file cannot be shown."""
    if name is None:
        return None
    place = QRectF(fit.left, fit.top, fit.width, fit.height) if fit else QRectF(0, 0, *size)
    bare = ScannedMap(place, fit.grid if fit else False)
    try:
        file = map_file(path, name)
        pixels = picture_pixels(file)
        if pixels > MOST_SHOWN:
            tiles = known_tiles(file)
            return replace(bare, tiles=tiles) if tiles is not None else replace(bare, uncut=file)
        picture = read_small(file)
    except (SourceError, ImportRefused, OSError):
        return None
    return replace(bare, picture=picture)


def map_file(path: Path, name: str) -> Path:
    """The file of a picture of a module; one from an archive is kept in the cache. Raises `SourceError`."""
    source = open_source(path)
    file = source.file(safe_name(name))
    if file is not None:
        if file.stat().st_size > MAX_MAP_BYTES:
            raise SourceError(name, f"'{name}' is over 1 GB", "make the picture smaller", "TOO_BIG")
        return file
    state = path.stat()
    token = f"{path.resolve()}|{state.st_size}|{state.st_mtime_ns}|{name}".encode()
    kept = tiles_folder() / f"{blake2b(token, digest_size=16).hexdigest()}{Path(name).suffix}"
    touch(kept)
    if not kept.is_file():
        draft = kept.with_name(f"{kept.name}.{os.getpid()}.part")
        made(tiles_folder())
        with draft.open("wb") as stream:
            for piece in source.pieces(name, MAX_MAP_BYTES):
                stream.write(piece)
        draft.replace(kept)
    return kept


def picture_pixels(file: Path) -> int:
    """How many pixels a picture has; raises `ImportRefused` for none and for more than are taken."""
    with open_picture(file, MAP_PIXELS, file.name) as picture:
        return picture.width * picture.height


def read_small(file: Path) -> QImage:
    """A picture of at most so many pixels as are held in memory; raises `ImportRefused` for a damaged one."""
    reader = QImageReader(str(file))
    reader.setAutoTransform(True)
    image = reader.read()
    if not image.isNull():
        return image.convertToFormat(QImage.Format.Format_RGB32)
    with open_picture(file, MAP_PIXELS, file.name) as picture:
        return _to_qt(decoded(picture, "RGBA", file.name))


def _to_qt(picture: Image.Image) -> QImage:
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    data = paper.tobytes()
    image = QImage(data, paper.width, paper.height, 4 * paper.width, QImage.Format.Format_RGBX8888)
    return image.convertToFormat(QImage.Format.Format_RGB32)
