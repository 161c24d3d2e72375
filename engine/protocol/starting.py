"""Answers to requests that begin, keep and end games: new, open, save, state, load, quit."""

from __future__ import annotations

import msgspec

from engine.codec import DecodeError, decode_state, in_order
from engine.errors import EngineError
from engine.game import Game
from engine.protocol.lines import Reply, RequestError
from engine.protocol.positions import faults_of
from engine.protocol.requests import Load, New, Open, Quit, Save, StateOf
from engine.protocol.status import status_of
from engine.protocol.table import Table, respond
from engine.rules.ruleset import GameRules
from engine.saves import (
    Followed,
    SaveFile,
    Stamp,
    as_played,
    follow,
    read_save,
    reopen,
    rules_for,
    write_save,
)
from engine.state.model import State


@respond.register
def answer_new(request: New, table: Table) -> Reply:
    """Begin a game."""
    found = table.library.scenario(request.scenario)
    rules = table.library.rules(found.module, found.scenario, request.options)
    game = Game(rules, request.seed)
    table.leave()
    table.begin(game, found.path)
    return status_of(game)


@respond.register
def answer_open(request: Open, table: Table) -> Reply:
    """Open a saved game and keep other programs off it; notices tell what has changed since."""
    save = read_save(request.path)
    restored = reopen(save, table.library.present_module(save))
    found = followed(save, restored.game, table) if request.edited else None
    game = found.game if found is not None else restored.game
    table.hold(request.path)
    table.begin(game, save.header.module_path, restored.remarks)
    more = {"differs": found.first, "refused": found.stopped} if found is not None else {}
    return {**status_of(game), "notices": restored.notices, **more}


def followed(save: SaveFile, game: Game, table: Table) -> Followed:
    """A game on its module as it is now; refuses with ``EngineError`` where that cannot be had or begun."""
    header = save.header
    present = as_played(table.library.module_of_save(header.module, header.module_path), save)
    return follow(game, rules_for(save, present))


@respond.register
def answer_save(request: Save, table: Table) -> Reply:
    """Save the game and keep other programs off the file."""
    table.need_all("a saved game")
    game = table.game
    table.hold(request.path)
    write_save(request.path, game, table.remarks, Stamp(module_path=table.module_path))
    return {"path": request.path, "actions": game.count, "hash": game.hash()}


@respond.register
def answer_state(_request: StateOf, table: Table) -> Reply:
    """The whole state; ``game`` and ``rules`` tell what it is a state of."""
    table.need_all("the whole state")
    rules = table.game.rules
    named = {"game": table.module_path or rules.module.id, "rules": f"{rules.ruleset} {rules.version}"}
    state: dict[str, object] = msgspec.json.decode(in_order(table.game.state))
    return {"state": named | state}


@respond.register
def answer_load(request: Load, table: Table) -> Reply:
    """Go on from a state, checked in every part; nothing changes if it is refused."""
    plain = dict(request.state)
    name = plain.pop("game", None)
    plain.pop("rules", None)
    if not isinstance(name, str):
        raise bad_state('the state does not name its "game"')
    rules = rules_of(table, name, plain)
    state = checked(rules, plain)
    game = Game(rules, state.chance.seed)
    game.resume_at(state)
    table.leave()
    table.begin(game, "" if name == rules.module.id else name)
    return status_of(game)


def rules_of(table: Table, name: str, plain: dict[str, object]) -> GameRules:
    """The rules a state belongs to."""
    scenario, options = plain.get("scenario"), plain.get("options")
    if not isinstance(scenario, str) or not isinstance(options, dict):
        raise bad_state('the state does not name its "scenario" and "options"')
    module = table.library.game(name)
    try:
        compiled = table.library.rules(module, scenario.rpartition("/")[2], options)
    except EngineError as error:
        raise bad_state(str(error)) from error
    return compiled


def checked(rules: GameRules, plain: dict[str, object]) -> State:
    """The state, if everything in it is possible."""
    try:
        state = decode_state(rules, msgspec.json.encode(plain))
    except DecodeError as error:
        raise bad_state(str(error)) from error
    faults = faults_of(rules, state)
    if faults:
        raise bad_state("; ".join(faults[:5]))
    return state


def bad_state(text: str) -> RequestError:
    """A state that cannot be."""
    return RequestError(text, code="BAD_STATE", hint="load what a state request gave")


@respond.register
def answer_quit(_request: Quit, table: Table) -> Reply:
    """End."""
    table.leave()
    return {}
