"""TIFF pictures a strip at a time: each of their strips (or rows of tiles) becomes a small TIFF of its own.

Whatever the compression, the ordinary decoder then reads it; only the offsets and the height are ours.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from PIL import Image, TiffImagePlugin

from app.graphics.map_tiles.plain import flat

MOST_STRIP: Final = 100_000_000
"""Pixels of the biggest strip that is decoded at once."""
_WIDTH, _LENGTH, _PLANAR = 256, 257, 284
_OFFSETS, _ROWS, _COUNTS = 273, 278, 279
_TILE_WIDTH, _TILE_LENGTH, _TILE_OFFSETS, _TILE_COUNTS = 322, 323, 324, 325
_KEPT: Final = (258, 259, 262, 266, 277, 317, 320, 338, 339, 347, 530, 532)
"""Tags that say how samples are stored."""


def tiff_strips(path: Path) -> Callable[[], Iterator[Image.Image]] | None:
    """How a TIFF file is read in strips; None where its layout forbids it."""
    with Image.open(path, formats=("TIFF",)) as picture:
        if not isinstance(picture, TiffImagePlugin.TiffImageFile):
            return None
        tags: dict[int, Any] = dict(picture.tag_v2)
    if tags.get(_PLANAR, 1) != 1 or tags.get(258) in ((16, 16, 16), (16, 16, 16, 16)):
        return None
    width, height = int(tags[_WIDTH]), int(tags[_LENGTH])
    rows = int(tags.get(_TILE_LENGTH) or min(int(tags.get(_ROWS, height)), height))
    if rows * width > MOST_STRIP:
        return None
    if _TILE_OFFSETS in tags:
        return lambda: _tiles(path, tags, width, height)
    return lambda: _strips(path, tags, width, height)


def _strips(path: Path, tags: dict[int, Any], width: int, height: int) -> Iterator[Image.Image]:
    rows = min(int(tags.get(_ROWS, height)), height)
    with path.open("rb") as stream:
        for number, (at, count) in enumerate(
            zip(_listed(tags[_OFFSETS]), _listed(tags[_COUNTS]), strict=True)
        ):
            tall = min(rows, height - number * rows)
            if tall <= 0:
                return
            yield _part(stream, tags, (at, count), (width, tall))


def _tiles(path: Path, tags: dict[int, Any], width: int, height: int) -> Iterator[Image.Image]:
    wide, tall = int(tags[_TILE_WIDTH]), int(tags[_TILE_LENGTH])
    across = -(-width // wide)
    places = list(zip(_listed(tags[_TILE_OFFSETS]), _listed(tags[_TILE_COUNTS]), strict=True))
    with path.open("rb") as stream:
        for row in range(-(-height // tall)):
            strip = Image.new("RGB", (width, min(tall, height - row * tall)))
            for column, place in enumerate(places[row * across : (row + 1) * across]):
                strip.paste(_part(stream, tags, place, (wide, tall)), (column * wide, 0))
            yield strip


def _listed(value: object) -> tuple[int, ...]:
    return tuple(int(one) for one in value) if isinstance(value, tuple | list) else (int(str(value)),)


def _part(
    stream: BinaryIO, tags: dict[int, Any], place: tuple[int, int], size: tuple[int, int]
) -> Image.Image:
    stream.seek(place[0])
    data = stream.read(place[1])
    if len(data) < place[1]:
        raise OSError("the picture is cut off")
    return flat(_decoded(stream, tags, data, size))


def _decoded(stream: BinaryIO, tags: dict[int, Any], data: bytes, size: tuple[int, int]) -> Image.Image:
    """One strip as a TIFF of its own, decoded."""
    stream.seek(0)
    prefix = b"MM\x00\x2a" if stream.read(2) == b"MM" else b"II\x2a\x00"
    directory = TiffImagePlugin.ImageFileDirectory_v2(prefix + bytes(4))
    for tag in _KEPT:
        if tag in tags:
            directory[tag] = tags[tag]
    directory[_WIDTH], directory[_LENGTH], directory[_ROWS] = size[0], size[1], size[1]
    directory[_OFFSETS], directory[_COUNTS] = 0, len(data)
    body = io.BytesIO()
    body.write(prefix + (8).to_bytes(4, "big" if prefix.startswith(b"MM") else "little"))
    body.write(directory.tobytes(8))
    body.write(data)
    body.seek(0)
    picture = Image.open(body, formats=("TIFF",))
    picture.load()
    return picture
