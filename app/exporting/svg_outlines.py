"""The letters of SVG drawings as outlines, so that every program shows the same.

Browsers read fonts out of a file, but the viewers of desktops and most drawing programs take fonts of the
computer instead: words become too wide, figures of counters are cut off. So each letter is drawn once as a
path and used wherever it stands. The words stay behind without ink: they can be searched and copied.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainterPath, QRawFont, QTextLayout, QTextOption

from app.exporting.fonts import without_features

EM: Final = 1000
"""Units of a letter's drawing to the size of its font."""
_TEXT: Final = re.compile(
    r'<text (?P<ink>[^>]*?) ?xml:space="preserve" x="(?P<x>[-\d.e]+)" y="(?P<y>[-\d.e]+)" '
    r'(?P<font>font-family="(?P<family>[^"]+)" font-size="(?P<size>[\d.]+)" '
    r'font-weight="(?P<weight>\d+)" font-style="(?P<style>\w+)"\s*)>(?P<words>[^<]*)</text>'
)

_Face = tuple[str, int, bool]
"""Family, weight, and whether it is italic."""


class Outlines:
    """The letters used in one file."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, int, str, int], str] = {}
        self._paths: list[str] = []

    def drawn(self, svg: str) -> str:
        """The drawing with its words drawn as outlines."""
        return _TEXT.sub(self._word, svg)

    def letters(self) -> str:
        """The letters of all drawings so far, to be put before them."""
        return f"<defs>\n{''.join(self._paths)}</defs>\n" if self._paths else ""

    def _word(self, found: re.Match[str]) -> str:
        face = (found["family"], int(found["weight"]), found["style"] == "italic")
        scale = float(found["size"]) / EM
        uses = "".join(
            f'<use xlink:href="#{name}" x="{at.x():.0f}" y="{at.y():.0f}"/>'
            for raw, glyph, at in _shaped(face, unescape(found["words"]))
            if (name := self._name(raw, glyph))
        )
        place = f"matrix({scale:g},0,0,{scale:g},{found['x']},{found['y']})"
        hidden = f'<text fill="none" stroke="none" xml:space="preserve" x="{found["x"]}" y="{found["y"]}" '
        return (
            f'<g {found["ink"]} transform="{place}">{uses}</g>{hidden}{found["font"]}>{found["words"]}</text>'
        )

    def _name(self, raw: QRawFont, glyph: int) -> str:
        """What a letter is called in the file; empty for those without ink."""
        key = (raw.familyName(), raw.weight(), raw.styleName(), glyph)
        name = self._names.get(key)
        if name is None:
            shape = _outline(raw.pathForGlyph(glyph))
            name = self._names[key] = f"letter{len(self._paths)}" if shape else ""
            if shape:
                self._paths.append(f'<path id="{name}" d="{shape}"/>\n')
        return name


@lru_cache(maxsize=8192)
def _shaped(face: _Face, words: str) -> tuple[tuple[QRawFont, int, QPointF], ...]:
    """The letters of some words with their places on the line, at the size of their drawings."""
    family, weight, is_italic = face
    font = without_features(QFont(family))
    font.setPixelSize(EM)
    font.setWeight(QFont.Weight(weight))
    font.setItalic(is_italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    layout = QTextLayout(words, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    if not line.isValid():
        return ()
    down = QPointF(0.0, line.y() + line.ascent())
    return tuple(
        (run.rawFont(), glyph, at - down)
        for run in layout.glyphRuns()
        for glyph, at in zip(run.glyphIndexes(), run.positions(), strict=True)
    )


def _outline(path: QPainterPath) -> str:
    """A path in the words of SVG."""
    parts, number = [], 0
    while number < path.elementCount():
        point = path.elementAt(number)
        if point.isCurveTo():
            points = [path.elementAt(number + step) for step in range(3)]
            parts.append("C" + " ".join(f"{one.x:.0f} {one.y:.0f}" for one in points))
            number += 3
            continue
        parts.append(f"{'M' if point.isMoveTo() else 'L'}{point.x:.0f} {point.y:.0f}")
        number += 1
    return "".join(parts)
