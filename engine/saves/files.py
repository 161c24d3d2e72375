"""Reading within limits and writing so that a failure never harms what was there.

The only other places of the engine that touch files are the lock beside this one and the loading of
modules, from where the drafts come.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from engine.loading.drafts import new_draft, written_target
from engine.saves.records import SaveFault

MAX_BYTES = 64_000_000
"""No game comes near this; a bigger file is not read at all."""


def read_limited(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a file; :class:`SaveFault` for what is missing, no file, unreadable or too big."""
    name = str(path)
    try:
        if path.is_dir():
            raise SaveFault(name, "this is a folder", "give the file of a saved game")
        if path.exists() and not path.is_file():
            raise SaveFault(name, "this is no ordinary file", "give the file of a saved game")
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except FileNotFoundError:
        raise SaveFault(name, "there is no such file", "check the name") from None
    except (OSError, ValueError) as error:
        raise SaveFault(name, f"cannot be read: {reason(error)}", "check its permissions") from error
    if len(data) > limit:
        raise SaveFault(name, f"has more than {limit // 1_000_000} MB", "this is no saved game")
    return data


def write_atomically(path: Path, data: bytes) -> None:
    """Write a whole file: temporary file, to the disk, then rename; the old file stays if anything fails.

    Refuses with :class:`SaveFault` (disk full, folder read-only or missing).
    """
    target = check_target(path)
    part = None
    try:
        part, stream = new_draft(target)
        with stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(target)
        part = None
        sync_folder(target.parent)
    except (OSError, ValueError) as error:
        raise SaveFault(str(path), f"cannot be written: {reason(error)}", _remedy(target, error)) from error
    finally:
        if part is not None:
            discard(part)


def check_target(path: Path) -> Path:
    """The file that writing to a path replaces; for whoever works long before writing.

    Refuses with :class:`SaveFault` what is no file, and folders that do not exist.
    """
    try:
        target = written_target(path)
    except OSError as error:
        raise SaveFault(str(path), str(error), "give a name such as game.hexsave") from error
    folder = target.parent
    if os.path.lexists(folder) and not folder.is_dir():
        raise SaveFault(str(path), f"{folder} is no folder", "choose another place")
    if not folder.is_dir():
        raise SaveFault(str(path), f"the folder {folder} does not exist", "make it first or choose another")
    return target


def _remedy(target: Path, error: Exception) -> str:
    """What helps, and that an old file is unharmed where there is one."""
    is_full = isinstance(error, OSError) and error.errno in FULL
    advice = "save somewhere else or free some space" if is_full else "save somewhere else"
    return f"the file that was there is unharmed; {advice}" if os.path.lexists(target) else advice


FULL = (errno.ENOSPC, errno.EDQUOT) if hasattr(errno, "EDQUOT") else (errno.ENOSPC,)
"""Errors of disks on which there is no room left."""


def sync_folder(folder: Path) -> None:
    """Bring a rename to the disk where the system can (it cannot on Windows)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def discard(path: Path) -> None:
    """Delete a file if it is there and can be deleted."""
    try:
        path.unlink(missing_ok=True)
    except (OSError, ValueError):
        return


def reason(error: Exception) -> str:
    """What the system says, in its own words."""
    told = error.strerror if isinstance(error, OSError) else None
    return (told or str(error) or type(error).__name__).lower()
