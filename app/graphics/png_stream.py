"""Writing a PNG of any height from strips, so that a poster needs no more memory than one strip.

Qt and Pillow want the whole picture at once. The format itself does not: rows are compressed one after
another.
"""

from __future__ import annotations

import os
import struct
import zlib
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np
from PySide6.QtGui import QImage

from engine.loading.drafts import new_draft, written_target

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_UP: Final = 2
_LEVEL: Final = 6
INCH: Final = 0.0254


class PngStream:
    """A PNG file in the making; use it in a `with` statement and give it strips from top to bottom.

    It writes beside the wanted file and takes its place only when all rows are there, so a broken export
    leaves nothing behind.
    """

    def __init__(self, path: Path, width: int, height: int, dots_per_inch: float = 96.0) -> None:
        self._path = written_target(path)
        self._width, self._height = width, height
        self._rows = 0
        self._last = np.zeros(width * 3, np.uint8)
        self._pack = zlib.compressobj(_LEVEL)
        self._draft, self._file = new_draft(self._path)
        self._file.write(_SIGNATURE)
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        per_meter = round(dots_per_inch / INCH)
        self._chunk(b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1))

    def add(self, strip: QImage) -> None:
        """The next rows; refuses a strip of another width or too many rows."""
        if strip.width() != self._width or self._rows + strip.height() > self._height:
            raise ValueError("the strip does not fit the picture")
        image = strip.convertToFormat(QImage.Format.Format_RGB888)
        raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
        pixels = raw[:, : self._width * 3]
        before = np.vstack([self._last[None, :], pixels[:-1]])
        filtered = np.empty((image.height(), self._width * 3 + 1), np.uint8)
        filtered[:, 0] = _UP
        filtered[:, 1:] = pixels - before
        self._last = pixels[-1].copy()
        self._rows += image.height()
        data = self._pack.compress(filtered.tobytes())
        if data:
            self._chunk(b"IDAT", data)

    def _chunk(self, kind: bytes, data: bytes) -> None:
        checksum = zlib.crc32(kind + data)
        self._file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._end()
        except BaseException:
            self._discard()
            raise
        if kind is not None:
            self._discard()

    def _end(self) -> None:
        if self._rows < self._height:
            raise ValueError(f"only {self._rows} of {self._height} rows were written")
        self._chunk(b"IDAT", self._pack.flush())
        self._chunk(b"IEND", b"")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._draft.replace(self._path)

    def _discard(self) -> None:
        with suppress(OSError):
            self._file.close()
        self._draft.unlink(missing_ok=True)
