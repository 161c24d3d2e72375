"""Games that were begun in a folder are found by their modules, wherever in the file those stand."""

from pathlib import Path

import pytest

from app.editor.kept_games import modules_of_games
from app.user_files import SAVE_SUFFIX, made, saves_folder
from engine.saves import write_save
from engine.saves.writing import Stamp
from tests.engine.saves.samples import a_free_game


def test_saves_hold_their_module_after_their_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    game = a_free_game()
    assert game.count
    write_save(
        made(saves_folder()) / f"mine{SAVE_SUFFIX}", game, stamp=Stamp(module_path=str(tmp_path / "here"))
    )
    (line,) = modules_of_games(tmp_path / "here")
    assert b'"title":"Meeting on the Coast"' in line
    assert list(modules_of_games(tmp_path / "elsewhere")) == []
