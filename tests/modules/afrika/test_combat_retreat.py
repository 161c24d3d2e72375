"""Retreats hex by hex (series 9.1, 9.2, 2.3, 2.7, errata 4; clar. 4, 5, 7, 8, 15; rulings 15, 24, 25)."""

from __future__ import annotations

import pytest

from modules.afrika.rules.combat_actions import CommitArtillery, LoseStep, Retreat
from modules.afrika.rules.ground import Mover
from modules.afrika.rules.retreat import NEARER_OASIS, RetreatMap
from modules.afrika.rules.state import ALLIED, AXIS, MOVED
from tests.modules.afrika.combat_positions import (
    AUFK,
    BOLOGNA,
    BRESCIA,
    BRIGADE,
    BRIGADE_2,
    EAST,
    FIELD,
    GARRISON,
    GUARDS,
    GUNS_FIXED,
    KDG,
    LORRIES,
    MG_2,
    MG_8,
    NORTH,
    PANZER_1,
    PANZER_2,
    PANZER_3,
    PANZER_4,
    PAVIA,
    ROMMEL,
    SAVONA,
    SOUTH,
    TANKS_4,
    TANKS_7,
    WEST,
    Fight,
    Scene,
    a_fight,
    bear_losses,
    convert,
    lose,
    retreat,
    roll_where,
)
from tests.modules.afrika.retreat_positions import (
    ALLIED_TURN,
    ARIETE_1,
    ATTACKERS,
    NORTHEAST,
    NORTHWEST,
    SABRATHA,
    TRENTO,
    driven_back,
    ways,
)

# --- where to ---------------------------------------------------------------------------------------


def test_a_retreat_leads_out_of_zones_of_control_and_toward_supply() -> None:
    fight = driven_back({FIELD: [BRESCIA, PAVIA]})
    assert (fight.asked, fight.part) == ((AXIS, "retreat"), "allied.combat.retreat")
    # the tanks in the east reach A41.18, A40.16 and the field; north, west and northwest are free
    assert ways(fight, BRESCIA, PAVIA) == {NORTH, WEST, NORTHWEST}
    fight.give(retreat(WEST, BRESCIA, PAVIA))
    assert (fight.at(BRESCIA), fight.at(PAVIA)) == (WEST, WEST)
    assert MOVED in fight.state.pieces[BRESCIA].marks


@pytest.mark.parametrize(
    ("at", "words", "rule"),
    [
        (EAST, "enemy units stand", "series 9.1b"),
        ("A41.18", "more enemy zones of control", "series 9.1"),
        ("A38.17", "not next to", "series 9.1"),
        (FIELD, "no hex twice", "series 9.1"),
        ("dead-axis", "no place", "series 9.1"),
    ],
)
def test_refusals_say_why(at: str, words: str, rule: str) -> None:
    fight = driven_back({FIELD: [BRESCIA, PAVIA]})
    found = fight.refuses(retreat(at, BRESCIA, PAVIA))
    assert words in found.text
    assert found.rule == rule


def test_strange_pieces_are_refused() -> None:
    fight = driven_back({FIELD: [BRESCIA, PAVIA], NORTH: [AUFK]})
    assert "retreating now" in fight.refuses(retreat(WEST, AUFK)).text
    assert fight.refuses(retreat(WEST)).code == "BAD_REQUEST"
    assert fight.refuses(retreat(WEST, BRESCIA, BRESCIA)).code == "BAD_REQUEST"
    assert fight.refuses(retreat(WEST, BRESCIA, ROMMEL)).rule == "6.2b"


def test_a_zone_of_control_is_entered_where_nothing_else_serves() -> None:
    ring = {"A39.19": [KDG], "A38.17": [GUARDS], "A39.16": [BRIGADE], "A40.19": [BRIGADE_2]}
    fight = driven_back({FIELD: [BRESCIA, PAVIA], **ring})
    assert ways(fight, BRESCIA, PAVIA)
    for place in ways(fight, BRESCIA, PAVIA):
        assert fight.number(place) in fight.rules.situation(fight.state).zoc[ALLIED]


def test_friendly_units_do_not_negate_a_zone_of_control() -> None:
    """Clar. 15: the hex with our own unit is no better for it."""
    fight = driven_back({FIELD: [BRESCIA, PAVIA], SOUTH: [AUFK]})
    assert SOUTH not in ways(fight, BRESCIA, PAVIA)


def test_units_out_of_supply_have_no_zone_to_stay_out_of() -> None:
    fight = driven_back({FIELD: [BRESCIA, PAVIA]}, scene=Scene(phase="allied.combat", hungry=ATTACKERS))
    assert ways(fight, BRESCIA, PAVIA) > {NORTH, WEST, NORTHWEST}


