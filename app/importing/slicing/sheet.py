"""The picture of a counter sheet, straightened, at full size and at a size for looking at it quickly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image

from app.importing.pdf_pages import is_pdf, pdf_pages
from app.importing.pictures import SHEET_PIXELS, read_picture

Floats = npt.NDArray[np.float32]
WORK_EDGE: Final = 2_200


@dataclass(frozen=True)
class Sheet:
    """One sheet as it was scanned."""

    picture: Image.Image
    name: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.picture.size

    @cached_property
    def work_scale(self) -> float:
        """Pixels of the small picture to one of the full."""
        return min(1.0, WORK_EDGE / max(self.picture.size))

    @cached_property
    def work(self) -> Image.Image:
        """The small picture."""
        if self.work_scale == 1.0:
            return self.picture
        edges = tuple(max(1, round(edge * self.work_scale)) for edge in self.picture.size)
        return self.picture.resize((edges[0], edges[1]), Image.Resampling.BOX)

    def straightened(self, angle: float) -> Image.Image:
        """The full picture turned so that its lines are upright."""
        return turned(self.picture, angle)


def turned(picture: Image.Image, angle: float) -> Image.Image:
    """A picture turned about its middle, counter-clockwise, at the same size; white comes in at the corners."""
    if abs(angle) < 1e-4:
        return picture
    fill = tuple(255 for _ in picture.getbands())
    return picture.rotate(angle, Image.Resampling.BICUBIC, fillcolor=fill if len(fill) > 1 else 255)


def channels(picture: Image.Image) -> Floats:
    """The pixels of a picture as rows × columns × channels."""
    return np.asarray(picture.convert("RGB"), dtype=np.float32)


def open_sheets(path: Path) -> list[Sheet]:
    """The sheets of a file: one picture, or the pages of a PDF."""
    if is_pdf(path):
        return [Sheet(page, f"{path.name}, page {n}") for n, page in enumerate(pdf_pages(path), 1)]
    return [Sheet(read_picture(path, SHEET_PIXELS, path.name, "RGB"), path.name)]
