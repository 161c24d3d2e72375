"""From degrees to board units and back.

A game's map is a true map bent so that the hexes named in its rules fall on the right places. The bend is
an affine map from hex widths to miles plus a thin plate spline of what remains, kept as numbers beside the
module's art. Here it is read, applied to whole pictures, and inverted for single points of the coast.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.graphics.curves import Point, Polyline
from app.graphics.ground.heights import HeightNet
from app.graphics.ground.noise import Field
from app.graphics.ground.rasters import cubic_sample

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Projection:
    """Board units to miles to degrees. `origin` is the board's zero in the grid the numbers were made for."""

    affine: Matrix
    nodes: Matrix
    weights: Matrix
    center: Point
    miles_per_degree: float
    origin: Point

    @classmethod
    def read(cls, path: Path, centers: Mapping[str, Point]) -> Projection:
        """Reads the numbers; `centers` gives the board's own hex centers, to find the shift between both."""
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        shifts = [(x - centers[h][0], y + centers[h][1]) for h, (x, y) in data["reference"].items()]
        if any(math.dist(shifts[0], other) > 1e-3 for other in shifts):
            raise ValueError(f"{path}: the reference hexes do not lie on this board's grid")
        return cls(
            affine=np.array(data["affine"]),
            nodes=np.array(data["nodes"]),
            weights=np.array(data["weights"]),
            center=(data["longitude"], data["latitude"]),
            miles_per_degree=data["miles_per_degree"],
            origin=shifts[0],
        )

    def _bent(self, x: Field | Matrix, y: Field | Matrix) -> tuple[Matrix, Matrix]:
        """Grid to miles."""
        count = len(self.nodes)
        results = []
        for axis in (0, 1):
            a, w = self.affine[:, axis], self.weights[:, axis]
            total = x * (a[0] + w[count]) + y * (a[1] + w[count + 1]) + (a[2] + w[count + 2])
            results.append(np.asarray(total, np.float64))
        for i, (nx, ny) in enumerate(self.nodes):
            r = np.hypot(x - nx, y - ny)
            kernel = r * r * np.log(np.maximum(r, 1e-9))
            for axis in (0, 1):
                results[axis] += kernel * self.weights[i, axis]
        return results[0], results[1]

    def degrees(self, x: Field, y: Field) -> tuple[Matrix, Matrix]:
        """Longitude and latitude of board places."""
        mx, my = self._bent(x + self.origin[0], self.origin[1] - y)
        latitude = self.center[1] + my / self.miles_per_degree
        longitude = self.center[0] + mx / (self.miles_per_degree * np.cos(np.radians(latitude)))
        return longitude, latitude

    def place(self, longitude: float, latitude: float) -> Point:
        """The board place of one point on earth, by Newton steps with the affine part."""
        east = (longitude - self.center[0]) * self.miles_per_degree * math.cos(math.radians(latitude))
        goal = np.array([east, (latitude - self.center[1]) * self.miles_per_degree])
        back = np.linalg.inv(self.affine[:2].T)
        at = back @ (goal - self.affine[2])
        for _ in range(12):
            mx, my = self._bent(at[:1], at[1:])
            miss = goal - np.array([mx[0], my[0]])
            at = at + back @ miss
            if abs(miss).max() < 1e-3:
                break
        return float(at[0] - self.origin[0]), float(self.origin[1] - at[1])

    def line(self, degrees: Sequence[Sequence[float]]) -> Polyline:
        """The board places of a line on earth."""
        return [self.place(*point[:2]) for point in degrees]


@dataclass(frozen=True)
class Elevation:
    """Heights in meters on a regular net of degrees; below zero at sea is depth."""

    west: float
    south: float
    step: float
    rows: Field

    @classmethod
    def read(cls, path: Path) -> Elevation:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return cls(data["lon0"], data["lat0"], data["step"], np.array(data["rows"], np.float32))

    def at(self, longitude: Matrix, latitude: Matrix) -> Field:
        x = ((longitude - self.west) / self.step).astype(np.float32)
        y = ((latitude - self.south) / self.step).astype(np.float32)
        return cubic_sample(self.rows, x, y)


def surveyed(projection: Projection, elevation: Elevation, size: Point) -> HeightNet:
    """The heights of a map of that size as a net, rounded as they will be stored."""
    return HeightNet.of_picture(
        HeightNet(elevation.at(*projection.degrees(*HeightNet.places(size)))).picture()
    )
