"""Files that another program changes, moves or deletes while the module is in the editor: nothing is lost."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.editor import recovery
from app.editor.desk import EditorDesk
from app.editor.document import EditorDocument
from app.editor.saving import read_texts
from app.editor.window import open_document
from app.messages import Message
from app.settings import SettingsStore
from engine.editing import pieces
from engine.issues import LoadError
from engine.loading.loader import load_module
from engine.loading.writer import save_module
from tests.app.editor.conftest import Designer
from tests.engine.editing.modules import a_module
from tests.fixtures.processes import environment


@pytest.fixture
def document(qtbot: QtBot, tmp_path: Path) -> Iterator[EditorDocument]:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    made = open_document(folder)
    made.edit(lambda m: pieces.delete_pieces(m, ["mine"]), "delete")
    yield made
    made.close()


def overtaken(document: EditorDocument) -> str:
    words: list[str] = []
    document.overtaken.connect(words.append)
    assert not document.save()
    assert len(words) == 1
    assert not document.is_clean
    return words[0]


def test_files_changed_by_another_program_are_not_written_over(document: EditorDocument) -> None:
    file = document.path / "terrain.yaml"
    file.write_bytes(b"# checked out\n" + file.read_bytes())
    theirs = read_texts(document.path)
    assert "terrain.yaml" in overtaken(document)
    assert read_texts(document.path) == theirs
    assert document.save_over()
    assert load_module(document.path) == document.module
    assert (document.path / ".replaced-1" / "terrain.yaml").read_bytes() == theirs["terrain.yaml"]
    assert document.save()


def test_a_file_that_came_is_not_deleted_by_saving(document: EditorDocument) -> None:
    (document.path / "help").mkdir(exist_ok=True)
    file = document.path / "help" / "theirs.md"
    file.write_text("# Theirs\n", encoding="utf-8")
    assert "theirs.md" in overtaken(document)
    assert file.is_file()
    assert document.save_over()
    assert (document.path / ".replaced-1" / "help" / "theirs.md").is_file()


def test_two_editors_of_one_module_do_not_write_over_each_other(document: EditorDocument) -> None:
    other = open_document(document.path)
    other.edit(lambda m: pieces.set_piece_fields(m, ["1-blue-inf"], {"name": "Theirs"}), "rename")
    assert other.save()
    theirs = read_texts(document.path)
    assert "another program" in overtaken(document).lower()
    assert read_texts(document.path) == theirs
    other.close()


@pytest.mark.parametrize("way", ["deleted", "renamed"])
def test_a_folder_that_went_away_is_told(document: EditorDocument, way: str) -> None:
    if way == "deleted":
        shutil.rmtree(document.path)
    else:
        document.path.rename(document.path.with_name("moved"))
    assert "no longer there" in overtaken(document)
    assert not document.path.exists()
    assert document.save_over()
    assert load_module(document.path) == document.module


def test_the_window_offers_to_save_over(designer: Designer) -> None:
    document = designer.window.document
    document.edit(lambda m: pieces.delete_pieces(m, ["mine"]), "delete")
    file = document.path / "terrain.yaml"
    file.write_bytes(b"# checked out\n" + file.read_bytes())
    assert not designer.window.save()
    assert "another program changed terrain.yaml" in designer.said().lower()
    message = designer.window.messages.current
    assert message is not None
    assert message.action is not None
    message.action()
    assert document.is_clean
    assert not file.read_bytes().startswith(b"# checked out")


def test_what_was_said_of_the_files_before_is_not_said_again(designer: Designer) -> None:
    window, document = designer.window, designer.window.document
    document.edit(lambda m: pieces.delete_pieces(m, ["mine"]), "delete")
    file = document.path / "terrain.yaml"
    file.write_bytes(b"# checked out\n" + file.read_bytes())
    window.disk.look()
    first = window.messages.current
    assert first is not None
    assert (first.button, first.second_button) == ("Take those files", "Keep what is here")
    assert not window.save()
    second = window.messages.current
    assert second is not None
    assert second.text.endswith("nothing was written.")
    assert second.second_action is not None
    window.messages.dismiss()
    second.second_action()
    assert document.is_clean
    assert "on the disk now" in designer.said()
    window.messages.dismiss()
    assert window.messages.current is None


def test_the_latest_word_stands_in_front(designer: Designer) -> None:
    told = designer.window.document.told
    told.emit("one.csv, the column 'x' is not known.", "bad")
    told.emit("two.csv, the counter 'y' is there twice.", "bad")
    assert designer.said() == "two.csv, the counter 'y' is there twice."
    designer.window.messages.dismiss()
    assert designer.window.messages.current is None


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("scenarios/meeting.yaml", b"id: [broken\n"),
        ("charts/theirs.yaml", b"<<<<<<< ours\n"),
        ("help/theirs.md", b"\xff\xfe"),
        ("cards.yaml", b"what: 1\n"),
    ],
)
def test_a_module_with_a_file_that_cannot_be_read_is_not_opened_without_it(
    name: str, data: bytes, tmp_path: Path, qapp: object
) -> None:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    with pytest.raises(LoadError, match=name):
        open_document(folder)
    assert (folder / name).read_bytes() == data


def test_a_module_with_wrong_names_is_opened_to_be_mended(tmp_path: Path, qapp: object) -> None:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    file = folder / "pieces" / "axis.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("type: infantry", "type: elephants"), encoding="utf-8"
    )
    made = open_document(folder)
    assert made.check.errors
    made.close()


def spoiled_with_kept_work(folder: Path, name: str, data: bytes) -> dict[str, bytes]:
    """A module with a faulty file, of which unsaved work is kept; its files as they are."""
    save_module(a_module(), folder)
    recovery.keep(folder, pieces.delete_pieces(a_module(), ["mine"]), 4)
    (folder / name).write_bytes(data)
    return read_texts(folder)


def test_kept_work_of_a_module_that_cannot_be_read_is_offered_and_not_written(
    tmp_path: Path, qapp: object
) -> None:
    folder = tmp_path / "meeting"
    before = spoiled_with_kept_work(folder, "scenarios/meeting.yaml", b"id: [broken\n")
    told: list[str] = []
    desk = EditorDesk(SettingsStore(tmp_path / "settings.json"), lambda _game, _path: None, told.append)
    offered: list[Message] = []
    desk.offer = offered.append
    assert desk.open(folder) is None
    assert read_texts(folder) == before
    assert "4 changes" in offered[0].text
    assert "scenarios/meeting.yaml" in offered[0].text
    assert offered[0].action is not None
    offered[0].action()
    window = desk.windows[0]
    assert "mine" not in window.document.module.pieces_by_id()
    assert not window.document.is_clean
    assert read_texts(folder) == before
    assert window.save()
    assert load_module(folder) == window.document.module
    kept = (folder / ".replaced-1" / "scenarios" / "meeting.yaml").read_bytes()
    assert kept == before["scenarios/meeting.yaml"]
    assert told == []
    assert window.close()


def test_a_module_that_cannot_be_read_and_of_which_nothing_is_kept_is_refused(
    tmp_path: Path, qapp: object
) -> None:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    (folder / "cards.yaml").write_bytes(b"[")
    told: list[str] = []
    desk = EditorDesk(SettingsStore(tmp_path / "settings.json"), lambda _game, _path: None, told.append)
    assert desk.open(folder) is None
    assert "cards.yaml" in told[0]


def test_a_module_with_wrong_names_keeps_them_until_the_kept_work_is_taken_up(
    tmp_path: Path, qapp: object
) -> None:
    folder = tmp_path / "meeting"
    spoiled_with_kept_work(folder, "cards.yaml", b"cards: []\n")
    file = folder / "pieces" / "axis.yaml"
    text = file.read_text(encoding="utf-8").replace("type: infantry", "type: elephants")
    file.write_text(text, encoding="utf-8")
    made = open_document(folder)
    assert made.check.errors
    assert file.read_text(encoding="utf-8") == text
    found = recovery.recovered(folder)
    assert found is not None
    made.recover(found)
    assert made.module == found.module
    assert file.read_text(encoding="utf-8") == text
    made.close()


HOLDING = """
import sys
from pathlib import Path
from app.editor.recovery import Keeper
from engine.loading import load_module
keeper = Keeper(Path(sys.argv[1]))
keeper.keep(load_module(Path(sys.argv[1])), 3)
print("ready", flush=True)
sys.stdin.read()
"""


def test_two_programs_keep_their_work_apart(tmp_path: Path, qapp: object) -> None:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"ready\n"
        assert recovery.recovered(folder) is None, "the work of a program that runs is no work of a crash"
        document = open_document(folder)
        assert document.keeper.number == 2
        document.edit(lambda m: pieces.delete_pieces(m, ["mine"]), "delete")
        document.keep_now()
        document.save()
        document.close()
        assert recovery.recovery_file(folder).is_file()
        other.kill()
    found = recovery.recovered(folder)
    assert found is not None
    assert found.changes == 3


def test_work_of_the_second_program_is_offered_and_taken_up(tmp_path: Path, qapp: object) -> None:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    recovery.keep(folder, pieces.delete_pieces(a_module(), ["mine"]), 5, number=2)
    document = open_document(folder)
    found = recovery.recovered(folder)
    assert found is not None
    assert found.changes == 5
    document.recover(found)
    assert not found.file.exists()
    assert recovery.recovery_file(folder).is_file()
    document.close()
