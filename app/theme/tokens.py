"""The colours of the windows by meaning, in three themes and for paper.

Warm calm greys and one blue accent, so that the map is the loudest thing on
the screen. Every contrast promised in the design is held by a test. A token
is a meaning, never a place: widgets ask for `faint`, not for a grey.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from app.graphics.colors import contrast, mix, readable_on

LEAST_ON_WINDOW: Final = 3.0
"""Contrast of a side's color with the window around it."""


@lru_cache(maxsize=64)
def own_side(code: str, window: str) -> tuple[str, str]:
    """A side's own color, as much darker or lighter as the window needs, and the ink that reads on it."""
    away = "#000000" if contrast("#000000", window) > contrast("#ffffff", window) else "#ffffff"
    ground = code
    for step in range(1, 20):
        if contrast(ground, window) >= LEAST_ON_WINDOW:
            break
        ground = mix(code, away, step / 20)
    return ground, readable_on(ground, "#000000", "#ffffff")


class ThemeName(StrEnum):
    """The themes a reader can choose."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The colours of one theme, `#rrggbb`."""

    name: str
    window: str
    panel: str
    row: str
    title: str
    line: str
    strong_line: str
    text: str
    second: str
    faint: str
    accent: str
    on_accent: str
    selected: str
    selected_text: str
    good: str
    bad: str
    care: str
    help: str
    button: str
    card: str
    side_dark: str
    on_side_dark: str
    side_light: str
    on_side_light: str
    side_plain: str
    on_side_plain: str
    short_bar: str
    shadow: float
    map_shade: float
    focus_width: int = 2

    def side(self, form: str) -> tuple[str, str]:
        """Ground and ink of a side by its look: a color of its own, or the form of its strip or neither."""
        if form.startswith("#"):
            return own_side(form, self.window)
        if form == "dark":
            return self.side_dark, self.on_side_dark
        if form == "light":
            return self.side_light, self.on_side_light
        return self.side_plain, self.on_side_plain


LIGHT: Final = Tokens(
    name="light",
    window="#ece6da",
    panel="#fbf8f1",
    row="#f4efe4",
    title="#e3dccd",
    line="#d6ccb8",
    strong_line="#b9ac92",
    text="#241f18",
    second="#5c5343",
    faint="#776b57",
    accent="#1b5e7d",
    on_accent="#ffffff",
    selected="#d9e8ee",
    selected_text="#12394d",
    good="#2a7353",
    bad="#a3271c",
    care="#8a5f00",
    help="#fff1c4",
    button="#fffdf8",
    card="#fffdf6",
    side_dark="#3d434b",
    on_side_dark="#ffffff",
    side_light="#b98a3e",
    on_side_light="#1c1508",
    side_plain="#8b8272",
    on_side_plain="#ffffff",
    short_bar="#c2410c",
    shadow=0.16,
    map_shade=0.0,
)

DARK: Final = Tokens(
    name="dark",
    window="#1d1f22",
    panel="#26292d",
    row="#2c3034",
    title="#191b1e",
    line="#3b4046",
    strong_line="#565d66",
    text="#ece7dc",
    second="#bbb5a7",
    faint="#a29c8e",
    accent="#6db7d6",
    on_accent="#0d2230",
    selected="#21485a",
    selected_text="#e6f4fa",
    good="#6cc79c",
    bad="#f0897b",
    care="#e9bf5b",
    help="#453a1c",
    button="#31353a",
    card="#2b2f34",
    side_dark="#8b95a1",
    on_side_dark="#14171a",
    side_light="#d9ab5f",
    on_side_light="#1c1508",
    side_plain="#8f897c",
    on_side_plain="#14171a",
    short_bar="#e8703a",
    shadow=0.43,
    map_shade=0.13,
)

CONTRAST: Final = Tokens(
    name="contrast",
    window="#ffffff",
    panel="#ffffff",
    row="#f2f2f2",
    title="#e6e6e6",
    line="#000000",
    strong_line="#000000",
    text="#000000",
    second="#000000",
    faint="#1a1a1a",
    accent="#00407a",
    on_accent="#ffffff",
    selected="#ffe100",
    selected_text="#000000",
    good="#00532f",
    bad="#8a0f05",
    care="#5e3d00",
    help="#fff6bf",
    button="#ffffff",
    card="#ffffff",
    side_dark="#23282f",
    on_side_dark="#ffffff",
    side_light="#c58f2a",
    on_side_light="#000000",
    side_plain="#5a5a5a",
    on_side_plain="#ffffff",
    short_bar="#a83200",
    shadow=0.0,
    map_shade=0.0,
    focus_width=3,
)

PAPER: Final = Tokens(
    name="paper",
    window="#ffffff",
    panel="#ffffff",
    row="#f3f3f1",
    title="#ededea",
    line="#b8b8b4",
    strong_line="#000000",
    text="#000000",
    second="#333333",
    faint="#4d4d4d",
    accent="#1b5e7d",
    on_accent="#ffffff",
    selected="#e6eef1",
    selected_text="#000000",
    good="#1f5a40",
    bad="#8a1f12",
    care="#6b4a00",
    help="#f7f3e2",
    button="#ffffff",
    card="#ffffff",
    side_dark="#3d434b",
    on_side_dark="#ffffff",
    side_light="#b98a3e",
    on_side_light="#1c1508",
    side_plain="#8b8272",
    on_side_plain="#ffffff",
    short_bar="#a83200",
    shadow=0.0,
    map_shade=0.0,
)

THEMES: Final[dict[ThemeName, Tokens]] = {
    ThemeName.LIGHT: LIGHT,
    ThemeName.DARK: DARK,
    ThemeName.CONTRAST: CONTRAST,
}
