"""The set-up sheet: what a gaming group lays on the table to put the counters on the map.

One run of pages for each side: band, facts, tracks, a small map with numbered hexes, a tick box for each
hex with its counters drawn and named, then what to check, special rules, victory and the dead pile. No
group is split.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.exporting.paper import Paper
from app.exporting.plan import (
    BLACK,
    Block,
    CounterMark,
    ExportPlan,
    Face,
    Frame,
    Mark,
    Page,
    Placed,
    Style,
    Words,
)
from app.exporting.provenance import fine_print, piece_reconstructions
from app.exporting.resources import Resource, resources_of
from app.exporting.setup_content import SideContent, by_formation, side_content
from app.exporting.setup_filling import GUTTER, Filling
from app.exporting.setup_groups import COLUMNS, GroupMaker
from app.exporting.setup_maps import SetupMaps
from app.exporting.setup_tail import TailMaker
from app.exporting.setup_words import in_words, ordinal, turns_of
from app.exporting.sheet_parts import (
    BODY,
    LABEL,
    Area,
    Foot,
    Title,
    band,
    facts,
)
from app.exporting.source import PrintSource
from app.exporting.typesetting import (
    Measure,
    Run,
    one_line,
    set_lines,
)
from engine.definition.piece import SideDef

RESOURCE: Final = Style(Face.STRONG, 6.4)
FIRST_CELL: Final = 17.0
MOST_TITLE: Final = 48.0
BROKEN_TITLE: Final = 23.0
"""Where the numbers need two rows, titles are broken at this width to spare one."""


@dataclass(frozen=True)
class SetupOptions:
    """How a set-up sheet is to look: paper, order (``hex`` or ``formation``), one side or all."""

    paper: Paper
    order: str = "hex"
    side: str = ""


def setup_plan(source: PrintSource, measure: Measure, options: SetupOptions) -> ExportPlan:
    """The set-up sheets of the sides, one after another, in the order in which they set up."""
    contents = [side_content(source, side) for side in source.sides() if options.side in ("", side.id)]
    contents.sort(key=lambda content: content.order)
    pages: list[Page] = []
    for content in contents:
        pages.extend(_SideSheet(source, measure, options, content).pages())
    kind = "set-up" if source.is_start else "position"
    return ExportPlan(
        title=f"{source.module.title}: {source.scenario.title}, {kind}",
        pages=tuple(pages),
        subject=f"{kind.capitalize()} sheets, {options.paper.title}",
        author=source.module.designer,
        keywords=(source.module.title, source.scenario.title, kind),
    )


@dataclass
class _SideSheet:
    """Lays out the sheets of one side."""

    source: PrintSource
    measure: Measure
    options: SetupOptions
    content: SideContent

    def __post_init__(self) -> None:
        self.area = Area(self.options.paper)
        self.by_place = self.content
        if self.options.order == "formation":
            self.content = by_formation(self.source, self.content)

    @property
    def side(self) -> SideDef:
        return self.content.side

    def pages(self) -> list[Page]:
        """All pages of the side."""
        words = "set-up" if self.source.is_start else "position"
        adjective = self.side.adjective or self.side.title
        names = f"{adjective} {words}"
        resources = resources_of(self.source, self.side.id)
        found = piece_reconstructions(self.source)
        found += [f"{one.title} ({one.rule})" for one in resources if one.is_reconstruction]
        foot = Foot(names, fine_print(self.source, found))
        return self.area.pages(self.measure, self._contents(resources), foot, names)

    def _contents(self, resources: Sequence[Resource]) -> list[list[Placed]]:
        title = self._title()
        area = self.area
        head = [band(self.measure, title, area.width), facts(self.measure, self._facts(), area.width)]
        if tracks := self._tracks(resources):
            head.append(tracks)
        column = (area.width - GUTTER * (COLUMNS - 1)) / COLUMNS
        maker = GroupMaker(self.measure, column, area.width, area.page_room)
        groups = [block for group in self.content.groups for block in maker.blocks(group)]
        tail = TailMaker(self.source, self.measure, self.content, self.by_place, area).make()
        maps = SetupMaps(self.source, self.measure, self.by_place, area.width)
        return Filling(area, self.measure, title, insets=maps.blocks).fill(head, groups, tail)

    def _title(self) -> Title:
        source = self.source
        number = f", scenario {source.scenario.number}" if source.scenario.number else ""
        turn, date = f"Turn {source.turn}", source.module.turn_title(source.turn)
        what = "set-up" if source.is_start else f"position after {source.game.count} actions"
        return Title(
            side=self.side.title if len(self.side.title) < 13 else self.side.short,
            heading=source.scenario.title,
            line=f"{source.module.title}{number} · {what}",
            right=turn,
            right_line=date if date != turn else "",
            form="dark" if self.side.strip == "dark" else "light",
        )

    def _facts(self) -> list[tuple[str, str]]:
        source, scenario = self.source, self.source.scenario
        titles = {side.id: side.title for side in source.module.sides}
        found = [("Sets up", ordinal(self.content.order))] if source.is_start else []
        found.append(("First player", titles.get(scenario.first_side, scenario.first_side)))
        found.extend((version.title, turns_of(source, version)) for version in scenario.versions)
        prefixes = [
            sheet.prefix for board in source.module.boards for sheet in board.grid.sheets if sheet.prefix
        ]
        if prefixes and len(scenario.boards) == 1:
            found.append(("Maps", " and ".join(prefixes)))
        else:
            found.append(("Maps", ", ".join(source.module.board(name).title for name in scenario.boards)))
        found.append(("Counters", f"{self._pieces()} on map and boxes"))
        return found

    def _pieces(self) -> int:
        return sum(bool(entry.piece) for group in self.content.groups for entry in group.entries)

    def _tracks(self, resources: Sequence[Resource]) -> Block | None:
        """The framed row of numbers to set; as many rows as it takes."""
        total = sum(group.total("supply") for group in self.by_place.groups)
        dumps = sum(bool(group.total("supply")) for group in self.by_place.groups)
        cells = list(resources)
        if total:
            cells.append(Resource("Supply points", f"{total}, in {in_words(dumps, 'place')}", "supply"))
        if not cells:
            return None
        rows = self._track_rows(cells, MOST_TITLE)
        most = MOST_TITLE
        if len(rows) > 1:
            most = BROKEN_TITLE
            rows = self._track_rows(cells, most)
        width = self.area.width
        marks: list[Mark] = [
            Words(2.6, 4.8, "Tracks", Style(Face.STRONG, 7.4)),
            Words(2.6, 8.0, "set to", LABEL),
        ]
        for number, row in enumerate(rows):
            last = row[-1][0] + self._cell_width(row[-1][1], most)
            spare = min(9.0, (width - 1.0 - last) / len(row))
            for place, (left, cell) in enumerate(row):
                marks.extend(self._resource(cell, left + place * spare, 1.6 + number * 9.4, most))
        height = 1.6 + len(rows) * 9.4
        marks.insert(0, Frame(0.15, 0.15, width - 0.3, height - 0.3, "", BLACK, 0.3, 0.8))
        return Block(width, height, tuple(marks), "tracks")

    def _track_rows(self, cells: Sequence[Resource], most: float) -> list[list[tuple[float, Resource]]]:
        """The numbers in rows, each with its place; titles wider than ``most`` are broken."""
        rows: list[list[tuple[float, Resource]]] = [[]]
        x = FIRST_CELL
        for cell in cells:
            need = self._cell_width(cell, most)
            if rows[-1] and x + need > self.area.width - 1.0:
                rows.append([])
                x = FIRST_CELL
            rows[-1].append((x, cell))
            x += need
        return rows

    def _title_lines(self, cell: Resource, most: float) -> list[str]:
        """The title of a number in one line, or in two."""
        title = cell.title + ("*" if cell.is_reconstruction else "")
        lines = [
            "".join(word.text for word in line)
            for line in set_lines(self.measure, [Run(title, RESOURCE)], most)
        ]
        if len(lines) > 2:
            lines = [lines[0], one_line(self.measure, " ".join(lines[1:]), RESOURCE, most)]
        return lines

    def _cell_width(self, cell: Resource, most: float) -> float:
        words = [self.measure.width(line, RESOURCE) for line in self._title_lines(cell, most)]
        value = min(self.measure.width(cell.value, BODY), MOST_TITLE)
        return (9.0 if cell.pictogram else 0.0) + max(*words, value) + 3.5

    def _resource(self, cell: Resource, x: float, y: float, most: float) -> Iterator[Mark]:
        left = x
        if cell.pictogram:
            face = self.source.faces.marker(cell.pictogram, "", self.side.id)
            yield CounterMark(x, y, 7.6, face)
            left += 9.0
        lines = self._title_lines(cell, most)
        bases = (y + 3.2, y + 6.5) if len(lines) == 1 else (y + 2.1, y + 4.5, y + 7.4)
        for line, base in zip(lines, bases[:-1], strict=True):
            yield Words(left, base, line, RESOURCE)
        yield Words(left, bases[-1], one_line(self.measure, cell.value, BODY, MOST_TITLE + 0.5), BODY)
