"""Charts to and from spreadsheets, lines that move, and dice that must find their line."""

import pytest

from engine.definition.chart import AxisDef, ChartDef
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.chart_tables import (
    block_to_text,
    chart_from_csv,
    chart_to_text,
    move_line,
    pasted,
)
from engine.editing.checking import check
from engine.loading import builtin_modules, load_module
from engine.loading.chart_checks import dice_doubts
from tests.engine.editing.modules import a_module

BUILT_IN = {name: load_module(path) for name, path in builtin_modules().items()}


def cells(module: ModuleDef, name: str = "crt") -> tuple[tuple[object, ...], ...]:
    return module.chart(name).cells


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_shipped_chart_comes_back_the_same(name: str) -> None:
    module = BUILT_IN[name]
    for chart in module.charts:
        assert chart_from_csv(module, chart.id, chart_to_text(chart)).module is module
        assert pasted(module, chart.id, (0, 0), chart_to_text(chart, "\t")) is module
        block = block_to_text(chart, range(len(chart.cells)), range(len(chart.columns.labels)))
        assert pasted(module, chart.id, (0, 0), block) is module


def test_a_block_is_pasted_from_the_cursor_on() -> None:
    module = pasted(a_module(), "crt", (1, 0), "A1\tA2\nB1\tB2\n")
    assert cells(module) == (("AE", "EX"), ("A1", "A2"), ("B1", "B2"))


def test_a_block_with_the_charts_own_labels_finds_its_place() -> None:
    module = pasted(a_module(), "crt", (0, 0), "die\t2-1\n3\tZZ\n1\tYY")
    assert cells(module) == (("AE", "YY"), ("EX", "DR"), ("DR", "ZZ"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A\tB\tC", "does not fit here: the chart has 3 × 2"),
        ("A\nB\nC\nD", "add rows and columns first"),
        ("A\tB\nC", "different numbers of cells"),
        ("", "nothing to paste"),
        ('"A', "no table"),
    ],
)
def test_what_does_not_fit_is_refused_whole(text: str, words: str) -> None:
    with pytest.raises(EditRefused) as caught:
        pasted(a_module(), "crt", (0, 0), text)
    assert words in str(caught.value)


def test_digits_stay_what_the_cell_was() -> None:
    afrika = BUILT_IN["afrika"]
    numbers = pasted(afrika, "variable-allied", (0, 0), "5\ttrue")
    assert cells(numbers, "variable-allied")[0] == (5, True)
    words = pasted(a_module(), "crt", (0, 0), "7")
    assert cells(words)[0][0] == "7"


def test_a_table_with_other_labels_replaces_the_chart_and_tells_the_differences() -> None:
    text = "die,1-1,2-1,3-1\n1,AE,EX,DR\n2-3,EX,DD,DE\n"
    outcome = chart_from_csv(a_module(), "crt", text)
    chart = outcome.module.chart("crt")
    assert chart.rows is not None
    assert (chart.rows.labels, chart.columns.labels) == (("1", "2-3"), ("1-1", "2-1", "3-1"))
    told = [difference.words() for difference in outcome.differences]
    assert told == ["row 2: gone", "row 3: gone", "row 2-3: new", "column 3-1: new"]
    assert chart_from_csv(a_module(), "crt", "die;1-1;2-1\n1;AE;EX\n2;EX;XX\n3;DR;DE").differences[
        0
    ].words() == ("row 2, column 2-1:  DR → XX")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("die,1-1,1-1\n1,A,B", "same label twice"),
        ("die", "no cells"),
        ("die,1-1\n1,A\n1,B", "same label twice"),
    ],
)
def test_a_faulty_table_is_refused(text: str, words: str) -> None:
    with pytest.raises(EditRefused) as caught:
        chart_from_csv(a_module(), "crt", text)
    assert words in str(caught.value)


def test_rows_and_columns_move_with_their_cells() -> None:
    module = move_line(a_module(), "crt", "rows", 2, 0)
    assert cells(module)[0] == ("DR", "DE")
    module = move_line(module, "crt", "columns", 0, 1)
    assert (module.chart("crt").columns.labels, cells(module)[0]) == (("2-1", "1-1"), ("DE", "DR"))
    assert move_line(module, "crt", "rows", 1, 1) is module
    with pytest.raises(EditRefused):
        move_line(module, "crt", "rows", 0, 9)


def a_chart(dice: str, *labels: str, axis: str = "roll") -> ChartDef:
    rows = AxisDef(id=axis, labels=labels)
    columns = AxisDef(id="result", labels=("value",))
    return ChartDef(
        id="c", title="C", rows=rows, columns=columns, cells=((1,),) * len(labels), dice=dice, source="found"
    )


@pytest.mark.parametrize(
    ("chart", "doubts"),
    [
        (a_chart("1d6", "1", "2-5", "6"), ()),
        (a_chart("1d6", "1", "2-4", "6"), ("no line for a roll of 5",)),
        (a_chart("2d6", "2-4", "8+"), ("no line for a roll of 5-7",)),
        (a_chart("1d6", "1-3", "3-6"), ("a roll of 3 is on the lines 1-3 and 3-6",)),
        (a_chart("1d10", "0-4", "5-9"), ()),
        (a_chart("1d10", "1-4", "5-10"), ()),
        (a_chart("1d6", "-1", "0", "1", "2-5", "6+"), ()),
        (a_chart("", "1", "9"), ()),
        (a_chart("a card", "1"), ()),
        (a_chart("1d6", "infantry", "armor", axis="type"), ()),
    ],
)
def test_every_roll_is_on_one_line(chart: ChartDef, doubts: tuple[str, ...]) -> None:
    assert dice_doubts(chart) == doubts


def test_gaps_are_issues_of_the_module_and_shipped_charts_have_none() -> None:
    module = a_module().model_copy(update={"charts": (a_chart("1d6", "1-5"),)})
    (finding,) = [f for f in check(module).findings if f.issue.code == "DICE_RANGE"]
    assert finding.path == ("charts", 0, "rows")
    assert finding.issue.severity == "warning"
    for built_in in BUILT_IN.values():
        assert not any(dice_doubts(chart) for chart in built_in.charts)
