"""``edit`` and ``new``: the editor's window, and a new module without one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.interrupting import end_at_once
from app.cli.output import CallFailed, leave, tell
from app.cli.windows import SAVE_SUFFIXES, has_display
from engine.protocol import Library
from engine.protocol.library import split_reference

BLANK = "blank"


def register(application: typer.Typer) -> None:
    """Add the commands."""
    application.command("edit", help="Open the editor on a module; built-in ones are copied first.")(edit)
    application.command("new", help="Make a new module in a folder, blank or from a template.")(new)


def edit(
    what: Annotated[
        str, typer.Argument(metavar="[REF or PATH]", help="A module, or one of its scenarios.")
    ] = "",
) -> None:
    """Open the editor, or the library when nothing is named."""
    path, scenario = found(what) if what else (None, "")
    if path is not None:
        must_be_a_module(path)
    if not has_display():
        raise CallFailed(
            "there is no display to open a window on; edit the YAML files and run hexwright check"
        )
    from app.application import start_editor

    end_at_once()
    leave(start_editor(path, scenario))


def must_be_a_module(path: Path) -> None:
    """Refuses what the editor cannot show; a module folder with faults is for the editor to tell of."""
    from engine.loading import is_module_folder, load_module

    if path.is_dir():
        if not is_module_folder(path):
            raise CallFailed(f"{path}: there is no module.yaml in this folder; hexwright new makes a module")
    elif path.name.endswith(SAVE_SUFFIXES):
        raise CallFailed(f"{path}: this is a saved game; hexwright play opens it")
    else:
        load_module(path)


def found(what: str) -> tuple[Path, str]:
    """The module's place and the scenario that a reference names; refuses unknown ones."""
    from engine.loading import builtin_modules, module_place

    if Path(what).exists():
        path = Path(what)
        return (path.parent if path.name == "module.yaml" else path), ""
    name, scenario = split_reference(what)
    place = module_place(name)
    if "/" in what and scenario:
        Library().scenario(what)
    elif not place.exists():
        known = ", ".join(builtin_modules())
        raise CallFailed(f"there is no module '{what}'; known: {known}, or give a folder")
    return place, scenario or ""


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is not there yet.")],
    template: Annotated[
        str, typer.Option("--template", help="blank, free-play, or a module to copy: its id, folder or file.")
    ] = BLANK,
    title: Annotated[str, typer.Option("--title", help="The module's title.")] = "",
) -> None:
    """Make a module and say where."""
    from app.module_making import NotMade, blank, copied, from_template, templates
    from engine.editing.blank import Plan
    from engine.loading import builtin_modules, load_module, module_place

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CallFailed(f"{folder} is there already and not empty; name a new folder")
    words = title or (Path.cwd() / folder).name.replace("_", " ").replace("-", " ").title()
    try:
        if template == BLANK:
            blank(Plan(title=words), folder)
        elif template in templates():
            from_template(template, folder, words)
        elif template in builtin_modules() or Path(template).exists():
            path = module_place(template)
            copied(path, load_module(path), folder, words)
        else:
            known = ", ".join((BLANK, *templates(), *builtin_modules()))
            raise CallFailed(f"there is no template '{template}'; there are {known}, or give a module")
    except NotMade as error:
        raise CallFailed(str(error)) from error
    tell(f"{words}: {folder}; try hexwright check {folder}, hexwright edit {folder}")
