"""Pictures for counters from the editor: sheets that make counters of their own, single drawings."""

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtTest import QTest

from app.editor.art_import import ArtImport
from app.editor.document import EditorDocument
from app.importing.dialogs.slicer_window import SlicerWindow
from app.importing.slicing.grid import Box, SheetGrid, even_block
from engine.loading import load_module
from tests.app.editor.conftest import LEFT, Designer, files_of

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<rect width="10" height="10" fill="red"/></svg>'
)


@pytest.fixture
def slicer(designer: Designer, tmp_path: Path) -> SlicerWindow:
    path = tmp_path / "sheet.png"
    sheet = Image.new("RGB", (320, 240), "#f7f5ee")
    for n in range(6):
        sheet.paste(Image.new("RGB", (99, 109), (40 * n, 90, 120)), (10 + n % 3 * 100, 10 + n // 3 * 110))
    sheet.save(path)
    opened = designer.slicer([path])
    opened.work.stop()
    opened.model.set_grid(SheetGrid((320, 240), blocks=(even_block(Box(10, 10, 300, 220), 3, 2),)))
    return opened


def test_counters_nobody_has_become_new_ones_in_one_step(designer: Designer, slicer: SlicerWindow) -> None:
    before, steps = designer.module, designer.steps
    given = before.pieces[0].id
    slicer.model.assign(given, slicer.model.counters()[0])
    assert slicer.cut.text() == "Give 1 picture"
    slicer.new.check.setChecked(True)
    slicer.new.names.setPlainText("1st  Guards\n\nBig Guns")
    assert slicer.cut.text() == "Give 1 picture, make 5 counters"
    QTest.mouseClick(slicer.cut, LEFT)
    designer.qtbot.waitUntil(lambda: designer.steps == steps + 1, timeout=30_000)
    new = [piece for piece in designer.module.pieces if piece.id not in before.pieces_by_id()]
    assert [piece.name for piece in new] == ["1st Guards", "Counter 2", "Big Guns", "Counter 4", "Counter 5"]
    assert new[0].id == "1st-guards"
    fronts = {piece.art.front for piece in new if piece.art is not None}
    assert len(fronts) == 5
    assert all((designer.window.document.path / front).is_file() for front in fronts)
    assert designer.steps == steps + 1
    assert designer.window.document.stack.undoText() == "art for 1 counter and new: 5 counters"
    designer.window.document.stack.undo()
    assert designer.module == before


def test_names_come_from_a_file_and_a_wrong_one_is_told(slicer: SlicerWindow, tmp_path: Path) -> None:
    table = tmp_path / "names.csv"
    table.write_text("Alpha;1\nBeta;2\n", encoding="utf-8")
    slicer.new.take_file(table)
    assert slicer.new.names_for(3) == ["Alpha", "Beta", "Counter 3"]
    known = ("Counter 3", "Counter 30", "Counter 7b", "The Counter 99")
    assert slicer.new.names_for(4, known) == ["Alpha", "Beta", "Counter 33", "Counter 34"]
    table.write_bytes(b"\xff\xfe\x00")
    slicer.new.take_file(table)
    assert "cannot be read as text" in slicer.new.fault.text()
    assert slicer.new.names_for(2) == ["Alpha", "Beta"]
    slicer.close()


def test_a_drawing_becomes_the_front_and_the_back_stays(designer: Designer, tmp_path: Path) -> None:
    art, name = designer.window.counters_page.art, designer.module.pieces[0].id
    drawing, scan = tmp_path / "a.svg", tmp_path / "b.png"
    drawing.write_text(DRAWING, encoding="utf-8")
    Image.new("RGB", (20, 20), "#336699").save(scan)
    back = art.kept(scan)
    assert art.give(name, scan)
    piece = designer.module.piece(name)
    assert piece.art is not None
    both = piece.art.model_copy(update={"back": back})
    designer.window.document.edit(
        lambda m: m.model_copy(
            update={
                "pieces": tuple(p.model_copy(update={"art": both}) if p.id == name else p for p in m.pieces)
            }
        ),
        "back",
    )
    assert art.give(name, drawing)
    now = designer.module.piece(name).art
    assert now is not None
    assert now.back == back
    with Image.open(designer.window.document.path / now.front) as picture:
        assert picture.convert("RGB").getpixel((picture.width // 2, picture.height // 2)) == (255, 0, 0)


def test_all_undone_and_saved_leaves_the_whole_folder_as_it_was(
    designer: Designer, slicer: SlicerWindow
) -> None:
    document = designer.window.document
    assert document.save()
    folder = document.path
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / ("0" * 20 + ".png")).write_bytes(b"somebody else's")
    reopened = EditorDocument(folder, load_module(folder))
    before = files_of(folder)
    taken = ArtImport(reopened, designer.window)
    slicer.finished.disconnect()
    slicer._bringer = taken.bring
    slicer.finished.connect(taken.take)
    slicer.new.check.setChecked(True)
    slicer.finish()
    designer.qtbot.waitUntil(lambda: reopened.stack.count() == 1, timeout=30_000)
    assert reopened.save()
    with_art = files_of(folder)
    assert sum(name.startswith("art/") for name in with_art) == 7
    assert sum(name.startswith("drafts/originals/") for name in with_art) == 2
    reopened.stack.undo()
    assert reopened.save()
    assert files_of(folder) == before
    reopened.stack.redo()
    assert reopened.save()
    assert files_of(folder) == with_art
    reopened.stack.undo()
    assert reopened.save()
    reopened.close()
    assert files_of(folder) == before
