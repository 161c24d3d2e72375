"""The lettering of SVG and HTML files: the fonts they use, inside the file, and what stands in for them.

Browsers read fonts out of a file; other programs take the ones of the computer, so each family names some
that are alike. All bundled fonts may be embedded: they are under the SIL Open Font License.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from typing import Final

from app.fonts import CONDENSED, PLACES, SANS, SERIF
from app.resource_files import resource

_TEXT: Final = re.compile(
    r'(<text [^>]*?font-family=")([^"]+)("[^>]*?font-weight="(\d+)" font-style="(\w+)")', re.DOTALL
)
_FILES: Final = {SANS: "Inter", CONDENSED: "BarlowCondensed", PLACES: "Cabin", SERIF: "EBGaramond12"}
_WEIGHTS: Final = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}
_ALIKE: Final = {
    SANS: "Arial, Helvetica, sans-serif",
    CONDENSED: "'Arial Narrow', 'Liberation Sans Narrow', 'Roboto Condensed', sans-serif",
    PLACES: "'Gill Sans', 'Trebuchet MS', sans-serif",
    SERIF: "Garamond, Georgia, 'Times New Roman', serif",
}


def with_alike(svg: str) -> str:
    """The drawing with fonts named that may stand in for ours."""

    def named(found: re.Match[str]) -> str:
        start, family, rest = found.group(1, 2, 3)
        alike = _ALIKE.get(family)
        return f"{start}{family}, {alike}{rest}" if alike else found[0]

    return _TEXT.sub(named, svg)


def font_rules(svg: str) -> str:
    """The style sheet that brings the fonts a drawing uses; call it before others are named."""
    used = sorted({(family, int(weight), style) for _, family, _, weight, style in _TEXT.findall(svg)})
    return "".join(_rule(*one) for one in used)


@lru_cache(maxsize=32)
def _rule(family: str, weight: int, style: str) -> str:
    slope = "Italic" if style == "italic" else ""
    name = f"{_WEIGHTS.get(weight, '')}{slope}".replace("RegularItalic", "Italic")
    for ending, kind in (("otf", "opentype"), ("ttf", "truetype")):
        path = resource("fonts") / f"{_FILES.get(family, '')}-{name}.{ending}"
        if path.is_file():
            data = b64encode(path.read_bytes()).decode("ascii")
            return (
                f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
                f"src:url(data:font/{ending};base64,{data}) format('{kind}')}}\n"
            )
    return ""
