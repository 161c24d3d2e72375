"""Decoding a picture from top to bottom without ever holding it whole.

PNG is unpacked row by row; TIFF stores strips or tiles that each become a small TIFF of their own; JPEG is
read by Qt's decoder, which keeps only the rows asked for. What cannot be read so (WebP, progressive JPEG,
pictures that stand on their side) is decoded whole: up to a size always, above it as far as the memory of the
machine allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps, TiffImagePlugin
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QImageReader

from app.graphics.map_tiles.memory import PLAIN, check_density, check_memory
from app.graphics.map_tiles.plain import flat
from app.graphics.map_tiles.png_passes import interlaced_strips
from app.graphics.map_tiles.png_strips import head_of, png_strips
from app.graphics.map_tiles.tiff_strips import tiff_strips
from app.importing.pictures import BROKEN, MAP_PIXELS, open_picture
from app.importing.refusal import ImportRefused

WHOLE_PIXELS: Final = 100_000_000
"""The biggest picture that is decoded in one piece without asking how much memory there is."""
TELLING_PIXELS: Final = 25_000_000
"""From this size on a picture that is decoded in one piece must have bytes enough for what it claims."""
JPEG_BYTES: Final = 120_000_000
"""Memory of one strip of a JPEG picture."""
WHOLE_ROWS: Final = 512
_TURNED: Final = 274
"""The Exif tag of pictures that stand on their side."""

Strip = Image.Image


@dataclass(frozen=True)
class Strips:
    """A picture as strips of RGB from top to bottom; each call of `read` begins anew."""

    width: int
    height: int
    read: Callable[[], Iterator[Strip]]


def open_strips(path: Path) -> Strips:
    """The strips of a picture file; raises `ImportRefused` for what is none, too big, or not readable so."""
    with open_picture(path, MAP_PIXELS, path.name) as picture:
        width, height = picture.size
        turn = _turn(picture)
        way = _way(picture, path) if turn == 1 else None
    if way is None:
        if width * height > TELLING_PIXELS:
            check_density(path, width * height)
        if width * height > WHOLE_PIXELS:
            check_memory(path, width * height, picture.format or "")
        turned = (width, height) if turn in range(5) else (height, width)
        return Strips(*turned, lambda: _told(path, _whole(path)))
    return Strips(width, height, lambda: _told(path, way()))


def _turn(picture: Image.Image) -> int:
    """How a picture stands, by its Exif notes; those of a PNG only where they come before the pixels."""
    if picture.format == "PNG" and "exif" not in picture.info:
        return 1
    if isinstance(picture, TiffImagePlugin.TiffImageFile):
        return int(picture.tag_v2.get(_TURNED, 1))
    notes = Image.Exif()
    notes.load(picture.info.get("exif", b""))
    return int(notes.get(_TURNED, 1))


def _way(picture: Image.Image, path: Path) -> Callable[[], Iterator[Strip]] | None:
    """How a picture is read in strips; None if only whole."""
    head = head_of(path) if picture.format == "PNG" else None
    if head is not None:
        read = interlaced_strips if head.is_interlaced else png_strips
        return lambda: read(path)
    if picture.format == "JPEG" and not picture.info.get("progressive") and picture.mode in ("RGB", "L"):
        size = picture.size
        return lambda: _jpeg(path, size)
    if picture.format == "TIFF":
        return tiff_strips(path)
    return None


def _told(path: Path, strips: Iterator[Strip]) -> Iterator[Strip]:
    try:
        yield from strips
    except MemoryError as error:
        raise ImportRefused(f"there is not enough memory to read {path.name}", PLAIN) from error
    except BROKEN as error:
        raise ImportRefused(f"{path.name} is damaged ({error})", "export it again from its source") from error


def _whole(path: Path) -> Iterator[Strip]:
    with Image.open(path) as opened:
        ImageOps.exif_transpose(opened, in_place=True)
        for top in range(0, opened.height, WHOLE_ROWS):
            yield flat(opened.crop((0, top, opened.width, min(opened.height, top + WHOLE_ROWS))))


def _jpeg(path: Path, size: tuple[int, int]) -> Iterator[Strip]:
    width, height = size
    rows = max(16, JPEG_BYTES // (4 * width))
    for top in range(0, height, rows):
        reader = QImageReader(str(path))
        reader.setAutoTransform(False)
        reader.setClipRect(QRect(0, top, width, min(rows, height - top)))
        image = reader.read()
        if image.isNull():
            raise OSError(reader.errorString())
        yield _from_qt(image)


def _from_qt(image: QImage) -> Image.Image:
    plain = image.convertToFormat(QImage.Format.Format_RGBX8888)
    size = plain.width(), plain.height()
    raw = Image.frombuffer("RGBX", size, bytes(plain.constBits()), "raw", "RGBX", plain.bytesPerLine(), 1)
    return raw.convert("RGB")
