"""Plans as SVG drawings and as HTML pages.

Qt's SVG writer cannot clip as it should, so a page is written in layers: what lies below a map, the map
behind a mask of its frame, and what lies on it. Masks are understood by more programs than clip paths, Qt's
own viewer among them. Words of SVG files are outlines, those of HTML pages letters of embedded fonts.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from app.exporting.bookmarks import LANGUAGE
from app.exporting.drawing import Drawer
from app.exporting.graying import gray_svg
from app.exporting.plan import Block, BoardMark, ExportPlan, Mark, Page, Placed
from app.exporting.svg_fonts import font_rules, with_alike
from app.exporting.svg_outlines import Outlines

UNITS: Final = 20.0
"""Units of an SVG to a millimetre: its sizes are whole numbers, its lengths should be fine."""
INCH: Final = 25.4

HTML_STYLE: Final = (
    "body{margin:0;background:#e8e4da} svg{display:block} body>svg{margin:8mm auto;background:#fff} "
    "@page{margin:0} @media print{body{background:#fff} body>svg{margin:0;break-after:page}}"
)

_DASHES: Final = re.compile(
    r'stroke-dasharray="([\d.,]+)" stroke-dashoffset="([\d.]+)" stroke-width="([\d.]+)"'
)

Drawing = Generator[int, None, str]
"""A drawing in the making: yields after every small step, returns its text."""

Making = Generator[int, None, bytes]


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of a page that is drawn by itself, and where its corner lies."""

    x: float
    y: float
    page: Page
    is_map: bool = False


def layers_of(page: Page) -> Iterator[Layer]:
    """The parts of a page in the order they are drawn: each map by itself, all between two maps together."""
    below: list[Placed] = []
    for placed in page.blocks:
        marks: list[Mark] = []
        for mark in placed.block.marks:
            if not isinstance(mark, BoardMark):
                marks.append(mark)
                continue
            below.append(_part(placed, marks))
            yield Layer(0.0, 0.0, replace(page, blocks=tuple(below)))
            below, marks = [], []
            yield _map_layer(placed, mark)
        below.append(_part(placed, marks))
    yield Layer(0.0, 0.0, replace(page, blocks=tuple(below)))


def _part(placed: Placed, marks: Sequence[Mark]) -> Placed:
    return replace(placed, block=replace(placed.block, marks=tuple(marks)))


def _map_layer(placed: Placed, mark: BoardMark) -> Layer:
    block = Block(mark.width, mark.height, (replace(mark, x=0.0, y=0.0),))
    page = Page(mark.width, mark.height, (Placed(0.0, 0.0, block),))
    return Layer(placed.x + mark.x, placed.y + mark.y, page, is_map=True)


def svg_making(plan: ExportPlan, drawer: Drawer) -> Making:
    """The plan as an SVG whose size is given in millimetres, pages below each other."""
    width = max(page.width for page in plan.pages)
    height = sum(page.height for page in plan.pages)
    parts, top, outlines = [], 0.0, Outlines()
    for number, page in enumerate(plan.pages, 1):
        parts.append(outlines.drawn((yield from _page(page, drawer, (number, top)))))
        top += page.height
        yield number
    return (HEAD + _whole(plan, (width, height), [outlines.letters(), *parts])).encode()


def html_making(plan: ExportPlan, drawer: Drawer) -> Making:
    """The plan as one HTML file: each page an SVG, sized in millimetres, that prints on a page of its own."""
    title = escape(plan.title)
    head = f'<meta charset="utf-8"><title>{title}</title><meta name="author" content="{escape(plan.author)}">'
    pages, rules = [], set[str]()
    for number, page in enumerate(plan.pages, 1):
        inner = yield from _page(page, drawer, (number, 0.0))
        rules |= set(font_rules(inner).splitlines())
        pages.append(_whole(plan, (page.width, page.height), [inner]))
        yield number
    style = HTML_STYLE + "\n" + "\n".join(sorted(rules))
    start = f'<!doctype html>\n<html lang="{LANGUAGE}"><head>{head}<style>{style}</style></head><body>\n'
    return f"{start}{''.join(pages)}</body></html>\n".encode()


HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


def _whole(plan: ExportPlan, size: tuple[float, float], parts: Sequence[str]) -> str:
    """The outermost element with all its parts."""
    width, height = size
    box = f"0 0 {width * UNITS:.0f} {height * UNITS:.0f}"
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
        f'width="{width:g}mm" height="{height:g}mm" viewBox="{box}">\n'
        f"<title>{escape(plan.title)}</title>\n<desc>{escape(plan.subject)}</desc>\n{''.join(parts)}</svg>\n"
    )
    text = with_alike(text)
    return gray_svg(text) if plan.gray else text


def _page(page: Page, drawer: Drawer, place: tuple[int, float]) -> Drawing:
    """The layers of a page; ``place`` is its number and how far down it lies."""
    number, top = place
    found = []
    for count, layer in enumerate(layers_of(page)):
        inner = yield from _layer(layer.page, drawer, number - 1)
        inner = unique_ids(inner, f"p{number}-{count}-")
        x, y = layer.x * UNITS, (top + layer.y) * UNITS
        mask = ""
        if layer.is_map:
            name = f"frame{number}-{count}"
            found.append(_frame(name, layer.page.width * UNITS, layer.page.height * UNITS))
            mask = f' mask="url(#{name})"'
        found.append(f'<g transform="translate({x:.2f},{y:.2f})"{mask}>\n{inner}</g>\n')
    return "".join(found)


def _frame(name: str, width: float, height: float) -> str:
    """A mask that shows what lies in a frame; stands among the definitions, which no program draws."""
    size = f'width="{width:g}" height="{height:g}"'
    return (
        f'<defs><mask id="{name}" maskUnits="userSpaceOnUse" x="0" y="0" {size}>'
        f'<rect {size} fill="#ffffff"/></mask></defs>\n'
    )


def _layer(page: Page, drawer: Drawer, done: int) -> Drawing:
    """What Qt draws of a page, without the element around it."""
    data = QByteArray()
    buffer = QBuffer(data)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(round(UNITS * INCH))
    across, down = round(page.width * UNITS), round(page.height * UNITS)
    generator.setSize(QSize(across, down))
    generator.setViewBox(QRectF(0, 0, across, down))
    painter = QPainter(generator)
    steps = drawer.steps(painter, page)
    try:
        painter.scale(UNITS, UNITS)
        for _ in steps:
            yield done
    finally:
        steps.close()
        painter.end()
    text = bytes(data.data()).decode("utf-8")
    start = text.index(">", text.index("<svg")) + 1
    inner = re.sub(r"<(title|desc)>.*?</\1>\n?", "", text[start : text.rindex("</svg>")], count=2)
    return _DASHES.sub(_true_dashes, inner)


def _true_dashes(found: re.Match[str]) -> str:
    """Dashes as long as they should be: Qt writes them in widths of the line, SVG reads lengths."""
    pattern, offset, width = found.groups()
    lengths = ",".join(f"{float(part) * float(width):g}" for part in pattern.split(","))
    start = float(offset) * float(width)
    return f'stroke-dasharray="{lengths}" stroke-dashoffset="{start:g}" stroke-width="{width}"'


def unique_ids(svg: str, prefix: str) -> str:
    """The drawing with its inner names made its own, since all parts share one document."""
    named = re.sub(r'(\bid=")', rf"\g<1>{prefix}", svg)
    return re.sub(r"(url\(#|href=\"#)", rf"\g<1>{prefix}", named)
