"""The preview of a combat: factors, odds, shifts with reasons, chances; fog of war (A8, clar. 20)."""

from __future__ import annotations

import msgspec
import pytest

from engine.view.preview import Modifier, Preview
from modules.afrika.rules.combat_actions import CommitArtillery, DeclareAttack
from modules.afrika.rules.state import ALLIED, AXIS
from tests.modules.afrika.combat_positions import (
    AUFK,
    BRESCIA,
    BRIGADE,
    EAST,
    FIELD,
    GUARDS,
    GUNS_1,
    GUNS_2,
    GUNS_IT,
    LORRIES,
    PANZER_1,
    PANZER_2,
    PAVIA,
    ROMMEL,
    SOUTH,
    TANKS_4,
    TANKS_7,
    Fight,
    Scene,
    a_fight,
    air,
)
from tests.modules.afrika.movement_positions import Layout

ALLIED_TURN = Scene(phase="allied.combat")


def preview(fight: Fight, target: str, *attackers: str, artillery: tuple[str, ...] = ()) -> Preview:
    action = DeclareAttack(target=target, attackers=attackers, artillery=artillery)
    found = fight.kind("declare-attack").preview(fight.state, fight.side, action)
    assert found is not None
    return found


def of(found: Preview, rule: str, applies: str) -> list[Modifier]:
    return [line for line in found.modifiers if line.rule == rule and line.applies == applies]


def test_strengths_itemised_with_factors_and_rules() -> None:
    layout: Layout = {
        "A44.20": ["box-axis-1", BRESCIA, GUNS_IT],
        "A45.20": [TANKS_7],
        "A44.19": [BRIGADE, GUNS_1],
    }
    fight = a_fight(layout, Scene(phase="allied.combat", hungry=(BRIGADE,), steps={BRESCIA: 1}))
    found = preview(fight, "A44.20", TANKS_7, BRIGADE, artillery=(GUNS_1,))
    lines = {line.piece: line for line in (*found.attacker.lines, *found.defender.lines)}
    assert (lines[TANKS_7].printed, lines[TANKS_7].strength) == (8, 4)
    assert [(f.text, f.value) for f in lines[TANKS_7].factors] == [("×1/2 up escarpment", 0.5)]
    assert [(f.text, f.rule) for f in lines[BRIGADE].factors] == [("×1/4 out of supply", "5.2")]
    assert lines[BRIGADE].strength == 0.75
    assert lines[GUNS_1].note == "shifts one column"
    assert (lines[BRESCIA].printed, lines[BRESCIA].note, lines[BRESCIA].strength) == (4, "reverse side", 16)
    assert [(f.text, f.rule) for f in lines[BRESCIA].factors] == [("×2 rough", "1.4"), ("×2 box", "1.6")]
    assert (found.attacker.total, found.defender.total) == (4.75, 20)
    assert found.odds == "1:4"


def test_base_and_final_column_with_all_modifiers() -> None:
    layout: Layout = {FIELD: [BRESCIA], EAST: [TANKS_4, BRIGADE, GUNS_1]}
    fight = a_fight(layout, Scene(phase="allied.combat", air={AXIS: 1, ALLIED: 2}))
    found = preview(fight, FIELD, TANKS_4, BRIGADE, artillery=(GUNS_1,))
    assert (found.odds, found.columns[found.base], found.columns[found.final]) == ("2:1", "2:1", "4:1")
    assert [line.value for line in of(found, "3.1", "yes")] == [1]
    assert [line.value for line in of(found, "3.4", "yes")] == [1]
    assert [line.value for line in of(found, "3.2", "open")] == [-1, 2]
    assert sum(line.value for line in found.modifiers if line.applies == "yes") == 2


def test_reasons_for_shifts_that_do_not_apply() -> None:
    layout: Layout = {FIELD: [BRESCIA], EAST: [TANKS_4], SOUTH: [TANKS_7]}
    found = preview(a_fight(layout, ALLIED_TURN), FIELD, TANKS_4)
    (division,) = [line for line in of(found, "3.3", "no") if line.value > 0]
    assert division.text == "no divisional integrity: 7/7 Arm of the 7th Armoured Division is not in it"
    (arms,) = [line for line in of(found, "3.4", "no") if line.value > 0]
    assert "both armor and infantry" in arms.text


def test_artillery_left_out_is_an_open_question() -> None:
    layout: Layout = {FIELD: [BRESCIA, GUNS_IT], EAST: [TANKS_4, GUNS_1], SOUTH: [GUNS_2]}
    found = preview(a_fight(layout, ALLIED_TURN), FIELD, TANKS_4, artillery=(GUNS_1,))
    assert sorted(line.value for line in of(found, "3.1", "open")) == [-1, 1]
    assert [line.value for line in of(found, "3.1", "yes")] == [1]


def test_a_leader_elsewhere_is_named() -> None:
    layout: Layout = {FIELD: [BRIGADE], EAST: [PANZER_1], "A37.20": [LORRIES, ROMMEL]}
    found = preview(a_fight(layout), FIELD, PANZER_1)
    (line,) = of(found, "6.2d", "no")
    assert line.text == "Rommel is not with the attackers"


