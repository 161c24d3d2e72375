"""Inks of the map in its three themes.

The map is never turned dark: the dark theme lays a warm shade over it, high contrast lightens the paper,
thickens the lines and leaves out what is only pretty.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from PySide6.QtGui import QColor

from app.graphics.colors import color, mix


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour with its opacity."""

    code: str
    alpha: float = 1.0

    def color(self) -> QColor:
        return color(self.code, self.alpha)


TERRAIN: Final = MappingProxyType(
    {
        "clear": "#eddfbe",
        "rough": "#d9c193",
        "mountain": "#bf9c6f",
        "salt_marsh": "#d6ddd0",
        "sand_sea": "#f0d999",
        "depression": "#d3c29f",
        "delta": "#c8d19f",
        "oasis": "#b7c489",
        "desert": "#ecd9ae",
        "sea": "#b9d1d5",
        "forest": "#b6c08a",
        "wood": "#b6c08a",
        "marsh": "#cfd8cd",
        "hill": "#d9c193",
        "city": "#dcc7b2",
    }
)
PLAIN_LAND: Final = "#eddfbe"


@dataclass(frozen=True, slots=True)
class MapPalette:
    """All inks of one theme and how much is drawn."""

    name: str
    desk: str = "#cfc6b2"
    paper_veil: Ink = field(default=Ink("#ffffff", 0.0))
    shade: Ink = field(default=Ink("#1a0e02", 0.0))
    vignette: str = "#6f9aa8"
    coast: Ink = Ink("#3f6472")
    light_edge: Ink = Ink("#fff8e2", 0.47)
    grid_land: Ink = Ink("#4c3a22", 0.33)
    grid_sea: Ink = Ink("#2f5a6b", 0.26)
    grid_width: float = 0.011
    grid_least: float = 0.7
    number_land: Ink = Ink("#3c2c18", 0.66)
    number_sea: Ink = Ink("#24495a", 0.60)
    has_number_halo: bool = True
    has_solid_strokes: bool = False
    escarpment: Ink = Ink("#5c3d22", 0.94)
    rim: Ink = Ink("#6a4a3a", 0.94)
    crest_light: Ink = Ink("#fff6dd", 0.60)
    road: str = "#b8452f"
    road_case: str = "#4a2a1c"
    road_light: str = "#c9674d"
    track: Ink = Ink("#6e5236", 0.94)
    track_bed: Ink = Ink("#f3e6c6", 0.50)
    railway: Ink = Ink("#6b655c", 0.55)
    fort: str = "#7c1f1a"
    fort_bed: Ink = Ink("#fff4d8", 0.93)
    border: Ink = Ink("#6a2430", 0.84)
    border_band: Ink = Ink("#7a2f3a", 0.15)
    river: str = "#9cc3cf"
    river_case: str = "#3d6f86"
    wadi: Ink = Ink("#7d5f3a", 0.70)
    ridge: Ink = Ink("#6a4a2c", 0.80)
    block: str = "#8a2c22"
    streets: str = "#f6e7cc"
    cream: str = "#fff3d6"
    well: str = "#2f6478"
    well_fill: str = "#d7ecee"
    port: str = "#1f5168"
    port_disc: str = "#eaf2ee"
    palm: str = "#3f6a35"
    palm_trunk: str = "#6a4a2c"
    place_name: str = "#2a2118"
    well_name: str = "#2b4a55"
    halo: Ink = Ink("#f3e7cb", 0.88)
    water_name: Ink = Ink("#2f6075", 0.84)
    region_name: Ink = Ink("#7a5c39", 0.62)
    relief_name: Ink = Ink("#5f3f1f", 0.95)
    route_name: str = "#8a2f1f"
    texture: float = 1.0
    text: float = 1.0


LIGHT: Final = MapPalette("light")
DARK: Final = replace(LIGHT, name="dark", desk="#17181a", shade=Ink("#1a0e02", 0.13))
CONTRAST: Final = replace(
    LIGHT,
    name="contrast",
    desk="#ffffff",
    paper_veil=Ink("#ffffff", 0.47),
    coast=Ink("#123442"),
    grid_land=Ink("#2a1d0c", 0.75),
    grid_sea=Ink("#123442", 0.66),
    grid_width=0.014,
    grid_least=1.1,
    number_land=Ink("#1c1206", 0.92),
    number_sea=Ink("#0e2c3a", 0.92),
    escarpment=Ink("#2e1a08"),
    rim=Ink("#2e1a08"),
    track=Ink("#38240e"),
    road="#a31f12",
    border=Ink("#5a0f1e"),
    place_name="#000000",
    well_name="#0d2f3c",
    halo=Ink("#ffffff", 0.95),
    water_name=Ink("#123f52"),
    region_name=Ink("#4a3317", 0.85),
    relief_name=Ink("#3a2208"),
    texture=0.0,
    text=1.12,
)
PRINT: Final = replace(
    LIGHT,
    name="print",
    desk="#ffffff",
    number_land=Ink("#3c2c18", 0.78),
    number_sea=Ink("#24495a", 0.70),
    has_number_halo=False,
    has_solid_strokes=True,
)
"""Paper is finer than a screen: numbers need no halo, which as outlines would be half of a map's file, and
the strokes of textures need not be see-through.
"""
PALETTES: Final = MappingProxyType({palette.name: palette for palette in (LIGHT, DARK, CONTRAST, PRINT)})


def palette_named(name: str) -> MapPalette:
    """The palette of a theme; an unknown name gives the light one."""
    return PALETTES.get(name, LIGHT)


_ALSO: Final = MappingProxyType(
    {"woods": "wood", "hills": "hill", "mountains": "mountain", "swamp": "marsh", "town": "city"}
)


def look_key(name: str) -> str:
    """The key of the painters that a look or the id of a kind means: `salt-marsh` is `salt_marsh`, woods are
    a wood.
    """
    key = name.replace("-", "_")
    return _ALSO.get(key, key)


def terrain_color(look: str) -> str:
    """The flat colour of a kind of terrain, for legends and for boards without a baked picture."""
    if look in TERRAIN:
        return TERRAIN[look]
    return mix(PLAIN_LAND, "#8d7a52", (sum(map(ord, look)) % 7) / 14)
