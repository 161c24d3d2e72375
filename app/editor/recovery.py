"""What is kept while a module is edited, so that nothing is lost when the program or the machine dies.

After every change, the whole module and the steps that led to it since it was saved go into one file of the
user's own journals folder, atomically. It is deleted when the module is saved or closed. What is found at the
next start is offered.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from weakref import finalize

import msgspec
from pydantic import ValidationError

from app.editor.steps import KeptWay, Way, modules_on, way_from
from app.user_files import journals_folder, made
from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.saves import SaveFault, SaveLock, owner_of, read_limited, write_atomically
from engine.upgrading import OLDEST_SCHEMA, upgraded_module

SUFFIX = ".hexedit"
MOST_BYTES = 64_000_000
MOST_AT_ONCE = 9
NO_WAY = KeptWay()


class _Head(msgspec.Struct, kw_only=True):
    """The wrapper around a module that is being edited."""

    path: str
    changes: int
    module: msgspec.Raw
    way: KeptWay = NO_WAY


@dataclass(frozen=True, slots=True)
class Recovered:
    """Work that was not saved: the module, where it belongs, how many changes were made, by which steps."""

    file: Path
    path: Path
    module: ModuleDef
    changes: int
    way: KeptWay = NO_WAY


@dataclass(frozen=True, slots=True)
class Waiting:
    """Unsaved work that waits for an answer: where it is kept, of which module, how many changes."""

    file: Path
    path: Path
    changes: int


def recovery_file(path: Path, number: int = 1) -> Path:
    """Where the unsaved work on a module is kept; the second program to edit it at a time keeps another."""
    name = blake2b(str(path.resolve()).encode(), digest_size=8).hexdigest()
    return journals_folder() / f"{path.stem}-{name}{f'-{number}' if number > 1 else ''}{SUFFIX}"


class Keeper:
    """Keeps the unsaved work of one editor.

    The first program that edits a module keeps its work in the module's file, another one at the same time in
    a file of its own, so that neither takes the other's work for that of a crash, or throws it away. The work
    of a crash stays where it is until somebody takes it up or throws it away.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.number, self.has_company = path, 1, False
        self._lock: SaveLock | None = None
        while (busy := _is_with_others(self.file)) or self._is_waiting():
            self.has_company = self.has_company or busy
            self.number += 1
        try:
            made(journals_folder())
            self._lock = SaveLock(self.file)
            finalize(self, self._lock.release)
        except (SaveFault, OSError):
            self._lock = None

    def _is_waiting(self) -> bool:
        """Whether work of a crash lies in the file; the last one is written over all the same."""
        return self.number < MOST_AT_ONCE and self.file.exists()

    @property
    def file(self) -> Path:
        """Where the work is kept."""
        return recovery_file(self.path, self.number)

    def keep(self, module: ModuleDef, changes: int, way: KeptWay = NO_WAY) -> None:
        """Keeps the module as it is now; raises `SaveFault` when the disk does not take it."""
        keep(self.path, module, changes, self.number, way)

    def forget(self) -> None:
        """The work is saved or given up."""
        self.file.unlink(missing_ok=True)

    def close(self) -> None:
        """Lets other programs have the file."""
        if self._lock is not None:
            self._lock.release()


def _is_with_others(file: Path) -> bool:
    return file.parent.is_dir() and owner_of(file) not in (0, os.getpid())


def keep(path: Path, module: ModuleDef, changes: int, number: int = 1, way: KeptWay = NO_WAY) -> None:
    """Keeps the module as it is now; raises `SaveFault` when the disk does not take it.

    Steps that together would make a file too big to be read again are left out.
    """
    raw = msgspec.Raw(module.model_dump_json().encode("utf-8"))
    made(journals_folder())
    head = _Head(path=str(path), changes=changes, module=raw, way=way)
    data = msgspec.json.encode(head)
    if len(data) > MOST_BYTES:
        data = msgspec.json.encode(msgspec.structs.replace(head, way=NO_WAY))
    write_atomically(recovery_file(path, number), data)


def forget(path: Path) -> None:
    """The work is saved or given up."""
    recovery_file(path).unlink(missing_ok=True)


def discard(file: Path) -> None:
    """Throws away work that nobody wants any more."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def recovered(path: Path) -> Recovered | None:
    """The unsaved work on a module that no other program has; None if there is none that can be read."""
    for number in range(1, MOST_AT_ONCE + 1):
        file = recovery_file(path, number)
        if file.is_file() and not _is_with_others(file) and (found := read_recovery(file)) is not None:
            return found
    return None


def read_recovery(file: Path) -> Recovered | None:
    """The unsaved work in a file; None for a broken one."""
    if not file.is_file():
        return None
    head = _head(file)
    if head is None:
        return None
    try:
        module = ModuleDef.model_validate_json(in_present_form(bytes(head.module)))
    except (msgspec.MsgspecError, ValidationError):
        return None
    return Recovered(file, Path(head.path), module, head.changes, head.way)


def way_of(found: Recovered, base: ModuleDef) -> Way | None:
    """The steps from what is saved to the work that was kept; None when they do not lead there from it."""
    way = way_from(base, found.way)
    if way is None or not way.steps or modules_on(way, base)[-1] != found.module:
        return None
    return way


def in_present_form(text: bytes) -> bytes:
    """Work that another version of the program kept, in the form of this one."""
    plain = msgspec.json.decode(text, type=dict[str, object])
    version = plain.get("schema_version")
    if not isinstance(version, int) or not OLDEST_SCHEMA <= version < SCHEMA_VERSION:
        return text
    return msgspec.json.encode(upgraded_module(plain, version))


def all_waiting() -> tuple[Waiting, ...]:
    """All unsaved work that a crash left and no program has now, without reading the modules themselves."""
    folder = journals_folder()
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    heads = ((file, _head(file)) for file in files if not _is_with_others(file))
    return tuple(Waiting(file, Path(head.path), head.changes) for file, head in heads if head is not None)


def _head(file: Path) -> _Head | None:
    try:
        return msgspec.json.decode(read_limited(file, MOST_BYTES), type=_Head)
    except (SaveFault, msgspec.MsgspecError, OSError):
        return None
