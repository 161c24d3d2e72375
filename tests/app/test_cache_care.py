"""Caches stay within their bounds, and nobody loses what a window shows, in this program or another one."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from time import time

import pytest

from app import cache_care
from app.cache_care import BOUNDS, DAY, HOUR, Bound, forget_old, tidy, tidy_cache, touch, use
from app.user_files import cache_folder
from engine.saves.lock import take
from tests.fixtures.processes import environment

WIDE = Bound(10_000, 180)


def thing(folder: Path, name: str, size: int, age: float) -> Path:
    """A folder with a file of a size, last used so many seconds ago."""
    path = folder / name
    (path / "0").mkdir(parents=True)
    (path / "0" / "tile.jpg").write_bytes(b"x" * size)
    os.utime(path, (time() - age, time() - age))
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith(".")}


def test_the_oldest_goes_until_the_rest_fits(tmp_path: Path) -> None:
    for number, age in enumerate((9 * DAY, 7 * DAY, 5 * DAY, 3 * DAY)):
        thing(tmp_path, f"t{number}", 4_000, age)
    assert tidy(tmp_path, WIDE) == 2
    assert names(tmp_path) == {"t2", "t3"}
    assert tidy(tmp_path, WIDE) == 0


def test_use_makes_a_thing_young(tmp_path: Path) -> None:
    first = thing(tmp_path, "first", 6_000, 9 * DAY)
    thing(tmp_path, "second", 6_000, 3 * DAY)
    touch(first)
    tidy(tmp_path, WIDE)
    assert names(tmp_path) == {"first"}


def test_what_was_used_in_the_last_hour_stays_whatever_its_size(tmp_path: Path) -> None:
    thing(tmp_path, "big", 50_000, HOUR / 2)
    assert tidy(tmp_path, WIDE) == 0
    os.utime(tmp_path / "big", (time() - 2 * HOUR, time() - 2 * HOUR))
    assert tidy(tmp_path, WIDE) == 1
    assert names(tmp_path) == set()


def test_what_nobody_used_for_long_goes_though_there_is_room(tmp_path: Path) -> None:
    thing(tmp_path, "old", 10, 181 * DAY)
    thing(tmp_path, "young", 10, 179 * DAY)
    (tmp_path / "old.key").write_bytes(b"1")
    os.utime(tmp_path / "old.key", (0, 0))
    assert tidy(tmp_path, WIDE) == 2
    assert names(tmp_path) == {"young"}


def test_what_was_begun_goes_after_a_day(tmp_path: Path) -> None:
    thing(tmp_path, "a.77.part", 10, 2 * DAY)
    thing(tmp_path, "b.77.part", 10, DAY / 2)
    (tmp_path / "c.order").write_bytes(b"{}")
    os.utime(tmp_path / "c.order", (0, 0))
    thing(tmp_path, ".gone-77-d", 10, 0)
    tidy(tmp_path, WIDE)
    assert names(tmp_path) == {"b.77.part"}
    assert not (tmp_path / ".gone-77-d").exists()


def test_what_this_program_shows_stays(tmp_path: Path) -> None:
    shown = thing(tmp_path, "shown", 6_000, 0)
    held = use(shown)
    assert held is not None
    assert use(shown) is held
    os.utime(shown, (0, 0))
    thing(tmp_path, "other", 9_000, 2 * DAY)
    assert tidy(tmp_path, WIDE) == 1
    assert names(tmp_path) == {"shown"}
    del held
    gc.collect()
    os.utime(shown, (0, 0))
    assert tidy(tmp_path, WIDE) == 1
    assert use(shown) is None


HOLDER = """
import sys
from pathlib import Path
from app.cache_care import use
held = use(Path(sys.argv[1]))
print("held", held is not None, flush=True)
sys.stdin.read()
"""


def test_what_another_program_shows_stays_until_it_dies(tmp_path: Path) -> None:
    shown = thing(tmp_path, "shown", 6_000, 0)
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(shown)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held True\n"
        os.utime(shown, (0, 0))
        assert tidy(tmp_path, WIDE) == 0
        other.kill()
        other.wait()
    assert tidy(tmp_path, WIDE) == 1
    assert [path.name for path in tmp_path.iterdir()] == [".tidy.lock"]


def test_while_another_program_looks_nothing_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_care, "PATIENCE", 0.02)
    thing(tmp_path, "old", 10, 300 * DAY)
    with (tmp_path / ".tidy.lock").open("a+b") as stream:
        assert take(stream)
        assert tidy(tmp_path, WIDE) == 0
    assert tidy(tmp_path, WIDE) == 1


def test_a_thing_used_since_it_was_looked_at_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = thing(tmp_path, "old", 10, 300 * DAY)
    measure = cache_care._size

    def measured(path: Path) -> int:
        size = measure(path)
        if path == old:
            touch(old)
        return size

    monkeypatch.setattr(cache_care, "_size", measured)
    assert tidy(tmp_path, WIDE) == 0
    assert names(tmp_path) == {"old"}


def test_a_folder_that_is_not_there_or_cannot_be_locked(tmp_path: Path) -> None:
    assert tidy(tmp_path / "none", WIDE) == 0
    assert use(tmp_path / "none" / "thing") is None
    (tmp_path / ".tidy.lock").mkdir()
    thing(tmp_path, "old", 10, 300 * DAY)
    assert tidy(tmp_path, WIDE) == 0


def test_the_caches_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    assert forget_old() == 0
    for name in BOUNDS:
        thing(cache_folder() / name, "old", 10, 200 * DAY)
        thing(cache_folder() / name, "young", 10, 2 * DAY)
    assert forget_old() == 2
    monkeypatch.setitem(BOUNDS, "ground", Bound(5, 180))
    assert tidy_cache("ground") == 1
    assert names(cache_folder() / "ground") == set()
    assert names(cache_folder() / "maps") == {"young"}
