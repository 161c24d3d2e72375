"""Lines to the pixel: each is looked for once more in the straightened picture at full size."""

from __future__ import annotations

import itertools
from typing import Final

import numpy as np
from PIL import Image

from app.importing.slicing.grid import Axis, Block, Box, Span
from app.importing.slicing.sheet import Floats

STRAY: Final = 1.2
"""Pixels a line may stray from its neighbours before it is put in line."""
STRIPS: Final = 48
LINE_SHARE: Final = 0.035
"""Cut lines and gaps up to this share of a counter are cut in their middle."""
PARTNER: Final = 0.5


def refine_block(grey: Image.Image, block: Block, reach: float) -> Block:
    """The block with its lines on the edges found within `reach` pixels, stray ones put in line."""
    columns = _met(_refined(grey, block, "columns", reach))
    rows = _met(_refined(grey, block, "rows", reach))
    return Block(columns, rows, block.missing)


def _refined(grey: Image.Image, block: Block, axis: Axis, reach: float) -> tuple[Span, ...]:
    spans = block.spans(axis)
    lines = edge_profile(grey, block.box, axis, margin=int(reach) + 4)
    base = (block.box.left if axis == "columns" else block.box.top) - int(reach) - 4
    touching = all(abs(a.end - b.start) < 0.5 for a, b in itertools.pairwise(spans))
    gap = min((b.start - a.end for a, b in itertools.pairwise(spans)), default=99.0)
    within = reach if touching else max(1.5, min(reach, 0.48 * gap))
    starts = [_center(lines, span.start - base, within) + base for span in spans]
    if touching:
        width = LINE_SHARE * float(np.median([span.length for span in spans]))
        found = [*starts, _center(lines, spans[-1].end - base, within) + base]
        line = _in_line([_middle(lines, place - base, width) + base for place in found])
        return tuple(Span(a, b) for a, b in itertools.pairwise(line))
    ends = [_center(lines, span.end - base, within) + base for span in spans]
    return tuple(Span(a, b) for a, b in zip(_in_line(starts), _in_line(ends), strict=True))


def _met(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Counters parted by no more than a cut line meet in its middle."""
    if len(spans) < 2:
        return spans
    gaps = [b.start - a.end for a, b in itertools.pairwise(spans)]
    usual = float(np.median(gaps))
    if not 0.5 <= usual <= LINE_SHARE * float(np.median([span.length for span in spans])):
        return spans
    inner = [(a.end + b.start) / 2 for a, b in itertools.pairwise(spans)]
    lines = [spans[0].start - usual / 2, *inner, spans[-1].end + usual / 2]
    return tuple(Span(a, b) for a, b in itertools.pairwise(lines))


def edge_profile(grey: Image.Image, box: Box, axis: Axis, margin: int) -> Floats:
    """How strong edges are at each pixel across a box, as a mean over strips along the lines."""
    if axis == "columns":
        area = (int(box.left) - margin, int(box.top), int(box.right) + margin + 2, int(box.bottom))
    else:
        area = (int(box.left), int(box.top) - margin, int(box.right), int(box.bottom) + margin + 2)
    pixels = np.asarray(grey.crop(area), dtype=np.float32)
    if axis == "rows":
        pixels = pixels.T
    strips = max(1, min(STRIPS, pixels.shape[0] // 6))
    used = pixels[: pixels.shape[0] // strips * strips]
    means = used.reshape(strips, -1, used.shape[1]).mean(axis=1)
    steps = np.zeros(means.shape, dtype=np.float32)
    steps[:, 1:-1] = np.abs(means[:, 2:] - means[:, :-2])
    found: Floats = np.minimum(steps, 40.0).mean(axis=0).astype(np.float32)
    return found


def _center(profile: Floats, place: float, within: float) -> float:
    """The middle of what stands out of a profile around a place; the place itself if nothing does."""
    first = max(0, int(np.floor(place - within)))
    last = min(len(profile), int(np.ceil(place + within)) + 1)
    part = profile[first:last]
    if len(part) < 3:
        return place
    floor = float(np.median(part))
    peak = float(part.max())
    if peak - floor < 1.0:
        return place
    top = first + int(np.argmax(part))
    weights = np.maximum(part - floor - 0.25 * (peak - floor), 0.0)
    places = np.arange(first, last)
    near = np.abs(places - top) <= max(3.0, 0.5 * within)
    return float((places * weights * near).sum() / (weights * near).sum())


def _middle(profile: Floats, place: float, width: float) -> float:
    """The middle of a cut line of which one edge was found: its other edge is nearly as strong."""
    at = round(place)
    if not 2 <= at < len(profile) - 2:
        return place
    floor = float(np.median(profile))
    peak = float(profile[max(0, at - 1) : at + 2].max()) - floor
    best, partner = 0.0, place
    for other in range(max(1, int(at - width)), min(len(profile) - 1, int(at + width) + 1)):
        value = float(profile[other]) - floor
        is_peak = profile[other] >= profile[other - 1] and profile[other] >= profile[other + 1]
        if abs(other - at) >= 2 and is_peak and value > max(best, PARTNER * peak, 1.0):
            best, partner = value, float(other)
    return (place + partner) / 2


def _in_line(places: list[float]) -> list[float]:
    """Places at about equal distances: those that stray from the line of the others are put on it."""
    if len(places) < 4:
        return places
    numbers = np.arange(len(places))
    values = np.array(places)
    kept = np.ones(len(places), dtype=bool)
    line = values
    for _ in range(3):
        slope, start = np.polyfit(numbers[kept], values[kept], 1)
        line = slope * numbers + start
        away = np.abs(values - line)
        limit = max(STRAY, 2.5 * float(np.median(away)))
        kept = away <= limit
        if kept.sum() < 3:
            return [float(v) for v in line]
    return [float(v if k else e) for v, k, e in zip(values, kept, line, strict=True)]
