"""The one style sheet of the program, generated from tokens and text scale.

Widgets are told apart by class and by two dynamic properties: `kind` (a
button may be `primary`, `flat`, `chip` or `link`, a frame may be `panel`,
`card` or `bar`) and `tone` (a label may be `second`, `faint`, `good`, `bad`
or `care`). Sizes grow with the text scale. Focus is always a visible ring.
"""

from __future__ import annotations

from string import Template
from typing import Final

from app.fonts import SANS, SERIF, TextSize, text_pixels
from app.graphics.colors import mix
from app.resource_files import resource
from app.theme.tokens import Tokens

_SHEET: Final = ("base", "buttons", "fields", "lists", "frames", "menus")


def sheet_values(tokens: Tokens, scale: float, pictures: str) -> dict[str, str]:
    """What the style sheet templates may use: colours, sizes and picture folder."""
    values = {name: getattr(tokens, name) for name in tokens.__slots__ if name != "name"}
    texts = {name: str(value) for name, value in values.items()}
    texts |= {f"px_{size.value}": str(text_pixels(size, scale)) for size in TextSize}
    texts |= {
        f"s{units}": str(max(1, round(units * max(1.0, scale * 0.85 + 0.15)))) for units in range(2, 49)
    }
    texts |= {
        "sans": SANS,
        "serif": SERIF,
        "pictures": pictures,
        "hover": mix(tokens.button, tokens.accent, 0.10),
        "press": mix(tokens.button, tokens.accent, 0.22),
        "accent_hover": mix(tokens.accent, tokens.text, 0.18),
        "accent_press": mix(tokens.accent, tokens.text, 0.34),
        "muted": mix(tokens.faint, tokens.panel, 0.35),
        "row_hover": mix(tokens.row, tokens.accent, 0.08),
        "scroll": tokens.strong_line,
    }
    return texts


def stylesheet(tokens: Tokens, scale: float, pictures: str) -> str:
    """The whole style sheet; `pictures` is the folder of tinted arrows and ticks, with `/`."""
    values = sheet_values(tokens, scale, pictures)
    parts = (resource("themes", f"{name}.qss").read_text(encoding="utf-8") for name in _SHEET)
    return "\n".join(Template(part).substitute(values) for part in parts)
