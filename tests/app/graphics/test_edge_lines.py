"""Lines along the edges of pictures are told from frames, blends and noise."""

from __future__ import annotations

import numpy as np
import pytest

from app.graphics.edge_lines import Pixels, line_depths


def a_picture(line: int, *, noise: float = 0.0, edge: int = 177) -> Pixels:
    """An olive counter with a dark symbol in its middle and a dark line so thick on all four sides."""
    pixels = np.full((edge, edge, 3), (143, 154, 107), np.float32)
    pixels[60:110, 40:130] = 20
    if line:
        dark = np.ones((edge, edge), bool)
        dark[line:-line, line:-line] = False
        pixels[dark] = 32
    pixels += np.random.default_rng(3).normal(0, noise, pixels.shape)
    return pixels.clip(0, 255).astype(np.float32)


@pytest.mark.parametrize("noise", [0.0, 12.0])
@pytest.mark.parametrize("line", [0, 1, 2, 4])
def test_thin_lines_are_measured(line: int, noise: float) -> None:
    assert line_depths(a_picture(line, noise=noise)) == (line,) * 4


def test_a_thick_frame_belongs_to_the_counter() -> None:
    assert line_depths(a_picture(9)) == (0, 0, 0, 0)


def test_each_side_is_measured_by_itself() -> None:
    pixels = a_picture(3)[2:, 1:]
    assert line_depths(pixels) == (2, 1, 3, 3)


def test_small_and_clear_pictures_have_no_lines() -> None:
    assert line_depths(a_picture(1, edge=32)) == (0, 0, 0, 0)
    clear = np.dstack((a_picture(2), np.zeros((177, 177), np.float32)))
    assert line_depths(clear) == (0, 0, 0, 0)


def test_a_blend_with_what_lies_outside_is_no_line() -> None:
    around = np.full((197, 197, 3), 245, np.float32)
    around[10:-10, 10:-10] = a_picture(0)
    around[10, 10:-10] = (around[9, 10:-10] + around[11, 10:-10]) / 2
    assert line_depths(around, 10) == (0, 0, 0, 0)
    around[10:-10, 10:-10] = a_picture(2)
    assert line_depths(around, 10) == (2, 2, 2, 2)
