"""``hexwright`` and ``play``: open the windows."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from app.cli.interrupting import end_at_once
from app.cli.output import CallFailed, leave
from engine.protocol import Library
from engine.saves import read_save

SAVE_SUFFIXES = (".hexsave", ".hexjournal")


def register(application: typer.Typer) -> None:
    """Add the command."""
    application.command("play")(play)


def play(
    what: Annotated[str, typer.Argument(metavar="[REF or SAVE]", help="A scenario or a saved game.")] = "",
) -> None:
    """Open the player window."""
    if what.endswith(SAVE_SUFFIXES):
        read_save(what)
    elif what:
        Library().scenario(what)
    open_window(what)


def open_library() -> None:
    """Open the Library window."""
    open_window("")


def open_window(what: str) -> None:
    """Run the windows until the last one is closed."""
    if not has_display():
        text = "there is no display to open a window on; try hexwright demo -o FOLDER, or hexwright --help"
        raise CallFailed(text)
    from app.application import start

    end_at_once()
    leave(start(what))


def has_display() -> bool:
    """Say whether windows can be opened here."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
