"""What a module says about its maps: grid, numbering, terrain, hexsides, routes, places and zones.

Terrain is drawn as rows of letters, north at the top, so that a person can read and change the map in any
text editor. Everything else is sparse. Hexes are named as the rulebook names them; the numbers used
inside the engine are made by `engine.geometry`.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from engine.definition.base import AssetPath, Color, Definition, Id, Place

MAX_LINES = 400

#: One letter of a legend.
Letter = Annotated[str, StringConstraints(min_length=1, max_length=1)]
#: One row of a layer of letters.
Row = Annotated[str, StringConstraints(max_length=MAX_LINES)]
#: A pattern for hex ids with the fields sheet, column and row, such as `{sheet}{column}.{row:02}`. A number
#: may be padded with zeros (`:03`) or written in letters: `:A` goes on with AA, AB, `:AA` with AA, BB, `:A1`
#: with A1, B1.
IdPattern = Annotated[
    str,
    StringConstraints(
        pattern=r"^([A-Za-z0-9._+-]|\{sheet\}|\{(column|row)(:(0[1-6]|A|AA|A1))?\})+$", max_length=60
    ),
]


class SheetDef(Definition):
    """One printed sheet: the board columns (and rows) it covers and the number its first column carries.

    Where sheets overlap, the later one names the hex and the earlier name stays valid as a second id.
    """

    prefix: str = Field(
        default="", max_length=8, description="Letters before the number, such as A; may be empty."
    )
    start: int = Field(
        default=0, ge=0, description="First board column of the sheet, counted from 0 in the west."
    )
    columns: int = Field(ge=1, le=MAX_LINES, description="How many columns the sheet has.")
    first_column: int = Field(
        default=1,
        ge=-999,
        le=9999,
        description="Number of the sheet's first column in the direction of counting.",
    )


class GridDef(Definition):
    """A regular hex grid and its numbering.

    `shifted` tells which of the first two columns (flat) sits half a hex lower, or which of the first two
    rows (pointy) sits half a hex to the right.
    """

    kind: Literal["flat", "pointy"] = Field(
        description="flat: columns of hexes, flat side up; pointy: rows of hexes, point up."
    )
    columns: int = Field(ge=1, le=MAX_LINES, description="Number of columns over all sheets.")
    rows: int = Field(ge=1, le=MAX_LINES, description="Number of rows.")
    shifted: Literal["first", "second"] = Field(
        default="second",
        description="Which of the first two columns sits half a hex lower (pointy: which row to the right).",
    )
    pattern: IdPattern = Field(
        default="{sheet}{column:02}{row:02}",
        description=(
            "How an id is written, from {sheet}, {column} and {row}; {row:02} pads with zeros, "
            "{row:A} is in letters (A to Z, AA, AB), {row:AA} in doubled ones (A to Z, AA, BB), "
            "{row:A1} goes on with A1, B1."
        ),
    )
    sheets: tuple[SheetDef, ...] = Field(
        default=(), description="The printed sheets from west to east; left out = one sheet without a prefix."
    )
    first_row: int = Field(
        default=1, ge=-999, le=9999, description="Number of the first row in the direction of counting."
    )
    row_order: Literal["north", "south"] = Field(default="south", description="Rows count toward this side.")
    column_order: Literal["east", "west"] = Field(
        default="east", description="Columns count toward this side, on each sheet."
    )
    shifted_extra: int = Field(
        default=0,
        ge=-1,
        le=1,
        description="Added to the column numbers of shifted rows (pointy) or row numbers (flat).",
    )
    slant: Literal["none", "rising", "falling"] = Field(
        default="none",
        description=(
            "Rows of equal numbers (pointy: columns) run along the hexes instead of straight: "
            "rising or falling toward the east."
        ),
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

    hex: Place = Field(description="Id of the hex.")
    terrain: Id | None = Field(default=None, description="Terrain in place of its letter.")
    tags: tuple[Id, ...] = Field(default=(), description="Words the rules ask about.")
    note: str = Field(default="", description="Remark for people.")


class LabelDef(Definition):
    """Where a name stands beside its hex, in hex widths from the centre, and how it is aligned."""

    dx: float = Field(default=0.0, description="To the right of the center, in hex widths.")
    dy: float = Field(default=0.41, description="Below the center, in hex widths.")
    align: Literal["left", "center", "right"] = Field(
        default="center", description="Which part of the name stands at this point."
    )


class PlaceDef(Definition):
    """A named place in a hex; `tags` carry what the rules need (port, minor-city, oasis-supply)."""

    hex: Place = Field(description="Id of the hex.")
    name: str = Field(min_length=1, max_length=60, description="The name on the map.")
    kind: Literal["city", "town", "village", "fort", "bir", "oasis", "port", "airfield", "site"] = Field(
        description="What is drawn and how big the name is."
    )
    tags: tuple[Id, ...] = Field(default=(), description="Words the rules ask about, such as port.")
    also: tuple[str, ...] = Field(default=(), description="Other names of the same hex.")
    label: LabelDef | None = Field(
        default=None, description="Where the name stands, if not below the center."
    )


class HexsideDef(Definition):
    """A feature on the side between two neighbours; `high` is the upper hex, `protects` the fortified one."""

    a: Place = Field(description="One hex.")
    b: Place = Field(description="Its neighbor.")
    kind: Id = Field(description="Kind of hexside, from terrain.yaml.")
    name: str = Field(default="", description="Name of the feature.")
    high: Place | None = Field(default=None, description="The upper of the two hexes, for slopes.")
    protects: Place | None = Field(default=None, description="The fortified of the two hexes, for walls.")


class HexsideChainDef(Definition):
    """Many hexsides of one kind and name: each pair is written `upper lower` (or `inner outer`) where
    that matters.
    """

    kind: Id = Field(description="Kind of hexside, from terrain.yaml.")
    name: str = Field(default="", description="Name of the feature.")
    directed: Literal["none", "high", "protects"] = Field(
        default="none",
        description="What the first hex of each entry is: the upper one, the protected one, or neither.",
    )
    sides: tuple[str, ...] = Field(
        min_length=1, description="Entries like `A b c`: the sides from hex A to its neighbors b and c."
    )


class RouteDef(Definition):
    """A road, track or railway as a chain of neighbouring hexes, written as ids with spaces between them."""

    kind: Id = Field(description="Kind of route, from terrain.yaml.")
    name: str = Field(default="", description="Name of the route.")
    path: str = Field(description="Ids of neighboring hexes with blanks between them.")
    leaves: bool = Field(default=False, description="The route goes on beyond the edge of the map.")
    note: str = Field(default="", description="Remark for people.")

    def hexes(self) -> tuple[str, ...]:
        """The hex ids of the path in order."""
        return tuple(self.path.split())


class ZoneDef(Definition):
    """A named set of hexes: listed, along an edge, or a band of columns, perhaps only `inside` another
    zone.
    """

    id: Id = Field(description="Id by which set-ups and rules name the zone.")
    title: str = Field(default="", description="Name for people.")
    hexes: str = Field(default="", description="Hex ids with spaces between them.")
    edge: Literal["north", "east", "south", "west"] | None = Field(
        default=None, description="All hexes along this edge of the map."
    )
    columns: tuple[Place, Place] | None = Field(
        default=None, description="Two hexes; all columns from one to the other."
    )
    inside: Id | None = Field(default=None, description="Only hexes that are in this zone, too.")
    land_only: bool = Field(default=False, description="Leave out sea hexes.")
    rule: str = Field(default="", description="Rule number.")


class ZoneLayerDef(Definition):
    """Zones painted as letters, row for row like the terrain; a dot or a blank belongs to no zone."""

    legend: Mapping[Letter, Id] = Field(description="Which letter means which zone.")
    rows: tuple[Row, ...] = Field(description="One row of letters for each row of hexes, north first.")


class PictureFitDef(Definition):
    """Where a scanned map lies under the grid, in hex widths from the grid's upper left corner."""

    left: float = Field(default=0.0, description="Left edge of the picture.")
    top: float = Field(default=0.0, description="Upper edge of the picture.")
    width: float = Field(gt=0, description="Width of the picture.")
    height: float = Field(gt=0, description="Height of the picture.")
    grid: bool = Field(default=False, description="Draw hexes and numbers over a picture that has none.")


