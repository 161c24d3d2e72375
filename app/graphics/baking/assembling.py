"""Puts a subject together from a board and the geodata that a recipe names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from app.graphics.baking.coastline import Coast
from app.graphics.baking.subject import Subject
from app.graphics.baking.survey import Elevation, Projection
from app.graphics.curves import Point, Polyline, cut_corners
from app.graphics.painters.board_features import hexes_by_terrain, soft_chains
from engine.geometry.board import CompiledBoard

STEPPED = ("escarpment", "depression_rim")


class Recipe(BaseModel):
    """A module's own bake: where its sources lie and where the results go, all relative to the recipe."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    board: str
    projection: str
    lines: str
    heights: str
    plain: tuple[str, ...]
    sea: str
    scale: int = 40
    kinds_scale: int = 8
    quality: int = 88
    picture: str
    kinds: str
    coast: str
    points: dict[str, tuple[float, float]] = {}
    """Longitude and latitude of named places; their symbols stand as near to the true place as the hex
    allows.
    """


def assemble(
    recipe: Recipe, folder: Path, board: CompiledBoard, sheet: int = 0
) -> tuple[Subject, list[Polyline]]:
    """The subject of a bake and the border lines in board units."""
    centers = {board.ids[i]: board.center(i) for i in range(len(board)) if board.board[i] == sheet}
    projection = Projection.read(folder / recipe.projection, centers)
    lines: dict[str, Any] = json.loads((folder / recipe.lines).read_text(encoding="utf-8"))
    size = board.size(sheet)
    polygons = [[projection.line(ring) for ring in polygon] for polygon in lines["land"]]
    subject = Subject(
        size=size,
        hexes={
            kind: _with_rim(board, numbers)
            for kind, numbers in hexes_by_terrain(board, sheet).items()
            if kind not in (*recipe.plain, recipe.sea)
        },
        steps=[line for kind in STEPPED for line in soft_chains(board, kind, sheet)],
        valleys=soft_chains(board, "wadi", sheet),
        coast=Coast.from_rings(polygons, (0.0, 0.0, *size)),
        projection=projection,
        elevation=Elevation.read(folder / recipe.heights),
    )
    return subject, [cut_corners(projection.line(line)) for line in lines["borders"]]


def _with_rim(board: CompiledBoard, numbers: Sequence[int]) -> list[Sequence[Point]]:
    """The corners of hexes, those at the edge of the map repeated outwards so that no terrain ends at the
    edge.
    """
    shapes: list[Sequence[Point]] = []
    for i in numbers:
        corners = board.corners(i)
        shapes.append(corners)
        for direction, neighbor in enumerate(board.neighbors[i]):
            if neighbor < 0:
                a, b = corners[direction - 1], corners[direction]
                center = board.center(i)
                out = (a[0] + b[0] - 2 * center[0], a[1] + b[1] - 2 * center[1])
                shapes.extend([(x + out[0] * k, y + out[1] * k) for x, y in corners] for k in (1, 2))
    return shapes
