"""The notes of a small map: its legend and what lies off it, set where they cover least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.exporting.plan import BLACK, WHITE, Face, Frame, Mark, Style, Words
from app.exporting.typesetting import Measure, Run, set_lines, shifted
from engine.geometry.hexgrid import Point

EDGE: Final = 1.6
SHARES: Final = (0.42, 0.62, 0.3, 0.22)
"""How much of the width a long note may take; the first shape that covers least is taken."""
NOTE_STYLE: Final = Style(Face.TEXT, 5.8)


@dataclass
class Corners:
    """Places notes at the edges of the map where they cover least, in the corners if they can."""

    width: float
    height: float
    crowd: Sequence[tuple[Point, int]]
    reach: float = 3.5
    """How far marks reach from their middles."""
    used: tuple[float, float, float, float] | None = None

    def take(self, across: float, down: float) -> Point:
        """The corner of the note: upper right, lower left and so on, then places between."""
        best = self._best(across, down)
        self.used = (*best, across, down)
        return best

    def cost(self, across: float, down: float) -> int:
        """What a note of this size would cover where it covers least."""
        return self._covered(self._best(across, down), across, down)

    def _best(self, across: float, down: float) -> Point:
        right, low = self.width - across - EDGE, self.height - down - EDGE
        places = [(right, EDGE), (EDGE, low), (right, low), (EDGE, EDGE)]
        places += [(EDGE + (right - EDGE) * share, y) for share in (0.5, 0.25, 0.75) for y in (low, EDGE)]
        places += [(x, EDGE + (low - EDGE) * share) for share in (0.33, 0.67) for x in (EDGE, right)]
        free = [place for place in places if not self._taken(place, across, down)] or places
        return min(free, key=lambda place: self._covered(place, across, down))

    def _taken(self, place: Point, across: float, down: float) -> bool:
        if self.used is None:
            return False
        x, y, wide, high = self.used
        return place[0] < x + wide and x < place[0] + across and place[1] < y + high and y < place[1] + down

    def _covered(self, corner: Point, across: float, down: float) -> int:
        x, y = corner
        near = self.reach
        return sum(
            weight
            for (px, py), weight in self.crowd
            if x - near < px < x + across + near and y - near < py < y + down + near
        )


def legend_note(measure: Measure, lines: Sequence[str], corners: Corners) -> Iterator[Mark]:
    """What the marks mean, those of the side first."""
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


def outside_note(measure: Measure, labels: Sequence[str], corners: Corners) -> Iterator[Mark]:
    """What lies off the map, broken into lines."""
    if not labels:
        return
    runs = [Run("Off this map:", Style(Face.STRONG, 5.8), whole=True)]
    for number, label in enumerate(labels, 1):
        comma = "," if number < len(labels) else ""
        runs.append(Run(f" {label}{comma}", NOTE_STYLE, whole=True))
    shapes = [_shape(measure, runs, corners.width * share) for share in SHARES]
    lines, across, tall = min(shapes, key=lambda shape: corners.cost(*shape[1:]))
    left, top = corners.take(across, tall)
    yield Frame(left, top, across, tall, WHITE, BLACK, 0.15, 0.6)
    for number, line in enumerate(lines):
        for word in line:
            yield shifted(word, left + 1.6, top + 2.9 + number * 2.9)


def _shape(measure: Measure, runs: Sequence[Run], width: float) -> tuple[list[list[Words]], float, float]:
    """A note broken at a width: its lines, and how wide and high it is."""
    lines = set_lines(measure, runs, width)
    across = max(max(word.x + measure.width(word.text, word.style) for word in line) for line in lines) + 3.2
    return lines, across, 2.9 * len(lines) + 1.6
