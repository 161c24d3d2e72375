"""Editing a module of an older version of the format: one step to undo, announced, byte-stable."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.editor import recovery
from app.editor.saving import read_texts
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.definition.module import SCHEMA_VERSION
from engine.editing.pieces import set_piece_fields
from engine.loading import load_module, schema_version_of

OLD = Path(__file__).parents[2] / "fixtures" / "formats" / "module-1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    shutil.copytree(OLD, tmp_path / "old")
    types = tmp_path / "old/pieces/_types.yaml"
    types.write_text("# my own remark\n" + types.read_text())
    return tmp_path / "old"


@pytest.fixture
def window(folder: Path, qtbot: QtBot) -> EditorWindow:
    made = EditorWindow(open_document(folder), SettingsStore(folder.parent / "settings.json"))
    qtbot.addWidget(made, before_close_func=lambda _w: made.document.stack.setClean())
    made.show()
    for _ in range(4):
        QApplication.processEvents()
    return made


def test_it_is_announced_and_can_be_undone(window: EditorWindow) -> None:
    document = window.document
    assert document.module.schema_version == SCHEMA_VERSION
    assert document.stack.count() == 1
    assert document.stack.undoText() == "bring the files from version 1 of the format to 2"
    assert window.messages.current is not None
    assert "older version of the format" in window.messages.current.text


def test_saving_writes_the_new_version_and_keeps_what_says_the_same(
    window: EditorWindow, folder: Path
) -> None:
    before = read_texts(folder)
    assert window.save()
    after = read_texts(folder)
    assert schema_version_of(folder) == SCHEMA_VERSION
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"module.yaml", "scenarios/meeting.yaml", "schedule.yaml"}
    assert after["pieces/_types.yaml"].startswith(b"# my own remark")
    assert load_module(folder) == load_module(OLD)
    assert window.save()
    assert read_texts(folder) == after


def test_undoing_all_and_saving_gives_the_old_files_back(window: EditorWindow, folder: Path) -> None:
    before = read_texts(folder)
    document = window.document
    assert document.edit(lambda m: set_piece_fields(m, ["1-red-inf"], {"name": "Guards"}), "rename")
    assert window.save()
    assert read_texts(folder) != before
    while document.stack.canUndo():
        document.stack.undo()
    assert window.save()
    assert read_texts(folder) == before


def test_a_module_edited_after_undoing_the_step_is_still_written_in_the_new_form(
    window: EditorWindow, folder: Path
) -> None:
    document = window.document
    document.stack.undo()
    assert document.edit(lambda m: set_piece_fields(m, ["1-red-inf"], {"name": "Guards"}), "rename")
    assert window.save()
    assert schema_version_of(folder) == SCHEMA_VERSION
    assert load_module(folder).piece("1-red-inf").name == "Guards"


def test_looking_only_asks_nothing_and_leaves_nothing(window: EditorWindow, folder: Path) -> None:
    before = read_texts(folder)
    document = window.document
    document.keep_now()
    assert not document.is_worth_keeping
    assert recovery.recovered(folder) is None
    assert window.ask_to_close()
    assert read_texts(folder) == before


def test_work_on_it_is_kept_like_any_other(window: EditorWindow, folder: Path) -> None:
    document = window.document
    assert document.edit(lambda m: set_piece_fields(m, ["1-red-inf"], {"name": "Guards"}), "rename")
    assert document.is_worth_keeping
    document.keep_now()
    found = recovery.recovered(folder)
    assert found is not None
    assert found.module.piece("1-red-inf").name == "Guards"


def test_work_that_an_older_program_kept_is_taken_up(folder: Path) -> None:
    recovery.keep(folder, load_module(folder), 3)
    file = recovery.recovery_file(folder)
    text = file.read_text()
    assert '"schema_version":2' in text
    assert '"zones":["west-edge"]' in text
    text = text.replace('"schema_version":2', '"schema_version":1')
    file.write_text(text.replace('"zones":["west-edge"]', '"zone":"west-edge"'))
    found = recovery.recovered(folder)
    assert found is not None
    assert found.module == load_module(folder)
    assert found.changes == 3
