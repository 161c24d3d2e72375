"""Set-ups and schedules of one's own as the rules read them: scenarios, missing steps, standing apart."""

import pytest

from engine.bots import make_bot
from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing.checking import check
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from engine.editing.setups import place_pieces
from engine.errors import IllegalAction
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from modules.afrika.rules.steps.setup import SetUpPiece

SCENARIO = "operation-crusader"
SABRATHA = "axis-6-7-4-sabrtha"


def a_module() -> ModuleDef:
    return duplicate_pieces(load_module(builtin_modules()["afrika"]), [SABRATHA], copies=1)


def new_one(module: ModuleDef) -> str:
    known = load_module(builtin_modules()["afrika"]).pieces_by_id()
    return next(piece.id for piece in module.pieces if piece.id not in known)


def game_of(module: ModuleDef, scenario: str = SCENARIO, **options: bool | str) -> Game:
    return new_game(module, scenario, 1, options)


def test_an_entry_of_one_scenario_brings_nobody_in_the_others() -> None:
    module = a_module()
    name = new_one(module)
    entry = {"turn": 17, "side": "axis", "action": "arrive", "pieces": (name,), "at": "tripoli"}
    module = add_entry(module, {**entry, "scenarios": (SCENARIO,)})
    assert game_of(module).state.pieces[name].at == "turn-17"
    assert game_of(module, "race-to-the-wire").state.pieces[name].at is None


def test_who_comes_short_of_steps_waits_without_them() -> None:
    module = a_module()
    name = new_one(module)
    entry = {"turn": 17, "side": "axis", "action": "arrive", "pieces": (name,), "at": "tripoli"}
    whole = game_of(add_entry(module, entry)).state.pieces[name].steps
    short = game_of(add_entry(module, {**entry, "lost": {name: 1}})).state.pieces[name].steps
    assert (whole, short) == (module.piece(name).steps, module.piece(name).steps - 1)


def test_those_apart_are_refused_the_same_hex() -> None:
    module = a_module()
    pair = ("axis-3-3-7-65-trieste", "axis-5-6-4-bologna")
    where = WhereDef(any_of=("A33.20", "A36.21", "A35.21"))
    module = place_pieces(module, SCENARIO, pair, where, apart=True)
    game = game_of(module, setup="choose")
    second, first = game.decision, "axis"
    assert second is not None
    assert second.sides == (first,)
    there = game.state.pieces[pair[1]].at
    assert there is not None
    assert game.state.pieces[pair[0]].at != there
    with pytest.raises(IllegalAction, match="only one of these"):
        game.apply(SetUpPiece(piece=pair[0], at=there), first)
    free = next(place for place in where.any_of if place not in {game.state.pieces[n].at for n in pair})
    game.apply(SetUpPiece(piece=pair[0], at=free), first)
    assert game.state.pieces[pair[0]].at == free


def entry_of(piece: str, action: str) -> dict[str, object]:
    side = "allied" if "allied" in piece else "axis"
    return {"turn": 16, "side": side, "action": action, "pieces": (piece,), "scenarios": (SCENARIO,)}


def played_into(module: ModuleDef, turn: int) -> Game:
    game = game_of(module)
    players = {side: make_bot("random", 5, side) for side in ("axis", "allied")}
    while game.state.turn < turn:
        decision = game.decision
        assert decision is not None
        side = decision.sides[0]
        game.apply(players[side].choose(game.rules, game.state, decision, side), side)
        assert not game.rules.check(game.state)
    return game


def test_a_leader_called_away_leaves_the_game_for_good() -> None:
    module = add_entry(load_module(builtin_modules()["afrika"]), entry_of("axis-rommel", "withdraw"))
    game = played_into(module, 17)
    assert game.state.pieces["axis-rommel"].at is None
    (told,) = (event for event in game.events() if event.kind == "withdrawn")
    assert told.text == "Rommel leaves the game: order of arrival."
    assert told.rule == "4.3"


@pytest.mark.parametrize("action", ["arrive", "to-box", "return", "withdraw", "release", "upgrade"])
def test_boxes_and_supply_points_are_not_moved_by_the_schedule(action: str) -> None:
    module = load_module(builtin_modules()["afrika"])
    pieces = ("box-axis-10", "sp-axis", "box-allied-10", "sp-allied")
    for piece in pieces:
        entry = entry_of(piece, action)
        if action == "upgrade":
            entry["into"] = {piece: piece.replace("10", "9") if "box" in piece else f"box-{entry['side']}-8"}
        elif action != "withdraw":
            entry["at"] = "tripoli" if entry["side"] == "axis" else "A61.19"
        module = add_entry(module, entry)
    told = [found for found in check(module).findings if found.issue.code == "NOT_PLAYED"]
    assert len({found.path[:2] for found in told}) == len(pieces)
    assert all(found.issue.severity == "warning" for found in told)
    assert all(found.issue.message.startswith("turn 16: ") for found in told)
    state = played_into(module, 17).state
    assert all(state.pieces[piece].at is None for piece in pieces if piece in state.pieces)
