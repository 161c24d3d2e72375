"""A small island with one of everything that a map can show."""

from __future__ import annotations

from app.graphics.painters.board_art import BoardArt
from engine.definition.board import (
    BoardDef,
    GridDef,
    HexsideChainDef,
    HexsideDef,
    PlaceDef,
    RouteDef,
    SheetDef,
)
from engine.definition.drawing import CartoucheDef, DrawingDef, LineOnMapDef, TextOnMapDef
from engine.geometry.board import CompiledBoard
from engine.geometry.compiling import compile_boards

ROWS = (
    "~~~~~~~~~~",
    "~..rr...~~",
    "~.rMMr...~",
    "~.rMMr.s.~",
    "~..rr.ss.~",
    "~.o..qq..~",
    "~...Sqqdd~",
    "~~.SS..d~~",
)
LAND = ((1.2, 1.6), (4.5, 1.15), (7.6, 1.6), (8.3, 3.2), (8.35, 6.2), (7.2, 7.4), (3.0, 7.7), (1.3, 6.9))


def island(board_id: str = "island") -> BoardDef:
    """The definition."""
    return BoardDef(
        id=board_id,
        title="Island",
        grid=GridDef(
            kind="flat",
            columns=10,
            rows=8,
            shifted="first",
            pattern="{sheet}{column}.{row:02}",
            sheets=(SheetDef(prefix="A", columns=10),),
            first_row=0,
            row_order="north",
        ),
        legend={
            "~": "sea",
            ".": "clear",
            "r": "rough",
            "M": "mountain",
            "s": "salt_marsh",
            "S": "sand_sea",
            "q": "depression",
            "d": "delta",
            "o": "oasis",
        },
        rows=ROWS,
        places=(
            PlaceDef(hex="A2.05", name="Harbour", kind="city", tags=("port",)),
            PlaceDef(hex="A7.04", name="Market", kind="town"),
            PlaceDef(hex="A5.03", name="Hamlet", kind="village"),
            PlaceDef(hex="A8.05", name="Old Fort", kind="fort"),
            PlaceDef(hex="A3.02", name="Palms", kind="oasis", tags=("oasis",)),
            PlaceDef(hex="A6.02", name="Bir", kind="bir"),
        ),
        hexsides=(
            HexsideDef(a="A4.05", b="A4.06", kind="escarpment", high="A4.05"),
            HexsideDef(a="A5.06", b="A4.05", kind="escarpment", high="A4.05"),
            HexsideDef(a="A5.05", b="A5.06", kind="escarpment", high="A5.05"),
            HexsideDef(a="A2.05", b="A2.06", kind="fortification", protects="A2.05"),
            HexsideDef(a="A2.05", b="A3.06", kind="fortification", protects="A2.05"),
        ),
        chains=(
            HexsideChainDef(kind="river", sides=("A7.03 A7.02", "A7.03 A8.02", "A8.02 A8.03")),
            HexsideChainDef(kind="wadi", sides=("A3.03 A3.04", "A3.03 A4.03")),
            HexsideChainDef(kind="ridge", sides=("A6.03 A6.04", "A7.04 A6.03")),
        ),
        routes=(
            RouteDef(kind="road", name="Coast road", path="A2.05 A3.05 A4.04 A5.04 A6.04 A7.04"),
            RouteDef(kind="track", name="Inland track", path="A2.05 A3.05 A3.04 A3.03 A3.02"),
            RouteDef(kind="railway", name="Railway", path="A7.04 A8.04 A8.05"),
        ),
    )


def drawing() -> DrawingDef:
    """What is drawn on it beyond its definition."""
    return DrawingDef(
        board="island",
        land=(LAND,),
        lines=(
            LineOnMapDef(kind="border", path=((4.0, 1.2), (4.4, 4.0), (4.2, 7.6))),
            LineOnMapDef(kind="wire", path=((4.4, 4.0), (4.2, 7.6))),
        ),
        texts=(
            TextOnMapDef(text="OPEN SEA", kind="sea", path=((0.4, 0.6), (3.4, 0.7))),
            TextOnMapDef(text="HEIGHTS", kind="region", path=((3.0, 4.5), (6.0, 4.4)), zoom="close"),
            TextOnMapDef(text="Coast road", kind="route", path=((4.5, 3.2),), along="Coast road"),
            TextOnMapDef(text="Edge", kind="border", path=((4.3, 6.0),), along="border"),
        ),
        cartouche=CartoucheDef(title="ISLE", subtitle="a test", box=(6.0, 0.15, 2.2, 0.8)),
    )


def compiled() -> CompiledBoard:
    """The island in integers."""
    return compile_boards([island()])


def art() -> BoardArt:
    """The island ready to be painted."""
    return BoardArt(board=compiled(), drawing=drawing())
