"""The schedule sheet: turn by turn what comes, goes and is set free, for both sides, with boxes to tick.

A turn is never split over pages. What is variable stands at the end: the charts of the same section of the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.exporting.chart_columns import set_charts
from app.exporting.chart_tables import label_words
from app.exporting.flowing import PageFlow
from app.exporting.headless import ExportError
from app.exporting.paper import Paper
from app.exporting.plan import (
    BLACK,
    Block,
    ExportPlan,
    Face,
    Frame,
    Mark,
    Outline,
    Stroke,
    Style,
    Words,
)
from app.exporting.provenance import chart_reconstructions, fine_print, piece_reconstructions
from app.exporting.setup_content import Entry, piece_entry
from app.exporting.setup_words import VALUES, counter_mark
from app.exporting.sheet_parts import (
    GROUNDS,
    HAIR,
    RULE,
    SMALL,
    Area,
    Foot,
    Title,
    heading,
)
from app.exporting.source import PrintSource
from app.exporting.typesetting import Measure, Run, in_parts, one_line, paragraph, shifted, stacked
from app.theme.tokens import PAPER
from engine.definition.chart import ChartDef
from engine.definition.scenario import ScheduleEntry

EDGE: Final = 8.6
PITCH: Final = 9.2
TURN_COLUMN: Final = 19.0
TICK: Final = 2.4
MOST_HEIGHT: Final = 185.0
"""A turn higher than this is divided."""
MOST_COUNTERS: Final = 48
ARROW: Final = 4.0
STRONG: Final = Style(Face.STRONG, 6.6)
RULE_STYLE: Final = Style(Face.TEXT, 5.6, PAPER.faint)


@dataclass(frozen=True, slots=True)
class Due:
    """One thing due in a turn; ``done`` entries are ticked.

    ``becomes`` holds what takes the place of each counter, in an upgrade.
    """

    entry: ScheduleEntry
    lead: str
    counters: tuple[Entry, ...]
    notes: tuple[str, ...] = ()
    done: bool = False
    becomes: tuple[Entry, ...] = ()


def schedule_plan(source: PrintSource, measure: Measure, paper: Paper) -> ExportPlan:
    """The schedule from the turn of the game on; refuses a module without one."""
    if not source.module.schedule:
        raise ExportError(f"{source.module.title} has no schedule; there is nothing to print")
    area = Area(paper)
    scenario = source.scenario
    last = max(version.last_turn for version in scenario.versions)
    title = Title(
        side="",
        heading=f"{scenario.title}: reinforcements and withdrawals",
        line=f"{source.module.title}, {_numbered(scenario.number)}turns {source.turn}–{last}",
        right=f"From turn {source.turn}",
        right_line=source.module.turn_title(source.turn),
    )
    flow = PageFlow(area, measure, title)
    rows = _Rows(source, measure, area.width)
    flow.full(rows.head(), 0.0)
    for turn in range(source.turn, last + 1):
        for block in rows.turn(turn, last):
            if block.height > flow.room:
                flow.turn()
                flow.full(rows.head(), 0.0)
            flow.full(block, 0.0)
    charts = variable_charts(source)
    if charts:
        flow.y += 4.0
        flow.full(heading("Every turn by roll", area.width, "variable reinforcements and withdrawals"), 1.5)
        set_charts(flow, charts, label_words(source))
    found = [*piece_reconstructions(source), *chart_reconstructions(charts)]
    foot = Foot("Schedule", fine_print(source, found))
    return ExportPlan(
        title=f"{source.module.title}: {scenario.title}, schedule",
        pages=tuple(area.pages(measure, flow.pages, foot, "schedule")),
        subject="Reinforcements, releases, withdrawals and upgrades by turn",
        author=source.module.designer,
        keywords=(source.module.title, scenario.title, "schedule"),
    )


def _numbered(number: str) -> str:
    return f"scenario {number}, " if number else ""


def variable_charts(source: PrintSource) -> list[ChartDef]:
    """Charts of the section of the rules that most of the schedule belongs to."""
    sections = [_section(entry.rule) for entry in source.module.schedule if entry.rule]
    if not sections:
        return []
    main = max(sorted(set(sections)), key=sections.count)
    return [chart for chart in source.module.charts if _section(chart.rule) == main]


def _section(rule: str) -> str:
    return rule.split(".", maxsplit=1)[0].strip()


def due_entries(source: PrintSource, turn: int, side: str) -> Iterator[Due]:
    """What is due for a side in a turn."""
    done = {
        (one.turn, one.side, one.action, frozenset(one.pieces))
        for one in source.view.schedule
        if one.status == "done"
    }
    for entry in source.schedule():
        if entry.turn != turn or entry.side != side:
            continue
        counters, becomes = _counters_of(source, entry)
        notes = [entry.note] if entry.note else []
        notes.extend(_condition(source, entry))
        key = (entry.turn, entry.side, entry.action, frozenset(entry.pieces))
        is_done = not source.is_start and key in done
        lead = lead_of(source, entry)
        most = MOST_COUNTERS // 2 if becomes else MOST_COUNTERS
        yield Due(entry, lead, counters[:most], tuple(notes), is_done, becomes[:most])
        for start in range(most, len(counters), most):
            part = slice(start, start + most)
            yield Due(entry, f"{lead}, continued", counters[part], (), is_done, becomes[part])


def _counters_of(source: PrintSource, entry: ScheduleEntry) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The counters of an entry as they come or go, and what takes the place of each in an upgrade."""

    def made(name: str) -> Entry:
        return piece_entry(source, source.pieces[name], entry.lost.get(name, 0))

    if entry.action != "upgrade":
        return tuple(made(name) for name in entry.pieces if name in source.pieces), ()
    pairs = [(old, new) for old, new in entry.upgrades() if {old, new} <= source.pieces.keys()]
    return tuple(made(old) for old, _ in pairs), tuple(made(new) for _, new in pairs)


