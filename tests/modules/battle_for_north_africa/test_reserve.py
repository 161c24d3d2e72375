"""Reserve, bluffs and commanders (4.5, 4.6); the numbers are our list's."""

from __future__ import annotations

from engine.game import Game
from engine.play.transition import refuse
from modules.battle_for_north_africa.rules import state as bna
from modules.battle_for_north_africa.rules.actions import PlayReserve
from tests.modules.battle_for_north_africa.builders import a_game, act, active, planned, rules_of
from tests.modules.battle_for_north_africa.turns import ARM2, ARM7, AUS9, PZ21, allocated, refusal_of_plan
from tests.modules.playing import apply

# --- Reserve ----------------------------------------------------------------------------------------


def with_reserve(**more: object) -> Game:
    """An Allied Reserve of 7 Arm HQ beside the commander; the Axis has the first marker."""
    places: dict[str, str | None] = {"br-7arm-hq": "E3538", "au-9-hq": "E3538"}
    allied = {"use": "reserve", "reserve": (ARM7[0],), "markers": (*AUS9,), **more}
    return planned(a_game(places), {"markers": PZ21}, allied)


def test_9_a_reserve_interrupts_after_the_opponents_activation_only() -> None:
    game = with_reserve()
    apply(game, "lead-am", piece=PZ21[0])
    act(game)
    assert game.decision is not None
    assert game.decision.path[-1] == "d.reserve"
    assert game.decision.sides == ("allied",)
    apply(game, "play-reserve", piece=ARM7[0])
    act(game)
    assert "br-7arm-hq" in active(game)
    assert game.decision.kind("draw-am") is not None  # the Axis has nothing in Reserve: it is not asked
    game.queue_table_dice(picks=(AUS9[0],))
    apply(game, "draw-am")
    act(game)
    assert game.decision.kind("play-reserve") is None  # never after one's own activation


def test_9_reserve_units_are_marked_for_their_limits() -> None:
    game = with_reserve()
    apply(game, "lead-am", piece=PZ21[0])
    act(game)
    apply(game, "play-reserve", piece=ARM7[0])
    held = game.state.flow[-1].vars
    assert held is not None
    assert getattr(held, "reserve", False) is True


def test_a_reserve_out_of_range_cannot_be_planned_or_played() -> None:
    places: dict[str, str | None] = {"br-7arm-hq": "E3319", "au-9-hq": "E3538"}
    game = allocated(0, 20, places)
    text = refusal_of_plan(game, "allied", use="reserve", reserve=(ARM7[0],), at="E3538")
    assert "4.6.2" in text


def test_bluffs_open_the_window_and_cannot_be_used() -> None:
    game = with_reserve(reserve=(), bluffs=(ARM2[0],))
    seen = bna.data(rules_of(game).redact(game.state, "axis")).plans["allied"]
    assert seen.reserve == ("hidden-allied",)
    apply(game, "lead-am", piece=PZ21[0])
    act(game)
    assert game.decision is not None
    assert game.decision.path[-1] == "d.reserve"
    refusal = refuse(game.rules, game.state, "allied", PlayReserve(piece=ARM2[0]))
    assert refusal is not None
    assert "bluff" in refusal.text
    apply(game, "pass-reserve")


def test_a_reserve_and_combined_operations_exclude_each_other() -> None:
    game = allocated(0, 30, {"br-7arm-hq": "E3538"})
    text = refusal_of_plan(
        game, "allied", use="combined", markers=("am-commander-allied",), reserve=(ARM7[0],), at="E3538"
    )
    assert "4.6.2" in text


# --- commanders -------------------------------------------------------------------------------------


def test_an_eight_replaces_the_allied_commander() -> None:
    game = a_game()
    for side in ("axis", "allied"):
        apply(game, "allocate", side, number=0)
    apply(game, "plan", "axis", at="L1704")
    game.queue_table_dice((3, 5, 2, 4))
    apply(game, "plan", "allied", at="E3538")
    assert game.state.turn == 9
    assert bna.data(game.state).sitting["allied"] == "c-wavell-b"
    for side in ("axis", "allied"):
        apply(game, "allocate", side, number=0)
    for side, place in (("axis", "L1704"), ("allied", "E3538")):
        if side == "allied":
            game.queue_table_dice((3, 8, 2, 4))
        apply(game, "plan", side, at=place)
    assert game.state.turn == 10
    assert bna.data(game.state).sitting["allied"] == "c-auchinleck"
    assert "allied" not in bna.data(game.state).in_play


def test_the_initiative_is_rolled_with_the_commanders_help() -> None:
    game = a_game()
    for side in ("axis", "allied"):
        apply(game, "allocate", side, number=0)
    apply(game, "plan", "axis", at="L1704")
    game.queue_table_dice((7, 5, 2, 5))
    apply(game, "plan", "allied", at="E3538")
    # Rommel in play (up to 7) gives +3, Wavell (up to 5) +1: 5 against 6
    assert bna.data(game.state).initiative == "allied"
