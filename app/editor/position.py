"""The position of a saved game, read to become a set-up.

A game keeps the module it was begun with, so that the position of the shipped game serves a copy of it as
well; counters are matched by their ids. What the rules of the game keep to themselves, such as supply points
on the map, is read off what the table shows.
"""

from __future__ import annotations

from pathlib import Path

from engine.definition.module import ModuleDef
from engine.editing.positions import Position
from engine.errors import EngineError
from engine.game import Game
from engine.loading import builtin_modules, load_module
from engine.saves import read_save
from engine.saves.keeping import reopen

EVERYBODY = "all"


class NoPosition(EngineError):
    """A saved game whose position cannot be used; says why."""


def position_in(path: Path, module: ModuleDef) -> Position:
    """The position of a saved game for a module; raises `NoPosition`."""
    try:
        save = read_save(path)
        game = reopen(save, _present(save.header.module, module)).game
    except EngineError as error:
        raise NoPosition(f"{path.name} cannot be used: {error}") from error
    found = read_off(game, module)
    if not found.standing:
        raise NoPosition(f"{path.name} holds no counter of this module")
    return found


def _present(name: str, module: ModuleDef) -> ModuleDef | None:
    if name == module.id:
        return module
    shipped = builtin_modules().get(name)
    return load_module(shipped) if shipped is not None else None


def read_off(game: Game, module: ModuleDef) -> Position:
    """The position of a game: counters of the module, supply points, who holds what, the turn."""
    known = module.pieces_by_id()
    standing = {
        name: (piece.at, max(0, known[name].steps - piece.steps))
        for name, piece in game.state.pieces.items()
        if name in known and piece.at is not None
    }
    shown = game.rules.project(game.state, EVERYBODY)
    supply: dict[tuple[str, str], int] = {}
    for view in shown.pieces.values():
        if view.type == "supply" and view.at is not None and view.id not in known:
            key = (view.side, view.at)
            supply[key] = supply.get(key, 0) + view.count
    decision = game.decision
    mover = decision.sides[0] if decision is not None and decision.sides else ""
    return Position(standing, supply, dict(shown.control), shown.turn, mover)
