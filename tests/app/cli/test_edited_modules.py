"""Saved games and edited modules on the command line and in the line protocol."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.protocol.session import Session
from engine.saves import read_save
from tests.app.cli.calling import Caller


@pytest.fixture
def saved(call: Caller) -> Path:
    """A game of the module in the folder, of two turns."""
    folder = call.folder / "games"
    call.ok(
        *("simulate", call.scenario, "--games", "1", "--max-turns", "2", "--seed", "5"),
        *("--save-dir", folder, "--jobs", "1"),
    )
    return next(folder.iterdir())


def module_of(save: Path) -> Path:
    return Path(read_save(save).header.module_path)


def edit(save: Path) -> None:
    """Sets the red infantry up elsewhere."""
    file = next((module_of(save) / "scenarios").glob("*.yaml"))
    text = file.read_text()
    assert '"1004", pieces' in text
    file.write_text(text.replace('"1004", pieces', '"0904", pieces'))


def test_a_game_replays_by_the_module_it_was_begun_with(call: Caller, saved: Path) -> None:
    before = call.ok("replay", saved, "--verify", "--json").json
    edit(saved)
    after = call.ok("replay", saved, "--verify", "--json").json
    assert after["verified"] is True
    assert after["status"]["hash"] == before["status"]["hash"]


def test_a_game_replays_when_its_module_is_gone(call: Caller, saved: Path) -> None:
    before = call.ok("replay", saved, "--json").json
    shutil.rmtree(module_of(saved))
    assert call.ok("replay", saved, "--verify", "--json").json["status"] == before["status"]


def test_the_first_difference_on_the_edited_module_is_told(call: Caller, saved: Path) -> None:
    assert call.ok("replay", saved, "--edited", "--json").json["divergence"] is None
    edit(saved)
    answer = call.wrong(1, "the set-up: 1 Red Inf: in 0904 instead of 1004", "replay", saved, "--edited")
    assert answer.err.startswith(f"error: {saved}:1: on the edited module")
    document = call("replay", saved, "--edited", "--json").json
    assert document["divergence"]["action"] == 0
    assert document["actions"] > 0


def test_an_edited_module_that_cannot_be_played_is_told(call: Caller, saved: Path) -> None:
    shutil.rmtree(module_of(saved))
    call.wrong(1, "does not exist", "replay", saved, "--edited")


def test_the_line_protocol_opens_with_the_kept_module(call: Caller, saved: Path) -> None:
    edit(saved)
    session = Session()
    answer = json.loads(session.answer(json.dumps({"do": "open", "path": str(saved)})) or b"")
    session.close()
    assert answer["ok"]
    assert any("goes on by the version it began with" in notice for notice in answer["notices"])


def test_a_sheet_of_a_saved_game_shows_the_kept_module(call: Caller, saved: Path) -> None:
    shutil.rmtree(module_of(saved))
    call.ok("export", "setup", saved, "-o", call.folder / "s.csv")
    assert "1 Blue Inf" in (call.folder / "s.csv").read_text()


def test_the_line_protocol_follows_an_edited_module_on_wish(call: Caller, saved: Path) -> None:
    def opened() -> dict[str, object]:
        session = Session()
        request = {"do": "open", "path": str(saved), "edited": True}
        found: dict[str, object] = json.loads(session.answer(json.dumps(request)) or b"")
        session.close()
        return found

    same = opened()
    assert (same["differs"], same["refused"]) == (None, None)
    edit(saved)
    answer = opened()
    assert answer["ok"] is True
    differs = answer["differs"]
    assert isinstance(differs, dict)
    assert (differs["number"], differs["piece"], differs["cause"]) == (0, "1-red-inf", "position")
    assert differs["text"] == "in 0904 instead of 1004"
    shutil.rmtree(module_of(saved))
    assert opened()["ok"] is False
