"""Huge PNG pictures read smaller: the same as reading them whole and shrinking them then."""

from __future__ import annotations

import io
from random import Random

import numpy as np
import pytest
from PIL import Image

from app.graphics import png_shrinking
from app.graphics.png_shrinking import NotShrinkable, shrunk_png


def noisy(mode: str, size: tuple[int, int]) -> Image.Image:
    bands = len(Image.new(mode, (1, 1)).getbands())
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    pixels = np.stack([(x * (n + 2) + y * 3 + (x * y) // 97) % 256 for n in range(bands)], axis=-1).astype(
        np.uint8
    )
    return Image.fromarray(pixels if bands > 1 else pixels[..., 0], mode if mode != "P" else "L")


def packed(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "LA"])
@pytest.mark.parametrize("most", [10_000, 3_000, 700])
@pytest.mark.filterwarnings("ignore:'mode' parameter:DeprecationWarning")
def test_strips_give_what_the_whole_gives(monkeypatch: pytest.MonkeyPatch, mode: str, most: int) -> None:
    monkeypatch.setattr(png_shrinking, "STRIP_BYTES", 3_000)
    picture = noisy(mode, (150, 110))
    small = shrunk_png(packed(picture), most)
    factor = -(-150 // small.width)
    assert small.width * small.height <= most * 1.1
    wanted = picture.reduce(factor).convert("RGB")
    assert small.size == wanted.size
    assert np.abs(np.asarray(small, dtype=int) - np.asarray(wanted, dtype=int)).max() <= 1


def test_a_palette_keeps_its_colors() -> None:
    picture = Image.new("RGB", (64, 64), "#204080").quantize(8)
    assert shrunk_png(packed(picture), 500).getpixel((3, 3)) == (0x20, 0x40, 0x80)


def test_damaged_pictures_are_refused() -> None:
    data = bytearray(packed(noisy("RGB", (80, 60))))
    chance = Random(1)
    with pytest.raises(NotShrinkable):
        shrunk_png(bytes(data[: len(data) // 2]), 500)
    with pytest.raises(NotShrinkable):
        shrunk_png(b"GIF89a", 500)
    for _ in range(30):
        data[60 + chance.randrange(len(data) - 60)] ^= 0x55
    with pytest.raises(NotShrinkable):
        shrunk_png(bytes(data), 500)
