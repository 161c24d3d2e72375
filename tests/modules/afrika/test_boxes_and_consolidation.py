"""Boxes and consolidation (1.6, 2.8, rulings 28 and 30)."""

import pytest

from engine.play.action import EndPhase
from engine.play.resolution import Resolution
from modules.afrika.rules.state import MOVED, OUT
from modules.afrika.rules.supply_actions import BuildBox, Consolidate, ExpendSupply, SupplyUnits
from tests.modules.afrika.builders import (
    at,
    do,
    offered,
    points_at,
    refusal_of,
    the_rules,
)
from tests.modules.afrika.supply_positions import BRIGADES, DUMP, GARRISON, PANZERS, spread_out, supplying

# --- boxes (1.6) ------------------------------------------------------------------------------------


def test_a_box_costs_a_point_in_range_and_stands_in_the_hex() -> None:
    game = supplying({BRIGADES[0]: "A28.15", f"sp-allied-{DUMP}": "2"})
    game.apply(BuildBox(piece=BRIGADES[0], source=DUMP))
    assert points_at(game, DUMP) == 1
    assert game.state.stacks["A28.15"][0].startswith("box-allied")
    assert refusal_of(game, BuildBox(piece=BRIGADES[0], source=DUMP)).text == "a box stands here already"
    game.apply(EndPhase())
    assert OUT in game.state.pieces[BRIGADES[0]].marks  # the point built the box and fed nobody


@pytest.mark.parametrize(
    ("pieces", "word"),
    [
        ({BRIGADES[0]: "A28.15!"}, "out of supply"),
        ({BRIGADES[0]: "A28.15", PANZERS: "A28.16"}, "zone of control"),
        ({BRIGADES[0]: "A36.23"}, "fortified"),
        ({BRIGADES[0]: "A36.22"}, "fortified"),
        ({BRIGADES[0]: "A35.24"}, "fortified"),
        ({BRIGADES[0]: "A35.23"}, "fortified"),
        ({BRIGADES[0]: "A44.21"}, "fortified"),
        ({BRIGADES[0]: "A28.18"}, "draw range"),
    ],
)
def test_where_no_box_is_built(pieces: dict[str, str], word: str) -> None:
    """Clar. 2: none in the four Tobruk hexes."""
    game = supplying({**pieces, f"sp-allied-{DUMP}": "2"})
    assert word in refusal_of(game, BuildBox(piece=BRIGADES[0], source=DUMP)).text


def test_who_has_moved_in_the_game_turn_builds_no_box() -> None:
    game = supplying({BRIGADES[0]: "A28.15", f"sp-allied-{DUMP}": "2"})
    r = Resolution(game.state)
    r.mark((BRIGADES[0],), MOVED)
    game.resume_at(r.state)
    assert "has moved" in refusal_of(game, BuildBox(piece=BRIGADES[0], source=DUMP)).text


def test_garrisons_build_boxes_but_not_in_tripoli() -> None:
    game = supplying({GARRISON: DUMP, f"sp-allied-{DUMP}": "1"})
    game.apply(BuildBox(piece=GARRISON, source=DUMP))
    axis = supplying({"axis-6-7-4-brescia": "connecting", "sp-axis-connecting": "1"}, "axis")
    assert refusal_of(axis, BuildBox(piece="axis-6-7-4-brescia", source="connecting")).rule == "1.6"


def test_boxes_and_consolidation_come_before_the_first_point_for_units() -> None:
    game = supplying({BRIGADES[0]: DUMP, f"sp-allied-{DUMP}": "3"})
    assert {"build-box", "consolidate"} <= offered(game)
    game.apply(ExpendSupply(source=DUMP, count=1))
    assert {"build-box", "consolidate"} <= offered(game)
    game.apply(SupplyUnits(source=DUMP, pieces=(BRIGADES[0],)))
    for action, rule in (
        (BuildBox(piece=BRIGADES[0], source=DUMP), "1.6"),
        (Consolidate(pieces=BRIGADES[:2]), "2.8"),
    ):
        refusal = refusal_of(game, action)
        assert (refusal.rule, "before the first supply point" in refusal.text) == (rule, True)


def test_the_number_of_boxes_is_limited() -> None:
    """1.6, ruling 6: ten a side."""
    boxes = {f"box-allied-{number}": f"A{19 + number}.12" for number in range(1, 11)}
    holders = {name: f"A{20 + index}.12" for index, name in enumerate(BRIGADES[:10])}
    game = supplying({**holders, **boxes, BRIGADES[10]: "A28.13", f"sp-allied-{DUMP}": "2"})
    kind = next(k for k in game.decision.ask.kinds if k.kind == "build-box")  # type: ignore[union-attr]
    assert "all 10 boxes" in str(kind.unavailable(game.state, "allied"))
    assert refusal_of(game, BuildBox(piece=BRIGADES[10], source=DUMP)).rule == "1.6"


