"""Whole VASSAL modules: what is made of them checks clean, plays, and says what was taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.importing.origins import origins_in
from app.importing.refusal import ImportRefused
from app.importing.vassal.making import Wishes, import_vassal
from app.importing.vassal.report import ImportReport
from app.importing.vassal.sorting import GroupChoice
from engine.bots import Match, make_bot
from engine.definition.module import ModuleDef
from engine.game import new_game
from engine.loading import check_module, load_module
from engine.rules.registry import FREE_PLAY, find_ruleset
from tests.fixtures.vassal_modules import (
    PACKAGE,
    LayerText,
    ModuleFiles,
    at_start,
    basic,
    basic_state,
    board,
    game_map,
    hex_grid,
    palette,
    panel,
    picture,
    piece_text,
    plain_slot,
    saved_game,
    saved_piece,
    saved_stack,
    slot,
    small_module,
    tag,
    zone,
)

FIXTURE = Path(__file__).parents[2] / "fixtures" / "vassal" / "hex_n_counters_template.vmod"


def imported(made: ModuleFiles, folder: Path, wishes: Wishes | None = None) -> tuple[ModuleDef, ImportReport]:
    """Imports, and holds what every import must keep: no issue at all, and a game that can be played."""
    target = folder / "out"
    report = import_vassal(made.zipped(folder / "m.vmod"), target, wishes)
    assert [str(issue) for issue in check_module(target)] == []
    module = load_module(target)
    for scenario in module.scenarios:
        game = new_game(module, scenario.id, 1)
        assert game.rules.module.id == module.id
    return module, report


def places(module: ModuleDef, scenario: str = "at-start") -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for setup in module.scenario(scenario).sides.values():
        for placement in setup.placements:
            if placement.at and not placement.at.startswith("tray-"):
                found[placement.at] = found.get(placement.at, ()) + placement.pieces
    return found


def test_a_small_module(tmp_path: Path) -> None:
    module, report = imported(small_module(), tmp_path)
    assert [side.title for side in module.sides] == ["Red", "Blue"]
    assert places(module) == {"0101": ("red-2nd-red", "red-1st-red"), "0201": ("blue-1st-blue",)}
    red = module.piece("red-1st-red")
    assert dict(red.values) == {"attack": 4, "defense": 5, "movement": 6}
    assert red.art is not None
    assert (tmp_path / "out" / red.art.front).read_bytes().startswith(b"\x89PNG")
    marker = next(piece for piece in module.pieces if piece.template)
    assert (marker.name, marker.kind, marker.side) == ("Entrenched", "marker", None)
    grid = module.boards[0].grid
    assert (grid.kind, grid.columns, grid.rows, grid.shifted) == ("flat", 9, 7, "second")
    fit = module.boards[0].art.fit
    assert fit is not None
    assert fit.height == pytest.approx(500 / 80)
    assert not fit.grid
    assert report.taken["counters"] == 3
    assert report.taken["scenarios"] == 1
    assert any("terrain" in line for line in report.left)
    assert json.loads((tmp_path / "out" / "import-report.json").read_text())["title"] == "Test of ours"
    words = (tmp_path / "out" / "import-report.md").read_text().splitlines()
    assert "## Groups" in words
    assert [line for line in words if line != line.strip()] == []
    (kept,) = origins_in(tmp_path / "out")
    (file,) = kept.origin.files
    assert (tmp_path / "out" / "drafts" / "originals" / file).is_file()
    assert kept.origin.art
    assert all((tmp_path / "out" / art.front).is_file() for art in kept.origin.art)


def test_an_imported_module_plays_by_free_play(tmp_path: Path) -> None:
    module, _ = imported(small_module(), tmp_path)
    rules = find_ruleset(module.ruleset or FREE_PLAY).compile(module, module.scenarios[0].id, {})
    result = Match(
        rules=rules,
        seed=3,
        bots={side.id: make_bot("random", 3, side.id) for side in module.sides},
        max_turns=3,
    ).play()
    assert result.actions > 5
    assert (result.refused, result.errors) == (0, ())


@pytest.mark.parametrize("shape", ["folder", "old name", "old root", "zip"])
def test_all_containers_give_the_same(tmp_path: Path, shape: str) -> None:
    made = small_module()
    if shape == "old name":
        made.build = "buildFile"
    if shape == "old root":
        made.root = "VASSAL.launch.BasicModule"
    source = made.unpacked(tmp_path / "m") if shape == "folder" else made.zipped(tmp_path / "m.zip")
    report = import_vassal(source, tmp_path / "out")
    assert report.taken["counters"] == 3


def test_the_public_module(tmp_path: Path) -> None:
    report = import_vassal(FIXTURE, tmp_path / "out")
    assert [str(issue) for issue in check_module(tmp_path / "out")] == []
    module = load_module(tmp_path / "out")
    assert [side.title for side in module.sides] == ["Side1", "Side2"]
    units = {piece.name: piece for piece in module.pieces if piece.kind == "unit"}
    infantry = units["INF-lIII-3-4-6_987_21"]
    assert dict(infantry.values) == {"attack": 3, "defense": 4, "movement": 6}
    assert dict(infantry.reduced) == {"attack": 1, "defense": 2, "movement": 6}
    assert (infantry.size, infantry.steps, infantry.side) == ("III", 2, "side1")
    assert infantry.art is not None
    assert infantry.art.back is not None
    assert {note.rule for note in report.backs} == {"value after a loss"}
    assert len(module.cards) == 3
    assert module.boards[0].grid.pattern == "{sheet}{column:02}{row:02}"
    assert report.left.count("prototype 'INF-black' is not defined") == 1


def test_stacks_by_name_of_the_hex_and_on_padded_maps(tmp_path: Path) -> None:
    made = ModuleFiles().image("a.png").image("map.png", picture("#dddddd", (600, 500)))
    named = plain_slot("A", "a.png", "1", {"Side": "Red"})
    padded = plain_slot("B", "a.png", "2", {"Side": "Blue"})
    made.add(
        game_map(
            "Main",
            [board("Field", "map.png", hex_grid(numbering={"stagger": "false", "sep": "."}))],
            at_start("Field", (0, 0), named, location="03.02"),
            at_start("", (109 + 30, 80 + 30), padded),
            edge=30,
        )
    )
    module, _ = imported(made, tmp_path)
    assert places(module) == {"03.02": ("red-a",), "02.01": ("blue-b",)}


def test_zones_regions_and_windows_become_boxes(tmp_path: Path) -> None:
    made = ModuleFiles().image("a.png").image("map.png", picture("#dddddd", (600, 500)))
    squares = tag(
        "a.SquareGrid",
        {"dx": 50, "dy": 50, "x0": 25, "y0": 425},
        tag("a.SquareGridNumbering", {"hLeading": 0, "vLeading": 0, "first": "V", "hOff": 1, "vOff": 0}),
    )
    regions = tag(
        "a.RegionGrid",
        {},
        *(
            tag("a.Region", {"name": n, "originx": x, "originy": 450})
            for n, x in (("Malta", 400), ("Crete", 550))
        ),
    )
    grid = tag(
        "a.ZonedGrid",
        {},
        zone("Turn Track", "0,400;300,400;300,450;0,450", squares, locationFormat="$name$"),
        zone("Islands", "350,400;600,400;600,500;350,500", regions),
        hex_grid(numbering={"stagger": "false"}),
    )
    red = {"Side": "Red"}
    made.add(
        game_map(
            "Main",
            [board("Field", "map.png", grid)],
            at_start("Field", (410, 440), plain_slot("A", "a.png", "1", red)),
            at_start("Field", (130, 430), plain_slot("B", "a.png", "2", red)),
        ),
        game_map(
            "Dead pile",
            [board("Dead", "", size=(200, 200))],
            at_start("Dead", (50, 50), plain_slot("C", "a.png", "3", red)),
        ),
    )
    module, report = imported(made, tmp_path)
    titles = {box.title for box in module.boxes}
    assert titles >= {"Malta (Islands)", "Crete (Islands)", "Dead pile"}
    found = places(module)
    assert found["box-malta-islands"] == ("red-a",)
    assert found["box-dead-pile"] == ("red-c",)
    assert "red-b" not in {piece for pile in found.values() for piece in pile}
    [entry] = module.schedule
    assert (entry.turn, entry.side, entry.action, entry.pieces) == (3, "red", "arrive", ("red-b",))
    [arrival] = report.arrivals
    assert (arrival.turn, arrival.names, arrival.taken) == (3, "B", True)
    assert "arrive on turn 3" in report.text()
    assert [row[8] for row in module.boards[0].rows] == [" ", ".", ".", ".", ".", ".", " "]


def test_two_boards_and_a_sideways_grid(tmp_path: Path) -> None:
    made = (
        ModuleFiles()
        .image("a.png")
        .image("east.png", picture("#cccccc", (500, 400)))
        .image("west.png", picture("#dddddd", (500, 400)))
    )
    grid = hex_grid({"sideways": "true"}, {"stagger": "false"})
    made.add(
        game_map(
            "Main",
            [board("West", "west.png", grid), board("East", "east.png", grid)],
            at_start("East", (40, 40), plain_slot("A", "a.png", "1", {"Side": "Red"})),
        )
    )
    module, _ = imported(made, tmp_path)
    assert [(b.title, b.grid.kind) for b in module.boards] == [("East", "pointy"), ("West", "pointy")]
    assert list(places(module)) == ["2-0101"]


@pytest.mark.parametrize("way", ["plain", "masked", "raw", "packed"])
def test_saved_setups_become_scenarios(tmp_path: Path, way: str) -> None:
    made = small_module()
    made.files["Winter.vsav"] = saved_game(
        [
            "begin_save",
            "MainBoardPicker\tField\t0\t0",
            saved_piece("7", "1st Red", "red-1.png", "10", ("Main", 178, 280)),
            saved_piece("8", "1st Red", "red-1.png", "10", ("Main", 178, 280)),
            saved_piece("9", "Unheard of", "blue-1.png", "999", ("Main", 40, 120)),
            saved_stack("Main", (178, 280), ["8", "7"]),
            "PLAYER\tsecret\thash",
            "end_save",
        ],
        way,
    )
    made.add(
        tag(f"{PACKAGE}PredefinedSetup", {"name": "Winter war", "file": "Winter.vsav", "useFile": "true"})
    )
    module, report = imported(made, tmp_path)
    assert [scenario.id for scenario in module.scenarios] == ["at-start", "winter-war"]
    found = places(module, "winter-war")
    assert found["0304"] == ("red-1st-red-1", "red-1st-red-2")
    assert found["0102"] == ("unheard-of",)
    assert report.taken["scenarios"] == 2
    written = "".join(path.read_text() for path in (tmp_path / "out").rglob("*.yaml"))
    assert "secret" not in written


def test_a_reduced_piece_of_a_save_starts_reduced(tmp_path: Path) -> None:
    made = small_module()
    layer = LayerText(("red-2.png",), activate="Flip").text()
    made.add(
        palette(
            "More",
            panel(
                "Red",
                slot(
                    "Guard", piece_text([layer, basic("red-1.png", "Guard")], ["-1", basic_state("50")]), "50"
                ),
            ),
        )
    )
    saved = piece_text([layer, basic("red-1.png", "Guard")], ["1", basic_state("50", ("Main", 40, 40))], "3")
    made.files["s.vsav"] = saved_game(["begin_save", saved, "end_save"])
    made.add(tag(f"{PACKAGE}PredefinedSetup", {"name": "S", "file": "s.vsav", "useFile": "true"}))
    module, _ = imported(made, tmp_path)
    placement = next(p for p in module.scenario("s").sides["red"].placements if "red-guard" in p.pieces)
    assert dict(placement.lost) == {"red-guard": 1}


def test_groups_can_be_decided_by_the_user(tmp_path: Path) -> None:
    made = small_module()
    made.sides = ()
    made.add(palette("Extra", panel("Odds and ends", plain_slot("Plane", "mark.png", "77"))))
    groups = {
        "Extra / Odds and ends": GroupChoice("formation", "blue"),
        "Pieces / Markers": GroupChoice("leave"),
    }
    module, report = imported(made, tmp_path, Wishes(groups=groups, title="Renamed"))
    plane = next(piece for piece in module.pieces if piece.name == "Plane")
    assert (plane.side, plane.kind) == ("blue", "unit")
    assert [formation.title for formation in module.formations] == ["Odds and ends"]
    assert all(piece.name != "Entrenched" for piece in module.pieces)
    assert module.title == "Renamed"
    assert {group.path: group.is_guess for group in report.groups}["Extra / Odds and ends"] is False


def test_a_module_without_any_grid_gets_one(tmp_path: Path) -> None:
    made = ModuleFiles().image("map.png", picture("#dddddd", (480, 240)))
    made.add(game_map("Area map", [board("Europe", "map.png")]))
    module, report = imported(made, tmp_path)
    assert len(module.boards) == 1
    assert module.boards[0].art.background is not None
    assert any("no hex grid" in guess for guess in report.guessed)


def test_turns_and_phases(tmp_path: Path) -> None:
    made = small_module()
    levels = tag(
        "t.CounterTurnLevel", {"property": "Week", "start": 3, "loop": "true", "loopLimit": 7}
    ) + tag("t.ListTurnLevel", {"property": "Phase", "list": "Blue moves,Red moves"})
    made.add(tag("t.TurnTracker", {"name": "Turn"}, levels))
    module, _ = imported(made, tmp_path)
    assert [turn.title for turn in module.turns] == [f"Week {n}" for n in range(3, 8)]
    assert [(phase.title, phase.side) for phase in module.sequence] == [
        ("Blue moves", "blue"),
        ("Red moves", "red"),
    ]


def test_a_target_in_use_is_refused_and_a_failure_leaves_nothing(tmp_path: Path) -> None:
    made = small_module()
    target = tmp_path / "out"
    target.mkdir()
    (target / "mine.txt").write_text("mine")
    with pytest.raises(ImportRefused, match="not empty"):
        import_vassal(made.zipped(tmp_path / "m.vmod"), target)
    assert (target / "mine.txt").read_text() == "mine"
    made.parts = ["<broken"]
    with pytest.raises(ImportRefused, match="no sound XML"):
        import_vassal(made.zipped(tmp_path / "b.vmod"), tmp_path / "b")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.vmod", "m.vmod", "out"]


def test_a_huge_map_is_kept_as_it_is_and_shown_from_tiles(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.graphics import scanned_map
    from app.graphics.painters.board_art import ArtUse, load_board_art
    from engine.geometry import compile_boards

    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(scanned_map, "MOST_SHOWN", 100_000)
    module, report = imported(small_module(), tmp_path)
    art = load_board_art(tmp_path / "out", module, compile_boards(module.boards), use=ArtUse.PAPER)
    assert art.scan is not None
    assert art.scan.tiles is not None
    assert art.scan.tiles.size(0) == (600, 500)
    assert not any("map picture" in line for line in report.left)
