"""Hex geometry and numbering of VASSAL boards, worked out by hand, and the boards made from them."""

from __future__ import annotations

from itertools import product

import pytest

from app.importing.vassal.build import read_build
from app.importing.vassal.grids import HexCells, HexGeometry, Regions, SquareCells, ZoneArea, read_cells
from app.importing.vassal.numbering import Axis, CellNumbering, Extent, hex_name, square_name
from app.importing.vassal.sheets import SheetPlan, make_sheet
from engine.geometry.hexgrid import HexGrid
from engine.geometry.numbering import Numbering
from tests.fixtures.vassal_modules import hex_grid, tag, zone

EVEN = HexGeometry(40, 40, 69.282, 80.0, sideways=False)
LYING = HexGeometry(40, 40, 69.282, 80.0, sideways=True)


def axis(**words: object) -> Axis:
    return Axis(**words)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "number", "text"),
    [
        (axis(), 6, "07"),
        (axis(), 99, "100"),
        (axis(leading=0), 6, "7"),
        (axis(leading=2), 6, "007"),
        (axis(leading=1, offset=0), 0, "00"),
        (axis(offset=-3), 1, "-02"),
        (axis(letters=True, offset=0), 0, "A"),
        (axis(letters=True, offset=0), 25, "Z"),
        (axis(letters=True, offset=0), 26, "AA"),
        (axis(letters=True, offset=0), 27, "BB"),
        (axis(letters=True, offset=0), 52, "AAA"),
    ],
)
def test_numbers_and_letters(made: Axis, number: int, text: str) -> None:
    assert made.text(number) == text


#: Each scheme with the name of the raw cell (3, 2) on a board of 600 × 480: H/dx = 7, W/dy = 8.
SCHEMES = [
    (CellNumbering(), False, "0404"),
    (CellNumbering(stagger=False), False, "0403"),
    (CellNumbering(column_first=False), False, "0404"),
    (CellNumbering(column_first=False, stagger=False, separator="."), False, "03.04"),
    (CellNumbering(column=Axis(descends=True)), False, "0604"),
    (CellNumbering(row=Axis(descends=True)), False, "0405"),
    (CellNumbering(row=Axis(descends=True), stagger=False), False, "0406"),
    (CellNumbering(column=Axis(letters=True, offset=0), stagger=False), False, "D03"),
    (CellNumbering(row=Axis(letters=True, offset=0), stagger=False), False, "04C"),
    (CellNumbering(oblique=True), False, "0404"),
    (CellNumbering(oblique=True, stagger=False), False, "0403"),
    (CellNumbering(), True, "0404"),
    (CellNumbering(row=Axis(descends=True), stagger=False), True, "0503"),
    (CellNumbering(column=Axis(descends=True), stagger=False), True, "0407"),
    (CellNumbering(column=Axis(descends=True)), True, "0406"),
    (CellNumbering(form="Hex $column$/$row$", stagger=False), False, "Hex 04/03"),
]


@pytest.mark.parametrize(("scheme", "sideways", "name"), SCHEMES)
def test_names_by_hand(scheme: CellNumbering, sideways: bool, name: str) -> None:
    extent = Extent.of_hexes((600, 480), 69.282, 80.0)
    assert extent == Extent(7, 8)
    assert hex_name(scheme, (3, 2), extent, sideways=sideways) == name


def test_centers_and_points() -> None:
    assert EVEN.center(0, 0) == (40, 40)
    assert EVEN.center(1, 0) == (109, 80)
    assert EVEN.center(2, 3) == (178, 280)
    assert LYING.center(1, 0) == (80, 109)
    for geometry in (EVEN, LYING):
        for cell in ((0, 0), (1, 0), (4, 3), (5, 2), (-1, 1)):
            x, y = geometry.exact(*cell)
            for dx, dy in product((-30, 0, 30), repeat=2):
                assert geometry.cell_at((x + dx * 0.8, y + dy * 0.8)) == cell


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("origin", [(40, 40), (-30, 40), (10, -20), (75, 3)])
@pytest.mark.parametrize("descends", list(product((False, True), repeat=2)))
@pytest.mark.parametrize("stagger", [False, True])
@pytest.mark.parametrize("letters", ["", "h", "v"])
def test_every_numbering_makes_a_board_that_knows_its_ids(
    sideways: bool, origin: tuple[int, int], descends: tuple[bool, bool], stagger: bool, letters: str
) -> None:
    geometry = HexGeometry(*origin, 69.282, 80.0, sideways=sideways)
    scheme = CellNumbering(
        column=Axis(letters=letters == "h", descends=descends[0], offset=0 if letters == "h" else 1),
        row=Axis(letters=letters == "v", descends=descends[1], offset=0 if letters == "v" else 1),
        stagger=stagger,
    )
    size = (640.0, 560.0)
    cells = HexCells(geometry, scheme)
    names = {cell: cells.name(cell, size) for cell in geometry.cells_in(size)}
    plan = SheetPlan("m", "M", geometry, names, scheme, size, size, "art/x.png")
    sheet = make_sheet(plan, set())
    grid = sheet.definition.grid
    numbering = Numbering(grid)
    board = HexGrid(grid.kind == "flat", grid.columns, grid.rows, 0 if grid.shifted == "first" else 1)
    fit = sheet.definition.art.fit
    assert fit is not None
    for cell, place in sheet.places.items():
        own = numbering.cell(place)
        assert own is not None
        assert sheet.definition.rows[own[1]][own[0]] == "."
        x, y = board.center(*own)
        px, py = geometry.exact(*cell)
        assert x == pytest.approx(fit.left + px / size[0] * fit.width, abs=1e-3)
        assert y == pytest.approx(fit.top + py / size[1] * fit.height, abs=1e-3)
        if sheet.is_native:
            assert place == names[cell]
        elif list(names.values()).count(names[cell]) == 1 and names[cell] in sheet.definition.aliases:
            assert sheet.definition.aliases[names[cell]] == place
    assert sum(row.count(".") for row in sheet.definition.rows) == len(names)
    if not letters and not any(descends) and min(origin) > 0:
        assert sheet.is_native


