"""The lie of the land: true heights, invented detail, steps at the escarpments, and light on all of it.

The height data are about one value a hex; everything finer is ridged noise whose strength follows the
terrain. Each escarpment lifts its upper side, so that shade and hachures say the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPolygonF

from app.graphics.ground.heights import sampled
from app.graphics.ground.noise import Field, Octaves, gully_noise
from app.graphics.ground.rasters import blur, smoothstep
from app.graphics.ground.subject import Line, Window
from app.graphics.ground.terrain import Cover

STEP_HEIGHT = 40.0
STEP_REACH = (0.03, 0.06, 0.09, 0.12, 0.15, 0.19, 0.23, 0.27, 0.31, 0.36, 0.41, 0.46, 0.52, 0.58)
VALLEY_DEPTH = 22.0
VALLEY_REACH = (0.05, 0.10, 0.16, 0.23)
EASED = 0.74
GULLY_DEPTH = 30.0
GULLY_FREQUENCIES = (1.7, 3.6, 7.5)
RIDGE_MEAN = 0.60
LIGHT_FROM = 315.0
LIGHT_HEIGHT = 48.0


def step_profile(window: Window) -> Field:
    """1 at the crest on the upper side of each escarpment, fading to 0 behind it."""
    total = _bands(window, window.subject.steps, STEP_REACH, both=False)
    if total is None:
        return np.zeros((window.height, window.width), np.float32)
    result: Field = 0.55 * blur(total, max(0.8, 0.03 * window.scale)) + 0.45 * blur(
        total, 0.12 * window.scale
    )
    return result


def valleys(window: Window) -> Field | None:
    """1 in the bed of each wadi, fading to both sides; None where there is none."""
    total = _bands(window, window.subject.valleys, VALLEY_REACH, both=True)
    return None if total is None else blur(total, 0.05 * window.scale)


def _bands(window: Window, lines: Iterable[Line], reaches: Sequence[float], *, both: bool) -> Field | None:
    """Bands of several widths along lines, laid over each other; None where no line comes near."""
    near = [part for line in lines for part in _near(window, line)]
    if not near:
        return None
    total = np.zeros((window.height, window.width), np.float32)
    for reach in reaches:
        quads = [quad for points, left in near for quad in _strip(points, left * reach, both=both)]
        total += window.painted(quads) / np.float32(len(reaches))
    return total


def _near(window: Window, line: Line) -> Iterator[tuple[Field, Field]]:
    """The stretches of a line in pixels that may reach into the window, with their normals in pixels."""
    room = STEP_REACH[-1] + 0.1
    corner = np.array([window.left, window.top], np.float32)
    size = np.array([window.width, window.height], np.float32) / np.float32(window.scale)
    inside = ((line.points > corner - room) & (line.points < corner + size + room)).all(axis=1)
    if not inside.any():
        return
    changes = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]]).astype(np.int8)))
    for start, end in zip(changes[::2], changes[1::2], strict=True):
        first, last = max(0, int(start) - 1), int(end) + 1
        points = (line.points[first:last] - corner) * np.float32(window.scale)
        yield points, line.left[first:last] * np.float32(window.scale)


def _strip(points: Field, side: Field, *, both: bool) -> Iterator[QPolygonF]:
    """The band beside a line, cut into quads."""
    inner = (points - side if both else points).tolist()
    outer = (points + side).tolist()
    for i in range(len(inner) - 1):
        corners = inner[i], inner[i + 1], outer[i + 1], outer[i]
        yield QPolygonF([QPointF(x, y) for x, y in corners])


def surface(window: Window, kinds: Cover, step: Field) -> Field:
    """Heights with invented detail, gullies down the slopes, dunes, valleys and the steps of the
    escarpments.
    """
    rough, mountain = kinds.around("rough"), kinds.around("mountain")
    result = _broad(window, rough + mountain)
    result += (9 + 40 * rough + 55 * mountain) * (_ridges(window) - RIDGE_MEAN) * 2.0
    result += step * STEP_HEIGHT
    beds = valleys(window)
    if beds is not None:
        result -= beds * VALLEY_DEPTH
    strength = 0.28 + 0.75 * np.clip(rough + step, 0, 1) + 0.95 * mountain - 0.2 * kinds.around("depression")
    result = _with_gullies(window, np.asarray(result, np.float32), np.asarray(strength, np.float32))
    grain = window.noise(Octaves(frequency=2.6, count=4))
    result += (6 + 7 * rough + 10 * mountain) * (grain - 0.5)
    sand = kinds.of("sand_sea")
    if sand.any():
        result += _dunes(window, sand)
    return np.asarray(result, np.float32)


def _ridges(window: Window) -> Field:
    """Ridged noise on bent places, between 0 and 1."""
    x, y = window.places
    bend = Octaves(frequency=0.6, count=3)
    bent_x = x + (window.noise(bend, 50, 0) - 0.5) * 1.4
    bent_y = y + (window.noise(bend, 0, 50) - 0.5) * 1.4
    return Octaves(frequency=0.75, count=6, ridged=True).field(bent_x, bent_y)


def _broad(window: Window, broken: Field) -> Field:
    """The measured land: smoothed where it is open, and with its largest slopes eased so that no flank
    turns black.
    """
    relief = window.subject.relief
    kept, open_land, massif = (
        sampled(net, window.columns, window.rows) for net in (relief.kept, relief.open_land, relief.massif)
    )
    share = np.clip(broken, 0, 1)
    shape = open_land + (kept - open_land) * (0.25 + 0.75 * share)
    return np.asarray(shape - massif * EASED, np.float32)


def _with_gullies(window: Window, ground: Field, strength: Field) -> Field:
    """The ground with furrows that run down its slopes, finer and shallower from octave to octave."""
    x, y = window.places
    for octave, frequency in enumerate(GULLY_FREQUENCIES):
        slope_y, slope_x = slopes(blur(ground, 0.22 * window.scale / frequency))
        size: Field = np.asarray(np.hypot(slope_x, slope_y), np.float32)
        depth = strength * smoothstep(size * np.float32(window.scale), 18, 170)
        steep = depth > 0.004
        if not steep.any():
            continue
        away = np.maximum(size[steep], 1e-6)
        waves = gully_noise(
            x[steep] * frequency, y[steep] * frequency, -slope_y[steep] / away, slope_x[steep] / away, octave
        )
        ground = ground.copy()
        ground[steep] += waves * depth[steep] * np.float32(GULLY_DEPTH / frequency)
    return ground


def _dunes(window: Window, sand: Field) -> Field:
    """Long ridges of sand, steeper on one side, that lie across the wind and now and then join."""
    x, y = window.places
    wander = (window.noise(Octaves(frequency=0.8, count=3)) - 0.5) * 1.6
    phase = (x * 0.9 + y * -0.45 + wander) * 2.2
    saw = phase - np.floor(phase)
    crest = np.where(saw < 0.62, saw / 0.62, (1 - saw) / 0.38)
    result: Field = (sand * 15 * crest**1.3).astype(np.float32)
    return result


def shading(window: Window, ground: Field, softness: Field) -> Field:
    """Light and shade between -0.5 and 0.36; `softness` takes the force out of the shadows."""
    near = blur(ground, max(0.7, 1.1 * window.scale / 90))
    wide = blur(ground, 0.10 * window.scale)
    exaggeration = 0.0115 * window.scale
    main = _lit(near, exaggeration, LIGHT_FROM)
    broad = _lit(wide, exaggeration * 1.2, LIGHT_FROM - 35)
    light = 0.78 * main + 0.22 * broad
    result = np.where(light < 0, np.tanh(light * 1.5) * 0.50 * softness, np.tanh(light * 1.5) * 0.36)
    return np.asarray(result, np.float32)


def slopes(ground: Field) -> tuple[Field, Field]:
    """How much the ground rises from row to row and from column to column."""
    down, across = np.gradient(ground)
    return np.asarray(down, np.float32), np.asarray(across, np.float32)


def _lit(ground: Field, exaggeration: float, azimuth: float) -> Field:
    """Lambert shading relative to level ground."""
    dy, dx = slopes(ground)
    dx, dy = dx * exaggeration, dy * exaggeration
    turn, height = math.radians(azimuth), math.radians(LIGHT_HEIGHT)
    east, south, up = math.cos(height) * math.sin(turn), -math.cos(height) * math.cos(turn), math.sin(height)
    light = (-dx * east - dy * south + up) / np.sqrt(1 + dx * dx + dy * dy)
    return np.asarray(light - up, np.float32)
