"""Keeps a folder of things that can be made again within a size and an age, by when each was last used.

Whoever shows a thing for long holds a lock on it, which the system takes back when its program ends however
it ends; a thing that any program holds is never deleted. Things are looked at and put out of reach under a
lock of the whole folder, so that nobody begins to show what another program is about to delete. What programs
that died had begun goes after a day.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep, time
from typing import Final
from weakref import WeakValueDictionary, finalize

from app.user_files import cache_folder
from engine.saves import SaveFault, SaveLock
from engine.saves.lock import InUse, take

HOUR: Final = 3_600.0
DAY: Final = 24 * HOUR
PATIENCE: Final = 2.0
"""Seconds to wait for another program that tidies; it needs some milliseconds."""
UNFINISHED: Final = (".part", ".order")
"""How names end of what is still being made."""
_GUARD: Final = ".tidy.lock"
_GONE: Final = ".gone-"


@dataclass(frozen=True)
class Bound:
    """How much a folder may hold, and for how many days things nobody uses are kept."""

    most_bytes: int
    most_days: int


BOUNDS: Final[Mapping[str, Bound]] = {
    "maps": Bound(4_000_000_000, 180),
    "ground": Bound(600_000_000, 180),
}
"""The caches by the names of their folders: pictures of maps as tiles, ground painted from hexes."""


class Use:
    """Somebody shows a thing of a cache; as long as this lives, it is not deleted."""

    def __init__(self, lock: SaveLock) -> None:
        finalize(self, lock.release)


_uses: WeakValueDictionary[Path, Use] = WeakValueDictionary()


def use(entry: Path) -> Use | None:
    """Holds a thing of a cache and notes that it is used now; None if it is not there or cannot be held."""
    held = _uses.get(entry)
    if held is not None:
        touch(entry)
        return held
    with _guard(entry.parent), suppress(SaveFault, OSError):
        if entry.exists():
            touch(entry)
            lock = SaveLock(entry.with_name(f"{entry.name}.{os.getpid()}"))
            held = _uses[entry] = Use(lock)
    return held


def touch(entry: Path) -> None:
    """Notes that a thing is used now."""
    with suppress(OSError):
        os.utime(entry)


def tidy_cache(name: str) -> int:
    """Keeps one of the program's caches within its bound; how many things went."""
    return tidy(cache_folder() / name, BOUNDS[name])


def forget_old() -> int:
    """Deletes what nobody used for long from all caches, without measuring them; how many things went."""
    gone = 0
    for name, bound in BOUNDS.items():
        folder, now = cache_folder() / name, time()
        _clear_away(folder)
        old = [thing for thing in _things(folder, lambda _path: 0)
               if now - thing.used > bound.most_days * DAY]  # fmt: skip
        gone += sum(map(_put_out, old))
        _clear_away(folder)
    return gone


def tidy(folder: Path, bound: Bound) -> int:
    """Deletes what is too old, then what was not used for longest until the rest fits; how many things went.

    What was used in the last hour stays, whatever its size, and so does all that is in use by any program.
    """
    _clear_away(folder)
    things = sorted(_things(folder, _size), key=lambda thing: thing.used)
    whole = sum(thing.size for thing in things)
    now, gone = time(), 0
    for thing in things:
        age = now - thing.used
        is_due = age > bound.most_days * DAY or (whole > bound.most_bytes and age > HOUR)
        if is_due and _put_out(thing):
            whole -= thing.size
            gone += 1
    _clear_away(folder)
    return gone


# --------------------------------------------------------------------------- inside


@dataclass(frozen=True)
class _Thing:
    """One file or folder of a cache."""

    path: Path
    used: float
    size: int


def _things(folder: Path, size: Callable[[Path], int]) -> Iterator[_Thing]:
    """All that lies finished in a folder; what was never finished goes."""
    for path in _listed(folder):
        with suppress(OSError):
            used = path.stat().st_mtime
            if path.name.endswith(UNFINISHED):
                if time() - used > DAY:
                    _delete(path)
            elif not path.name.startswith("."):
                yield _Thing(path, used, size(path))


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _size(path: Path) -> int:
    if not path.is_dir():
        return path.stat().st_size
    return sum(_size(inner) for inner in _listed(path))


def _put_out(thing: _Thing) -> bool:
    """Takes a thing out of reach if nobody uses it, and nobody did since it was looked at."""
    path = thing.path
    with _guard(path.parent) as is_held, suppress(OSError):
        if is_held and path.stat().st_mtime == thing.used and not _is_used(path):
            path.replace(path.with_name(f"{_GONE}{os.getpid()}-{path.name}"))
            return True
    return False


def _is_used(path: Path) -> bool:
    """Whether a program holds a thing; what is left of programs that ended is cleared away."""
    for file in path.parent.glob(f".{path.name}.*.lock"):
        try:
            SaveLock(file.with_name(file.name.removeprefix(".").removesuffix(".lock"))).release()
        except InUse:
            return True
        except SaveFault:
            continue
    return False


def _clear_away(folder: Path) -> None:
    """Deletes what was put out of reach, by this program or by one that died over it."""
    for path in _listed(folder):
        if path.name.startswith(_GONE):
            _delete(path)


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        path.unlink()


@contextmanager
def _guard(folder: Path) -> Iterator[bool]:
    """Holds a folder for a moment; false where that cannot be."""
    try:
        stream = (folder / _GUARD).open("a+b")
    except OSError:
        yield False
        return
    with stream:
        until = monotonic() + PATIENCE
        while not (held := take(stream)) and monotonic() < until:
            sleep(0.005)
        yield held
