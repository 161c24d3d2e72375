"""The picture of a sheet with the grid over it, for those who have no window."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw, ImageFont

from app.importing.slicing.grid import SheetGrid
from app.importing.slicing.sheet import Sheet, turned
from app.resource_files import resource

MOST_EDGE: Final = 1_800
LINE: Final = (226, 38, 130)
MISSING: Final = (70, 90, 110)
HALO: Final = (255, 255, 255)


def draw_overlay(sheet: Sheet, grid: SheetGrid) -> Image.Image:
    """The straightened sheet, smaller, with every counter framed and numbered; missing ones crossed out."""
    scale = min(1.0, MOST_EDGE / max(sheet.size))
    small = sheet.picture.convert("RGB").resize(
        (max(1, round(sheet.size[0] * scale)), max(1, round(sheet.size[1] * scale))), Image.Resampling.BOX
    )
    picture = Image.blend(turned(small, grid.angle), Image.new("RGB", small.size, "white"), 0.25)
    draw = ImageDraw.Draw(picture)
    number = 0
    for block in grid.blocks:
        for j, row in enumerate(block.rows):
            for i, column in enumerate(block.columns):
                box = tuple(v * scale for v in (column.start, row.start, column.end, row.end))
                if (i, j) in block.missing:
                    draw.line((box[0], box[1], box[2], box[3]), fill=MISSING, width=2)
                    draw.line((box[0], box[3], box[2], box[1]), fill=MISSING, width=2)
                    continue
                number += 1
                draw.rectangle(box, outline=HALO, width=3)
                draw.rectangle(box, outline=LINE, width=1)
                _number(draw, number, box)
    return picture


def _number(draw: ImageDraw.ImageDraw, number: int, box: tuple[float, ...]) -> None:
    size = max(9, min(22, round((box[2] - box[0]) * 0.24)))
    font = ImageFont.truetype(str(resource("fonts", "Inter-Bold.otf")), size)
    place = (box[0] + 3, box[1] + 2)
    draw.text(place, str(number), font=font, fill=LINE, stroke_width=2, stroke_fill=HALO)
