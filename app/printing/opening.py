"""How windows open the print dialog: for a game under way, or for a scenario of the library."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from app.exporting.kinds import print_source
from app.exporting.source import PrintSource
from app.printing.dialog import START, PrintDialog
from engine.definition.module import ModuleDef
from engine.game import Game, new_game
from engine.state.model import OptionValue


def print_game(parent: QWidget, game: Game, place: str, *, viewer: str = "all") -> PrintDialog:
    """Open the dialog for a game as it stands and as it was set up; ``viewer`` limits what it shows."""

    def source(moment: str) -> PrintSource:
        return print_source(game, place, viewer=viewer, is_start=moment == START)

    is_fresh = game.count == 0 and not game.started_from_position
    dialog = PrintDialog(source(START), parent, None if is_fresh else source)
    dialog.open()
    return dialog


def print_scenario(
    parent: QWidget,
    module: ModuleDef,
    scenario: str,
    place: str,
    options: Mapping[str, OptionValue] | None = None,
) -> PrintDialog:
    """Open the dialog for a scenario nobody has begun; raises ``EngineError`` for options that clash."""
    game = new_game(module, scenario, 0, options)
    dialog = PrintDialog(print_source(game, place), parent)
    dialog.open()
    return dialog
