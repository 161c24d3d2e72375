"""The position of a saved game as a set-up: where each counter stands and how many steps it has lost."""

from __future__ import annotations

from pathlib import Path

from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.saves import read_save, reopen


class NoPosition(EngineError):
    """A saved game whose position cannot be used; says why."""


def standing_in(path: Path, module: ModuleDef) -> dict[str, tuple[str, int]]:
    """For each counter of the module its place and lost steps in a saved game; raises `NoPosition`."""
    try:
        save = read_save(path)
        state = reopen(save, module).game.state
    except EngineError as error:
        raise NoPosition(f"{path.name} cannot be used: {error}") from error
    known = module.pieces_by_id()
    found = {
        name: (piece.at, max(0, known[name].steps - piece.steps))
        for name, piece in state.pieces.items()
        if name in known and piece.at is not None
    }
    if not found:
        raise NoPosition(f"{path.name} holds no counter of this module")
    return found
