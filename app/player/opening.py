"""What a player window is opened with besides its session."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from app.graphics.painters.board_art import BoardArt, load_board_art
from app.player.edited_module import ModuleSource
from app.player.session import Session
from app.settings import SettingsStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a player window is opened with besides its session."""

    store: SettingsStore
    module_path: Path | None = None
    save_path: Path | None = None
    journal: Path | None = None
    art: tuple[BoardArt, ...] = field(default=())
    source: ModuleSource | None = None
    times: tuple[str, ...] = ()
    """When the actions of a game that goes on were taken."""


def arts_of(session: Session, opening: Opening) -> tuple[BoardArt, ...]:
    """What each map is drawn with; a module without a folder has only its data."""
    if opening.art:
        return opening.art
    board = session.rules.board
    path = opening.module_path or Path()
    return tuple(load_board_art(path, session.module, board, sheet) for sheet in range(len(board.sheets)))
