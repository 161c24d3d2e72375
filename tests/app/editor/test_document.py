"""The document: history, merging, refusals, saving, recovery."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from app.editor import recovery
from app.editor.document import EditorDocument
from app.editor.saving import finish_swap, read_texts, replace_files
from app.editor.window import open_document
from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing import EditRefused, maps, pieces, setups
from engine.loading.loader import load_module
from engine.loading.writer import save_module
from tests.engine.editing.modules import a_module
from tests.engine.editing.test_edit_properties import EDITS


@pytest.fixture
def document(qtbot: QtBot, tmp_path: Path) -> Iterator[EditorDocument]:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    made = EditorDocument(folder, load_module(folder))
    yield made
    made.close()


def test_every_edit_can_be_undone_and_redone(document: EditorDocument) -> None:
    before = document.module
    assert document.edit(lambda m: pieces.set_piece_fields(m, ["mine"], {"name": "Mines"}), "rename mine")
    after = document.module
    assert document.stack.undoText() == "rename mine"
    document.stack.undo()
    assert document.module is before
    document.stack.redo()
    assert document.module is after


def test_a_refused_edit_leaves_no_step(document: EditorDocument, qtbot: QtBot) -> None:
    with qtbot.waitSignal(document.refused) as caught:
        assert not document.edit(
            lambda m: setups.place_pieces(m, "meeting", ["1-red-inf"], WhereDef(at="0101")), "move"
        )
    assert "sea" in caught.args[0]
    assert document.stack.count() == 0


def test_a_bulk_edit_that_fails_half_way_changes_nothing(document: EditorDocument) -> None:
    before = document.module

    def half(_module: ModuleDef) -> ModuleDef:
        changed = pieces.set_piece_fields(before, ["1-blue-inf"], {"name": "A"})
        return pieces.set_piece_fields(changed, ["nobody"], {"name": "B"})

    assert not document.edit(half, "two at once")
    assert document.module is before


def test_steps_of_one_drag_merge_and_vanish_when_they_lead_back(document: EditorDocument) -> None:
    key = document.new_key("paint")
    for spot in ("0606", "0607", "0707"):
        document.edit(
            partial(maps.paint_terrain, board="coast", hexes=[spot], terrain="rough"), "paint rough", key
        )
    assert document.stack.count() == 1
    key = document.new_key("paint")
    document.edit(lambda m: maps.paint_terrain(m, "coast", ["0808"], "rough"), "paint", key)
    document.edit(lambda m: maps.paint_terrain(m, "coast", ["0808"], "clear"), "paint", key)
    assert document.stack.count() == 1


def test_random_edits_undone_leave_the_files_byte_identical(document: EditorDocument) -> None:
    notes = document.path / "terrain.yaml"
    notes.write_bytes(b"# a remark of the author\n" + notes.read_bytes())
    opened = EditorDocument(document.path, load_module(document.path))
    original = read_texts(opened.path)
    dice = Random(11)
    for n in range(40):
        opened.edit(lambda m: dice.choice(EDITS)(m, dice), f"edit {n}")
        if n % 10 == 9:
            assert opened.save()
    assert opened.stack.count() > 10
    assert read_texts(opened.path) != original
    while opened.stack.canUndo():
        opened.stack.undo()
    assert opened.save()
    assert read_texts(opened.path) == original
    opened.close()


def test_what_is_saved_loads_and_untouched_files_keep_their_bytes(document: EditorDocument) -> None:
    notes = document.path / "terrain.yaml"
    notes.write_bytes(b"# a remark of the author\n" + notes.read_bytes())
    opened = EditorDocument(document.path, load_module(document.path))
    opened.edit(lambda m: pieces.delete_pieces(m, ["mine"]), "delete")
    assert opened.save()
    assert opened.is_clean
    assert notes.read_bytes().startswith(b"# a remark")
    assert load_module(opened.path) == opened.module
    opened.close()


def test_a_failed_save_keeps_the_old_files(
    document: EditorDocument, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = read_texts(document.path)
    document.edit(lambda m: pieces.delete_pieces(m, ["mine", "1-red-inf"]), "delete")
    written = []

    def full(self: Path, target: Path) -> Path:
        written.append(target)
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        return Path.rename(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with qtbot.waitSignal(document.told) as caught:
            assert not document.save()
    assert "old files are kept" in caught.args[0]
    assert read_texts(document.path) == original
    assert not document.is_clean
    assert not list(document.path.rglob("*.hexpart"))
    assert document.save()


def test_unsaved_work_is_offered_after_a_crash(document: EditorDocument) -> None:
    document.edit(lambda m: pieces.delete_pieces(m, ["mine"]), "delete")
    document.keep_now()
    found = recovery.recovered(document.path)
    assert found is not None
    assert found.module == document.module
    assert found.changes == 1
    later = EditorDocument(document.path, load_module(document.path))
    later.recover(found)
    assert later.module == document.module
    later.stack.undo()
    assert len(later.module.pieces) == len(a_module().pieces)
    later.close()
    assert recovery.recovered(document.path) is None


def test_a_broken_recovery_file_is_no_recovery(document: EditorDocument) -> None:
    document.edit(lambda m: pieces.delete_pieces(m, ["mine"]), "delete")
    document.keep_now()
    file = recovery.recovery_file(document.path)
    file.write_bytes(file.read_bytes()[:-40])
    assert recovery.recovered(document.path) is None


def test_issues_follow_after_a_moment(document: EditorDocument, qtbot: QtBot) -> None:
    with qtbot.waitSignal(document.checked, timeout=2000):
        document.edit(lambda m: setups.take_off_pieces(m, "meeting", ["1-red-inf"]), "take off")
    assert any(f.issue.code == "UNACCOUNTED" for f in document.check.findings)
    with pytest.raises(EditRefused):
        setups.take_off_pieces(document.module, "nowhere", ["1-red-inf"])


def test_a_save_cut_short_by_a_kill_is_ended_at_the_next_start(document: EditorDocument) -> None:
    """The process dies between two files: what is left reads as the new state and becomes it when opened."""
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from app.editor import saving\n"
        "from app.editor.window import open_document\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from engine.editing import pieces\n"
        "app = QApplication([])\n"
        "document = open_document(Path(sys.argv[1]))\n"
        "assert document.edit(lambda m: pieces.delete_pieces(m, ['1-red-inf', '1-blue-inf']), 'delete')\n"
        "swap, done = Path.replace, []\n"
        "def dying(self, target):\n"
        "    if self.name.endswith('.hexpart'):\n"
        "        done.append(1)\n"
        "        if len(done) == 2:\n"
        "            os._exit(9)\n"
        "    return swap(self, target)\n"
        "Path.replace = dying\n"
        "document.save()\n"
    )
    died = subprocess.run([sys.executable, "-c", code, str(document.path)], check=False, timeout=60)
    assert died.returncode == 9
    assert (document.path / ".hexswap").is_file()
    assert "1-red-inf" not in load_module(document.path).pieces_by_id()
    opened = open_document(document.path)
    assert not (document.path / ".hexswap").exists()
    assert "1-red-inf" not in opened.module.pieces_by_id()
    assert load_module(document.path) == opened.module
    opened.close()


@pytest.mark.parametrize("moves", range(5))
def test_a_save_killed_between_files_is_ended_when_the_module_is_opened(
    document: EditorDocument, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    class Killed(BaseException):
        """The program is gone: nothing is tidied up any more."""

    before = read_texts(document.path)
    document.edit(lambda m: pieces.delete_pieces(m, ["mine", "1-red-inf"]), "delete")
    wanted = document.folder.texts_of(document.module)
    assert sum(before.get(name) != data for name, data in wanted.items()) > 1
    left, real_replace, real_unlink = [moves], Path.replace, Path.unlink

    def replace(self: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        return real_replace(self, target)

    def unlink(self: Path, missing_ok: bool = False) -> None:
        if left[0] >= 0:
            real_unlink(self, missing_ok=missing_ok)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", replace)
        patch.setattr(Path, "unlink", unlink)
        patch.setattr("app.editor.saving._put_back", lambda *_about: None)
        with suppress(Killed):
            replace_files(document.path, before, wanted)
    finish_swap(document.path)
    assert read_texts(document.path) == wanted
    assert not [file for file in document.path.rglob(".*") if "hex" in file.name]
    assert not finish_swap(document.path)


def test_a_save_cut_off_before_any_file_moved_leaves_the_old_ones(document: EditorDocument) -> None:
    before = read_texts(document.path)
    (document.path / ".terrain.yaml.hexpart").write_bytes(b"half a fi")
    (document.path / ".hexswap").write_bytes(b'{"put": ["../outside.yaml"], "delete": []}')
    assert not finish_swap(document.path)
    assert read_texts(document.path) == before
    assert not list(document.path.glob(".*hex*"))
