"""A whole slicing job: sheets with grids, backs, names, and the folder the counters go to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
from PIL import Image

from app.importing.naming import Ids, tidy
from app.importing.pictures import png_bytes
from app.importing.refusal import ImportRefused
from app.importing.slicing.cutting import Cut, Finish, cut_counters
from app.importing.slicing.grid import SheetGrid
from app.importing.slicing.overlay import draw_overlay
from app.importing.slicing.pairing import Turn, pair_backs
from app.importing.slicing.sheet import Sheet
from engine.saves import write_atomically
from engine.saves.files import reason

REPORT: Final = "counters.json"
MOST_NAMES: Final = 2_000_000
"""Bytes of a list of names."""


@dataclass(frozen=True)
class Page:
    """One sheet with its grid, and perhaps the page of its backs."""

    sheet: Sheet
    grid: SheetGrid
    back: Sheet | None = None
    back_grid: SheetGrid | None = None


class CounterNote(msgspec.Struct, frozen=True):
    """One counter that was cut."""

    name: str
    front: str
    back: str
    sheet: int
    block: int
    row: int
    column: int


class SheetReport(msgspec.Struct, frozen=True):
    """What was found and cut."""

    folder: str
    sure: bool
    counters: tuple[CounterNote, ...]
    grids: tuple[str, ...]
    notes: tuple[str, ...]
    trim: float = 0.0


@dataclass(frozen=True)
class CutPair:
    """A counter with both its sides, before it has a file."""

    page: int
    front: Cut
    back: Image.Image | None


def cut_pages(pages: Sequence[Page], finish: Finish, turn: Turn) -> Iterator[CutPair]:
    """All counters of some pages with their backs."""
    for number, page in enumerate(pages):
        backs: dict[tuple[int, tuple[int, int]], Image.Image] = {}
        pairs = {}
        if page.back is not None and page.back_grid is not None:
            pairs = pair_backs(page.grid, page.back_grid, turn)
            cuts = cut_counters(page.back, page.back_grid, finish)
            backs = {(cut.block, cut.cell): _upright(cut.picture, turn) for cut in cuts}
        for cut in cut_counters(page.sheet, page.grid, finish):
            key = pairs.get((cut.block, cut.cell))
            yield CutPair(number, cut, backs.get(key) if key else None)


def _upright(picture: Image.Image, turn: Turn) -> Image.Image:
    """A back upright, also where its page lies upside down."""
    return picture.transpose(Image.Transpose.ROTATE_180) if turn == "around" else picture


def read_names(path: Path) -> tuple[str, ...]:
    """Names from a text file, one a line; of a table the first column."""
    if path.exists() and (not path.is_file() or path.stat().st_size > MOST_NAMES):
        raise ImportRefused(f"{path} is no list of names", "give a text file with one name a line")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ImportRefused(f"{path} cannot be read as text", "save it as UTF-8, one name a line") from error
    rows = (line.replace(";", ",").replace("\t", ",").split(",")[0].strip(' "') for line in text.splitlines())
    return tuple(tidy(row) for row in rows if row)


@dataclass
class FolderWriter:
    """Writes counters and pictures of grids into a folder."""

    folder: Path
    names: tuple[str, ...] = ()
    written: list[CounterNote] = field(default_factory=list)
    _ids: Ids = field(default_factory=Ids)

    def grids(self, pages: Sequence[Page]) -> tuple[str, ...]:
        """Writes the sheets with their grids; the names of the files."""
        found = []
        for number, page in enumerate(pages, 1):
            sides = [("", page.sheet, page.grid)]
            if page.back is not None and page.back_grid is not None:
                sides.append(("-backs", page.back, page.back_grid))
            for suffix, sheet, grid in sides:
                name = f"grid-{number}{suffix}.png"
                self._write(name, draw_overlay(sheet, grid))
                found.append(name)
        return tuple(found)

    def counter(self, pair: CutPair) -> CounterNote:
        """Writes one counter."""
        number = len(self.written)
        cell = pair.front.cell
        usual = f"sheet{pair.page + 1}-block{pair.front.block + 1}-r{cell[1] + 1:02}-c{cell[0] + 1:02}"
        name = self.names[number] if number < len(self.names) else usual
        stem = self._ids.new(name, "counter")
        self._write(f"{stem}.png", pair.front.picture)
        if pair.back is not None:
            self._write(f"{stem}_back.png", pair.back)
        back = f"{stem}_back.png" if pair.back is not None else ""
        note = CounterNote(
            name, f"{stem}.png", back, pair.page + 1, pair.front.block + 1, cell[1] + 1, cell[0] + 1
        )
        self.written.append(note)
        return note

    def report(self, report: SheetReport) -> None:
        """Writes what was done."""
        self._bytes(REPORT, msgspec.json.format(msgspec.json.encode(report), indent=2))

    def _write(self, name: str, picture: Image.Image) -> None:
        self._bytes(name, png_bytes(picture))

    def _bytes(self, name: str, data: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self.folder / name, data)
        except OSError as error:
            raise ImportRefused(
                f"{self.folder / name} cannot be written ({reason(error)})", "choose another folder"
            ) from error
