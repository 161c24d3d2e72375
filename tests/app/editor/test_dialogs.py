"""Dialogs of the editor: size and numbers, the grid over a picture, comparing, new modules."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from app.editor import workshop
from app.editor.csv_dialog import CsvDialog
from app.editor.desk import EditorDesk
from app.editor.grid_fit_dialog import GridFitDialog
from app.editor.new_module_dialog import BLANK, PICTURE, TEMPLATE, NewModuleDialog
from app.editor.size_dialog import SizeDialog
from app.importing.dialogs.folder_dialog import FolderDialog
from app.module_making import NotMade
from app.printing.dialog import PrintDialog
from app.settings import SettingsStore
from engine.definition.board import BoardArtDef, PictureFitDef
from engine.editing import positions
from engine.editing.blank import Plan
from engine.editing.csv_tables import pieces_from_csv, pieces_to_csv
from engine.editing.grids import Margins, resize
from engine.game import Game, new_game
from engine.geometry.compiling import grid_of
from engine.loading import builtin_modules, load_module
from engine.loading.writer import save_module
from engine.saves import write_save
from tests.app.editor.conftest import Designer
from tests.engine.editing.modules import a_module


def test_size_and_numbers_are_one_step_and_followed(designer: Designer) -> None:
    dialog = SizeDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    dialog.edges["west"].setValue(2)
    dialog.numbers.set_pattern("{column:02}.{row:02}")
    assert "01.01" in dialog.sample.text()
    dialog.take()
    assert designer.steps == 1
    board = designer.module.boards[0]
    assert (board.grid.columns, board.places[1].hex) == (14, "12.04")
    designer.settle()
    assert designer.window.map_page.board().index["12.04"] >= 0
    designer.press(designer.window.undo_button)
    assert designer.module.boards[0].places[1].hex == "1004"


def test_size_offers_hexes_like_those_beside_and_says_what_is_cut(designer: Designer) -> None:
    dialog = SizeDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    assert (dialog.terrain.currentText(), dialog.terrain.currentData()) == ("like the hexes beside them", "")
    before = designer.module.boards[0].rows
    dialog.edges["north"].setValue(1)
    assert dialog.care.text() == ""
    dialog.edges["east"].setValue(-1)
    assert dialog.care.text() == "8 hexes will be cut off, with names and roads there."
    dialog.take()
    after = designer.module.boards[0].rows
    assert after[1:] == tuple(row[:-1] for row in before)
    assert set(after[0]) <= set(before[0])


def test_size_says_what_forbids_it(designer: Designer) -> None:
    dialog = SizeDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    dialog.edges["west"].setValue(-5)
    dialog.take()
    assert dialog.fault.text()
    assert designer.steps == 0


def a_scan(path: Path) -> tuple[float, float]:
    """A turned picture with a dot in the middle of every hex; gives the turn."""
    picture = QImage(1100, 900, QImage.Format.Format_RGB32)
    picture.fill(QColor("#e0d5b4"))
    painter = QPainter(picture)
    painter.setBrush(QColor("#a3271c"))
    for spot in (pixel(0, 0), pixel(11, 7)):
        painter.drawEllipse(spot, 9, 9)
    painter.end()
    picture.save(str(path))
    return 0.03, 80.0


def pixel(column: int, row: int) -> QPointF:
    from tests.engine.editing.modules import a_module

    u, v = grid_of(a_module().boards[0].grid).center(column, row)
    return QPointF(80 * u - 2.4 * v + 60, 2.4 * u + 80 * v + 40)


def test_a_grid_is_fitted_by_clicks_and_the_picture_straightened(designer: Designer, tmp_path: Path) -> None:
    a_scan(tmp_path / "scan.png")
    dialog = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    assert dialog.open_picture(tmp_path / "scan.png")
    for name, cell in (("0101", (0, 0)), ("1201", (11, 0)), ("0108", (0, 7)), ("1208", (11, 7))):
        dialog.hex.setText(name)
        dialog.click(pixel(*cell))
    assert dialog.fit is not None
    assert dialog.fit.rms < 0.01
    assert dialog.fit.angle == pytest.approx(1.72, abs=0.05)
    picture, maker = dialog.straightened(), dialog.straightener()
    assert picture is not None
    assert maker is not None
    spot = maker.spot(*grid_of(designer.module.boards[0].grid).center(11, 7)).toPoint()
    assert picture.pixelColor(spot).red() > 120
    assert picture.pixelColor(spot).green() < 80
    dialog.hex.setText("9999")
    dialog.click(QPointF(1, 1))
    assert "9999" in dialog.fault.text()
    dialog.take()
    dialog.finish()
    file = designer.module.boards[0].art.background
    assert file is not None
    assert designer.module.boards[0].art.fit == maker.place
    kept = QImage(str(designer.window.document.path / file))
    assert kept.pixelColor(spot).red() > 120
    assert designer.steps == 1


def test_nothing_of_a_turned_picture_is_lost(designer: Designer, tmp_path: Path) -> None:
    scan = QImage(1400, 1100, QImage.Format.Format_RGB32)
    scan.fill(QColor("#e0d5b4"))
    painter = QPainter(scan)
    corners = [QPointF(x, y) for x in (20, 1379) for y in (20, 1079)]
    painter.setBrush(QColor("#1c5ca3"))
    for corner in corners:
        painter.drawEllipse(corner, 12, 12)
    painter.end()
    scan.save(str(tmp_path / "scan.png"))
    dialog = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    assert dialog.open_picture(tmp_path / "scan.png")
    for name, cell in (("0101", (0, 0)), ("1201", (11, 0)), ("0108", (0, 7)), ("1208", (11, 7))):
        dialog.hex.setText(name)
        dialog.click(pixel(*cell) + QPointF(150, 120))
    fit = dialog.fit
    assert fit is not None
    dialog.take()
    dialog.finish()
    art = designer.module.boards[0].art
    assert art.background is not None
    assert art.fit is not None
    assert art.fit.left < 0
    assert art.fit.top < 0
    kept = QImage(str(designer.window.document.path / art.background))
    scale = kept.width() / art.fit.width
    for corner in corners:
        u, v = fit.board(corner.x(), corner.y())
        found = kept.pixelColor(round((u - art.fit.left) * scale), round((v - art.fit.top) * scale))
        assert found.blue() > 140
        assert found.red() < 60
    again = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(again)
    assert again.shown is not None
    spot = again.shown.pixel(*grid_of(designer.module.boards[0].grid).center(11, 7))
    u, v = grid_of(designer.module.boards[0].grid).center(11, 7)
    assert spot == pytest.approx(((u - art.fit.left) * scale, (v - art.fit.top) * scale), abs=0.5)


def test_a_straight_picture_is_kept_as_it_is(designer: Designer, tmp_path: Path) -> None:
    grid = grid_of(designer.module.boards[0].grid)
    picture = QImage(1200, 900, QImage.Format.Format_RGB32)
    picture.fill(QColor("#d8c8a0"))
    picture.save(str(tmp_path / "scan.png"))
    dialog = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    assert dialog.open_picture(tmp_path / "scan.png")
    for name, cell in (("0101", (0, 0)), ("1201", (11, 0)), ("0108", (0, 7))):
        u, v = grid.center(*cell)
        dialog.hex.setText(name)
        dialog.click(QPointF(90 * u + 45, 92 * v + 30))
    dialog.take()
    art = designer.module.boards[0].art
    assert art.background is not None
    kept = designer.window.document.path / art.background
    assert kept.read_bytes() == (tmp_path / "scan.png").read_bytes()
    assert art.fit is not None
    assert (art.fit.left, art.fit.top) == pytest.approx((-0.5, -30 / 92), abs=0.001)
    assert (art.fit.width, art.fit.height) == pytest.approx((1200 / 90, 900 / 92), abs=0.001)
    assert designer.steps == 1
    designer.window.document.edit(lambda m: resize(m, "coast", Margins(west=2, north=1), "clear"), "bigger")
    moved = designer.module.boards[0].art.fit
    assert moved is not None
    assert (moved.left, moved.top) == pytest.approx((-0.5 + 2 * 0.8660254, -30 / 92 + 1), abs=0.001)
    assert moved.width == art.fit.width


def test_the_grid_over_a_picture_is_shown_as_it_lies_and_moves_with_every_click(
    designer: Designer, tmp_path: Path
) -> None:
    folder = designer.window.document.path
    (folder / "art").mkdir(exist_ok=True)
    picture = QImage(1200, 900, QImage.Format.Format_RGB32)
    picture.fill(QColor("#d8c8a0"))
    picture.save(str(folder / "art" / "map.png"))
    board = designer.module.boards[0]
    fit = PictureFitDef(left=-0.5, top=-0.25, width=15.0, height=11.25)
    with_scan = board.model_copy(update={"art": BoardArtDef(background="art/map.png", fit=fit)})
    designer.window.document.edit(lambda m: m.model_copy(update={"boards": (with_scan,)}), "scan")
    dialog = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    dialog.show()
    designer.settle()
    grid = grid_of(board.grid)

    def shown(name: str) -> QPointF:
        assert dialog.view.grid is not None
        return dict(dialog.view.grid(QRectF(-999, -999, 9999, 9999)))[name]

    u, v = grid.center(0, 0)
    assert shown("0101") == QPointF((u + 0.5) * 80, (v + 0.25) * 80)
    assert dialog.words.text() == "As it lies now; 0 of 3 hexes clicked"
    assert not dialog.take_button.isEnabled()
    assert len(dialog.view.shape) == 6
    before = dialog.view.grab().toImage()
    for name, cell, off in (
        ("0101", (0, 0), 0),
        ("1201", (11, 0), 0),
        ("0108", (0, 7), 0),
        ("1208", (11, 7), 9),
    ):
        u, v = grid.center(*cell)
        assert dialog.hex.text() == name, "the next corner is proposed"
        spot = (QPointF(70 * u + 40 + off, 70 * v + 30) * dialog.view.zoom).toPoint()
        QTest.mouseClick(dialog.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    assert dialog.fit is not None
    assert dialog.view.pixels_per_hex == pytest.approx(70, abs=1.5)
    assert "px a hex" in dialog.words.text()
    assert "off by" in dialog.clicks.item(3).text()
    assert dialog.fit.worst > 1
    assert dialog.view.grab().toImage() != before
    dialog.take_back()
    assert dialog.fit.worst < 1.5
    assert dialog.hex.text() == "1208"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../secret.png", "does not stay inside the module"),
        ("/etc/hostname", "does not stay inside the module"),
        ("art/link.png", "leads out of the module"),
        ("art/none.png", "there is no file"),
        ("art/text.png", "no picture that can be read"),
    ],
)
def test_a_background_of_a_strange_module_is_opened_under_guard(
    designer: Designer, tmp_path: Path, name: str, words: str
) -> None:
    folder = designer.window.document.path
    (folder / "art").mkdir(exist_ok=True)
    a_scan(folder.parent / "secret.png")
    (folder / "art" / "link.png").symlink_to(folder.parent / "secret.png")
    (folder / "art" / "text.png").write_text("no picture", encoding="utf-8")
    board = designer.module.boards[0]
    foreign = board.model_copy(update={"art": BoardArtDef(background=name)})
    designer.window.document.edit(lambda m: m.model_copy(update={"boards": (foreign,)}), "foreign")
    dialog = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    assert words in dialog.fault.text()
    assert dialog.view.scan is None


def test_a_kind_of_picture_that_modules_do_not_hold_is_written_anew(
    designer: Designer, tmp_path: Path
) -> None:
    grid = grid_of(designer.module.boards[0].grid)
    picture = QImage(1200, 900, QImage.Format.Format_RGB32)
    picture.fill(QColor("#d8c8a0"))
    picture.save(str(tmp_path / "scan.bmp"))
    dialog = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    assert dialog.open_picture(tmp_path / "scan.bmp")
    for name, cell in (("0101", (0, 0)), ("1201", (11, 0)), ("0108", (0, 7))):
        u, v = grid.center(*cell)
        dialog.hex.setText(name)
        dialog.click(QPointF(90 * u, 90 * v))
    dialog.take()
    dialog.finish()
    file = designer.module.boards[0].art.background
    assert file is not None
    assert file.endswith(".png")
    assert not QImage(str(designer.window.document.path / file)).isNull()


def test_a_picture_too_big_for_memory_is_prepared_and_clicked(
    designer: Designer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.editor import grid_fit_dialog

    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(grid_fit_dialog, "MOST_SHOWN", 100_000)
    a_scan(tmp_path / "scan.png")
    dialog = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    assert dialog.open_picture(tmp_path / "scan.png")
    assert dialog.preparation is not None
    assert not dialog.take_button.isEnabled()
    with designer.qtbot.waitSignal(dialog.preparation.ended, timeout=60_000):
        pass
    scan = dialog.view.scan
    assert scan is not None
    assert scan.tiles is not None
    dialog.show()
    dialog.area.fit()
    dialog.area.zoom(3)
    assert dialog.view.zoom > 0.5
    assert not dialog.view.grab().isNull()
    for name, cell in (("0101", (0, 0)), ("1201", (11, 0)), ("0108", (0, 7))):
        dialog.hex.setText(name)
        point = (pixel(*cell) * dialog.view.zoom).toPoint()
        QTest.mouseClick(dialog.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
    assert dialog.fit is not None
    assert dialog.fit.worst < 2.0
    dialog.take()
    dialog.finish()
    file = designer.module.boards[0].art.background
    assert file is not None
    assert not QImage(str(designer.window.document.path / file)).isNull()


def test_numbers_are_set_in_the_form(designer: Designer) -> None:
    dialog = SizeDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    form = dialog.numbers

    def choose(box: QComboBox, value: object) -> None:
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())

    choose(form.row, ":A")
    choose(form.order, False)
    choose(form.down, "north")
    form.separator.setEditText("-")
    assert form.pattern.text() == "{sheet}{row:A}-{column:02}"
    assert "H-01" in dialog.sample.text()
    choose(form.across, "west")
    choose(form.slant, "falling")
    assert dialog.fault.text() == ""
    form.set_pattern("{column}{row}")
    assert dialog.fault.text().startswith("Two hexes have the number")
    dialog.take()
    assert designer.steps == 0
    form.set_pattern("{column:A}.{row}")
    assert form.column.currentData() == ":A"
    assert not dialog.preview.grab().isNull()
    dialog.take()
    assert designer.steps == 1
    grid = designer.module.boards[0].grid
    assert (grid.pattern, grid.column_order, grid.slant) == ("{column:A}.{row}", "west", "falling")


def test_what_is_no_picture_is_said(designer: Designer, tmp_path: Path) -> None:
    dialog = GridFitDialog(designer.window.document, 0, designer.window)
    designer.qtbot.addWidget(dialog)
    (tmp_path / "map.png").write_bytes(b"no picture at all")
    assert not dialog.open_picture(tmp_path / "map.png")
    assert dialog.fault.text()


def test_a_table_is_shown_before_it_is_taken(designer: Designer) -> None:
    text = pieces_to_csv(designer.module).replace("Minefield", "Mines")
    dialog = CsvDialog(pieces_from_csv(designer.module, text), designer.window)
    designer.qtbot.addWidget(dialog)
    assert dialog.windowTitle() == "Take this table?"
    assert dialog.keep.isHidden(), "nothing of the module is missing in the table"


def test_a_table_of_new_lines_leaves_the_others(designer: Designer, tmp_path: Path) -> None:
    page, module = designer.window.counters_page, designer.module
    path = tmp_path / "two.csv"
    lines = [f"new-{n},New {n},{module.sides[0].id},infantry,mine" for n in (1, 2)]
    path.write_text("\n".join(("id,name,side,type,My remark", *lines)), encoding="utf-8")
    outcome = page.read_csv(path)
    assert outcome is not None
    dialog = CsvDialog(outcome, designer.window)
    designer.qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.keep.isVisible()
    assert dialog.keep.isChecked(), "most of the module is not in the table"
    assert dialog.counts.text() == "2 new"
    assert dialog.note.text() == "Left out: the column \u201cMy remark\u201d."
    QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.keep.height() // 2))
    assert dialog.counts.text() == f"2 new, {len(module.pieces)} taken away"
    assert "goes from A Meeting as well" in dialog.note.text()
    assert dialog.lines.count() == len(module.pieces) + 2
    dialog.keep.setChecked(True)
    page.take_csv(dialog.outcome)
    assert len(designer.module.pieces) == len(module.pieces) + 2
    assert designer.module.scenarios is module.scenarios
    assert designer.steps == 1


def test_the_position_of_a_saved_game(designer: Designer, tmp_path: Path) -> None:
    game = new_game(designer.module, "meeting", 1, {})
    from engine.rules.freeplay_actions import Place

    game.apply(Place(pieces=("1-red-inf",), at="0904"), "allied")
    path = tmp_path / "game.hexsave"
    write_save(path, game)
    assert designer.window.take_position(path)
    placements = designer.module.scenario("meeting").sides["allied"].placements
    assert any(p.at == "0904" and "1-red-inf" in p.pieces for p in placements)
    assert designer.steps == 1
    path.write_bytes(b"nothing")
    assert not designer.window.take_position(path)
    assert "cannot be used" in designer.said()


def a_desk(tmp_path: Path) -> tuple[EditorDesk, list[Game], list[str]]:
    games: list[Game] = []
    told: list[str] = []
    store = SettingsStore(tmp_path / "settings.json")
    return EditorDesk(store, lambda game, _path: games.append(game), told.append), games, told


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize("way", [BLANK, TEMPLATE, PICTURE])
def test_new_modules_open_and_play(way: str, qtbot: QtBot, home: Path, tmp_path: Path) -> None:
    desk, games, told = a_desk(tmp_path)
    dialog = desk.new_module()
    qtbot.addWidget(dialog)
    dialog.way.set_value(way)
    dialog.title.setText("My War")
    if way == PICTURE:
        dialog.make()
        assert "file" in dialog.fault.text()
        a_scan(tmp_path / "scan.png")
        dialog.set_file(tmp_path / "scan.png")
    dialog.make()
    assert told == []
    window = desk.windows[0]
    qtbot.addWidget(window)
    assert window.document.module.title == "My War"
    assert window.document.path.is_relative_to(home)
    assert window.document.check.findings == ()
    assert window.side_panel.bar.tabs.tabText(0) == "Issues"
    QApplication.processEvents()
    fitting = window.findChildren(GridFitDialog)
    assert len(fitting) == (1 if way == PICTURE else 0)
    for asked in fitting:
        assert asked.isVisible()
        assert asked.view.scan is not None
        asked.reject()
        assert window.messages.current is not None
        assert window.messages.current.button == "Fit grid to picture…"
        window.messages.clear()
    window._play(0)
    assert len(games) == 1
    assert games[0].rules.ruleset == "free-play"


def test_what_cannot_be_made_is_said_and_leaves_nothing(qtbot: QtBot, home: Path, tmp_path: Path) -> None:
    dialog = NewModuleDialog()
    qtbot.addWidget(dialog)
    dialog.title.setText("   ")
    dialog.make()
    assert "title" in dialog.fault.text()
    with pytest.raises(NotMade):
        workshop.new_from_template("nothing", "x")
    (tmp_path / "map.png").write_bytes(b"no")
    with pytest.raises(NotMade):
        workshop.new_from_picture(tmp_path / "map.png", Plan(title="x"))
    assert not list((home / "modules").glob("*"))


def test_a_shipped_game_is_copied_and_keeps_its_rules(qtbot: QtBot, home: Path, tmp_path: Path) -> None:
    desk, games, _ = a_desk(tmp_path)
    place = builtin_modules()["tutorial"]
    window = desk.copy_scenario(place, "first")
    assert window is not None
    qtbot.addWidget(window, before_close_func=lambda _w: window.document.stack.setClean())
    assert window.document.path.is_relative_to(home)
    assert not list(window.document.path.rglob("*.py"))
    assert load_module(place).title == "First Steps"
    assert window.map_page.scenario == "first-copy"
    window._play(0)
    assert games[0].rules.ruleset == "tutorial"
    assert desk.open(window.document.path) is window


def test_printing_begins_with_the_sheet_of_the_page(qtbot: QtBot, home: Path, tmp_path: Path) -> None:
    desk, _, told = a_desk(tmp_path)
    save_module(a_module(), tmp_path / "meeting")
    window = desk.open(tmp_path / "meeting")
    assert window is not None
    qtbot.addWidget(window)
    window.show()

    def sheet() -> str:
        window.print_button.click()
        dialog = next(found for found in window.findChildren(PrintDialog) if found.isVisible())
        kind = dialog.kind
        dialog.close()
        return kind

    assert sheet() == "setup"
    for page, kind in (("cards", "cards"), ("counters", "counters"), ("chart", "charts"), ("map", "setup")):
        window.show_page(page)
        assert sheet() == kind, page
    for part, kind in (("sequence", "aid"), ("charts", "charts"), ("nations", "setup")):
        window.show_page("list")
        window.list_page.show_list((part,), part)
        assert sheet() == kind, part
    assert told == []


def test_unknown_rules_degrade_to_free_play(qtbot: QtBot, home: Path, tmp_path: Path) -> None:
    desk, games, _ = a_desk(tmp_path)
    folder = workshop.new_blank(Plan(title="Odd"))
    head = folder / "module.yaml"
    head.write_text(head.read_text() + "ruleset: nowhere_known\n")
    window = desk.open(folder)
    assert window is not None
    qtbot.addWidget(window)
    window._play(0)
    assert games[0].rules.ruleset == "free-play"
    assert "not installed" in (window.messages.current.text if window.messages.current else "")


def test_set_up_from_another_scenario(designer: Designer) -> None:
    name = designer.window.copy_scenario()
    assert designer.window.document.edit(lambda m: positions.setup_from(m, "meeting", name), "take")


def test_art_of_a_folder_is_one_step(designer: Designer, tmp_path: Path) -> None:
    folder = tmp_path / "art"
    folder.mkdir()
    for name in ("1-red-inf", "mine"):
        picture = QImage(64, 64, QImage.Format.Format_RGB32)
        picture.fill(QColor("#336699" if name == "mine" else "#993333"))
        picture.save(str(folder / f"{name}.png"))
    dialog = designer.window.counters_page.art.match(folder)
    assert dialog is not None
    assert {match.piece for match in dialog.found.matches} == {"1-red-inf", "mine"}
    with designer.qtbot.waitSignal(dialog.finished) as done:
        designer.press(dialog.take)
    assert done.args == [FolderDialog.DialogCode.Accepted.value]
    assert designer.steps == 1
    piece = designer.module.pieces_by_id()["mine"]
    assert piece.art is not None
    assert (designer.window.document.path / piece.art.front).is_file()
    designer.press(designer.window.undo_button)
    assert designer.module.pieces_by_id()["mine"].art is None
