"""The module and its map, loaded once for all tests of the game."""

import pytest

from engine.definition.module import ModuleDef
from engine.geometry import CompiledBoard, compile_boards
from engine.loading import builtin_modules, load_module


@pytest.fixture(scope="session")
def module() -> ModuleDef:
    return load_module(builtin_modules()["afrika"])


@pytest.fixture(scope="session")
def board(module: ModuleDef) -> CompiledBoard:
    return compile_boards(module.boards)
