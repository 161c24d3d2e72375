"""What the command line prints: documents of JSON, tables, progress, and errors of one line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from typer import Exit

FAULT = 1
WRONG_CALL = 2


class CallFailed(Exception):
    """Ends a command with an error line and an exit status."""

    def __init__(self, text: str, status: int = FAULT) -> None:
        super().__init__(text)
        self.status = status


def tell_error(text: str) -> None:
    """Print an error in one line, marked as such if it is not yet; what cannot be shown is spelled out."""
    line = "".join(map(_shown, " ".join(text.splitlines())))
    marked = line if line.startswith(("error:", "warning:")) else f"error: {line}"
    sys.stderr.write(f"{marked}\n")
    sys.stderr.flush()


def _shown(letter: str) -> str:
    return letter if letter.isprintable() else letter.encode("unicode_escape").decode()


def tell(text: str) -> None:
    """Print a line for people."""
    sys.stdout.write(f"{text}\n")


def tell_json(document: object) -> None:
    """Print one JSON document."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2).decode()
    sys.stdout.write(f"{text}\n")


def tell_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table as wide as it needs; numbers to the right."""
    table = Table(title=title, title_justify="left", header_style="bold", box=None, pad_edge=False)
    listed = [[str(cell) for cell in row] for row in rows]
    for number, heading in enumerate(headings):
        numeric = bool(listed) and all(row[number].replace(".", "").isdigit() for row in listed)
        table.add_column(heading, justify="right" if numeric else "left", overflow="fold")
    for row in listed:
        table.add_row(*row)
    Console(soft_wrap=not sys.stdout.isatty(), highlight=False).print(table)


@contextmanager
def progress(text: str, total: int) -> Iterator[Progress]:
    """A progress bar on a terminal; nothing where stderr is a file or a pipe."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    bar.add_task(text, total=total)
    with bar:
        yield bar


def leave(status: int) -> None:
    """End the command with a status if it is not 0."""
    if status:
        raise Exit(status)
