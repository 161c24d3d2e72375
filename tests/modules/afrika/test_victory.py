"""Victory: sudden death, campaign, short versions (8.1 to 8.7, ruling 35)."""

import pytest

from engine.definition.victory import PathBlock
from engine.play.action import EndPhase
from engine.play.resolution import Resolution
from modules.afrika.rules.casualties import eliminate
from modules.afrika.rules.state import data
from tests.modules.afrika.builders import Game, position, the_rules, with_data

TOWNS = {
    "Benghazi": "A7.23", "Derna": "A26.28", "Tobruk": "A36.23", "Bardia": "A44.21", "Mersa Matruh": "A61.19",
    "El Alamein": "B12.15", "Alexandria": "B19.19", "Giza": "B29.10", "Cairo": "B30.10",
    "Heliopolis": "B31.11",
}  # fmt: skip
BRIGADE, BRESCIA, PANZERS = "allied-3-5-7-16", "axis-6-7-4-brescia", "axis-8-6-9-1-5-21pz"


def ending(scenario: str, turn: int, axis: tuple[str, ...], pieces: dict[str, str] | None = None) -> Game:
    """The Commonwealth supply phase of a turn; the Axis holds the towns named."""
    control = {f"control-{place}": "axis" if town in axis else "allied" for town, place in TOWNS.items()}
    version = "campaign" if turn == 28 else "short"
    return position(
        {**control, **(pieces or {})}, scenario, phase="allied.supply", turn=turn, version=version
    )


def judged(game: Game) -> str:
    game.apply(EndPhase())
    return game.state.over.winner if game.state.over else ""


@pytest.mark.parametrize(
    ("axis", "winner"),
    [
        (("Benghazi", "Tobruk", "Bardia"), "axis"),
        (("Benghazi", "Tobruk", "Bardia", "Mersa Matruh"), "axis"),
        (("Benghazi",), "allied"),
        ((), "allied"),
        (("Benghazi", "Tobruk"), "draw"),
        (("Mersa Matruh",), "draw"),
        (("Tobruk", "Bardia"), "draw"),
    ],
)
def test_campaign(axis: tuple[str, ...], winner: str) -> None:
    assert judged(ending("race-to-the-wire", 28, axis)) == winner


@pytest.mark.parametrize(
    ("axis", "winner"),
    [
        (("Alexandria", "Cairo", "Giza", "Heliopolis"), "axis"),
        (("Alexandria", "Cairo", "Giza"), ""),  # Cairo is three hexes
        (("Cairo", "Giza", "Heliopolis"), ""),
    ],
)
def test_sudden_death_at_the_end_of_any_commonwealth_turn(axis: tuple[str, ...], winner: str) -> None:
    assert judged(ending("race-to-the-wire", 9, axis)) == winner


def test_sudden_death_is_not_judged_at_the_end_of_the_axis_turn() -> None:
    control = {f"control-{place}": "axis" for place in TOWNS.values()}
    game = position({**control, BRESCIA: "tripoli"}, phase="axis.supply", turn=9)
    game.apply(EndPhase())
    assert game.state.over is None


def test_campaign_sudden_death_ends_short_games_too() -> None:
    """8.2: all rules are in play whatever the version."""
    axis = ("Alexandria", "Cairo", "Giza", "Heliopolis")
    game = ending("gazala", 23, axis)
    assert judged(game) == "axis"
    assert game.state.phase == "game-over"
    assert game.decision is None


@pytest.mark.parametrize(
    ("scenario", "turn", "axis", "winner"),
    [
        ("italian-invasion", 3, ("Mersa Matruh",), "axis"),
        ("italian-invasion", 3, ("Tobruk",), "allied"),
        ("italian-invasion", 2, ("Mersa Matruh",), ""),
        ("race-to-the-wire", 10, ("Benghazi", "Tobruk"), "axis"),
        ("race-to-the-wire", 10, ("Benghazi", "Bardia"), "axis"),
        ("race-to-the-wire", 10, ("Tobruk", "Bardia"), "axis"),
        ("race-to-the-wire", 10, ("Benghazi", "Derna"), "allied"),
        ("gazala", 24, ("Tobruk", "Mersa Matruh", "El Alamein"), "axis"),
        ("gazala", 24, ("Tobruk", "Mersa Matruh"), "allied"),
    ],
)
def test_short_versions(scenario: str, turn: int, axis: tuple[str, ...], winner: str) -> None:
    assert judged(ending(scenario, turn, axis)) == winner


