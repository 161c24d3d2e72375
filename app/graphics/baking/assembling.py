"""Puts a subject together from a board and the geodata that a recipe names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from app.graphics.baking.coastline import Coast
from app.graphics.baking.survey import Elevation, Projection, surveyed
from app.graphics.curves import Polyline, cut_corners
from app.graphics.ground.heights import HeightNet
from app.graphics.ground.hexes import with_rim
from app.graphics.ground.record import STEPPED
from app.graphics.ground.styles import Style
from app.graphics.ground.subject import Line, Shape, Subject
from app.graphics.painters.board_features import hexes_by_terrain, soft_chains
from engine.geometry.board import CompiledBoard


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
    net: str = "heights.png"
    points: dict[str, tuple[float, float]] = {}
    """Longitude and latitude of named places; their symbols stand as near to the true place as the hex
    allows.
    """


@dataclass(frozen=True)
class Assembly:
    """A subject with what it was made from."""

    subject: Subject
    coast: Coast
    net: HeightNet
    projection: Projection
    borders: list[Polyline]


def assemble(recipe: Recipe, folder: Path, board: CompiledBoard, sheet: int = 0) -> Assembly:
    """The subject of a bake and the border lines in board units."""
    centers = {board.ids[i]: board.center(i) for i in range(len(board)) if board.board[i] == sheet}
    projection = Projection.read(folder / recipe.projection, centers)
    lines: dict[str, Any] = json.loads((folder / recipe.lines).read_text(encoding="utf-8"))
    size = board.size(sheet)
    polygons = [[projection.line(ring) for ring in polygon] for polygon in lines["land"]]
    coast = Coast.from_rings(polygons, (0.0, 0.0, *size))
    net = surveyed(projection, Elevation.read(folder / recipe.heights), size)
    shore = coast.rings()
    subject = Subject(
        size=size,
        hexes={
            Style(kind): _shapes(board, numbers)
            for kind, numbers in hexes_by_terrain(board, sheet).items()
            if kind not in (*recipe.plain, recipe.sea)
        },
        steps=[Line.of(line) for kind in STEPPED for line in soft_chains(board, kind, sheet)],
        valleys=[Line.of(line) for line in soft_chains(board, "wadi", sheet)],
        shore=shore,
        relief=net.relief(shore),
    )
    return Assembly(
        subject, coast, net, projection, [cut_corners(projection.line(line)) for line in lines["borders"]]
    )


def _shapes(board: CompiledBoard, numbers: Sequence[int]) -> list[Shape]:
    return [shape for i in numbers for shape in with_rim(board, i)]
