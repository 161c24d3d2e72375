"""The set-up sheet: what a gaming group lays on the table to put the counters on the map.

One run of pages for each side: band, facts, tracks, a small map with numbered hexes, a tick box for each
hex with its counters drawn and named, then what to check, special rules, victory and the dead pile. No
group is split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from app.exporting.inset_map import Inset, Spot, inset_block, left_out
from app.exporting.paper import Paper
from app.exporting.plan import (
    BLACK,
    Align,
    Block,
    CounterMark,
    ExportPlan,
    Face,
    Frame,
    Mark,
    Page,
    Placed,
    Stroke,
    Style,
    Words,
)
from app.exporting.provenance import fine_print, piece_reconstructions
from app.exporting.resources import Resource, resources_of
from app.exporting.setup_content import Entry, Group, SideContent, by_formation, side_content
from app.exporting.sheet_parts import (
    BODY,
    BODY_STRONG,
    LABEL,
    RULE,
    SMALL,
    SMALL_STRONG,
    Area,
    Foot,
    Title,
    band,
    boxed,
    facts,
    slim_band,
)
from app.exporting.source import PrintSource
from app.exporting.typesetting import (
    Measure,
    Run,
    in_columns,
    one_line,
    paragraph,
    placed_columns,
    stacked,
)
from engine.definition.piece import SideDef
from engine.definition.scenario import VersionDef

COUNTER: Final = 10.4
PITCH: Final = 11.1
SMALL_COUNTER: Final = 7.6
SMALL_PITCH: Final = 15.4
GUTTER: Final = 5.0
COLUMNS: Final = 3
BLOCK_GAP: Final = 2.2
SECTION_GAP: Final = 2.6
INSET_HEIGHT: Final = 62.0
"""Usual room for the small map; it gives way where all groups then fit on the page."""
LEAST_INSET: Final = 40.0
HEIGHTS: Final = (70.0, INSET_HEIGHT, 54.0, 47.0, LEAST_INSET)
PAIRS: Final = ((62.0, 50.0), (54.0, 46.0), (48.0, 42.0), (42.0, 38.0))
Pair = tuple[float, float] | None
LEAST_SECOND: Final = 3
"""So many hexes off the first map make a second one worth its room."""
MOST_OUTLINED: Final = 40
TICK: Final = 2.6
SUBTITLE: Final = Style(Face.ITALIC, 8.4, "#333333")
RESOURCE: Final = Style(Face.STRONG, 6.4)
VALUES: Final = Style(Face.FIGURES, 6.9)
GROUP_TITLE: Final = Style(Face.STRONG, 8.6)


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
        self.column = (self.area.width - GUTTER * (COLUMNS - 1)) / COLUMNS
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
        groups = [self._group(group) for group in self.content.groups]
        tail = self._sections()
        return _Filling(area, self.measure, title, self._insets).fill(head, groups, tail)

    def _title(self) -> Title:
        source = self.source
        number = f", scenario {source.scenario.number}" if source.scenario.number else ""
        what = "set-up" if source.is_start else f"position after {source.game.count} actions"
        return Title(
            side=self.side.title if len(self.side.title) < 13 else self.side.short,
            heading=source.scenario.title,
            line=f"{source.module.title}{number} · {what}",
            right=f"Turn {source.turn}",
            right_line=source.module.turn_title(source.turn),
            form="dark" if self.side.strip == "dark" else "light",
        )

    def _facts(self) -> list[tuple[str, str]]:
        source, scenario = self.source, self.source.scenario
        titles = {side.id: side.title for side in source.module.sides}
        found = [("Sets up", "first" if self.content.order == 1 else "second")] if source.is_start else []
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
        width = self.area.width
        rows: list[list[tuple[float, Resource]]] = [[]]
        x = 17.0
        for cell in cells:
            need = self._cell_width(cell)
            if rows[-1] and x + need > width - 1.0:
                rows.append([])
                x = 17.0
            rows[-1].append((x, cell))
            x += need
        marks: list[Mark] = [
            Words(2.6, 4.8, "Tracks", Style(Face.STRONG, 7.4)),
            Words(2.6, 8.0, "set to", LABEL),
        ]
        for number, row in enumerate(rows):
            last = row[-1][0] + self._cell_width(row[-1][1])
            spare = min(9.0, (width - 1.0 - last) / len(row))
            for place, (left, cell) in enumerate(row):
                marks.extend(self._resource(cell, left + place * spare, 1.6 + number * 9.4))
        height = 1.6 + len(rows) * 9.4
        marks.insert(0, Frame(0.15, 0.15, width - 0.3, height - 0.3, "", BLACK, 0.3, 0.8))
        return Block(width, height, tuple(marks), "tracks")

    def _cell_width(self, cell: Resource) -> float:
        words = max(self.measure.width(cell.title + "*", RESOURCE), self.measure.width(cell.value, BODY))
        return (9.0 if cell.pictogram else 0.0) + min(words, 48.0) + 3.5

    def _resource(self, cell: Resource, x: float, y: float) -> Iterator[Mark]:
        left = x
        if cell.pictogram:
            face = self.source.faces.marker(cell.pictogram, "", self.side.id)
            yield CounterMark(x, y, 7.6, face)
            left += 9.0
        star = "*" if cell.is_reconstruction else ""
        yield Words(left, y + 3.2, one_line(self.measure, cell.title + star, RESOURCE, 48.5), RESOURCE)
        yield Words(left, y + 6.5, one_line(self.measure, cell.value, BODY, 48.5), BODY)

    def _spots(self) -> list[Spot]:
        """The hexes to be marked; very large areas of free choice are left to their titles."""
        fixed: list[Spot] = []
        free: list[Spot] = []
        board = self.source.board
        for group in self.by_place.groups:
            if group.is_free and len(group.hexes) <= MOST_OUTLINED:
                free.extend(Spot(i, board.ids[i], is_free=True, group=group.title) for i in group.hexes)
            elif group.hexes and not group.is_free:
                fixed.append(Spot(group.hexes[0], board.ids[group.hexes[0]], place_count(group)))
        settled = {spot.hex for spot in fixed}
        return fixed + [spot for spot in free if spot.hex not in settled]

    def _insets(self, height: float, pair: Pair) -> list[Block]:
        """The small map; with room for a pair, another that shows what the first leaves out."""
        spots = self._spots()
        others, word, legend = self._others()
        whose = self.side.adjective or self.side.title
        own = f"{whose} set-up hex, with what goes there"
        if not self.source.is_start:
            own = f"{whose} hex, with what stands there"
        first = Inset(
            board=self.source.board,
            spots=spots,
            others=others,
            other_word=word,
            own_legend=own + (" (dashed: free choice)" if any(spot.is_free for spot in spots) else ""),
            other_legend=legend,
        )
        width = self.area.width
        rest = left_out(first, width, pair[0]) if pair and spots else []
        if pair is None or len(rest) < LEAST_SECOND:
            block = inset_block(self.measure, first, width, height)
            return [block] if block else []
        other = replace(
            first, spots=rest, own_legend="", other_legend="", elsewhere=frozenset(spot.hex for spot in spots)
        )
        missing = {spot.hex for spot in left_out(other, width, pair[1])}
        shown = frozenset(spot.hex for spot in rest if spot.hex not in missing)
        made = (
            inset_block(self.measure, replace(first, elsewhere=shown), width, pair[0]),
            inset_block(self.measure, other, width, pair[1]),
        )
        return [block for block in made if block]

    def _others(self) -> tuple[list[int], str, str]:
        if self.source.viewer != "all":
            return [], "", ""
        for other in self.source.module.sides:
            if other.id == self.side.id:
                continue
            content = side_content(self.source, other)
            hexes = [group.hexes[0] for group in content.groups if group.hexes and not group.is_free]
            legend = f"{other.adjective or other.title} stack"
            if self.source.is_start:
                when = "before" if content.order < self.content.order else "after"
                legend = f"{legend}, set up {when} you"
            return hexes, other.short, legend
        return [], "", ""

    def _group(self, group: Group) -> Block:
        width = self.column
        tick: list[Mark] = [Stroke(0, 0, width, 0, RULE)]
        if group.entries:
            tick.append(Frame(0.15, 2.0, TICK, TICK, "", BLACK, 0.28, 0.5))
        left = TICK + 1.8 if group.entries else 0.0
        title = one_line(self.measure, group.title, GROUP_TITLE, width - left)
        tick.append(Words(left, 4.5, title, GROUP_TITLE))
        used = left + self.measure.width(title, GROUP_TITLE) + 2.0
        room = width - used
        if group.subtitle and room > 8:
            tick.append(Words(used, 4.5, one_line(self.measure, group.subtitle, SUBTITLE, room), SUBTITLE))
        parts = [Block(width, 6.0, tuple(tick))]
        if group.text:
            parts.append(paragraph(self.measure, [Run(group.text, SMALL)], width))
            parts.append(Block(width, 0.8, ()))
        if group.entries:
            parts.append(self._row(group.entries))
            parts.append(self._names(group))
        if group.note:
            parts.append(paragraph(self.measure, [Run(group.note, SMALL)], width))
        return stacked(parts, name=group.title)

    def _row(self, entries: Sequence[Entry]) -> Block:
        across = max(1, int((self.column + PITCH - COUNTER) // PITCH))
        marks = tuple(
            counter_mark(entry, (number % across) * PITCH, (number // across) * PITCH, COUNTER)
            for number, entry in enumerate(entries)
        )
        rows = -(-len(entries) // across)
        return Block(self.column, rows * PITCH + 0.2, marks)

    def _names(self, group: Group) -> Block:
        runs: list[Run] = []
        last = len(group.entries) - 1
        for number, entry in enumerate(group.entries):
            style = SMALL_STRONG if entry.note else SMALL
            runs.append(Run(entry.name, style))
            if entry.figures and entry.figures not in entry.name:
                runs.append(Run("\u00a0", style, glued=True))
                runs.append(Run(entry.figures, VALUES, glued=True))
            if entry.note:
                runs.append(Run(f", {entry.note}", style, glued=True))
            if entry.place:
                runs.append(Run(f" → {entry.place}", SMALL, glued=True))
            if number < last:
                runs.append(Run("\u00a0· ", SMALL, glued=True))
        return paragraph(self.measure, runs, self.column)

    def _sections(self) -> _Tail:
        count = boxed(self.measure, "Count when done", [Run(self._count(), BODY)], self.area.width)
        texts = [*self._rules(), *self._options(), *self._victory(), *self._control()]
        piles = []
        if self.content.dead:
            piles.append(self._pile("Dead or withdrawn: put these on the dead pile", self.content.dead))
        if self.content.gone:
            piles.append(self._pile("Not in this game: leave these in the box", self.content.gone))
        if self.content.later:
            title = "They come later: keep them ready, see the schedule sheet"
            piles.append(self._pile(title, self.content.later))
        return _Tail(count, texts, piles)

    @property
    def _half(self) -> float:
        return (self.area.width - GUTTER) / 2

    def _text(self, title: str, note: str, runs: Sequence[Sequence[Run]], name: str) -> Block:
        """A heading with paragraphs, each behind a dash."""
        head: list[Mark] = [
            Stroke(0, 0, self._half, 0, RULE),
            Words(0, 4.4, title, Style(Face.STRONG, 7.8)),
        ]
        if note:
            head.append(Words(self._half, 4.4, note, LABEL, Align.RIGHT))
        parts = [Block(self._half, 5.9, tuple(head))]
        parts.extend(paragraph(self.measure, one, self._half) for one in runs)
        return stacked(parts, 0.5, name)

    def _rules(self) -> Iterator[Block]:
        scenario = self.source.scenario
        notes = [*scenario.notes, *([self.content.note] if self.content.note else [])]
        if notes:
            runs = [[Run("– ", BODY), Run(note, BODY)] for note in notes]
            yield self._text("Special rules", rule_word(scenario.rule), runs, "special rules")

    def _options(self) -> Iterator[Block]:
        chosen = self.source.game.rules.options
        runs = []
        for option in self.source.module.options:
            fits = not option.scenarios or self.source.scenario.id in option.scenarios
            if option.id == "setup" or not fits or option.id not in chosen:
                continue
            value = chosen[option.id]
            if isinstance(value, bool):
                word = "on" if value else "off"
            else:
                word = next((one.title for one in option.values if one.id == value), str(value))
            rule = f" ({option.rule})" if option.rule else ""
            runs.append([Run(f"{option.title}: ", BODY_STRONG), Run(f"{word}{rule}", BODY)])
        if runs:
            yield self._text("Options in this game", "", runs, "options")

    def _victory(self) -> Iterator[Block]:
        titles = {side.id: side.title for side in self.source.module.sides}
        for version in self.source.scenario.versions:
            runs = []
            for line in version.victory:
                who = titles.get(line.side or "", "Draw")
                rule = f" ({line.rule})" if line.rule else ""
                end = " Ends the game at once." if line.sudden else ""
                runs.append([Run(f"{who}: ", BODY_STRONG), Run(f"{line.text}{end}{rule}", BODY)])
            if version.note:
                runs.append([Run(version.note, BODY)])
            title = f"Victory, {version.title[:1].lower()}{version.title[1:]}"
            yield self._text(title, turns_of(self.source, version), runs, f"victory {version.id}")

    def _control(self) -> Iterator[Block]:
        held = self.source.scenario.control if self.source.is_start else self._held_now()
        mine = [self.source.place_title(place) for place, side in held.items() if side == self.side.id]
        if mine:
            yield self._text(
                "You hold" if not self.source.is_start else "You hold at the start",
                "",
                [[Run(", ".join(mine), BODY)]],
                "control",
            )

    def _held_now(self) -> dict[str, str]:
        places = set(self.source.scenario.control)
        return {place: side for place, side in self.source.view.control.items() if place in places}

    def _count(self) -> str:
        groups = [group for group in self.by_place.groups if group.entries]
        units = sum(group.units for group in groups)
        off = [f"{group.units} in the {group.title}" for group in groups if group.units and not group.hexes]
        found = [in_words(units, "unit") + (f", {', '.join(off)}" if off else "")]
        leaders = [entry.name for group in groups for entry in group.entries if entry.kind == "leader"]
        if leaders:
            found.append(", ".join(leaders))
        total, dumps = (
            sum(group.total("supply") for group in groups),
            sum(bool(group.total("supply")) for group in groups),
        )
        if total:
            found.append(f"{total} SP in {in_words(dumps, 'place')}")
        boxes = sum(group.total("box") for group in groups)
        if boxes:
            found.append(in_words(boxes, "box", "boxes"))
        short = [entry.name for group in groups for entry in group.entries if entry.note]
        found.append(f"reduced: {', '.join(short)}" if short else "nothing reduced")
        return "  ·  ".join(found)

    def _pile(self, title: str, entries: Sequence[Entry]) -> Block:
        """A pile as small counters with their names."""
        width = self.area.width
        across = int((width + SMALL_PITCH - SMALL_COUNTER - 4) // SMALL_PITCH)
        pitch = width / across
        marks: list[Mark] = [
            Stroke(0, 0, width, 0, RULE),
            Words(0, 4.4, title, Style(Face.STRONG, 7.8)),
            Words(width, 4.4, in_words(len(entries), "counter"), LABEL, Align.RIGHT),
        ]
        style = Style(Face.TEXT, 4.8)
        row_height = SMALL_COUNTER + 3.6
        for number, entry in enumerate(entries):
            x, y = (number % across) * pitch, 6.2 + (number // across) * row_height
            marks.append(counter_mark(entry, x, y, SMALL_COUNTER))
            name = one_line(self.measure, entry.name, style, pitch - 0.7)
            marks.append(Words(x, y + SMALL_COUNTER + 2.2, name, style))
        rows = -(-len(entries) // across)
        return Block(width, 6.2 + rows * row_height, tuple(marks), title)


@dataclass(frozen=True)
class _Tail:
    """What follows the groups: the count, texts for two columns, piles of counters."""

    count: Block
    texts: Sequence[Block]
    piles: Sequence[Block]


@dataclass
class _Filling:
    """Fills pages: the head and the small map on the first, groups in columns, then the tail."""

    area: Area
    measure: Measure
    title: Title
    insets: Callable[[float, Pair], list[Block]]
    pages: list[list[Placed]] = field(default_factory=lambda: [[]])
    y: float = 0.0

    def fill(self, head: Sequence[Block], groups: Sequence[Block], tail: _Tail) -> list[list[Placed]]:
        """The blocks of each page."""
        self.y = self.area.top
        for block in head:
            self._put(block, 1.0)
        self.y += 0.8
        for block in self.insets(*self._map_heights(groups)):
            self._put(block, 2.0)
        self.y += 1.0
        self._columns(groups, COLUMNS, BLOCK_GAP)
        self._full(tail.count)
        self._columns(tail.texts, 2, SECTION_GAP)
        for block in tail.piles:
            self._full(block)
        return self.pages

    def _put(self, block: Block, gap: float) -> None:
        self.pages[-1].append(Placed(self.area.left, self.y, block))
        self.y += block.height + gap

    def _full(self, block: Block) -> None:
        if self.y + block.height > self.area.bottom + 0.5:
            self._turn()
        self._put(block, SECTION_GAP)

    def _map_heights(self, groups: Sequence[Block]) -> tuple[float, Pair]:
        """Heights of the map, alone or as a pair; it gives way where all groups then fit on a page."""
        free = self.area.bottom - self.y - 11.0

        def fits(room: float) -> bool:
            return in_columns(groups, COLUMNS, room, BLOCK_GAP)[1] == len(groups)

        pair = next((pair for pair in PAIRS if fits(free - sum(pair) - 2.0)), None)
        height = next((height for height in HEIGHTS if fits(free - height)), INSET_HEIGHT)
        return height, pair

    def _columns(self, blocks: Sequence[Block], count: int, gap: float) -> None:
        pitch = (self.area.width + GUTTER) / count
        left = list(blocks)
        while left:
            columns, taken = in_columns(left, count, self.area.bottom - self.y, gap)
            if taken:
                placed, self.y = placed_columns(columns, self.area.left, self.y, pitch, gap)
                self.pages[-1].extend(placed)
                left = left[taken:]
            if left:
                self._turn()
        self.y += SECTION_GAP

    def _turn(self) -> None:
        """Begin the next page."""
        self.pages.append([])
        self.y = self.area.top
        self._put(slim_band(self.measure, self.title, self.area.width), 3.0)


def counter_mark(entry: Entry, x: float, y: float, edge: float) -> CounterMark:
    """The counter of an entry."""
    return CounterMark(x, y, edge, entry.face, entry.piece, entry.art)


def place_count(group: Group) -> str:
    """How many units go to a hex, or what else goes there."""
    if group.units:
        return in_words(group.units, "unit")
    leaders = group.total("leader")
    if leaders:
        return in_words(leaders, "leader")
    kinds = Counter(entry.kind for entry in group.entries)
    if kinds["supply"]:
        return f"{group.total('supply')} SP"
    return in_words(len(group.entries), "piece")


def in_words(number: int, one: str, many: str = "") -> str:
    """A count with its word."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def turns_of(source: PrintSource, version: VersionDef) -> str:
    """The turns of a version and how many they are."""
    first, last = source.scenario.first_turn, version.last_turn
    count = last - first + 1
    return f"turns {first}–{last} ({count})" if count > 1 else f"turn {first}"


def rule_word(rule: str) -> str:
    """A rule number with its word."""
    return f"rule {rule}" if rule else ""
