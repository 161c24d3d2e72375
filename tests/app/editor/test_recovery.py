"""Work taken up after a crash: the history is as it was, step by step, back to what is on the disk."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.editor import recovery
from app.editor.document import KEEP_MS, QUICK_MS, REST, EditorDocument
from app.editor.saving import read_texts
from app.editor.steps import KeptWay
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.editing import pieces
from engine.loading.loader import load_module
from engine.loading.writer import save_module
from tests.app.editor.conftest import Designer, at_work
from tests.engine.editing.modules import a_module
from tests.engine.editing.test_edit_properties import EDITS, Edit
from tests.fixtures.processes import environment


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_module(a_module(), tmp_path / "meeting")
    remarked = tmp_path / "meeting" / "terrain.yaml"
    remarked.write_bytes(b"# a remark of the author\n" + remarked.read_bytes())
    return tmp_path / "meeting"


def renamed(document: EditorDocument, name: str) -> None:
    change = {"name": name}
    assert document.edit(lambda m: pieces.set_piece_fields(m, ["mine"], change), f"call it {name}")


def crashed(document: EditorDocument) -> recovery.Recovered:
    """What the document leaves when its program dies now."""
    assert document.keep_now()
    kept = recovery.recovered(document.path)
    assert kept is not None
    data = kept.file.read_bytes()
    document.close()
    kept.file.write_bytes(data)
    return kept


def texts(document: EditorDocument) -> list[str]:
    return [document.stack.text(number) for number in range(document.stack.count())]


def mine(document: EditorDocument) -> str:
    return document.module.piece("mine").name


def undo_all(document: EditorDocument) -> None:
    while document.stack.canUndo():
        document.stack.undo()


def test_each_step_is_back_with_its_words(folder: Path, qapp: object) -> None:
    before, document = read_texts(folder), open_document(folder)
    for name in ("A", "B", "C"):
        renamed(document, name)
    found = crashed(document)
    later = open_document(folder)
    assert later.recover(found) == 3
    assert texts(later) == ["call it A", "call it B", "call it C"]
    assert (mine(later), later.changes, later.is_clean) == ("C", 3, False)
    later.stack.undo()
    assert mine(later) == "B"
    undo_all(later)
    assert later.is_clean
    assert later.save()
    assert read_texts(folder) == before
    later.stack.setIndex(3)
    assert mine(later) == "C"
    assert later.save()
    assert load_module(folder) == later.module
    later.close()


def test_what_was_undone_can_be_redone(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    for name in ("A", "B", "C"):
        renamed(document, name)
    document.stack.setIndex(1)
    later_found = crashed(document)
    later = open_document(folder)
    assert later.recover(later_found) == 1
    assert (mine(later), later.stack.redoText()) == ("A", "call it B")
    later.stack.setIndex(3)
    assert mine(later) == "C"
    later.close()


def test_the_way_begins_at_what_was_saved(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    for name in ("A", "B", "C"):
        renamed(document, name)
    assert document.save()
    saved = read_texts(folder)
    document.stack.setIndex(1)
    renamed(document, "D")
    found = crashed(document)
    later = open_document(folder)
    later.recover(found)
    assert texts(later) == ["undo call it C", "undo call it B", "call it D"]
    assert mine(later) == "D"
    undo_all(later)
    assert (mine(later), later.is_clean) == ("C", True)
    assert later.save()
    assert read_texts(folder) == saved
    later.close()


def test_work_on_files_of_an_older_format(folder: Path, qapp: object) -> None:
    head = folder / "module.yaml"
    lines = head.read_text(encoding="utf-8").splitlines(keepends=True)
    head.write_text("".join(x for x in lines if not x.startswith("schema_version")), encoding="utf-8")
    before, document = read_texts(folder), open_document(folder)
    assert document.is_old
    renamed(document, "A")
    renamed(document, "B")
    found = crashed(document)
    later = open_document(folder)
    assert later.recover(found) == 3
    assert later.stack.count() == 3
    assert texts(later)[1:] == ["call it A", "call it B"]
    undo_all(later)
    assert later.save()
    assert read_texts(folder) == before
    later.close()


def test_work_taken_up_after_the_first_new_edits_loses_none_of_them(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    renamed(document, "A")
    found = crashed(document)
    later = open_document(folder)
    renamed(later, "new")
    later.recover(found)
    assert texts(later) == ["call it new", "go back to what is saved", "call it A"]
    assert mine(later) == "A"
    later.stack.undo()
    later.stack.undo()
    assert mine(later) == "new"
    later.close()


def test_files_that_changed_meanwhile_make_it_one_step(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    renamed(document, "A")
    found = crashed(document)
    save_module(pieces.delete_pieces(a_module(), ["mine"]), folder)
    later = open_document(folder)
    assert later.recover(found) == 1
    assert texts(later) == ["take up unsaved work"]
    assert later.module == found.module
    later.stack.undo()
    assert "mine" not in later.module.pieces_by_id()
    later.close()


def test_steps_that_fit_nothing_make_it_one_step(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    renamed(document, "A")
    found = crashed(document)
    broken = recovery.Recovered(found.file, found.path, found.module, 1, KeptWay(found.way.steps, done=7))
    later = open_document(folder)
    assert later.recover(broken) == 1
    assert texts(later) == ["take up unsaved work"]
    later.close()


def test_everybody_is_told_once_however_many_steps(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    for number in range(40):
        renamed(document, f"N{number}")
    found = crashed(document)
    later = open_document(folder)
    told: list[object] = []
    later.changed.connect(told.append)
    assert later.recover(found) == 40
    assert len(told) == 1
    later.close()


def drawn(edit: Edit, dice: Random, module: ModuleDef) -> ModuleDef:
    return edit(module, dice)


def some_work(document: EditorDocument, dice: Random) -> None:
    for number in range(25):
        draw = dice.random()
        if draw < 0.12:
            assert document.save()
        elif draw < 0.35 and document.stack.canUndo():
            document.stack.setIndex(max(0, document.stack.index() - dice.randint(1, 4)))
        else:
            document.edit(partial(drawn, dice.choice(EDITS), dice), f"edit {number}")


@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_done_comes_back_and_leads_back_to_the_disk(
    seed: int, folder: Path, qapp: object
) -> None:
    document, dice = open_document(folder), Random(seed)
    some_work(document, dice)
    document.edit(lambda m: m.model_copy(update={"title": f"End {seed}"}), "end")
    end, saved = document.module, read_texts(folder)
    found = crashed(document)
    later = open_document(folder)
    later.recover(found)
    assert later.module == end
    assert later.stack.undoText() == "end"
    undo_all(later)
    assert later.save()
    assert read_texts(folder) == saved
    later.close()


DYING = """
import os, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.editor.window import open_document
from engine.editing import pieces
app = QApplication([])
document = open_document(Path(sys.argv[1]))
for name in ("A", "B"):
    document.edit(lambda m: pieces.set_piece_fields(m, ["mine"], {"name": name}), "call it " + name)