def test_the_cap_has_a_line_of_its_own() -> None:
    layout: Layout = {
        FIELD: [BRIGADE],
        EAST: [PANZER_1, LORRIES, "axis-arty-7", "axis-arty-8"],
        SOUTH: [PANZER_2, AUFK, ROMMEL],
    }
    found = preview(
        a_fight(layout), FIELD, PANZER_1, LORRIES, PANZER_2, AUFK, artillery=("axis-arty-7", "axis-arty-8")
    )
    applying = [line.value for line in found.modifiers if line.applies == "yes"]
    assert sum(applying) == 3
    assert [line.text for line in of(found, "3.0", "yes")] == ["of +5 columns in all only +3 count"]


def test_results_with_their_chances_and_mean_losses() -> None:
    layout: Layout = {FIELD: [BRESCIA, PAVIA], EAST: [TANKS_4, BRIGADE]}
    found = preview(a_fight(layout, ALLIED_TURN), FIELD, TANKS_4)  # 9 to 14
    assert found.columns[found.final] == "1:2"
    assert {result.text: (result.chances, result.hurts) for result in found.results} == {
        "A2r1": (1, "attacker"),
        "A2": (20, "attacker"),
        "A1D1": (5, "both"),
        "A1D1r1": (4, "both"),
        "A1D2r2": (5, "both"),
        "D3r3": (1, "defender"),
    }
    assert found.out_of == 36
    assert found.mean_attacker_loss == pytest.approx((2 + 40 + 5 + 4 + 5) / 36)
    assert found.mean_defender_loss == pytest.approx((5 + 4 + 10 + 3) / 36)


def test_mean_losses_are_no_more_than_there_are_steps() -> None:
    found = preview(
        a_fight({FIELD: ["axis-3-2-6-1-lib"], EAST: [TANKS_4, TANKS_7]}, ALLIED_TURN), FIELD, TANKS_4, TANKS_7
    )
    assert found.mean_defender_loss <= 1


def test_notes_on_forts_and_shelter() -> None:
    layout: Layout = {"A36.23": [BRESCIA], "A37.23": [BRIGADE], "A35.24": [GUARDS]}
    fight = a_fight(layout, ALLIED_TURN)
    assert any("2.6" in note for note in preview(fight, "A36.23", BRIGADE).notes)
    assert any("1.5" in note for note in preview(fight, "A36.23", BRIGADE, GUARDS).notes)


def test_illegal_attacks_have_no_preview() -> None:
    fight = a_fight({FIELD: [BRESCIA], EAST: [TANKS_4], "A44.17": [TANKS_7]}, ALLIED_TURN)
    action = DeclareAttack(target=FIELD, attackers=(TANKS_7,))
    assert fight.kind("declare-attack").preview(fight.state, ALLIED, action) is None


def test_previews_go_on_while_support_is_committed() -> None:
    layout: Layout = {FIELD: [BRESCIA, GUNS_IT], EAST: [TANKS_4]}
    fight = a_fight(layout, Scene(phase="allied.combat", air={AXIS: 1, ALLIED: 2})).attack(FIELD, TANKS_4)
    guns = fight.kind("commit-artillery").preview(fight.state, AXIS, CommitArtillery(pieces=(GUNS_IT,)))
    assert guns is not None
    assert [line.value for line in of(guns, "3.1", "yes")] == [-1]
    fight.give(CommitArtillery(pieces=(GUNS_IT,)))
    flown = fight.kind("commit-air").preview(fight.state, AXIS, air(1))
    assert flown is not None
    assert [line.value for line in of(flown, "3.2", "yes")] == [-1]
    fight.give(air(1))
    own = fight.kind("commit-air").preview(fight.state, ALLIED, air(2))
    assert own is not None
    assert sorted(line.value for line in of(own, "3.2", "yes")) == [-1, 2]


def test_fog_of_war_shows_a_total_and_names_of_shifts() -> None:
    layout: Layout = {FIELD: [PANZER_1, LORRIES, GUNS_IT], EAST: [TANKS_4]}
    fight = a_fight(layout, Scene(phase="allied.combat", air={AXIS: 1}, options={"fog": True}))
    found = preview(fight, FIELD, TANKS_4)
    assert found.defender.lines == ()
    assert found.defender.total == 12
    assert [line.value for line in of(found, "3.4", "yes")] == [-1]
    assert not of(found, "3.1", "open")
    assert all("104" not in line.text for line in found.modifiers)
    fight.attack(FIELD, TANKS_4).give(CommitArtillery())
    enemy = fight.kind("commit-air").preview(fight.state, AXIS, air(1))
    assert enemy is not None
    assert enemy.attacker.lines == ()
    assert enemy.attacker.total == 9
    assert [line.piece for line in enemy.defender.lines] == [PANZER_1, LORRIES, GUNS_IT]
    assert all("7th Armoured" not in line.text for line in enemy.modifiers)


def test_a_preview_can_be_sent_as_json() -> None:
    found = preview(a_fight({FIELD: [BRESCIA], EAST: [TANKS_4]}, ALLIED_TURN), FIELD, TANKS_4)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Preview) == found
