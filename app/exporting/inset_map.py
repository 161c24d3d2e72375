"""The small map of a set-up sheet: the part of the board that matters, with numbered set-up hexes on it.

The scale weighs size against how many set-up hexes fit; what lies outside is named in the corner. Marks are
white hexes with a black edge, so that they read in grey.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist
from typing import Final

from app.exporting.inset_areas import AreaPaper, FreeArea, area_border, area_label
from app.exporting.inset_notes import Corners, legend_note, outside_note
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
from app.exporting.typesetting import Measure
from engine.geometry.board import CompiledBoard
from engine.geometry.hexgrid import Point

LARGEST_HEX: Final = 11.0
SMALLEST_HEX: Final = 5.6
BESIDE: Final = "#f4f1ea"
"""Ground beside maps smaller than their frame."""
READABLE_HEX: Final = 8.6
"""Marks that stand alone are drawn as large as this where their hexes are smaller."""
CROWDED_HEX: Final = 7.0
CROWDED_WORTH: Final = 0.25
"""What it costs to draw neighboring marks smaller than that."""
SHARE: Final = 0.94
HALF_ACROSS: Final = 0.56
HALF_DOWN: Final = 0.49
"""So far reach marks from their middles, in hex widths: to the corners and to the flat sides."""
OWN_WEIGHT: Final = 12
"""How much worse it is for a note to cover a set-up hex than the name of a place."""
MOST_WEIGHED: Final = 40
AROUND: Final = 4.0
"""So far beyond the map names are kept from reaching out of it, in hex widths."""
Box = tuple[float, float, float, float]
_STEPS: Final = 12
SCALE_WORTH: Final = 0.3
"""What the largest scale is worth beside showing all marks."""
TORN_WORTH: Final = 0.15
TORN_REACH: Final = 3.2
ZONE_WORTH: Final = 0.25
"""What it costs to leave out an area of free choice within ``ZONE_REACH`` of the marks."""
ZONE_REACH: Final = 6.0
_ROOM: Final = 0.75
"""Hex widths kept free around the outermost marks."""


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
    free_legend: str = ""
    """What the first line adds where a free choice is shown, here or elsewhere on the sheet."""
    other_legend: str = ""
    areas: Sequence[FreeArea] = ()

    @property
    def marked(self) -> list[int]:
        """The hexes the map is to show: those that are numbered, else some of each area."""
        if self.spots:
            return [spot.hex for spot in self.spots]
        hexes = [sorted(area.hexes) for area in self.areas]
        return [i for found in hexes for i in found[:: 1 + len(found) // MOST_WEIGHED]]


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a map that is shown, in hex widths, and its scale."""

    sheet: int
    left: float
    top: float
    hex_mm: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a hex lies inside with its mark, which the frame is not to cut through."""
        across, down = self.width / self.hex_mm, self.height / self.hex_mm
        return (
            self.left + HALF_ACROSS <= x <= self.left + across - HALF_ACROSS
            and self.top + HALF_DOWN <= y <= self.top + down - HALF_DOWN
        )


def inset_block(measure: Measure, inset: Inset, width: float, height: float) -> Block | None:
    """The small map as a block; None where nothing is set up in a hex."""
    if not inset.marked:
        return None
    window = best_window(inset, width, height)
    board = inset.board
    marks: list[Mark] = []
    paper = _area_paper(board, window)
    for area in inset.areas:
        marks.extend(area_border(paper, area))
    taken = {spot.hex for spot in inset.spots}
    for i in inset.others:
        if i not in taken and _is_in(board, i, window):
            marks.extend(_other(inset, i, window))
    inside = [spot for spot in inset.spots if _is_in(board, spot.hex, window)]
    for spot in sorted(inside, key=lambda one: one.is_free, reverse=True):
        marks.extend(_spot(measure, board, spot, window, _growth(inset, spot, window)))
    crowd = _crowd(inset, inside, window)
    marks.extend(_labels(measure, inset, window, crowd))
    corners = Corners(width, height, crowd, max(4.6, 0.6 * window.hex_mm))
    has_others = any(_is_in(board, i, window) for i in inset.others if i not in taken)
    dashed = any(one.is_free and (one in inside or one.hex in inset.elsewhere) for one in inset.spots)
    own = inset.own_legend + (inset.free_legend if dashed else "")
    legend = [own, inset.other_legend if has_others else ""]
    marks.extend(legend_note(measure, [line for line in legend if line], corners))
    marks.extend(outside_note(measure, outside_labels(inset, inside, window), corners))
    below = (
        Frame(0, 0, width, height, BESIDE, weight=0.0),
        BoardMark(
            0, 0, width, height, window.sheet, window.left, window.top, window.hex_mm,
            detail=48.0, quiet=True, covered=tuple(_covered(marks, window)),
        ),
    )  # fmt: skip
    frame = Frame(0, 0, width, height, "", BLACK, 0.35)
    return Block(width, height, (*below, *marks, frame), "inset map")


def _covered(marks: Sequence[Mark], window: Window) -> Iterator[Box]:
    """What the marks on the map hide, in hex widths, and what lies around it."""
    across, down = window.width / window.hex_mm, window.height / window.hex_mm
    for left in (window.left - AROUND, window.left + across):
        yield left, window.top - AROUND, AROUND, down + 2 * AROUND
    for top in (window.top - AROUND, window.top + down):
        yield window.left, top, across, AROUND
    for mark in marks:
        if isinstance(mark, Frame):
            left, top, right, bottom = mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        elif isinstance(mark, Outline):
            xs, ys = [x for x, _ in mark.points], [y for _, y in mark.points]
            left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
        else:
            continue
        size = window.hex_mm
        place = window.left + left / size, window.top + top / size
        yield *place, (right - left) / size, (bottom - top) / size


def _area_paper(board: CompiledBoard, window: Window) -> AreaPaper:
    return AreaPaper(
        board,
        (window.width, window.height),
        holds=lambda i: _is_in(board, i, window),
        place=lambda x, y: _to_paper(window, x, y),
    )


def _labels(measure: Measure, inset: Inset, window: Window, crowd: list[tuple[Point, int]]) -> Iterator[Mark]:
    """The titles of the areas that are shown; notes placed later keep clear of them."""
    for area in inset.areas:
        label = area_label(measure, _area_paper(inset.board, window), area, [point for point, _ in crowd])
        if label is not None:
            marks, middle = label
            yield from marks
            crowd.append((middle, 4))


def _growth(inset: Inset, spot: Spot, window: Window) -> float:
    """How large a mark is drawn, in hex widths: larger than its hex where nothing else is near."""
    board = inset.board
    middle = board.center(spot.hex)
    hexes = [*(one.hex for one in inset.spots), *inset.others]
    near = [dist(middle, board.center(i)) for i in hexes if i != spot.hex and board.board[i] == window.sheet]
    x, y = _to_paper(window, *middle)
    edge = min(x, y, window.width - x, window.height - y) / window.hex_mm
    return max(SHARE, min(READABLE_HEX / window.hex_mm, SHARE * min(near, default=9.0), 1.7 * edge))


def _crowd(inset: Inset, inside: Sequence[Spot], window: Window) -> list[tuple[Point, int]]:
    """What a note should not cover, on paper, by weight: own hexes, then the others', then named places."""
    board, own = inset.board, {spot.hex for spot in inside}
    found = [(i, OWN_WEIGHT) for i in own]
    found += [(i, 2) for i in inset.others if i not in own and _is_in(board, i, window)]
    found += [(i, 1) for i in board.places if _is_in(board, i, window)]
    return [(_to_paper(window, *board.center(i)), weight) for i, weight in found]


