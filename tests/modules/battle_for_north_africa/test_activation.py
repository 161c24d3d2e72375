"""Allocation and activation of The Battle for North Africa (4.1 to 4.4); the numbers are our list's."""

from __future__ import annotations

import random

import pytest

from engine.errors import IllegalAction
from engine.game import Game
from modules.battle_for_north_africa.rules import state as bna
from modules.battle_for_north_africa.rules.steps.activation import independent_units
from tests.modules.battle_for_north_africa.builders import a_game, act, active, planned, rules_of, texts
from tests.modules.battle_for_north_africa.turns import ARM2, ARM7, AUS9, PZ21, allocated, refusal_of_plan
from tests.modules.playing import apply

PZ15 = ("am-ge-15pz-hq-1", "am-ge-15pz-hq-2")


# --- allocation in secret ---------------------------------------------------------------------------


def sides_to_decide(game: Game) -> tuple[str, ...]:
    return game.decision.sides if game.decision else ()


def test_allocation_is_secret_until_both_have_written_it_down() -> None:
    game = a_game()
    assert sides_to_decide(game) == ("axis", "allied")
    event = apply(game, "allocate", "allied", number=12).events[0]
    hidden = event.for_viewer("axis")
    assert hidden is not None
    assert "12" not in hidden.text
    assert bna.data(rules_of(game).redact(game.state, "axis")).offers == {"allied": -1}
    assert bna.data(rules_of(game).redact(game.state, "allied")).offers == {"allied": 12}
    assert sides_to_decide(game) == ("axis",)
    apply(game, "allocate", number=30)
    assert bna.data(game.state).allocated == {"axis": 30, "allied": 12}
    assert bna.data(game.state).bank == {"axis": 75, "allied": 43}


def test_no_more_than_the_bank_can_be_allocated() -> None:
    game = a_game()
    with pytest.raises(IllegalAction, match="55 points"):
        apply(game, "allocate", "allied", number=56)


def test_1_markers_must_be_covered_by_the_allocation() -> None:
    places: dict[str, str | None] = {"ge-15pz-hq": "L1704", "it-trieste-hq": "L1704"}
    plan = (*PZ15, "am-it-trieste-hq-1")
    assert refusal_of_plan(allocated(8, 0, places), "axis", markers=plan, at="L1704") == ""
    assert "need 8 points, 7 are allocated" in refusal_of_plan(
        allocated(7, 0, places), "axis", markers=plan, at="L1704"
    )


def test_2_combined_operations_take_a_marker_of_each_named_hq() -> None:
    places: dict[str, str | None] = {"br-50-hq": "E3538", "in-4-hq": "E3538", "br-2arm-hq": "E3538"}
    game = allocated(0, 20, places)
    named = ("br-50-hq", "in-4-hq")
    commander = "am-commander-allied"
    one = (commander, "am-br-50-hq-1")
    two = (*one, "am-br-50-hq-2")
    common = {"use": "combined", "at": "E3538", "named": named}
    assert refusal_of_plan(game, "allied", markers=one, **common) == ""
    assert "4.5.8" in refusal_of_plan(game, "allied", markers=two, **common)


def test_2_combined_operations_pay_for_the_hqs_and_not_for_the_commander() -> None:
    places: dict[str, str | None] = {"br-50-hq": "E3538", "in-4-hq": "E3538", "sa-1-hq": "E3438"}
    game = planned(
        a_game(places),
        {},
        {
            "use": "combined",
            "named": tuple(places),
            "markers": ("am-commander-allied", "am-independent-allied"),
        },
        (0, 9),
    )
    game.queue_table_dice(picks=("am-commander-allied",))
    apply(game, "draw-am")
    apply(game, "activate", pieces=tuple(places))
    assert bna.data(game.state).spent == {"allied": 6}
    assert set(places) <= set(active(game))
    assert game.decision is not None
    assert game.decision.path[-1] == "d.movement"
    apply(game, "movement-done")
    assert game.decision.path[-1] == "d.combat"
    apply(game, "end-activation")


