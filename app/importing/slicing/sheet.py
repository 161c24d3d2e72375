"""The picture of a counter sheet, straightened, at full size and at a size for looking at it quickly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image

Floats = npt.NDArray[np.float32]
WORK_EDGE: Final = 1_600


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
    """A picture turned about its middle, counter-clockwise, at the same size; its corners get the
    paper's color.
    """
    if abs(angle) < 1e-4:
        return picture
    return picture.rotate(angle, Image.Resampling.BICUBIC, fillcolor=_paper(picture))


def _paper(picture: Image.Image) -> tuple[int, ...] | int:
    """The usual color along the edges of a picture."""
    pixels = np.asarray(picture)
    edge = np.concatenate(
        (pixels[:4].reshape(-1, *pixels.shape[2:]), pixels[-4:].reshape(-1, *pixels.shape[2:]))
    )
    color = np.median(edge, axis=0)
    return int(color) if color.ndim == 0 else tuple(int(value) for value in color)


def paper_mask(size: tuple[int, int], angle: float) -> npt.NDArray[np.bool_]:
    """Where a turned picture still shows paper, with a narrow margin."""
    whole = Image.new("L", size, 0)
    whole.paste(255, (6, 6, size[0] - 6, size[1] - 6))
    found: npt.NDArray[np.bool_] = (
        np.asarray(whole.rotate(angle, Image.Resampling.NEAREST, fillcolor=0)) > 128
    )
    return found


def channels(picture: Image.Image) -> Floats:
    """The pixels of a picture as rows × columns × channels."""
    return np.asarray(picture.convert("RGB"), dtype=np.float32)
