"""What is kept while a module is edited, so that nothing is lost when the program or the machine dies.

After every change, the whole module goes into one file of the user's own journals folder, atomically. It
is deleted when the module is saved or closed. What is found at the next start is offered; a save that was
cut short can be finished from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import msgspec
from pydantic import ValidationError

from app.user_files import journals_folder, made
from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.saves import SaveFault, read_limited, write_atomically
from engine.upgrading import OLDEST_SCHEMA, upgraded_module

SUFFIX = ".hexedit"
MOST_BYTES = 64_000_000


class _Head(msgspec.Struct, kw_only=True):
    """The wrapper around a module that is being edited."""

    path: str
    changes: int
    module: msgspec.Raw


@dataclass(frozen=True, slots=True)
class Recovered:
    """Work that was not saved: the module, where it belongs, how many changes were made."""

    file: Path
    path: Path
    module: ModuleDef
    changes: int


def recovery_file(path: Path) -> Path:
    """Where the unsaved work on a module is kept."""
    name = blake2b(str(path.resolve()).encode(), digest_size=8).hexdigest()
    return journals_folder() / f"{path.stem}-{name}{SUFFIX}"


def keep(path: Path, module: ModuleDef, changes: int) -> None:
    """Keeps the module as it is now; raises `SaveFault` when the disk does not take it."""
    raw = msgspec.Raw(module.model_dump_json().encode("utf-8"))
    made(journals_folder())
    data = msgspec.json.encode(_Head(path=str(path), changes=changes, module=raw))
    write_atomically(recovery_file(path), data)


def forget(path: Path) -> None:
    """The work is saved or given up."""
    recovery_file(path).unlink(missing_ok=True)


def recovered(path: Path) -> Recovered | None:
    """The unsaved work on a module; None if there is none, or none that can be read."""
    return read_recovery(recovery_file(path))


def read_recovery(file: Path) -> Recovered | None:
    """The unsaved work in a file; None for a broken one."""
    if not file.is_file():
        return None
    try:
        head = msgspec.json.decode(read_limited(file, MOST_BYTES), type=_Head)
        module = ModuleDef.model_validate_json(in_present_form(bytes(head.module)))
    except (SaveFault, msgspec.MsgspecError, ValidationError, OSError):
        return None
    return Recovered(file, Path(head.path), module, head.changes)


def in_present_form(text: bytes) -> bytes:
    """Work that another version of the program kept, in the form of this one."""
    plain = msgspec.json.decode(text, type=dict[str, object])
    version = plain.get("schema_version")
    if not isinstance(version, int) or not OLDEST_SCHEMA <= version < SCHEMA_VERSION:
        return text
    return msgspec.json.encode(upgraded_module(plain, version))


def all_recovered() -> tuple[Recovered, ...]:
    """All unsaved work there is."""
    folder = journals_folder()
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    return tuple(found for file in files if (found := read_recovery(file)) is not None)
