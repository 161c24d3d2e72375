"""Counter sheets at true scale: fronts, and backs mirrored so that they lie behind their fronts when
printed duplex.

Counters stand in a grid centred on the paper. The sheet is turned over its long edge, so a back lies as far
from the right edge as its front from the left one; for printers that turn over the short edge the whole back
stands upside down, which comes to the same. Each counter's colour bleeds over the cut, cut marks
stand outside the grid on both sides of the sheet, and crosses in the margins show whether the two sides
register.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.exporting.headless import ExportError
from app.exporting.paper import Paper
from app.exporting.plan import (
    BLACK,
    Align,
    CounterMark,
    ExportPlan,
    Face,
    Frame,
    Mark,
    Page,
    Stroke,
    Style,
    Turn,
    Words,
)
from app.exporting.provenance import fine_print, piece_reconstructions
from app.exporting.setup_content import Entry, coming, piece_entry, side_content, supply_entry
from app.exporting.sheet_parts import FINE_PRINT, LABEL, ruler
from app.exporting.source import PrintSource
from app.exporting.typesetting import Measure, one_line, shifted
from app.graphics.painters.face import CounterFace, FaceKind
from engine.definition.piece import PieceDef

EDGE_ROOM: Final = 13.0
"""Paper kept free on all four edges, for cut marks and what no printer reaches."""
FOOT_ROOM: Final = 15.0
"""Paper kept free below, for marks, the bar and the fine print."""
UNPRINTED: Final = 5.0
"""So far from the edge of the paper all printers print."""
CROSS_AT: Final = 7.6
MOST_SHIFT: Final = 5.0
TITLE_SHARE: Final = 0.4
"""How much of the width the title of a game may take in the head of a sheet."""
MARK_GAP: Final = 1.2
MARK_LENGTH: Final = 3.6
CROSS: Final = 2.2
LEAST_MM: Final = 8.0
MOST_MM: Final = 60.0


@dataclass(frozen=True)
class CounterOptions:
    """Paper, edge of a counter and bleed in millimetres, one side or all, all counters or those in use.

    ``shift`` moves the backs, right and down as one looks at them, for printers that are off.
    """

    paper: Paper
    edge: float = 15.0
    bleed: float = 1.0
    side: str = ""
    only_used: bool = True
    with_backs: bool = True
    turn: Turn = Turn.LONG
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Printed:
    """A counter with its two faces."""

    front: Entry
    back: CounterFace
    back_art: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the counters of a sheet stand."""

    paper: Paper
    edge: float
    bleed: float

    @property
    def pitch(self) -> float:
        """From one counter to the next: neighbours share no cut, so that each keeps its bleed."""
        return self.edge + 2 * self.bleed

    @property
    def columns(self) -> int:
        """Counters across."""
        return max(1, int((self.paper.width - 2 * EDGE_ROOM + 1e-6) // self.pitch))

    @property
    def rows(self) -> int:
        """Counters down."""
        return max(1, int((self.paper.height - EDGE_ROOM - 4.0 - FOOT_ROOM + 1e-6) // self.pitch))

    @property
    def left(self) -> float:
        """Left cut of the first column: the grid is centred, so that its mirror image is itself."""
        return (self.paper.width - self.columns * self.pitch) / 2 + self.bleed

    @property
    def top(self) -> float:
        """Upper cut of the first row."""
        return EDGE_ROOM + 4.0 + self.bleed

    def corner(self, number: int, *, is_back: bool = False) -> tuple[float, float]:
        """The corner of a counter on its front or on its back."""
        row, column = divmod(number, self.columns)
        x, y = self.left + column * self.pitch, self.top + row * self.pitch
        return (self.paper.width - x - self.edge if is_back else x), y


def counters_plan(source: PrintSource, measure: Measure, options: CounterOptions) -> ExportPlan:
    """The sheets; refuses sizes that cannot be cut and choices without counters."""
    if not LEAST_MM <= options.edge <= MOST_MM:
        raise ExportError(
            f"counters of {options.edge:g} mm cannot be printed; choose {LEAST_MM:g} to {MOST_MM:g} mm"
        )
    if not 0.0 <= options.bleed <= 3.0:
        raise ExportError(f"a bleed of {options.bleed:g} mm is not possible; choose 0 to 3 mm")
    printed = list(counters_of(source, options))
    if not printed:
        raise ExportError(f"{source.scenario.title} has no counters to print; choose another side")
    grid = Grid(options.paper, options.edge, options.bleed)
    per_sheet = grid.columns * grid.rows
    sheets = [printed[start : start + per_sheet] for start in range(0, len(printed), per_sheet)]
    sources = fine_print(source, piece_reconstructions(source), sign="")
    turn = options.turn if options.with_backs else Turn.NONE
    pages: list[Page] = []
    for number, sheet in enumerate(sheets, 1):
        name = f"sheet {number} of {len(sheets)}"
        maker = _Sheet(source, measure, grid, name, sources, options)
        pages.append(maker.page(sheet, is_back=False))
        if options.with_backs:
            pages.append(maker.page(sheet, is_back=True))
    return ExportPlan(
        title=f"{source.module.title}: counters, {source.scenario.title}",
        pages=tuple(pages),
        subject=f"{len(printed)} counters of {options.edge:g} mm, print at 100 %{duplex_word(turn)}",
        author=source.module.designer,
        keywords=(source.module.title, "counters"),
        turn=turn,
    )


def as_back(page: Page, turn: Turn, shift: tuple[float, float]) -> Page:
    """The page, mirrored from left to right, as the back of a sheet: moved, and upside down where the paper
    turns over its upper edge, which is the short edge of an upright sheet and the long one of one that lies.
    """
    if not all(abs(length) <= MOST_SHIFT for length in shift):
        raise ExportError(f"backs can be moved by {MOST_SHIFT:g} mm at most")
    blocks = tuple(replace(one, x=one.x + shift[0], y=one.y + shift[1]) for one in page.blocks)
    upper = Turn.LONG if page.width > page.height else Turn.SHORT
    return replace(page, blocks=blocks, turned=turn is upper)


def duplex_word(turn: Turn) -> str:
    """What a file says about its backs."""
    return f", duplex over the {turn} edge" if turn else ""


def counters_of(source: PrintSource, options: CounterOptions) -> Iterator[Printed]:
    """The counters in the order of the module: those the game uses, or all."""
    for side in source.sides():
        if options.side not in ("", side.id):
            continue
        used = _used(source, side.id) if options.only_used else None
        for piece in source.module.pieces:
            if piece.side == side.id and not piece.template and (used is None or piece.id in used):
                yield _printed(source, piece)
        yield from _supply(source, side.id)
    if options.side == "":
        for piece in source.module.pieces:
            if piece.side is None and not piece.template:
                yield _printed(source, piece)


def _used(source: PrintSource, side: str) -> set[str]:
    """Pieces the game may put on the table: set up, dead but to be rebuilt, and still to come."""
    content = side_content(source, next(one for one in source.module.sides if one.id == side))
    entries = [entry for group in content.groups for entry in group.entries]
    found = {entry.piece for entry in (*entries, *content.dead, *content.later)}
    found |= set(coming(source, side))
    boxes = {piece.id for piece in source.module.pieces if piece.side == side and piece.kind == "box"}
    return found | boxes


def _supply(source: PrintSource, side: str) -> Iterator[Printed]:
    """One counter for each supply point of the start."""
    content = side_content(source, next(one for one in source.module.sides if one.id == side))
    total = sum(group.total("supply") for group in content.groups)
    for _ in range(total):
        entry = supply_entry(source, side, 1)
        yield Printed(entry, entry.face)


def _printed(source: PrintSource, piece: PieceDef) -> Printed:
    front = piece_entry(source, piece)
    art = piece.art.back or "" if piece.art else ""
    return Printed(front, back_face(source, piece), art)


def back_face(source: PrintSource, piece: PieceDef) -> CounterFace:
    """The back: the reduced side of a unit with steps, else the plain colour with side, name and formation,
    so that people at the table know which counter lies there.
    """
    front = source.faces.printed(piece)
    if piece.kind == "unit" and (piece.steps > 1 or piece.reduced):
        return source.faces.with_steps(piece, max(1, piece.steps) - 1)
    plain = CounterFace(kind=FaceKind.BACK, body=front.body, ink=front.ink, form=front.form)
    if piece.kind != "unit":
        return replace(plain, word=(piece.designation or piece.name).upper())
    side = next((one for one in source.module.sides if one.id == piece.side), None)
    name = piece.designation
    if not any(letter.isalpha() for letter in name):
        name = piece_entry(source, piece).name.removesuffix(f"/{front.formation}")
    return replace(
        plain,
        word=name.upper(),
        nation=" · ".join(word for word in (side.short or side.title if side else "", front.nation) if word),
        formation=front.formation,
    )


@dataclass(frozen=True)
class _Sheet:
    """Makes the two pages of one sheet."""

    source: PrintSource
    measure: Measure
    grid: Grid
    name: str
    sources: str
    options: CounterOptions

    def page(self, counters: Sequence[Printed], *, is_back: bool) -> Page:
        paper = self.grid.paper
        marks: list[Mark] = [*self._counters(counters, is_back=is_back)]
        marks.extend(self._cuts(len(counters), is_back=is_back))
        marks.extend(self._crosses())
        marks.extend(self._words(is_back=is_back))
        side = "backs" if is_back else "fronts"
        page = Page.whole((paper.width, paper.height), marks, f"{self.name}, {side}")
        return as_back(page, self.options.turn, self.options.shift) if is_back else page

    def _counters(self, counters: Sequence[Printed], *, is_back: bool) -> Iterator[CounterMark]:
        for number, one in enumerate(counters):
            x, y = self.grid.corner(number, is_back=is_back)
            face, art = (one.back, one.back_art) if is_back else (one.front.face, one.front.art)
            yield CounterMark(
                x, y, self.grid.edge, replace(face, badges=()), one.front.piece, art, self.grid.bleed
            )

    def _cuts(self, count: int, *, is_back: bool) -> Iterator[Stroke]:
        """Marks in line with every cut, outside the printed area."""
        grid = self.grid
        rows = -(-count // grid.columns)
        across = min(count, grid.columns)
        lefts = [grid.corner(number, is_back=is_back)[0] for number in range(across)]
        xs = sorted(x + edge for x in lefts for edge in (0.0, grid.edge))
        ys = [grid.top + row * grid.pitch + edge for row in range(rows) for edge in (0.0, grid.edge)]
        top, bottom = min(ys) - grid.bleed, max(ys) + grid.bleed
        left, right = min(xs) - grid.bleed, max(xs) + grid.bleed
        for x in xs:
            yield Stroke(x, top - MARK_GAP - MARK_LENGTH, x, top - MARK_GAP, 0.12)
            yield Stroke(x, bottom + MARK_GAP, x, bottom + MARK_GAP + MARK_LENGTH, 0.12)
        for y in ys:
            yield Stroke(left - MARK_GAP - MARK_LENGTH, y, left - MARK_GAP, y, 0.12)
            yield Stroke(right + MARK_GAP, y, right + MARK_GAP + MARK_LENGTH, y, 0.12)

    def _crosses(self) -> Iterator[Mark]:
        """Four crosses that lie on each other when both sides register."""
        paper = self.grid.paper
        for x in (CROSS_AT, paper.width - CROSS_AT):
            for y in (CROSS_AT, paper.height - CROSS_AT):
                yield Stroke(x - CROSS, y, x + CROSS, y, 0.12)
                yield Stroke(x, y - CROSS, x, y + CROSS, 0.12)
                yield Frame(x - 1.0, y - 1.0, 2.0, 2.0, "", BLACK, 0.12, 1.0)

    def _words(self, *, is_back: bool) -> Iterator[Mark]:
        paper, grid = self.grid.paper, self.grid
        side = f"backs, turned over the {self.options.turn} edge" if is_back else "fronts"
        style = Style(Face.STRONG, 6.4)
        title = one_line(self.measure, self.source.module.title, style, paper.width * TITLE_SHARE)
        text = f"{title} · counters {grid.edge:g} mm · {self.name}, {side}"
        yield Words(paper.width / 2, 8.0, text, style, Align.CENTER)
        if is_back:
            return
        bottom = paper.height - 8.6
        left = 14.0
        yield from (shifted(mark, left, bottom) for mark in ruler())
        yield Words(left + 102.0, bottom + 0.9, "100 mm: print at 100 %", LABEL)
        words = one_line(self.measure, self.sources, FINE_PRINT, paper.width - 28.0)
        yield Words(left, paper.height - UNPRINTED, words, FINE_PRINT)
