"""Finding room for the names of places.

Every name has a dozen possible positions around its symbol. They are tried for all names, the important
first, and each takes the one that covers least: other names, symbols, roads, hachures, hex numbers, and
the middle of hexes where counters will stand. Positions fixed in the drawing data come before all this.
The result depends on nothing but the board and what a sheet puts over it, so a name never wanders.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from PySide6.QtCore import QRectF

from app.fonts import SceneRole
from app.graphics.curves import MeasuredLine, Point, Polyline
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_masks import SEA
from app.graphics.painters.board_symbols import PORT_RADIUS, RADII, port_point, symbol_point
from app.graphics.painters.lettering import Script
from engine.definition.board import LabelDef, PlaceDef

SIZES: Final = {"city": 0.215, "town": 0.185, "village": 0.148, "fort": 0.140, "bir": 0.130}
_OTHER_SIZE: Final = 0.140
_ROLES: Final = {"city": SceneRole.CITY, "town": SceneRole.TOWN, "bir": SceneRole.WELL}
CAPITALS: Final = 0.72
"""Height of capitals as a share of the lettering."""
_ORDER: Final = ("city", "town", "village", "fort", "oasis", "port", "airfield", "site", "bir")
CITY_SPACING: Final = 0.02
CLOSE_LETTERING: Final = 1.3
HIDE_COST: Final = 90.0
LETTER_COST: Final = 7.0
COVER_COST: Final = 100.0
WATER_GAIN: Final = 2.5
SAMPLE: Final = 0.1
COUNTER: Final = 0.315
BOTTOM_BASE: Final = 0.455
BELOW_COUNTER: Final = 0.03
"""Between the edge of a counter and the capitals of a name below it."""
HALF_HIDDEN: Final = 5.0
"""What it costs to have a counter lie over part of the letters."""
HEX_ROOM: Final = 0.58
"""How far from the middle of a hex a name stands that keeps off the whole of it."""


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name, how it is set, and where it begins."""

    text: str
    kind: str
    script: Script
    left: float
    baseline: float
    spot: Point = (0.0, 0.0)
    """Where its symbol stands."""

    @property
    def box(self) -> QRectF:
        return self.script.box(self.text, self.left, self.baseline)


def script_for(kind: str, lettering: float) -> Script:
    """How the names of a kind of place are set."""
    size = SIZES.get(kind, _OTHER_SIZE) * lettering
    return Script(
        _ROLES.get(kind, SceneRole.PLACE), size, CITY_SPACING * lettering if kind == "city" else 0.0
    )


Cell = tuple[int, int]


class Obstacles:
    """What names should keep off, sorted by half hexes."""

    def __init__(self) -> None:
        self._points: dict[Cell, list[tuple[float, float, float]]] = defaultdict(list)
        self._boxes: dict[Cell, list[tuple[QRectF, float]]] = defaultdict(list)

    def add_line(self, line: Sequence[Point], cost: float) -> None:
        """A line that names should not cross; `cost` is for each tenth of a hex."""
        measured = MeasuredLine(line)
        for k in range(int(measured.length / SAMPLE) + 1):
            station = measured.at(k * SAMPLE)
            self._points[int(station.x * 2), int(station.y * 2)].append((station.x, station.y, cost))

    def add_box(self, box: QRectF, cost: float) -> None:
        """An area that names should not touch."""
        for cell in _cells(box):
            self._boxes[cell].append((box, cost))

    def cost(self, box: QRectF) -> float:
        """What covering a box costs."""
        total = 0.0
        left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
        met: dict[int, float] = {}
        for cell in _cells(box):
            for x, y, cost in self._points.get(cell, ()):
                if left <= x <= right and top <= y <= bottom:
                    total += cost
            for other, cost in self._boxes.get(cell, ()):
                if other.intersects(box):
                    met[id(other)] = cost
        return total + sum(met.values())


def _cells(box: QRectF) -> Iterator[Cell]:
    for column in range(int(box.left() * 2), int(box.right() * 2) + 1):
        for row in range(int(box.top() * 2), int(box.bottom() * 2) + 1):
            yield column, row


@dataclass(frozen=True)
class Lines:
    """The lines of a map that names keep off."""

    roads: Sequence[Polyline]
    tracks: Sequence[Polyline]
    barriers: Sequence[Polyline]


