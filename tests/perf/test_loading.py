"""How long it takes to load and compile a module, and to find its faults."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.geometry import compile_boards
from engine.loading import builtin_modules, check_module, load_module, module_hash
from engine.loading.archive import pack_module
from engine.loading.writer import module_files
from tests.fixtures.module_files import write_module

pytestmark = pytest.mark.perf


@pytest.fixture
def game() -> Path:
    return builtin_modules()["afrika"]


def test_load_a_whole_game(benchmark: BenchmarkFixture, game: Path) -> None:
    assert len(benchmark(load_module, game).pieces) > 160


def test_load_a_small_module(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    assert benchmark(load_module, write_module(tmp_path)).id == "skirmish"


def test_load_from_an_archive(benchmark: BenchmarkFixture, game: Path, tmp_path: Path) -> None:
    pack_module(game, tmp_path / "game.hexmod")
    assert benchmark(load_module, tmp_path / "game.hexmod").id == game.name


def test_check_a_whole_game(benchmark: BenchmarkFixture, game: Path) -> None:
    assert not [issue for issue in benchmark(check_module, game) if issue.severity == "error"]


def test_compile_the_map_of_a_game(benchmark: BenchmarkFixture, game: Path) -> None:
    boards = load_module(game).boards
    assert len(benchmark(compile_boards, boards)) > 2000


def test_fingerprint_of_a_game(benchmark: BenchmarkFixture, game: Path) -> None:
    assert len(benchmark(module_hash, game)) == 32


def test_write_a_whole_game(benchmark: BenchmarkFixture, game: Path) -> None:
    assert "module.yaml" in benchmark(module_files, load_module(game))
