"""The map on paper: at true scale over many pages with overlap and an assembly guide, or on one large page.

Pages are counted like a table, letters for rows and figures for columns. Each tile carries the marks of its
cuts: trim to the thin lines and lay the next tile over the overlap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from app.exporting.headless import ExportError
from app.exporting.paper import Paper
from app.exporting.plan import (
    BLACK,
    WHITE,
    Align,
    BoardMark,
    ExportPlan,
    Face,
    Frame,
    Mark,
    Page,
    Stroke,
    Style,
    Words,
)
from app.exporting.provenance import fine_print
from app.exporting.sheet_parts import BODY, FINE_PRINT, LABEL, ruler
from app.exporting.source import PrintSource
from app.exporting.typesetting import Measure, Run, one_line, paragraph, set_lines, shifted
from engine.geometry.hexgrid import Point

LEAST_HEX: Final = 4.0
MOST_HEX: Final = 60.0
EDGE: Final = 8.0
"""Margin of a tile that printers do not reach."""
OVERLAP: Final = 10.0
NOTE_EDGE: Final = 4.6
"""Where the notes beside a tile stand: outside the marks, and where printers still print."""
NOTE_INSET: Final = 4.0
"""How far the note at the foot of a tile stands from the mark of the cut."""
BORDER: Final = 9.0
DETAIL: Final = 76.0
MOST_TILES: Final = 400
LARGEST_PAGE: Final = 5000.0
"""Longest edge of a PDF page in millimetres; viewers refuse more than five metres and a little."""


@dataclass(frozen=True)
class MapOptions:
    """Hex width in millimetres, paper for tiles (none = one sheet), which map, with or without counters."""

    hex_mm: float = 16.0
    paper: Paper | None = None
    board: str = ""
    with_stacks: bool = False


def map_plan(source: PrintSource, measure: Measure, options: MapOptions) -> ExportPlan:
    """The map or maps; refuses scales and sizes that no printer can do."""
    if not LEAST_HEX <= options.hex_mm <= MOST_HEX:
        raise ExportError(
            f"hexes of {options.hex_mm:g} mm cannot be printed; choose {LEAST_HEX:g} to {MOST_HEX:g} mm"
        )
    sheets = [
        number
        for number, sheet in enumerate(source.board.sheets)
        if options.board in ("", sheet.definition.id)
    ]
    if not sheets:
        known = ", ".join(sheet.definition.id for sheet in source.board.sheets)
        raise ExportError(f"there is no map '{options.board}'; {known}")
    pages: list[Page] = []
    for sheet in sheets:
        if options.paper is None:
            pages.append(_whole(source, measure, sheet, options))
        else:
            pages.extend(_Tiles(source, measure, sheet, options, options.paper).pages())
    return ExportPlan(
        title=f"{source.module.title}: map",
        pages=tuple(pages),
        subject=f"{options.hex_mm:g} mm to a hex, print at 100 %",
        author=source.module.designer,
        keywords=(source.module.title, "map", *source.module.data_sources),
    )


def _whole(source: PrintSource, measure: Measure, sheet: int, options: MapOptions) -> Page:
    """The map on one page of its own size."""
    across, down = source.board.size(sheet)
    width, height = across * options.hex_mm, down * options.hex_mm
    if max(width, height) + 2 * BORDER > LARGEST_PAGE:
        raise ExportError(
            f"the map would be {max(width, height) / 1000:.1f} m long; choose smaller hexes or print tiles"
        )
    title = one_line(measure, source.board.sheets[sheet].definition.title, LABEL, width * 0.5)
    mark = BoardMark(
        BORDER, BORDER, width, height, sheet, 0, 0, options.hex_mm, DETAIL, with_stacks=options.with_stacks
    )
    room = width - measure.width(title, LABEL) - 6.0
    foot = _credit_lines(source, measure, (BORDER, height + BORDER + 5.0), room)
    marks: tuple[Mark, ...] = (
        mark,
        Frame(BORDER, BORDER, width, height, "", BLACK, 0.5),
        Frame(BORDER - 1.6, BORDER - 1.6, width + 3.2, height + 3.2, "", BLACK, 0.2),
        *foot,
        Words(width + BORDER, height + BORDER + 5.0, title, LABEL, Align.RIGHT),
    )
    return Page.whole((width + 2 * BORDER, height + 2 * BORDER), marks, title)


def _credits(source: PrintSource) -> str:
    origins = "; ".join(source.module.data_sources)
    return (
        f"{fine_print(source, [])[: -len(' Nothing on this sheet is a reconstruction.')]} {origins}".strip()
    )


def _credit_lines(source: PrintSource, measure: Measure, at: Point, room: float) -> list[Mark]:
    """Who the data come from, in as many lines as the names need."""
    lines = set_lines(measure, [Run(_credits(source), FINE_PRINT)], room)
    return [
        replace(word, x=word.x + at[0], y=at[1] + number * 2.3)
        for number, line in enumerate(lines)
        for word in line
    ]


@dataclass(frozen=True)
class _Tiles:
    """Cuts one map into tiles."""

    source: PrintSource
    measure: Measure
    sheet: int
    options: MapOptions
    paper: Paper

    def pages(self) -> Iterator[Page]:
        """The guide, then the tiles row by row."""
        paper = self._turned()
        columns, rows = self._count(paper)
        if columns * rows > MOST_TILES:
            raise ExportError(
                f"the map would need {columns * rows} pages; choose smaller hexes, larger paper or one sheet"
            )
        if columns * rows > 1:
            yield self._guide(paper, columns, rows)
        for row in range(rows):
            for column in range(columns):
                yield self._tile(paper, (columns, rows), (column, row))

    @property
    def _size(self) -> tuple[float, float]:
        across, down = self.source.board.size(self.sheet)
        return across * self.options.hex_mm, down * self.options.hex_mm

    def _turned(self) -> Paper:
        """Upright or lying, whichever needs fewer pages."""
        upright, lying = self.paper, self.paper.turned()
        return min((lying, upright), key=lambda paper: self._count(paper)[0] * self._count(paper)[1])

    def _count(self, paper: Paper) -> tuple[int, int]:
        width, height = self._size
        return (
            max(1, ceil((width - OVERLAP) / (_inner(paper)[0] - OVERLAP) - 1e-9)),
            max(1, ceil((height - OVERLAP) / (_inner(paper)[1] - OVERLAP) - 1e-9)),
        )

    def _part(self, paper: Paper, place: tuple[int, int]) -> tuple[float, float, float, float]:
        """The part of the map on a tile in millimetres of the map: left, top, width, height."""
        width, height = self._size
        inner = _inner(paper)
        left = place[0] * (inner[0] - OVERLAP)
        top = place[1] * (inner[1] - OVERLAP)
        return left, top, min(inner[0], width - left), min(inner[1], height - top)

    def _tile(self, paper: Paper, count: tuple[int, int], place: tuple[int, int]) -> Page:
        left, top, width, height = self._part(paper, place)
        hex_mm = self.options.hex_mm
        marks: list[Mark] = [
            BoardMark(
                EDGE,
                EDGE,
                width,
                height,
                self.sheet,
                left / hex_mm,
                top / hex_mm,
                hex_mm,
                DETAIL,
                with_stacks=self.options.with_stacks,
            ),
        ]
        marks.extend(self._trims(width, height, count, place))
        name = tile_name(place)
        style = Style(Face.STRONG, 6.4)
        title = one_line(self.measure, self._title, style, paper.width * 0.3)
        if count == (1, 1):
            marks += self._alone(paper, title)
            return Page.whole((paper.width, paper.height), marks, "map")
        note = f"{title} · tile {name} of {tile_name((count[0] - 1, count[1] - 1))}"
        marks.append(Words(EDGE + NOTE_INSET, paper.height - NOTE_EDGE, note, style))
        if place[0] < count[0] - 1:
            right = tile_name((place[0] + 1, place[1]))
            marks.append(
                Words(paper.width - NOTE_EDGE, paper.height / 2, f"{right} goes on", LABEL, Align.CENTER, -90)
            )
        if place[1] < count[1] - 1:
            below = tile_name((place[0], place[1] + 1))
            marks.append(
                Words(paper.width / 2, paper.height - NOTE_EDGE, f"{below} goes on", LABEL, Align.CENTER)
            )
        return Page.whole((paper.width, paper.height), marks, f"tile {name}")

    def _alone(self, paper: Paper, title: str) -> Iterator[Mark]:
        """What the foot of a map says that fits on one page."""
        style = Style(Face.STRONG, 6.4)
        note = f"{title} · {self.options.hex_mm:g} mm to a hex, print at 100 %"
        yield Words(EDGE + NOTE_INSET, paper.height - NOTE_EDGE, note, style)
        left = EDGE + NOTE_INSET + self.measure.width(note, style) + 6.0
        room = paper.width - left - EDGE - NOTE_INSET
        yield from _credit_lines(self.source, self.measure, (left, paper.height - NOTE_EDGE), room)

    @property
    def _title(self) -> str:
        return f"{self.source.module.title}, {self.source.board.sheets[self.sheet].definition.title}"

    def _trims(
        self, width: float, height: float, count: tuple[int, int], place: tuple[int, int]
    ) -> Iterator[Mark]:
        """Where to trim and where the next tile begins."""
        right, bottom = EDGE + width, EDGE + height
        xs, ys = [EDGE, right], [EDGE, bottom]
        for x in xs:
            yield Stroke(x, EDGE - 5.0, x, EDGE - 1.0, 0.15)
            yield Stroke(x, bottom + 1.0, x, bottom + 5.0, 0.15)
        for y in ys:
            yield Stroke(EDGE - 5.0, y, EDGE - 1.0, y, 0.15)
            yield Stroke(right + 1.0, y, right + 5.0, y, 0.15)
        if place[0] < count[0] - 1:
            x = right - OVERLAP
            yield Stroke(x, EDGE - 5.0, x, EDGE - 1.0, 0.15, dashed=True)
            yield Stroke(x, bottom + 1.0, x, bottom + 5.0, 0.15, dashed=True)
        if place[1] < count[1] - 1:
            y = bottom - OVERLAP
            yield Stroke(EDGE - 5.0, y, EDGE - 1.0, y, 0.15, dashed=True)
            yield Stroke(right + 1.0, y, right + 5.0, y, 0.15, dashed=True)

    def _guide(self, paper: Paper, columns: int, rows: int) -> Page:
        """The first page: how the tiles lie, and how to join them."""
        width, height = self._size
        room_x, room_y = paper.width - 30.0, paper.height - 72.0
        share = min(room_x / width, room_y / height)
        hex_mm = self.options.hex_mm * share
        left, top = (paper.width - width * share) / 2, 48.0
        head = Style(Face.TITLE, 16.0)
        title = one_line(self.measure, self._title, head, paper.width * 0.55)
        marks: list[Mark] = [
            Words(15.0, 19.0, f"{title}: how the tiles go together", head),
            BoardMark(left, top, width * share, height * share, self.sheet, 0, 0, hex_mm, 14.0, quiet=True),
        ]
        size = f"{width / 10:.1f} × {height / 10:.1f} cm, hexes {self.options.hex_mm:g} mm"
        text = (
            f"{columns} × {rows} pages, map {size}. Print at 100 %. Cut the left and the upper edge of each "
            f"tile at the full marks and lay it over its neighbor up to the broken marks: tiles overlap by "
            f"{OVERLAP:g} mm. Glue from the upper left to the lower right."
        )
        note = paragraph(self.measure, [Run(text, BODY)], paper.width - 30.0)
        marks.extend(shifted(mark, 15.0, 23.0) for mark in note.marks)
        for row in range(rows):
            for column in range(columns):
                x, y, across, down = (share * length for length in self._part(paper, (column, row)))
                marks.append(Frame(left + x, top + y, across, down, "", BLACK, 0.25))
                mx, my = left + x + across / 2, top + y + down / 2
                marks.append(Frame(mx - 4.2, my - 3.2, 8.4, 6.4, WHITE, BLACK, 0.2, 1.0))
                name = tile_name((column, row))
                marks.append(Words(mx, my + 1.5, name, Style(Face.FIGURES, 11.0), Align.CENTER))
        marks.extend(shifted(mark, 15.0, 38.0) for mark in ruler())
        marks.append(Words(118.0, 39.0, "100 mm: measure it before you print the rest", LABEL))
        marks += _credit_lines(self.source, self.measure, (15.0, paper.height - 9.0), paper.width - 30.0)
        return Page.whole((paper.width, paper.height), marks, "assembly guide")


def _inner(paper: Paper) -> tuple[float, float]:
    return paper.width - 2 * EDGE, paper.height - 2 * EDGE


def tile_name(place: tuple[int, int]) -> str:
    """A row letter and a column figure."""
    column, row = place
    letters = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{column + 1}"
