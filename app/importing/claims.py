"""What this program brought into a module's folder and has not settled yet: pictures, originals, folders.

An import writes files before the step that shows them is saved. Their names are noted first, a line each, in
the user's journals folder; so whoever edits the module after a crash knows which files came by an import that
was never saved, and two programs at once know whose files are whose. The note goes when all is settled.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final
from weakref import finalize

import msgspec

from app.user_files import journals_folder, made
from engine.saves import SaveFault, SaveLock, write_atomically

SUFFIX: Final = ".hexart"
MOST_AT_ONCE: Final = 9


class _Line(msgspec.Struct, frozen=True):
    """One file or folder that was brought, or that was there and is used."""

    name: str
    new: bool


class Claims:
    """The files that one program brought into one module."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.new: set[str] = set()
        """Files and folders (with a stroke at the end) that were not there before."""
        self._known: set[str] = set()
        self._lock: SaveLock | None = None
        self._note: Path | None = None

    def take_over(self) -> None:
        """Takes up what programs that died had brought and not settled."""
        left: set[str] = set()
        for note in self._notes():
            with suppress(SaveFault, OSError):
                lock = SaveLock(note)
                left |= {line.name for line in _lines(note) if line.new}
                note.unlink(missing_ok=True)
                lock.release()
        for name in sorted(left):
            self._take(_Line(name, new=True))

    def claim(self, name: str) -> None:
        """Notes a file of the module that is about to be brought, or is used as it lies there."""
        if name in self._known:
            return
        new_of_others = {line.name for line in self._lines_of_others() if line.new}
        for parent in reversed(Path(name).parents[:-1]):
            folder = f"{parent.as_posix()}/"
            is_new = folder in new_of_others or not (self.folder / parent).exists()
            if folder not in self._known and is_new:
                self._take(_Line(folder, new=True))
        is_new = name in new_of_others or not (self.folder / name).exists()
        self._take(_Line(name, new=is_new))

    def adopt(self, names: Iterable[str]) -> None:
        """Takes files that came along from another folder, or may come yet, for brought into this one."""
        for name in sorted(names):
            self._take(_Line(name, new=True))

    def of_others(self) -> frozenset[str]:
        """What other programs that run brought or use."""
        return frozenset(line.name for line in self._lines_of_others())

    def leave(self, names: set[str]) -> None:
        """Settles all but some, which wait for whoever has the module next; nothing but that is done here."""
        if not names:
            self.close()
            return
        self.new = set(names)
        with suppress(SaveFault, OSError):
            self._note = self._note or self._locked()
            write_atomically(self._note, b"".join(_text(_Line(name, new=True)) for name in sorted(names)))
        if self._lock is not None:
            self._lock.release()
        self._lock = self._note = None

    def close(self) -> None:
        """Everything is settled: the note goes."""
        if self._note is not None:
            with suppress(OSError):
                self._note.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()
        self._lock = self._note = None

    # ------------------------------------------------------------------ files

    def _take(self, line: _Line) -> None:
        self._known.add(line.name)
        if line.new:
            self.new.add(line.name)
        with suppress(SaveFault, OSError):  # without a note only a crash would leave something behind
            self._note = self._note or self._locked()
            with self._note.open("ab") as stream:
                stream.write(_text(line))

    def _locked(self) -> Path:
        """A note of this program's own; raises OSError if there can be none."""
        made(journals_folder())
        for number in range(1, MOST_AT_ONCE + 1):
            note = self._file(number)
            try:
                lock = SaveLock(note)
            except SaveFault:
                continue
            if note.exists():  # of a program that died since this one began: the next editor settles it
                lock.release()
                continue
            self._lock = lock
            finalize(self, lock.release)
            return note
        raise OSError("too many programs have this module open")

    def _file(self, number: int) -> Path:
        name = blake2b(str(self.folder.resolve()).encode(), digest_size=8).hexdigest()
        return journals_folder() / f"{self.folder.name}-{name}-{number}{SUFFIX}"

    def _notes(self) -> list[Path]:
        notes = (self._file(number) for number in range(1, MOST_AT_ONCE + 1))
        return [note for note in notes if note != self._note and note.exists()]

    def _lines_of_others(self) -> list[_Line]:
        return [line for note in self._notes() for line in _lines(note)]


def _text(line: _Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _lines(note: Path) -> list[_Line]:
    """The lines of a note; one that was cut off counts for nothing."""
    found: list[_Line] = []
    try:
        data = note.read_bytes()
    except OSError:
        return found
    for text in data.splitlines():
        with suppress(msgspec.MsgspecError):
            found.append(msgspec.json.decode(text, type=_Line))
    return found
