"""Setting words: runs of differing lettering broken into lines, paragraphs turned into blocks.

How wide words are only the fonts know; they are asked through `Measure`, so that nothing here needs a
painter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from app.exporting.plan import Block, Mark, Outline, Placed, Stroke, Style, Words

LEADING = 1.32
"""Line distance over the size of the letters."""
CAPITALS = 0.73
"""Height of capitals over the size of the letters."""
BETWEEN = " \u00a0·"
"""What stands between the parts of a list; no line ends with it."""


class Measure(Protocol):
    """Tells how wide words are in millimetres."""

    def width(self, text: str, style: Style) -> float:
        """The advance of a line of text."""
        ...


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one lettering; a ``glued`` run begins on the line of the word before it, a ``whole`` one is
    broken only where it is wider than the line.
    """

    text: str
    style: Style
    glued: bool = False
    whole: bool = False


@dataclass(slots=True)
class _Line:
    """A line being filled."""

    words: list[Words]
    used: float = 0.0


_Atom = list[tuple[str, Style]]
"""What may not be parted: mostly one word, with the blank before it."""


def set_lines(measure: Measure, runs: Sequence[Run], width: float) -> list[list[Words]]:
    """Break runs into lines no wider than ``width``; baselines are 0 and words carry their place in the line.

    A single word wider than the line is broken by letters. A dot between two parts of a list goes where the
    line is broken there.
    """
    lines = [_Line([])]
    for atom in _atoms(runs):
        for part in _fitting(measure, atom, width):
            _put(measure, lines, part, width)
    broken = [*(_unhung(line.words) for line in lines[:-1]), lines[-1].words]
    return [_joined(words) for words in broken]


def _atoms(runs: Sequence[Run]) -> list[_Atom]:
    found: list[_Atom] = []
    for run in runs:
        for number, word in enumerate([run.text] if run.whole else run.text.split(" ")):
            if number == 0 and run.glued and found:
                found[-1].append((word, run.style))
            elif number == 0:
                found.append([(word, run.style)])
            else:
                found.append([(" " + word, run.style)])
    return found


def _fitting(measure: Measure, atom: _Atom, width: float) -> list[_Atom]:
    if sum(measure.width(word, style) for word, style in atom) <= width:
        return [atom]
    if len(atom) > 1:
        return [part for one in atom for part in _fitting(measure, [one], width)]
    word, style = atom[0]
    if len(word) < 2 or measure.width(word.strip(), style) <= width:
        return [atom]
    if " " in word.strip():
        return [part for one in _atoms([Run(word, style)]) for part in _fitting(measure, one, width)]
    half = len(word) // 2
    return [
        *_fitting(measure, [(word[:half], style)], width),
        *_fitting(measure, [(word[half:], style)], width),
    ]


def _put(measure: Measure, lines: list[_Line], atom: _Atom, width: float) -> None:
    line = lines[-1]
    ending = atom[-1][0].rstrip(BETWEEN if len(atom) > 1 else None)
    visible = sum(measure.width(word, style) for word, style in atom[:-1])
    visible += measure.width(ending, atom[-1][1])
    if line.words and line.used + visible > width:
        line = _Line([])
        lines.append(line)
    for word, style in atom:
        text = word if line.words else word.lstrip(BETWEEN if len(lines) > 1 else None)
        if text:
            line.words.append(Words(line.used, 0.0, text, style))
            line.used += measure.width(text, style)


def _unhung(words: list[Words]) -> list[Words]:
    """The words of a line without the dot that hangs at its end."""
    kept = list(words)
    while kept and not kept[-1].text.strip():
        kept.pop()
    while kept and kept[-1].text.rstrip().endswith("·"):
        last = kept.pop()
        rest = last.text.rstrip(BETWEEN)
        if rest:
            kept.append(replace(last, text=rest))
    return kept


def _joined(words: list[Words]) -> list[Words]:
    """Neighbouring words of one lettering as one mark, so that text stays whole in the file."""
    found: list[Words] = []
    for word in words:
        if found and found[-1].style == word.style:
            found[-1] = replace(found[-1], text=found[-1].text + word.text)
        else:
            found.append(word)
    return found


def paragraph(measure: Measure, runs: Sequence[Run], width: float, *, indent: float = 0.0) -> Block:
    """A paragraph as a block; lines after the first stand ``indent`` further in, as all of them do."""
    return _set(set_lines(measure, runs, width - indent), runs, width, indent)


