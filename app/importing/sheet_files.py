"""Opening files of counter sheets: each page with the file it comes from, so that it can be kept and opened
again; beside the window's own work, watched and stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from PIL import Image

from app.graphics.map_tiles.memory import check_density
from app.importing.bringing import Source, told_sources
from app.importing.origins import Kept, original_file
from app.importing.pdf_pages import is_pdf, pdf_pages
from app.importing.pictures import SHEET_PIXELS, open_picture, read_picture
from app.importing.refusal import ImportRefused
from app.importing.slicing.sheet import Sheet
from app.importing.watching import Watch, part, unwatched

SHOWN_EDGE: Final = 3_000
LEAST_EDGE: Final = 16
"""Pixels that a sheet must have each way."""
TELLING_PIXELS: Final = 25_000_000
"""From this size on a picture must have bytes enough for what it claims; black and white needs few."""


@dataclass(frozen=True)
class OpenedSheet:
    """One page of a sheet file, decoded; one that comes from no file has no source."""

    sheet: Sheet
    source: Source | None = None

    @cached_property
    def scale(self) -> float:
        """Pixels of the picture for looking at to one of the sheet."""
        return min(1.0, SHOWN_EDGE / max(self.sheet.size))

    @cached_property
    def _reduced(self) -> dict[int, Image.Image]:
        return {1: self.shown}

    def reduced(self, times: int) -> Image.Image:
        """What is shown, so many times smaller; made once."""
        if times not in self._reduced:
            self._reduced[times] = self.shown.reduce(times)
        return self._reduced[times]

    @cached_property
    def shown(self) -> Image.Image:
        """The sheet at a size for looking at, not turned."""
        if self.scale == 1.0:
            return self.sheet.picture
        width, height = (max(1, round(edge * self.scale)) for edge in self.sheet.size)
        return self.sheet.picture.resize((width, height), Image.Resampling.BOX)


def open_sheet_files(paths: Sequence[Path], watch: Watch = unwatched) -> list[OpenedSheet]:
    """All pages of some files in order; raises `ImportRefused` for what is none, damaged or too big."""
    sources = told_sources(paths)
    whole = sum(source.state[0] for source in sources) or 1
    found: list[OpenedSheet] = []
    done = 0
    for source in sources:
        after = done + source.state[0]
        found += opened(source, part(watch, 0.9 * done / whole, 0.9 * after / whole))
        done = after
    for number, page in enumerate(found):
        watch(0.9 + 0.1 * number / len(found))
        _ = page.shown
    return found


def opened(source: Source, watch: Watch = unwatched) -> list[OpenedSheet]:
    """The pages of one file."""
    if is_pdf(source.path):
        return [
            OpenedSheet(
                _sheet(page, f"{source.called}, page {n}"),
                Source(source.path, n, source.called, source.state),
            )
            for n, page in enumerate(pdf_pages(source.path, watch=watch), 1)
        ]
    with open_picture(source.path, SHEET_PIXELS, source.called) as picture:
        pixels = picture.width * picture.height
        if pixels > TELLING_PIXELS and picture.mode != "1":
            check_density(source.path, pixels, "a sheet")
    picture = read_picture(source.path, SHEET_PIXELS, source.called, "RGB", watch)
    return [OpenedSheet(_sheet(picture, source.called), source)]


def _sheet(picture: Image.Image, name: str) -> Sheet:
    """A picture as a sheet; refuses one that has no room for counters."""
    if min(picture.size) < LEAST_EDGE:
        raise ImportRefused(
            f"{name} has {picture.width} by {picture.height} pixels, too few for a sheet of counters",
            "scan it with a higher resolution",
        )
    return Sheet(picture, name)


def open_sheets_and_backs(
    fronts: Sequence[Path], backs: Sequence[Path], watch: Watch = unwatched
) -> tuple[list[OpenedSheet], list[OpenedSheet]]:
    """The pages of the fronts and those of the backs."""
    middle = len(fronts) / (len(fronts) + len(backs)) if backs else 1.0
    return (
        open_sheet_files(fronts, part(watch, 0.0, middle)),
        open_sheet_files(backs, part(watch, middle, 1.0)) if backs else [],
    )


def open_kept(
    folder: Path, kept: Kept, watch: Watch = unwatched
) -> tuple[list[OpenedSheet], list[OpenedSheet]]:
    """The sheets of an earlier import, from the originals the module keeps; raises `ImportRefused` if one is
    not there.
    """
    paths = {sheet.file: original_file(folder, sheet) for sheet in kept.origin.sheets}
    pages: dict[tuple[str, int], OpenedSheet] = {}
    called = {sheet.file: sheet.called for sheet in kept.origin.sheets}
    for number, (name, path) in enumerate(paths.items()):
        source = told_sources([path])[0]
        source = Source(source.path, 1, called[name], source.state)
        for page in opened(source, part(watch, number / len(paths), (number + 1) / len(paths))):
            _ = page.shown
            pages[name, page.source.page if page.source else 1] = page
    missing = next((s for s in kept.origin.sheets if (s.file, s.page) not in pages), None)
    if missing is not None:
        raise ImportRefused(f"{missing.called} has no page {missing.page}", "cut the sheet as a new one")
    fronts, backs = (
        [pages[s.file, s.page] for s in kept.origin.sheets if s.backs is side] for side in (False, True)
    )
    return fronts, backs
