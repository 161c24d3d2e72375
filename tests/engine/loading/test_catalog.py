"""Where the module of a saved game lies."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.loading import builtin_modules, place_of
from engine.loading.archive import pack_module
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module

TUTORIAL = builtin_modules()["tutorial"]


def test_built_in_games_are_found_by_their_id(tmp_path: Path) -> None:
    assert place_of("tutorial", "") == TUTORIAL
    assert place_of("tutorial", str(TUTORIAL)) == TUTORIAL
    assert place_of("tutorial", str(tmp_path / "gone")) == TUTORIAL


def test_a_game_of_another_copy_of_the_program_does_not_count(tmp_path: Path) -> None:
    shutil.copytree(TUTORIAL, tmp_path / "tutorial", ignore=shutil.ignore_patterns("__pycache__"))
    assert place_of("tutorial", str(tmp_path / "tutorial")) == TUTORIAL


def test_a_module_of_ones_own_counts_even_under_the_id_of_a_built_in_one(tmp_path: Path) -> None:
    save_module(a_free_module(), tmp_path / "own")
    pack_module(tmp_path / "own", tmp_path / "own.hexmod")
    for name in ("own", "own.hexmod"):
        assert place_of("tutorial", str(tmp_path / name)) == tmp_path / name
        assert place_of("meeting", str(tmp_path / name)) == tmp_path / name


def test_a_module_that_is_gone_keeps_its_place_for_the_message(tmp_path: Path) -> None:
    assert place_of("meeting", str(tmp_path / "gone")) == tmp_path / "gone"
    assert place_of("meeting", "") is None
    assert place_of("meeting", "x\0y") == Path("x\0y")
