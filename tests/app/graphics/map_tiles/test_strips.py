"""Pictures read in strips give what the ordinary decoder gives, whatever their kind."""

import struct
import sys
import zlib
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from app.graphics.map_tiles import memory, png_passes, png_strips, strips, tiff_strips
from app.graphics.map_tiles.plain import flat
from app.graphics.map_tiles.strips import open_strips
from app.importing.refusal import ImportRefused
from tests.fixtures.processes import run_python

SIZE = (147, 113)


def noisy(mode: str, size: tuple[int, int] = SIZE) -> Image.Image:
    bands = len(Image.new(mode, (1, 1)).getbands())
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    samples = [(x * (n + 2) + y * 3 + (x * y) // 97) % 256 for n in range(bands)]
    pixels = np.stack(samples, axis=-1).astype(np.uint8)
    if bands == 1:
        return Image.fromarray(pixels[..., 0])
    return Image.merge(mode, [Image.fromarray(np.ascontiguousarray(pixels[..., n])) for n in range(bands)])


def joined(path: Path) -> np.ndarray:
    opened = open_strips(path)
    parts = [np.asarray(strip) for strip in opened.read()]
    assert all(part.shape[1:] == (opened.width, 3) for part in parts)
    whole = np.vstack(parts)
    assert whole.shape[0] == opened.height
    return whole.astype(int)


def whole(path: Path) -> np.ndarray:
    with Image.open(path) as picture:
        return np.asarray(flat(picture)).astype(int)


@pytest.fixture(autouse=True)
def _small_strips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_strips, "STRIP_BYTES", 3_000)
    monkeypatch.setattr(png_passes, "STRIP_BYTES", 3_000)
    monkeypatch.setattr(strips, "JPEG_BYTES", 4 * SIZE[0] * 24)
    monkeypatch.setattr(strips, "WHOLE_ROWS", 20)


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "LA"])
def test_png(qapp: object, tmp_path: Path, mode: str) -> None:
    path = tmp_path / "map.png"
    noisy(mode).save(path)
    assert (joined(path) == whole(path)).all()
    assert len(list(open_strips(path).read())) > 4


@pytest.mark.parametrize("colors", [2, 4, 16, 200])
def test_png_with_a_palette(qapp: object, tmp_path: Path, colors: int) -> None:
    path = tmp_path / "map.png"
    noisy("RGB").quantize(colors).save(path, bits=8 if colors > 16 else {2: 1, 4: 2, 16: 4}[colors])
    assert (joined(path) == whole(path)).all()


def test_png_of_one_bit_and_of_sixteen(qapp: object, tmp_path: Path) -> None:
    bits = tmp_path / "bits.png"
    noisy("L").point(lambda v: 255 * (v > 120)).convert("1").save(bits)
    assert (joined(bits) == whole(bits)).all()
    deep = tmp_path / "deep.png"
    values = (np.asarray(noisy("L")).astype(np.uint16) * 257).astype(np.uint16)
    Image.fromarray(values).save(deep)
    assert np.abs(joined(deep)[..., 0] - np.asarray(noisy("L"))).max() <= 1


@pytest.mark.parametrize("compression", [None, "tiff_lzw", "tiff_adobe_deflate", "packbits"])
@pytest.mark.parametrize("mode", ["RGB", "L", "P"])
def test_tiff(qapp: object, tmp_path: Path, compression: str | None, mode: str) -> None:
    path = tmp_path / "map.tif"
    picture = noisy("RGB").quantize(64) if mode == "P" else noisy(mode)
    picture.save(path, compression=compression, tiffinfo={278: 16})
    assert (joined(path) == whole(path)).all()


def test_jpeg(qapp: object, tmp_path: Path) -> None:
    for mode in ("RGB", "L"):
        path = tmp_path / f"{mode}.jpg"
        smooth = noisy(mode).resize((20, 15)).resize(SIZE)
        smooth.save(path, quality=92)
        assert len(list(open_strips(path).read())) == 5
        assert np.abs(joined(path) - whole(path)).mean() < 1.5


