"""Odds and shifts of No Retreat 2 (13.4, 13.5); the numbers are our list's."""

from __future__ import annotations

import pytest

from modules.no_retreat_2.rules.odds import BELOW, COLUMNS, base_column, shifted
from tests.modules.no_retreat_2.battles import NE, N, T, attack, odds_text, result
from tests.modules.no_retreat_2.builders import declare, kinds, position
from tests.modules.playing import apply


@pytest.mark.parametrize(
    ("attack_", "defense", "column"),
    [(14, 5, "2:1"), (15, 5, "3:1"), (14, 9, "3:2"), (24, 2, "6:1"), (2, 6, "1:3"), (3, 0, "6:1")],
)
def test_27_odds_are_floored(attack_: int, defense: int, column: str) -> None:
    assert COLUMNS[base_column(attack_, defense)] == column


def test_27_below_one_to_three_is_a_counterattack_without_a_roll() -> None:
    assert base_column(1, 4) == BELOW
    assert shifted(BELOW, 3) == BELOW
    game = position({"selby": N, "xxi": T})
    declare(game, T)
    apply(game, "attack", targets=(T,), attackers=("selby",))
    assert kinds(game) == {"counterattack", "pass"}
    assert not [draw for draw in game.draws() if draw.reason == "battle"]


def test_28_heavy_panzers_with_anti_tank_against_tanks() -> None:
    game = position({"15pz-a": N, "21pz-a": NE, "33flak": NE, "7arm": T, "32tk": T}, axis=True)
    declare(game, T)
    attack(game, (T,), ("15pz-a", "21pz-a", "33flak"), 5)
    assert odds_text(game).startswith("18 against 9, 4:1")
    assert "heavy tanks +2" in odds_text(game)
    assert result(game) == "rolled 5: DS"
    assert kinds(game) == {"lose-step"}


def test_28_anti_tank_in_a_minefield_defends_one_left() -> None:
    game = position({"10arm": N, "33flak": T, "axis-entrenchment-1": T})
    declare(game, T)
    attack(game, (T,), ("10arm",), 3)
    assert odds_text(game).startswith("7 against 4, 1:1")
    assert "Anti-Tank in a Minefield -1" in odds_text(game)


def test_29_shifts_are_summed_then_limited() -> None:
    five = COLUMNS.index("5:1")
    assert COLUMNS[shifted(five, 3 - 1)] == "6:1"
    assert COLUMNS[shifted(five, -4)] == "3:2"
    assert shifted(COLUMNS.index("1:2"), -2) == BELOW


@pytest.mark.parametrize(("level", "shift"), [(2, -3), (1, -2), (0, -1)])
def test_30_tobruk_fortress_levels(level: int, shift: int) -> None:
    game = position(
        {"15pz-a": "3-0708", "21pz-a": "3-0807", "9aus": "3-0808"},
        axis=True, control={"3-0808": "allied"}, tobruk_level=level,
    )  # fmt: skip
    declare(game, "3-0808")
    attack(game, ("3-0808",), ("15pz-a", "21pz-a"), 3)
    assert f"terrain of the target {shift:+d}" in odds_text(game)


def test_30_a_counterblow_hex_has_no_terrain_and_no_fortress() -> None:
    game = position(
        {"15pz-a": "3-0708", "21pz-a": "3-0807", "9aus": "3-0808"},
        axis=True, control={"3-0808": "allied"}, tobruk_level=2,
    )  # fmt: skip
    apply(game, "end-phase")
    apply(game, "mark-counterblow", at="3-0808")
    apply(game, "end-phase")
    attack(game, ("3-0808",), ("15pz-a", "21pz-a"), 3)
    assert "terrain" not in odds_text(game)


def test_31_a_hexside_counts_only_if_all_attackers_cross_it() -> None:
    # 3-0806 lies above 3-0807 and 3-0907; 3-0805 is open ground beside it
    both = position({"7arm": "3-0807", "1arm": "3-0805", "xxi": "3-0806"})
    declare(both, "3-0806")
    attack(both, ("3-0806",), ("7arm", "1arm"), 3)
    assert "terrain" not in odds_text(both)
    one = position({"7arm": "3-0807", "1arm": "3-0805", "xxi": "3-0806"})
    declare(one, "3-0806")
    attack(one, ("3-0806",), ("7arm",), 3)
    assert "terrain of the target -1" in odds_text(one) or "terrain of the target -2" in odds_text(one)
