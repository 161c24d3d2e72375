"""Extension modules and turn tracks of VASSAL modules: what they add, where it goes, what is confirmed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.cli.main import status_of
from app.importing.dialogs.vassal_dialog import STAYS, VassalDialog
from app.importing.refusal import ImportRefused
from app.importing.vassal.extensions import extensions_beside
from app.importing.vassal.making import Wishes, import_vassal
from app.importing.vassal.report import ImportReport
from engine.definition.module import ModuleDef
from engine.loading import check_module, load_module
from tests.fixtures.vassal_modules import (
    PACKAGE,
    ModuleFiles,
    at_start,
    board,
    game_map,
    hex_grid,
    panel,
    picture,
    plain_slot,
    saved_game,
    saved_piece,
    saved_stack,
    small_module,
    tag,
    zone,
)


def element(target: str, *parts: str) -> str:
    return tag(f"{PACKAGE}ExtensionElement", {"target": target}, *parts)


def an_extension(
    path: Path, *parts: str, module: str = "Test of ours", pictures: tuple[str, ...] = ()
) -> Path:
    """A `.vmdx` file."""
    made = ModuleFiles(root=f"{PACKAGE}ModuleExtension", sides=())
    for name in pictures:
        made.image(name, picture("#77bb77", mark=name[:3]))
    text = tag(made.root, {"module": module, "version": "0.3", "anyModule": "false"}, *parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    made.text = lambda: text  # type: ignore[method-assign]
    return made.zipped(path)


RED_PANEL = f"{PACKAGE}PieceWindow:Pieces/VASSAL.build.widget.TabWidget/VASSAL.build.widget.PanelWidget:Red"


def imported(
    folder: Path, *extensions: Path, stays: frozenset[int] = frozenset()
) -> tuple[ModuleDef, ImportReport]:
    report = import_vassal(
        small_module().zipped(folder / "m.vmod"), folder / "out", Wishes(extensions=extensions, stays=stays)
    )
    assert [str(issue) for issue in check_module(folder / "out")] == []
    return load_module(folder / "out"), report


def test_counters_of_an_extension_join_the_group_they_name(tmp_path: Path) -> None:
    extension = an_extension(
        tmp_path / "more.vmdx", element(RED_PANEL, plain_slot("Guards", "g.png", "x:1")), pictures=("g.png",)
    )
    module, report = imported(tmp_path, extension)
    guards = next(piece for piece in module.pieces if piece.name == "Guards")
    assert guards.side == "red"
    assert guards.art is not None
    assert (tmp_path / "out" / guards.art.front).is_file()
    [note] = report.extensions
    assert (note.name, note.version, note.pieces, note.lost, note.made_for) == ("more.vmdx", "0.3", 1, (), "")
    assert "more.vmdx 0.3: 1 piece" in report.text()
    assert list((tmp_path / "out/drafts/originals").glob("*more.vmdx"))


def test_stacks_and_set_ups_of_an_extension_are_taken(tmp_path: Path) -> None:
    save = saved_game(
        [
            "begin_save",
            saved_piece("1", "1st Red", "red-1.png", "10", ("Main", 109, 80)),
            saved_stack("Main", (109, 80), ["1"]),
            "end_save",
        ]
    )
    made = an_extension(
        tmp_path / "more.vmdx",
        element(
            f"{PACKAGE}Map:Main", at_start("Field", (178, 40), plain_slot("1st Blue", "blue-1.png", "12"))
        ),
        element(
            "", tag(f"{PACKAGE}PredefinedSetup", {"name": "Later", "useFile": "true", "file": "later.vsav"})
        ),
    )
    import zipfile

    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("later.vsav", save)
    module, _report = imported(tmp_path, made)
    assert [scenario.title for scenario in module.scenarios] == ["At start", "Later"]
    blue = module.scenario("at-start").sides["blue"].placements
    assert sum(piece.startswith("blue-1st-blue") for place in blue for piece in place.pieces) == 2


def test_places_that_are_not_there_are_told_and_nothing_is_lost(tmp_path: Path) -> None:
    nowhere = f"{PACKAGE}PieceWindow:Navy/VASSAL.build.widget.TabWidget"
    extension = an_extension(
        tmp_path / "navy.vmdx",
        element(nowhere, panel("Blue", plain_slot("Cruiser", "c.png", "x:1"))),
        module="Another game",
        pictures=("c.png",),
    )
    module, report = imported(tmp_path, extension)
    assert any(piece.name == "Cruiser" for piece in module.pieces)
    assert report.extensions[0].lost == ("Navy / TabWidget",)
    text = report.text()
    assert "there is no Navy / TabWidget" in text
    assert "was made for Another game" in text


def test_a_picture_of_the_module_counts_before_that_of_an_extension(tmp_path: Path) -> None:
    extension = an_extension(tmp_path / "e.vmdx", element(""), pictures=("red-1.png",))
    with_it, _ = imported(tmp_path, extension)
    plain = import_vassal(tmp_path / "m.vmod", tmp_path / "plain")
    assert plain.taken["counters"] == sum(not piece.template for piece in with_it.pieces)
    assert {p.art.front for p in with_it.pieces if p.art} == {
        p.art.front for p in load_module(tmp_path / "plain").pieces if p.art
    }


def test_wrong_files_are_refused_in_words(tmp_path: Path) -> None:
    extension = an_extension(tmp_path / "more.vmdx", element(""))
    with pytest.raises(ImportRefused, match=r"more.vmdx is an extension of Test of ours"):
        import_vassal(extension, tmp_path / "out")
    other = small_module().zipped(tmp_path / "other.vmod")
    with pytest.raises(ImportRefused, match=r"other.vmod is no extension"):
        imported(tmp_path, other)
    (tmp_path / "bad.vmdx").write_bytes(b"rubbish")
    with pytest.raises(ImportRefused, match="no readable zip file"):
        imported(tmp_path, tmp_path / "bad.vmdx")
    assert not (tmp_path / "out").exists()


def test_the_command_line_takes_extensions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = small_module().zipped(tmp_path / "m.vmod")
    extension = an_extension(
        tmp_path / "more.vmdx", element(RED_PANEL, plain_slot("Guards", "g.png", "x:1")), pictures=("g.png",)
    )
    words = [
        "import",
        "vassal",
        str(source),
        "-o",
        str(tmp_path / "o"),
        "--extension",
        str(extension),
        "--json",
    ]
    assert status_of(words) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["extensions"][0]["pieces"] == 1


def test_the_dialog_finds_extensions_beside_the_module(qtbot: QtBot, tmp_path: Path) -> None:
    source = small_module().zipped(tmp_path / "m.vmod")
    beside = an_extension(
        tmp_path / "m_ext" / "more.vmdx",
        element(RED_PANEL, plain_slot("Guards", "g.png", "x:1")),
        pictures=("g.png",),
    )
    assert extensions_beside(source) == (beside,)
    numbers = iter(range(9))
    dialog = VassalDialog(source, lambda: tmp_path / f"out{next(numbers)}")
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.report is not None and dialog.work is None, timeout=20_000)
    assert "4 counters" in dialog.state.text()
    dialog.extensions.item(0).setCheckState(Qt.CheckState.Unchecked)
    QTest.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.work is None and "3 counters" in dialog.state.text(), timeout=20_000)
    other = an_extension(
        tmp_path / "elsewhere.vmdx",
        element(RED_PANEL, plain_slot("Scouts", "s.png", "y:1")),
        pictures=("s.png",),
    )
    dialog.take_extensions([str(other)])
    qtbot.waitUntil(lambda: dialog.work is None and "4 counters" in dialog.state.text(), timeout=20_000)
    dialog.cancel.click()


def test_what_was_decided_last_is_opened(qtbot: QtBot, tmp_path: Path) -> None:
    source = small_module().zipped(tmp_path / "Game.vmod")
    an_extension(
        tmp_path / "Game_ext" / "more.vmdx",
        element(RED_PANEL, plain_slot("Guards", "g.png", "x:1")),
        pictures=("g.png",),
    )
    numbers = iter(range(9))
    dialog = VassalDialog(source, lambda: tmp_path / f"out{next(numbers)}")
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    opened: list[Path] = []
    dialog.opened.connect(opened.append)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.report is not None and dialog.work is None, timeout=20_000)
    dialog.extensions.item(0).setCheckState(Qt.CheckState.Unchecked)
    QTest.mouseClick(dialog.open_it, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(opened), timeout=20_000)
    assert opened == [tmp_path / "out1"]
    assert not dialog.isVisible()
    assert not (tmp_path / "out0").exists()
    assert all(piece.name != "Guards" for piece in load_module(opened[0]).pieces)


# --- turn tracks ----------------------------------------------------------------------------------------


def with_a_track() -> ModuleFiles:
    """A map with a turn track of squares below it, two counters on turn 3, one on turn 5."""
    squares = tag(
        "a.SquareGrid",
        {"dx": 50, "dy": 50, "x0": 25, "y0": 425},
        tag("a.SquareGridNumbering", {"hLeading": 0, "vLeading": 0, "first": "V", "hOff": 1, "vOff": 0}),
    )
    grid = tag(
        "a.ZonedGrid",
        {},
        zone("Turn Track", "0,400;300,400;300,450;0,450", squares, locationFormat="$name$"),
        hex_grid(numbering={"stagger": "false"}),
    )
    made = ModuleFiles().image("a.png").image("map.png", picture("#dddddd", (600, 500)))
    red, blue = {"Side": "Red"}, {"Side": "Blue"}
    made.add(
        game_map(
            "Main",
            [board("Field", "map.png", grid)],
            at_start("Field", (40, 40), plain_slot("Here", "a.png", "1", red)),
            at_start(
                "Field", (130, 430), plain_slot("B", "a.png", "2", red), plain_slot("C", "a.png", "3", red)
            ),
            at_start("Field", (230, 430), plain_slot("D", "a.png", "4", blue)),
        )
    )
    return made


def tracked(folder: Path, stays: frozenset[int] = frozenset()) -> tuple[ModuleDef, ImportReport]:
    report = import_vassal(with_a_track().zipped(folder / "t.vmod"), folder / "out", Wishes(stays=stays))
    assert [str(issue) for issue in check_module(folder / "out")] == []
    return load_module(folder / "out"), report


def test_counters_on_a_turn_track_are_reinforcements(tmp_path: Path) -> None:
    module, report = tracked(tmp_path)
    assert [(entry.turn, entry.side, entry.action, entry.pieces) for entry in module.schedule] == [
        (3, "red", "arrive", ("red-b", "red-c")),
        (5, "blue", "arrive", ("blue-d",)),
    ]
    box = module.schedule[0].at
    assert any(found.id == box and found.role == "turn" for found in module.boxes)
    standing = {
        piece
        for setup in module.scenarios[0].sides.values()
        for place in setup.placements
        for piece in place.pieces
    }
    assert standing == {"red-here"}
    assert [(a.turn, a.names, a.taken) for a in report.arrivals] == [(3, "B, C", True), (5, "D", True)]
    assert "please look" in report.text()


def test_turns_that_hold_no_reinforcements_stay_as_they_are(tmp_path: Path) -> None:
    module, report = tracked(tmp_path, frozenset({3}))
    assert [entry.turn for entry in module.schedule] == [5]
    placed = {place.at: place.pieces for place in module.scenarios[0].sides["red"].placements}
    assert ("red-b", "red-c") in placed.values()
    assert [(a.turn, a.taken) for a in report.arrivals] == [(3, False), (5, True)]
    assert "stay on the track" in report.text()


def test_the_guess_is_confirmed_in_the_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    source = with_a_track().zipped(tmp_path / "t.vmod")
    numbers = iter(range(9))
    dialog = VassalDialog(source, lambda: tmp_path / f"out{next(numbers)}")
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.report is not None and dialog.work is None, timeout=20_000)
    assert dialog.track.isVisible()
    assert [dialog.track.item(row, 1).text() for row in range(2)] == ["B, C", "D"]  # type: ignore[union-attr]
    combo = dialog.track.cellWidget(1, 2)
    assert isinstance(combo, QComboBox)
    assert combo.currentText() == "Reinforcements of turn 5"
    combo.setCurrentIndex(combo.findData(STAYS))
    QTest.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.report is not None and dialog.work is None, timeout=20_000)
    assert [entry.turn for entry in load_module(tmp_path / "out1").schedule] == [3]
    kept = dialog.track.cellWidget(1, 2)
    assert isinstance(kept, QComboBox)
    assert kept.currentData() == STAYS
    dialog.grab().save(str(tmp_path / "dialog.png"))
    dialog.cancel.click()


def test_the_command_line_can_keep_the_track(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = with_a_track().zipped(tmp_path / "t.vmod")
    assert status_of(["import", "vassal", str(source), "-o", str(tmp_path / "o"), "--keep-track"]) == 0
    assert "stay on the track" in capsys.readouterr().out
    assert load_module(tmp_path / "o").schedule == ()


def test_a_counter_on_the_track_in_one_set_up_and_on_the_map_in_another(tmp_path: Path) -> None:
    made = with_a_track()
    lines = [
        "begin_save",
        saved_piece("1", "B", "a.png", "2", ("Main", 40, 40)),
        saved_stack("Main", (40, 40), ["1"]),
        "end_save",
    ]
    made.files["late.vsav"] = saved_game(lines)
    made.add(tag(f"{PACKAGE}PredefinedSetup", {"name": "Late", "useFile": "true", "file": "late.vsav"}))
    report = import_vassal(made.zipped(tmp_path / "t.vmod"), tmp_path / "out")
    assert [str(issue) for issue in check_module(tmp_path / "out") if issue.severity == "error"] == []
    module = load_module(tmp_path / "out")
    first = next(entry for entry in module.schedule if entry.turn == 3)
    assert first.pieces == ("red-b", "red-c")
    assert first.scenarios == ("at-start",)
    standing = {place.at: place.pieces for place in module.scenario("late").sides["red"].placements}
    assert any("red-b" in pieces for pieces in standing.values())
    assert report.arrivals[0].scenarios == ("at-start",)