def _is_in(board: CompiledBoard, i: int, window: Window) -> bool:
    return board.board[i] == window.sheet and window.holds(*board.center(i))


def left_out(inset: Inset, width: float, height: float) -> list[Spot]:
    """The set-up hexes that a map of this size does not show."""
    window = best_window(inset, width, height)
    return [spot for spot in inset.spots if not _is_in(inset.board, spot.hex, window)]


def outside_labels(inset: Inset, inside: Sequence[Spot], window: Window) -> list[str]:
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
    for area in inset.areas:
        if not any(_is_in(inset.board, i, window) for i in area.hexes):
            found[area.title] = None
    return list(found)


def best_window(inset: Inset, width: float, height: float) -> Window:
    """The scale that weighs best how many marks are shown against how large, and where the window lies."""
    board = inset.board
    sheets = [board.board[i] for i in inset.marked]
    sheet = max(set(sheets), key=sheets.count)
    points = [board.center(i) for i in inset.marked if board.board[i] == sheet]
    best, highest = Window(sheet, 0, 0, SMALLEST_HEX, width, height), -1.0
    for step in range(_STEPS + 1):
        hex_mm = LARGEST_HEX - (LARGEST_HEX - SMALLEST_HEX) * step / _STEPS
        window, count = _fitted(board, points, Window(sheet, 0, 0, hex_mm, width, height))
        worth = count / len(points) + SCALE_WORTH * hex_mm / LARGEST_HEX
        worth -= TORN_WORTH * _torn(points, window) + ZONE_WORTH * _zones_left(inset, points, window)
        if hex_mm < CROWDED_HEX and _is_crowded(points, window):
            worth -= CROWDED_WORTH
        if worth > highest + 1e-9:
            best, highest = window, worth
    return best