def test_combined_operations_leave_out_hqs_that_went_out_of_range() -> None:
    places: dict[str, str | None] = {"br-50-hq": "E3538", "in-4-hq": "E3410"}
    game = planned(
        a_game(places),
        {},
        {
            "use": "combined",
            "named": tuple(places),
            "markers": ("am-commander-allied", "am-independent-allied"),
        },
        (0, 9),
    )
    game.queue_table_dice(picks=("am-commander-allied",))
    apply(game, "draw-am")
    with pytest.raises(IllegalAction, match=r"4\.5\.6"):
        apply(game, "activate", pieces=("br-50-hq", "in-4-hq"))
    apply(game, "activate", pieces=("br-50-hq",))
    assert "in-4-hq" not in active(game)


# --- the Pool ---------------------------------------------------------------------------------------


def test_3_pool_of_three_gives_two_draws() -> None:
    game = planned(a_game(), {"markers": PZ21}, {})
    assert game.decision is not None
    assert game.state.phase == "c.2"
    apply(game, "pass")
    apply(game, "draw-am")
    act(game)
    apply(game, "draw-am")
    assert len(bna.data(game.state).pool) == 1
    act(game)
    assert "the last marker is not drawn" in texts(game, "pool")
    assert game.state.turn == 9


def test_3_a_pool_of_one_and_a_first_marker() -> None:
    game = planned(a_game(), {"markers": PZ21[:2]}, {})
    event = apply(game, "lead-am", piece=PZ21[1])
    assert PZ21[1] not in (event.events[0].for_viewer("allied") or event.events[1]).text
    act(game)
    assert texts(game, "marker") == ["the 5/21 Pz HQ marker acts"]
    assert game.state.turn == 9


def test_names_in_the_pool_are_hidden_and_numbers_public() -> None:
    game = planned(a_game(), {"markers": PZ21}, {"markers": ARM2})
    seen = bna.data(rules_of(game).redact(game.state, "axis"))
    assert sorted(seen.pool) == sorted((*PZ21, "hidden-allied", "hidden-allied"))
    assert seen.plans["allied"].markers == ()
    assert "allied: 2 markers in the Pool, 0 face down" in texts(game, "pool")


def test_draws_are_uniform_over_the_pool_and_typed_ones_are_taken() -> None:
    game = planned(a_game(), {"markers": PZ21[:2]}, {"markers": ARM2})
    apply(game, "pass")
    game.queue_table_dice(picks=(ARM2[1],))
    apply(game, "draw-am")
    assert ARM2[1] not in bna.data(game.state).pool
    act(game)
    game.queue_table_dice(picks=("am-br-7arm-hq-1",))
    with pytest.raises(IllegalAction, match="not among what can be drawn"):
        apply(game, "draw-am")


# --- who is active ----------------------------------------------------------------------------------


def test_4_no_unit_acts_more_than_three_times() -> None:
    game = a_game({"br-7arm-hq": "E3538", "br-4-7arm": "E3538"}, activations={"br-4-7arm": 3})
    planned(game, {}, {"markers": (*ARM7[:2],)})
    apply(game, "draw-am") if game.state.phase == "d" else None
    assert not rules_of(game).may_act(game.state, "br-4-7arm")
    act(game)
    assert "br-4-7arm" not in active(game)
    assert "br-7arm-hq" in active(game)


def test_5_range_of_an_hq_and_one_hex_of_attachments() -> None:
    places: dict[str, str | None] = {
        "br-7arm-hq": "E3218", "br-7-7arm": "E3225", "br-4-7arm": "E3224",
        "br-65-at": "E3221", "br-149-at": "E3221", "br-lrdg": "E3220",
    }  # fmt: skip
    game = planned(a_game(places), {}, {"markers": ARM7[:2]})
    apply(game, "draw-am")
    with pytest.raises(IllegalAction, match="one hex"):
        apply(game, "attach", pieces=("br-65-at", "br-lrdg"))
    apply(game, "attach", pieces=("br-65-at", "br-149-at"))
    assert {"br-4-7arm", "br-65-at", "br-149-at"} <= set(active(game))
    assert "br-7-7arm" not in active(game)


@pytest.mark.parametrize(("die", "units"), [(0, 1), (2, 1), (3, 2), (7, 2), (8, 3), (9, 3)])
def test_6_independent_units(die: int, units: int) -> None:
    assert independent_units(die) == units