def test_every_hex_of_the_retreat_counts() -> None:
    """Two hexes: a first step that leads into a zone of control later is no best way."""
    fight = driven_back({FIELD: [BRESCIA, PAVIA], "A38.19": [KDG]}, hexes=2)
    first = ways(fight, BRESCIA, PAVIA)
    assert WEST in first
    fight.give(retreat(WEST, BRESCIA, PAVIA))
    second = ways(fight, BRESCIA, PAVIA)
    assert second
    assert FIELD not in second
    assert not any(fight.number(place) in fight.rules.situation(fight.state).zoc[ALLIED] for place in second)


def away(fight: Fight, side: str, here: str, there: str) -> int:
    """What a step breaks by leading away from supply."""
    ground = RetreatMap(fight.rules, fight.state, side, frozenset({Mover.FOOT}))
    return ground.away(fight.number(here), fight.number(there))


def test_supply_sources_are_ports_and_the_west_edge_not_supply_points() -> None:
    fight = a_fight({FIELD: [BRESCIA]}, Scene(dumps={EAST: (AXIS, 5)}, control={"A44.21": ALLIED}))
    assert away(fight, AXIS, FIELD, WEST) == 0
    assert away(fight, AXIS, FIELD, EAST) >= NEARER_OASIS
    assert away(fight, ALLIED, FIELD, EAST) == 0
    assert away(fight, AXIS, FIELD, NORTHEAST) >= NEARER_OASIS
    bardia = a_fight({FIELD: [BRESCIA]}, Scene(control={"A44.21": AXIS}))
    assert away(bardia, AXIS, FIELD, NORTHEAST) == 0


def test_an_oasis_serves_if_nothing_else_does() -> None:
    fight = a_fight({"A40.06": [BRESCIA]})
    assert away(fight, ALLIED, "A40.07", "A40.06") == NEARER_OASIS


# --- stacking ---------------------------------------------------------------------------------------


def test_a_full_hex_is_left_alone_if_another_serves() -> None:
    full = [SAVONA, BOLOGNA, TRENTO, SABRATHA]
    fight = driven_back({FIELD: [BRESCIA, PAVIA], WEST: full})
    assert ways(fight, BRESCIA, PAVIA) == {NORTH, NORTHWEST}
    assert "overstack" in fight.refuses(retreat(WEST, BRESCIA, PAVIA)).text


def test_a_stack_splits_rather_than_overstacks() -> None:
    """Only one place is left beside us in the only hex free of zones of control (clar. 4)."""
    layout = {
        FIELD: [BRESCIA, PAVIA],
        NORTH: [SAVONA, BOLOGNA, TRENTO, SABRATHA],
        NORTHWEST: [AUFK, MG_2, MG_8],
        "A38.16": [KDG],
    }
    fight = driven_back(layout)
    assert ways(fight, BRESCIA, PAVIA) == set()
    assert "split" in fight.refuses(retreat(NORTHWEST, BRESCIA, PAVIA)).hint
    assert ways(fight, BRESCIA) == {NORTHWEST}
    choices = [action for action in fight.choices("retreat") if isinstance(action, Retreat)]
    assert {action.pieces for action in choices} == {(BRESCIA,), (PAVIA,)}
    fight.give(retreat(NORTHWEST, PAVIA))
    assert fight.at(PAVIA) == NORTHWEST
    assert fight.at(BRESCIA) != NORTHWEST
    assert fight.number(fight.at(BRESCIA) or "") in fight.rules.situation(fight.state).zoc[ALLIED] or (
        fight.asked == (AXIS, "retreat")
    )


def test_voluntary_splitting_is_allowed() -> None:
    fight = driven_back({FIELD: [BRESCIA, PAVIA]})
    fight.give(retreat(NORTH, BRESCIA))
    assert fight.asked == (AXIS, "retreat")
    fight.give(retreat(WEST, PAVIA))
    assert (fight.at(BRESCIA), fight.at(PAVIA)) == (NORTH, WEST)


def test_what_overstacks_in_the_end_dies_by_choice_of_the_owner() -> None:
    """Every hex around is full: the stack goes somewhere, and the excess dies there (2.3)."""
    fill = iter(
        [
            SAVONA,
            BOLOGNA,
            TRENTO,
            SABRATHA,
            AUFK,
            MG_2,
            MG_8,
            LORRIES,
            PANZER_1,
            PANZER_2,
            PANZER_3,
            PANZER_4,
            "axis-5-5-4-catnzro",
            "axis-5-6-4-cirene",
            "axis-5-6-4-marmrca",
            "axis-5-6-4-sirte",
            "axis-6-7-4-lspezia",
            "axis-6-7-4-pistoia",
            "axis-5-6-4-ggff",
            "axis-4-5-4-3-jan",
        ]
    )
    layout: dict[str, list[str]] = {FIELD: [BRESCIA]}
    for place in (NORTH, WEST, NORTHWEST, SOUTH, NORTHEAST):
        layout[place] = [next(fill) for _ in range(4)]
    fight = driven_back(layout)
    assert fight.asked == (AXIS, "retreat")
    fight.give(retreat(WEST, BRESCIA))
    assert (fight.asked, fight.part) == ((AXIS, "kill-excess"), "allied.combat.stacking")
    fight.give(fight.choices("kill-excess")[0])
    assert len(fight.state.at(WEST)) == 4
    assert fight.asked == (ALLIED, "advance")


