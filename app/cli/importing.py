"""``import``: counter sheets, folders of pictures and VASSAL modules, without a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.games import JsonFlag
from app.cli.output import progress, tell, tell_json

if TYPE_CHECKING:
    from app.importing.vassal.report import ImportReport

Output = Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.")]

imports = typer.Typer(help="Imports counter art and VASSAL modules.")


def register(application: typer.Typer) -> None:
    """Add the commands."""
    application.add_typer(imports, name="import")


@imports.command("vassal")
def vassal(
    file: Annotated[Path, typer.Argument(metavar="FILE.vmod", help="A VASSAL module, or its folder.")],
    *,
    output: Output,
    json: JsonFlag = False,
) -> None:
    """Make a module from a VASSAL module, with a report of what was taken, guessed and left."""
    from app.importing.vassal.making import Wishes, import_vassal

    with progress("importing", 100) as bar:

        def shown(text: str, share: float) -> None:
            bar.update(bar.task_ids[0], completed=round(share * 100), description=text)

        report = import_vassal(file, output, Wishes(tell=shown))
    if json:
        tell_json(report)
    else:
        tell_report(report)


def tell_report(report: ImportReport) -> None:
    """Print a report for people."""
    tell(report.text().rstrip())
    tell("")
    tell(f"module: {report.folder}")
    tell(f"play it: hexwright play {report.folder}")
