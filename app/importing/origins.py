"""Where imported art came from: a small readable file for every import, beside the originals it names.

Of a sheet it tells the grid with which it was cut, so that it can be cut again; of pictures, which file
became which art. The files are numbered, for there is no clock in a module, and named by what is in them: the
same import twice is one. What a stranger's module says here is looked through before it is used.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

import msgspec

from app.importing.art_store import ORIGINALS, ArtStore
from app.importing.refusal import ImportRefused
from app.importing.slicing.grid import MIN_CELL, Block, SheetGrid, Span
from app.importing.slicing.pairing import Turn
from engine.loading.emitter import to_yaml
from engine.loading.text import TextError, parse

MOST_BYTES: Final = 8_000_000
MOST_LINES: Final = 60
"""Columns or rows of a block."""
MOST_BLOCKS: Final = 200
MOST_TURN: Final = 5.0
NAME: Final = re.compile(r"(\d{3,6})-[0-9a-f]{10}\.yaml")
ORIGINAL: Final = re.compile(r"[0-9a-f]{10}-[A-Za-z0-9._-]{1,80}")
_HEAD: Final = "# What imported art was made from. Hexwright opens a sheet again by this file.\n"

Pair = tuple[float, float]


class KeptBlock(msgspec.Struct, frozen=True, omit_defaults=True):
    """One block of counters: where its columns and rows start and end; places without a counter."""

    columns: tuple[Pair, ...]
    rows: tuple[Pair, ...]
    missing: tuple[tuple[int, int], ...] = ()


class KeptSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sheet, or page of a PDF, and the grid with which it was cut."""

    file: str
    called: str
    size: tuple[int, int]
    blocks: tuple[KeptBlock, ...]
    page: int = 1
    backs: bool = False
    angle: float = 0.0

    @property
    def grid(self) -> SheetGrid:
        """The grid as the slicer has it."""
        blocks = tuple(
            Block(_spans(block.columns), _spans(block.rows), frozenset(block.missing))
            for block in self.blocks
        )
        return SheetGrid(self.size, self.angle, blocks)


class KeptArt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One counter's art: from a place on a sheet (`at`: sheet, block, column, row, from 1), or from files."""

    front: str
    back: str = ""
    at: tuple[int, int, int, int] | None = None
    file: str = ""
    back_file: str = ""


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """One import."""

    kind: Literal["sheets", "pictures", "module"]
    art: tuple[KeptArt, ...]
    sheets: tuple[KeptSheet, ...] = ()
    turn: Turn = "side"
    trim: float = 0.0
    rounding: float = 0.0
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kept:
    """An import that a module still knows: the name of its file, and what it tells."""

    name: str
    origin: Origin

    @property
    def title(self) -> str:
        """The sheets as their author called them."""
        fronts = dict.fromkeys(sheet.called for sheet in self.origin.sheets if not sheet.backs)
        return ", ".join(fronts)


def kept_sheet(file: str, called: str, page: int, grid: SheetGrid, *, backs: bool) -> KeptSheet:
    """What is noted of a sheet."""
    blocks = tuple(
        KeptBlock(_pairs(block.columns), _pairs(block.rows), tuple(sorted(block.missing)))
        for block in grid.blocks
    )
    return KeptSheet(Path(file).name, called, grid.size, blocks, page, backs, grid.angle)


def write_origin(store: ArtStore, origin: Origin) -> None:
    """Notes an import in the module of a store; one that is noted already is not noted again."""
    text = _HEAD + to_yaml(msgspec.to_builtins(origin))
    data = text.encode()
    digest = blake2b(data, digest_size=5).hexdigest()
    home = store.folder / ORIGINALS
    names = [file.name for file in home.iterdir()] if home.is_dir() else []
    numbers = [int(found[1]) for name in names if (found := NAME.fullmatch(name))]
    known = next((name for name in names if name.endswith(f"-{digest}.yaml")), "")
    store.add_file(f"{ORIGINALS}/{known or f'{max(numbers, default=0) + 1:03}-{digest}.yaml'}", data)


def origins_in(folder: Path) -> Iterator[Kept]:
    """The imports a module knows, the latest first; what cannot be understood is passed over."""
    home = folder / ORIGINALS
    names = [file.name for file in home.iterdir()] if home.is_dir() else []
    found = [(int(match[1]), name) for name in names if (match := NAME.fullmatch(name))]
    for _, name in sorted(found, reverse=True):
        origin = _read(home / name)
        if origin is not None:
            yield Kept(name, origin)


def kept_sheets(folder: Path) -> tuple[Kept, ...]:
    """The sheets that can be cut again, each with the grid it had last, the latest first."""
    found: dict[tuple[tuple[str, int], ...], Kept] = {}
    for kept in origins_in(folder):
        if kept.origin.kind == "sheets":
            found.setdefault(tuple((sheet.file, sheet.page) for sheet in kept.origin.sheets), kept)
    return tuple(found.values())


def sheet_of(kept: tuple[Kept, ...], front: str) -> Kept | None:
    """The sheet some art was cut from."""
    return next((one for one in kept if any(art.front == front for art in one.origin.art)), None)


def original_file(folder: Path, sheet: KeptSheet) -> Path:
    """The original of a sheet; raises `ImportRefused` if it is no longer there or lies elsewhere."""
    file = folder / ORIGINALS / sheet.file
    if not file.is_file() or not file.resolve().is_relative_to(folder.resolve()):
        raise ImportRefused(
            f"{sheet.called} is no longer in {folder / ORIGINALS}",
            f"put it back there as {sheet.file}, or cut the sheet as a new one",
        )
    return file


# ------------------------------------------------------------------------ inside


def _read(file: Path) -> Origin | None:
    try:
        if file.stat().st_size > MOST_BYTES:
            return None
        origin = msgspec.convert(parse(file.name, file.read_bytes()).value, Origin)
    except (OSError, TextError, msgspec.MsgspecError):
        return None
    return origin if all(_is_sound(sheet) for sheet in origin.sheets) else None


def _is_sound(sheet: KeptSheet) -> bool:
    """Whether a sheet lies in the folder of originals and its grid is one."""
    width, height = sheet.size
    return (
        ORIGINAL.fullmatch(sheet.file) is not None
        and 0 < len(sheet.called) <= 300
        and width > 0
        and height > 0
        and 1 <= sheet.page <= 1_000
        and abs(sheet.angle) <= MOST_TURN
        and len(sheet.blocks) <= MOST_BLOCKS
        and all(_is_block(block, width, height) for block in sheet.blocks)
    )


def _is_block(block: KeptBlock, width: int, height: int) -> bool:
    shape = len(block.columns), len(block.rows)
    return (
        _are_lines(block.columns, width)
        and _are_lines(block.rows, height)
        and all(0 <= i < shape[0] and 0 <= j < shape[1] for i, j in block.missing)
    )


def _are_lines(pairs: tuple[Pair, ...], most: int) -> bool:
    return (
        1 <= len(pairs) <= MOST_LINES
        and all(math.isfinite(a) and math.isfinite(b) and b - a >= MIN_CELL - 0.1 for a, b in pairs)
        and all(a[1] <= b[0] + 0.6 for a, b in pairwise(pairs))
        and -most <= pairs[0][0]
        and pairs[-1][1] <= 2 * most
    )


def _pairs(spans: tuple[Span, ...]) -> tuple[Pair, ...]:
    return tuple((round(span.start, 3), round(span.end, 3)) for span in spans)


def _spans(pairs: tuple[Pair, ...]) -> tuple[Span, ...]:
    return tuple(Span(float(start), float(end)) for start, end in pairs)
