"""``import`` from the command line: files, reports, statuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from app.importing.dialogs.slicer_load import load_of, take_up
from app.importing.dialogs.slicer_model import SlicerModel
from app.importing.origins import kept_sheets
from app.importing.sheet_files import open_kept
from engine.loading import check_module, load_module
from tests.app.cli.calling import Caller
from tests.fixtures.counter_sheets import SheetPlan, draw_sheet
from tests.fixtures.processes import environment
from tests.fixtures.vassal_modules import small_module

FIXTURE = Path(__file__).parents[2] / "fixtures" / "vassal" / "hex_n_counters_template.vmod"


def a_sheet(path: Path, **changes: object) -> Path:
    picture, _ = draw_sheet(SheetPlan(rows=3, columns=4, dpi=200, **changes))  # type: ignore[arg-type]
    picture.save(path)
    return path


def test_a_vassal_module_with_its_report(call: Caller, tmp_path: Path) -> None:
    report = call.ok("import", "vassal", FIXTURE, "-o", tmp_path / "made", "--json").json
    assert report["taken"]["hexes"] == 80
    assert report["sides"] == {"side1": "Side1", "side2": "Side2"}
    assert check_module(tmp_path / "made") == ()
    assert "sound" in call.ok("check", tmp_path / "made").out
    call.wrong(1, "is not empty", "import", "vassal", FIXTURE, "-o", tmp_path / "made")


def test_a_vassal_module_in_words(call: Caller, tmp_path: Path) -> None:
    source = small_module().zipped(tmp_path / "m.vmod")
    out = call.ok("import", "vassal", source, "-o", tmp_path / "made").out
    assert "counters: 3" in out
    assert "## Left" in out
    assert "play it: hexwright play" in out


def test_a_sheet_with_backs(call: Caller, tmp_path: Path) -> None:
    front = a_sheet(tmp_path / "front.png", turn=0.6)
    back = a_sheet(tmp_path / "back.jpg", turn=-0.4, seed=7)
    out = tmp_path / "cut"
    report = call.ok("import", "sheet", front, "-o", out, "--backs", back, "--round", "0.07", "--json").json
    assert report["sure"] is True
    assert len(report["counters"]) == 12
    first = report["counters"][0]
    assert (first["row"], first["column"]) == (1, 1)
    with Image.open(out / first["back"]) as cut:
        assert cut.mode == "RGBA"
    assert (out / report["grids"][0]).is_file()
    assert json.loads((out / "counters.json").read_text())["counters"] == report["counters"]


def test_printed_lines_are_trimmed_unless_a_trim_is_given(call: Caller, tmp_path: Path) -> None:
    sheet = a_sheet(tmp_path / "front.png")
    report = call.ok("import", "sheet", sheet, "-o", tmp_path / "cut", "--json").json
    assert 0.01 < report["trim"] < 0.03
    assert "for the printed lines" in call.ok("import", "sheet", sheet, "-o", tmp_path / "told").out
    whole = call.ok("import", "sheet", sheet, "-o", tmp_path / "whole", "--trim", "0", "--json").json
    assert whole["trim"] == 0
    first = report["counters"][0]["front"]
    with Image.open(tmp_path / "cut" / first) as cut, Image.open(tmp_path / "whole" / first) as all_of_it:
        assert cut.width < all_of_it.width


def test_names_and_a_module_to_put_the_art_into(call: Caller, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("1st Blue;4\n2nd Blue;5\n")
    sheet = a_sheet(tmp_path / "front.png")
    call.ok("import", "sheet", sheet, "-o", tmp_path / "cut", "--names", names, "--into", call.module)
    assert (tmp_path / "cut" / "1st-blue.png").is_file()
    pieces = [p for p in load_module(call.module).pieces if p.kind == "unit"]
    assert all(piece.art is not None for piece in pieces)


def test_a_sheet_that_went_into_a_module_is_kept_to_be_cut_again(
    call: Caller, qapp: object, tmp_path: Path
) -> None:
    front, back = a_sheet(tmp_path / "front.png", turn=0.6), a_sheet(tmp_path / "back.png", seed=7)
    call.ok("import", "sheet", front, "-o", tmp_path / "cut", "--backs", back, "--into", call.module)
    front.unlink()
    back.unlink()
    module = load_module(call.module)
    (kept,) = kept_sheets(call.module)
    assert [(sheet.called, sheet.backs) for sheet in kept.origin.sheets] == [
        ("front.png", False),
        ("back.png", True),
    ]
    assert abs(kept.origin.sheets[0].angle - 0.6) < 0.05
    model = SlicerModel(*open_kept(call.module, kept))
    assert take_up(model, kept, module.pieces) == ()
    given = [piece for piece in module.pieces if piece.art is not None]
    assert list(model.assigned) == [piece.id for piece in given]
    for item, piece in zip(load_of(model, (), ()).items, given, strict=True):
        again = item.make()
        assert piece.art is not None
        assert piece.art.back is not None
        for picture, name in ((again.front, piece.art.front), (again.back, piece.art.back)):
            assert picture is not None
            with Image.open(call.module / name) as cut:
                away = ImageChops.difference(cut.convert("RGB"), picture.convert("RGB"))
                assert max(ImageStat.Stat(away).mean) < 1


def test_what_is_not_sure_is_shown_and_not_cut(call: Caller, tmp_path: Path) -> None:
    blank = tmp_path / "blank.png"
    Image.new("RGB", (900, 600), "#f7f5ee").save(blank)
    answer = call.wrong(
        1, "not sure of the grid, nothing was cut", "import", "sheet", blank, "-o", tmp_path / "cut"
    )
    assert "--rows and --cols" in answer.err
    assert sorted(path.name for path in (tmp_path / "cut").iterdir()) == ["counters.json", "grid-1.png"]
    sheet = a_sheet(tmp_path / "s.png", line=None, same_color=True)
    call.ok("import", "sheet", sheet, "-o", tmp_path / "other", "--rows", "3", "--cols", "4", "--confirm")
    assert len(list((tmp_path / "other").glob("sheet1-*.png"))) == 12


def test_wrong_calls_of_sheet(call: Caller, tmp_path: Path) -> None:
    sheet = a_sheet(tmp_path / "front.png")
    call.wrong(2, "belong together", "import", "sheet", sheet, "-o", tmp_path / "x", "--rows", "3")
    turned = ("import", "sheet", sheet, "-o", tmp_path / "x", "--turn", "left")
    call.wrong(2, "side, its top, around or none", *turned)
    call.wrong(1, "does not exist", "import", "sheet", tmp_path / "no.png", "-o", tmp_path / "x")
    text = tmp_path / "text.png"
    text.write_text("no picture")
    call.wrong(1, "no picture that can be read", "import", "sheet", text, "-o", tmp_path / "x")
    call.wrong(2, "No such command", "import", "nothing")


def test_a_folder_by_name(call: Caller, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    Image.new("RGB", (30, 30), "#884422").save(pictures / "1 Blue Inf.png")
    Image.new("RGB", (30, 30), "#222222").save(pictures / "stranger.png")
    shown = call.ok("import", "folder", pictures, "--into", call.module, "--preview", "--json").json
    assert shown["files_left"] == ["stranger.png"]
    assert load_module(call.module).piece("1-blue-inf").art is None
    out = call.ok("import", "folder", pictures, "--into", call.module).out
    assert "files without a counter: stranger.png" in out
    assert "1 counters have art" in out
    assert load_module(call.module).piece("1-blue-inf").art is not None
    call.wrong(1, "no module folder", "import", "folder", pictures, "--into", tmp_path / "nothing")


def test_more_counters_than_a_sheet_has_room_for(call: Caller, tmp_path: Path) -> None:
    sheet = tmp_path / "small.png"
    Image.effect_noise((33, 40), 80).convert("RGB").save(sheet)
    words = ("import", "sheet", sheet, "-o", tmp_path / "out", "--rows", "60", "--cols", "2", "--confirm")
    call.wrong(1, "33 by 40 pixels, too few for 2 by 60 counters", *words)
    assert not (tmp_path / "out").exists()


def test_what_the_toolkit_says_of_a_drawing_is_no_error_of_ours(call: Caller, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    drawing = f'{head}<path d="M0 0 Z Z x" stroke="url(#nothing)"/></svg>'
    (pictures / "1-red-inf.svg").write_text(drawing)
    words = [sys.executable, "-m", "app", "import", "folder", str(pictures), "--into", str(call.module)]
    done = subprocess.run(words, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 counters have art" in done.stdout
