"""Charts: labels that stand for ranges, and tables that do not fit their axes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.definition.chart import AxisDef, ChartDef, ChartGap, covers


def chart(**changes: object) -> ChartDef:
    data: dict[str, object] = {
        "id": "table",
        "title": "Table",
        "rows": AxisDef(id="roll", labels=("2", "3", "4-5", "6+")),
        "columns": AxisDef(id="side", labels=("red", "blue")),
        "cells": ((1, 2), (3, 4), (5, 6), (7, 8)),
        "source": "rulebook",
    }
    return ChartDef.model_validate({**data, **changes})


@pytest.mark.parametrize(
    ("label", "inside", "outside"),
    [
        ("7", [7], [6, 8]),
        ("4-5", [4, 5], [3, 6]),
        ("9+", [9, 10, 99], [8]),
        ("-3", [-3], [3]),
        ("9:1", [], [9, 1]),
    ],
)
def test_labels_cover_numbers(label: str, inside: list[int], outside: list[int]) -> None:
    assert all(covers(label, number) for number in inside)
    assert not any(covers(label, number) for number in outside)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 60))
def test_a_range_covers_its_bounds_and_all_between(first: int, length: int, number: int) -> None:
    assert covers(f"{first}-{first + length}", number) == (first <= number <= first + length)


def test_cells_by_label_and_by_number() -> None:
    table = chart()
    assert table.cell("4-5", "blue") == 6
    assert table.at(5, "red") == 5
    assert table.at(11, "red") == 7
    assert table.row_of(2) == 0
    with pytest.raises(ChartGap, match=r"^chart 'table' has no row for 1$"):
        table.row_of(1)
    with pytest.raises(ChartGap):
        table.cell("4", "red")
    with pytest.raises(ChartGap, match=r"^chart 'table' has no column 'green'$"):
        table.at(2, "green")


def test_a_chart_with_one_axis_is_one_row() -> None:
    single = chart(rows=None, columns=AxisDef(id="die", labels=("1-3", "4-6")), cells=(("none", "half"),))
    assert single.cells[0][single.column_of(4)] == "half"
    assert single.cell("", "1-3") == "none"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cells": ((1, 2),)}, "1 rows of cells for 4 row labels"),
        ({"cells": ((1, 2), (3, 4), (5,), (7, 8))}, "row 3 has 1 cells for 2"),
        ({"columns": AxisDef(id="side", labels=("red", "red"))}, "same label twice"),
        ({"source": "reconstruction"}, "needs its reasoning"),
    ],
)
def test_tables_that_do_not_fit_are_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        chart(**changes)


def test_definitions_are_frozen_and_closed() -> None:
    table = chart()
    with pytest.raises(ValidationError, match="frozen"):
        table.title = "Other"  # type: ignore[misc]
    with pytest.raises(ValidationError, match="Extra inputs"):
        chart(colour="red")
