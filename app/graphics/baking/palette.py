"""Colours of the baked ground, one table for all boards."""

from __future__ import annotations

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
TINTS = (
    ("rough", "#cfb083", 0.40),
    ("mountain", "#b08c62", 0.38),
    ("sand_sea", "#f0d795", 0.72),
    ("depression", "#cdbb98", 0.62),
    ("salt_marsh", "#cfd8cd", 0.80),
    ("delta", "#c3cd98", 0.86),
    ("oasis", "#a8b878", 0.80),
)
#: Share of the shading that wet flats lose.
FLATNESS = (("salt_marsh", 0.75), ("delta", 0.70))
