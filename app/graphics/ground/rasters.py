"""Pictures as arrays: blur, distance, enlarging, and shapes painted into masks.

Only numpy and Qt's raster painter, which the program has anyway.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.graphics.ground.noise import Field, weighted

Pixels = npt.NDArray[np.uint8]


def blur(field: Field, sigma: float) -> Field:
    """A Gaussian blur, edges mirrored."""
    if sigma < 0.3:
        return field
    reach = max(1, math.ceil(sigma * 3))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2).astype(np.float32)
    kernel /= kernel.sum()
    return _convolved(_convolved(field, kernel, 0), kernel, 1)


def wide_blur(field: Field, sigma: float, coarser: int = 4) -> Field:
    """A blur over many pixels, done on a coarser picture."""
    height, width = field.shape
    if min(height, width) < 4 * coarser:
        return blur(field, sigma)
    padded = np.pad(field, ((0, -height % coarser), (0, -width % coarser)), mode="edge")
    small = padded.reshape(padded.shape[0] // coarser, coarser, padded.shape[1] // coarser, coarser).mean(
        axis=(1, 3)
    )
    soft = blur(small.astype(np.float32), sigma / coarser)
    rows = (np.arange(height, dtype=np.float32) + 0.5) / coarser - 0.5
    columns = (np.arange(width, dtype=np.float32) + 0.5) / coarser - 0.5
    x, y = np.meshgrid(columns, rows)
    return cubic_sample(soft, x.astype(np.float32), y.astype(np.float32))


def _convolved(field: Field, kernel: Field, axis: int) -> Field:
    reach = len(kernel) // 2
    margin = [(0, 0), (0, 0)]
    margin[axis] = (reach, reach)
    wide = np.pad(field, margin, mode="symmetric" if field.shape[axis] > reach else "edge")
    total = np.zeros_like(field)
    size = field.shape[axis]
    for i, weight in enumerate(kernel):
        part = wide[i : i + size] if axis == 0 else wide[:, i : i + size]
        total += part * weight
    return total


def distance_to(inside: npt.NDArray[np.bool_], reach: int) -> Field:
    """Euclidean distance in pixels to the nearest true pixel, cut off at `reach`."""
    rows = _distance_along_rows(inside, reach)
    squared = rows * rows
    best = squared.copy()
    for step in range(1, reach + 1):
        cost = np.float32(step * step)
        np.minimum(best[step:], squared[:-step] + cost, out=best[step:])
        np.minimum(best[:-step], squared[step:] + cost, out=best[:-step])
    return np.minimum(np.sqrt(best), np.float32(reach))


def _distance_along_rows(inside: npt.NDArray[np.bool_], reach: int) -> Field:
    columns = np.arange(inside.shape[1], dtype=np.float32)[None, :]
    far = np.float32(4 * reach + inside.shape[1])
    last = np.maximum.accumulate(np.where(inside, columns, -far), axis=1)
    following = np.minimum.accumulate(np.where(inside, columns, far * 2)[:, ::-1], axis=1)[:, ::-1]
    result: Field = np.minimum(np.minimum(columns - last, following - columns), far).astype(np.float32)
    return result


def cubic_sample(grid: Field, x: Field, y: Field) -> Field:
    """Values of a grid between its nodes by Catmull-Rom interpolation, edges held."""
    x0, y0 = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
    wx, wy = _cubic_weights((x - x0).astype(np.float32)), _cubic_weights((y - y0).astype(np.float32))
    height, width = grid.shape
    total = np.zeros(x.shape, np.float32)
    for j in range(4):
        rows = np.clip(y0 + j - 1, 0, height - 1)
        line = np.zeros(x.shape, np.float32)
        for i in range(4):
            line += grid[rows, np.clip(x0 + i - 1, 0, width - 1)] * wx[i]
        total += line * wy[j]
    return total


def cubic_net(grid: Field, xs: Field, ys: Field) -> Field:
    """Catmull-Rom values of a grid at the columns and rows of a picture, edges held."""
    x0, y0 = np.floor(xs).astype(np.int64), np.floor(ys).astype(np.int64)
    down = weighted(grid, _cubic_weights((ys - y0).astype(np.float32)), (y0 - 1, 0))
    return weighted(down.T, _cubic_weights((xs - x0).astype(np.float32)), (x0 - 1, 0)).T


def linear_sample(grid: Field, x: Field, y: Field) -> Field:
    """Values of a grid between its nodes, straight from node to node, edges held."""
    height, width = grid.shape
    x, y = np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)
    x0, y0 = np.minimum(x.astype(np.int32), width - 2), np.minimum(y.astype(np.int32), height - 2)
    tx, ty = (x - x0).astype(np.float32), (y - y0).astype(np.float32)
    upper = grid[y0, x0] * (1 - tx) + grid[y0, x0 + 1] * tx
    lower = grid[y0 + 1, x0] * (1 - tx) + grid[y0 + 1, x0 + 1] * tx
    result: Field = upper * (1 - ty) + lower * ty
    return result


def _cubic_weights(t: Field) -> tuple[Field, Field, Field, Field]:
    t2, t3 = t * t, t * t * t
    return (-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2


def smoothstep(field: Field, low: float, high: float) -> Field:
    """0 below `low`, 1 above `high`, a soft S between."""
    t = np.clip((field - np.float32(low)) / np.float32(high - low), 0, 1)
    result: Field = (t * t * (3 - 2 * t)).astype(np.float32)
    return result


def painted_mask(width: int, height: int, draw: Callable[[QPainter], None]) -> Field:
    """What `draw` paints in white on black, as shares between 0 and 1."""
    picture = QImage(width, height, QImage.Format.Format_Grayscale8)
    picture.fill(0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("white"))
    draw(painter)
    painter.end()
    rows = np.frombuffer(picture.constBits(), np.uint8).reshape(height, picture.bytesPerLine())
    result: Field = (rows[:, :width].astype(np.float32)) / 255
    return result


def rgb(code: str) -> Field:
    """A colour as an array of three."""
    c = QColor(code)
    return np.array([c.red(), c.green(), c.blue()], np.float32)


def ramp(values: Field, stops: Sequence[tuple[float, str]]) -> Field:
    """Colours by value, straight between the stops."""
    at = [value for value, _ in stops]
    colors = np.array([rgb(code) for _, code in stops])
    bands = [np.interp(values, at, colors[:, i]) for i in range(3)]
    result: Field = np.stack(bands, axis=-1).astype(np.float32)
    return result


def to_image(colors: Field) -> QImage:
    """An RGB picture from colours between 0 and 255."""
    height, width, _ = colors.shape
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[..., :3] = np.clip(np.rint(colors), 0, 255).astype(np.uint8)[..., ::-1]
    picture = QImage(pixels.tobytes(), width, height, width * 4, QImage.Format.Format_RGB32)
    return picture.copy()