def _condition(source: PrintSource, entry: ScheduleEntry) -> Iterator[str]:
    titles = {option.id: option.title for option in source.module.options}
    for condition in entry.when:
        value = condition.value
        word = ("on" if value else "off") if isinstance(value, bool) else value
        yield f"Only with {titles.get(condition.option, condition.option)} {word}."


def lead_of(source: PrintSource, entry: ScheduleEntry) -> str:
    """What happens, in words."""
    where = where_of(source, entry)
    origin = f"the {source.place_title(entry.from_box)}" if entry.from_box else "their box"
    if entry.action == "arrive":
        return f"Arrive {where}".strip()
    if entry.action == "return":
        return f"Return {where}".strip()
    if entry.action == "release":
        return " ".join(part for part in ("Released from", origin, _onward(where)) if part)
    if entry.action == "withdraw":
        return f"Withdraw {where}".strip()
    if entry.action == "upgrade":
        return f"Upgrade; if not in play, arrive {where}" if entry.otherwise == "arrive" else "Upgrade"
    if entry.action == "to-box":
        return f"To the {source.place_title(entry.at or '')}"
    if entry.action == "replacements":
        return f"{entry.count} replacement{'s' if entry.count != 1 else ''} {where}".strip()
    return f"Event {where}".strip()


def where_of(source: PrintSource, entry: ScheduleEntry) -> str:
    """The place of an entry in words; empty where it has none or a note tells."""
    if entry.at:
        is_hex = entry.at in source.board.index
        return f"{'at' if is_hex else 'in the'} {source.place_title(entry.at)}"
    if entry.any_of:
        return "at " + " or ".join(source.place_title(place) for place in entry.any_of)
    if entry.zones:
        return "in " + " or ".join(_lowered(source.zone_title(zone)) for zone in entry.zones)
    if entry.near:
        return f"within {entry.within} of {source.place_title(entry.near)}"
    return f"at a {entry.choice.replace('-', ' ')}" if entry.choice else ""


def _onward(where: str) -> str:
    """The same place as a goal."""
    first, _, rest = where.partition(" ")
    return f"to {rest}" if first in ("in", "at") else where


def _lowered(title: str) -> str:
    """A title inside a sentence; names keep their capital."""
    first, _, rest = title.partition(" ")
    return f"{first.lower()} {rest}" if first in ("Any", "The", "All", "Each") else title


