"""Cutting counters from a straightened sheet: trimmed, with round corners if wanted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw

from app.importing.slicing.grid import Box, Cell, SheetGrid
from app.importing.slicing.sheet import Sheet


@dataclass(frozen=True)
class Finish:
    """How counters are finished: shares of the edge to trim and to round."""

    trim: float = 0.0
    rounding: float = 0.0


@dataclass(frozen=True)
class Cut:
    """One counter cut from a sheet."""

    block: int
    cell: Cell
    picture: Image.Image


def cut_counters(sheet: Sheet, grid: SheetGrid, finish: Finish | None = None) -> Iterator[Cut]:
    """All counters of a sheet block by block, row by row."""
    straight = sheet.straightened(grid.angle)
    for block, cell, box in grid.cells():
        yield Cut(block, cell, cut_one(straight, box, finish or Finish()))


def cut_one(straight: Image.Image, box: Box, finish: Finish) -> Image.Image:
    """One counter of a straightened sheet."""
    x, y = finish.trim * box.width, finish.trim * box.height
    area = (round(box.left + x), round(box.top + y), round(box.right - x), round(box.bottom - y))
    picture = straight.crop((area[0], area[1], max(area[2], area[0] + 1), max(area[3], area[1] + 1)))
    return rounded(picture, finish.rounding) if finish.rounding > 0 else picture


def rounded(picture: Image.Image, share: float) -> Image.Image:
    """The picture with round corners of a radius that is a share of its shorter edge."""
    big = (picture.width * 4, picture.height * 4)
    mask = Image.new("L", big, 0)
    radius = round(min(big) * min(share, 0.5))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, big[0] - 1, big[1] - 1), radius, fill=255)
    small = mask.resize(picture.size, Image.Resampling.BOX)
    found = picture.convert("RGBA")
    found.putalpha(ImageChops.multiply(found.getchannel("A"), small))
    return found
