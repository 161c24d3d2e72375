"""Opening pictures of strangers: what they are and how big is known before anything is decoded.

Pillow decodes; the limits are ours. Kinds are told by their first bytes, never by the name of the file.
Colours stay as they are in the file: no colour management.
"""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import BinaryIO, Final

from PIL import Image, ImageOps, UnidentifiedImageError

from app.importing.refusal import ImportRefused
from app.importing.watching import Watch, watched_file

MILLION: Final = 1_000_000
COUNTER_PIXELS: Final = 64 * MILLION
"""The biggest picture of one counter."""
SHEET_PIXELS: Final = 250 * MILLION
"""The biggest picture that is decoded as a whole."""
MAP_PIXELS: Final = 1_000 * MILLION
"""The biggest picture of all; above `SHEET_PIXELS` it is decoded in strips."""
MAX_FILE_BYTES: Final = 1_000_000_000

FORMATS: Final = ("PNG", "JPEG", "WEBP", "TIFF", "BMP", "GIF")
SUFFIXES: Final = {
    "PNG": ".png",
    "JPEG": ".jpg",
    "WEBP": ".webp",
    "TIFF": ".tif",
    "BMP": ".bmp",
    "GIF": ".gif",
}
PICTURE_SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif")
BROKEN: Final = (
    UnidentifiedImageError,
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    OverflowError,
    EOFError,
    MemoryError,
    struct.error,
    zlib.error,
)
"""What Pillow raises at damaged files."""

# The size of every picture is checked here, with limits of our own.
Image.MAX_IMAGE_PIXELS = None


def open_picture(source: Path | bytes, limit: int, name: str = "", watch: Watch | None = None) -> Image.Image:
    """The picture of a file or of bytes, with only its head read; refuses what is none and what is too
    big.
    """
    name = name or (source.name if isinstance(source, Path) else "a picture")
    if isinstance(source, Path):
        check_file(source, name)
    try:
        picture = Image.open(_stream(source, watch), formats=FORMATS)
    except FileNotFoundError:
        raise ImportRefused(f"{name} does not exist", "check the name") from None
    except PermissionError:
        raise ImportRefused(f"{name} cannot be read", "check its permissions") from None
    except BROKEN:
        hint = "use PNG, JPEG, WebP, TIFF or BMP"
        raise ImportRefused(f"{name} is no picture that can be read", hint) from None
    try:
        check_size(picture.size, limit, name)
    except ImportRefused:
        picture.close()
        raise
    return picture


def check_file(path: Path, name: str) -> None:
    """Refuses what is there and no file: a folder, or a pipe or device, which may never end."""
    if path.is_dir():
        raise ImportRefused(f"{name or path} is a folder", "name a picture")
    if path.exists() and not path.is_file():
        raise ImportRefused(f"{name or path} is no ordinary file", "name a picture")


def _stream(source: Path | bytes, watch: Watch | None) -> Path | BinaryIO:
    """What the decoder reads from."""
    if isinstance(source, bytes):
        return io.BytesIO(source)
    return watched_file(source, watch) if watch is not None else source


def check_size(size: tuple[int, int], limit: int, name: str) -> None:
    """Refuses pictures of more pixels than a limit."""
    pixels = size[0] * size[1]
    if pixels > limit:
        raise ImportRefused(
            f"{name} has {pixels / MILLION:,.0f} megapixels, at most {limit // MILLION} are taken",
            "make the picture smaller",
        )
    if not pixels:
        raise ImportRefused(f"{name} is empty", "choose another picture")


def decoded(picture: Image.Image, mode: str, name: str) -> Image.Image:
    """The pixels of an opened picture, upright; refuses damaged ones."""
    try:
        picture.load()
        upright = ImageOps.exif_transpose(picture)
        return upright if upright.mode == mode else upright.convert(mode)
    except BROKEN:
        raise ImportRefused(f"{name} is damaged", "export it again from its source") from None


def read_picture(
    source: Path | bytes, limit: int, name: str = "", mode: str = "RGBA", watch: Watch | None = None
) -> Image.Image:
    """A whole picture, opened, checked and decoded; `watch` is told how far it is."""
    shown = name or (source.name if isinstance(source, Path) else "a picture")
    return decoded(open_picture(source, limit, shown, watch), mode, shown)


def png_bytes(picture: Image.Image) -> bytes:
    """A picture as PNG, always the same bytes for the same pixels."""
    stream = io.BytesIO()
    picture.save(stream, "PNG", optimize=False, compress_level=6)
    return stream.getvalue()
