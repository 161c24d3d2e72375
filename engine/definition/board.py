"""What a module says about its maps: grid, numbering, terrain, hexsides, routes, places and zones.

Terrain is drawn as rows of letters, north at the top, so that a person can read and change the map in any
text editor. Everything else is sparse. Hexes are named as the rulebook names them; the numbers used
inside the engine are made by `engine.geometry`.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from engine.definition.base import AssetPath, Definition, Id, Place

MAX_LINES = 400

#: One letter of a legend.
Letter = Annotated[str, StringConstraints(min_length=1, max_length=1)]
#: One row of a layer of letters.
Row = Annotated[str, StringConstraints(max_length=MAX_LINES)]
#: A pattern for hex ids with the fields sheet, column and row, such as `{sheet}{column}.{row:02}`.
IdPattern = Annotated[
    str, StringConstraints(pattern=r"^([A-Za-z0-9._+-]|\{(sheet|column|row)(:0[1-4])?\})+$", max_length=60)
]


class SheetDef(Definition):
    """One printed sheet: the board columns (and rows) it covers and the number its first column carries.

    Where sheets overlap, the later one names the hex and the earlier name stays valid as a second id.
    """

    prefix: str = Field(default="", max_length=8)
    start: int = Field(
        default=0, ge=0, description="First board column of the sheet, counted from 0 in the west."
    )
    columns: int = Field(ge=1, le=MAX_LINES)
    first_column: int = Field(default=1, ge=0, description="Number of the sheet's first column.")


class GridDef(Definition):
    """A regular hex grid and its numbering.

    `shifted` tells which of the first two columns (flat) sits half a hex lower, or which of the first two
    rows (pointy) sits half a hex to the right.
    """

    kind: Literal["flat", "pointy"]
    columns: int = Field(ge=1, le=MAX_LINES)
    rows: int = Field(ge=1, le=MAX_LINES)
    shifted: Literal["first", "second"] = "second"
    pattern: IdPattern = "{sheet}{column:02}{row:02}"
    sheets: tuple[SheetDef, ...] = ()
    first_row: int = Field(
        default=1, ge=0, description="Number of the first row in the direction of counting."
    )
    row_order: Literal["north", "south"] = Field(default="south", description="Rows count toward this side.")
    shifted_extra: int = Field(
        default=0,
        ge=0,
        le=1,
        description="Added to the column numbers of shifted rows (pointy) or row numbers (flat).",
    )

    @model_validator(mode="after")
    def _sheets_fit(self) -> Self:
        for sheet in self.sheets:
            if sheet.start + sheet.columns > self.columns:
                raise ValueError(
                    f"sheet '{sheet.prefix}' reaches beyond the {self.columns} columns of the grid"
                )
        for field in ("{column", "{row"):
            if field not in self.pattern:
                raise ValueError(f"the pattern has no {field}}} field")
        return self


class HexDef(Definition):
    """What one hex has beyond its letter: other terrain, tags, a remark."""

    hex: Place
    terrain: Id | None = None
    tags: tuple[Id, ...] = ()
    note: str = ""


class LabelDef(Definition):
    """Where a name stands beside its hex, in hex widths from the centre, and how it is aligned."""

    dx: float = 0.0
    dy: float = 0.41
    align: Literal["left", "center", "right"] = "center"


class PlaceDef(Definition):
    """A named place in a hex; `tags` carry what the rules need (port, minor-city, oasis-supply)."""

    hex: Place
    name: str = Field(min_length=1, max_length=60)
    kind: Literal["city", "town", "village", "fort", "bir", "oasis", "port", "airfield", "site"]
    tags: tuple[Id, ...] = ()
    also: tuple[str, ...] = ()
    label: LabelDef | None = None


class HexsideDef(Definition):
    """A feature on the side between two neighbours; `high` is the upper hex, `protects` the fortified one."""

    a: Place
    b: Place
    kind: Id
    name: str = ""
    high: Place | None = None
    protects: Place | None = None


class HexsideChainDef(Definition):
    """Many hexsides of one kind and name: each pair is written `upper lower` (or `inner outer`) where
    that matters.
    """

    kind: Id
    name: str = ""
    directed: Literal["none", "high", "protects"] = "none"
    sides: tuple[str, ...] = Field(min_length=1)


class RouteDef(Definition):
    """A road, track or railway as a chain of neighbouring hexes, written as ids with spaces between them."""

    kind: Id
    name: str = ""
    path: str
    leaves: bool = Field(default=False, description="The route goes on beyond the edge of the map.")
    note: str = ""

    def hexes(self) -> tuple[str, ...]:
        """The hex ids of the path in order."""
        return tuple(self.path.split())


class ZoneDef(Definition):
    """A named set of hexes: listed, along an edge, or a band of columns, perhaps only `inside` another
    zone.
    """

    id: Id
    title: str = ""
    hexes: str = Field(default="", description="Hex ids with spaces between them.")
    edge: Literal["north", "east", "south", "west"] | None = None
    columns: tuple[Place, Place] | None = Field(
        default=None, description="Two hexes; all columns from one to the other."
    )
    inside: Id | None = None
    land_only: bool = False
    rule: str = ""


class ZoneLayerDef(Definition):
    """Zones painted as letters, row for row like the terrain; a dot or a blank belongs to no zone."""

    legend: Mapping[Letter, Id]
    rows: tuple[Row, ...]


class BoardArtDef(Definition):
    """Files for drawing the board: a baked picture of the ground and the lines and names on top of it."""

    relief: AssetPath | None = None
    drawing: AssetPath | None = None
    background: AssetPath | None = None


class BoardDef(Definition):
    """One map of a module."""

    id: Id
    title: str
    hex_size: str = Field(default="", description="Scale in words, such as `about 10 miles a hex`.")
    grid: GridDef
    legend: Mapping[Letter, Id]
    rows: tuple[Row, ...]
    hexes: tuple[HexDef, ...] = ()
    aliases: Mapping[str, Place] = Field(default_factory=dict)
    places: tuple[PlaceDef, ...] = ()
    hexsides: tuple[HexsideDef, ...] = ()
    chains: tuple[HexsideChainDef, ...] = ()
    routes: tuple[RouteDef, ...] = ()
    zones: tuple[ZoneDef, ...] = ()
    layers: tuple[ZoneLayerDef, ...] = ()
    art: BoardArtDef = Field(default_factory=BoardArtDef)
    note: str = ""

    @model_validator(mode="after")
    def _rows_fit(self) -> Self:
        _check_rows("rows", self.rows, self.grid)
        for layer in self.layers:
            _check_rows("layers", layer.rows, self.grid)
        return self


def _check_rows(what: str, rows: tuple[str, ...], grid: GridDef) -> None:
    if len(rows) != grid.rows:
        raise ValueError(f"{what}: {len(rows)} rows are given, the grid has {grid.rows}")
    for number, row in enumerate(rows, 1):
        if len(row) != grid.columns:
            raise ValueError(
                f"{what}: row {number} has {len(row)} letters, the grid has {grid.columns} columns"
            )


class LandscapeDef(Definition):
    """One kind of terrain, hexside or route: its id, how it is called, and how it is drawn."""

    id: Id
    title: str
    land: bool = True
    open: bool = Field(default=True, description="False for kinds that no piece may ever enter or cross.")
    look: str = Field(default="", description="Key of the painter; the id when empty.")
    note: str = ""
