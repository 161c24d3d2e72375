"""Strengths, terrain and columns, straight from the charts (1.4-1.6, 3.0, 5.2, erratum 3; rulings 18, 19)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kit.combat import ResultsTable
from modules.afrika.rules.combat import strength_text
from modules.afrika.rules.odds import battlefield
from tests.modules.afrika.combat_positions import (
    ARMY_TANKS,
    BRESCIA,
    BRIGADE,
    BRIGADE_2,
    CAIRO,
    EAST,
    FIELD,
    GUARDS,
    GUNS_1,
    GUNS_2,
    LORRIES,
    LRDG,
    PANZER_1,
    PANZER_2,
    PAVIA,
    SOUTH,
    TANKS_4,
    TANKS_7,
    Fight,
    Scene,
    a_fight,
)

ALLIED_TURN = Scene(phase="allied.combat")


def worth(fight: Fight, amount: int) -> Fraction:
    """Printed points of a strength."""
    return Fraction(amount, battlefield(fight.rules).scale)


def defense(
    layout: dict[str, list[str]], target: str, *attackers: str, scene: Scene = ALLIED_TURN
) -> Fraction:
    """Defense strength of a target against some attackers."""
    fight = a_fight(layout, scene)
    return worth(fight, fight.tally(target, *attackers).defense)


def attack(
    layout: dict[str, list[str]], target: str, *attackers: str, scene: Scene = ALLIED_TURN
) -> Fraction:
    """Attack strength against a target."""
    fight = a_fight(layout, scene)
    return worth(fight, fight.tally(target, *attackers).attack)


def test_printed_strengths_in_the_open() -> None:
    layout = {FIELD: [BRESCIA, PANZER_1], EAST: [TANKS_4, TANKS_7]}
    assert defense(layout, FIELD, TANKS_4, TANKS_7) == 7 + 6
    assert attack(layout, FIELD, TANKS_4, TANKS_7) == 9 + 8


@pytest.mark.parametrize(
    ("target", "origin", "factor"),
    [
        (FIELD, EAST, 1),
        ("A44.20", "A44.19", 2),  # rough
        ("A15.24", "A15.25", 3),  # mountain
        ("A2.07", "A2.08", 2),  # salt marsh
        ("B30.11", "B31.11", 2),  # delta
        ("A7.23", "A7.22", 2),  # minor city in the clear
        ("A61.19", "A61.18", 2),  # another
        ("B30.10", "B31.11", 3),  # major city in the delta: the better of the two, not both (1.4)
        ("A48.02", "A48.01", 1),  # oasis
    ],
)
def test_ground_multiplies_the_printed_defense(target: str, origin: str, factor: int) -> None:
    assert defense({target: [BRESCIA], origin: [LRDG]}, target, LRDG) == 7 * factor


def test_a_box_in_rough_is_times_four() -> None:
    layout = {"A44.20": ["box-axis-1", BRESCIA], "A44.19": [BRIGADE]}
    assert defense(layout, "A44.20", BRIGADE) == 7 * 4


def test_a_box_helps_only_the_side_that_built_it() -> None:
    layout = {"A44.20": ["box-allied-1", BRESCIA], "A44.19": [BRIGADE]}
    assert defense(layout, "A44.20", BRIGADE) == 7 * 2


def test_fort_counts_where_every_attacker_comes_through_a_fortified_side() -> None:
    layout = {"A36.23": [BRESCIA], "A37.23": [BRIGADE], "A35.24": [GUARDS]}
    assert defense(layout, "A36.23", BRIGADE) == 7 * 2 * 2  # minor city and fort
    assert defense(layout, "A36.23", BRIGADE, GUARDS) == 7 * 2
    assert defense(layout, "A36.23", GUARDS) == 7 * 2


def test_all_four_tobruk_hexes_are_fortified_toward_the_desert() -> None:
    for inner, outer in (
        ("A36.23", "A37.23"),
        ("A36.22", "A37.22"),
        ("A35.23", "A34.22"),
        ("A35.24", "A34.23"),
    ):
        layout = {inner: [BRESCIA], outer: [BRIGADE]}
        fight = a_fight(layout, ALLIED_TURN)
        assert fight.tally(inner, BRIGADE).fort


def test_units_without_attack_strength_do_not_undo_a_fort_but_supporting_artillery_does() -> None:
    layout = {"A36.23": [BRESCIA], "A37.23": [BRIGADE], "A35.24": [CAIRO, GUNS_1]}
    fight = a_fight(layout, ALLIED_TURN)
    assert fight.tally("A36.23", BRIGADE, CAIRO).fort
    assert not fight.tally("A36.23", BRIGADE, artillery=(GUNS_1,)).fort


def test_fortifications_are_one_way_only() -> None:
    layout = {"A37.22": [BRESCIA], "A36.22": [BRIGADE]}
    assert defense(layout, "A37.22", BRIGADE) == 7


def test_river_gives_a_third() -> None:
    layout = {"B29.10": [BRESCIA], "B30.10": [BRIGADE, GUARDS]}
    assert attack(layout, "B29.10", BRIGADE, GUARDS) == Fraction(6, 3)
    assert attack({"B30.10": [BRESCIA], "B29.10": [TANKS_7]}, "B30.10", TANKS_7) == Fraction(8, 3)


def test_escarpment_halves_going_up_only() -> None:
    up = {"A36.21": [BRESCIA], "A37.22": [BRIGADE]}
    assert attack(up, "A36.21", BRIGADE) == Fraction(3, 2)
    down = {"A37.22": [BRESCIA], "A36.21": [BRIGADE]}
    assert attack(down, "A37.22", BRIGADE) == 3


def test_each_attacker_pays_for_his_own_hexside() -> None:
    layout = {"A36.21": [BRESCIA], "A37.22": [BRIGADE], "A36.20": [GUARDS]}
    assert attack(layout, "A36.21", BRIGADE, GUARDS) == Fraction(3, 2) + 3


def test_a_fort_on_an_escarpment_counts_with_it() -> None:
    """Ruling 19: attacking down into A36.22 the fort counts; nothing else is lost going down."""
    layout = {"A36.22": [BRESCIA], "A36.21": [BRIGADE]}
    assert defense(layout, "A36.22", BRIGADE) == 14
    assert attack(layout, "A36.22", BRIGADE) == 3


def test_out_of_supply_attacks_with_a_quarter_and_defends_with_a_half() -> None:
    layout = {FIELD: [PAVIA], EAST: [TANKS_4, BRIGADE]}
    scene = Scene(phase="allied.combat", hungry=(PAVIA, TANKS_4))
    assert attack(layout, FIELD, TANKS_4, scene=scene) == Fraction(9, 4)
    assert attack(layout, FIELD, TANKS_4, BRIGADE, scene=scene) == Fraction(9, 4) + 3
    assert defense(layout, FIELD, BRIGADE, scene=scene) == Fraction(7, 2)


def test_a_quarter_of_a_half_of_a_third_stays_exact() -> None:
    scene = Scene(phase="allied.combat", hungry=(BRIGADE,), steps={BRIGADE: 1})
    layout = {"B29.10": [BRESCIA], "B30.10": [BRIGADE]}
    assert attack(layout, "B29.10", BRIGADE, scene=scene) == Fraction(2, 4 * 3)


def test_the_reverse_side_counts() -> None:
    scene = Scene(steps={PANZER_1: 2, PANZER_2: 1, GUARDS: 1})
    layout = {FIELD: [GUARDS], EAST: [PANZER_1, PANZER_2]}
    assert attack(layout, FIELD, PANZER_1, PANZER_2, scene=scene) == 4 + 4
    assert defense(layout, FIELD, PANZER_1, scene=scene) == 3


def test_artillery_defends_with_its_strength_of_one() -> None:
    layout = {FIELD: [BRIGADE, GUNS_1, GUNS_2], EAST: [PANZER_1]}
    assert defense(layout, FIELD, PANZER_1, scene=Scene()) == 5 + 1 + 1


@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        ([TANKS_4, TANKS_7], [BRESCIA], "2:1"),  # 17:7 = 2.43
        ([TANKS_4, TANKS_7], [PAVIA, BRESCIA], "1:1"),  # 17:14
        ([BRIGADE, GUARDS], [PAVIA, BRESCIA], "1:2"),  # 6:14 = 2.33
        ([BRIGADE], [PAVIA, BRESCIA], "1:4"),  # 3:14 = 4.67: below the table
        ([TANKS_4, TANKS_7, ARMY_TANKS], ["axis-3-2-6-1-lib"], "9:1"),  # 22:2 = 11
        ([TANKS_4, ARMY_TANKS], ["axis-3-2-6-1-lib"], "7:1-8:1"),  # 14:2 = 7
        ([TANKS_7, BRIGADE], ["axis-3-2-6-1-lib"], "5:1-6:1"),  # 11:2 = 5.5, up to 6
        ([BRIGADE_2, BRIGADE, GUARDS], ["axis-5-6-4-bologna"], "2:1"),  # 9:6 = 1.5, up to 2
        ([BRIGADE_2, BRIGADE, GUARDS], ["axis-6-7-4-savona"], "1:1"),  # 9:7 = 1.29
    ],
)
def test_golden_columns(attackers: list[str], defenders: list[str], column: str) -> None:
    fight = a_fight({FIELD: defenders, EAST: attackers}, ALLIED_TURN)
    assert fight.column(fight.tally(FIELD, *attackers), base=True) == column


def test_results_come_straight_from_the_chart_of_the_module() -> None:
    rules = a_fight({FIELD: [BRESCIA], EAST: [BRIGADE]}).rules
    chart, table = rules.module.chart("crt"), rules.charts.results
    assert isinstance(table, ResultsTable)
    for row, total in enumerate(range(2, 13)):
        for column in range(table.width):
            assert table.result(total, column).text == chart.cells[row][column]
    assert (table.dice, table.faces) == (2, 6)


def test_known_cells() -> None:
    table = a_fight({FIELD: [BRESCIA], EAST: [BRIGADE]}).rules.charts.results
    cell = {
        (t, c): table.result(t, table.labels.index(c)).text
        for t, c in (
            (2, "1:4"),
            (9, "3:1"),
            (7, "9:1"),
            (12, "9:1"),
            (12, "1:4"),
            (8, "2:1"),
            (6, "1:1"),
        )
    }
    assert list(cell.values()) == ["A3r1", "D2r2", "D3r3", "D6r5", "D3r2", "A1D2r1", "A1D1"]


def test_no_attack_over_impassable_ground() -> None:
    fight = a_fight({"A36.23": [BRIGADE]})
    assert not battlefield(fight.rules).crossing(fight.number("A36.24"), fight.number("A36.23")).open


def test_strengths_as_people_write_them() -> None:
    assert [strength_text(amount, 24) for amount in (24, 60, 8, 0, 54)] == ["1", "2.5", "0.33", "0", "2.25"]


def test_lorried_infantry_attacks_from_two_hexes() -> None:
    layout = {FIELD: [GUARDS], EAST: [LORRIES], SOUTH: [PANZER_1]}
    assert attack(layout, FIELD, LORRIES, PANZER_1, scene=Scene()) == 12