def test_6_the_independent_marker_asks_for_that_many() -> None:
    game = planned(a_game(), {"markers": ("am-independent-axis", PZ21[0])}, {})
    apply(game, "lead-am", piece="am-independent-axis") if game.decision and game.decision.kind(
        "lead-am"
    ) else None
    assert game.decision is not None
    kind = game.decision.kind("activate")
    assert kind is not None
    most = int(texts(game, "independent")[0].split(": ")[1].split()[0])
    sizes = {len(a.pieces) for a in kind.choices(game.state, "axis")}
    assert max(sizes) == most
    assert not any(
        rules_of(game).units[p].size == "hq" for a in kind.choices(game.state, "axis") for p in a.pieces
    )


def test_7_idle_units_in_range_are_used_up_and_those_out_of_range_are_not() -> None:
    places: dict[str, str | None] = {"br-7arm-hq": "E3218", "br-7-7arm": "E3225", "br-4-7arm": "E3224"}
    game = planned(a_game(places), {}, {"markers": ARM7[:2]})
    apply(game, "draw-am")
    if game.decision is not None and game.decision.kind("attach"):
        apply(game, "pass")
    finished = bna.data(game.state).finished
    assert "br-4-7arm" in finished
    assert "br-7-7arm" not in finished


def test_8_an_hq_without_a_line_wastes_its_marker_and_keeps_the_points() -> None:
    game = planned(a_game({"br-2arm-hq": "E2012"}), {"markers": PZ21[:1]}, {"markers": ARM2})
    apply(game, "pass")
    game.queue_table_dice(picks=(ARM2[0],))
    apply(game, "draw-am")
    assert texts(game, "wasted") == [
        "the 2 Arm Div HQ marker is wasted: br-2arm-hq has no line of communication"
    ]
    assert bna.data(game.state).spent == {}
    assert game.decision is not None
    assert game.decision.kind("draw-am") is not None  # no Reserve window after a wasted marker


def test_10_a_kampfgruppe_needs_a_german() -> None:
    places: dict[str, str | None] = {
        "ge-kg-bach": "L1703", "ge-104-sch": "L1703", "it-132-tank": "L1703", "it-8-bers": "L1703",
    }  # fmt: skip
    game = planned(a_game(places), {"markers": ("am-ge-kg-bach-1", "am-ge-kg-bach-2")}, {})
    apply(game, "lead-am", piece="am-ge-kg-bach-1")
    with pytest.raises(IllegalAction, match="German"):
        apply(game, "activate", pieces=("it-132-tank", "it-8-bers"))
    apply(game, "activate", pieces=("ge-104-sch", "it-132-tank"))
    assert set(active(game)) == {"ge-kg-bach", "ge-104-sch", "it-132-tank"}


def test_the_lrdg_joins_any_allied_activation_twice() -> None:
    places: dict[str, str | None] = {"br-7arm-hq": "E3538", "br-lrdg": "E1300"}
    game = planned(a_game(places), {}, {"markers": (*ARM7, *AUS9)})
    joined = []
    while game.state.turn == 8 and game.decision is not None and game.decision.kind("draw-am"):
        apply(game, "draw-am")
        act(game)
        joined.append("br-lrdg" in active(game))
    assert joined[:2] == [True, True]
    assert not any(joined[2:])


# --- the whole --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_random_turns_never_stop_and_replay(seed: int) -> None:
    dice = random.Random(seed)
    game = a_game(seed=seed)
    while game.decision is not None and game.state.turn < 10 and game.count < 400:
        side = dice.choice(game.decision.sides)
        offered = [k for k in game.decision.ask.kinds if next(k.choices(game.state, side), None) is not None]
        assert offered, f"dead end at {game.decision.path}"
        action = dice.choice(offered).sample(game.state, side, dice)
        assert action is not None
        game.apply(action, side)
        assert not game.rules.check(game.state)
        for viewer, enemy in (("axis", "allied"), ("allied", "axis")):
            seen = bna.data(rules_of(game).redact(game.state, viewer))
            assert not any(m.startswith("am-") and rules_of(game).markers[m].side == enemy for m in seen.pool)
            assert not (enemy in seen.plans and (seen.plans[enemy].markers or seen.plans[enemy].named))
    assert game.state.turn == 10
    again = a_game(seed=seed)
    for turn in game.turns[1:]:
        again.apply(turn.action, turn.side)
    assert again.hash() == game.hash()
