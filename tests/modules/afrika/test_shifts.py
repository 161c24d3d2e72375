"""Column shifts: what gives one, what does not, and the cap (3.0-3.4, 6.2d, clar. 21, 25, 27)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.combat import Shift
from modules.afrika.rules.combat import tally
from modules.afrika.rules.shifts import Engagement, shifts
from modules.afrika.rules.state import RESTRICTION, TRIPOLI
from tests.modules.afrika.combat_positions import (
    AUFK,
    BRESCIA,
    BRIGADE,
    EAST,
    FIELD,
    FLAK,
    GUARDS,
    GUNS_1,
    GUNS_2,
    GUNS_GE,
    HUSSARS,
    LORRIES,
    LRDG,
    NORTH,
    OCONNOR,
    PANZER_1,
    PANZER_2,
    PANZER_3,
    PAVIA,
    ROMMEL,
    SOUTH,
    SUPPORT,
    TANKS_4,
    TANKS_7,
    WEST,
    Fight,
    Scene,
    a_fight,
)

ALLIED_TURN = Scene(phase="allied.combat")
NZ_4, NZ_5, NZ_6 = "allied-3-5-7-4-nz-2-nz", "allied-4-6-7-5-nz-2-nz", "allied-3-5-7-6-nz-2-nz"
LIB_1, LIB_1_ARMOR = "axis-4-5-4-1-lib", "axis-3-2-6-1-lib"
TRENTO = "axis-5-6-4-trento"


def found(fight: Fight, *attackers: str, artillery: tuple[str, ...] = ()) -> tuple[Shift, ...]:
    """The shifts of an attack on the field."""
    return shifts(fight.rules, fight.state, fight.engagement(FIELD, *attackers, artillery=artillery))


def of_rule(rule: str, listed: tuple[Shift, ...]) -> int:
    """The columns a rule gives."""
    return sum(shift.value for shift in listed if shift.rule == rule)


def test_air_points_shift_for_whoever_spends_them() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [BRIGADE]}, ALLIED_TURN)
    battle = replace(fight.engagement(FIELD, BRIGADE), air=2, enemy_air=3)
    assert sorted(shift.value for shift in shifts(fight.rules, fight.state, battle)) == [-3, 2]


def test_each_artillery_unit_shifts_one_column() -> None:
    fight = a_fight({FIELD: [BRESCIA, GUNS_GE], EAST: [BRIGADE, GUNS_1], SOUTH: [GUNS_2]}, ALLIED_TURN)
    assert of_rule("3.1", found(fight, BRIGADE, artillery=(GUNS_1, GUNS_2))) == 2
    battle = replace(fight.engagement(FIELD, BRIGADE), guns=(GUNS_GE,))
    assert of_rule("3.1", shifts(fight.rules, fight.state, battle)) == -1


def test_artillery_named_among_the_attackers_supports() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [BRIGADE, GUNS_1]}, ALLIED_TURN)
    battle = fight.engagement(FIELD, BRIGADE, GUNS_1)
    assert (battle.attackers, battle.artillery) == ((BRIGADE,), (GUNS_1,))


# --- divisional integrity ------------------------------------------------------------------------


def test_all_counters_of_a_division_shift_one_column_from_several_hexes() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [NZ_4, NZ_5], SOUTH: [NZ_6]}, ALLIED_TURN)
    assert of_rule("3.3", found(fight, NZ_4, NZ_5, NZ_6)) == 1
    assert of_rule("3.3", found(fight, NZ_4, NZ_5)) == 0


def test_dead_restricted_and_tripoli_counters_are_ignored() -> None:
    at_home = a_fight({FIELD: [BRESCIA], EAST: [NZ_4, NZ_5], RESTRICTION: [NZ_6]}, ALLIED_TURN)
    assert of_rule("3.3", found(at_home, NZ_4, NZ_5)) == 1
    dead = a_fight({FIELD: [BRESCIA], EAST: [NZ_4, NZ_5], "dead-allied": [NZ_6]}, ALLIED_TURN)
    assert of_rule("3.3", found(dead, NZ_4, NZ_5)) == 1
    tripoli = a_fight({FIELD: [BRIGADE], EAST: [PANZER_1, PANZER_2, LORRIES], TRIPOLI: [AUFK]})
    assert of_rule("3.3", found(tripoli, PANZER_1, PANZER_2, LORRIES)) == 1


def test_a_division_with_one_counter_on_the_map_has_no_integrity() -> None:
    alone = a_fight({FIELD: [BRESCIA], EAST: [NZ_4], RESTRICTION: [NZ_5, NZ_6]}, ALLIED_TURN)
    assert of_rule("3.3", found(alone, NZ_4)) == 0
    single = a_fight({FIELD: [BRIGADE], EAST: [TRENTO]})
    assert of_rule("3.3", found(single, TRENTO)) == 0


def test_the_libyan_divisions_are_none_for_this_purpose() -> None:
    fight = a_fight({FIELD: [BRIGADE], EAST: [LIB_1, LIB_1_ARMOR]})
    assert of_rule("3.3", found(fight, LIB_1, LIB_1_ARMOR)) == 0


def test_both_sides_integrity_cancels_and_more_divisions_bring_no_more() -> None:
    layout = {
        FIELD: [PANZER_1, PANZER_2, LORRIES, AUFK],
        EAST: [NZ_4, NZ_5, NZ_6],
        SOUTH: ["allied-3-4-7-131-44", "allied-3-4-7-132-44", "allied-3-4-7-133-44"],
    }
    fight = a_fight(layout, ALLIED_TURN)
    listed = [shift.value for shift in found(fight, *layout[EAST], *layout[SOUTH]) if shift.rule == "3.3"]
    assert sorted(listed) == [-1, 1]


# --- combined arms -------------------------------------------------------------------------------


def test_combined_arms_count_stacks_up_to_three() -> None:
    layout = {
        FIELD: [BRESCIA],
        EAST: [TANKS_4, BRIGADE],
        WEST: [TANKS_7, SUPPORT],
        NORTH: [HUSSARS, GUARDS],
        SOUTH: ["allied-5-6-6-1-army", "allied-3-5-7-23"],
    }
    fight = a_fight(layout, ALLIED_TURN)
    assert of_rule("3.4", found(fight, TANKS_4, BRIGADE)) == 1
    assert of_rule("3.4", found(fight, *layout[EAST], *layout[WEST])) == 2
    everybody = [name for place in (EAST, WEST, NORTH, SOUTH) for name in layout[place]]
    assert of_rule("3.4", found(fight, *everybody)) == 3


def test_armor_and_infantry_in_different_hexes_are_not_combined() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [TANKS_4], WEST: [BRIGADE]}, ALLIED_TURN)
    assert of_rule("3.4", found(fight, TANKS_4, BRIGADE)) == 0


def test_only_units_that_take_part_count() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [TANKS_4, BRIGADE]}, ALLIED_TURN)
    assert of_rule("3.4", found(fight, TANKS_4)) == 0


def test_flak_counts_as_armor_commandos_and_artillery_as_neither() -> None:
    flak = a_fight({FIELD: [BRIGADE], EAST: [FLAK, BRESCIA]})
    assert of_rule("3.4", found(flak, FLAK, BRESCIA)) == 1
    neither = a_fight({FIELD: [BRESCIA], EAST: [TANKS_4, LRDG, GUNS_1]}, ALLIED_TURN)
    assert of_rule("3.4", found(neither, TANKS_4, LRDG, artillery=(GUNS_1,))) == 0


def test_the_defender_gets_one_shift_at_most() -> None:
    fight = a_fight({FIELD: [PANZER_1, PANZER_2, LORRIES, BRESCIA], EAST: [BRIGADE]}, ALLIED_TURN)
    assert of_rule("3.4", found(fight, BRIGADE)) == -1
    garrison = a_fight({FIELD: [PANZER_1, "axis-0-1-0-bardia"], EAST: [BRIGADE]}, ALLIED_TURN)
    assert of_rule("3.4", found(garrison, BRIGADE)) == -1


# --- leaders ---------------------------------------------------------------------------------------


def test_rommel_leads_an_attack_of_any_unit_he_is_stacked_with() -> None:
    layout = {FIELD: [BRIGADE], EAST: [PANZER_1, ROMMEL], WEST: [PANZER_3]}
    fight = a_fight(layout)
    assert of_rule("6.2d", found(fight, PANZER_1, PANZER_3)) == 1
    assert of_rule("6.2d", found(fight, PANZER_3)) == 0


def test_leaders_help_the_defense_of_their_stack() -> None:
    layout = {FIELD: [PANZER_1, ROMMEL], EAST: [BRIGADE, OCONNOR]}
    fight = a_fight(layout, ALLIED_TURN)
    listed = found(fight, BRIGADE)
    assert of_rule("6.2d", listed) == -1
    assert of_rule("7.1, 6.2d", listed) == 1


def test_rommel_in_the_connecting_box_leads_nobody() -> None:
    fight = a_fight({FIELD: [BRIGADE], EAST: [PANZER_1], "connecting": [PANZER_2, ROMMEL]})
    assert of_rule("6.2d", found(fight, PANZER_1)) == 0


# --- the cap ----------------------------------------------------------------------------------------


def capped(fight: Fight, battle: Engagement) -> tuple[int, int, int]:
    """Base column, net shift, final column."""
    summed = tally(fight.rules, fight.state, battle)
    return summed.base, summed.net, summed.final


def test_no_more_than_three_columns_count_either_way() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [TANKS_4, BRIGADE]}, ALLIED_TURN)
    battle = fight.engagement(FIELD, TANKS_4, BRIGADE)  # 12 to 7 = 2:1, combined arms +1
    assert capped(fight, replace(battle, air=4)) == (4, 3, 7)
    assert capped(fight, replace(battle, enemy_air=6)) == (4, -3, 1)
    assert capped(fight, replace(battle, air=4, enemy_air=6)) == (4, -1, 3)


def test_shifts_stay_inside_the_table() -> None:
    weak = a_fight({FIELD: [BRESCIA, PAVIA], EAST: [BRIGADE]}, ALLIED_TURN)
    assert capped(weak, replace(weak.engagement(FIELD, BRIGADE), enemy_air=2)) == (0, -2, 0)
    strong = a_fight({FIELD: [LIB_1_ARMOR], EAST: [TANKS_4, TANKS_7]}, ALLIED_TURN)
    assert capped(strong, replace(strong.engagement(FIELD, TANKS_4, TANKS_7), air=3)) == (9, 3, 9)


def test_a_shift_moves_columns_not_odds() -> None:
    """5:1 and 6:1 share a column: one shift leads from 4:1 to both (3.0)."""
    fight = a_fight({FIELD: [LIB_1_ARMOR], EAST: [TANKS_7]}, ALLIED_TURN)
    battle = fight.engagement(FIELD, TANKS_7)  # 8 to 2
    labels = fight.rules.charts.results.labels
    assert labels[capped(fight, battle)[2]] == "4:1"
    assert labels[capped(fight, replace(battle, air=1))[2]] == "5:1-6:1"
    assert labels[capped(fight, replace(battle, air=2))[2]] == "7:1-8:1"
