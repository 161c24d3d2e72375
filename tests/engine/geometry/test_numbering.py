"""Hex numbers: every scheme there and back, second ids, and what is no number at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.definition.board import GridDef, SheetDef
from engine.geometry.numbering import Numbering
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
    first = draw(st.integers(0, 30))
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
                ["{sheet}{column:02}{row:02}", "{row}.{column}{sheet}", "{sheet}-{row:03}{column:02}"]
            )
        ),
        sheets=sheets,
        first_row=draw(st.integers(0, 30)),
        row_order=draw(st.sampled_from(["north", "south"])),
        shifted_extra=draw(st.integers(0, 1)),
    )


@given(grids(), st.data())
def test_any_grid_numbers_there_and_back(grid: GridDef, data: st.DataObject) -> None:
    numbering = Numbering(grid)
    cell = data.draw(st.tuples(st.integers(0, grid.columns - 1), st.integers(0, grid.rows - 1)))
    assert numbering.cell(numbering.name(*cell)) == cell
