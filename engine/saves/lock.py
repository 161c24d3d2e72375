"""One program at a time on one saved game.

The lock is held by the operating system on a small file beside the save, so that it vanishes with its
program however that ends; a file left over from a crash is no obstacle. It holds the id of the process for
the message.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from engine.saves.files import discard, reason
from engine.saves.records import SaveFault

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class InUse(SaveFault):
    """Another program has this saved game open."""


class SaveLock:
    """Holds a saved game for this program; raises :class:`SaveFault` if another one has it."""

    def __init__(self, path: Path | str) -> None:
        self.path = whole_path(path)
        self._file = self.path.with_name(f".{self.path.name}.lock")
        self._stream: BinaryIO | None = None
        if not str(path) or self.path.is_dir():
            raise SaveFault(str(path) or "(no name)", "this is no file", "give a name such as game.hexsave")
        try:
            while self._stream is None:
                self._stream = self._attempt()
            self._stream.seek(0)
            self._stream.truncate()
            self._stream.write(str(os.getpid()).encode())
            self._stream.flush()
        except (OSError, ValueError) as error:
            self.release()
            message = f"cannot be locked: {reason(error)}"
            raise SaveFault(str(path), message, "choose a folder you may write to") from error

    def _attempt(self) -> BinaryIO | None:
        """Lock the file; nothing if its former owner deleted it while we waited for it."""
        stream = self._file.open("a+b")
        if not take(stream):
            stream.close()
            message = f"is in use by another program{self._owner()}"
            raise InUse(str(self.path), message, "close it there or save a copy")
        if self._file.exists() and os.path.samestat(self._file.stat(), os.fstat(stream.fileno())):
            return stream
        stream.close()
        return None

    def _owner(self) -> str:
        try:
            return f" (process {int(self._file.read_bytes())})"
        except (OSError, ValueError):
            return ""

    def is_on(self, path: Path | str) -> bool:
        """Say whether this lock is on that file."""
        return self._stream is not None and self.path == whole_path(path)

    def release(self) -> None:
        """Give the saved game back; doing it twice is no fault."""
        if self._stream is None:
            return
        if sys.platform == "win32":
            self._stream.close()
            discard(self._file)
        else:
            discard(self._file)
            self._stream.close()
        self._stream = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def owner_of(path: Path) -> int:
    """The process that holds a file; 0 for none, or for a file that cannot be locked at all."""
    try:
        SaveLock(path).release()
    except InUse:
        try:
            return int(path.with_name(f".{path.name}.lock").read_bytes())
        except (OSError, ValueError):
            return 0
    except SaveFault:
        return 0
    return 0


def is_left_by_a_crash(path: Path) -> bool:
    """Whether the program that had a file open never let go of it, and runs no more; changes nothing."""
    file = path.with_name(f".{path.name}.lock")
    try:
        with file.open("r+b") as stream:
            return take(stream)
    except OSError:
        return False


def whole_path(path: Path | str) -> Path:
    """The path with links followed; refuses what no file system can name."""
    try:
        return Path(path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise SaveFault(str(path), f"this is no path: {reason(error)}", "give another name") from error


def take(stream: BinaryIO) -> bool:
    """Ask the system for the lock; say whether we got it."""
    try:
        if sys.platform == "win32":
            stream.seek(0)
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