class ArtGridDef(Definition):
    """The grid that painted ground and drawing data were made for, when the map has another one now.

    The editor writes it when a map is resized or numbered anew: the files stay as they are, and the program
    brings them to the present grid.
    """

    grid: GridDef = Field(description="The grid of the map when the files were made.")
    column: int = Field(
        default=0,
        ge=-MAX_LINES,
        le=MAX_LINES,
        description="Where its first column lies now; 0 = where it was.",
    )
    row: int = Field(
        default=0, ge=-MAX_LINES, le=MAX_LINES, description="Where its first row lies now; 0 = where it was."
    )


class BoardArtDef(Definition):
    """Files for drawing the board: a baked picture of the ground and the lines and names on top of it."""

    relief: AssetPath | None = Field(default=None, description="Baked picture of the ground.")
    drawing: AssetPath | None = Field(
        default=None, description="JSON file with coast, lines and names (see DrawingDef)."
    )
    background: AssetPath | None = Field(default=None, description="A scanned map in place of the drawn one.")
    fit: PictureFitDef | None = Field(
        default=None, description="Where the scanned map lies; left out = it covers the grid exactly."
    )
    made_for: ArtGridDef | None = Field(
        default=None, description="The grid `relief` and `drawing` were made for; left out = that of the map."
    )