@dataclass
class _Rows:
    """Lays out the rows of the schedule."""

    source: PrintSource
    measure: Measure
    width: float

    def __post_init__(self) -> None:
        self.sides = self.source.sides()
        self.column = (self.width - TURN_COLUMN) / max(1, len(self.sides))

    def head(self) -> Block:
        """The titles of the columns."""
        marks: list[Mark] = [Words(0.5, 3.9, "Turn", Style(Face.STRONG, 7.0))]
        for number, side in enumerate(self.sides):
            x = TURN_COLUMN + number * self.column
            ground, ink = GROUNDS[side.strip]
            gap = 2.0 if number < len(self.sides) - 1 else 0.15
            marks.append(Frame(x, 0.1, self.column - gap, 5.4, ground, BLACK, 0.25))
            marks.append(Words(x + 2.0, 3.9, side.title.upper(), Style(Face.CAPITALS, 7.6, ink, 0.2)))
        return Block(self.width, 6.4, tuple(marks), "columns")

    def turn(self, turn: int, last: int) -> list[Block]:
        """One turn as a block that is not split; one that no page could hold as several."""
        columns = [self._columns(turn, side.id) for side in self.sides]
        count = max((len(parts) for parts in columns), default=1)
        blank = Block(self.column - 2.5, 3.0, ())
        found = []
        for number in range(count):
            parts = [parts[number] if number < len(parts) else blank for parts in columns]
            name = f"turn {turn}" if number == 0 else f"turn {turn}, continued"
            found.append(self._row(turn, last, parts, name))
        return found

    def _row(self, turn: int, last: int, parts: Sequence[Block], name: str) -> Block:
        height = max(7.4, *(block.height + 3.4 for block in parts))
        weight = RULE if turn == self.source.turn else HAIR * 1.6
        marks: list[Mark] = [
            Stroke(0, 0, self.width, 0, weight),
            Words(0.5, 5.4, str(turn), Style(Face.FIGURES, 13.0)),
        ]
        marks.extend(self._date(turn))
        ends = [one.title for one in self.source.scenario.versions if one.last_turn == turn and turn < last]
        if ends:
            words = one_line(self.measure, f"ends {ends[0][:1].lower()}{ends[0][1:]}", RULE_STYLE, 18.0)
            marks.append(Words(0.5, 9.4, words, RULE_STYLE))
            height = max(height, 11.0)
        for number, block in enumerate(parts):
            x = TURN_COLUMN + number * self.column
            marks.extend(shifted(mark, x, 2.0) for mark in block.marks)
        is_first = not name.endswith("continued")
        date = self.source.module.turn_title(turn)
        outline = date if date.startswith("Turn") else f"Turn {turn}, {date}"
        return Block(self.width, height, tuple(marks), name, outline if is_first else "")

    def _date(self, turn: int) -> Iterator[Words]:
        title = self.source.module.turn_title(turn)
        if title == f"Turn {turn}":
            return
        first, _, second = title.rpartition(" ")
        style = Style(Face.TEXT, 5.4)
        for number, part in enumerate(part for part in (first, second) if part):
            yield Words(7.2, 3.3 + number * 2.6, one_line(self.measure, part, style, 11.6), style)

    def _columns(self, turn: int, side: str) -> list[Block]:
        width = self.column - 2.5
        blocks = [self._due(due, width) for due in due_entries(self.source, turn, side)]
        if not blocks:
            return [Block(width, 3.0, (Words(0.2, 2.6, "–", RULE_STYLE),))]
        return [stacked(part, 2.0) for part in in_parts(blocks, MOST_HEIGHT, 2.0)]

    def _due(self, due: Due, width: float) -> Block:
        inner = width - TICK - 1.4
        runs = [Run(due.lead, STRONG)]
        if due.entry.rule:
            runs.append(Run(f"  {due.entry.rule}", RULE_STYLE))
        parts = [paragraph(self.measure, runs, inner)]
        if due.counters:
            draw = self._exchanges(due, inner) if due.becomes else self._counters(due.counters, inner)
            parts.extend((draw, self._names(due, inner)))
        parts.extend(paragraph(self.measure, [Run(note, SMALL)], inner) for note in due.notes)
        text = stacked(parts, 0.6)
        marks: list[Mark] = [Frame(0.15, 0.3, TICK, TICK, "", BLACK, 0.25, 0.4)]
        if due.done:
            marks.append(Outline(((0.6, 1.5), (1.2, 2.2), (2.4, 0.5), (1.2, 1.7)), BLACK, BLACK, 0.25))
        marks.extend(shifted(mark, TICK + 1.4, 0.0) for mark in text.marks)
        return Block(width, text.height, tuple(marks), due.lead)

    def _counters(self, entries: Sequence[Entry], width: float) -> Block:
        across = max(1, int((width + PITCH - EDGE) // PITCH))
        marks = tuple(
            counter_mark(entry, (number % across) * PITCH, (number // across) * PITCH, EDGE)
            for number, entry in enumerate(entries)
        )
        rows = -(-len(entries) // across)
        return Block(width, rows * PITCH, marks)

    def _exchanges(self, due: Due, width: float) -> Block:
        """The counters of an upgrade in pairs, old and new, with an arrow between them."""
        whole = 2 * EDGE + ARROW
        pitch = whole + PITCH - EDGE + 1.6
        across = max(1, int((width + pitch - whole) // pitch))
        marks: list[Mark] = []
        for number, (old, new) in enumerate(zip(due.counters, due.becomes, strict=True)):
            x, y = (number % across) * pitch, (number // across) * PITCH
            marks.append(counter_mark(old, x, y, EDGE))
            marks.append(counter_mark(new, x + EDGE + ARROW, y, EDGE))
            marks.extend(_arrow(x + EDGE, y + EDGE / 2))
        rows = -(-len(due.counters) // across)
        return Block(width, rows * PITCH, tuple(marks))

    def _names(self, due: Due, width: float) -> Block:
        runs: list[Run] = []
        for number, entry in enumerate(due.counters):
            runs.extend(_name(entry))
            if due.becomes:
                runs.append(Run("\u00a0→ ", SMALL, glued=True))
                runs.extend(_name(due.becomes[number]))
            if number < len(due.counters) - 1:
                runs.append(Run("\u00a0· ", SMALL, glued=True))
        return paragraph(self.measure, runs, width)


def _name(entry: Entry) -> Iterator[Run]:
    """A counter by name, with its values if the name does not say them."""
    yield Run(entry.name, SMALL, whole=True)
    if entry.figures and entry.figures not in entry.name:
        yield Run("\u00a0", SMALL, glued=True)
        yield Run(entry.figures, VALUES, glued=True)


def _arrow(x: float, y: float) -> Iterator[Mark]:
    """A short arrow to the right in the room between two counters."""
    tip = x + ARROW - 0.7
    yield Stroke(x + 0.7, y, tip - 1.0, y, 0.4)
    yield Outline(((tip, y), (tip - 1.3, y - 0.9), (tip - 1.3, y + 0.9)), BLACK, BLACK, 0.1)
