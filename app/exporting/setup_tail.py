"""What stands below the groups of a set-up sheet: the count to check, rules, victory, piles of counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.exporting.plan import Align, Block, Face, Mark, Stroke, Style, Words
from app.exporting.setup_content import Entry, SideContent
from app.exporting.setup_filling import GUTTER, Tail
from app.exporting.setup_words import counter_mark, in_words, rule_word, turns_of
from app.exporting.sheet_parts import BODY, BODY_STRONG, LABEL, RULE, Area, boxed
from app.exporting.source import PrintSource
from app.exporting.typesetting import Measure, Run, in_parts, one_line, paragraphs, stacked
from engine.victory.words import version_lines

MOST_HEIGHT: Final = 150.0
"""Texts longer than this go on in another block."""
MOST_NAMED: Final = 14
PILE_HEAD: Final = 6.2


@dataclass(frozen=True, slots=True)
class PileSize:
    """How large the counters of a pile are, how far apart, the room of a line of names, and its letters."""

    counter: float
    pitch: float
    line: float
    letters: float


LARGE: Final = PileSize(10.0, 18.6, 4.4, 5.8)
SMALL_SIZE: Final = PileSize(7.6, 15.4, 3.6, 4.8)
MOST_LARGE: Final = 80
"""More counters than this in all piles are drawn small."""


@dataclass(frozen=True)
class TailMaker:
    """Makes the tail of one side's sheet; ``by_place`` is its content grouped by place, ``area`` the page."""

    source: PrintSource
    measure: Measure
    content: SideContent
    by_place: SideContent
    area: Area

    @property
    def width(self) -> float:
        """Between the margins."""
        return self.area.width

    @property
    def room(self) -> float:
        """The height of a page."""
        return self.area.page_room

    def make(self) -> Tail:
        """The count, the texts, the piles."""
        count = boxed(self.measure, "Count when done", [Run(self._count(), BODY)], self.width)
        texts = [*self._rules(), *self._options(), *self._victory(), *self._control()]
        content = self.content
        sheet = ", see the schedule sheet" if self.source.module.schedule else ""
        named = (
            ("Dead or withdrawn: put these on the dead pile", content.dead),
            ("Not in this game: leave these in the box", content.gone),
            (f"They come later: keep them ready{sheet}", content.later),
        )
        size = LARGE if sum(len(entries) for _, entries in named) <= MOST_LARGE else SMALL_SIZE
        piles = [block for title, entries in named for block in self._piles(title, entries, size)]
        return Tail(count, texts, piles)

    @property
    def _half(self) -> float:
        return (self.width - GUTTER) / 2

    def _texts(self, title: str, note: str, runs: Sequence[Sequence[Run]], name: str) -> Iterator[Block]:
        """A heading with paragraphs; very long ones go on in further blocks."""
        lines = [part for one in runs for part in paragraphs(self.measure, one, self._half, MOST_HEIGHT)]
        for number, part in enumerate(in_parts(lines, MOST_HEIGHT, 0.5)):
            if number:
                title, note = title.removesuffix(", continued") + ", continued", ""
            yield stacked([self._head(title, note), *part], 0.5, name)

    def _head(self, title: str, note: str) -> Block:
        head: list[Mark] = [
            Stroke(0, 0, self._half, 0, RULE),
            Words(0, 4.4, title, Style(Face.STRONG, 7.8)),
        ]
        if note:
            head.append(Words(self._half, 4.4, note, LABEL, Align.RIGHT))
        return Block(self._half, 5.9, tuple(head), outline=title)

    def _rules(self) -> Iterator[Block]:
        scenario = self.source.scenario
        notes = [*scenario.notes, *([self.content.note] if self.content.note else [])]
        if notes:
            runs = [[Run("– ", BODY), Run(note, BODY)] for note in notes]
            yield from self._texts("Special rules", rule_word(scenario.rule), runs, "special rules")

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
            yield from self._texts("Options in this game", "", runs, "options")

    def _victory(self) -> Iterator[Block]:
        for version in self.source.scenario.versions:
            runs = []
            for line in version_lines(self.source.module, version):
                rule = f" ({line.rule})" if line.rule else ""
                end = " Ends the game at once." if line.sudden else ""
                runs.append([Run(f"{line.who}: ", BODY_STRONG), Run(f"{line.text}{end}{rule}", BODY)])
            if version.note:
                runs.append([Run(version.note, BODY)])
            if not runs:
                continue
            title = f"Victory, {version.title[:1].lower()}{version.title[1:]}"
            yield from self._texts(title, turns_of(self.source, version), runs, f"victory {version.id}")

    def _control(self) -> Iterator[Block]:
        held = self.source.scenario.control if self.source.is_start else self._held_now()
        mine = [
            self.source.place_title(place) for place, side in held.items() if side == self.content.side.id
        ]
        if mine:
            yield from self._texts(
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
        more = f" and {len(short) - MOST_NAMED} more" if len(short) > MOST_NAMED else ""
        found.append(f"reduced: {', '.join(short[:MOST_NAMED])}{more}" if short else "nothing reduced")
        return "  ·  ".join(found)

    def _piles(self, title: str, entries: Sequence[Entry], size: PileSize) -> Iterator[Block]:
        across = int((self.width + size.pitch - size.counter - 4) // size.pitch)
        most = across * int((self.room - PILE_HEAD) // (size.counter + size.line))
        parts = [entries[start : start + most] for start in range(0, len(entries), most)]
        for number, part in enumerate(parts, 1):
            more = f", continued ({number} of {len(parts)})" if number > 1 else ""
            yield self._pile(title + more, part, size)

    def _pile(self, title: str, entries: Sequence[Entry], size: PileSize) -> Block:
        """A pile as counters with their names."""
        width = self.width
        across = int((width + size.pitch - size.counter - 4) // size.pitch)
        pitch = width / across
        marks: list[Mark] = [
            Stroke(0, 0, width, 0, RULE),
            Words(0, 4.4, title, Style(Face.STRONG, 7.8)),
            Words(width, 4.4, in_words(len(entries), "counter"), LABEL, Align.RIGHT),
        ]
        style = Style(Face.TEXT, size.letters)
        row_height = size.counter + size.line
        for number, entry in enumerate(entries):
            x, y = (number % across) * pitch, PILE_HEAD + (number // across) * row_height
            marks.append(counter_mark(entry, x, y, size.counter))
            name = one_line(self.measure, entry.name, style, pitch - 0.7)
            marks.append(Words(x, y + size.counter + size.letters * 0.46, name, style))
        rows = -(-len(entries) // across)
        return Block(width, PILE_HEAD + rows * row_height, tuple(marks), title, title)
