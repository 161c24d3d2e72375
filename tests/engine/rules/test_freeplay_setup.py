"""Set-ups of free play: counters that stand apart, come short of steps, or come in some scenarios only."""

from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from engine.editing.setups import copy_scenario, place_pieces
from engine.game import Game, new_game
from tests.engine.editing.modules import a_module

NAMES = ("1-red-inf", "2-red-inf", "3-red-inf")


def more_red() -> ModuleDef:
    return duplicate_pieces(a_module(), ["1-red-inf"], copies=2)


def game_of(module: ModuleDef, scenario: str = "meeting") -> Game:
    return new_game(module, scenario, 1, {})


def test_those_apart_stand_in_a_hex_each_even_without_defaults() -> None:
    module = place_pieces(more_red(), "meeting", NAMES, WhereDef(near="0904", within=1), apart=True)
    setup = module.scenarios[0].sides["allied"]
    bare = tuple(placement.model_copy(update={"defaults": {}}) for placement in setup.placements)
    sides = {**module.scenarios[0].sides, "allied": setup.model_copy(update={"placements": bare})}
    scenario = module.scenarios[0].model_copy(update={"sides": sides})
    game = game_of(module.model_copy(update={"scenarios": (scenario,)}))
    places = [game.state.pieces[name].at for name in NAMES]
    assert None not in places
    assert len(set(places)) == 3


def test_who_comes_later_without_a_step_waits_without_it() -> None:
    entry = {"turn": 2, "side": "allied", "action": "arrive", "pieces": NAMES[1:], "at": "1004"}
    game = game_of(add_entry(more_red(), {**entry, "lost": {"2-red-inf": 1}}))
    full = more_red().piece("3-red-inf").steps
    assert game.state.pieces["2-red-inf"].steps == full - 1
    assert game.state.pieces["3-red-inf"].steps == full


def test_players_see_only_the_entries_of_their_scenario() -> None:
    module, name = copy_scenario(more_red(), "meeting")
    entry = {"turn": 2, "side": "allied", "action": "arrive", "pieces": ("2-red-inf",), "at": "1004"}
    module = add_entry(module, {**entry, "scenarios": (name,)})
    seen = {}
    for scenario in ("meeting", name):
        game = game_of(module, scenario)
        shown = game.rules.project(game.state, "all").schedule
        seen[scenario] = [line.pieces for line in shown if line.action == "arrive"]
    assert seen == {"meeting": [], name: [("2-red-inf",)]}
