"""How windows open the print dialog: for a game under way, or for a scenario of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtWidgets import QWidget

from app.exporting.kinds import print_source
from app.exporting.source import PrintSource
from app.printing.choices import Subjects
from app.printing.dialog import PrintDialog
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.game import Game, new_game
from engine.state.model import OptionValue

START: Final = "start"
NOW: Final = "now"


def print_game(parent: QWidget, game: Game, place: str, *, viewer: str = "all") -> PrintDialog:
    """Open the dialog for a game as it was set up and as it stands; ``viewer`` limits what it shows."""

    def source(moment: str) -> PrintSource:
        return print_source(game, place, viewer=viewer, is_start=moment == START)

    is_fresh = game.count == 0 and not game.started_from_position
    now = f"As it stands: {game.rules.module.turn_title(game.state.turn)}"
    moments = Subjects("Moment of the game", ((START, "As it was set up"), (NOW, now)), source, START)
    dialog = PrintDialog(source(START), parent, None if is_fresh else moments, store_of(parent))
    dialog.open()
    return dialog


def print_scenario(
    parent: QWidget,
    module: ModuleDef,
    scenario: str,
    place: str,
    options: Mapping[str, OptionValue] | None = None,
) -> PrintDialog:
    """Open the dialog for a scenario nobody has begun, and for the others of its module.

    The options count for the first one; the others have theirs as they come. Raises ``EngineError`` for
    options that clash.
    """

    def source(wanted: str) -> PrintSource:
        return print_source(new_game(module, wanted, 0, options if wanted == scenario else None), place)

    choices = tuple((one.id, f"{one.number} {one.title}".strip()) for one in module.scenarios)
    dialog = PrintDialog(
        source(scenario), parent, Subjects("Scenario", choices, source, scenario), store_of(parent)
    )
    dialog.open()
    return dialog


def store_of(parent: QWidget) -> SettingsStore | None:
    """The settings a window keeps, which remember the ways of the printer."""
    store = getattr(parent, "store", None)
    return store if isinstance(store, SettingsStore) else None
