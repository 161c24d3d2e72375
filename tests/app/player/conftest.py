"""Player windows for tests: one on a small game of free play."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.game import new_game
from tests.fixtures.free_module import a_free_module
from tests.fixtures.player import Hand, open_window


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    """A person at a window on the small free game."""
    made = open_window(qtbot, new_game(a_free_module(), "meeting", seed=5), tmp_path)
    yield made
    made.window.close()
