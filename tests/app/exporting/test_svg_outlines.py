"""Drawings look the same in every viewer: letters are outlines, maps end at their frames."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from app.exporting.fonts import paper_font
from app.exporting.kinds import Target, Wishes, export_file
from app.exporting.plan import Face, Style
from app.exporting.svg_outlines import Outlines
from tests.app.exporting.sheets import a_source

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
WORD = (
    '<text fill="#ffffff" fill-opacity="1" stroke="none" xml:space="preserve" x="-3.5" y="2" '
    'font-family="Inter" font-size="100" font-weight="600" font-style="normal" \n >{}</text>'
)


def _drawing(outlines: Outlines, *words: str) -> ET.Element:
    inner = outlines.drawn("".join(WORD.format(one) for one in words))
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return ET.fromstring(f"<svg {space}>{outlines.letters()}{inner}</svg>")


def test_words_become_letters_and_stay_searchable(qtbot: QtBot) -> None:
    root = _drawing(Outlines(), "to toot", "A &amp; B")
    group, other = root.findall(f"{SVG}g")
    assert group.get("fill") == "#ffffff"
    assert group.get("transform") == "matrix(0.1,0,0,0.1,-3.5,2)"
    names = [use.get(LINK) for use in group]
    assert names[0] == names[2] == names[5] != names[1] == names[3] == names[4]
    assert len(list(other)) == 3, "the blanks have no ink"
    places = [float(use.get("x", "")) for use in group]
    assert places == sorted(places)
    assert places[0] == 0
    paths = {path.get("id"): path.get("d", "") for path in root.findall(f"{SVG}defs/{SVG}path")}
    assert {f"#{name}" for name in paths} == {use.get(LINK) for use in (*group, *other)}
    assert all(shape.startswith("M") for shape in paths.values())
    hidden = root.findall(f"{SVG}text")
    assert [text.text for text in hidden] == ["to toot", "A & B"]
    assert {text.get("fill") for text in hidden} == {"none"}


def test_letters_are_defined_once_for_all_pages(qtbot: QtBot) -> None:
    outlines = Outlines()
    first = outlines.drawn(WORD.format("ab"))
    second = outlines.drawn(WORD.format("ba"))
    assert sorted(re.findall('href="([^"]+)"', first)) == sorted(re.findall('href="([^"]+)"', second))
    assert outlines.letters().count("<path") == 2


def test_a_drawing_without_words_needs_no_letters() -> None:
    assert Outlines().letters() == ""


def test_spaced_words_keep_their_room(tmp_path: Path, qtbot: QtBot) -> None:
    """Qt's SVG writer forgets the room between letters; AXIS in the head of a set-up sheet has some."""
    svg = export_file(a_source(), Wishes(side="axis"), Target(tmp_path / "sheet.svg", "svg"))
    words = ET.parse(svg).getroot().iter(f"{SVG}text")
    texts = [text for text in words if "Cabin" in text.get("font-family", "")]
    places = [float(text.get("x", "")) for text in texts[:4]]
    assert "".join(text.text or "" for text in texts[:4]) == "AXIS"
    word = export_file(a_source(), Wishes(side="axis"), Target(tmp_path / "sheet.html", "html"))
    assert ">AXIS<" not in word.read_text(encoding="utf-8")
    assert places == sorted(places)
    close = QFontMetricsF(paper_font(Style(Face.CAPITALS))).horizontalAdvance("AXI")
    assert places[3] > 1.05 * close


def _gray(picture: QImage) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    found = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(found.constBits(), np.uint8).reshape(found.height(), found.bytesPerLine())
    return rows[:, : found.width()].astype(float)


@pytest.mark.parametrize("kind", ["setup", "counters"])
def test_a_viewer_without_our_fonts_shows_what_is_printed(tmp_path: Path, kind: str, qtbot: QtBot) -> None:
    """Qt's viewer reads no fonts out of files and knows no clip paths; it stands for the simple ones."""
    wishes = Wishes(kind=kind, side="axis")
    png = export_file(a_source(), wishes, Target(tmp_path / "sheet.png", "png", dots=120.0))
    svg = export_file(a_source(), wishes, Target(tmp_path / "sheet.svg", "svg"))
    text = svg.read_text(encoding="utf-8").replace('font-family="', 'font-family="No Such ')
    printed = QImage(str(png)).convertToFormat(QImage.Format.Format_RGB32)
    shown = QImage(printed.size(), QImage.Format.Format_RGB32)
    shown.fill(0xFFFFFFFF)
    renderer = QSvgRenderer(text.encode())
    painter = QPainter(shown)
    renderer.render(painter)
    painter.end()
    apart = np.abs(_gray(printed) - _gray(shown))
    assert (apart > 128).mean() < 0.01  # with other fonts it is more than 0.02