class BoardDef(Definition):
    """One map of a module."""

    id: Id = Field(description="Id of the map.")
    title: str = Field(description="Name of the map.")
    hex_size: str = Field(default="", description="Scale in words, such as `about 10 miles a hex`.")
    grid: GridDef = Field(description="Shape and numbering of the hexes.")
    legend: Mapping[Letter, Id] = Field(
        description="Which letter means which terrain; a blank means that there is no hex."
    )
    rows: tuple[Row, ...] = Field(description="One row of letters for each row of hexes, north first.")
    hexes: tuple[HexDef, ...] = Field(default=(), description="What single hexes have beyond their letter.")
    aliases: Mapping[str, Place] = Field(default_factory=dict, description="Further ids of hexes.")
    places: tuple[PlaceDef, ...] = Field(default=(), description="Named places.")
    hexsides: tuple[HexsideDef, ...] = Field(default=(), description="Features on single hexsides.")
    chains: tuple[HexsideChainDef, ...] = Field(default=(), description="Features along many hexsides.")
    routes: tuple[RouteDef, ...] = Field(default=(), description="Roads, tracks and railways.")
    zones: tuple[ZoneDef, ...] = Field(default=(), description="Named sets of hexes.")
    layers: tuple[ZoneLayerDef, ...] = Field(default=(), description="Zones painted with letters.")
    art: BoardArtDef = Field(default_factory=BoardArtDef, description="Files for drawing.")
    note: str = Field(default="", description="Remark for people.")

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

    id: Id = Field(description="Id used by boards and charts.")
    title: str = Field(description="Name for people.")
    land: bool = Field(default=True, description="False for water.")
    open: bool = Field(default=True, description="False for kinds that no piece may ever enter or cross.")
    look: str = Field(default="", description="Key of the painter; the id when empty.")
    color: Color | None = Field(
        default=None, description="Color of terrain of its own, such as #c8b078; left out = the look's."
    )
    note: str = Field(default="", description="Remark for people.")
