"""The print dialog: what it shows is what is written; choices, progress, cancel, faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.exporting.kinds import KINDS, print_source
from app.printing.dialog import PrintDialog, sentence
from app.printing.fields import usual_paper
from app.printing.opening import NOW, START, print_game, print_scenario
from app.printing.sending import printer_for
from app.settings import SettingsStore
from app.theme.current import theme
from engine.game import Game, new_game
from tests.app.exporting.sheets import a_source, saved
from tests.fixtures.free_module import a_free_module


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[PrintDialog]:
    made = PrintDialog(a_source())
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(made)
    made.fields.paper.set_value("a4")
    made.show()
    made.replan()
    yield made
    made.close()


def test_it_offers_every_kind(dialog: PrintDialog) -> None:
    titles = [dialog.kinds.item(row).text() for row in range(dialog.kinds.count())]
    assert titles == [kind.title for kind in KINDS.values()]
    assert dialog.kind == "setup"
    assert dialog.preview.count.text() == "Page 1 of 4"
    assert "4 pages, 210 × 297 mm" in dialog.state.text()


def test_choices_change_the_sheet(dialog: PrintDialog) -> None:
    dialog.fields.paper.button("letter").click()
    dialog.replan()
    assert dialog.plan is not None
    assert dialog.plan.pages[0].width == pytest.approx(215.9)
    dialog.fields.side.button("axis").click()
    dialog.replan()
    assert all(page.name.startswith("Axis") for page in dialog.plan.pages)
    dialog.choose("counters")
    dialog.fields.sizes.button("12.7").click()
    dialog.replan()
    assert dialog.fields.counter_mm.value() == pytest.approx(12.7)
    assert next(dialog.plan.counters()).edge == pytest.approx(12.7)


def test_only_choices_that_concern_the_sheet_are_shown(dialog: PrintDialog) -> None:
    fields = dialog.fields
    assert fields.order.isVisibleTo(dialog)
    assert not fields.counter_mm.isVisibleTo(dialog)
    dialog.choose("map")
    assert fields.hex_mm.isVisibleTo(dialog)
    assert fields.paper.isVisibleTo(dialog)
    fields.one_sheet.button("one").click()
    assert not fields.paper.isVisibleTo(dialog)


def test_the_preview_shows_the_page(dialog: PrintDialog) -> None:
    dialog.choose("charts")
    dialog.replan()
    dialog.preview.draw_now()
    picture = dialog.preview.sheet.picture
    assert picture is not None
    image = picture.toImage()
    shades = {
        image.pixelColor(x, y).lightness() for x in range(0, image.width(), 3) for y in range(40, 200, 2)
    }
    assert max(shades) == 255
    assert min(shades) < 90
    dialog.preview.go_to(99)
    assert dialog.preview.count.text() == "Page 3 of 3"
    QTest.keyClick(dialog.preview, Qt.Key.Key_PageUp)
    assert dialog.preview.number == 1
    QTest.keyClick(dialog.preview, Qt.Key.Key_Home)
    assert dialog.preview.number == 0
    dialog.preview.zoom.button("true").click()
    assert dialog.preview.sheet.width() == round(210 / 25.4 * 110)


def test_it_says_why_there_is_nothing_to_print(dialog: PrintDialog) -> None:
    dialog.choose("cards")
    dialog.replan()
    assert dialog.plan is None
    assert "has no cards" in dialog.preview.sheet.note
    assert not dialog.save.isEnabled()
    dialog.ask_file()
    assert not dialog.findChildren(QFileDialog)
    dialog.choose("charts")
    dialog.replan()
    assert dialog.save.isEnabled()


def test_a_file_is_written_page_by_page(dialog: PrintDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.choose("charts")
    dialog.replan()
    path = tmp_path / "charts.pdf"
    with qtbot.waitSignal(dialog.exported, timeout=20_000) as told:
        dialog.write(path)
        assert dialog.bar.isVisibleTo(dialog)
        assert dialog.close_button.text() == "Cancel"
        assert not dialog.kinds.isEnabled()
    assert told.args == [str(path)]
    assert dialog.state.text() == "Saved charts.pdf."
    assert dialog.kinds.isEnabled()
    assert len(pypdfium2.PdfDocument(path)) == 3


def test_cancel_leaves_what_was_there(dialog: PrintDialog, tmp_path: Path) -> None:
    path = saved(tmp_path)
    dialog.choose("charts")
    dialog.replan()
    dialog.write(path)
    dialog.close_button.click()
    assert dialog.isVisible()
    assert "Nothing was written" in dialog.state.text()
    assert path.read_bytes() == b"what was there"
    assert list(tmp_path.iterdir()) == [path]


def test_faults_of_the_disk_are_told(dialog: PrintDialog, tmp_path: Path) -> None:
    dialog.choose("charts")
    dialog.replan()
    dialog.write(tmp_path / "none" / "charts.pdf")
    told = dialog.state.text()
    assert told.startswith("Not saved")
    assert f"the folder {tmp_path / 'none'} does not exist" in told
    assert "unharmed" not in told
    assert "free some space" not in told
    dialog.write(tmp_path / "charts.csv")
    assert "cannot be written as 'csv'" in dialog.state.text()


def test_tables_are_written_too(dialog: PrintDialog, tmp_path: Path) -> None:
    dialog.write(tmp_path / "order.csv")
    assert (tmp_path / "order.csv").read_text(encoding="utf-8").startswith("side,place")
    assert dialog.state.text() == "Saved order.csv."


def test_the_file_dialog_does_not_block(dialog: PrintDialog) -> None:
    dialog.ask_file()
    asked = dialog.findChildren(QFileDialog)
    assert len(asked) == 1
    assert asked[0].nameFilters()[0] == "PDF (*.pdf)"
    asked[0].reject()


def a_printer(dialog: PrintDialog, path: Path) -> QPrinter:
    """A printer that prints into a file."""
    assert dialog.plan is not None
    printer = printer_for(dialog.plan)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    return printer


def test_a_printer_gets_the_same_pages(dialog: PrintDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.choose("charts")
    dialog.replan()
    dialog.print_on(a_printer(dialog, tmp_path / "printed.pdf"))
    assert dialog.close_button.text() == "Cancel", "a long print can be stopped"
    qtbot.waitUntil(lambda: "sent to the printer" in dialog.state.text(), timeout=20_000)
    assert len(pypdfium2.PdfDocument(tmp_path / "printed.pdf")) == 3
    assert dialog.close_button.text() == "Close"


def test_only_the_chosen_pages_are_printed(dialog: PrintDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.choose("charts")
    dialog.replan()
    printer = a_printer(dialog, tmp_path / "printed.pdf")
    printer.setFromTo(2, 3)
    dialog.print_on(printer)
    assert dialog.bar.maximum() == 2
    qtbot.waitUntil(lambda: "sent to the printer" in dialog.state.text(), timeout=20_000)
    assert len(pypdfium2.PdfDocument(tmp_path / "printed.pdf")) == 2


def test_printing_can_be_stopped(dialog: PrintDialog, tmp_path: Path) -> None:
    dialog.choose("map")
    dialog.replan()
    dialog.print_on(a_printer(dialog, tmp_path / "printed.pdf"))
    dialog.close_button.click()
    assert dialog.state.text() == "Stopped. Nothing more is printed."
    assert dialog.kinds.isEnabled()
    assert dialog.isVisible()


def test_a_printer_is_asked_for_what_the_sheet_wants(
    dialog: PrintDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A printer that prints into a file forgets what it is asked for, so the asking is kept."""
    asked: list[object] = []
    monkeypatch.setattr(QPrinter, "setDuplex", lambda _printer, duplex: asked.append(duplex))
    monkeypatch.setattr(QPrinter, "setColorMode", lambda _printer, mode: asked.append(mode))
    dialog.choose("counters")
    dialog.fields.turn.set_value("short")
    dialog.fields.gray.setChecked(True)
    dialog.replan()
    assert dialog.plan is not None
    printer_for(dialog.plan)
    assert asked == [QPrinter.DuplexMode.DuplexShortSide, QPrinter.ColorMode.GrayScale]
    asked.clear()
    dialog.choose("setup")
    dialog.fields.gray.setChecked(False)
    dialog.replan()
    printer_for(dialog.plan)
    assert asked == []


