"""A newcomer's sitting on the largest shipped game: copy a scenario, change it, play it, undo it all."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.editor import workshop
from app.editor.document import EditorDocument
from app.editor.saving import read_texts
from app.editor.window import open_document
from engine.bots import make_bot
from engine.bots.match import Match
from engine.definition.scenario import WhereDef
from engine.definition.victory import VictoryDef
from engine.editing import charts, maps, pieces, schedule, setups
from engine.editing.change import with_fields
from engine.game import new_game
from engine.loading import builtin_modules, load_module


@pytest.fixture
def document(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EditorDocument:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    return open_document(workshop.editable(builtin_modules()["afrika"]))


def test_a_scenario_of_ones_own_from_copy_to_play_and_back(document: EditorDocument) -> None:
    original = read_texts(document.path)
    opened = document.module
    assert document.edit(lambda m: setups.copy_scenario(m, "operation-crusader", "My own")[0], "copy")
    mine = "operation-crusader-copy"
    moved = document.module.scenario(mine).sides["axis"].placements[4].pieces
    assert document.edit(lambda m: setups.place_pieces(m, mine, moved, WhereDef(at="A35.21")), "move")
    assert document.edit(lambda m: pieces.duplicate_pieces(m, ["axis-3-3-8-605"]), "duplicate")
    new = next(p.id for p in document.module.pieces if p.id not in opened.pieces_by_id())
    assert document.edit(lambda m: schedule.arrive(m, [new], 16, "tripoli"), "arrive")
    gone = document.module.scenario(mine).sides["allied"].placements[0].pieces[0]
    entry = {"turn": 17, "side": "allied", "action": "withdraw", "pieces": (gone,)}
    assert document.edit(lambda m: schedule.add_entry(m, entry), "withdraw")
    assert document.edit(lambda m: charts.set_cell(m, "crt", 0, 0, "A4r1"), "chart")
    won = VictoryDef(side="axis", text="Holds Bardia at the end.", rule="my own")
    assert document.edit(
        lambda m: setups.change_version(m, mine, "short", lambda v: with_fields(v, {"victory": (won,)})),
        "victory",
    )
    assert document.edit(lambda m: maps.paint_terrain(m, "north-africa", ["A42.17"], "rough"), "paint")
    assert document.save()
    saved = load_module(document.path)
    assert saved == document.module
    game = new_game(saved, mine, 5, {})
    assert game.state.pieces[moved[0]].at == "A35.21"
    assert game.rules.check(game.state) == ()
    bots = {side.id: make_bot("greedy", 5, side.id) for side in saved.sides}
    played = Match(rules=game.rules, seed=5, bots=bots, max_turns=1).play()
    assert played.errors == ()
    assert played.actions > 20
    assert document.stack.count() == 8
    while document.stack.canUndo():
        document.stack.undo()
    assert document.module is opened
    assert document.save()
    assert read_texts(document.path) == original
    document.close()