def test_further_boards_get_ids_of_their_own() -> None:
    names = {cell: f"{cell[0]:02}{cell[1]:02}" for cell in EVEN.cells_in((300, 300))}
    plan = SheetPlan("a", "A", EVEN, names, CellNumbering(), (300, 300), (300, 300), None)
    taken: set[str] = set()
    first, second = make_sheet(plan, taken), make_sheet(plan, taken)
    assert set(first.places.values()).isdisjoint(second.places.values())
    assert all(place.startswith("2-") for place in second.places.values())


def test_zones_are_read_and_hold_points() -> None:
    text = tag(
        "VASSAL.build.GameModule",
        {"name": "x"},
        tag(
            "Board",
            {},
            tag(
                "a.ZonedGrid",
                {},
                zone(
                    "Track",
                    "0,0;100,0;100,50;0,50",
                    tag("a.SquareGrid", {"dx": 50, "dy": 50, "x0": 25, "y0": 25}),
                ),
                zone(
                    "Places",
                    "0,100;50,100;50,200;0,200",
                    tag("a.RegionGrid", {}, tag("a.Region", {"name": "Rome", "originx": 10, "originy": 150})),
                ),
                hex_grid(),
            ),
        ),
    )
    cells, zones = read_cells(read_build(text.encode(), "x").children[0])
    assert isinstance(cells, HexCells)
    assert [zone.name for zone in zones] == ["Track", "Places"]
    assert isinstance(zones[0].cells, SquareCells)
    assert zones[0].cells.cell_at((74, 20)) == (1, 0)
    assert zones[0].holds((99, 49))
    assert not zones[0].holds((101, 20))
    assert isinstance(zones[1].cells, Regions)
    assert zones[1].cells.at((0, 0)) == "Rome"
    assert ZoneArea("z", ((10, 10), (50, 10), (50, 90)), None).size == (40, 80)
    assert square_name(CellNumbering(row=Axis(descends=True)), (1, 0), Extent(4, 3)) == "0205"


def test_the_usual_pitch_follows_the_height() -> None:
    text = tag("VASSAL.build.GameModule", {"name": "x"}, hex_grid({"dx": "55.42562584220407", "dy": "100.0"}))
    cells, _ = read_cells(read_build(text.encode(), "x"))
    assert isinstance(cells, HexCells)
    assert cells.geometry.dx == pytest.approx(86.6025, abs=1e-3)


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("oblique", [False, True])
def test_ids_of_any_numbering_are_taken_over(sideways: bool, oblique: bool) -> None:
    """All combinations of letters, directions, order and staggering; ids that begin with a minus are not."""
    size, taken = (700.0, 900.0), 0
    for across, down, left, up, stagger in product((False, True), repeat=5):
        scheme = CellNumbering(
            Axis(across, 1, 1, left), Axis(down, 1, 9, up), stagger != left, "", stagger, oblique
        )
        cells = HexCells(HexGeometry(0, 32, 55.4256, 64, sideways), scheme)
        names = {cell: cells.name(cell, size) for cell in cells.geometry.cells_in(size)}
        sheet = make_sheet(SheetPlan("m", "M", cells.geometry, names, scheme, size, size, None), set())
        is_sound = len(set(names.values())) == len(names) and not any("-" in n for n in names.values())
        assert sheet.is_native or not is_sound
        taken += sheet.is_native
        if sheet.is_native:
            numbering = Numbering(sheet.definition.grid)
            assert all(sheet.places[cell] == name for cell, name in names.items())
            assert all(numbering.cell(name) is not None for name in names.values())
    assert taken >= 12
