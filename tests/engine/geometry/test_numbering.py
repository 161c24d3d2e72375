"""Hex numbers: every scheme there and back, second ids, and what is no number at all."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition.board import GridDef, SheetDef
from engine.geometry.compiling import grid_of
from engine.geometry.numbering import Numbering, number_text, numbering_fault
from tests.fixtures.grids import COLUMN_DOT_ROW, MAP_COLUMN_ROW, ROW_COLUMN, SCHEMES


@pytest.mark.parametrize("grid", SCHEMES.values(), ids=SCHEMES)
def test_every_cell_has_its_own_name_and_is_found_by_it(grid: GridDef) -> None:
    numbering = Numbering(grid)
    names = set()
    for column in range(grid.columns):
        for row in range(grid.rows):
            for name in numbering.names(column, row):
                assert numbering.cell(name) == (column, row)
            names.add(numbering.name(column, row))
    assert len(names) == grid.columns * grid.rows


@pytest.mark.parametrize(
    ("grid", "name", "cell"),
    [
        (COLUMN_DOT_ROW, "A1.00", (0, 30)),
        (COLUMN_DOT_ROW, "A36.23", (35, 7)),
        (COLUMN_DOT_ROW, "A62.30", (61, 0)),
        (COLUMN_DOT_ROW, "B1.17", (62, 13)),
        (COLUMN_DOT_ROW, "B34.09", (95, 21)),
        (ROW_COLUMN, "L3535", (35, 6)),
        (ROW_COLUMN, "L1900", (0, 22)),
        (ROW_COLUMN, "E3538", (78, 6)),
        (ROW_COLUMN, "E0801", (40, 33)),
        (MAP_COLUMN_ROW, "3-0407", (3, 3)),
        (MAP_COLUMN_ROW, "3-1601", (15, 9)),
    ],
)
def test_known_hexes_lie_where_the_maps_have_them(grid: GridDef, name: str, cell: tuple[int, int]) -> None:
    assert Numbering(grid).cell(name) == cell
    assert Numbering(grid).name(*cell) == name


@pytest.mark.parametrize(
    ("western", "eastern"), [("L3244", "E3204"), ("L2844", "E2804"), ("L2743", "E2703"), ("L3340", "E3300")]
)
def test_hexes_of_an_overlap_have_two_ids_and_show_the_later_sheet(western: str, eastern: str) -> None:
    numbering = Numbering(ROW_COLUMN)
    cell = numbering.cell(western)
    assert cell is not None
    assert cell == numbering.cell(eastern)
    assert list(numbering.names(*cell)) == [eastern, western]


def test_shifted_rows_begin_with_one_and_others_with_zero() -> None:
    numbering = Numbering(ROW_COLUMN)
    assert numbering.cell("L3600") is None
    assert numbering.cell("L3601") == (0, 5)
    assert numbering.cell("L3500") == (0, 6)
    assert numbering.cell("L3544") is None


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "A",
        "a36.23",
        "A36.3",
        "A036.23",
        "A36.31",
        "A63.00",
        "B35.00",
        "C1.00",
        "A36-23",
        "A36.23 ",
        "A0.00",
    ],
)
def test_what_is_no_hex_of_the_map_is_refused(wrong: str) -> None:
    assert Numbering(COLUMN_DOT_ROW).cell(wrong) is None


@given(st.text(max_size=8))
def test_any_text_is_a_hex_only_if_it_is_written_exactly(text: str) -> None:
    for grid in SCHEMES.values():
        numbering = Numbering(grid)
        cell = numbering.cell(text)
        assert cell is None or text in numbering.names(*cell)


@st.composite
def grids(draw: st.DrawFn) -> GridDef:
    """Any grid with a pattern whose fields cannot run into each other."""
    columns, rows = draw(st.integers(1, 60)), draw(st.integers(1, 60))
    split = draw(st.integers(1, columns))
    first = draw(st.integers(1, 30))
    sheets: tuple[SheetDef, ...] = (SheetDef(prefix="W", columns=split, first_column=first),)
    if split < columns:
        sheets = (*sheets, SheetDef(prefix="E", start=split, columns=columns - split))
    return GridDef(
        kind=draw(st.sampled_from(["flat", "pointy"])),
        columns=columns,
        rows=rows,
        shifted=draw(st.sampled_from(["first", "second"])),
        pattern=draw(
            st.sampled_from(
                [
                    "{sheet}{column:02}{row:02}",
                    "{row}.{column}{sheet}",
                    "{sheet}-{row:03}{column:02}",
                    "{sheet}{column:A}{row}",
                    "{sheet}.{row:AA}.{column:03}",
                    "{sheet}{row:A1}-{column}",
                ]
            )
        ),
        sheets=sheets,
        first_row=draw(st.integers(-5, 60)),
        row_order=draw(st.sampled_from(["north", "south"])),
        column_order=draw(st.sampled_from(["east", "west"])),
        shifted_extra=draw(st.integers(-1, 1)),
        slant=draw(st.sampled_from(["none", "rising", "falling"])),
    )


@settings(deadline=None)
@given(grids())
def test_any_sound_grid_numbers_there_and_back(grid: GridDef) -> None:
    numbering = Numbering(grid)
    names: dict[str, list[tuple[int, int]]] = {}
    for column in range(grid.columns):
        for row in range(grid.rows):
            for name in numbering.names(column, row):
                names.setdefault(name, []).append((column, row))
    if numbering_fault(grid):
        doubled = any(len(set(cells)) > 1 for cells in names.values())
        assert doubled or any(not re.match(r"[A-Za-z0-9][A-Za-z0-9._+-]*$", name) for name in names)
        return
    for name, cells in names.items():
        assert set(cells) == {numbering.cell(name)}


def numbered(**changes: object) -> Numbering:
    values = {"kind": "flat", "columns": 8, "rows": 6, "pattern": "{column:02}{row:02}"} | changes
    return Numbering(GridDef.model_validate(values))


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({}, ["0101", "0201", "0102", "0806"]),
        ({"column_order": "west"}, ["0801", "0701", "0802", "0106"]),
        ({"row_order": "north"}, ["0106", "0206", "0105", "0801"]),
        ({"pattern": "{row:02}{column:02}"}, ["0101", "0102", "0201", "0608"]),
        ({"pattern": "{row:A}{column}"}, ["A1", "A2", "B1", "F8"]),
        ({"pattern": "{column:A}-{row:03}"}, ["A-001", "B-001", "A-002", "H-006"]),
        ({"pattern": "{column:A}{row}", "first_row": 26}, ["A26", "B26", "A27", "H31"]),
        ({"pattern": "{row:A}.{column}", "first_row": 25}, ["Y.1", "Y.2", "Z.1", "AD.8"]),
        ({"pattern": "{row:AA}.{column}", "first_row": 25}, ["Y.1", "Y.2", "Z.1", "DD.8"]),
        ({"pattern": "{row:A1}.{column}", "first_row": 25}, ["Y.1", "Y.2", "Z.1", "D1.8"]),
        ({"shifted_extra": 1}, ["0101", "0202", "0102", "0807"]),
        ({"shifted_extra": -1, "first_row": 2}, ["0102", "0201", "0103", "0806"]),
        ({"kind": "pointy", "shifted_extra": 1}, ["0101", "0201", "0202", "0906"]),
        ({"slant": "rising"}, ["0101", "0202", "0102", "0810"]),
        ({"slant": "falling", "first_row": 5}, ["0105", "0205", "0106", "0807"]),
        ({"slant": "falling", "row_order": "north"}, ["0106", "0206", "0105", "0804"]),
        ({"kind": "pointy", "slant": "rising"}, ["0101", "0201", "0202", "1106"]),
    ],
)
def test_schemes_of_printed_maps(changes: dict[str, object], names: list[str]) -> None:
    """The north-western hex, its eastern and its southern neighbour in the file, the south-eastern one."""
    numbering = numbered(**changes)
    cells = [(0, 0), (1, 0), (0, 1), (7, 5)]
    assert [numbering.name(*cell) for cell in cells] == names
    assert [numbering.cell(name) for name in names] == cells


@pytest.mark.parametrize("kind", ["flat", "pointy"])
@pytest.mark.parametrize("shifted", ["first", "second"])
@pytest.mark.parametrize("order", ["plain", "turned"])
def test_slanted_numbers_stay_the_same_along_the_hexes(kind: str, shifted: str, order: str) -> None:
    turned = {"row_order": "north", "column_order": "west"} if order == "turned" else {}
    for slant in ("rising", "falling"):
        numbering = numbered(kind=kind, shifted=shifted, slant=slant, **turned)
        grid = grid_of(numbering.grid)
        along = {
            ("flat", "rising"): 1,
            ("flat", "falling"): 2,
            ("pointy", "rising"): 0,
            ("pointy", "falling"): 2,
        }
        cell, numbers = ((1, 4) if slant == "rising" else (1, 1)), []
        while grid.contains(*cell):
            numbers.append(numbering.numbers(numbering.sheets[0], *cell)[1 if kind == "flat" else 0])
            step = grid.offsets(*cell)[along[kind, slant]]
            cell = cell[0] + step[0], cell[1] + step[1]
        assert len(numbers) > 3
        assert len(set(numbers)) == 1


def test_numbers_that_run_into_each_other_are_a_fault() -> None:
    assert (
        numbering_fault(numbered(pattern="{column}{row}", columns=12, rows=12).grid)
        == "two hexes have the number 111"
    )
    assert numbering_fault(numbered(pattern="{column}{row:02}", columns=12, rows=12).grid) == ""
    assert "cannot be" in numbering_fault(numbered(pattern="{row}.{column}", first_row=-2).grid)
    assert "cannot be" in numbering_fault(numbered(pattern="{row:A}{column}", first_row=0).grid)


def test_all_letters_in_order() -> None:
    assert [number_text(n, "A") for n in (1, 26, 27, 52, 53, 702, 703)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
    assert [number_text(n, "AA") for n in (1, 26, 27, 28, 53)] == ["A", "Z", "AA", "BB", "AAA"]
    assert [number_text(n, "A1") for n in (1, 26, 27, 52, 53)] == ["A", "Z", "A1", "Z1", "A2"]
    assert [number_text(n, "03") for n in (7, 1234, -7)] == ["007", "1234", "-007"]
