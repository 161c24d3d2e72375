"""What only the painter of a map needs: the true coast, borders, and names that follow a line.

Coordinates are in hex widths on the board, y downward, like `CompiledBoard.center`. No rule depends on
any of it, so it has files of its own (`board/drawing*.json`) and is read when a map is drawn.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from engine.definition.base import AssetPath, Definition, Id, Place
from engine.definition.board import HexsideDef, LabelDef

Point = tuple[float, float]


class TextOnMapDef(Definition):
    """A name set along a line: a sea, a gulf, a region, a range, a depression, a route.

    The text is centred on the path. With `along`, the line followed is the route of that name (or the
    hexsides of that kind, or `border`), and the path only says where on it and, by its offset, on which side.
    """

    text: str = Field(min_length=1, description="The words.")
    kind: Literal["sea", "gulf", "region", "relief", "route", "border", "note"] = Field(
        description="What is named; decides lettering and color."
    )
    path: tuple[Point, ...] = Field(min_length=1, description="Points the baseline follows.")
    size: float | None = Field(
        default=None, gt=0, description="Height of the letters in hex widths, if not the usual one."
    )
    spacing: float | None = Field(default=None, ge=0, description="Extra room between letters.")
    ink: Literal["", "water", "sand", "green", "stone", "border"] = Field(
        default="", description="Color key, if not the usual one."
    )
    along: str = Field(default="", description="Route or feature the text follows.")
    zoom: Literal["close", "far", "all"] = Field(default="all", description="At which zoom it shows.")


class LineOnMapDef(Definition):
    """A line without effect on play, such as a border."""

    kind: Literal["border", "wire", "line"] = Field(description="How it is drawn.")
    name: str = Field(default="", description="Its name.")
    path: tuple[Point, ...] = Field(min_length=2, description="Its points.")


class CartoucheDef(Definition):
    """The framed title of a map, where it covers nothing that matters: x, y, width, height in hex widths."""

    title: str = Field(min_length=1, max_length=60, description="The title, in large letters.")
    subtitle: str = Field(default="", description="A line below it.")
    note: str = Field(default="", description="A small line at the foot, such as the scale.")
    box: tuple[float, float, float, float] = Field(description="Left, top, width and height in hex widths.")


class DrawingDef(Definition):
    """Everything drawn on one board that is not rule data."""

    board: Id = Field(description="Id of the board.")
    land: tuple[tuple[Point, ...], ...] = Field(default=(), description="Outlines of land, each closed.")
    water: tuple[tuple[Point, ...], ...] = Field(default=(), description="Outlines of lakes inside land.")
    lines: tuple[LineOnMapDef, ...] = Field(default=(), description="Lines without effect on play.")
    texts: tuple[TextOnMapDef, ...] = Field(default=(), description="Names that follow a line.")
    labels: Mapping[Place, LabelDef] = Field(
        default_factory=dict, description="Positions of place names by hex."
    )
    coast: AssetPath | None = Field(
        default=None, description="Baked lines of the coast; they take the place of `land` and `water`."
    )
    kinds: AssetPath | None = Field(
        default=None, description="Baked picture of the terrain that shows at each place."
    )
    heights: AssetPath | None = Field(
        default=None, description="Picture of the measured heights, for ground that is painted anew."
    )
    joins: tuple[HexsideDef, ...] = Field(
        default=(), description="Hexsides that only close a gap in a drawn line; they have no effect."
    )
    cartouche: CartoucheDef | None = Field(default=None, description="The framed title of the map.")
    boxes: Mapping[Id, tuple[float, float, float, float]] = Field(
        default_factory=dict, description="Off-map boxes drawn on or beside the board: x, y, width, height."
    )
