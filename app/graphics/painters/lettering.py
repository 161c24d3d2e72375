"""Lettering of maps: outlines of words with a halo, straight or along a curve.

Words become outlines once, at a fixed size, and are scaled when painted, so that letters sit to the
fraction of a pixel at every zoom and in print.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPainterPathStroker, QTransform

from app.fonts import SceneRole, scene_font
from app.graphics.curves import MeasuredLine, Point, Polyline, smoothed

OUTLINE_PIXELS: Final = 100.0
HALO: Final = 0.30
SEARCH_STEP: Final = 0.15
SEARCH_STEPS: Final = 14
AVOID_REACH: Final = 0.30
_CURVE_SMOOTHING: Final = 3.0


@dataclass(frozen=True, slots=True)
class Script:
    """How words are set: the role of the font, the height in hex widths, and extra room between letters."""

    role: SceneRole
    size: float
    spacing: float = 0.0

    @property
    def _spacing_share(self) -> float:
        return self.spacing / self.size if self.size else 0.0

    def outline(self, text: str) -> QPainterPath:
        """The outline at the fixed size, beginning at the origin of the baseline."""
        return _outline(self.role, text, round(self._spacing_share, 4))

    def width(self, text: str) -> float:
        """Width of the set words in hex widths."""
        return _width(self.role, text, round(self._spacing_share, 4)) * self.size

    def box(self, text: str, left: float, baseline: float) -> QRectF:
        """The room the words take, tight to capitals and descenders."""
        below = 0.22 if any(c in "gjpqy,Q" for c in text) else 0.04
        return QRectF(left, baseline - 0.72 * self.size, self.width(text), (0.72 + below) * self.size)


@lru_cache(maxsize=2048)
def _outline(role: SceneRole, text: str, spacing: float) -> QPainterPath:
    path = QPainterPath()
    path.addText(QPointF(0, 0), scene_font(role, OUTLINE_PIXELS, spacing * OUTLINE_PIXELS), text)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


@lru_cache(maxsize=4096)
def _width(role: SceneRole, text: str, spacing: float) -> float:
    metrics = QFontMetricsF(scene_font(role, OUTLINE_PIXELS))
    return metrics.horizontalAdvance(text) / OUTLINE_PIXELS + spacing * max(0, len(text) - 1)


@lru_cache(maxsize=1024)
def _letter_halo(role: SceneRole, letter: str, share: float) -> QPainterPath:
    """A letter grown by half of `share` of its height on all sides, as one simple area.

    Filling such areas is twenty times as fast as stroking the letters each time.
    """
    outline = _outline(role, letter, 0.0)
    stroker = QPainterPathStroker()
    stroker.setWidth(share * OUTLINE_PIXELS)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    grown = stroker.createStroke(outline)
    grown.addPath(outline)
    grown.setFillRule(Qt.FillRule.WindingFill)
    return grown.simplified()


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter and how it is moved, turned and sized."""

    text: str
    transform: QTransform


@dataclass(frozen=True, slots=True)
class Lettering:
    """Words placed on the board, in hex widths."""

    role: SceneRole
    letters: tuple[Letter, ...]
    path: QPainterPath
    bounds: QRectF
    boxes: tuple[QRectF, ...] = ()
    _halos: dict[float, QPainterPath] = field(default_factory=dict, compare=False)

    def paint(self, painter: QPainter, ink: QColor, halo: QColor | None = None, share: float = HALO) -> None:
        """Paints the halo (its width a share of the letters' height) and the letters, on a painter in
        hex widths.
        """
        painter.setPen(Qt.PenStyle.NoPen)
        if halo is not None:
            painter.setBrush(halo)
            painter.drawPath(self._halo(share))
        painter.setBrush(ink)
        painter.drawPath(self.path)

    def _halo(self, share: float) -> QPainterPath:
        if share not in self._halos:
            path = QPainterPath()
            for letter in self.letters:
                path.addPath(letter.transform.map(_letter_halo(self.role, letter.text, share)))
            path.setFillRule(Qt.FillRule.WindingFill)
            self._halos[share] = path
        return self._halos[share]