@pytest.mark.parametrize("suffix", [".webp", ".bmp", ".jpg", ".png"])
def test_kinds_that_are_read_whole(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    path = tmp_path / f"map{suffix}"
    picture = noisy("RGB").resize((30, 20)).resize(SIZE)
    if suffix == ".jpg":
        picture.save(path, progressive=True)
    elif suffix == ".png":
        exif = Image.Exif()
        exif[274] = 6
        picture.save(path, exif=exif)
        assert open_strips(path).width == SIZE[1]
        assert np.vstack([np.asarray(s) for s in open_strips(path).read()]).shape == (SIZE[0], SIZE[1], 3)
    else:
        picture.save(path)
    if suffix != ".png":
        assert (joined(path) == whole(path)).all()
    monkeypatch.setattr(strips, "WHOLE_PIXELS", 1_000)
    assert open_strips(path).height in SIZE
    monkeypatch.setattr(memory, "memory", lambda: 200_000)
    with pytest.raises(ImportRefused, match=r"0 megapixels in a form .* takes 0.0 GB .* can give 0.0 GB"):
        open_strips(path)
    monkeypatch.setattr(strips, "TELLING_PIXELS", 1_000)
    monkeypatch.setattr(memory, "TIGHTEST", 0.01)
    with pytest.raises(ImportRefused, match="no scan of a map"):
        open_strips(path)


PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
KINDS = {1: 0, 3: 2, 2: 4, 4: 6}


def filtered(row: bytes, before: bytes, reach: int, way: int) -> bytes:
    """A row of PNG as one of its five filters writes it."""
    found = bytearray([way])
    for n, value in enumerate(row):
        left = row[n - reach] if n >= reach else 0
        up = before[n]
        corner = before[n - reach] if n >= reach else 0
        guess = left + up - corner
        away = (abs(guess - left), abs(guess - up), abs(guess - corner))
        paeth = (left, up, corner)[away.index(min(away))]
        found.append((value - (0, left, up, (left + up) // 2, paeth)[way]) % 256)
    return bytes(found)


def packed_rows(samples: np.ndarray) -> bytes:
    """All rows of a picture of samples (rows × columns × bytes of a pixel), each with another filter."""
    rows = [row.tobytes() for row in samples]
    befores = [b"\0" * len(rows[0]), *rows[:-1]] if rows else []
    pairs = zip(rows, befores, strict=True)
    return b"".join(filtered(row, before, samples.shape[2], n % 5) for n, (row, before) in enumerate(pairs))


def write_png(path: Path, samples: np.ndarray, channels: int, *, depth: int, is_interlaced: bool) -> None:
    height, width, _ = samples.shape
    passes = PASSES if is_interlaced else ((0, 0, 1, 1),)
    parts = [samples[y::dy, x::dx] for x, y, dx, dy in passes]
    body = zlib.compress(b"".join(packed_rows(part) for part in parts if part.size))
    head = struct.pack(">IIBBBBB", width, height, depth, KINDS[channels], 0, 0, int(is_interlaced))
    data = b"\x89PNG\r\n\x1a\n"
    for kind, chunk in ((b"IHDR", head), (b"IDAT", body), (b"IEND", b"")):
        data += struct.pack(">I", len(chunk)) + kind + chunk + struct.pack(">I", zlib.crc32(kind + chunk))
    path.write_bytes(data)


@pytest.mark.parametrize("size", [(147, 113), (1, 1), (2, 9), (9, 2), (5, 40), (40, 5), (8, 8)])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_interlaced_png(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], channels: int
) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(strips, "WHOLE_PIXELS", 0)
    path = tmp_path / "map.png"
    samples = np.random.default_rng(3).integers(0, 255, (size[1], size[0], channels), dtype=np.uint8)
    write_png(path, samples, channels, depth=8, is_interlaced=True)
    with Image.open(path) as picture:
        assert picture.info["interlace"] == 1
    assert (joined(path) == whole(path)).all()
    if size == SIZE:
        assert len(list(open_strips(path).read())) > 4
    assert list((tmp_path / "home" / "cache").iterdir()) == []


def test_interlaced_png_that_is_cut_off(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    path = tmp_path / "map.png"
    samples = np.random.default_rng(3).integers(0, 255, (90, 80, 3), dtype=np.uint8)
    write_png(path, samples, 3, depth=8, is_interlaced=True)
    data = path.read_bytes()
    for share in (0.1, 0.4, 0.8):
        path.write_bytes(data[: int(len(data) * share)])
        with pytest.raises(ImportRefused, match="is damaged"):
            joined(path)


@pytest.mark.parametrize("is_interlaced", [False, True])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_png_of_sixteen_bits(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, channels: int, *, is_interlaced: bool
) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(strips, "WHOLE_PIXELS", 0)
    path = tmp_path / "map.png"
    samples = np.random.default_rng(5).integers(0, 255, (113, 60, 2 * channels), dtype=np.uint8)
    if channels == 4:
        samples[..., 6:] = 255
    write_png(path, samples, channels, depth=16, is_interlaced=is_interlaced)
    upper = samples[..., 0 : 2 * min(channels, 3) : 2]
    assert (joined(path) == np.broadcast_to(upper, (113, 60, 3))).all()


HELD = """
from app.graphics.map_tiles import memory
memory.memory = lambda: 400_000_000
memory.limit_memory()
try:
    bytearray(1_500_000_000)
except MemoryError:
    print("no more than", memory.allowance())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there the system holds a process to it")
def test_the_process_that_cuts_is_held_to_its_memory() -> None:
    done = run_python("-c", HELD)
    assert done.stdout == "no more than 200000000\n", done.stderr


def test_pictures_above_a_thousand_megapixels_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    noisy("L", (3, 3)).save(path)
    data = bytearray(path.read_bytes())
    data[16:24] = (40_000).to_bytes(4, "big") + (30_000).to_bytes(4, "big")
    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    path.write_bytes(data)
    with pytest.raises(ImportRefused, match="1,200 megapixels"):
        open_strips(path)


@pytest.mark.parametrize("name", ["map.png", "map.tif"])
def test_damaged_pictures_are_refused(qapp: object, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    noisy("RGB").save(path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])
    with pytest.raises(ImportRefused):
        joined(path)
    if name == "map.tif":
        return
    chance = Random(3)
    broken = bytearray(data)
    for _ in range(60):
        broken[chance.randrange(200, len(broken) - 20)] ^= 0x5A
    path.write_bytes(broken)
    with pytest.raises(ImportRefused):
        joined(path)


def test_strange_layouts_of_tiff_are_read_whole(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "map.tif"
    noisy("RGB").save(path, tiffinfo={278: 16})
    assert tiff_strips.tiff_strips(path) is not None
    monkeypatch.setattr(tiff_strips, "MOST_STRIP", 100)
    assert tiff_strips.tiff_strips(path) is None
    assert (joined(path) == whole(path)).all()
