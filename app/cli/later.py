"""Commands that belong to later releases: each says so and does nothing."""

from __future__ import annotations

from typing import Annotated, NoReturn

import typer

from app.cli.output import WRONG_CALL, CallFailed

Anything = Annotated[list[str] | None, typer.Argument(hidden=True)]
LOOSE = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": ["-h", "--help"]}


def register(application: typer.Typer) -> None:
    """Add the commands."""
    application.command("edit", context_settings=LOOSE, help="The editor (a later release).")(edit)
    application.command("new", context_settings=LOOSE, help="Makes a new module (a later release).")(new)


def refuse(what: str, instead: str) -> NoReturn:
    """End with the news that something is not there yet."""
    raise CallFailed(f"{what} comes with a later release; {instead}", WRONG_CALL)


def edit(_words: Anything = None) -> None:
    """Refuse."""
    refuse("the editor", "edit the YAML files of a module by hand and run hexwright check")


def new(_words: Anything = None) -> None:
    """Refuse."""
    refuse("making a module", "copy the folder of one that comes with Hexwright and change it")
