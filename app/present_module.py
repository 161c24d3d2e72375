"""A game's module as it is now, wherever it can be had: in an open editor, else on the disk."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.loading import load_module, place_of
from engine.saves import SaveFault, SaveFile, read_save

if TYPE_CHECKING:
    from app.application import Application


@dataclass(frozen=True, slots=True)
class PresentModule:
    """Where a game's module can be had as it is now: in an open editor, else on the disk.

    A playtest from a later turn sees the scenario begin on that ``turn``.
    """

    program: Application
    path: Path
    scenario: str = ""
    turn: int = 0

    def present(self) -> ModuleDef:
        """The module as it is now; raises ``EngineError``."""
        return self._from_turn(self.program.module_under_edit(self.path) or load_module(self.path))

    def under_edit(self) -> ModuleDef | None:
        """The module as an open editor has it; for playtests from a later turn only when asked to follow."""
        return None if self.turn else self.program.module_under_edit(self.path)

    def _from_turn(self, module: ModuleDef) -> ModuleDef:
        if not self.turn:
            return module
        playtesting = importlib.import_module("engine.editing.playtesting")
        begun: ModuleDef = playtesting.from_turn(module, self.scenario, self.turn)
        return begun


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A saved game that was read, with its module as it is now (None: it is gone) and where that lies."""

    save: SaveFile
    module: ModuleDef | None
    module_path: Path | None


def read_with_module(path: Path) -> Found:
    """A saved game and its module; raises ``EngineError`` when neither disk nor save has the module."""
    save = read_save(path)
    header = save.header
    place = place_of(header.module, header.module_path)
    try:
        if place is None:
            raise SaveFault(str(path), f"its game '{header.module}' is not installed", "install the module")
        module = load_module(place)
    except EngineError:
        if save.module is None:
            raise
        module = None
    return Found(save=save, module=module, module_path=place)