document.keep_now()
os.kill(os.getpid(), 9)
"""


def test_the_window_of_the_next_program_offers_them(folder: Path, qtbot: QtBot, tmp_path: Path) -> None:
    died = subprocess.run(
        [sys.executable, "-c", DYING, str(folder)], env=environment(), check=False, timeout=60
    )
    assert died.returncode != 0
    window = EditorWindow(open_document(folder), SettingsStore(tmp_path / "settings.json"))
    person = at_work(window, qtbot)
    assert "Unsaved work was found: 2 changes" in person.said()
    button = next(b for b in window.messages.findChildren(QPushButton) if b.text() == "Take it up")
    person.press(button)
    assert "2 steps taken up" in person.said()
    assert texts(window.document) == ["call it A", "call it B"]
    assert window.history.model().rowCount() == 3
    person.press(window.undo_button)
    assert mine(window.document) == "A"


def offered(folder: Path, qtbot: QtBot, tmp_path: Path) -> Designer:
    return at_work(EditorWindow(open_document(folder), SettingsStore(tmp_path / "settings.json")), qtbot)


def test_work_begun_before_the_files_changed_says_what_it_lacks(
    folder: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    document = open_document(folder)
    renamed(document, "A")
    crashed(document)
    save_module(pieces.delete_pieces(a_module(), ["mine"]), folder)
    person = offered(folder, qtbot, tmp_path)
    button = next(b for b in person.window.messages.findChildren(QPushButton) if b.text() == "Take it up")
    person.press(button)
    assert "what was changed in them since is not in it" in person.said()
    assert mine(person.window.document) == "A"
    person.press(person.window.undo_button)
    assert "mine" not in person.window.document.module.pieces_by_id()


def test_work_that_waits_for_an_answer_outlives_a_second_crash(
    folder: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    document = open_document(folder)
    renamed(document, "A")
    first = crashed(document)
    person = offered(folder, qtbot, tmp_path)
    assert not person.window.document.keeper.has_company
    renamed(person.window.document, "new")
    assert person.window.document.keep_now()
    assert recovery.read_recovery(first.file) is not None, "the work of the first crash is still there"
    person.press(
        next(b for b in person.window.messages.findChildren(QPushButton) if b.text() == "Take it up")
    )
    assert not first.file.exists()
    kept = recovery.recovered(folder)
    assert kept is not None
    assert [step.text for step in kept.way.steps] == texts(person.window.document)


def test_work_that_nobody_wants_is_thrown_away(folder: Path, qtbot: QtBot, tmp_path: Path) -> None:
    document = open_document(folder)
    renamed(document, "A")
    crashed(document)
    person = offered(folder, qtbot, tmp_path)
    found = person.window.messages.findChildren(QPushButton)
    person.press(next(b for b in found if b.text() == "Throw it away"))
    assert recovery.recovered(folder) is None
    assert person.window.document.is_clean


def test_work_that_was_saved_after_all_is_not_offered(folder: Path, qtbot: QtBot, tmp_path: Path) -> None:
    document = open_document(folder)
    renamed(document, "A")
    assert document.save()
    document.keeper.keep(document.module, 1)
    left = document.keeper.file.read_bytes()
    document.close()
    recovery.recovery_file(folder).write_bytes(left)
    person = offered(folder, qtbot, tmp_path)
    assert person.said() == ""
    assert recovery.recovered(folder) is None


def kept_steps(document: EditorDocument) -> list[str]:
    """What a crash at this very moment would leave."""
    found = recovery.read_recovery(document.keeper.file)
    return [step.text for step in found.way.steps] if found is not None else []


def test_a_step_is_kept_before_anything_else_happens(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    renamed(document, "A")
    assert kept_steps(document) == ["call it A"]
    document.close()


def test_later_edits_do_not_put_keeping_off(folder: Path, qtbot: QtBot) -> None:
    document = open_document(folder)
    renamed(document, "A")
    for number in range(5):
        renamed(document, f"N{number}")
        assert document._keep_timer.interval() <= max(KEEP_MS, REST * document._keep_took) + 1
    qtbot.waitUntil(lambda: kept_steps(document)[-1:] == ["call it N4"], timeout=20_000)
    document.close()


def test_what_takes_long_to_keep_is_kept_between_events(folder: Path, qtbot: QtBot) -> None:
    document = open_document(folder)
    document._keep_took = 10 * QUICK_MS
    renamed(document, "A")
    assert kept_steps(document) == []
    assert document._keep_timer.isActive()
    qtbot.waitUntil(lambda: kept_steps(document) == ["call it A"], timeout=20_000)
    took = document._keep_took
    document.stack.undo()
    assert document.keep_now()
    assert document._keep_took == took, "there was nothing to keep"
    document.close()


def test_steps_that_become_one_are_kept_as_they_end(folder: Path, qtbot: QtBot) -> None:
    document = open_document(folder)
    for name in ("A", "B", "C"):
        change = partial(pieces.set_piece_fields, names=["mine"], changes={"name": name})
        assert document.edit(change, f"call it {name}", "key")

    def last() -> str:
        found = recovery.read_recovery(document.keeper.file)
        return found.module.piece("mine").name if found is not None else ""

    qtbot.waitUntil(lambda: last() == "C", timeout=20_000)
    assert kept_steps(document) == ["call it C"]
    document.close()


def test_changes_are_added_to_what_was_kept_whole(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    renamed(document, "A")
    assert document.keep_now()
    file, names = document.keeper.file, [f"N{number}" for number in range(20)]
    whole = file.read_bytes()
    for name in names:
        renamed(document, name)
        assert document.keep_now()
    document.stack.setIndex(document.stack.count() - 2)
    assert document.keep_now()
    assert file.read_bytes().startswith(whole)
    assert len(file.read_bytes()) < 2 * len(whole)
    found = recovery.read_recovery(file)
    assert found is not None
    assert found.module == document.module
    assert found.changes == document.changes == 19
    assert [step.text for step in found.way.steps] == texts(document)
    assert found.way.done == 19
    assert recovery.way_of(found, load_module(folder)) is not None
    document.close()


def test_a_line_cut_short_loses_one_change_only(folder: Path, qapp: object) -> None:
    document = open_document(folder)
    for name in ("A", "B", "C"):
        renamed(document, name)
        assert document.keep_now()
    file = document.keeper.file
    file.write_bytes(file.read_bytes()[:-5])
    found = recovery.read_recovery(file)
    assert found is not None
    assert found.module.piece("mine").name == "B"
    assert [step.text for step in found.way.steps] == ["call it A", "call it B"]
    renamed(document, "D")
    assert document.keep_now()
    found = recovery.read_recovery(file)
    assert found is not None, "a file that is not as it was left is written anew"
    assert found.module == document.module
    document.close()


def test_after_many_changes_the_module_is_kept_whole_again(
    folder: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "MOST_LINES", 3)
    document, sizes = open_document(folder), []
    for number in range(6):
        renamed(document, f"N{number}")
        assert document.keep_now()
        sizes.append(document.keeper.file.read_bytes().count(b"\n"))
    assert sizes == [0, 1, 2, 3, 0, 1]
    document.close()


KILLED_AT_ONCE = DYING.replace("document.keep_now()\n", "").replace('("A", "B")', '("A",)')


def test_killed_right_after_an_edit_loses_nothing(folder: Path, qapp: object) -> None:
    command = [sys.executable, "-c", KILLED_AT_ONCE, str(folder)]
    died = subprocess.run(command, env=environment(), check=False, timeout=60)
    assert died.returncode != 0
    found = recovery.recovered(folder)
    assert found is not None
    assert (found.module.piece("mine").name, found.changes) == ("A", 1)
