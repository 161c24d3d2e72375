"""``import``: counter sheets, folders of pictures and VASSAL modules, without a window."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.games import JsonFlag
from app.cli.output import FAULT, WRONG_CALL, CallFailed, progress, tell, tell_json

if TYPE_CHECKING:
    from app.importing.assigning import Art
    from app.importing.bringing import CutSheet, Sheets, Source
    from app.importing.slicing.grid import SheetGrid
    from app.importing.slicing.sheet import Sheet
    from app.importing.slicing.work import CounterNote, FolderWriter, Page
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
    extension: Annotated[
        list[Path] | None, typer.Option("--extension", help="An extension (.vmdx) that belongs to it.")
    ] = None,
    keep_track: Annotated[
        bool, typer.Option("--keep-track", help="Counters on a turn track stay there, unscheduled.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Make a module from a VASSAL module, with a report of what was taken, guessed and left."""
    from app.importing.vassal.making import Wishes, import_vassal

    with progress("importing", 100) as bar:

        def shown(text: str, share: float) -> None:
            bar.update(bar.task_ids[0], completed=round(share * 100), description=text)

        stays = frozenset(range(1000)) if keep_track else frozenset[int]()
        wishes = Wishes(extensions=tuple(extension or ()), stays=stays, tell=shown)
        report = import_vassal(file, output, wishes)
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


@imports.command("sheet")
def sheet(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Pictures or PDF files of sheets.")],
    *,
    output: Output,
    rows: Annotated[int, typer.Option(min=0, max=60, help="Rows of counters.")] = 0,
    cols: Annotated[int, typer.Option(min=0, max=60, help="Columns of counters.")] = 0,
    backs: Annotated[Path | None, typer.Option(help="Picture or PDF of the backs, mirrored.")] = None,
    turn: Annotated[
        str, typer.Option(help="How the sheet was turned over: side, top, around (upside down), none.")
    ] = "side",
    trim: Annotated[
        float | None,
        typer.Option(min=0, max=0.3, help="Share of the edge to trim; else as the printed lines need."),
    ] = None,
    rounding: Annotated[
        float, typer.Option("--round", min=0, max=0.5, help="Round corners, as a share.")
    ] = 0.0,
    names: Annotated[Path | None, typer.Option(help="Text file with a name a line.")] = None,
    into: Annotated[
        Path | None, typer.Option(help="Module folder: give the art to its units in order.")
    ] = None,
    first: Annotated[str, typer.Option(help="With --into: the counter to begin with.")] = "",
    confirm: Annotated[bool, typer.Option("--confirm", help="Cut although the grid is not sure.")] = False,
    json: JsonFlag = False,
) -> None:
    """Cut counter sheets; write the counters and the grid that was used."""
    from app.importing.line_trim import trim_words
    from app.importing.slicing.cutting import Finish
    from app.importing.slicing.pairing import TURNS
    from app.importing.slicing.work import FolderWriter, SheetReport, cut_pages, read_names

    if bool(rows) != bool(cols):
        raise CallFailed("--rows and --cols belong together; give both", WRONG_CALL)
    if turn not in TURNS:
        raise CallFailed(
            f"a sheet is turned over by its side, its top, around or none, not '{turn}'", WRONG_CALL
        )
    writer = FolderWriter(output, read_names(names) if names else ())
    pages, sources = pages_of(files, backs, (rows, cols))
    grids = writer.grids(pages)
    notes = tuple(f"sheet {n}: {note}" for n, page in enumerate(pages, 1) for note in page_notes(page))
    sure = all(page.grid.sure and (page.back_grid is None or page.back_grid.sure) for page in pages)
    finish = Finish(trim_of(pages) if trim is None else trim, rounding)
    if sure or confirm:
        for pair in cut_pages(pages, finish, turn):
            writer.counter(pair)
    report = SheetReport(str(output), sure, tuple(writer.written), grids, notes, finish.trim)
    writer.report(report)
    if into is not None and writer.written:
        from app.importing.bringing import Sheets

        sheets = Sheets(cut_sheets(pages, sources), turn, finish)
        assign_in_order(into, writer, first, sheets)
    if json:
        tell_json(report)
    else:
        for note in notes:
            tell(note)
        if trim is None and finish.trim:
            tell(trim_words(finish.trim))
        tell(f"grid: {', '.join(str(output / grid) for grid in grids)}")
    if not (sure or confirm):
        raise CallFailed(
            f"not sure of the grid, nothing was cut; look at {output / grids[0]}, "
            "then give --rows and --cols or --confirm"
        )
    if not json:
        tell(f"cut {len(writer.written)} counters into {output}")


