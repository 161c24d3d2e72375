"""The small map of a set-up sheet: the part of the board that matters, with numbered set-up hexes on it.

The scale weighs size against how many set-up hexes fit; what lies outside is named in the corner. Marks are
white hexes with a black edge, so that they read in grey.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import Final

from app.exporting.plan import (
    BLACK,
    WHITE,
    Align,
    Block,
    BoardMark,
    Face,
    Frame,
    Mark,
    Outline,
    Style,
    Words,
)
from app.exporting.typesetting import Measure, Run, set_lines, shifted
from engine.geometry.board import CompiledBoard
from engine.geometry.hexgrid import Point

LARGEST_HEX: Final = 11.0
SMALLEST_HEX: Final = 5.6
BESIDE: Final = "#f4f1ea"
"""Ground beside maps smaller than their frame."""
_STEPS: Final = 12
SCALE_WORTH: Final = 0.3
"""What the largest scale is worth beside showing all marks."""
TORN_WORTH: Final = 0.06
TORN_REACH: Final = 3.2
_ROOM: Final = 0.75
"""Hex widths kept free around the outermost marks."""
NOTE_STYLE: Final = Style(Face.TEXT, 5.8)


@dataclass(frozen=True, slots=True)
class Spot:
    """A set-up hex: where, what is written in it, and whether its edge is dashed (a free choice).

    ``group`` names the area of a free choice, for hexes that lie off the map.
    """

    hex: int
    number: str
    count: str = ""
    is_free: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Inset:
    """What the small map shows."""

    board: CompiledBoard
    spots: Sequence[Spot]
    others: Sequence[int] = ()
    other_word: str = ""
    elsewhere: frozenset[int] = frozenset()
    """Hexes that another map of the sheet shows."""
    own_legend: str = ""
    other_legend: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a map that is shown, in hex widths, and its scale."""

    sheet: int
    left: float
    top: float
    hex_mm: float
    width: float
    height: float

    def holds(self, x: float, y: float, margin: float = 0.45) -> bool:
        """Whether a hex's middle lies far enough inside."""
        across, down = self.width / self.hex_mm, self.height / self.hex_mm
        return (
            self.left + margin <= x <= self.left + across - margin
            and self.top + margin <= y <= self.top + down - margin
        )


def inset_block(measure: Measure, inset: Inset, width: float, height: float) -> Block | None:
    """The small map as a block; None where nothing is set up in a hex."""
    if not inset.spots:
        return None
    window = best_window(inset, width, height)
    board = inset.board
    marks: list[Mark] = [
        Frame(0, 0, width, height, BESIDE, weight=0.0),
        BoardMark(
            0, 0, width, height, window.sheet, window.left, window.top, window.hex_mm, detail=48.0, quiet=True
        ),
    ]
    taken = {spot.hex for spot in inset.spots}
    for i in inset.others:
        if i not in taken and _is_in(board, i, window):
            marks.extend(_other(inset, i, window))
    inside = [spot for spot in inset.spots if _is_in(board, spot.hex, window)]
    for spot in sorted(inside, key=lambda one: one.is_free, reverse=True):
        marks.extend(_spot(measure, board, spot, window))
    crowd = _crowd(inset, inside, window)
    corners = _Corners(width, height, crowd)
    marks.extend(_legend(measure, inset, corners))
    marks.extend(_outside(measure, outside_labels(inset, inside), corners))
    marks.append(Frame(0, 0, width, height, "", BLACK, 0.35))
    return Block(width, height, tuple(marks), "inset map")


def _crowd(inset: Inset, inside: Sequence[Spot], window: Window) -> list[tuple[Point, int]]:
    """What a note should not cover, on paper, by weight: own hexes, then the others', then named places."""
    board, own = inset.board, {spot.hex for spot in inside}
    found = [(i, 3) for i in own]
    found += [(i, 2) for i in inset.others if i not in own and _is_in(board, i, window)]
    found += [(i, 1) for i in board.places if _is_in(board, i, window)]
    return [(_to_paper(window, *board.center(i)), weight) for i, weight in found]


def _is_in(board: CompiledBoard, i: int, window: Window) -> bool:
    return board.board[i] == window.sheet and window.holds(*board.center(i))