# --- consolidation (2.8) ----------------------------------------------------------------------------


MEDIUM_7, MEDIUM_8, MEDIUM_9 = (f"axis-6-4-8-{number}-med-ariete" for number in (7, 8, 9))


def test_two_reduced_battalions_make_a_full_one_and_a_dead_one() -> None:
    game = supplying({MEDIUM_7: "A28.12-1", MEDIUM_8: "A28.12-1"}, "axis")
    game.apply(Consolidate(pieces=(MEDIUM_7, MEDIUM_8)))
    assert game.state.pieces[MEDIUM_7].steps == 2
    assert at(game, MEDIUM_8) == "dead-axis"


def test_steps_left_over_are_lost() -> None:
    game = supplying({MEDIUM_7: "A28.12-1", MEDIUM_8: "A28.12"}, "axis")
    game.apply(Consolidate(pieces=(MEDIUM_7, MEDIUM_8)))
    assert game.state.pieces[MEDIUM_7].steps == 2
    assert at(game, MEDIUM_8) == "dead-axis"


@pytest.mark.parametrize(
    ("pieces", "where"),
    [
        ((MEDIUM_7, "axis-4-3-8-light-ariete"), "A28.12"),  # other values
        ((MEDIUM_7,), "A28.12"),
        ((MEDIUM_7, MEDIUM_7), "A28.12"),
        ((MEDIUM_7, BRIGADES[0]), "A28.12"),
        ((MEDIUM_8, MEDIUM_7), "A28.12"),  # 8 Med has all its steps
        ((MEDIUM_7, MEDIUM_9), "A28.12"),  # 9 Med stands elsewhere
        ((MEDIUM_7, MEDIUM_8, "axis-4-3-8-light-ariete"), "A28.12"),
    ],
)
def test_who_does_not_consolidate(pieces: tuple[str, ...], where: str) -> None:
    stand = {
        MEDIUM_7: f"{where}-1",
        MEDIUM_8: where,
        MEDIUM_9: "A28.13-1",
        "axis-4-3-8-light-ariete": f"{where}-1",
    }
    game = supplying({**stand, BRIGADES[0]: "A40.12"}, "axis")
    assert refusal_of(game, Consolidate(pieces=pieces)).rule == "2.8"


def test_consolidation_ignores_nationality_and_works_in_boxes() -> None:
    """Ruling 30."""
    game = supplying({BRIGADES[0]: "A28.12-1", "allied-3-5-7-11-ind-4-ind": "A28.12-1"})
    game.apply(Consolidate(pieces=(BRIGADES[0], "allied-3-5-7-11-ind-4-ind")))
    assert game.state.pieces[BRIGADES[0]].steps == 2
    axis = supplying({"axis-6-7-4-brescia": "tripoli-1", "axis-6-7-4-pavia": "tripoli-1"}, "axis")
    axis.apply(Consolidate(pieces=("axis-6-7-4-pavia", "axis-6-7-4-brescia")))
    assert axis.state.pieces["axis-6-7-4-pavia"].steps == 2


def test_choices_of_every_kind_pass_their_own_check() -> None:
    pieces = {
        **spread_out(BRIGADES[:9]),
        "allied-3-5-7-11-ind-4-ind": "A28.12-1",
        f"sp-allied-{DUMP}": "3",
        "allied-3-5-7-20-ind-10-ind": "A28.12-1",
    }
    game = supplying(pieces)
    assert game.decision is not None
    for kind in game.decision.ask.kinds:
        found = list(kind.choices(game.state, "allied"))
        assert found or kind.unavailable(game.state, "allied") is not None
        assert all(kind.check(game.state, "allied", action) is None for action in found)
        assert all(kind.describe(game.state, action) for action in found)
        assert kind.subjects(game.state, "allied") is not None


def test_supply_of_both_sides_is_quick_and_agrees_with_the_phase() -> None:
    rules = the_rules("gazala")
    state = rules.setup(1)
    for side in ("axis", "allied"):
        lines = rules.supply(state, side)
        assert len(lines) == sum(len(here) for here in rules.situation(state).units[side].values())


def test_supplying_can_be_taken_back() -> None:
    game = supplying({BRIGADES[0]: DUMP, f"sp-allied-{DUMP}": "1"})
    assert do(game, SupplyUnits(source=DUMP, pieces=(BRIGADES[0],))).barrier == ""
    game.undo()
    assert points_at(game, DUMP) == 1
