"""Interlaced PNG pictures a strip at a time.

Such a file holds seven pictures one after the other, each with some of the pixels: six with all pixels of the
even rows, together half of them, and one with all odd rows. The six go to a file on the disk as they are
unpacked; while the seventh is unpacked, whole rows are put together from all of them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
import numpy.typing as npt
from PIL import Image

from app.graphics.map_tiles.png_strips import MAGIC, STRIP_BYTES, Head, Unpacked, read_head, strips_of
from app.user_files import cache_folder, made

PASSES: Final = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
)  # fmt: skip
"""First column, first row, steps between columns and rows."""
PERIOD: Final = 8
Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class _Pass:
    """One of the first six pictures, on the disk: where it begins there, and which pixels it has."""

    start: int
    width: int
    height: int
    first: tuple[int, int]
    steps: tuple[int, int]

    def rows(self, stream: BinaryIO, top: int, bottom: int) -> Pixels:
        """Its pixels that lie in some rows of the whole picture."""
        begin, end = (max(0, -(-(row - self.first[1]) // self.steps[1])) for row in (top, bottom))
        end = min(end, self.height)
        stream.seek(self.start + begin * self.width * 3)
        data = stream.read(max(0, end - begin) * self.width * 3)
        return np.frombuffer(data, np.uint8).reshape(-1, self.width, 3)


def interlaced_strips(path: Path) -> Iterator[Image.Image]:
    """The strips of an interlaced PNG file in RGB; raises OSError or ValueError for a damaged one."""
    with path.open("rb") as stream, tempfile.TemporaryFile(dir=made(cache_folder())) as aside:
        if stream.read(len(MAGIC)) != MAGIC:
            raise ValueError("no PNG")
        head = read_head(stream)
        rows = Unpacked(stream)
        passes = [
            _put_aside(head, rows, aside, number)
            for number in range(len(PASSES) - 1)
            if all(_size(head, number))
        ]
        yield from _joined(head, rows, aside, passes)


def _size(head: Head, number: int) -> tuple[int, int]:
    """Width and height of one of the seven pictures; one without pixels is not in the file."""
    x, y, dx, dy = PASSES[number]
    return max(0, -(-(head.width - x) // dx)), max(0, -(-(head.height - y) // dy))


def _part(head: Head, number: int) -> Head:
    width, height = _size(head, number)
    return replace(head, width=width, height=height)


def _put_aside(head: Head, rows: Unpacked, aside: BinaryIO, number: int) -> _Pass:
    """Writes one of the first six pictures to the disk."""
    part, start = _part(head, number), aside.tell()
    strips = strips_of(part, rows, max(1, STRIP_BYTES // part.row_bytes))
    aside.writelines(strip.tobytes() for strip in strips)
    x, y, dx, dy = PASSES[number]
    return _Pass(start, part.width, part.height, (x, y), (dx, dy))


def _joined(head: Head, rows: Unpacked, aside: BinaryIO, passes: list[_Pass]) -> Iterator[Image.Image]:
    """Whole rows, some periods at a time."""
    band = PERIOD * max(1, STRIP_BYTES // (3 * head.width * PERIOD))
    last = _part(head, len(PASSES) - 1)
    odd = strips_of(last, rows, band // 2) if all((last.width, last.height)) else iter(())
    for top in range(0, head.height, band):
        bottom = min(head.height, top + band)
        whole = np.empty((bottom - top, head.width, 3), np.uint8)
        for one in passes:
            whole[one.first[1] :: one.steps[1], one.first[0] :: one.steps[0]] = one.rows(aside, top, bottom)
        if bottom - top > 1:
            whole[1::2] = np.asarray(next(odd))
        yield Image.fromarray(whole)
