"""Parts all printed sheets share: title band, row of facts, headings, foot with the ruler.

The band says whose sheet it is by form as well as by colour (dark filled, or pale with a frame), so that it
survives a black and white printer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.exporting.paper import MARGIN, Paper
from app.exporting.plan import (
    BLACK,
    WHITE,
    Align,
    Block,
    Face,
    Frame,
    Mark,
    Page,
    Placed,
    Stroke,
    Style,
    Words,
)
from app.exporting.typesetting import Measure, Run, one_line, paragraph, set_lines, shifted
from app.theme.tokens import PAPER

FAINT: Final = PAPER.faint
HAIR: Final = 0.15
RULE: Final = 0.35
BAR_MM: Final = 100.0
BODY: Final = Style(Face.TEXT, 7.0)
BODY_STRONG: Final = Style(Face.STRONG, 7.0)
SMALL: Final = Style(Face.TEXT, 5.9)
SMALL_STRONG: Final = Style(Face.STRONG, 5.9)
FINE_PRINT: Final = Style(Face.TEXT, 5.2, FAINT)
LABEL: Final = Style(Face.TEXT, 6.0, FAINT)
BAND_HEIGHT: Final = 13.0
SLIM_HEIGHT: Final = 7.4
FOOT_HEIGHT: Final = 9.0

GROUNDS: Final = {"dark": ("#23262b", WHITE), "light": ("#f1e6cc", BLACK), "": (WHITE, BLACK)}


@dataclass(frozen=True, slots=True)
class Title:
    """What the band of a sheet says; ``form`` is the strip of the side, empty for both sides."""

    side: str
    heading: str
    line: str
    right: str = ""
    right_line: str = ""
    form: str = ""


def band(measure: Measure, title: Title, width: float) -> Block:
    """The title band of a first page."""
    ground, ink = GROUNDS[title.form]
    weight = 0.5 if title.form != "dark" else 0.0
    inset = weight / 2
    marks: list[Mark] = [
        Frame(inset, inset, width - weight, BAND_HEIGHT - weight, ground, BLACK, weight),
    ]
    left = 4.0
    if title.side:
        style = Style(Face.CAPITALS, 17.0, ink, 0.5)
        name = title.side.upper()
        marks.append(Words(left, 8.8, name, style))
        left += measure.width(name, style) + 7.0
    right_room = max(
        measure.width(title.right, Style(Face.STRONG, 11.0)), measure.width(title.right_line, BODY)
    )
    room = width - left - right_room - 8.0
    heading = Style(Face.TITLE, 14.0, ink)
    marks.append(Words(left, 6.3, one_line(measure, title.heading, heading, room), heading))
    line = replace(BODY, ink=ink)
    marks.append(Words(left, 10.6, one_line(measure, title.line, line, room), line))
    if title.right:
        marks.append(Words(width - 4, 6.3, title.right, Style(Face.STRONG, 11.0, ink), Align.RIGHT))
    if title.right_line:
        marks.append(Words(width - 4, 10.6, title.right_line, line, Align.RIGHT))
    outline = f"{title.side}: {title.heading}" if title.side else title.heading
    return Block(width, BAND_HEIGHT, tuple(marks), "band", outline, is_head=True)


def slim_band(measure: Measure, title: Title, width: float) -> Block:
    """The title of a page that goes on."""
    ground, ink = GROUNDS[title.form]
    weight = 0.4 if title.form != "dark" else 0.0
    inset = weight / 2
    marks: list[Mark] = [Frame(inset, inset, width - weight, SLIM_HEIGHT - weight, ground, BLACK, weight)]
    left = 3.0
    if title.side:
        style = Style(Face.CAPITALS, 9.5, ink, 0.3)
        marks.append(Words(left, 5.1, title.side.upper(), style))
        left += measure.width(title.side.upper(), style) + 5.0
    style = Style(Face.TITLE, 10.5, ink)
    line = replace(BODY, ink=ink)
    right = f"{title.right}, {title.right_line}".strip(", ")
    room = width - left - measure.width(right, line) - 6.0
    heading = one_line(measure, title.heading, style, room)
    marks.append(Words(left, 5.1, heading, style))
    used = measure.width(heading, style) + 3.0
    left, room = left + used, room - used
    marks.append(Words(left, 5.1, one_line(measure, title.line, line, room), line))
    marks.append(Words(width - 3, 5.1, right, line, Align.RIGHT))
    return Block(width, SLIM_HEIGHT, tuple(marks), "band")


def facts(measure: Measure, pairs: Sequence[tuple[str, str]], width: float) -> Block:
    """A row of short facts, each a label over a value, as wide as their words want."""
    strong = Style(Face.STRONG, 7.4)
    needs = [max(measure.width(name, LABEL), measure.width(value, strong)) + 4.0 for name, value in pairs]
    spare = max(0.0, width - sum(needs)) / max(1, len(needs))
    squeeze = min(1.0, width / max(1e-6, sum(needs)))
    marks: list[Mark] = []
    x = 0.0
    for number, ((name, value), need) in enumerate(zip(pairs, needs, strict=True)):
        if number:
            marks.append(Stroke(x, 1.2, x, 8.2, HAIR, PAPER.line))
        inset = 0.8 if number == 0 else 2.0
        room = need * squeeze + spare - inset - 0.5
        marks.append(Words(x + inset, 3.4, one_line(measure, name, LABEL, room), LABEL))
        marks.append(Words(x + inset, 7.2, one_line(measure, value, strong, room), strong))
        x += need * squeeze + spare
    return Block(width, 9.4, tuple(marks), "facts")


def heading(text: str, width: float, note: str = "") -> Block:
    """A section heading under a rule."""
    marks: list[Mark] = [
        Stroke(0, 0, width, 0, RULE),
        Words(0, 4.4, text, Style(Face.STRONG, 8.2)),
    ]
    if note:
        marks.append(Words(width, 4.4, note, LABEL, Align.RIGHT))
    return Block(width, 6.0, tuple(marks), "heading", text)


def boxed(measure: Measure, label: str, runs: Sequence[Run], width: float) -> Block:
    """A framed line with a bold label, broken where it is long."""
    style = Style(Face.STRONG, 7.4)
    left = measure.width(label, style) + 7.0
    text = paragraph(measure, runs, width - left - 3.0)
    height = text.height + 3.6
    marks: list[Mark] = [
        Frame(0.15, 0.15, width - 0.3, height - 0.3, "", BLACK, 0.3, 0.8),
        Words(2.6, 4.3, label, style),
    ]
    marks.extend(shifted(mark, left, 1.8) for mark in text.marks)
    return Block(width, height, tuple(marks), "count")


def ruler() -> list[Mark]:
    """The bar of 100 mm by which people check their printer, its left end at the origin."""
    marks: list[Mark] = [Stroke(0, 0, BAR_MM, 0, 0.3)]
    for step in range(11):
        reach = 1.4 if step in (0, 5, 10) else 0.7
        marks.append(Stroke(step * 10.0, -reach, step * 10.0, reach, 0.2))
    return marks


@dataclass(frozen=True, slots=True)
class Foot:
    """What the foot of every page of a sheet says."""

    sheet: str
    sources: str
    has_bar: bool = True


def foot_block(measure: Measure, foot: Foot, page: int, pages: int, width: float) -> Block:
    """The ruler of 100 mm, the page count, and where the values come from."""
    marks: list[Mark] = []
    if foot.has_bar:
        marks.extend(shifted(mark, 0.0, 1.4) for mark in ruler())
        marks.append(Words(BAR_MM + 2.0, 2.3, "100 mm: print at 100 %", LABEL))
    counted = f"{foot.sheet}, page {page} of {pages}"
    marks.append(Words(width, 2.3, counted, Style(Face.STRONG, 6.4), Align.RIGHT))
    lines = set_lines(measure, [Run(foot.sources, FINE_PRINT)], width)[:3] if foot.sources else []
    for number, line in enumerate(lines):
        base = 5.7 + number * 2.3
        marks.extend(replace(words, y=base) for words in line)
    return Block(width, FOOT_HEIGHT, tuple(marks), "foot")


@dataclass(frozen=True, slots=True)
class Area:
    """The part of the paper that is written on."""

    paper: Paper

    @property
    def left(self) -> float:
        """Left margin."""
        return MARGIN

    @property
    def top(self) -> float:
        """Upper margin."""
        return MARGIN - 2.0

    @property
    def width(self) -> float:
        """Between the margins."""
        return self.paper.width - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Where the foot begins."""
        return self.paper.height - MARGIN - FOOT_HEIGHT + 2.0

    @property
    def page_room(self) -> float:
        """The height of what a page that goes on can hold under its band."""
        return self.bottom - self.top - SLIM_HEIGHT - 3.0

    def pages(
        self, measure: Measure, contents: Sequence[Sequence[Placed]], foot: Foot, names: str
    ) -> list[Page]:
        """Pages with their feet, counted."""
        found = []
        for number, placed in enumerate(contents, 1):
            block = foot_block(measure, foot, number, len(contents), self.width)
            last = Placed(self.left, self.bottom + 1.5, block)
            name = f"{names}, page {number}"
            found.append(Page(self.paper.width, self.paper.height, (*placed, last), name))
        return found
