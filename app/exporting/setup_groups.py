"""The groups of a set-up sheet: what goes to one place, drawn and named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.exporting.plan import BLACK, Block, Face, Frame, Mark, Stroke, Style, Words
from app.exporting.setup_content import Entry, Group
from app.exporting.setup_words import VALUES, counter_mark
from app.exporting.sheet_parts import RULE, SMALL, SMALL_STRONG
from app.exporting.typesetting import Measure, Run, one_line, paragraph, stacked

COUNTER: Final = 10.4
PITCH: Final = 11.1
TICK: Final = 2.6
MOST_COUNTERS: Final = 30
"""A group of more is divided."""
SUBTITLE: Final = Style(Face.ITALIC, 8.4, "#333333")
GROUP_TITLE: Final = Style(Face.STRONG, 8.6)


@dataclass(frozen=True)
class GroupMaker:
    """Makes the groups of one side, each as wide as a column."""

    measure: Measure
    width: float

    def blocks(self, group: Group) -> list[Block]:
        """The group as a block, or as several where it has more counters than a page could hold."""
        parts = [
            replace(group, entries=group.entries[start : start + MOST_COUNTERS])
            for start in range(0, len(group.entries), MOST_COUNTERS)
        ]
        if len(parts) < 2:
            return [self.block(group)]
        last = len(parts)
        return [
            self.block(replace(part, title=f"{group.title} ({number} of {last})", subtitle=""))
            for number, part in enumerate(parts, 1)
        ]

    def block(self, group: Group) -> Block:
        """A tick box, the place, its counters and their names."""
        width = self.width
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
        return paragraph(self.measure, runs, self.width)