class NamePlacer:
    """Places all names of a map at one size of lettering."""

    def __init__(self, art: BoardArt, lines: Lines, lettering: float) -> None:
        self._art = art
        self._lettering = lettering
        self._is_close = lettering <= CLOSE_LETTERING
        self._obstacles = Obstacles()
        self._covered: list[QRectF] = []
        for group, cost in ((lines.roads, 2.2), (lines.tracks, 0.7), (lines.barriers, 1.6)):
            for line in group:
                self._obstacles.add_line(line, cost)
        for box, cost in self._symbol_boxes():
            self._obstacles.add_box(box, cost)

    def keep_off(self, letters: Iterable[QRectF]) -> None:
        """Adds the letters of other texts to what names should not cover."""
        for box in letters:
            self._obstacles.add_box(box, LETTER_COST)

    def keep_uncovered(self, covered: Iterable[QRectF]) -> None:
        """Adds what will lie over the map and hide the names below it."""
        for box in covered:
            self._covered.append(box)
            self._obstacles.add_box(box, COVER_COST)

    def _symbol_boxes(self) -> Iterator[tuple[QRectF, float]]:
        board = self._art.board
        grown = self._lettering**0.7
        for i, place in self._places():
            radius = RADII.get(place.kind, RADII["site"])[0] * grown
            yield _square(symbol_point(self._art, i), radius), 14.0 if place.kind != "bir" else 8.0
            if "port" in board.tags(i) or "port" in place.tags:
                yield _square(port_point(self._art, i), PORT_RADIUS[0] * grown), 30.0

    def _places(self) -> list[tuple[int, PlaceDef]]:
        board = self._art.board
        places = [(i, place) for i, place in board.places.items() if board.board[i] == self._art.sheet]
        return sorted(places, key=lambda item: (_rank(item[1].kind), item[0]))

    def place(self, kinds: Iterable[str]) -> list[PlacedName]:
        """All names of these kinds; far views leave out what finds no room."""
        wanted = frozenset(kinds)
        placed: list[PlacedName] = []
        for i, place in self._places():
            if place.kind not in wanted:
                continue
            name, cost = self._best(i, place, placed)
            if self._is_close or cost < HIDE_COST or place.kind == "city":
                placed.append(name)
        return placed

    def _best(self, i: int, place: PlaceDef, placed: Sequence[PlacedName]) -> tuple[PlacedName, float]:
        script, spot = script_for(place.kind, self._lettering), symbol_point(self._art, i)
        text = place.name.upper() if place.kind == "city" else place.name
        fixed = self._fixed(i, place)
        if fixed is not None:
            x, y = self._art.board.center(i)
            left = _left(x + fixed.dx, script.width(text), fixed.align)
            found = PlacedName(text, place.kind, script, left, y + fixed.dy, spot)
            if not any(box.intersects(found.box) for box in self._covered):
                return found, 0.0
        taken = [other.box for other in placed]
        best, least = None, math.inf
        candidates = sorted(self._candidates(i, place, script, script.width(text)), key=itemgetter(2))
        for left, baseline, base in candidates:
            if base - WATER_GAIN >= least:
                break
            name = PlacedName(text, place.kind, script, left, baseline, spot)
            cost = base + self._cost(name.box, taken, least - base)
            if cost < least:
                best, least = name, cost
        assert best is not None
        return best, least

    def _fixed(self, i: int, place: PlaceDef) -> LabelDef | None:
        if not self._is_close:
            return None
        return self._art.drawing.labels.get(self._art.board.ids[i]) or place.label

    def _candidates(
        self, i: int, place: PlaceDef, script: Script, width: float
    ) -> Iterator[tuple[float, float, float]]:
        """Left end, baseline and first cost of each position."""
        cx, cy = self._art.board.center(i)
        sx, sy = symbol_point(self._art, i)
        radius = RADII.get(place.kind, RADII["site"])[0] * self._lettering**0.7
        size, gap = script.size, 0.05 * self._lettering
        middle = 0.36 * size
        if self._is_close:
            low = cy + max(BOTTOM_BASE, COUNTER + BELOW_COUNTER + CAPITALS * size)
            yield cx - width / 2, low, 0.0
            yield cx - width / 2 - 0.14, low, 0.8
            yield cx - width / 2 + 0.14, low, 0.8
        right, left = sx + radius + gap, sx - radius - gap - width
        above, below = sy - radius - gap, sy + radius + gap + CAPITALS * size
        yield right, sy + middle, 1.0
        yield left, sy + middle, 1.6
        yield sx - width / 2, above, 1.4
        yield sx - width / 2, below, 1.2
        for share, cost in ((0.55, 2.0), (1.0, 2.4)):
            yield right - gap, sy - size * share, cost
            yield right - gap, sy + middle + size * share, cost
            yield left + gap, sy - size * share, cost + 0.4
            yield left + gap, sy + middle + size * share, cost + 0.4
        for lift in (0.18, 0.36):
            yield sx - width / 2, above - lift, 2.2 + lift * 6
            yield sx, above - lift, 2.4 + lift * 6
            yield sx - width, above - lift, 2.4 + lift * 6
            yield right + lift, sy + middle, 2.0 + lift * 6
        yield sx - width / 2, below + 0.16, 2.8
        if self._covered:
            yield from self._beside(i, script, width)

    def _beside(self, i: int, script: Script, width: float) -> Iterator[tuple[float, float, float]]:
        """Positions beside the whole hex, for one that something lies on."""
        cx, cy = self._art.board.center(i)
        size = script.size
        middle, low, high = cy + 0.36 * size, cy + HEX_ROOM + CAPITALS * size, cy - HEX_ROOM
        yield cx + HEX_ROOM, middle, 3.0
        yield cx - HEX_ROOM - width, middle, 3.4
        for baseline, cost in ((high, 3.0), (low, 3.2)):
            yield cx - width / 2, baseline, cost
            yield cx, baseline, cost + 0.6
            yield cx - width, baseline, cost + 0.6
        for lift in (0.25, 0.5):
            yield cx + 0.4, high + lift, 4.0
            yield cx - 0.4 - width, high + lift, 4.2
            yield cx + 0.4, low - lift, 4.2
            yield cx - 0.4 - width, low - lift, 4.4

    def _cost(self, box: QRectF, taken: Sequence[QRectF], enough: float) -> float:
        """What a position costs; counting stops when it is dearer than `enough`."""
        width, height = self._art.size
        roomy = box.adjusted(-0.02, -0.02, 0.02, 0.02)
        if not QRectF(0.03, 0.03, width - 0.06, height - 0.06).contains(roomy):
            return 1000.0
        total = self._obstacles.cost(box)
        total += sum(120.0 for other in taken if other.intersects(roomy))
        if total - WATER_GAIN >= enough:
            return total
        total += self._water_cost(box)
        return total + (self._hex_cost(box) if self._is_close and total < enough else 0.0)

    def _water_cost(self, box: QRectF) -> float:
        """A name lies on the water or on the land, not half and half; the water is best."""
        steps = [box.left() + box.width() * k / 6 for k in range(7)]
        wet = sum(self._art.is_water(x, box.center().y()) for x in steps)
        if wet == 7:
            return -WATER_GAIN
        return 5.0 * min(wet, 7 - wet) / 3

    def _hex_cost(self, box: QRectF) -> float:
        """Covering the middle of a hex that counters can enter, or its number."""
        board, total = self._art.board, 0.0
        seen: set[int] = set()
        for share_x in (0.0, 0.25, 0.5, 0.75, 1.0):
            for y in (box.top(), box.bottom()):
                i = board.hex_at(box.left() + box.width() * share_x, y, self._art.sheet)
                if i is None or i in seen:
                    continue
                seen.add(i)
                x, middle = board.center(i)
                if self._art.look(i) != SEA:
                    hidden = _overlap(box, _square((x, middle), COUNTER))
                    total += 40.0 * hidden + (HALF_HIDDEN if hidden > 0 else 0.0)
                number = QRectF(x - 0.15, middle - 0.45, 0.30, 0.11)
                total += 3.0 if number.intersects(box) else 0.0
        return total


def _rank(kind: str) -> int:
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def _square(at: Point, radius: float) -> QRectF:
    return QRectF(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)


def _overlap(a: QRectF, b: QRectF) -> float:
    both = a.intersected(b)
    return both.width() * both.height() if both.isValid() else 0.0


def _left(x: float, width: float, align: str) -> float:
    return x - width / 2 if align == "center" else x - width if align == "right" else x
