"""The groups of a set-up sheet: what goes to one place, drawn and named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.exporting.plan import BLACK, Block, Face, Frame, Mark, Stroke, Style, Words
from app.exporting.setup_content import Entry, Group
from app.exporting.setup_words import VALUES, counter_mark
from app.exporting.sheet_parts import RULE, SMALL, SMALL_STRONG
from app.exporting.typesetting import Measure, Run, in_parts, one_line, paragraph, shifted, stacked

COUNTER: Final = 10.4
PITCH: Final = 11.1
TICK: Final = 2.6
COLUMNS: Final = 3
MOST_IN_COLUMN: Final = 20
"""A group of more goes over the whole width."""
IN_CELL: Final = 10
CELL_GAP: Final = 1.4
SUBTITLE: Final = Style(Face.ITALIC, 8.4, "#333333")
GROUP_TITLE: Final = Style(Face.STRONG, 8.6)


@dataclass(frozen=True)
class GroupMaker:
    """Makes the groups of one side, each as wide as a column; large ones go over the whole width of the page.

    ``room`` is the height of a page: only a group that is higher is divided.
    """

    measure: Measure
    width: float
    full: float
    room: float

    def blocks(self, group: Group) -> list[Block]:
        """The group as a block, or as several where no page could hold it."""
        if len(group.entries) <= MOST_IN_COLUMN:
            return [self.block(group)]
        rows = self._cell_rows(group)
        head = self._head(group, self.full)
        note = self._note(group, self.full)
        room = self.room - stacked([*head, *note], CELL_GAP).height - 2 * CELL_GAP
        parts = in_parts(rows, room, CELL_GAP)
        found = []
        for number, part in enumerate(parts, 1):
            if number > 1:
                title = f"{group.title}, continued ({number} of {len(parts)})"
                head = self._head(replace(group, title=title, subtitle="", text=""), self.full)
            last = note if number == len(parts) else []
            found.append(stacked([*head, stacked(part, CELL_GAP), *last], name=group.title))
        return found

    def _cell_rows(self, group: Group) -> list[Block]:
        """The counters of a large group in small runs, each above its names, three beside each other."""
        entries = group.entries
        cells = [
            stacked([self._row(part), self._names(replace(group, entries=part))])
            for part in (entries[start : start + IN_CELL] for start in range(0, len(entries), IN_CELL))
        ]
        pitch = self.width + (self.full - COLUMNS * self.width) / (COLUMNS - 1)
        found = []
        for start in range(0, len(cells), COLUMNS):
            row = cells[start : start + COLUMNS]
            marks = [
                shifted(mark, number * pitch, 0.0) for number, cell in enumerate(row) for mark in cell.marks
            ]
            found.append(Block(self.full, max(cell.height for cell in row), tuple(marks)))
        return found

    def block(self, group: Group) -> Block:
        """A tick box, the place, its counters and their names."""
        parts = self._head(group, self.width)
        if group.entries:
            parts.append(self._row(group.entries))
            parts.append(self._names(group))
        return stacked([*parts, *self._note(group, self.width)], name=group.title)

    def _head(self, group: Group, width: float) -> list[Block]:
        """The tick box and the place, and what is said of a free choice."""
        tick: list[Mark] = [Stroke(0, 0, width, 0, RULE)]
        if group.entries:
            tick.append(Frame(0.15, 2.0, TICK, TICK, "", BLACK, 0.28, 0.5))
        left = TICK + 1.8 if group.entries else 0.0
        title = one_line(self.measure, group.heading, GROUP_TITLE, width - left)
        tick.append(Words(left, 4.5, title, GROUP_TITLE))
        used = left + self.measure.width(title, GROUP_TITLE) + 2.0
        room = width - used
        if group.subtitle and room > 8:
            tick.append(Words(used, 4.5, one_line(self.measure, group.subtitle, SUBTITLE, room), SUBTITLE))
        parts = [Block(width, 6.0, tuple(tick))]
        if group.text:
            parts.append(paragraph(self.measure, [Run(group.text, SMALL)], width))
            parts.append(Block(width, 0.8, ()))
        return parts

    def _note(self, group: Group, width: float) -> list[Block]:
        return [paragraph(self.measure, [Run(group.note, SMALL)], width)] if group.note else []

    def _row(self, entries: Sequence[Entry]) -> Block:
        across = max(1, int((self.width + PITCH - COUNTER) // PITCH))
        marks = tuple(
            counter_mark(entry, (number % across) * PITCH, (number // across) * PITCH, COUNTER)
            for number, entry in enumerate(entries)
        )
        rows = -(-len(entries) // across)
        return Block(self.width, rows * PITCH + 0.2, marks)

    def _names(self, group: Group) -> Block:
        runs: list[Run] = []
        last = len(group.entries) - 1
        for number, entry in enumerate(group.entries):
            style = SMALL_STRONG if entry.note else SMALL
            runs.append(Run(entry.name, style, whole=True))
            if entry.figures and entry.figures not in entry.name:
                runs.append(Run("\u00a0", style, glued=True))
                runs.append(Run(entry.figures, VALUES, glued=True))
            if entry.note:
                runs.append(Run(f", {entry.note}", style, glued=True, whole=True))
            if entry.place:
                runs.append(Run(f" → {entry.place}", SMALL, glued=True, whole=True))
            if number < last:
                runs.append(Run("\u00a0· ", SMALL, glued=True))
        return paragraph(self.measure, runs, self.width)
