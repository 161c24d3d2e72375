"""Drafts: new files and folders made beside their place, which they take by one rename when they are whole.

Each program has drafts of its own, so that two that write the same file at once both write it whole. What a
killed program left is taken away by whoever writes the same file later.
"""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, TypeVar

#: Seconds for which a draft that nobody writes to may still be somebody's.
ABANDONED = 3600.0
MOST = 100
Made = TypeVar("Made")


def written_target(path: Path) -> Path:
    """The file that writing to a path replaces, with links followed; raises OSError for what is no file."""
    try:
        target = path.resolve()
    except (ValueError, RuntimeError) as error:
        raise OSError(f"this is no path ({error})") from error
    if target.is_dir():
        raise IsADirectoryError("this is a folder")
    if target.exists() and not target.is_file():
        raise OSError("this is no ordinary file")
    return target


def new_draft(target: Path) -> tuple[Path, BinaryIO]:
    """A new file beside a target, open for writing, that no other program has; raises OSError."""
    return _made(target, lambda draft: draft.open("xb"))


def new_draft_folder(target: Path) -> Path:
    """A new hidden folder beside a target, whose parents are made; raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    return _made(target, Path.mkdir)[0]


def _made(target: Path, make: Callable[[Path], Made]) -> tuple[Path, Made]:
    """The first draft of a target that is not there yet."""
    others: list[Path] = []
    for number in range(1, MOST + 1):
        draft = target.with_name(f".{target.name}.part" if number == 1 else f".{target.name}.{number}.part")
        try:
            made = make(draft)
        except FileExistsError:
            others.append(draft)
            continue
        for other in others:
            _discard_if_abandoned(other, draft)
        return draft, made
    raise FileExistsError(f"there are {MOST} unfinished files beside it")


def _discard_if_abandoned(other: Path, draft: Path) -> None:
    with suppress(OSError):
        if draft.stat().st_mtime - _last_change(other) > ABANDONED:
            if other.is_dir() and not other.is_symlink():
                shutil.rmtree(other, ignore_errors=True)
            else:
                other.unlink()


def _last_change(path: Path) -> float:
    """When a file, a folder or what lies in it was changed last."""
    last = path.lstat().st_mtime
    if path.is_dir() and not path.is_symlink():
        for base, folders, files in os.walk(path):
            last = max((last, *(Path(base, name).lstat().st_mtime for name in (*folders, *files))))
    return last
