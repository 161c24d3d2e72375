"""The lie of the land: true heights, invented detail, steps at the escarpments, and light on all of it.

The height data are about one value a hex; everything finer is ridged noise whose strength follows the
terrain. Each escarpment lifts its upper side, so that shade and hachures say the same.
"""

from __future__ import annotations

import math

import numpy as np

from app.graphics.baking.noise import Field, Octaves, gully_noise
from app.graphics.baking.rasters import blur, cubic_sample, distance_to, smoothstep, wide_blur
from app.graphics.baking.subject import Window
from app.graphics.baking.terrain import Cover
from app.graphics.curves import MeasuredLine, Polyline

STEP_HEIGHT = 40.0
STEP_REACH = (0.03, 0.06, 0.09, 0.12, 0.15, 0.19, 0.23, 0.27, 0.31, 0.36, 0.41, 0.46, 0.52, 0.58)
VALLEY_DEPTH = 22.0
EASED = 0.74
GULLY_DEPTH = 30.0
GULLY_FREQUENCIES = (1.7, 3.6, 7.5)
LIGHT_FROM = 315.0
LIGHT_HEIGHT = 48.0
_COARSE_PIXELS = 6


def heights(window: Window) -> Field:
    """Measured heights in meters, without invented detail."""
    coarse = max(1, round(window.scale / _COARSE_PIXELS))
    columns = np.arange(-2, window.width // coarse + 4, dtype=np.float32) * coarse
    rows = np.arange(-2, window.height // coarse + 4, dtype=np.float32) * coarse
    x, y = np.meshgrid(window.left + columns / window.scale, window.top + rows / window.scale)
    subject = window.subject
    net = subject.elevation.at(*subject.projection.degrees(x.astype(np.float32), y.astype(np.float32)))
    px, py = np.meshgrid(np.arange(window.width), np.arange(window.height))
    at_x, at_y = (px + 0.5) / coarse + 2, (py + 0.5) / coarse + 2
    return cubic_sample(net, at_x.astype(np.float32), at_y.astype(np.float32))


def step_profile(window: Window) -> Field:
    """1 at the crest on the upper side of each escarpment, fading to 0 behind it."""
    total = np.zeros((window.height, window.width), np.float32)
    lines = [MeasuredLine(points) for points in window.subject.steps]
    for reach in STEP_REACH:
        quads = [quad for line in lines for quad in _strip(line, reach)]
        total += window.mask(quads) / np.float32(len(STEP_REACH))
    result: Field = 0.55 * blur(total, max(0.8, 0.03 * window.scale)) + 0.45 * blur(
        total, 0.12 * window.scale
    )
    return result


def _strip(line: MeasuredLine, reach: float) -> list[Polyline]:
    """The band to the left of a line, cut into quads."""
    count = max(2, math.ceil(line.length / 0.06))
    stations = [line.smooth_at(line.length * i / count, 0.03) for i in range(count + 1)]
    inner = [(s.x, s.y) for s in stations]
    outer = [s.shifted(0.0, reach) for s in stations]
    return [[inner[i], inner[i + 1], outer[i + 1], outer[i]] for i in range(count)]


def valleys(window: Window) -> Field:
    """1 in the bed of each wadi, fading to both sides."""
    total = np.zeros((window.height, window.width), np.float32)
    levels = (0.05, 0.10, 0.16, 0.23)
    for reach in levels:
        quads = [q for points in window.subject.valleys for q in _both_sides(MeasuredLine(points), reach)]
        total += window.mask(quads) / np.float32(len(levels))
    return blur(total, 0.05 * window.scale)


def _both_sides(line: MeasuredLine, reach: float) -> list[Polyline]:
    count = max(2, math.ceil(line.length / 0.06))
    stations = [line.smooth_at(line.length * i / count, 0.03) for i in range(count + 1)]
    left = [s.shifted(0.0, reach) for s in stations]
    right = [s.shifted(0.0, -reach) for s in stations]
    return [[left[i], left[i + 1], right[i + 1], right[i]] for i in range(count)]


def surface(window: Window, measured: Field, kinds: Cover, step: Field) -> Field:
    """Heights with invented detail, gullies down the slopes, dunes, valleys and the steps of the
    escarpments.
    """
    x, y = window.places
    rough, mountain = kinds.around("rough"), kinds.around("mountain")
    bend = Octaves(frequency=0.6, count=3)
    bent_x = x + (bend.field(x + 50, y) - 0.5) * 1.4
    bent_y = y + (bend.field(x, y + 50) - 0.5) * 1.4
    ridges = Octaves(frequency=0.75, count=6, ridged=True).field(bent_x, bent_y)
    grain = Octaves(frequency=2.6, count=4).field(x, y)
    result = _broad(window, measured, rough + mountain)
    result += (9 + 40 * rough + 55 * mountain) * (ridges - ridges.mean()) * 2.0
    result += step * STEP_HEIGHT - valleys(window) * VALLEY_DEPTH
    result = _with_gullies(
        window,
        np.asarray(result, np.float32),
        np.asarray(
            0.28 + 0.75 * np.clip(rough + step, 0, 1) + 0.95 * mountain - 0.2 * kinds.around("depression"),
            np.float32,
        ),
    )
    result += (6 + 7 * rough + 10 * mountain) * (grain - 0.5)
    result += _dunes(window, kinds.of("sand_sea"))
    return np.asarray(result, np.float32)


def _broad(window: Window, measured: Field, broken: Field) -> Field:
    """The measured land: smoothed where it is open, and with its largest slopes eased so that no flank
    turns black.
    """
    inland = distance_to(window.land < 0.5, round(1.2 * window.scale)) >= 1.2 * window.scale - 1
    kept = np.where(inland, np.maximum(measured, -140), np.maximum(measured, 0)).astype(np.float32)
    open_land = wide_blur(kept, 0.45 * window.scale)
    share = np.clip(broken, 0, 1)
    shape = open_land + (kept - open_land) * (0.25 + 0.75 * share)
    massif = wide_blur(kept, 1.6 * window.scale)
    return np.asarray(shape - massif * EASED, np.float32)


def _with_gullies(window: Window, ground: Field, strength: Field) -> Field:
    """The ground with furrows that run down its slopes, finer and shallower from octave to octave."""
    x, y = window.places
    for octave, frequency in enumerate(GULLY_FREQUENCIES):
        slope_y, slope_x = np.gradient(blur(ground, 0.22 * window.scale / frequency))
        steepness = np.hypot(slope_x, slope_y) * np.float32(window.scale)
        across_x, across_y = -slope_y, slope_x
        size = np.maximum(np.hypot(across_x, across_y), 1e-6)
        waves = gully_noise(x * frequency, y * frequency, across_x / size, across_y / size, octave)
        depth = GULLY_DEPTH * strength * smoothstep(steepness, 18, 170) / np.float32(frequency)
        ground = ground + waves * depth
    return ground


def _dunes(window: Window, sand: Field) -> Field:
    """Long ridges of sand, steeper on one side, that lie across the wind and now and then join."""
    x, y = window.places
    wander = (Octaves(frequency=0.8, count=3).field(x, y) - 0.5) * 1.6
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


def _lit(ground: Field, exaggeration: float, azimuth: float) -> Field:
    """Lambert shading relative to level ground."""
    dy, dx = np.gradient(ground)
    dx, dy = dx * exaggeration, dy * exaggeration
    turn, height = math.radians(azimuth), math.radians(LIGHT_HEIGHT)
    east, south, up = math.cos(height) * math.sin(turn), -math.cos(height) * math.cos(turn), math.sin(height)
    light = (-dx * east - dy * south + up) / np.sqrt(1 + dx * dx + dy * dy)
    return np.asarray(light - up, np.float32)