@pytest.mark.parametrize("scenario", ["italian-invasion", "operation-compass", "race-to-the-wire", "gazala"])
def test_campaigns_run_past_the_short_end(scenario: str) -> None:
    rules = the_rules(scenario)
    assert rules.referee.terms.last_turn == 28
    assert the_rules(scenario, version="short").referee.terms.last_turn < 28


# --- Compass ---------------------------------------------------------------------------------------


def compass(towns: tuple[str, ...], spare: int) -> Game:
    """Turn 6: all Mussolini units of the set-up but ``spare`` are dead, the Axis holds some towns."""
    game = ending("operation-compass", 6, towns)
    rules = the_rules("operation-compass")
    with_data(game, stood_east=data(rules.setup(1)).stood_east)
    r = Resolution(game.state)
    stood = data(r.state).stood_east
    for name in stood:
        r.move(name, "A50.18")
    for name in stood[spare:]:
        eliminate(rules, r, name, "test", "2.5")
    for name in stood[:spare]:
        r.move(name, "tripoli")
    game.resume_at(r.state)
    return game


@pytest.mark.parametrize(
    ("towns", "spare", "winner"),
    [
        (("Bardia",), 0, "allied"),
        (("Bardia",), 1, "axis"),
        (("Tobruk",), 0, "axis"),
        (("Benghazi",), 0, "axis"),
    ],
)
def test_compass_wants_them_dead_and_both_towns(towns: tuple[str, ...], spare: int, winner: str) -> None:
    assert judged(compass(towns, spare)) == winner


def test_a_rebuilt_unit_has_died_all_the_same() -> None:
    game = compass((), 0)
    r = Resolution(game.state)
    r.move(data(r.state).stood_east[0], "tripoli")
    game.resume_at(r.state)
    assert judged(game) == "allied"


# --- Crusader ----------------------------------------------------------------------------------------


def crusader(pieces: dict[str, str], axis: tuple[str, ...] = ()) -> str:
    stand = {"allied-0-2-0-matruh": "A61.19", BRIGADE: "A36.23"}
    return judged(ending("operation-crusader", 16, axis, {**stand, **pieces}))


def test_tobruk_is_relieved_by_an_open_path() -> None:
    assert crusader({}) == "allied"


def test_a_wall_of_ezocs_from_the_coast_to_the_sands_closes_it() -> None:
    assert crusader({"axis-6-7-4-brescia": "A37.22", "axis-6-7-4-pavia": "A36.21"}) == "axis"


def test_units_out_of_supply_close_nothing_but_their_own_hex() -> None:
    assert crusader({"axis-6-7-4-brescia": "A37.22!", "axis-6-7-4-pavia": "A36.21!"}) == "allied"


def test_a_friendly_unit_does_not_open_an_ezoc_hex() -> None:
    wall = {"axis-6-7-4-brescia": "A37.22", "axis-6-7-4-pavia": "A36.21"}
    assert crusader({**wall, "allied-3-5-7-23": "A37.23", "allied-3-5-7-14": "A38.22"}) == "axis"


def test_the_path_never_goes_west_of_tobruk() -> None:
    rules = the_rules("operation-crusader", version="short")
    game = ending("operation-crusader", 16, (), {BRIGADE: "A36.23"})
    relief = next(block for block in rules.referee.terms.blocks() if isinstance(block, PathBlock))
    path = rules.referee.ground.path(game.state, relief)
    assert path[0] == rules.number("A36.23")
    assert path[-1] == rules.number("A61.19")
    assert all(rules.board.column[i] >= rules.board.column[path[0]] for i in path)


@pytest.mark.parametrize("town", ["Tobruk", "Mersa Matruh"])
def test_both_ends_must_be_in_commonwealth_hands(town: str) -> None:
    assert judged(ending("operation-crusader", 16, (town,), {BRIGADE: "A50.16"})) == "axis"


def test_an_enemy_beside_tobruk_closes_the_start() -> None:
    assert crusader({PANZERS: "A37.23"}) == "axis"


# --- words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scenario", ["italian-invasion", "operation-compass", "race-to-the-wire", "operation-crusader", "gazala"]
)
@pytest.mark.parametrize("version", ["campaign", "short"])
def test_every_condition_stands_in_the_projection(scenario: str, version: str) -> None:
    rules = the_rules(scenario, version=version)
    lines = rules.project(rules.setup(1), "all").victory
    assert len(lines) >= 2
    assert all(line.text and line.rule and line.value for line in lines)
