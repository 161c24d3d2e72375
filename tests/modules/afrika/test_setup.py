"""Set-up: scenarios as printed, options and their conditions, free placements, who begins (8.3-8.7, 1.1)."""

from itertools import pairwise

import pytest

from engine.errors import EngineError
from engine.play.action import EndPhase
from modules.afrika.rules.setup import allowed_places, free_placements
from modules.afrika.rules.state import SIDES, data
from modules.afrika.rules.steps.setup import SetUpPiece, SetUpSupply
from tests.modules.afrika.builders import a_game, at, offered, points_at, refusal_of, the_module, the_rules

SCENARIOS = ("italian-invasion", "operation-compass", "race-to-the-wire", "operation-crusader", "gazala")
HUSSARS, SUPPORT = "allied-3-3-12-11-hus-7-arm", "allied-4-5-10-7-7-arm"
POLES = "allied-3-5-5-carp"


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("version", ["campaign", "short"])
def test_every_version_starts_in_order(name: str, version: str) -> None:
    game = a_game(name, version=version)
    assert game.rules.check(game.state) == ()
    assert game.state.turn == game.rules.scenario.first_turn
    assert game.decision is not None
    assert game.decision.phase.partition(".")[0] == game.rules.scenario.first_side


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("italian-invasion", "axis"),
        ("operation-compass", "allied"),
        ("race-to-the-wire", "axis"),
        ("operation-crusader", "allied"),
        ("gazala", "axis"),
    ],
)
def test_the_first_player_and_the_skipped_axis_turn(name: str, side: str) -> None:
    game = a_game(name)
    turns = [event.side for event in game.opening.events if event.kind == "player-turn"]
    assert turns == [side]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_counter_is_somewhere_that_the_rulebook_says(name: str) -> None:
    rules = the_rules(name)
    state = rules.setup(1)
    for side in SIDES:
        for placement in rules.scenario.sides[side].placements:
            for piece in placement.pieces:
                place = state.pieces[piece].at
                assert place is not None
                if placement.at:
                    assert place == placement.at
                else:
                    assert rules.number(place) in allowed_places(rules, placement)
                if piece in rules.units:
                    assert state.pieces[piece].steps == rules.units[piece].steps - placement.lost.get(
                        piece, 0
                    )
        assert set(rules.scenario.sides[side].dead) <= set(state.stacks.get(f"dead-{side}", ()))


def test_later_arrivals_wait_on_the_turn_track() -> None:
    state = the_rules("italian-invasion").setup(1)
    assert state.pieces["axis-2-3-6-10-brs"].at == "turn-4"
    assert state.pieces["axis-rommel"].at == "turn-6"
    assert state.pieces["allied-3-5-7-14"].at == "turn-2"
    assert state.pieces["allied-3-5-7-6-nz-2-nz"].at == "turn-1"


def test_only_one_trento_exists() -> None:
    with_trucks = the_rules("italian-invasion").setup(1)
    without = the_rules("italian-invasion", trento_trucks=False).setup(1)
    assert with_trucks.pieces["axis-5-6-4-trento"].at == "turn-6"
    assert with_trucks.pieces["axis-3-3-7-61-trento"].at is None
    assert without.pieces["axis-5-6-4-trento"].at is None
    assert without.pieces["axis-3-3-7-62-trento"].at == "turn-6"


@pytest.mark.parametrize("name", SCENARIOS[2:])
def test_trento_is_fixed_from_turn_7_on(name: str) -> None:
    assert the_rules(name).options["trento-trucks"] is True
    with pytest.raises(EngineError, match="trento-trucks is fixed"):
        the_rules(name, trento_trucks=False)


def test_o_connor_is_gone_in_later_scenarios() -> None:
    for name in SCENARIOS[2:]:
        assert the_rules(name).setup(1).pieces["allied-oconnor"].at is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tripolis": "free"}, "did you mean 'tripoli'"),
        ({"tripoli": "sometimes"}, "cannot be 'sometimes'"),
        ({"version": "long"}, "cannot be 'long'"),
        ({"fog": "yes"}, "cannot be 'yes'"),
    ],
)
def test_options_that_are_not_there_are_refused(options: dict[str, str], words: str) -> None:
    with pytest.raises(EngineError, match=words):
        the_rules("italian-invasion", **options)


def test_unknown_scenario() -> None:
    from modules.afrika.rules import RULESET

    with pytest.raises(EngineError, match="did you mean 'gazala'"):
        RULESET.compile(the_module(), "gazalla", {})


