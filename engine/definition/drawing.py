"""What only the painter of a map needs: the true coast, borders, and names that follow a line.

Coordinates are in hex widths on the board, y downward, like `CompiledBoard.center`. No rule depends on
any of it, so it has files of its own (`board/drawing*.json`) and is read when a map is drawn.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from engine.definition.base import Definition, Id, Place
from engine.definition.board import LabelDef

Point = tuple[float, float]


class TextOnMapDef(Definition):
    """A name set along a line: a sea, a gulf, a region, a range, a depression, a route."""

    text: str = Field(min_length=1)
    kind: Literal["sea", "gulf", "region", "relief", "route", "border", "note"]
    path: tuple[Point, ...] = Field(min_length=2)
    size: float | None = Field(default=None, gt=0)


class LineOnMapDef(Definition):
    """A line without effect on play, such as a border."""

    kind: Literal["border", "wire", "line"]
    name: str = ""
    path: tuple[Point, ...] = Field(min_length=2)


class DrawingDef(Definition):
    """Everything drawn on one board that is not rule data."""

    board: Id
    land: tuple[tuple[Point, ...], ...] = Field(default=(), description="Outlines of land, each closed.")
    water: tuple[tuple[Point, ...], ...] = Field(default=(), description="Outlines of lakes inside land.")
    lines: tuple[LineOnMapDef, ...] = ()
    texts: tuple[TextOnMapDef, ...] = ()
    labels: Mapping[Place, LabelDef] = Field(
        default_factory=dict, description="Positions of place names by hex."
    )
    boxes: Mapping[Id, tuple[float, float, float, float]] = Field(
        default_factory=dict, description="Off-map boxes drawn on or beside the board: x, y, width, height."
    )
