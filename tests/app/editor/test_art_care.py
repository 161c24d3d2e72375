"""What imports leave in a module's folder: nothing that nobody needs, and all that somebody still needs; and
sheets that are cut once more.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from app.editor.document import EditorDocument
from app.editor.recovery import discard, recovered
from app.editor.window import open_document
from app.editor.workshop import written_as
from app.importing.art_store import ArtStore
from app.importing.bringing import Brought, bring
from app.importing.claims import SUFFIX
from app.importing.dialogs.slicer_window import SlicerWindow
from app.importing.folder_art import load_of_one
from app.importing.origins import kept_sheets, original_file
from app.importing.slicing.grid import Box, SheetGrid, even_block
from app.missing_pictures import missing_words
from app.user_files import JOURNAL_SUFFIX, journals_folder, made
from engine.definition.module import ModuleDef
from engine.editing.pieces import set_piece_fields
from engine.game import new_game
from engine.loading.writer import save_module
from engine.saves import write_save
from engine.saves.writing import Stamp
from tests.app.editor.conftest import Designer, files_of
from tests.engine.editing.modules import a_module
from tests.fixtures.processes import environment

GRID = SheetGrid((320, 240), blocks=(even_block(Box(10, 10, 310, 220), 3, 2),))


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_module(a_module(), tmp_path / "module")
    return tmp_path / "module"


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "tank.png"
    Image.new("RGB", (20, 20), "#336699").save(path)
    return path


def brought(document: EditorDocument, path: Path) -> Brought:
    return bring(ArtStore(document.path, document.claim), load_of_one(path))


def give(document: EditorDocument, path: Path, number: int = 0) -> str:
    """Gives a counter a picture, as the window does; its name in the module."""
    front = brought(document, path).new[0][1].front

    def edit(module: ModuleDef) -> ModuleDef:
        return set_piece_fields(module, [module.pieces[number].id], {"art": {"front": front, "back": None}})

    assert document.edit(edit, "art")
    return front


def die(document: EditorDocument) -> None:
    """What is left of a program that was killed after it had kept its unsaved work: no locks."""
    assert document.keep_now()
    document._check_timer.stop()
    document.keeper.close()
    lock = document._loose.claims._lock
    assert lock is not None
    lock.release()


# --------------------------------------------------------------------- closing and crashing


def test_closing_without_saving_leaves_the_folder_as_it_was(
    qapp: object, folder: Path, picture: Path
) -> None:
    before = files_of(folder)
    document = open_document(folder)
    front = give(document, picture)
    assert (folder / front).is_file()
    assert len(list((folder / "drafts/originals").iterdir())) == 2
    document.close()
    assert files_of(folder) == before
    assert list(journals_folder().iterdir()) == []


def test_what_is_saved_stays_when_it_is_closed_after_an_undo(
    qapp: object, folder: Path, picture: Path
) -> None:
    document = open_document(folder)
    front = give(document, picture)
    assert document.save()
    saved = files_of(folder)
    document.stack.undo()
    document.close()
    assert files_of(folder) == saved
    again = open_document(folder)
    art = again.module.pieces[0].art
    assert art is not None
    assert art.front == front
    again.close()
    assert files_of(folder) == saved


def test_undone_saved_redone_and_closed(qapp: object, folder: Path, picture: Path) -> None:
    before = files_of(folder)
    document = open_document(folder)
    front = give(document, picture)
    assert document.save()
    saved = files_of(folder)
    document.stack.undo()
    assert document.save()
    assert files_of(folder) == before
    document.stack.redo()
    assert (folder / front).is_file()
    document.close()
    assert files_of(folder) == before
    assert saved != before


def test_the_same_picture_twice_is_kept_while_one_shows_it(qapp: object, folder: Path, picture: Path) -> None:
    document = open_document(folder)
    assert give(document, picture, 0) == give(document, picture, 1)
    assert document.save()
    assert len(list((folder / "art").iterdir())) == 1
    assert len(list((folder / "drafts/originals").iterdir())) == 2
    document.stack.undo()
    assert document.save()
    assert len(list((folder / "art").iterdir())) == 1
    document.stack.undo()
    assert document.save()
    assert not (folder / "art").exists()
    document.close()


def test_what_lies_aside_goes_along_to_another_folder(
    qapp: object, folder: Path, picture: Path, tmp_path: Path
) -> None:
    document = open_document(folder)
    front = give(document, picture)
    document.stack.undo()
    assert document.save()
    assert not (folder / front).exists()
    shutil.copytree(folder, tmp_path / "elsewhere")
    document.move_to(tmp_path / "elsewhere")
    document.stack.redo()
    assert (tmp_path / "elsewhere" / front).is_file()
    assert not (folder / "art").exists()
    document.close()


@pytest.mark.parametrize("is_saved", [False, True])
def test_undoing_all_after_saving_as_gives_the_folder_as_it_was(
    qapp: object, folder: Path, picture: Path, tmp_path: Path, is_saved: bool
) -> None:
    before = files_of(folder)
    document = open_document(folder)
    front = give(document, picture)
    if is_saved:
        assert document.save()
    save_as(document, tmp_path / "elsewhere")
    assert (document.path / front).is_file()
    given = files_of(document.path)
    document.stack.undo()
    assert document.save()
    assert files_of(document.path) == before
    document.stack.redo()
    assert document.save()
    assert files_of(document.path) == given
    document.stack.undo()
    document.close()
    assert files_of(tmp_path / "elsewhere") == given


def test_what_was_put_aside_before_saving_as_comes_and_goes_in_the_new_folder(
    qapp: object, folder: Path, picture: Path, tmp_path: Path
) -> None:
    before = files_of(folder)
    document = open_document(folder)
    front = give(document, picture)
    document.stack.undo()
    assert document.save()
    save_as(document, tmp_path / "elsewhere")
    document.stack.redo()
    assert (document.path / front).is_file()
    assert len(kept_files(document.path)) == 2
    document.stack.undo()
    assert document.save()
    document.close()
    assert files_of(tmp_path / "elsewhere") == files_of(folder) == before


def save_as(document: EditorDocument, target: Path) -> None:
    """Goes on in another folder, as the window does."""
    written_as(document.path, document.folder.texts_of(document.module), target)
    document.move_to(target)


def test_pictures_of_the_author_are_never_touched(qapp: object, folder: Path, picture: Path) -> None:
    document = open_document(folder)
    front = brought(document, picture).new[0][1].front
    document.close()
    assert not (folder / front).exists()
    (folder / front).parent.mkdir()
    (folder / front).write_bytes(b"put here by hand")
    before = files_of(folder)
    document = open_document(folder)
    assert give(document, picture) == front
    document.stack.undo()
    assert document.save()
    document.close()
    assert files_of(folder) == before


def test_a_crash_leaves_what_recovery_needs(qapp: object, folder: Path, picture: Path) -> None:
    before = files_of(folder)
    document = open_document(folder)
    front = give(document, picture)
    die(document)
    after = open_document(folder)
    assert (folder / front).is_file()
    found = recovered(folder)
    assert found is not None
    after.recover(found)
    assert after.save()
    saved = files_of(folder)
    assert saved[front] is not None
    assert len(kept_files(folder)) == 2
    after.stack.undo()
    assert after.save()
    after.close()
    assert files_of(folder) == before


def test_work_of_a_crash_keeps_its_pictures_until_it_is_thrown_away(
    qapp: object, folder: Path, picture: Path, tmp_path: Path
) -> None:
    before = files_of(folder)
    other = tmp_path / "gun.png"
    Image.new("RGB", (20, 20), "#aa3311").save(other)
    document = open_document(folder)
    front = give(document, picture)
    die(document)
    after = open_document(folder)
    give(after, other, 1)
    after.close()
    waiting = files_of(folder)
    assert [name for name in waiting if name.startswith("art/")] == [front]
    assert len(kept_files(folder)) == 2
    found = recovered(folder)
    assert found is not None
    discard(found.file)
    open_document(folder).close()
    assert files_of(folder) == before
    assert list(journals_folder().glob(f"*{SUFFIX}")) == []


def test_a_playtest_keeps_its_pictures_until_it_is_gone(
    qapp: object, folder: Path, picture: Path, tmp_path: Path
) -> None:
    before = files_of(folder)
    document = open_document(folder)
    front = give(document, picture)
    game = new_game(document.module, document.module.scenarios[0].id, 1, {})
    journal = made(journals_folder()) / f"playtest{JOURNAL_SUFFIX}"
    write_save(journal, game, stamp=Stamp(module_path=str(folder)))
    document.stack.setIndex(0)
    document.close()
    assert (folder / front).is_file(), "the playtest goes on with its pictures"
    assert missing_words(game.rules.module, folder) == ""
    open_document(folder).close()
    assert (folder / front).is_file()
    journal.unlink()
    open_document(folder).close()
    assert files_of(folder) == before
    assert missing_words(game.rules.module, folder).startswith("1 picture of this game is not in ")
    assert "is no longer installed" in missing_words(game.rules.module, None)


def test_games_of_other_modules_and_broken_files_keep_nothing(
    qapp: object, folder: Path, picture: Path, tmp_path: Path
) -> None:
    document = open_document(folder)
    front = give(document, picture)
    game = new_game(document.module, document.module.scenarios[0].id, 1, {})
    home = made(journals_folder())
    write_save(home / f"other{JOURNAL_SUFFIX}", game, stamp=Stamp(module_path=str(tmp_path / "else")))
    (home / f"broken{JOURNAL_SUFFIX}").write_bytes(b"no json" + front.encode())
    document.stack.setIndex(0)
    document.close()
    assert not (folder / front).exists()


def kept_files(folder: Path) -> list[Path]:
    return list((folder / "drafts/originals").iterdir())


def test_two_programs_on_one_module_leave_each_other_alone(
    qapp: object, folder: Path, picture: Path, tmp_path: Path
) -> None:
    before = files_of(folder)
    other_picture = tmp_path / "gun.png"
    Image.new("RGB", (20, 20), "#aa3311").save(other_picture)
    one, other = open_document(folder), open_document(folder)
    first, second = give(one, picture), give(other, other_picture)
    shared = give(other, picture, 1)
    assert shared == first
    assert one.save()
    one.stack.undo()
    assert one.save()
    assert (folder / first).is_file()
    assert (folder / second).is_file()
    one.close()
    assert (folder / first).is_file()
    assert other.module.pieces[1].art is not None
    other.close()
    assert files_of(folder) == before


KILLED = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
application = QCoreApplication([])
from app.editor.window import open_document
from app.editor.workshop import written_as
from app.importing import bringing
from app.importing.art_store import ArtStore
from app.importing.folder_art import load_of_one
from app.importing.origins import write_origin
document = open_document(Path(sys.argv[1]))
store = ArtStore(document.path, document.claim)
moment = sys.argv[3]
if moment == "writing":
    def cut_off(path, data):
        path.with_name(f".{path.name}.part").write_bytes(data[:9])
        os.kill(os.getpid(), 9)
    import app.importing.art_store as stores
    stores.write_atomically = cut_off
if moment == "noting":
    bringing.write_origin = lambda store, origin: os.kill(os.getpid(), 9)
if moment == "saving":
    bringing.ModuleFolder.save = lambda self, module: os.kill(os.getpid(), 9)
    one = load_of_one(Path(sys.argv[2]))
    item = bringing.Item(one.items[0].make, document.module.pieces[0].id, files=one.items[0].files)
    bringing.bring_into(document.path, bringing.Load((item,)))
bringing.bring(store, load_of_one(Path(sys.argv[2])))
os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("moment", ["writing", "noting", "saving", "done"])
def test_killed_in_the_middle_of_an_import(
    qapp: object, folder: Path, picture: Path, tmp_path: Path, moment: str
) -> None:
    before = files_of(folder)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), str(picture), moment],
        env=environment(HEXWRIGHT_HOME=str(tmp_path / "home"), QT_QPA_PLATFORM="offscreen"),
        check=False,
        capture_output=True,
    )
    assert done.returncode == -9, done.stderr
    assert files_of(folder) != before
    assert list(journals_folder().glob(f"*{SUFFIX}"))
    document = open_document(folder)
    assert document.module == open_document(folder).module
    document.close()
    assert files_of(folder) == before


# ------------------------------------------------------------------------- cutting again


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "front.png"
    made = Image.new("RGB", (320, 240), "#f7f5ee")
    for n in range(6):
        made.paste(Image.new("RGB", (99, 104), (40 * n, 90, 120)), (10 + n % 3 * 100, 10 + n // 3 * 105))
    made.save(path)
    return path


def cut_two(designer: Designer, sheet: Path) -> SlicerWindow:
    """Gives the first two counters their pictures from a sheet."""
    slicer = designer.slicer([sheet])
    slicer.work.stop()
    slicer.model.set_grid(GRID)
    for piece, place in zip(designer.module.pieces[:2], slicer.model.counters(), strict=False):
        slicer.model.assign(piece.id, place)
    steps = designer.steps
    slicer.finish()
    designer.qtbot.waitUntil(lambda: designer.steps == steps + 1, timeout=60_000)
    return slicer


def again(designer: Designer) -> SlicerWindow:
    """The slicer as the menu brings it up."""
    page = designer.window.counters_page
    with designer.qtbot.waitSignal(page.art.slicer_opened, timeout=60_000) as opened:
        page.acts["again"].trigger()
    window: SlicerWindow = opened.args[0]
    return window


def test_a_sheet_is_cut_again_with_its_grid_and_givings(designer: Designer, sheet: Path) -> None:
    document = designer.window.document
    cut_two(designer, sheet)
    assert document.save()
    saved = files_of(document.path)
    sheet.unlink()
    designer.window.show_page("counters")
    designer.window.counters_page.choose((designer.module.pieces[1].id,))
    slicer = again(designer)
    assert slicer.windowTitle() == "Cut counter sheets again"
    assert slicer.model.pages[0].grid.blocks == GRID.blocks
    assert list(slicer.model.assigned.items()) == [
        (designer.module.pieces[0].id, (0, 0, (0, 0))),
        (designer.module.pieces[1].id, (0, 0, (1, 0))),
    ]
    slicer.tools.trim.setValue(5)
    slicer.tools.rows.setValue(1)
    steps = designer.steps
    slicer.finish()
    designer.qtbot.waitUntil(lambda: designer.steps == steps + 1, timeout=60_000)
    art = designer.module.pieces[0].art
    assert art is not None
    with Image.open(document.path / art.front) as cut:
        assert cut.size == (90, 190)
    (kept,) = kept_sheets(document.path)
    assert len(kept.origin.sheets[0].blocks[0].rows) == 1
    assert kept.origin.trim == 0.05
    assert kept.title == "front.png"
    assert len([f for f in kept_files(document.path) if f.suffix == ".png"]) == 1
    designer.press(designer.window.undo_button)
    assert document.save()
    assert files_of(document.path) == saved


def test_an_original_that_is_gone_is_told(designer: Designer, sheet: Path) -> None:
    cut_two(designer, sheet)
    page = designer.window.counters_page
    (kept,) = kept_sheets(designer.window.document.path)
    original_file(designer.window.document.path, kept.origin.sheets[0]).unlink()
    page.cut_again()
    designer.qtbot.waitUntil(lambda: not page.art.opening, timeout=60_000)
    assert "front.png is no longer in" in designer.said()
    assert "cut the sheet as a new one" in designer.said()


def test_without_a_sheet_it_says_so_and_of_several_it_asks(
    designer: Designer, sheet: Path, tmp_path: Path
) -> None:
    page = designer.window.counters_page
    page.cut_again()
    assert "No sheet has been cut" in designer.said()
    cut_two(designer, sheet)
    second = tmp_path / "second.png"
    with Image.open(sheet) as shown:
        shown.transpose(Image.Transpose.ROTATE_180).save(second)
    cut_two(designer, second)
    page.choose((designer.module.pieces[3].id,))
    menu = page.art.choose_again(QPoint(0, 0))
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == [
        "second.png (2 counters)",
        "front.png (2 counters)",
    ]
    with designer.qtbot.waitSignal(page.art.slicer_opened, timeout=60_000) as opened:
        menu.actions()[1].trigger()
    menu.close()
    assert opened.args[0].model.pages[0].sheet.name == "front.png"
    assert opened.args[0].model.assigned == {}
    opened.args[0].close()


def test_the_editor_closes_with_a_slicer_open_and_a_sheet_being_read(designer: Designer, sheet: Path) -> None:
    window, before = designer.window, files_of(designer.window.document.path)
    slicer = designer.slicer([sheet])
    window.counters_page.art.cut([sheet], [])
    assert window.counters_page.art.opening
    window.close()
    assert not slicer.isVisible()
    assert not window.counters_page.art.slicers
    assert files_of(window.document.path) == before
