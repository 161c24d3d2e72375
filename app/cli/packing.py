"""``pack``, ``unpack``, ``upgrade``: a module as one file, as a folder again, in the present format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.output import CallFailed, tell
from engine.definition.module import SCHEMA_VERSION
from engine.loading import load_module, module_place, schema_version_of

Output = Annotated[Path, typer.Option("--output", "-o", help="Where to write it.")]


def register(application: typer.Typer) -> None:
    """Add the commands."""
    application.command("pack", help="Write a module as one .hexmod file.")(pack)
    application.command("unpack", help="Unpack a .hexmod file into a new folder.")(unpack)
    application.command("upgrade", help="Bring a module's files to the present version of the format.")(
        upgrade
    )


def pack(
    module: Annotated[str, typer.Argument(metavar="GAME or PATH", help="A module's id or folder.")],
    *,
    output: Output,
) -> None:
    """Pack a sound module; a faulty one is refused with its first fault."""
    from app.module_making import zipped

    if not output.name or output.is_dir():
        raise CallFailed(f"{output} is a folder; name a file such as mine.hexmod")
    place = module_place(module)
    load_module(place)
    zipped(place, output)
    tell(str(output))


def unpack(
    file: Annotated[Path, typer.Argument(metavar="FILE.hexmod", help="A module in one file.")],
    *,
    output: Output,
) -> None:
    """Unpack a sound module into a folder that is new or empty."""
    from app.module_making import unzipped

    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise CallFailed(f"{output}: this is there already and not empty; name a new folder")
    tell(str(unzipped(file, output)))


def upgrade(
    folder: Annotated[Path, typer.Argument(metavar="PATH", help="A module's folder.")],
) -> None:
    """Write a module's files in the present form; files that say the same in both stay untouched."""
    from app.editor.saving import ModuleFolder

    if not folder.is_dir():
        raise CallFailed(f"{folder}: this is no folder; unpack the module first")
    version = schema_version_of(folder)
    module = load_module(folder)
    if version == SCHEMA_VERSION:
        tell(f"{folder}: is of version {version} already")
        return
    ModuleFolder.of(folder, module.model_copy(update={"schema_version": version})).save(module)
    tell(f"{folder}: version {version} of the format became {SCHEMA_VERSION}")
