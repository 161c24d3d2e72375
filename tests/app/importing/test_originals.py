"""Originals of imports: kept once by content, noted with their grids, found again, taken back on failure."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from app.importing.art_store import ORIGINALS, ArtStore
from app.importing.assigning import Art
from app.importing.bringing import CutSheet, Item, Load, Sheets, Source, bring, bring_into, lost_words
from app.importing.claims import SUFFIX, Claims
from app.importing.folder_art import load_of, picture_files, preview
from app.importing.origins import kept_sheets, original_file, origins_in, sheet_of
from app.importing.refusal import ImportRefused
from app.importing.sheet_files import open_kept
from app.importing.slicing.cutting import Finish
from app.importing.slicing.finding import Stopped
from app.importing.slicing.grid import Box, SheetGrid, even_block
from app.user_files import journals_folder
from engine.errors import EngineError
from engine.loading import load_module
from engine.loading.archive import pack_module
from engine.loading.source import open_source
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module

MODULE = a_free_module()
GRID = SheetGrid((320, 240), 0.75, (even_block(Box(10.25, 10, 310.25, 220), 3, 2).toggled((1, 1)),))


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_module(MODULE.model_copy(update={"schedule": ()}), tmp_path / "module")
    return tmp_path / "module"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "Front side, 1.png"
    Image.new("RGB", GRID.size, "#c0b080").save(path)
    return path


def painted(color: str) -> Art:
    return Art(Image.new("RGB", (30, 30), color))


def load(sheet: Path, *colors: str, grid: SheetGrid = GRID) -> Load:
    """Pictures for the first counters, cut from a sheet."""
    pieces = [piece.id for piece in MODULE.pieces]
    items = tuple(
        Item(partial(painted, color), pieces[n], at=(1, 1, n + 1, 1)) for n, color in enumerate(colors)
    )
    return Load(items, Sheets((CutSheet(Source.of(sheet), grid),), "top", Finish(0.02, 0.05)))


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


def test_a_sheet_is_kept_with_its_grid(folder: Path, sheet: Path) -> None:
    module, brought = bring_into(folder, load(sheet, "red", "blue"))
    assert brought.lost == ()
    assert load_module(folder) == module
    (kept,) = kept_sheets(folder)
    assert kept.title == "Front side, 1.png"
    (told,) = kept.origin.sheets
    assert told.grid == GRID
    assert (kept.origin.turn, kept.origin.trim, kept.origin.rounding) == ("top", 0.02, 0.05)
    assert [art.at for art in kept.origin.art] == [(1, 1, 1, 1), (1, 1, 2, 1)]
    art = module.pieces[1].art
    assert art is not None
    assert sheet_of((kept,), art.front) == kept
    assert sheet_of((kept,), "art/none.png") is None
    assert original_file(folder, told).read_bytes() == sheet.read_bytes()
    fronts, backs = open_kept(folder, kept)
    assert [page.sheet.size for page in fronts] == [GRID.size]
    assert backs == []
    text = (folder / ORIGINALS / kept.name).read_text(encoding="utf-8")
    assert "columns: [[10.25, 110.25]" in text
    assert "angle: 0.75" in text


def test_originals_are_never_packed(folder: Path, sheet: Path, tmp_path: Path) -> None:
    bring_into(folder, load(sheet, "red"))
    pack_module(folder, tmp_path / "m.hexmod")
    names = open_source(tmp_path / "m.hexmod").names()
    assert not any(name.startswith("drafts/") for name in names)
    assert sum(name.startswith("art/") for name in names) == 1


def test_the_same_import_twice_is_one(folder: Path, sheet: Path) -> None:
    bring_into(folder, load(sheet, "red"))
    before = files_in(folder)
    bring_into(folder, load(sheet, "red"))
    assert files_in(folder) == before
    bring_into(folder, load(sheet, "red", grid=SheetGrid(GRID.size, 0.0, GRID.blocks)))
    assert [kept.name[:3] for kept in origins_in(folder)] == ["002", "001"]
    (latest,) = kept_sheets(folder)
    assert latest.origin.sheets[0].angle == 0.0
    assert len([n for n in files_in(folder) if n.endswith("-Front_side_1.png")]) == 1


def test_pages_of_one_file_are_kept_once(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "sheets.pdf"
    pages = [Image.new("RGB", (width, 60), "#c0b080") for width in (72, 144)]
    pages[0].save(path, save_all=True, append_images=pages[1:], resolution=72)
    cut = tuple(
        CutSheet(
            Source.of(path, number),
            SheetGrid((width, 250), 0.0, (even_block(Box(10, 10, 90, 90), 2, 2),)),
            back,
        )
        for number, width, back in ((1, 300, False), (2, 600, True))
    )
    bring_into(folder, Load(load(path, "red").items, Sheets(cut)))
    (kept,) = kept_sheets(folder)
    assert kept.title == "sheets.pdf"
    assert len(list((folder / ORIGINALS).glob("*.pdf"))) == 1
    fronts, backs = open_kept(folder, kept)
    assert [[page.sheet.size[0] for page in side] for side in (fronts, backs)] == [[300], [600]]
    original_file(folder, kept.origin.sheets[0]).write_bytes(path.read_bytes()[:40])
    with pytest.raises(ImportRefused, match=r"sheets\.pdf is no PDF"):
        open_kept(folder, kept)


def test_a_folder_keeps_only_what_was_taken(folder: Path, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name in ("1-blue-inf.png", "1-blue-inf_back.png", "stranger.png"):
        Image.new("RGB", (40, 40), "#aa3333" if "back" in name else "#3333aa").save(pictures / name)
    bring_into(folder, load_of(pictures, preview(MODULE, picture_files(pictures)).matches))
    (kept,) = origins_in(folder)
    (art,) = kept.origin.art
    assert kept.origin.kind == "pictures"
    for name, copy in (("1-blue-inf.png", art.file), ("1-blue-inf_back.png", art.back_file)):
        assert copy.endswith(name)
        assert (folder / ORIGINALS / copy).read_bytes() == (pictures / name).read_bytes()
    assert len(list((folder / ORIGINALS).iterdir())) == 3
    assert kept_sheets(folder) == ()


def test_an_original_that_changed_meanwhile_is_not_kept_for_it(folder: Path, sheet: Path) -> None:
    wanted = load(sheet, "red")
    Image.new("RGB", (5, 5), "green").save(sheet)
    _, brought = bring_into(folder, wanted)
    assert brought.lost == ("Front side, 1.png",)
    assert "no original is kept" in lost_words(brought.lost)
    assert not (folder / "drafts").exists()
    art = load_module(folder).pieces[0].art
    assert art is not None
    assert (folder / art.front).is_file()


def test_an_original_deleted_behind_the_programs_back(folder: Path, sheet: Path) -> None:
    bring_into(folder, load(sheet, "red"))
    (kept,) = kept_sheets(folder)
    original_file(folder, kept.origin.sheets[0]).unlink()
    with pytest.raises(ImportRefused, match=r"Front side, 1.png is no longer in .*put it back there as"):
        open_kept(folder, kept)
    bring_into(folder, load(sheet, "red"))
    assert len(open_kept(folder, kept)[0]) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("file: ", "file: ../../../secret-"),
        ("columns: [[10.25,", "columns: [[-99999,"),
        ("columns: [[10.25, 110.25],", "columns: [[10.25, 12],"),
        ("missing: [[1, 1]]", "missing: [[7, 1]]"),
        ("kind: sheets", "kind: code"),
        ("angle: 0.75", "angle: 80"),
        ("size: [320, 240]", "size: [320, 0]"),
        ("sheets:", "sheets: *a"),
    ],
)
def test_notes_of_strangers_are_looked_through(folder: Path, sheet: Path, old: str, new: str) -> None:
    bring_into(folder, load(sheet, "red"))
    (kept,) = kept_sheets(folder)
    note = folder / ORIGINALS / kept.name
    text = note.read_text(encoding="utf-8")
    assert old in text
    note.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert kept_sheets(folder) == ()


def test_a_link_out_of_the_module_is_no_original(folder: Path, sheet: Path, tmp_path: Path) -> None:
    bring_into(folder, load(sheet, "red"))
    (kept,) = kept_sheets(folder)
    file = original_file(folder, kept.origin.sheets[0])
    file.unlink()
    file.symlink_to(sheet)
    with pytest.raises(ImportRefused, match="no longer in"):
        open_kept(folder, kept)


def test_an_import_that_fails_takes_everything_back(
    folder: Path, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files_in(folder)

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.importing.art_store.shutil.copyfileobj", full)
    with pytest.raises(ImportRefused, match=r"cannot be kept .*no space left"):
        bring_into(folder, load(sheet, "red"))
    monkeypatch.undo()
    assert files_in(folder) == before
    assert not (folder / "drafts").exists()

    def broken() -> Art:
        raise ImportRefused("the second is damaged")

    items = (*load(sheet, "red").items, Item(broken, MODULE.pieces[1].id))
    with pytest.raises(ImportRefused, match="damaged"):
        bring_into(folder, Load(items, load(sheet).sheets))
    assert files_in(folder) == before
    assert not (folder / "art").exists()
    assert list(journals_folder().glob(f"*{SUFFIX}")) == []


def test_a_stopped_import_takes_everything_back(folder: Path, sheet: Path) -> None:
    def watch(share: float) -> None:
        if share > 0.5:
            raise Stopped

    before = sorted(folder.rglob("*"))
    with pytest.raises(Stopped):
        bring(ArtStore(folder), load(sheet, "red", "blue", "green"), watch)
    assert sorted(folder.rglob("*")) == before


def test_a_folder_that_may_not_be_written(folder: Path, sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Path.mkdir

    def denied(path: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        if path.is_relative_to(folder):
            raise PermissionError(13, "Permission denied", str(path))
        make(path, mode, parents, exist_ok)

    monkeypatch.setattr(Path, "mkdir", denied)
    before = files_in(folder)
    with pytest.raises(ImportRefused, match="permission denied"):
        bring_into(folder, load(sheet, "red"))
    assert files_in(folder) == before


def test_a_file_in_the_way_of_the_folder(folder: Path, sheet: Path) -> None:
    (folder / "drafts").write_text("a file of the author's")
    with pytest.raises(ImportRefused, match="cannot be kept"):
        bring_into(folder, load(sheet, "red"))
    assert not (folder / "art").exists()
    assert (folder / "drafts").read_text() == "a file of the author's"


def test_a_folder_with_too_many_files_takes_no_more(
    folder: Path, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.importing.art_store.MOST_FILES", 2)
    with pytest.raises(ImportRefused, match="as many as a module may have"):
        bring_into(folder, load(sheet, "red", "blue", "green"))
    assert not (folder / "art").exists()
    assert len(bring_into(folder, load(sheet, "red", "blue"))[1].faces) == 2


def test_a_module_that_cannot_be_saved_gets_no_art(
    folder: Path, sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_told: object) -> None:
        raise OSError(28, "No space left on device")

    before = files_in(folder)
    monkeypatch.setattr("app.editor.saving.replace_files", full)
    with pytest.raises(EngineError, match="could not be saved"):
        bring_into(folder, load(sheet, "red"))
    assert files_in(folder) == before
    assert not (folder / "art").exists()


def test_claims_know_what_is_new(folder: Path) -> None:
    (folder / "art").mkdir()
    (folder / "art" / "old.png").write_bytes(b"x")
    claims = Claims(folder)
    claims.claim("art/old.png")
    claims.claim("art/new.png")
    claims.claim("drafts/originals/a.png")
    assert claims.new == {"art/new.png", "drafts/", "drafts/originals/", "drafts/originals/a.png"}
    other = Claims(folder)
    other.take_over()
    assert other.new == set()
    assert other.of_others() == {"art/old.png", *claims.new}
    (folder / "art" / "new.png").write_bytes(b"y")
    other.claim("art/new.png")
    assert other.new == {"art/new.png"}
    other.claim("drafts/b.png")
    assert other.new == {"art/new.png", "drafts/", "drafts/b.png"}
    claims.close()
    assert claims.of_others() == {"art/new.png", "drafts/", "drafts/b.png"}
    other.close()
    assert list(journals_folder().iterdir()) == []


def test_claims_of_a_program_that_died_are_taken_up(folder: Path) -> None:
    dead = Claims(folder)
    dead.claim("art/new.png")
    (note,) = journals_folder().glob(f"*{SUFFIX}")
    with note.open("ab") as stream:
        stream.write(b'{"name":"art/cut')
    del dead
    after = Claims(folder)
    after.take_over()
    assert after.new == {"art/", "art/new.png"}
    third = Claims(folder)
    third.take_over()
    assert third.new == set()
    after.close()
    assert list(journals_folder().glob(f"*{SUFFIX}")) == []
