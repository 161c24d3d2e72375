"""Odds combat bricks: rounding, columns, shifts, cells, chances."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.definition.chart import AxisDef, ChartDef
from engine.errors import EngineError
from engine.kit.combat import (
    CombatResult,
    OddsColumns,
    ResultsTable,
    Shift,
    level_text,
    net_shift,
    odds_level,
    parse_dice,
    parse_result,
    shifted,
    sum_chances,
)

LABELS = ("1:2", "1:1", "2:1", "3:1-4:1", "5:1+")
CHART = ChartDef(
    id="toy",
    title="A toy table",
    rows=AxisDef(id="roll", labels=("2-6", "7", "8+")),
    columns=AxisDef(id="odds", labels=LABELS),
    cells=(
        ("A2r1", "A2", "A1", "A1D1", "D1"),
        ("A1", "-", "A1D1r1", "D1r1", "D2"),
        ("A1D1", "D1", "D1r1", "D2r2", "D3r3"),
    ),
    dice="2d6",
    source="rulebook",
)


@pytest.mark.parametrize(
    ("attack", "defense", "level"),
    [
        (1, 1, 0),
        (3, 2, 1),
        (149, 100, 0),
        (5, 2, 2),
        (249, 100, 1),
        (2, 3, -1),
        (100, 149, 0),
        (1, 3, -2),
        (2, 5, -2),
        (9, 1, 8),
    ],
)
def test_ratio_of_larger_to_smaller_is_rounded_halves_up(attack: int, defense: int, level: int) -> None:
    assert odds_level(attack, defense) == level


def test_no_strength_at_all_is_off_the_ladder() -> None:
    assert odds_level(0, 5, limit=50) == -50
    assert odds_level(5, 0, limit=50) == 50
    assert odds_level(0, 0, limit=50) == -50


@given(st.integers(1, 5000), st.integers(1, 5000))
def test_rounding_agrees_with_exact_fractions(attack: int, defense: int) -> None:
    ratio = floor(Fraction(max(attack, defense), min(attack, defense)) + Fraction(1, 2))
    assert odds_level(attack, defense, limit=9999) == (ratio - 1 if attack >= defense else 1 - ratio)


@given(st.integers(1, 300), st.integers(1, 300), st.integers(1, 12))
def test_the_unit_of_counting_changes_nothing(attack: int, defense: int, unit: int) -> None:
    columns = OddsColumns(LABELS)
    assert columns.column(attack, defense) == columns.column(attack * unit, defense * unit)


def test_columns_take_what_lies_beyond_either_end() -> None:
    columns = OddsColumns(LABELS)
    forces = ((1, 9), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (40, 1))
    assert [columns.column(*force) for force in forces] == [0, 0, 1, 2, 3, 3, 4, 4]


@pytest.mark.parametrize("labels", [("1:1", "3:1"), ("2:1", "1:1"), ("odd",), ("3:2",), ("1:0",)])
def test_columns_that_make_no_ladder_are_refused(labels: tuple[str, ...]) -> None:
    with pytest.raises(EngineError):
        assert OddsColumns(labels).tops


def test_level_text() -> None:
    assert [level_text(level) for level in (-3, -1, 0, 1, 8)] == ["1:4", "1:2", "1:1", "2:1", "9:1"]


def test_net_shift_is_capped_both_ways_and_stays_in_the_table() -> None:
    right = [Shift("air", 3), Shift("leader", 2)]
    left = [Shift("air", -6), Shift("leader", 1)]
    assert net_shift(right, 3) == 3
    assert net_shift(left, 3) == -3
    assert net_shift([*right, Shift("air", -4)], 3) == 1
    assert [shifted(1, s, 5) for s in (-3, -1, 0, 2, 3)] == [0, 0, 1, 3, 4]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("A3r1", (3, 1, 0, 0)),
        ("A1D2r1", (1, 0, 2, 1)),
        ("D6r5", (0, 0, 6, 5)),
        ("A2", (2, 0, 0, 0)),
        ("Dr2", (0, 0, 0, 2)),
        ("-", (0, 0, 0, 0)),
        ("", (0, 0, 0, 0)),
        (" A1D1 ", (1, 0, 1, 0)),
    ],
)
def test_cells_as_printed(text: str, numbers: tuple[int, int, int, int]) -> None:
    result = parse_result(text)
    assert (
        result.attacker_loss,
        result.attacker_retreat,
        result.defender_loss,
        result.defender_retreat,
    ) == numbers


@pytest.mark.parametrize("text", ["X1", "A1 D1", "r2", "A-1", "1"])
def test_cells_that_say_nothing_known_are_refused(text: str) -> None:
    with pytest.raises(EngineError):
        parse_result(text)


def test_hurts() -> None:
    hurts = [parse_result(text).hurts for text in ("A1", "D1r1", "A1D1", "-")]
    assert hurts == ["attacker", "defender", "both", "none"]


def test_two_dice() -> None:
    assert dict(sum_chances(2, 6)) == {n: 6 - abs(7 - n) for n in range(2, 13)}
    assert sum(sum_chances(3, 6).values()) == 216


def test_dice_texts() -> None:
    assert parse_dice("2d6") == (2, 6)
    assert parse_dice("D10") == (1, 10)
    for wrong in ("six", "2d", "0d6", "d0", "99d6"):
        with pytest.raises(EngineError):
            parse_dice(wrong)


def test_results_table_reads_rows_that_stand_for_several_rolls() -> None:
    table = ResultsTable(CHART)
    assert table.result(2, 0) == parse_result("A2r1")
    assert table.result(7, 2) == CombatResult("A1D1r1", attacker_loss=1, defender_loss=1, defender_retreat=1)
    assert table.result(12, 4).text == "D3r3"
    assert table.column(7, 2) == 3


def test_outlook_merges_rolls_of_the_same_result() -> None:
    outlook = ResultsTable(CHART).outlook(1)
    assert {c.result.text: c.chances for c in outlook.chances} == {"A2": 15, "-": 6, "D1": 15}
    assert outlook.out_of == 36
    assert outlook.mean_attacker_loss() == pytest.approx(30 / 36)
    assert outlook.mean_attacker_loss(most=1) == pytest.approx(15 / 36)
    assert outlook.mean_defender_loss() == pytest.approx(15 / 36)
    assert outlook.chance_of_retreat == 0
    assert ResultsTable(CHART).outlook(4).chance_of_retreat == pytest.approx(15 / 36)


def test_a_table_without_a_row_for_every_roll_is_refused() -> None:
    gap = CHART.model_copy(update={"rows": AxisDef(id="roll", labels=("2-6", "7", "9+"))})
    with pytest.raises(EngineError, match="roll of 8"):
        ResultsTable(gap)
    with pytest.raises(EngineError, match="a row for each roll"):
        ResultsTable(CHART.model_copy(update={"rows": None, "cells": (CHART.cells[0],)}))
