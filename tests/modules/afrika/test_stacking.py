"""Stacking checks and leaders left alone (2.3, 6.2, rulings 17 and 33)."""

from engine.play.action import EndPhase
from engine.play.resolution import Resolution
from modules.afrika.rules.casualties import eliminate, lose_step
from modules.afrika.rules.settle import settle
from modules.afrika.rules.steps.displacement import PlaceLeader
from modules.afrika.rules.steps.stacking import STACKING, KillExcess, StackingVars
from tests.modules.afrika.builders import Game, advance, at, offered, position, refusal_of, the_rules

FIVE = ("allied-3-5-7-16", "allied-3-5-7-23", "allied-3-5-7-22-gd", "allied-arty-1", "allied-0-2-0-matruh")
PANZERS, RECON, BRESCIA = "axis-8-6-9-1-5-21pz", "axis-4-4-12-3-aufk-21pz", "axis-6-7-4-brescia"
ROMMEL, OCONNOR = "axis-rommel", "allied-oconnor"
TANKS = "allied-9-6-8-4-7-arm"


def settled(game: Game, *dead: str) -> Game:
    """The position after units have died in a finished action."""
    rules = the_rules()
    r = Resolution(game.state)
    for name in dead:
        eliminate(rules, r, name, "test", "2.5")
    settle(rules, r)
    advance(rules.steps, r)
    game.resume_at(r.state)
    return game


def test_garrisons_and_artillery_count_boxes_leaders_and_supply_do_not() -> None:
    """2.2, clar. 19."""
    pieces = {
        **dict.fromkeys(FIVE[1:], "A28.12"),
        OCONNOR: "A28.12",
        "box-allied-1": "A28.12",
        "sp-allied-A28.12": "3",
    }
    game = position(pieces, phase="allied.movement")
    game.apply(EndPhase())
    assert game.state.phase == "allied.combat"


def test_the_owner_kills_the_excess_at_the_end_of_movement() -> None:
    pieces = {**dict.fromkeys(FIVE, "A28.12"), TANKS: "A30.12"}
    game = position(pieces, phase="allied.movement")
    game.apply(EndPhase())
    assert offered(game) == {"kill-excess"}
    assert refusal_of(game, KillExcess(piece=TANKS)).rule == "2.3"
    game.apply(KillExcess(piece=FIVE[4]))
    assert at(game, FIVE[4]) == "dead-allied"
    assert game.state.phase == "allied.combat"


def test_the_side_that_does_not_move_is_not_checked() -> None:
    """Clar. 9: what exploitation overstacked stays so in the enemy's turn."""
    game = position({**dict.fromkeys(FIVE, "A28.12"), PANZERS: "A40.12"}, phase="axis.movement")
    game.apply(EndPhase())
    assert game.state.phase == "axis.combat"


def test_nothing_is_checked_in_tripoli_and_the_connecting_box() -> None:
    many = [name for name, unit in the_rules().units.items() if unit.side == "axis"][:20]
    pieces = {name: "tripoli" if index % 2 else "connecting" for index, name in enumerate(many)}
    game = position(pieces)
    game.apply(EndPhase())
    assert game.state.phase == "axis.combat"


def test_named_hexes_only() -> None:
    rules = the_rules()
    game = position({**dict.fromkeys(FIVE, "A28.12"), PANZERS: "A40.12"})
    r = Resolution(game.state)
    r.call(STACKING, StackingVars(side="allied", places=("A40.12",)))
    advance(rules.steps, r)
    assert r.state.flow[-1].step != STACKING
    r.call(STACKING, StackingVars(side="allied", places=("A28.12",)))
    advance(rules.steps, r)
    assert (r.state.flow[-1].step, r.state.flow[-1].node) == (STACKING, "choose")


# --- steps (2.5) -----------------------------------------------------------------------------------


def test_strength_falls_once_further_steps_only_count() -> None:
    rules = the_rules()
    r = Resolution(position({PANZERS: "A28.12"}).state)
    seen = [rules.attack(r.state, PANZERS) // 4]
    for _ in range(2):
        lose_step(rules, r, PANZERS, "test", "2.5")
        seen.append(rules.attack(r.state, PANZERS) // 4)
    assert seen == [8, 4, 4]
    lose_step(rules, r, PANZERS, "test", "2.5")
    assert r.state.pieces[PANZERS].at == "dead-axis"


def test_a_one_step_unit_dies_with_its_first_loss() -> None:
    rules = the_rules()
    r = Resolution(position({RECON: "A28.12"}).state)
    lose_step(rules, r, RECON, "test", "2.5")
    assert r.state.pieces[RECON].at == "dead-axis"


# --- leaders -----------------------------------------------------------------------------------------


def test_rommel_goes_to_the_only_germans_left() -> None:
    game = settled(position({ROMMEL: "A28.12", RECON: "A28.12", PANZERS: "A30.12", BRESCIA: "A29.12"}), RECON)
    assert at(game, ROMMEL) == "A30.12"


def test_the_owner_chooses_among_several() -> None:
    pieces = {
        ROMMEL: "A28.12",
        RECON: "A28.12",
        PANZERS: "A30.12",
        "axis-2-6-8-1-18": "tripoli",
        BRESCIA: "A28.12",
    }
    game = settled(position(pieces), RECON)
    assert offered(game) == {"place-leader"}
    assert game.decision is not None
    assert game.decision.sides == ("axis",)
    assert (
        refusal_of(game, PlaceLeader(piece=ROMMEL, at="A28.12")).rule == "6.2"
    )  # Italians alone will not do
    assert refusal_of(game, PlaceLeader(piece=OCONNOR, at="A30.12")).rule == "6.2"
    kind = game.decision.ask.kinds[0]
    assert kind.targets(game.state, "axis", (ROMMEL,)) == ("A30.12", "tripoli")
    game.apply(PlaceLeader(piece=ROMMEL, at="A30.12"))
    assert at(game, ROMMEL) == "A30.12"
    assert game.state.phase == "axis.movement"


def test_without_any_german_he_is_gone() -> None:
    game = settled(position({ROMMEL: "A28.12", RECON: "A28.12", BRESCIA: "A28.12"}), RECON)
    assert at(game, ROMMEL) is None


def test_luftwaffe_units_are_german_enough() -> None:
    game = settled(position({ROMMEL: "A28.12", "axis-2-6-8-1-18": "A28.12"}))
    assert at(game, ROMMEL) == "A28.12"


def test_any_commonwealth_unit_will_do_for_o_connor() -> None:
    pieces = {OCONNOR: "A28.12", TANKS: "A28.12", "allied-0-2-0-matruh": "A61.19"}
    game = settled(position(pieces), TANKS)
    assert at(game, OCONNOR) == "A61.19"


def test_stacking_and_leaders_advise() -> None:
    game = position({**dict.fromkeys(FIVE, "A28.12")}, phase="allied.movement")
    game.apply(EndPhase())
    assert game.rules.suggestions(game.state, "allied")[0].actions == (KillExcess(piece=FIVE[4]),)
    pieces = {ROMMEL: "A28.12", RECON: "A28.12", PANZERS: "A30.12", "axis-2-6-8-1-18": "tripoli"}
    alone = settled(position(pieces), RECON)
    assert alone.rules.suggestions(alone.state, "axis")[0].actions == (
        PlaceLeader(piece=ROMMEL, at="A30.12"),
    )
