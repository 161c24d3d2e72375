"""PNG pictures a strip at a time.

The packed rows are unpacked a strip at a time; each strip, with the last row of the one before it in front,
becomes a small PNG of its own, which the ordinary decoder reads. So that its rows come back byte for byte,
that PNG calls them plain 8-bit samples, as many to a pixel as the filters of PNG reach back. Of samples of 16
bits only the upper halves are taken: filters never mix the two.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
from PIL import Image

from app.graphics.map_tiles.plain import flat

MAGIC: Final = b"\x89PNG\r\n\x1a\n"
STRIP_BYTES: Final = 8_000_000
"""Memory of the packed rows of one strip."""
PIECE: Final = 1 << 20
_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PLAIN_KIND: Final = {1: 0, 2: 4, 3: 2, 4: 6}
_DEPTHS: Final = (1, 2, 4, 8, 16)
_SMALL: Final = 1 << 16
"""The longest chunk beside the pixels that is read."""


@dataclass(frozen=True)
class Head:
    """What a picture says of itself."""

    width: int
    height: int
    depth: int
    kind: int
    extra: tuple[tuple[bytes, bytes], ...]
    is_interlaced: bool = False

    @property
    def row_bytes(self) -> int:
        """Bytes of one packed row, with the byte that names its filter."""
        return 1 + (self.width * self.depth * _SAMPLES[self.kind] + 7) // 8

    @property
    def reach(self) -> int:
        """How many bytes back the filters look: a pixel, at least one."""
        return max(1, self.depth * _SAMPLES[self.kind] // 8)


def head_of(path: Path) -> Head | None:
    """The head of a PNG file; None for a damaged one and for what is none."""
    try:
        with path.open("rb") as stream:
            return read_head(stream) if stream.read(len(MAGIC)) == MAGIC else None
    except (OSError, ValueError, struct.error):
        return None


def png_strips(path: Path) -> Iterator[Image.Image]:
    """The strips of a PNG file without interlacing in RGB; raises OSError or ValueError for a damaged one."""
    with path.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            raise ValueError("no PNG")
        head = read_head(stream)
        yield from strips_of(head, Unpacked(stream), max(1, STRIP_BYTES // head.row_bytes))


class Unpacked:
    """The packed rows of a PNG, unpacked as they are wanted."""

    def __init__(self, stream: BinaryIO) -> None:
        self._pieces = _packed(stream)
        self._unpack = zlib.decompressobj()
        self._waiting = bytearray()

    def read(self, count: int) -> bytes:
        """The next so many bytes; raises OSError where the picture is cut off."""
        while len(self._waiting) < count:
            packed = self._unpack.unconsumed_tail or next(self._pieces, b"")
            if not packed:
                raise OSError("the picture is cut off")
            self._waiting += self._unpack.decompress(packed, max(STRIP_BYTES, count))
        found = bytes(self._waiting[:count])
        del self._waiting[:count]
        return found


def strips_of(head: Head, rows: Unpacked, most: int) -> Iterator[Image.Image]:
    """The next picture of the packed rows in RGB, at most so many rows at a time."""
    thin = replace(head, depth=8) if head.depth == 16 else head
    before = b"\0" * thin.row_bytes
    for top in range(0, head.height, most):
        count = min(most, head.height - top)
        packed = rows.read(count * head.row_bytes)
        if head.depth == 16:
            packed = _upper_halves(packed, count)
        raw = _unfiltered(thin, before + packed, count + 1)
        before = b"\0" + raw.crop((0, count, raw.width, count + 1)).tobytes()
        yield _colored(thin, raw.crop((0, 1, raw.width, count + 1)))


def read_head(stream: BinaryIO) -> Head:
    """The chunks before the pixels; leaves the stream at the first chunk of pixels."""
    found: tuple[int, ...] = ()
    extra: list[tuple[bytes, bytes]] = []
    while True:
        length, kind = _chunk(stream)
        if kind == b"IDAT":
            stream.seek(-8, io.SEEK_CUR)
            break
        body = stream.read(length) if length <= _SMALL else b""
        stream.seek(4 if body or not length else length + 4, io.SEEK_CUR)
        if kind == b"IHDR":
            found = struct.unpack(">IIBBBBB", body)
        elif kind in {b"PLTE", b"tRNS"}:
            extra.append((kind, body))
    if not found or found[3] not in _SAMPLES or found[2] not in _DEPTHS or found[6] > 1:
        raise ValueError("the picture is damaged")
    return Head(found[0], found[1], found[2], found[3], tuple(extra), bool(found[6]))


def _chunk(stream: BinaryIO) -> tuple[int, bytes]:
    raw = stream.read(8)
    if len(raw) < 8:
        raise OSError("the picture is cut off")
    length, kind = struct.unpack(">I4s", raw)
    return length, kind


def _packed(stream: BinaryIO) -> Iterator[bytes]:
    """The pixels as they are packed, in small pieces."""
    while True:
        length, kind = _chunk(stream)
        if kind == b"IEND":
            return
        if kind != b"IDAT":
            stream.seek(length + 4, io.SEEK_CUR)
            continue
        while length:
            piece = stream.read(min(length, PIECE))
            if not piece:
                raise OSError("the picture is cut off")
            length -= len(piece)
            yield piece
        stream.seek(4, io.SEEK_CUR)


def _upper_halves(packed: bytes, count: int) -> bytes:
    """Rows of samples of 16 bits as rows of 8."""
    rows = np.frombuffer(packed, np.uint8).reshape(count, -1)
    return np.hstack((rows[:, :1], rows[:, 1::2])).tobytes()


def _unfiltered(head: Head, rows: bytes, count: int) -> Image.Image:
    """Rows without their filters, byte for byte, as a picture of plain samples."""
    width = (head.row_bytes - 1) // head.reach
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, count, 8, _PLAIN_KIND[head.reach], 0, 0, 0)),
        (b"IDAT", zlib.compress(rows, 0)),
        (b"IEND", b""),
    )
    stream = io.BytesIO()
    stream.write(MAGIC)
    for kind, body in parts:
        stream.write(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)))
    picture = Image.open(stream, formats=("PNG",))
    picture.load()
    return picture


def _colored(head: Head, raw: Image.Image) -> Image.Image:
    """The picture that rows of plain samples mean, in RGB."""
    size = head.width, raw.height
    if head.kind == 3:
        picture = Image.frombytes(
            "P", size, raw.tobytes(), "raw", f"P;{head.depth}" if head.depth < 8 else "P"
        )
        picture.putpalette(next(body for kind, body in head.extra if kind == b"PLTE"))
        alpha = next((body for kind, body in head.extra if kind == b"tRNS"), None)
        if alpha is not None:
            picture.info["transparency"] = alpha
        return flat(picture)
    if head.depth < 8:
        mode, way = ("1", "1") if head.depth == 1 else ("L", f"L;{head.depth}")
        return Image.frombytes(mode, size, raw.tobytes(), "raw", way).convert("RGB")
    return flat(raw)
