"""The raid on Rommel (7.4, 7.1b, 7.1c, ruling 17)."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from modules.afrika.rules.raid import Raid
from tests.modules.afrika.movement_positions import (
    BRIGADE,
    LRDG,
    OCONNOR,
    PANZER_1,
    ROMMEL,
    Position,
    Setting,
    a_position,
)

TURN = Setting(phase="allied.movement")
LAYOUT = {"A40.10": [PANZER_1, ROMMEL], "A48.02": [LRDG], "A50.10": [BRIGADE]}


@pytest.mark.parametrize(
    ("face", "place"), [(1, "A40.10"), (2, "A40.10"), (3, "A40.10"), (4, "A40.10"), (5, "turn-19"), (6, None)]
)
def test_the_die_decides(face: int, place: str | None) -> None:
    position = a_position(LAYOUT, TURN).do(Raid(), dice=(face,))
    assert position.at(ROMMEL) == place
    assert position.at(LRDG) == "dead-allied"
    assert position.data.raid_used
    assert position.last is not None
    assert position.last.barrier


def why(position: Position) -> Refusal:
    """Why there is no raid."""
    found = position.kind("raid").unavailable(position.state, position.side)
    assert found is not None
    assert list(position.kind("raid").choices(position.state, position.side)) == []
    return found


def test_only_once_in_a_game() -> None:
    position = a_position(LAYOUT, TURN).do(Raid(), dice=(1,))
    assert "only once" in why(position).text


def test_the_lrdg_must_be_in_play() -> None:
    assert "LRDG" in why(a_position({**LAYOUT, "A48.02": [], "dead-allied": [LRDG]}, TURN)).text


def test_rommel_must_be_on_the_map() -> None:
    assert (
        "Rommel" in why(a_position({"A40.10": [PANZER_1], "A48.02": [LRDG], "turn-18": [ROMMEL]}, TURN)).text
    )


@pytest.mark.parametrize("option", ["safety-net", "fair"])
def test_options_for_oconnor_exclude_it(option: str) -> None:
    setting = Setting(
        phase="allied.movement", scenario="operation-compass", options={"oconnor": option}, turn=8
    )
    assert why(a_position(LAYOUT, setting)).rule == "7.1b, 7.1c"


def test_it_ends_the_move_of_the_stack_under_way() -> None:
    position = a_position(LAYOUT, TURN).move(BRIGADE, "A50.11").do(Raid(), dice=(1,))
    assert position.refuses_move(BRIGADE, "A50.12").rule == "clar. 29"


def test_oconnor_is_not_left_alone_by_it() -> None:
    position = a_position({**LAYOUT, "A48.02": [LRDG, OCONNOR]}, TURN).do(Raid(), dice=(1,))
    assert position.at(OCONNOR) == "A50.10"


def test_it_is_offered_to_the_commonwealth_in_its_movement_phase_only() -> None:
    for phase in ("axis.movement", "allied.exploitation"):
        position = a_position(LAYOUT, Setting(phase=phase))
        refusal = position.refusal(Raid())
        assert refusal is not None
        assert refusal.code == "WRONG_PHASE"
