"""Layers 1 to 4 of the map: ground, terrain, relief and sea, as one picture.

Everything sharp (coast, grid, roads, names) is drawn over it by the program, so the picture can be small
and is only ever enlarged softly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from app.graphics.baking import palette
from app.graphics.baking.noise import Field, Octaves
from app.graphics.baking.rasters import blur, distance_to, ramp, rgb, smoothstep
from app.graphics.baking.relief import heights, shading, step_profile, surface
from app.graphics.baking.subject import Window
from app.graphics.baking.terrain import Cover, cover

BEACH_WIDTH = 0.10
SHORE_WIDTH = 0.30
#: Shadows take more blue than red, so that they stay warm.
WARMTH = (0.88, 1.0, 1.14)


@dataclass(frozen=True)
class Ground:
    """The picture and the cover of each kind, from which the texture marks take their place."""

    colors: Field
    kinds: Cover
    land: Field


def paint_ground(window: Window) -> Ground:
    """Paints a window of the board."""
    kinds = cover(window)
    measured = heights(window)
    step = step_profile(window)
    grain = _grain(window)
    land = _land(window, kinds, measured, step) + grain[..., None]
    sea = _sea(window, measured) + grain[..., None] * 0.65
    share = window.land[..., None]
    return Ground(np.clip(land * share + sea * (1 - share), 0, 255), kinds, window.land)


def _grain(window: Window) -> Field:
    """Paper: fine fibres and large, faint clouds."""
    x, y = window.places
    fibres = np.random.default_rng(5).normal(0, 1, x.shape).astype(np.float32)
    clouds = (Octaves(frequency=0.35, count=3).field(x, y) - 0.5) * 5
    result: Field = blur(fibres, 0.7) * 1.7 + clouds
    return result


def _land(window: Window, kinds: Cover, measured: Field, step: Field) -> Field:
    colors = ramp(measured, palette.LAND_BY_HEIGHT)
    for kind, code, strength in palette.TINTS:
        colors = _over(colors, rgb(code), kinds.of(kind) * np.float32(strength))
    colors = _fields(window, colors, kinds.of("delta"))
    colors = _salt(window, colors, kinds.of("salt_marsh"))
    relief = np.clip(kinds.around("rough") - kinds.around("mountain") * 0.3 + step * 1.6, 0, 1)
    light = shading(
        window, surface(window, measured, kinds, step), np.asarray(0.74 + 0.26 * relief, np.float32)
    )
    for kind, share in palette.FLATNESS:
        light = light * (1 - np.float32(share) * kinds.of(kind))
    colors = _shaded(colors, np.asarray(light, np.float32))
    away = distance_to(window.land <= 0.5, math.ceil(BEACH_WIDTH * 3 * window.scale)) / window.scale
    beach = np.exp(-((away / BEACH_WIDTH) ** 2)) * 0.35
    return _over(colors, rgb(palette.BEACH), np.asarray(beach, np.float32))


def _fields(window: Window, colors: Field, share: Field) -> Field:
    """Tilled land: small plots, each a shade of its own, in a net that bends with the land."""
    if not share.any():
        return colors
    x, y = window.places
    bend = Octaves(frequency=0.5, count=2)
    along = x * 0.94 + y * 0.34 + (bend.field(x, y) - 0.5) * 1.8
    across = y * 0.94 - x * 0.34 + (bend.field(x + 40, y) - 0.5) * 1.8
    plots = np.sin(np.floor(along * 4.5) * 12.99 + np.floor(across * 7.5) * 78.23) * 43758.5
    tone = (plots - np.floor(plots) - 0.5).astype(np.float32)
    tint = np.where(tone[..., None] < 0, rgb(palette.FIELD_DARK), rgb(palette.FIELD_LIGHT)).astype(np.float32)
    return _over(colors, tint, np.asarray(share * np.abs(tone) * 0.32, np.float32))


def _salt(window: Window, colors: Field, share: Field) -> Field:
    """Crusts of salt and shallow pools."""
    if not share.any():
        return colors
    x, y = window.places
    crust = smoothstep(Octaves(frequency=2.4, count=4, ridged=True).field(x, y), 0.60, 0.82)
    pools = smoothstep(Octaves(frequency=1.6, count=4).field(x + 11, y + 5), 0.54, 0.66)
    colors = _over(colors, rgb(palette.POOL), pools * share * np.float32(0.55))
    return _over(colors, rgb(palette.SALT), crust * share * np.float32(0.6))


def _shaded(colors: Field, light: Field) -> Field:
    dark, bright = np.maximum(-light, 0), np.maximum(light, 0)
    shaded: Field = colors * (1 - dark[..., None] * 0.54 * np.array(WARMTH, np.float32))
    shaded = _over(shaded, rgb(palette.SHADOW), np.minimum(0.20, dark * 0.20))
    return _over(shaded, rgb(palette.LIGHT), np.minimum(1, bright * 1.15))


def _sea(window: Window, measured: Field) -> Field:
    depth = blur(-measured, 0.55 * window.scale)
    colors = ramp(depth, palette.SEA_BY_DEPTH)
    away = distance_to(window.land >= 0.5, math.ceil(SHORE_WIDTH * 3 * window.scale)) / window.scale
    glow = np.exp(-((away / SHORE_WIDTH) ** 2)) * 0.75
    return _over(colors, rgb(palette.SHORE_GLOW), np.asarray(glow, np.float32))


def _over(colors: Field, top: Field, share: Field) -> Field:
    result: Field = colors + (top - colors) * share[..., None]
    return result
