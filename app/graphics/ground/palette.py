"""Colours of the painted ground, one table for all boards."""

from __future__ import annotations

from app.graphics.ground.styles import Style
from app.graphics.painters.board_palette import PLAIN_LAND, terrain_color

LAND_BY_HEIGHT = (
    (-140.0, "#cdbd97"),
    (-30.0, "#e0d5b4"),
    (0.0, "#f1e7cd"),
    (120.0, "#eddfbe"),
    (230.0, "#e6d3aa"),
    (420.0, "#dabf90"),
    (700.0, "#c9a677"),
)
SEA_BY_DEPTH = ((0.0, "#c6dbdb"), (120.0, "#b6cfd3"), (900.0, "#a5c0c8"), (2600.0, "#98b6c1"))
SHORE_GLOW = "#dbe8e2"
BEACH = "#fbf3dc"
SHADOW = "#5b4326"
LIGHT = "#fffaea"
FIELD_DARK = "#9fb06c"
FIELD_LIGHT = "#dde0b0"
SALT = "#eef0ea"
POOL = "#b3cbcb"

#: Colour and strength of each terrain tint, in the order in which they are laid.
TINTS = {
    "rough": ("#cfb083", 0.40),
    "mountain": ("#b08c62", 0.38),
    "sand_sea": ("#f0d795", 0.72),
    "depression": ("#cdbb98", 0.62),
    "salt_marsh": ("#cfd8cd", 0.80),
    "delta": ("#c3cd98", 0.86),
    "oasis": ("#a8b878", 0.80),
}
OWN_STRENGTH = 0.80
#: Share of the shading that wet flats lose.
FLATNESS = (("salt_marsh", 0.75), ("delta", 0.70))
#: Looks that are painted with the relief of another.
AS_BROKEN = {"hill": "rough", "rocks": "rough"}


def tint_of(style: Style) -> tuple[str, float]:
    """Colour and strength of a style: its own colour, the table's, or the flat colour of the look."""
    if style.color:
        return style.color, OWN_STRENGTH
    if style.look in TINTS:
        return TINTS[style.look]
    flat = terrain_color(style.look)
    return flat, 0.0 if flat == PLAIN_LAND else OWN_STRENGTH


def in_order(styles: list[Style]) -> list[Style]:
    """Styles in the order in which they are laid over each other."""
    known = list(TINTS)
    return sorted(styles, key=lambda s: (known.index(s.look) if s.look in known else len(known), s))
