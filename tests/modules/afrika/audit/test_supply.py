"""Audit of the supply phase: boxes after an oasis, dumps used up at an oasis (1.6, 2.8, 5.1a, 5.1c)."""

from modules.afrika.rules.supply_actions import BuildBox, Consolidate, SupplyUnits
from tests.modules.afrika.builders import do, offered, points_at, position, refusal_of, the_rules

BRIGADES = ("allied-3-5-7-16", "allied-3-5-7-14", "allied-3-5-7-23", "allied-3-5-7-22-gd")


def oasis() -> str:
    """An oasis that supplies."""
    rules = the_rules()
    return rules.place(min(rules.oases))


def test_1_6_boxes_are_built_until_the_first_point_is_spent_and_an_oasis_spends_none() -> None:
    layout = {BRIGADES[0]: oasis(), BRIGADES[1]: "A28.12", "sp-allied-A28.12": "2"}
    game = position(layout, phase="allied.supply", turn=16)
    do(game, SupplyUnits(source=oasis(), pieces=BRIGADES[:1]))
    assert {"build-box", "consolidate"} <= offered(game)
    do(game, BuildBox(piece=BRIGADES[1], source="A28.12"))
    do(game, SupplyUnits(source="A28.12", pieces=BRIGADES[1:2]))
    assert refusal_of(game, BuildBox(piece=BRIGADES[1], source="A28.12")).rule == "1.6"
    assert refusal_of(game, Consolidate(pieces=BRIGADES[:2])).rule == "2.8"


def test_2_8_who_was_absorbed_does_not_draw_on_the_oasis_any_more() -> None:
    place = oasis()
    layout = {BRIGADES[0]: f"{place}-1", BRIGADES[1]: f"{place}-1", BRIGADES[2]: place}
    game = position(layout, phase="allied.supply", turn=16)
    do(game, SupplyUnits(source=place, pieces=BRIGADES[:2]))
    do(game, Consolidate(pieces=BRIGADES[:2]))
    do(game, SupplyUnits(source=place, pieces=(BRIGADES[2],)))


def test_5_1c_what_a_point_at_an_oasis_pays_for_can_be_drawn_after_it_is_spent() -> None:
    place = oasis()
    rules = the_rules()
    near = next(rules.place(j) for j in rules.ground.roads[1].steps[rules.number(place)] if rules.is_hex(j))
    layout = dict.fromkeys(BRIGADES[:3], place) | {BRIGADES[3]: near, f"sp-allied-{place}": "1"}
    game = position(layout, phase="allied.supply", turn=16)
    do(game, SupplyUnits(source=place, pieces=BRIGADES[:3]))
    assert points_at(game, place) == 0
    do(game, SupplyUnits(source=place, pieces=(BRIGADES[3],)))
    assert points_at(game, place) == 0


def test_2_8_the_log_says_that_a_unit_was_absorbed_not_destroyed() -> None:
    layout = {BRIGADES[0]: "A28.12-1", BRIGADES[1]: "A28.12-1", "sp-allied-A28.12": "1"}
    game = position(layout, phase="allied.supply", turn=16)
    done = do(game, Consolidate(pieces=BRIGADES[:2]))
    assert [event.text for event in done.events] == [
        "16 Inf is brought to 2 of 2 steps.",
        "14 Inf is absorbed by 16 Inf and goes to the dead pile.",
    ]
    assert game.state.pieces[BRIGADES[1]].at == "dead-allied"
