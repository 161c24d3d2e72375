"""The map with its counters as a picture: the painters and stacks of the player window, any scale."""

from __future__ import annotations

from pathlib import Path

from app.exporting.headless import ExportError, need_painting
from app.graphics.map_export import ExportRefused, MapPicture, export_png
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import ArtUse, load_board_art
from app.player.desk import Desk
from app.player.session import Session
from app.player.shown_board import ShownBoard
from app.player.sitting import Sitting
from engine.game import Game
from engine.ids import SideId
from engine.loading import module_place
from engine.saves.files import reason

SCALE = 48.0
"""Pixels to the width of a hex."""


def write_map(path: Path, game: Game, place: str, viewer: SideId = "all", scale: float = SCALE) -> None:
    """Write the maps of a game as it stands, side by side; ``place`` is the module's id or path.

    The file that was there stays if this fails, with :class:`ExportError`.
    """
    need_painting()
    try:
        export_png(map_picture(game, place, viewer, scale), path)
    except ExportRefused as error:
        raise ExportError(f"{path}: {error}") from error
    except OSError as error:
        raise ExportError(f"{path}: cannot be written: {reason(error)}; choose another place") from error


def map_picture(game: Game, place: str, viewer: SideId, scale: float) -> MapPicture:
    """What the viewer sees of a game, ready to be painted."""
    rules = game.rules
    folder = module_place(place)
    painters = [
        BoardPainter(load_board_art(folder, rules.module, rules.board, sheet, use=ArtUse.PAPER))
        for sheet in range(len(rules.board.sheets))
    ]
    session = Session(game, Sitting(solo=True))
    try:
        stacks = ShownBoard(Desk(session, folder)).stacks(rules.project(game.state, viewer))
    finally:
        session.close()
    return MapPicture(painters=painters, scale=scale, stacks=stacks)
