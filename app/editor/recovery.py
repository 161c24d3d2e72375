"""What is kept while a module is edited, so that nothing is lost when the program or the machine dies.

The whole module and the steps that led to it since it was saved go into one file of the user's own journals
folder, atomically. After that, each change adds a line with what it changed, as a large module takes a while
to write; a line that a crash cut short does not count. The file is deleted when the module is saved or
closed. What is found at the next start is offered.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from io import FileIO
from itertools import takewhile
from pathlib import Path
from weakref import finalize

import msgspec
from pydantic import ValidationError

from app.editor.steps import KeptStep, KeptWay, Way, modules_on, way_from
from app.user_files import journals_folder, made
from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.editing import EditRefused
from engine.editing.deltas import delta_between, plain_with_delta
from engine.saves import SaveFault, SaveLock, owner_of, read_limited, write_atomically
from engine.saves.journal import write_all
from engine.upgrading import OLDEST_SCHEMA, upgraded_module

SUFFIX = ".hexedit"
MOST_BYTES = 64_000_000
MOST_AT_ONCE = 9
MOST_LINES = 500
"""After so many changes the module is written whole again."""
NO_WAY = KeptWay()


class _Head(msgspec.Struct, kw_only=True):
    """The wrapper around a module that is being edited."""

    path: str
    changes: int
    module: msgspec.Raw
    way: KeptWay = NO_WAY


class _More(msgspec.Struct, kw_only=True, frozen=True):
    """A line behind the module: what changed since the line before, and how the way to it goes on."""

    changes: int
    delta: msgspec.Raw
    stay: int
    """So many steps of the way before are steps of this one, too."""
    steps: tuple[KeptStep, ...]
    done: int


@dataclass(slots=True)
class _Begun:
    """What a keeper has written so far."""

    file: Path
    module: ModuleDef
    way: KeptWay
    whole: int
    """Bytes of the module as it was written whole."""
    size: int
    lines: int = 0


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
        self._begun: _Begun | None = None
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
        begun = self._begun
        if begun is not None and self._can_go_on(begun) and _went_on(begun, module, changes, way):
            return
        self._begun = None
        size = keep(self.path, module, changes, self.number, way)
        self._begun = _Begun(self.file, module, way, size, size)

    def _can_go_on(self, begun: _Begun) -> bool:
        """Whether the file is as it was left, and not so long that it is better written anew."""
        if begun.file != self.file or begun.lines >= MOST_LINES or begun.size > 2 * begun.whole:
            return False
        try:
            return begun.file.stat().st_size == begun.size
        except OSError:
            return False

    def forget(self) -> None:
        """The work is saved or given up."""
        self._begun = None
        self.file.unlink(missing_ok=True)

    def close(self) -> None:
        """Lets other programs have the file."""
        if self._lock is not None:
            self._lock.release()


def _is_with_others(file: Path) -> bool:
    return file.parent.is_dir() and owner_of(file) not in (0, os.getpid())


def _went_on(begun: _Begun, module: ModuleDef, changes: int, way: KeptWay) -> bool:
    """Adds a line with what changed; false when that cannot be done."""
    stay = sum(
        1 for _ in takewhile(lambda pair: _is_same(*pair), zip(begun.way.steps, way.steps, strict=False))
    )
    if (
        module is begun.module
        and stay == len(way.steps) == len(begun.way.steps)
        and way.done == begun.way.done
    ):
        return True
    raw = msgspec.Raw(msgspec.json.encode(delta_between(begun.module, module)))
    more = _More(changes=changes, delta=raw, stay=stay, steps=way.steps[stay:], done=way.done)
    line = b"\n" + msgspec.json.encode(more)
    if begun.size + len(line) > MOST_BYTES:
        return False
    try:
        with FileIO(begun.file, "ab") as stream:
            write_all(stream, line)
    except OSError:
        return False
    begun.module, begun.way = module, way
    begun.size, begun.lines = begun.size + len(line), begun.lines + 1
    return True


def _is_same(old: KeptStep, new: KeptStep) -> bool:
    return old.text == new.text and (old.delta is new.delta or old.delta == new.delta)


def keep(path: Path, module: ModuleDef, changes: int, number: int = 1, way: KeptWay = NO_WAY) -> int:
    """Keeps the module as it is now, whole; the bytes written. Raises `SaveFault` when the disk does not take
    it.

    Steps that together would make a file too big to be read again are left out.
    """
    raw = msgspec.Raw(module.model_dump_json().encode("utf-8"))
    made(journals_folder())
    head = _Head(path=str(path), changes=changes, module=raw, way=way)
    data = msgspec.json.encode(head)
    if len(data) > MOST_BYTES:
        data = msgspec.json.encode(msgspec.structs.replace(head, way=NO_WAY))
    write_atomically(recovery_file(path, number), data)
    return len(data)


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
    head, lines = _parts(file)
    if head is None:
        return None
    try:
        text, way = _gone_on(bytes(head.module), lines), head.way
        module = ModuleDef.model_validate_json(in_present_form(text))
    except (msgspec.MsgspecError, ValidationError, EditRefused):
        return None
    for line in lines:
        way = KeptWay((*way.steps[: line.stay], *line.steps), line.done)
    return Recovered(file, Path(head.path), module, _changes(head, lines), way)


def _gone_on(text: bytes, lines: Sequence[_More]) -> bytes:
    """The module as it was kept whole, with what was changed after that, in the form it was kept in."""
    if not lines:
        return text
    plain: object = msgspec.json.decode(text)
    for line in lines:
        plain = plain_with_delta(plain, msgspec.json.decode(line.delta, type=dict[str, object]))
    return msgspec.json.encode(plain)


def _changes(head: _Head, lines: Sequence[_More]) -> int:
    return lines[-1].changes if lines else head.changes


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
    found = ((file, *_parts(file)) for file in files if not _is_with_others(file))
    return tuple(
        Waiting(file, Path(head.path), _changes(head, lines))
        for file, head, lines in found
        if head is not None
    )


def _parts(file: Path) -> tuple[_Head | None, list[_More]]:
    """The module as it was kept whole, and the lines behind it up to the first that cannot be read."""
    lines: list[_More] = []
    try:
        first, *others = read_limited(file, MOST_BYTES).split(b"\n")
        head = msgspec.json.decode(first, type=_Head)
    except (SaveFault, msgspec.MsgspecError, OSError):
        return None, lines
    for line in others:
        try:
            more = msgspec.json.decode(line, type=_More)
        except msgspec.MsgspecError:
            break
        lines.append(more)
    return head, lines
