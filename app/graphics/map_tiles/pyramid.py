"""Writing the tiles of a picture: at full size, and of each of its halves, until it fits into one.

Everything is written beside the wanted folder and takes its name only when it is whole, so that a stop at
any moment leaves nothing that looks finished.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from PIL import Image

from app.graphics.map_tiles.strips import Strips

EDGE: Final = 512
QUALITY: Final = 92
ABOUT: Final = "about.json"
VERSION: Final = 1

Progress = Callable[[float], bool]
"""Hears how much is done, from 0 to 1; false stops the work."""


class About(msgspec.Struct, frozen=True):
    """What a folder of tiles holds: the size of the picture and how often it was halved."""

    version: int
    width: int
    height: int
    levels: int


class Stopped(Exception):
    """The work was stopped by its owner."""


def level_count(width: int, height: int) -> int:
    """How many sizes a picture is kept in."""
    count = 1
    while max(width, height) > EDGE:
        width, height, count = -(-width // 2), -(-height // 2), count + 1
    return count


def tile_name(level: int, column: int, row: int) -> str:
    """The file of a tile inside its folder."""
    return f"{level}/{row:03}-{column:03}.jpg"


def write_tiles(strips: Strips, folder: Path, progress: Progress) -> About:
    """Cuts a picture into tiles in a folder that must not be there yet; raises `Stopped` or OSError."""
    draft = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    shutil.rmtree(draft, ignore_errors=True)
    about = About(VERSION, strips.width, strips.height, level_count(strips.width, strips.height))
    try:
        draft.mkdir(parents=True)
        levels = [_Level(draft, n) for n in range(about.levels)]
        done = 0
        for strip in strips.read():
            done += strip.height
            levels[0].take(strip, levels)
            if not progress(min(1.0, done / strips.height)):
                raise Stopped
        for level in levels:
            level.finish(levels)
        (draft / ABOUT).write_bytes(msgspec.json.encode(about))
        _put_in_place(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return about


def _put_in_place(draft: Path, folder: Path) -> None:
    try:
        draft.rename(folder)
    except OSError:
        if not (folder / ABOUT).is_file():
            raise


class _Level:
    """One size in the making: rows wait until a row of tiles is full."""

    def __init__(self, folder: Path, number: int) -> None:
        self._folder, self._number = folder, number
        self._waiting: list[Image.Image] = []
        self._rows = 0
        self._row = 0
        (folder / str(number)).mkdir()

    def take(self, strip: Image.Image, levels: list[_Level]) -> None:
        """The next rows."""
        self._waiting.append(strip)
        self._rows += strip.height
        while self._rows >= EDGE:
            self._write(self._cut(EDGE), levels)

    def finish(self, levels: list[_Level]) -> None:
        """The last rows."""
        if self._rows:
            self._write(self._cut(self._rows), levels)

    def _cut(self, rows: int) -> Image.Image:
        """The first rows of those that wait."""
        band = Image.new("RGB", (self._waiting[0].width, rows))
        top = 0
        while top < rows:
            first = self._waiting[0]
            if top + first.height <= rows:
                band.paste(first, (0, top))
                top += first.height
                self._waiting.pop(0)
                continue
            used = rows - top
            band.paste(first.crop((0, 0, first.width, used)), (0, top))
            self._waiting[0] = first.crop((0, used, first.width, first.height))
            top = rows
        self._rows -= rows
        return band

    def _write(self, band: Image.Image, levels: list[_Level]) -> None:
        for column, tile in enumerate(_tiles(band)):
            name = self._folder / tile_name(self._number, column, self._row)
            tile.save(name, "JPEG", quality=QUALITY, subsampling=0)
        self._row += 1
        if self._number + 1 < len(levels):
            levels[self._number + 1].take(band.reduce(2), levels)


def _tiles(band: Image.Image) -> Iterator[Image.Image]:
    for left in range(0, band.width, EDGE):
        yield band.crop((left, 0, min(band.width, left + EDGE), band.height))