def left_out(inset: Inset, width: float, height: float) -> list[Spot]:
    """The set-up hexes that a map of this size does not show."""
    window = best_window(inset, width, height)
    return [spot for spot in inset.spots if not _is_in(inset.board, spot.hex, window)]


def outside_labels(inset: Inset, inside: Sequence[Spot]) -> list[str]:
    """What lies off the map: hexes by number and name, areas of which no hex is shown by their title."""
    shown = {spot.hex for spot in inside}
    areas = {spot.group for spot in inside if spot.group}
    found: dict[str, None] = {}
    for spot in inset.spots:
        if spot.hex in shown or spot.hex in inset.elsewhere:
            continue
        if not spot.group:
            found[inset.board.label(spot.hex)] = None
        elif spot.group not in areas:
            found[spot.group] = None
    return list(found)


@dataclass
class _Corners:
    """Places notes at the edges of the map where they cover least, in the corners if they can."""

    width: float
    height: float
    crowd: Sequence[tuple[Point, int]]
    used: tuple[float, float, float, float] | None = None

    def take(self, across: float, down: float) -> Point:
        """The corner of the note: upper right, lower left and so on, then places between."""
        right, low = self.width - across - 1.6, self.height - down - 1.6
        places = [(right, 1.6), (1.6, low), (right, low), (1.6, 1.6)]
        places += [(1.6 + (right - 1.6) * share, y) for share in (0.5, 0.25, 0.75) for y in (low, 1.6)]
        free = [place for place in places if not self._taken(place, across, down)] or places
        best = min(free, key=lambda place: self._covered(place, across, down))
        self.used = (*best, across, down)
        return best

    def _taken(self, place: Point, across: float, down: float) -> bool:
        if self.used is None:
            return False
        x, y, wide, high = self.used
        return place[0] < x + wide and x < place[0] + across and place[1] < y + high and y < place[1] + down

    def _covered(self, corner: Point, across: float, down: float) -> int:
        x, y = corner
        near = 3.5
        return sum(
            weight
            for (px, py), weight in self.crowd
            if x - near < px < x + across + near and y - near < py < y + down + near
        )


def best_window(inset: Inset, width: float, height: float) -> Window:
    """The scale that weighs best how many marks are shown against how large, and where the window lies."""
    board = inset.board
    sheets = [board.board[spot.hex] for spot in inset.spots]
    sheet = max(set(sheets), key=sheets.count)
    points = [board.center(spot.hex) for spot in inset.spots if board.board[spot.hex] == sheet]
    best, highest = Window(sheet, 0, 0, SMALLEST_HEX, width, height), -1.0
    for step in range(_STEPS + 1):
        hex_mm = LARGEST_HEX - (LARGEST_HEX - SMALLEST_HEX) * step / _STEPS
        window, count = _fitted(board, points, Window(sheet, 0, 0, hex_mm, width, height))
        worth = count / len(points) + SCALE_WORTH * hex_mm / LARGEST_HEX
        worth -= TORN_WORTH * _torn(points, window)
        if worth > highest + 1e-9:
            best, highest = window, worth
    return best


def _torn(points: Sequence[Point], window: Window) -> int:
    """How many hexes are left out though neighbours of theirs are shown: a front cut in two."""
    shown = [point for point in points if window.holds(*point)]
    left = [point for point in points if not window.holds(*point)]
    return sum(any(dist(one, other) < TORN_REACH for other in shown) for one in left)


def _fitted(
    board: CompiledBoard, points: Sequence[tuple[float, float]], window: Window
) -> tuple[Window, int]:
    """The window moved to where it holds most points, then centred on those."""
    across, down = window.width / window.hex_mm, window.height / window.hex_mm
    best, most = window, 0
    for left in sorted({x - _ROOM for x, _ in points}):
        for top in sorted({y - _ROOM for _, y in points}):
            moved = Window(window.sheet, left, top, window.hex_mm, window.width, window.height)
            held = [point for point in points if moved.holds(*point)]
            if len(held) > most:
                xs, ys = [x for x, _ in held], [y for _, y in held]
                centered = Window(
                    window.sheet,
                    _clamped((min(xs) + max(xs) - across) / 2, across, board.size(window.sheet)[0]),
                    _clamped((min(ys) + max(ys) - down) / 2, down, board.size(window.sheet)[1]),
                    window.hex_mm,
                    window.width,
                    window.height,
                )
                best, most = centered, sum(centered.holds(*point) for point in points)
    return best, most