# --- what cannot retreat ----------------------------------------------------------------------------


def test_blocked_hexes_become_losses() -> None:
    layout = {
        FIELD: [BRESCIA, PAVIA, BOLOGNA],
        EAST: ATTACKERS,
        NORTH: [KDG],
        WEST: [GUARDS],
        NORTHWEST: [BRIGADE],
        SOUTH: [BRIGADE_2],
        NORTHEAST: ["allied-3-5-7-14"],
    }
    fight = a_fight(layout, ALLIED_TURN)
    fight.attack(FIELD, *ATTACKERS, dice=roll_where(fight, FIELD, ATTACKERS, defender_retreat=1))
    while not fight.events("retreat-blocked"):
        assert fight.asked == (AXIS, "lose-step")
        fight.give(lose(BRESCIA if fight.steps(BRESCIA) else PAVIA))
    assert fight.events("retreat-blocked")[0].rule == "clar. 5"
    before = sum(fight.steps(name) for name in layout[FIELD])
    offered = {action.piece for action in fight.choices("lose-step") if isinstance(action, LoseStep)}
    assert offered == {name for name in layout[FIELD] if fight.steps(name)}
    fight.give(lose(BOLOGNA))  # anybody, not the strongest
    assert sum(fight.steps(name) for name in layout[FIELD]) == before - 1
    assert all(fight.at(name) in (FIELD, "dead-axis") for name in layout[FIELD])


def test_garrisons_die_when_their_stack_retreats() -> None:
    fight = driven_back({FIELD: [BRESCIA, PAVIA, GARRISON]})
    assert fight.steps(GARRISON) == 0
    assert fight.at(BRESCIA) == FIELD
    assert fight.asked == (AXIS, "retreat")


def test_a_garrison_of_two_steps_alone_dies_when_it_must_retreat() -> None:
    """No garrison of the game has two steps; an owner of other counters may say so."""
    fight = a_fight(
        {FIELD: [GUNS_FIXED, GARRISON], EAST: [TANKS_4]}, Scene(phase="allied.combat", steps={GARRISON: 4})
    )
    fight.attack(
        FIELD, TANKS_4, dice=roll_where(fight, FIELD, (TANKS_4,), defender_loss=1, defender_retreat=1)
    )
    fight.give(CommitArtillery())
    bear_losses(fight)
    assert (fight.steps(GARRISON), fight.steps(GUNS_FIXED)) == (0, 0)
    assert fight.asked == (ALLIED, "advance")


def test_artillery_without_movement_dies_too_but_is_no_garrison() -> None:
    layout = {FIELD: [BRESCIA, PAVIA, GUNS_FIXED], EAST: ATTACKERS}
    fight = a_fight(layout, ALLIED_TURN)
    fight.attack(FIELD, *ATTACKERS, dice=roll_where(fight, FIELD, ATTACKERS, defender_retreat=1))
    fight.give(fight.choices("commit-artillery")[-1])
    bear_losses(fight)
    assert fight.steps(GUNS_FIXED) == 0
    (event,) = [found for found in fight.events("destroyed") if found.pieces == (GUNS_FIXED,)]
    assert event.rule == "erratum 4"


def test_a_garrison_whose_hexes_are_all_converted_lives() -> None:
    layout = {"A61.19": [BRESCIA, PAVIA, GARRISON], "A61.18": ATTACKERS}
    fight = a_fight(layout, ALLIED_TURN)
    fight.attack("A61.19", *ATTACKERS, dice=roll_where(fight, "A61.19", ATTACKERS, defender_retreat=1))
    bear_losses(fight)
    fight.give(convert(1))
    fight.give(lose(BRESCIA))
    assert fight.at(GARRISON) == "A61.19"


@pytest.mark.parametrize(
    ("piece", "attackers", "climbs"), [(ARIETE_1, (TANKS_7,), False), (BRESCIA, (TANKS_4, TANKS_7), True)]
)
def test_nobody_retreats_over_ground_closed_to_him(
    piece: str, attackers: tuple[str, ...], climbs: bool
) -> None:
    """Armor in A37.22 cannot climb the escarpment to A36.21 without a road; infantry on foot can."""
    layout = {
        "A37.22": [piece],
        "A37.21": [TANKS_4],
        "A38.22": [TANKS_7],
        "A38.21": [BRIGADE],
        "A36.22": [GUARDS],
    }
    hungry = (TANKS_4, TANKS_7, BRIGADE, GUARDS)
    fight = a_fight(layout, Scene(phase="allied.combat", hungry=hungry))
    fight.attack(
        "A37.22", *attackers, dice=roll_where(fight, "A37.22", attackers, defender_loss=1, defender_retreat=1)
    )
    open_to_it = ways(fight, piece) if fight.asked == (AXIS, "retreat") else {fight.at(piece)}
    assert ("A36.21" in open_to_it) is climbs