def test_the_preview_is_gray_where_the_sheet_is(dialog: PrintDialog) -> None:
    dialog.choose("counters")
    dialog.replan()
    dialog.preview.draw_now()
    assert not shown(dialog).isGrayscale()
    dialog.fields.gray.setChecked(True)
    dialog.replan()
    dialog.preview.draw_now()
    assert shown(dialog).isGrayscale()


def shown(dialog: PrintDialog) -> QImage:
    """The page under view."""
    assert dialog.preview.sheet.picture is not None
    return dialog.preview.sheet.picture.toImage()


def test_a_map_saved_as_a_picture_is_one_sheet(dialog: PrintDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.choose("map")
    dialog.fields.hex_mm.setValue(4.0)
    dialog.replan()
    assert dialog.plan is not None
    assert len(dialog.plan.pages) > 1, "on paper it is tiles"
    with qtbot.waitSignal(dialog.exported, timeout=60_000):
        dialog.write(tmp_path / "map.png")
    picture = QImage(str(tmp_path / "map.png"))
    across, down = dialog.source.board.size(0)
    assert picture.width() / picture.height() == pytest.approx((across * 4 + 18) / (down * 4 + 18), rel=0.01)


def choose(dialog: PrintDialog, subject: str) -> None:
    """Pick a moment or scenario from the list."""
    row = dialog.subject.findData(subject)
    assert row >= 0
    dialog.subject.setCurrentIndex(row)
    dialog.subject.activated.emit(row)


def play_once(game: Game) -> None:
    """Take the first thing that can be done."""
    decision = game.decision
    assert decision is not None
    side = decision.sides[0]
    found = (action for kind in decision.ask.kinds for action in kind.choices(game.state, side))
    game.apply(next(found), side)


def test_a_game_under_way_can_be_printed_at_two_moments(qtbot: QtBot) -> None:
    game = new_game(a_source().module, "operation-crusader", 1, {})
    host = PrintDialog(a_source())
    host.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(host)
    fresh = print_game(host, game, "afrika")
    assert not fresh.subject.isVisibleTo(fresh)
    fresh.close()
    play_once(game)
    under_way = print_game(host, game, "afrika")
    assert under_way.subject.isVisibleTo(under_way)
    moments = [under_way.source.is_start]
    for moment in (NOW, START):
        choose(under_way, moment)
        moments.append(under_way.source.is_start)
    assert moments == [True, False, True]
    under_way.close()


def test_a_scenario_of_the_library_opens(qtbot: QtBot) -> None:
    host = PrintDialog(a_source())
    host.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(host)
    module = a_free_module()
    opened = print_scenario(host, module, module.scenarios[0].id, "meeting")
    opened.replan()
    assert opened.windowTitle() == f"Print: {module.scenarios[0].title}"
    assert opened.plan is not None
    opened.close()
    whole = print_scenario(host, a_source().module, "gazala", "afrika", {"fog": True})
    assert whole.source.game.rules.options["fog"] is True
    assert whole.subject.currentText() == "8.7 Gazala"
    choose(whole, "operation-compass")
    assert whole.source.scenario.id == "operation-compass"
    assert whole.windowTitle() == "Print: Operation Compass"
    whole.close()
    assert print_source(new_game(module, module.scenarios[0].id, 0), "meeting").is_start


def test_faults_are_sentences() -> None:
    assert sentence("no paper is left") == "No paper is left."
    assert sentence("Stop.") == "Stop."


def test_enter_in_a_field_changes_no_other_choice(dialog: PrintDialog) -> None:
    """The first button of a row of choices was once what Enter pressed."""
    dialog.choose("map")
    dialog.fields.one_sheet.button("one").click()
    for field in (dialog.fields.hex_mm, dialog.kinds, dialog.subject):
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert dialog.fields.one_sheet.value == "one"
        assert dialog.findChildren(QFileDialog) == []
    assert dialog.save.isDefault()


def test_backs_are_moved_by_what_is_typed(dialog: PrintDialog) -> None:
    dialog.choose("counters")
    dialog.fields.right.setValue(0.6)
    dialog.fields.down.setValue(-0.4)
    dialog.replan()
    assert dialog.plan is not None
    back = dialog.plan.pages[1].blocks[0]
    assert (back.x, back.y) == pytest.approx((0.6, -0.4))
    assert (dialog.plan.pages[0].blocks[0].x, dialog.plan.pages[0].blocks[0].y) == (0.0, 0.0)


def test_the_ways_of_the_printer_are_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    for number in range(2):
        made = PrintDialog(a_source(), store=store)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        qtbot.addWidget(made)
        made.show()
        ways = made.fields.wishes()
        if number == 0:
            assert (ways.turn, ways.shift) == ("long", (0.0, 0.0))
            made.fields.paper.button("letter").click()
            made.fields.turn.button("short").click()
            made.fields.right.setValue(0.7)
        else:
            assert (ways.paper, ways.turn, ways.shift) == ("letter", "short", (0.7, 0.0))
        made.close()
    again = SettingsStore(tmp_path / "settings.json").current
    assert (again.paper, again.sheet_turns, again.backs_right) == ("letter", "short", 0.7)


@pytest.mark.parametrize(
    ("name", "paper"), [("en_US", "letter"), ("fr_CA", "letter"), ("de_DE", "a4"), ("en_GB", "a4")]
)
def test_the_first_paper_is_that_of_the_country(name: str, paper: str) -> None:
    assert usual_paper(QLocale(name)) == paper


@pytest.fixture
def large_text(qapp: QApplication) -> Iterator[None]:
    before = theme()
    before.apply(before.choice, 1.5)
    yield
    before.apply(before.choice, 1.0)


@pytest.mark.usefixtures("large_text")
def test_it_fits_a_small_screen_with_large_text(qtbot: QtBot) -> None:
    made = PrintDialog(a_source())
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(made)
    made.show()
    for kind in KINDS:
        made.choose(kind)
        made.resize(1280, 720)
        QTest.qWait(0)
        assert (made.width(), made.height()) == (1280, 720), kind
        assert made.save.geometry().bottom() <= 720
    made.close()
