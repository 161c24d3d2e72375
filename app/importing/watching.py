"""Reading a file while somebody watches: how far it is, and an end when nobody wants it any more.

The decoders of pictures read a little, decode it, and read on; so whoever hands them the bytes can tell how
far they are, and ends their work by raising instead of reading.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

PIECE: Final = 1 << 16

Watch = Callable[[float], None]
"""Is told how far some work has come, from 0 to 1; raises to end it."""


def unwatched(_share: float) -> None:
    """Lets the work go on."""


def watched_file(path: Path, watch: Watch) -> BinaryIO:
    """A file opened for reading, whose reader is watched. Raises OSError as opening a file does."""
    return io.BufferedReader(_Watched(path, watch), PIECE)


class _Watched(io.RawIOBase):
    """The bytes of a file, with a word to the watch before each piece."""

    def __init__(self, path: Path, watch: Watch) -> None:
        super().__init__()
        self._stream = path.open("rb", buffering=0)
        self._size = max(1, path.stat().st_size)
        self._watch = watch
        self._read = 0.0

    def readinto(self, buffer: Buffer, /) -> int:
        self._read = max(self._read, min(1.0, self._stream.tell() / self._size))
        self._watch(self._read)
        return self._stream.readinto(buffer) or 0

    def seek(self, place: int, whence: int = io.SEEK_SET, /) -> int:
        return self._stream.seek(place, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        self._stream.close()
        super().close()


def part(watch: Watch, first: float, last: float) -> Watch:
    """A watch over one part of some work."""
    return lambda share: watch(first + (last - first) * share)
