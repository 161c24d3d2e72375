"""Layers 1 to 4 of the map: ground, terrain, relief and sea, as one picture.

Everything sharp (coast, grid, roads, names) is drawn over it by the program, so the picture can be small
and is only ever enlarged softly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from app.graphics.ground import palette
from app.graphics.ground.heights import sampled
from app.graphics.ground.noise import Field, Octaves
from app.graphics.ground.rasters import Pixels, blur, distance_to, ramp, rgb, smoothstep
from app.graphics.ground.relief import shading, step_profile, surface
from app.graphics.ground.subject import Window
from app.graphics.ground.terrain import Cover, cover

BEACH_WIDTH = 0.10
SHORE_WIDTH = 0.30
PLAIN, SEA = "", "sea"
#: Shadows take more blue than red, so that they stay warm.
WARMTH = (0.88, 1.0, 1.14)
FIBRES = 512


@dataclass(frozen=True)
class Ground:
    """The picture and the cover of each kind, from which the texture marks take their place."""

    colors: Field
    kinds: Cover
    land: Field


def paint_ground(window: Window) -> Ground:
    """Paints a window of the board."""
    kinds = cover(window)
    heights = sampled(window.subject.relief.kept, window.columns, window.rows)
    grain = _grain(window)
    share = window.land[..., None]
    if not window.land.any():
        colors = _sea(window) + grain[..., None] * 0.65
    else:
        colors = _land(window, kinds, heights, _light(window, kinds)) + grain[..., None]
        if (window.land < 1).any():
            sea = _sea(window) + grain[..., None] * 0.65
            colors = colors * share + sea * (1 - share)
    return Ground(np.clip(colors, 0, 255), kinds, window.land)


def _grain(window: Window) -> Field:
    """Paper: fine fibres and large, faint clouds."""
    clouds = (window.noise(Octaves(frequency=0.35, count=3)) - 0.5) * 5
    rows = np.arange(window.height) + round(window.top * window.scale)
    columns = np.arange(window.width) + round(window.left * window.scale)
    result: Field = _fibres()[np.ix_(rows % FIBRES, columns % FIBRES)] + clouds
    return result


@lru_cache(maxsize=1)
def _fibres() -> Field:
    raw = np.random.default_rng(5).normal(0, 1, (FIBRES, FIBRES)).astype(np.float32)
    wide = np.pad(raw, 4, mode="wrap")
    return np.ascontiguousarray(blur(wide, 0.7)[4:-4, 4:-4] * np.float32(1.7))


def _light(window: Window, kinds: Cover) -> Field:
    """Light and shade."""
    step = step_profile(window)
    relief = np.clip(kinds.around("rough") - kinds.around("mountain") * 0.3 + step * 1.6, 0, 1)
    light = shading(window, surface(window, kinds, step), np.asarray(0.74 + 0.26 * relief, np.float32))
    for look, share in palette.FLATNESS:
        light = light * (1 - np.float32(share) * kinds.of(look))
    return np.asarray(light, np.float32)


def _land(window: Window, kinds: Cover, heights: Field, light: Field) -> Field:
    colors = ramp(heights, palette.LAND_BY_HEIGHT)
    for style in palette.in_order(list(kinds.sharp)):
        code, strength = palette.tint_of(style)
        colors = _over(colors, rgb(code), kinds.sharp[style] * np.float32(strength))
    colors = _fields(window, colors, kinds.of("delta"))
    colors = _salt(window, colors, kinds.of("salt_marsh"))
    colors = _shaded(colors, light)
    if (window.land > 0.5).all():
        return colors
    away = distance_to(window.land <= 0.5, math.ceil(BEACH_WIDTH * 3 * window.scale)) / window.scale
    beach = np.exp(-((away / BEACH_WIDTH) ** 2)) * 0.35
    return _over(colors, rgb(palette.BEACH), np.asarray(beach, np.float32))


def _fields(window: Window, colors: Field, share: Field) -> Field:
    """Tilled land: small plots, each a shade of its own, in a net that bends with the land."""
    if not share.any():
        return colors
    x, y = window.places
    bend = Octaves(frequency=0.5, count=2)
    along = x * 0.94 + y * 0.34 + (window.noise(bend) - 0.5) * 1.8
    across = y * 0.94 - x * 0.34 + (window.noise(bend, 40, 0) - 0.5) * 1.8
    plots = np.sin(np.floor(along * 4.5) * 12.99 + np.floor(across * 7.5) * 78.23) * 43758.5
    tone = (plots - np.floor(plots) - 0.5).astype(np.float32)
    tint = np.where(tone[..., None] < 0, rgb(palette.FIELD_DARK), rgb(palette.FIELD_LIGHT)).astype(np.float32)
    return _over(colors, tint, np.asarray(share * np.abs(tone) * 0.32, np.float32))


def _salt(window: Window, colors: Field, share: Field) -> Field:
    """Crusts of salt and shallow pools."""
    if not share.any():
        return colors
    crust = smoothstep(window.noise(Octaves(frequency=2.4, count=4, ridged=True)), 0.60, 0.82)
    pools = smoothstep(window.noise(Octaves(frequency=1.6, count=4), 11, 5), 0.54, 0.66)
    colors = _over(colors, rgb(palette.POOL), pools * share * np.float32(0.55))
    return _over(colors, rgb(palette.SALT), crust * share * np.float32(0.6))


def _shaded(colors: Field, light: Field) -> Field:
    dark, bright = np.maximum(-light, 0), np.maximum(light, 0)
    shaded: Field = colors * (1 - dark[..., None] * 0.54 * np.array(WARMTH, np.float32))
    shaded = _over(shaded, rgb(palette.SHADOW), np.minimum(0.20, dark * 0.20))
    return _over(shaded, rgb(palette.LIGHT), np.minimum(1, bright * 1.15))


def _sea(window: Window) -> Field:
    depth = sampled(window.subject.relief.depth, window.columns, window.rows)
    colors = ramp(depth, palette.SEA_BY_DEPTH)
    if not (window.land >= 0.5).any():
        return colors
    away = distance_to(window.land >= 0.5, math.ceil(SHORE_WIDTH * 3 * window.scale)) / window.scale
    glow = np.exp(-((away / SHORE_WIDTH) ** 2)) * 0.75
    return _over(colors, rgb(palette.SHORE_GLOW), np.asarray(glow, np.float32))


def _over(colors: Field, top: Field, share: Field) -> Field:
    result: Field = colors + (top - colors) * share[..., None]
    return result


def shown_kinds(ground: Ground, step: float, names: Sequence[str]) -> Pixels:
    """Which of the names shows at every `step`th pixel, as numbers."""
    height, width = ground.land.shape
    index = np.zeros((height, width), np.uint8)
    best = np.full((height, width), 0.5, np.float32)
    for style, share in ground.kinds.sharp.items():
        wins = share > best
        index[wins], best = names.index(style.look), np.maximum(best, share)
    index[ground.land < 0.5] = names.index(SEA)
    rows, columns = (np.arange(step / 2, size, step).astype(np.int64) for size in (height, width))
    return np.ascontiguousarray(index[np.ix_(rows, columns)])