def _is_crowded(points: Sequence[Point], window: Window) -> bool:
    """Whether marks stand side by side, so that none can be drawn larger than its hex."""
    shown = [point for point in points if window.holds(*point)]
    return any(dist(one, other) < 1.5 for one, other in combinations(shown, 2))


def _torn(points: Sequence[Point], window: Window) -> int:
    """How many hexes are left out though neighbours of theirs are shown: a front cut in two."""
    shown = [point for point in points if window.holds(*point)]
    left = [point for point in points if not window.holds(*point)]
    return sum(any(dist(one, other) < TORN_REACH for other in shown) for one in left)


def _zones_left(inset: Inset, points: Sequence[Point], window: Window) -> int:
    """How many areas of free choice are left out though they lie near what is shown."""
    shown = [point for point in points if window.holds(*point)]
    zones: dict[str, list[Spot]] = {}
    for spot in inset.spots:
        if spot.group and inset.board.board[spot.hex] == window.sheet:
            zones.setdefault(spot.group, []).append(spot)
    hidden = [
        zone for zone in zones.values() if not any(_is_in(inset.board, one.hex, window) for one in zone)
    ]
    middles = [[inset.board.center(one.hex) for one in zone] for zone in hidden]
    return sum(any(dist(one, other) < ZONE_REACH for one in zone for other in shown) for zone in middles)


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


def _spot(
    measure: Measure, board: CompiledBoard, spot: Spot, window: Window, growth: float
) -> Iterator[Mark]:
    points = _hexagon(board, spot.hex, window, growth)
    strength = 0.55 if spot.is_free else 0.93
    yield Outline(points, WHITE, BLACK, 0.45, dashed=spot.is_free, strength=strength)
    x, y = _to_paper(window, *board.center(spot.hex))
    across = window.hex_mm * growth / SHARE
    size = min(8.2, across * 0.92)
    style = Style(Face.FIGURES, size)
    if measure.width(spot.number, style) > across * 0.86:
        style = Style(Face.FIGURES, size * across * 0.86 / measure.width(spot.number, style))
    lower = 0.02 if spot.count else 0.12
    yield Words(x, y + across * lower, spot.number, style, Align.CENTER)
    if spot.count:
        count = Style(Face.LABEL, min(5.8, across * 0.64))
        yield Words(x, y + across * 0.28, spot.count, count, Align.CENTER)


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
