"""Reading huge PNG pictures smaller, strip by strip, without ever holding them whole.

The packed rows are unpacked a strip at a time; each strip, with the last row of the one before it in front,
becomes a small PNG of its own, which the ordinary decoder reads, and is averaged down at once.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

from PIL import Image

MAGIC: Final = b"\x89PNG\r\n\x1a\n"
STRIP_BYTES: Final = 24_000_000
_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


class NotShrinkable(ValueError):
    """The file is no PNG that can be read by strips."""


@dataclass(frozen=True)
class _Head:
    """What the picture says of itself."""

    width: int
    height: int
    depth: int
    kind: int
    extra: tuple[tuple[bytes, bytes], ...]

    @property
    def row_bytes(self) -> int:
        """Bytes of one packed row, with the byte that names its filter."""
        return 1 + (self.width * self.depth * _SAMPLES[self.kind] + 7) // 8


def shrunk_png(data: bytes, most: int) -> Image.Image:
    """The picture with at most so many pixels, each the mean of a square; raises `NotShrinkable`."""
    try:
        head = _head(data)
        factor = max(1, ceil(sqrt(head.width * head.height / most)))
        target = Image.new("RGB", (ceil(head.width / factor), ceil(head.height / factor)), "white")
        row = 0
        for strip in _strips(data, head, factor):
            target.paste(strip, (0, row))
            row += strip.height
    except (zlib.error, struct.error, OSError, KeyError, SyntaxError, ValueError) as error:
        raise NotShrinkable(str(error)) from error
    return target


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not data.startswith(MAGIC):
        raise NotShrinkable("no PNG")
    at = len(MAGIC)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def _head(data: bytes) -> _Head:
    found: tuple[int, ...] = ()
    extra: list[tuple[bytes, bytes]] = []
    for kind, body in _chunks(data):
        if kind == b"IHDR":
            found = struct.unpack(">IIBBBBB", body)
        elif kind in {b"PLTE", b"tRNS"}:
            extra.append((kind, body))
        elif kind == b"IDAT":
            break
    if not found or found[6] or found[3] not in _SAMPLES:
        raise NotShrinkable("the picture is interlaced or damaged")
    return _Head(found[0], found[1], found[2], found[3], tuple(extra))


def _strips(data: bytes, head: _Head, factor: int) -> Iterator[Image.Image]:
    rows = max(1, STRIP_BYTES // head.row_bytes // factor) * factor
    unpack = zlib.decompressobj()
    waiting = bytearray()
    before = b"\0" * head.row_bytes
    left = head.height
    for kind, body in _chunks(data):
        if kind != b"IDAT":
            continue
        part = body
        while part and left:
            waiting += unpack.decompress(part, STRIP_BYTES)
            part = unpack.unconsumed_tail
            while left and len(waiting) >= min(rows, left) * head.row_bytes:
                count = min(rows, left)
                packed = bytes(waiting[: count * head.row_bytes])
                del waiting[: count * head.row_bytes]
                strip = _decoded(head, before + packed, count + 1)
                before = b"\0" + strip.crop((0, count, head.width, count + 1)).tobytes()
                left -= count
                yield _reduced(strip.crop((0, 1, head.width, count + 1)), factor)
    if left:
        raise NotShrinkable("the picture is cut off")


def _decoded(head: _Head, rows: bytes, count: int) -> Image.Image:
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", head.width, count, head.depth, head.kind, 0, 0, 0)),
        *head.extra,
    ]
    parts += [(b"IDAT", zlib.compress(rows, 0)), (b"IEND", b"")]
    stream = io.BytesIO()
    stream.write(MAGIC)
    for kind, body in parts:
        stream.write(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)))
    picture = Image.open(stream, formats=("PNG",))
    picture.load()
    return picture


def _reduced(strip: Image.Image, factor: int) -> Image.Image:
    plain = strip.convert("RGB") if strip.mode in {"P", "1"} else strip
    return (plain.reduce(factor) if factor > 1 else plain).convert("RGB")