def straight(text: str, script: Script, left: float, baseline: float) -> Lettering:
    """Words on a level baseline."""
    transform = _placed(left, baseline, script.size)
    path = transform.map(script.outline(text))
    bounds = path.controlPointRect()
    letters = tuple(
        Letter(
            letter,
            _placed(left + script.width(text[:n]) + (script.spacing if n else 0.0), baseline, script.size),
        )
        for n, letter in enumerate(text)
        if not letter.isspace()
    )
    return Lettering(script.role, letters, path, bounds, (bounds,))


def _placed(left: float, baseline: float, size: float) -> QTransform:
    transform = QTransform.fromTranslate(left, baseline)
    transform.scale(size / OUTLINE_PIXELS, size / OUTLINE_PIXELS)
    return transform


def centered(text: str, script: Script, x: float, baseline: float) -> Lettering:
    """Words on a level baseline, centred on `x`."""
    return straight(text, script, x - script.width(text) / 2, baseline)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Where words along a line are wanted, how wide and high they are, and what they should not lie on."""

    near: Point
    width: float
    size: float
    avoid: Sequence[Point] = ()


def reading_line(points: Sequence[Point], wanted: Wanted) -> tuple[Polyline, float]:
    """The line smoothed for letters and turned to read left to right, and where on it the words stand best.

    Within a hex or two of the wanted point the straightest stretch wins.
    """
    whole = MeasuredLine(points)
    around = wanted.width / 2 + SEARCH_STEP * SEARCH_STEPS + 1.0
    ideal = whole.nearest(wanted.near, 0.2)
    part = whole.part(max(0.0, ideal - around), min(whole.length, ideal + around))
    line = smoothed(part, wanted.size * _CURVE_SMOOTHING)
    measured = MeasuredLine(line)
    middle = _straightest(measured, wanted)
    start = measured.at(max(0.0, middle - wanted.width / 2))
    end = measured.at(min(measured.length, middle + wanted.width / 2))
    if end.x < start.x:
        return line[::-1], measured.length - middle
    return line, middle


def _straightest(line: MeasuredLine, wanted: Wanted) -> float:
    """The middle near the wanted point about which the line bends least and meets least."""
    low, high = wanted.width / 2, line.length - wanted.width / 2
    if low >= high:
        return line.length / 2
    ideal = line.nearest(wanted.near)
    best, least = ideal, math.inf
    for k in range(-SEARCH_STEPS, SEARCH_STEPS + 1):
        middle = min(max(ideal + k * SEARCH_STEP, low), high)
        stations = [line.smooth_at(middle - low + wanted.width * n / 8, 0.15) for n in range(9)]
        bend = sum(abs(math.remainder(b.angle - a.angle, math.tau)) for a, b in pairwise(stations))
        met = sum(any(math.dist((s.x, s.y), at) < AVOID_REACH for s in stations) for at in wanted.avoid)
        if (cost := bend + 0.25 * abs(middle - ideal) + 1.5 * met) < least:
            best, least = middle, cost
    return best


def on_curve(text: str, script: Script, points: Sequence[Point], middle: float) -> Lettering:
    """Words along a line, letter by letter, each turned to the direction of the line there."""
    line = MeasuredLine(points)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    at = middle - script.width(text) / 2
    boxes, letters = [], []
    scale = script.size / OUTLINE_PIXELS
    bare = Script(script.role, script.size)
    for letter in text:
        advance = bare.width(letter)
        station = line.smooth_at(at + advance / 2, script.size * 0.6)
        transform = QTransform.fromTranslate(station.x, station.y)
        transform.rotateRadians(station.angle)
        transform.translate(-advance / 2, 0.0)
        transform.scale(scale, scale)
        outline = transform.map(bare.outline(letter))
        path.addPath(outline)
        if not outline.isEmpty():
            boxes.append(outline.controlPointRect())
            letters.append(Letter(letter, transform))
        at += advance + script.spacing
    return Lettering(script.role, tuple(letters), path, path.controlPointRect(), tuple(boxes))