def pages_of(
    files: list[Path], backs: Path | None, shape: tuple[int, int]
) -> tuple[list[Page], list[Source]]:
    """All sheets of some files with their grids, and the backs in the same order; and where they lie."""
    from app.importing.sheet_files import open_sheet_files
    from app.importing.slicing.work import Page

    fronts = open_sheet_files(files)
    others = open_sheet_files([backs]) if backs is not None else []
    if others and len(others) != len(fronts):
        raise CallFailed(
            f"there are {len(fronts)} sheets of fronts and {len(others)} of backs; give as many", FAULT
        )
    pages = []
    with progress("finding the grid", len(fronts) + len(others)) as bar:
        for number, front in enumerate(fronts):
            grid = grid_of(front.sheet, shape)
            bar.advance(bar.task_ids[0])
            back = others[number].sheet if others else None
            pages.append(Page(front.sheet, grid, back, grid_of(back, shape) if back else None))
            bar.advance(bar.task_ids[0], 1 if back else 0)
    return pages, [opened.source for opened in (*fronts, *others) if opened.source is not None]


def trim_of(pages: list[Page]) -> float:
    """What the lines printed on the sheets need, on fronts and backs."""
    from app.importing.line_trim import proposed_trim

    sheets = [(page.sheet, page.grid) for page in pages]
    sheets += [(page.back, page.back_grid) for page in pages if page.back and page.back_grid]
    return max((proposed_trim(sheet, grid) for sheet, grid in sheets), default=0.0)


def cut_sheets(pages: list[Page], sources: list[Source]) -> tuple[CutSheet, ...]:
    """The sheets with the grids by which they are cut, first all fronts, then all backs."""
    from app.importing.bringing import CutSheet

    grids = [(page.grid, False) for page in pages]
    grids += [(page.back_grid, True) for page in pages if page.back_grid is not None]
    return tuple(
        CutSheet(source, grid, is_back) for source, (grid, is_back) in zip(sources, grids, strict=True)
    )


def grid_of(found: Sheet, shape: tuple[int, int]) -> SheetGrid:
    """The grid of a sheet, with help if there is any."""
    from app.importing.slicing.finding import find_grid
    from app.importing.slicing.grid import check_room
    from app.importing.slicing.helping import grid_with_help

    rows, columns = shape
    check_room(found.size, columns, rows, found.name)
    return grid_with_help(found, columns, rows) if rows else find_grid(found)


def page_notes(page: Page) -> list[str]:
    """What the grids of a page say of themselves."""
    backs = [f"backs: {note}" for note in page.back_grid.notes] if page.back_grid else []
    return [*page.grid.notes, *backs]


def assign_in_order(module: Path, writer: FolderWriter, first: str, sheets: Sheets) -> None:
    """Give the counters that were cut to the units of a module, in order."""
    from app.importing.assigning import in_order, module_to_change
    from app.importing.bringing import Item, Load, bring_into

    notes = writer.written
    pieces = in_order(module_to_change(module), len(notes), first)
    items = tuple(
        Item(partial(art_of, writer.folder, note), piece, at=(note.sheet, note.block, note.column, note.row))
        for piece, note in zip(pieces, notes, strict=False)
    )
    bring_into(module, Load(items, sheets))


def art_of(folder: Path, note: CounterNote) -> Art:
    """The pictures of a counter that was cut into a folder."""
    from app.importing.assigning import Art
    from app.importing.pictures import COUNTER_PIXELS, read_picture

    back = read_picture(folder / note.back, COUNTER_PIXELS) if note.back else None
    return Art(read_picture(folder / note.front, COUNTER_PIXELS), back)


@imports.command("folder")
def folder(
    pictures: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of pictures.")],
    *,
    into: Annotated[Path, typer.Option(help="The module folder.")],
    pattern: Annotated[str, typer.Option(help="How files are called, such as '{side} {name}'.")] = "",
    preview: Annotated[bool, typer.Option("--preview", help="Change nothing, only show what fits.")] = False,
    json: JsonFlag = False,
) -> None:
    """Give pictures to the counters of a module by their names."""
    from app.importing.assigning import module_to_change
    from app.importing.bringing import bring_into
    from app.importing.folder_art import NameRules, load_of, picture_files
    from app.importing.folder_art import preview as look

    found = look(module_to_change(into), picture_files(pictures), NameRules(pattern))
    if not preview and found.matches:
        bring_into(into, load_of(pictures, found.matches))
    if json:
        tell_json(found)
        return
    for match in found.matches:
        tell(
            f"{match.piece}: {match.front}"
            + (f" and {match.back}" if match.back else "")
            + f" ({match.rule})"
        )
    for note in found.doubtful:
        tell(f"doubtful: {note}")
    left, without = ", ".join(found.files_left) or "none", ", ".join(found.pieces_left) or "none"
    tell(f"files without a counter: {left}")
    tell(f"counters without a picture: {without}")
    verb = "would get" if preview else "have"
    tell(f"{len(found.matches)} counters {verb} art")
