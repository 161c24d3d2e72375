"""PNG pictures a strip at a time.

The packed rows are unpacked a strip at a time; each strip, with the last row of the one before it in front,
becomes a small PNG of its own, which the ordinary decoder reads. So that its rows come back byte for byte,
that PNG calls them plain 8-bit samples, as many to a pixel as the filters of PNG reach back.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from PIL import Image

from app.graphics.map_tiles.plain import flat

MAGIC: Final = b"\x89PNG\r\n\x1a\n"
STRIP_BYTES: Final = 8_000_000
"""Memory of the packed rows of one strip."""
PIECE: Final = 1 << 20
_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PLAIN_KIND: Final = {1: 0, 2: 4, 3: 2, 4: 6}
_SMALL: Final = 1 << 16
"""The longest chunk beside the pixels that is read."""


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

    @property
    def reach(self) -> int:
        """How many bytes back the filters look: a pixel, at least one."""
        return max(1, self.depth * _SAMPLES[self.kind] // 8)


def can_strip(path: Path) -> bool:
    """Whether a PNG file can be read in strips; interlaced ones and colours of 16 bits cannot."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC and bool(_head(stream))
    except (OSError, ValueError, struct.error):
        return False


def png_strips(path: Path) -> Iterator[Image.Image]:
    """The strips of a PNG file in RGB; raises OSError or ValueError for a damaged one."""
    with path.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            raise ValueError("no PNG")
        head = _head(stream)
        yield from _strips(stream, head)


def _head(stream: BinaryIO) -> _Head:
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
    if not found or found[6] or found[3] not in _SAMPLES:
        raise ValueError("the picture is interlaced or damaged")
    head = _Head(found[0], found[1], found[2], found[3], tuple(extra))
    if head.reach not in _PLAIN_KIND:
        raise ValueError("colors of 16 bits cannot be read in strips")
    return head


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


def _strips(stream: BinaryIO, head: _Head) -> Iterator[Image.Image]:
    rows = max(1, STRIP_BYTES // head.row_bytes)
    unpack = zlib.decompressobj()
    waiting = bytearray()
    before = b"\0" * head.row_bytes
    left = head.height
    for piece in _packed(stream):
        part = piece
        while part and left:
            waiting += unpack.decompress(part, STRIP_BYTES)
            part = unpack.unconsumed_tail
            while left and len(waiting) >= min(rows, left) * head.row_bytes:
                count = min(rows, left)
                packed = bytes(waiting[: count * head.row_bytes])
                del waiting[: count * head.row_bytes]
                raw = _unfiltered(head, before + packed, count + 1)
                before = b"\0" + raw.crop((0, count, raw.width, count + 1)).tobytes()
                left -= count
                yield _colored(head, raw.crop((0, 1, raw.width, count + 1)))
        if not left:
            return
    raise OSError("the picture is cut off")


def _unfiltered(head: _Head, rows: bytes, count: int) -> Image.Image:
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


def _colored(head: _Head, raw: Image.Image) -> Image.Image:
    """The picture that rows of plain samples mean, in RGB."""
    size = head.width, raw.height
    if head.depth == 16:
        grey = raw.getchannel(0)
        return flat(grey if head.kind == 0 else Image.merge("LA", (grey, raw.getchannel(2))))
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
