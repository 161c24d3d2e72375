"""Saving as, going back to the last save, and what other programs do to the files of an open module."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.editor import recovery, workshop
from app.editor.desk import EditorDesk
from app.editor.disk_watch import DiskWatch
from app.editor.file_acts import AS_FILE, AS_FOLDER
from app.editor.saving import read_texts
from app.settings import SettingsStore
from engine.editing import pieces
from engine.editing.change import with_fields
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.app.editor.conftest import Designer
from tests.engine.editing.modules import a_module

PICTURE = b"\x89PNG not really"


def rename(designer: Designer, name: str) -> None:
    change = {"name": name}
    document = designer.window.document
    assert document.edit(lambda m: pieces.set_piece_fields(m, ["mine"], change), f"call it {name}")


def mine(designer: Designer) -> str:
    return designer.module.piece("mine").name


def answer(words: str) -> None:
    """Presses a button of the question that comes next."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(b for b in box.buttons() if b.text() == words).click()

    QTimer.singleShot(0, press)


def button(designer: Designer, words: str) -> QPushButton:
    found = designer.window.messages.findChildren(QPushButton)
    return next(b for b in found if b.text() == words and b.isVisible())


class TestSaveAs:
    def test_a_folder_where_the_editor_goes_on(self, designer: Designer, tmp_path: Path) -> None:
        window, document = designer.window, designer.window.document
        old = document.path
        (old / "art").mkdir()
        (old / "art" / "mine.png").write_bytes(PICTURE)
        (old / "terrain.yaml").write_bytes(b"# a remark\n" + (old / "terrain.yaml").read_bytes())
        document.folder = document.folder.moved(old)
        before = read_texts(old)
        rename(designer, "A")
        document.keep_now()
        assert window.save_to(tmp_path / "second")
        assert document.path == tmp_path / "second"
        assert document.is_clean
        assert load_module(document.path) == designer.module
        assert (document.path / "art" / "mine.png").read_bytes() == PICTURE
        assert read_texts(old) == before
        assert recovery.recovered(old) is None
        rename(designer, "B")
        assert window.save()
        assert load_module(tmp_path / "second").piece("mine").name == "B"
        assert read_texts(old) == before
        document.stack.setIndex(0)
        assert mine(designer) != "A"

    def test_unsaved_work_is_kept_for_the_new_folder(self, designer: Designer, tmp_path: Path) -> None:
        document = designer.window.document
        assert designer.window.save_to(tmp_path / "second")
        rename(designer, "A")
        assert document.keep_now()
        found = recovery.recovery_file(tmp_path / "second")
        assert found.is_file()
        assert recovery.read_recovery(found) is not None

    def test_one_file_and_the_editor_stays(self, designer: Designer, tmp_path: Path) -> None:
        window, old = designer.window, designer.window.document.path
        before = read_texts(old)
        rename(designer, "A")
        assert window.save_to(tmp_path / "second.hexmod")
        assert load_module(tmp_path / "second.hexmod") == designer.module
        assert (window.document.path, window.document.is_clean) == (old, False)
        assert read_texts(old) == before
        assert "Packed in" in designer.said()

    @pytest.mark.parametrize(
        "place", ["meeting", "meeting/inside", "full", "file", "file/below", "folder.hexmod"]
    )
    def test_places_that_cannot_be(self, designer: Designer, tmp_path: Path, place: str) -> None:
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "letter.txt").write_text("dear")
        (tmp_path / "file").write_text("text")
        (tmp_path / "folder.hexmod").mkdir()
        before = sorted(tmp_path.rglob("*"))
        rename(designer, "A")
        assert not designer.window.save_to(tmp_path / place)
        assert designer.said()
        assert sorted(tmp_path.rglob("*")) == before
        assert designer.window.document.path == tmp_path / "meeting"

    @pytest.mark.parametrize(("kind", "name"), [(AS_FOLDER, "other"), (AS_FILE, "other.hexmod")])
    def test_the_question_for_a_name(
        self, designer: Designer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
    ) -> None:
        chosen, old = (str(tmp_path / "other"), kind), designer.module.title
        proposed: list[str] = []
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: chosen)

        def ask(*_a: object, text: str) -> tuple[str, bool]:
            proposed.append(text)
            return "The other war", True

        monkeypatch.setattr(QInputDialog, "getText", ask)
        designer.window.save_as()
        assert load_module(tmp_path / name) == designer.module
        assert proposed == (["Other"] if kind == AS_FOLDER else [])
        assert designer.module.title == ("The other war" if kind == AS_FOLDER else old)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: ("", ""))
        before = sorted(tmp_path.rglob("*"))
        designer.window.save_as()
        assert sorted(tmp_path.rglob("*")) == before

    def test_a_module_saved_as_another_has_a_title_and_id_of_its_own(
        self, designer: Designer, tmp_path: Path
    ) -> None:
        window, document, before = designer.window, designer.window.document, designer.module
        assert window.new_title(tmp_path / "meeting-copy") == f"{before.title} (copy)"
        assert window.new_title(tmp_path / "desert_war") == "Desert war"
        assert window.save_to(tmp_path / "desert-war", "Desert war")
        assert (designer.module.title, designer.module.id) == ("Desert war", "desert-war")
        assert load_module(tmp_path / "desert-war") == designer.module
        assert load_module(tmp_path / "meeting").title == before.title
        assert window.windowTitle().startswith("Desert war (module) — saved")
        root = window.tree.topLevelItem(0)
        assert root is not None
        assert root.text(0) == "Desert war"
        document.stack.undo()
        assert designer.module == before
        assert not document.is_clean

    def test_a_title_not_given_is_a_save_not_made(
        self, designer: Designer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        chosen = (str(tmp_path / "other"), AS_FOLDER)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: chosen)
        monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("", False))
        designer.window.save_as()
        assert not (tmp_path / "other").exists()
        assert designer.steps == 0

    def test_windows_of_one_title_name_their_folders(self, qtbot: QtBot, tmp_path: Path) -> None:
        desk = EditorDesk(SettingsStore(tmp_path / "settings.json"), lambda *_a: None, lambda _words: None)
        windows = []
        for name in ("one", "two"):
            save_module(a_module(), tmp_path / name)
            window = desk.open(tmp_path / name)
            assert window is not None
            windows.append(window)
        qtbot.addWidget(windows[0], before_close_func=lambda w: w.document.stack.setClean())
        title = a_module().title
        found = [window.windowTitle() for window in windows]
        assert found == [f"{title} (module) in {name} — saved" for name in ("one", "two")]
        windows[1].document.edit(lambda m: with_fields(m, {"title": "Else"}), "title")
        assert windows[0].windowTitle() == f"{title} (module) — saved"
        assert windows[1].windowTitle() == "Else (module) — 1 change"
        windows[1].document.stack.undo()
        windows[1].close()
        assert windows[0].windowTitle() == f"{title} (module) — saved"

    def test_a_disk_that_is_full(
        self, designer: Designer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_a: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(workshop, "replace_files", full)
        for name in ("second", "second.hexmod"):
            assert not designer.window.save_to(tmp_path / name)
            assert "No space left" in designer.said()
            designer.window.messages.clear()
        assert not (tmp_path / "second").exists()
        assert not list(tmp_path.glob(".*"))


class TestRevert:
    def test_one_step_that_can_be_undone(self, designer: Designer) -> None:
        document = designer.window.document
        rename(designer, "A")
        assert designer.window.save()
        saved = read_texts(document.path)
        rename(designer, "B")
        rename(designer, "C")
        answer("Go back")
        designer.window.revert()
        assert (mine(designer), document.is_clean, designer.steps) == ("A", True, 4)
        assert document.stack.undoText() == "go back to the last save"
        assert read_texts(document.path) == saved
        document.stack.undo()
        assert (mine(designer), document.is_clean) == ("C", False)
        document.stack.setIndex(0)
        assert designer.window.save()
        assert load_module(document.path) == a_module()

    def test_saying_no(self, designer: Designer) -> None:
        rename(designer, "A")
        answer("Cancel")
        designer.window.revert()
        assert (mine(designer), designer.steps) == ("A", 1)

    def test_nothing_to_go_back_to(self, designer: Designer) -> None:
        designer.window.revert()
        assert "Nothing to go back to" in designer.said()
        assert designer.steps == 0

    def test_files_that_cannot_be_read(self, designer: Designer) -> None:
        rename(designer, "A")
        (designer.window.document.path / "cards.yaml").write_bytes(b"[")
        answer("Go back")
        designer.window.revert()
        designer.window.messages.dismiss()
        assert mine(designer) == "A"
        assert "cards.yaml" in designer.said()


def changed_by_another(designer: Designer) -> bytes:
    """Another program renames the mine; the bytes of its file."""
    folder = designer.window.document.path
    other = pieces.set_piece_fields(load_module(folder), ["mine"], {"name": "Theirs"})
    save_module(other, folder)
    file = folder / "pieces" / "_neutral.yaml"
    assert b"Theirs" in file.read_bytes()
    return file.read_bytes()


class TestOtherPrograms:
    def test_their_files_taken_can_be_undone(self, designer: Designer) -> None:
        document = designer.window.document
        first = read_texts(document.path)
        rename(designer, "A")
        theirs = changed_by_another(designer)
        designer.window.disk.look()
        assert "another program changed pieces/_neutral.yaml" in designer.said().lower()
        designer.press(button(designer, "Take those files"))
        assert (mine(designer), document.is_clean) == ("Theirs", True)
        assert designer.window.save()
        assert (document.path / "pieces" / "_neutral.yaml").read_bytes() == theirs
        document.stack.undo()
        assert mine(designer) == "A"
        document.stack.setIndex(0)
        assert designer.window.save()
        assert read_texts(document.path) == first

    def test_mine_kept_is_saved_over_theirs_which_stay_beside(self, designer: Designer) -> None:
        document = designer.window.document
        theirs = changed_by_another(designer)
        designer.window.disk.look()
        designer.press(button(designer, "Keep what is here"))
        assert not document.is_clean
        assert designer.window.save()
        assert load_module(document.path) == designer.module
        assert (document.path / ".replaced-1" / "pieces" / "_neutral.yaml").read_bytes() == theirs
        assert ".replaced-1" in designer.said()
        assert designer.window.save()
        assert not (document.path / ".replaced-2").exists()

    def test_saving_without_looking_offers_both(self, designer: Designer) -> None:
        rename(designer, "A")
        changed_by_another(designer)
        assert not designer.window.save()
        assert button(designer, "Save over").isEnabled()
        designer.press(button(designer, "Take those files"))
        assert mine(designer) == "Theirs"

    def test_it_is_told_once_and_own_saves_are_nothing(self, designer: Designer) -> None:
        told: list[str] = []
        designer.window.disk.changed.connect(told.append)
        rename(designer, "A")
        assert designer.window.save()
        designer.window.disk.look()
        assert told == []
        changed_by_another(designer)
        designer.window.disk.look()
        designer.window.disk.look()
        assert len(told) == 1

    def test_a_file_that_came(self, designer: Designer) -> None:
        told: list[str] = []
        designer.window.disk.look()
        designer.window.disk.changed.connect(told.append)
        (designer.window.document.path / "help").mkdir(exist_ok=True)
        (designer.window.document.path / "help" / "new.md").write_text("# New\n", encoding="utf-8")
        designer.window.disk.look()
        assert "help/new.md" in told[0]

    def test_half_a_checkout_is_not_taken(self, designer: Designer) -> None:
        rename(designer, "A")
        (designer.window.document.path / "cards.yaml").write_bytes(b"<<<<<<< ours\n")
        designer.window.disk.look()
        designer.press(button(designer, "Take those files"))
        assert mine(designer) == "A"
        assert "What is here stays" in designer.said()

    @pytest.mark.parametrize("way", [shutil.rmtree, lambda path: path.rename(path.with_name("moved"))])
    def test_a_folder_that_went_away(self, designer: Designer, way: Callable[[Path], object]) -> None:
        document = designer.window.document
        way(document.path)
        designer.window.disk.look()
        assert "no longer there" in designer.said()
        assert not document.is_clean
        assert document.keep_now()
        assert recovery.read_recovery(document.keeper.file) is not None
        designer.press(button(designer, "Save it there again"))
        assert load_module(document.path) == a_module()
        assert document.is_clean

    def test_the_window_looks_when_it_comes_to_the_front(self, designer: Designer) -> None:
        other = QMessageBox()
        other.setModal(False)
        other.show()
        other.activateWindow()
        designer.settle()
        changed_by_another(designer)
        other.close()
        designer.window.activateWindow()
        designer.settle()
        assert "another program changed" in designer.said().lower()

    def test_a_slow_disk_is_looked_at_no_more(
        self, designer: Designer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("app.editor.disk_watch.PATIENCE", -1.0)
        watch = DiskWatch(designer.window.document)
        watch.look()
        assert watch.is_slow
        told: list[str] = []
        watch.changed.connect(told.append)
        changed_by_another(designer)
        watch.look()
        assert told == []


def test_a_folder_that_cannot_be_written_to_is_told(
    designer: Designer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_a: False)
    designer.window.tell_first()
    assert "cannot be written to" in designer.said()
    assert button(designer, "Save as…").isEnabled()