@pytest.mark.parametrize("name", SCENARIOS)
def test_both_sides_start_with_the_air_points_of_the_first_turn(name: str) -> None:
    rules = the_rules(name)
    held, turn = data(rules.setup(1)), rules.scenario.first_turn
    assert held.air == {side: rules.charts.air[side][turn] for side in SIDES}


def test_mussolini_units_east_of_the_line_are_remembered_for_compass() -> None:
    rules = the_rules("operation-compass")
    held = data(rules.setup(1))
    assert set(held.stood_east) == {
        *("axis-5-5-4-catnzro", "axis-3-2-6-1-lib", "axis-5-6-4-cirene", "axis-2-2-10-maletti"),
        *("axis-5-4-5-1-med", "axis-4-5-4-2-lib", "axis-4-5-4-3-jan", "axis-4-5-4-1-lib"),
    }
    assert not held.mussolini_waived


def test_by_default_free_placements_stand_and_nobody_is_asked() -> None:
    game = a_game("italian-invasion")
    assert (at(game, HUSSARS), at(game, SUPPORT)) == ("A59.18", "A60.17")
    assert game.state.phase == "axis.movement"


def test_choose_asks_the_second_mover_first_and_moves_pieces_in_their_zone() -> None:
    game = a_game("italian-invasion", setup="choose")
    assert game.decision is not None
    assert (game.decision.phase, game.decision.sides) == ("setup", ("allied",))
    assert offered(game) == {"set-up-piece", "end-phase"}
    game.apply(SetUpPiece(piece=HUSSARS, at="A51.17"))
    assert at(game, HUSSARS) == "A51.17"
    assert refusal_of(game, SetUpPiece(piece=HUSSARS, at="A50.16")).rule == "8.3"
    assert "where this piece stands" in refusal_of(game, SetUpPiece(piece=POLES, at="A51.17")).text
    game.undo()
    assert at(game, HUSSARS) == "A59.18"
    game.apply(EndPhase())
    assert game.state.phase == "axis.movement"


def test_tobruk_fortress_takes_its_garrison_and_supply_points_as_chosen() -> None:
    game = a_game("operation-crusader", setup="choose")
    rules = the_rules("operation-crusader", setup="choose")
    fortress = {rules.number(name) for name in ("A36.23", "A36.22", "A35.23", "A35.24")}
    (placement,) = free_placements(rules, "allied")
    assert allowed_places(rules, placement) == fortress
    assert points_at(game, "A36.23") == 2
    game.apply(SetUpSupply(source="A36.23", at="A35.24", count=1))
    assert (points_at(game, "A36.23"), points_at(game, "A35.24")) == (1, 1)
    assert refusal_of(game, SetUpSupply(source="A36.23", at="A34.23", count=1)).places == ("A34.23",)
    assert refusal_of(game, SetUpSupply(source="A36.23", at="A36.22", count=2)).rule == "8.0"
    assert game.rules.check(game.state) == ()


def the_tobruk_garrison() -> tuple[str, ...]:
    (placement,) = free_placements(the_rules("operation-crusader"), "allied")
    return placement.pieces


def test_set_up_keeps_the_stacking_limit() -> None:
    game = a_game("operation-crusader", setup="choose")
    decision = game.decision
    assert decision is not None
    kind = decision.kind("set-up-piece")
    assert kind is not None
    while wanted := next((c for c in kind.choices(game.state, "allied") if c.at == "A36.22"), None):
        game.apply(wanted)
    assert len(game.state.stacks["A36.22"]) == 4
    rest = next(name for name in the_tobruk_garrison() if at(game, name) != "A36.22")
    assert refusal_of(game, SetUpPiece(piece=rest, at="A36.22")).rule == "2.3"


def test_the_log_opens_with_the_scenario() -> None:
    kinds = [event.kind for event in a_game("gazala").opening.events]
    assert kinds[:2] == ["game-started", "player-turn"]


def test_stacks_lie_with_boxes_below_and_leaders_on_top() -> None:
    state = the_rules("operation-crusader").setup(1)
    assert state.stacks["A40.21"][-1] == "axis-rommel"
    assert state.stacks["A44.19"][0].startswith("box-axis")
    strengths = [
        (unit.attack + unit.defense)
        for name in state.stacks["A43.21"]
        if (unit := the_rules("operation-crusader").units.get(name))
    ]
    assert all(low <= high for low, high in pairwise(strengths))
