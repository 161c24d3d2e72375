"""Inks and line widths of the overlays, for the two usual themes and for high contrast."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class OverlayPalette:
    """Widths are device independent pixels."""

    name: str
    reach: str = "#0072b2"
    reach_width: float = 2.4
    reach_bed: float = 5.0
    inside: float = 0.13
    outside: float = 0.24
    cost: str = "#0b4a75"
    cost_in_zoc: str = "#9a2f06"
    cost_grow: float = 1.0
    zoc: str = "#c2410c"
    zoc_alpha: float = 0.41
    zoc_width: float = 1.6
    zoc_spacing: int = 16
    selected: str = "#ffd21f"
    selected_width: float = 4.0
    selected_bed: str = "#1c150b"
    selected_bed_width: float = 7.0
    path: str = "#0b2e44"
    path_width: float = 5.0
    path_bed: float = 9.0
    target: str = "#b3261e"
    target_width: float = 3.0
    supplied: str = "#00795a"
    supplied_width: float = 4.0
    supplied_tint: float = 0.18
    cut: str = "#b0478f"
    dark_side: str = "#3d434b"
    light_side: str = "#9a6a1e"
    band: float = 0.47
    zone: str = "#8a5a10"
    zone_tint: float = 0.18
    range_: str = "#4b3f8f"
    stacking: str = "#8a5a10"
    choice: str = "#0072b2"
    attacker: str = "#b3261e"
    halo: str = "#f6ecd2"
    cream: str = "#fff9e8"
    shade: str = "#140c02"


LIGHT: Final = OverlayPalette("light")
DARK: Final = replace(LIGHT, name="dark", outside=0.31)
CONTRAST: Final = OverlayPalette(
    "contrast",
    reach="#00407a",
    reach_width=5.0,
    reach_bed=9.0,
    inside=0.45,
    outside=0.0,
    cost="#00305c",
    cost_in_zoc="#7a1a00",
    cost_grow=1.2,
    zoc="#8a1f00",
    zoc_alpha=1.0,
    zoc_width=3.0,
    zoc_spacing=20,
    selected="#ffe100",
    selected_width=5.0,
    selected_bed="#000000",
    selected_bed_width=9.0,
    path_width=7.0,
    path_bed=12.0,
    target_width=5.0,
    supplied_width=6.0,
    dark_side="#000000",
    light_side="#ffffff",
    band=0.9,
    zone="#000000",
    choice="#00407a",
    halo="#ffffff",
    cream="#ffffff",
)


def overlay_palette(name: str) -> OverlayPalette:
    """The palette that goes with a map theme."""
    return {"dark": DARK, "contrast": CONTRAST}.get(name, LIGHT)