def _clamped(start: float, length: float, whole: float) -> float:
    if length >= whole:
        return (whole - length) / 2
    return min(max(start, 0.0), whole - length)


def _to_paper(window: Window, x: float, y: float) -> tuple[float, float]:
    return (x - window.left) * window.hex_mm, (y - window.top) * window.hex_mm


def _hexagon(board: CompiledBoard, i: int, window: Window, share: float) -> tuple[tuple[float, float], ...]:
    cx, cy = board.center(i)
    return tuple(_to_paper(window, cx + (x - cx) * share, cy + (y - cy) * share) for x, y in board.corners(i))


def _spot(measure: Measure, board: CompiledBoard, spot: Spot, window: Window) -> Iterator[Mark]:
    points = _hexagon(board, spot.hex, window, 0.94)
    strength = 0.55 if spot.is_free and not spot.count else 0.93
    yield Outline(points, WHITE, BLACK, 0.45, dashed=spot.is_free, strength=strength)
    x, y = _to_paper(window, *board.center(spot.hex))
    size = min(8.2, window.hex_mm * 0.92)
    style = Style(Face.FIGURES, size)
    if measure.width(spot.number, style) > window.hex_mm * 0.86:
        style = Style(Face.FIGURES, size * window.hex_mm * 0.86 / measure.width(spot.number, style))
    lower = 0.02 if spot.count else 0.12
    yield Words(x, y + window.hex_mm * lower, spot.number, style, Align.CENTER)
    if spot.count:
        count = Style(Face.LABEL, min(5.8, window.hex_mm * 0.64))
        yield Words(x, y + window.hex_mm * 0.28, spot.count, count, Align.CENTER)


def _other(inset: Inset, i: int, window: Window) -> Iterator[Mark]:
    x, y = _to_paper(window, *inset.board.center(i))
    reach = window.hex_mm * 0.27
    points = tuple(
        (x + reach * dx, y + reach * dy)
        for dx, dy in (
            (1, 0),
            (0.707, 0.707),
            (0, 1),
            (-0.707, 0.707),
            (-1, 0),
            (-0.707, -0.707),
            (0, -1),
            (0.707, -0.707),
        )
    )
    yield Outline(points, WHITE, "#333333", 0.2, dashed=True, strength=0.72)
    style = Style(Face.LABEL, min(5.4, window.hex_mm * 0.55))
    yield Words(x, y + style.height * 0.36, inset.other_word, style, Align.CENTER)


def _legend(measure: Measure, inset: Inset, corners: _Corners) -> Iterator[Mark]:
    lines = [line for line in (inset.own_legend, inset.other_legend if inset.others else "") if line]
    if not lines:
        return
    across = max(measure.width(line, NOTE_STYLE) for line in lines) + 7.5
    height = 3.6 * len(lines) + 1.2
    left, top = corners.take(across, height)
    yield Frame(left, top, across, height, WHITE, BLACK, 0.15, 0.6)
    for number, line in enumerate(lines):
        y = top + 3.0 + number * 3.6
        if number == 0:
            yield Frame(left + 1.6, y - 1.9, 3.0, 2.2, WHITE, BLACK, 0.4)
        else:
            yield Frame(left + 1.7, y - 1.9, 2.8, 2.2, WHITE, "#333333", 0.2, 1.0, dashed=True)
        yield Words(left + 6.0, y, line, NOTE_STYLE)


def _outside(measure: Measure, labels: Sequence[str], corners: _Corners) -> Iterator[Mark]:
    if not labels:
        return
    runs = [Run("Off this map: ", Style(Face.STRONG, 5.8)), Run(", ".join(labels), NOTE_STYLE)]
    lines = set_lines(measure, runs, corners.width * 0.42)
    across = max(max(word.x + measure.width(word.text, word.style) for word in line) for line in lines) + 3.2
    tall = 2.9 * len(lines) + 1.6
    left, top = corners.take(across, tall)
    yield Frame(left, top, across, tall, WHITE, BLACK, 0.15, 0.6)
    for number, line in enumerate(lines):
        for word in line:
            yield shifted(word, left + 1.6, top + 2.9 + number * 2.9)