def paragraphs(measure: Measure, runs: Sequence[Run], width: float, room: float) -> list[Block]:
    """A paragraph as one block, or as several where it is higher than the room."""
    lines = set_lines(measure, runs, width)
    most = max(1, int(room // _pitch(runs)))
    return [_set(lines[start : start + most], runs, width, 0.0) for start in range(0, len(lines), most)]


def _size(runs: Sequence[Run]) -> float:
    return max((run.style.height for run in runs), default=2.5)


def _pitch(runs: Sequence[Run]) -> float:
    return _size(runs) * LEADING


def _set(lines: Sequence[Sequence[Words]], runs: Sequence[Run], width: float, indent: float) -> Block:
    size, pitch = _size(runs), _pitch(runs)
    marks: list[Mark] = []
    for number, line in enumerate(lines):
        base = number * pitch + size * 0.96
        marks.extend(replace(word, x=word.x + indent, y=base) for word in line)
    return Block(width, len(lines) * pitch, tuple(marks))


def one_line(measure: Measure, text: str, style: Style, width: float) -> str:
    """The text, shortened with dots where it is too wide."""
    if measure.width(text, style) <= width:
        return text
    if measure.width("…", style) > width:
        return ""
    while text and measure.width(text + "…", style) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def shifted(mark: Mark, dx: float, dy: float) -> Mark:
    """The mark moved."""
    if isinstance(mark, Outline):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    if isinstance(mark, Stroke):
        return replace(mark, x1=mark.x1 + dx, x2=mark.x2 + dx, y1=mark.y1 + dy, y2=mark.y2 + dy)
    return replace(mark, x=mark.x + dx, y=mark.y + dy)


def stacked(blocks: Sequence[Block], gap: float = 0.0, name: str = "") -> Block:
    """Blocks under each other as one that is not split; the first one's line of the outline is its own."""
    marks: list[Mark] = []
    top = width = 0.0
    for number, block in enumerate(blocks):
        top += gap if number else 0.0
        marks.extend(shifted(mark, 0.0, top) for mark in block.marks)
        top += block.height
        width = max(width, block.width)
    first = blocks[0] if blocks else None
    outline, is_head = (first.outline, first.is_head) if first else ("", False)
    return Block(width, top, tuple(marks), name, outline, is_head)


def padded(block: Block, dx: float, dy: float, height: float) -> Block:
    """A block moved inside a room of the given height."""
    marks = tuple(shifted(mark, dx, dy) for mark in block.marks)
    return replace(block, width=block.width + dx, height=height, marks=marks)


def in_columns(blocks: Sequence[Block], count: int, room: float, gap: float) -> tuple[list[list[Block]], int]:
    """As many blocks as fit into columns, filled downwards and as level as can be; how many were taken."""
    taken = len(_filled(blocks, count, room, gap)[1])
    used = list(blocks[:taken])
    heights = sorted({block.height for block in used})
    low, high = (heights[-1] if heights else 0.0), room
    for _ in range(24):
        middle = (low + high) / 2
        if len(_filled(used, count, middle, gap)[1]) == len(used):
            high = middle
        else:
            low = middle
    return _filled(used, count, high + 1e-6, gap)[0], taken


def _filled(
    blocks: Sequence[Block], count: int, room: float, gap: float
) -> tuple[list[list[Block]], list[Block]]:
    columns: list[list[Block]] = [[]]
    used, done = 0.0, []
    for block in blocks:
        needed = block.height + (gap if columns[-1] else 0.0)
        if used + needed > room + 1e-6:
            if len(columns) == count or block.height > room + 1e-6:
                break
            columns.append([])
            used, needed = 0.0, block.height
        columns[-1].append(block)
        used += needed
        done.append(block)
    return columns, done


def placed_columns(
    columns: Sequence[Sequence[Block]], left: float, top: float, pitch: float, gap: float
) -> tuple[list[Placed], float]:
    """Columns set beside each other; the lowest edge reached."""
    found, lowest = [], top
    for number, column in enumerate(columns):
        y = top
        for block in column:
            found.append(Placed(left + number * pitch, y, block))
            y += block.height + gap
        lowest = max(lowest, y - gap if column else y)
    return found, lowest


def in_parts(blocks: Sequence[Block], room: float, gap: float) -> list[list[Block]]:
    """Blocks in runs that fit into a room one by one; a block higher than the room has a run of its own."""
    parts: list[list[Block]] = [[]]
    used = 0.0
    for block in blocks:
        needed = block.height + (gap if parts[-1] else 0.0)
        if parts[-1] and used + needed > room:
            parts.append([])
            used, needed = 0.0, block.height
        parts[-1].append(block)
        used += needed
    return parts
