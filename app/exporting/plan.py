"""What an export looks like before anything is drawn: pages in millimetres with marks on them.

A plan is pure data. The preview, the PDF, the PNG and the SVG are drawn from the same plan by the same
drawer, so that what is shown is what is printed, and a test can measure a sheet without a painter.
Everything a page holds lies in blocks; a block is never split.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from app.graphics.painters.card import CardFace
from app.graphics.painters.face import CounterFace

POINT = 25.4 / 72
"""A typographic point in millimetres."""

BLACK = "#000000"
WHITE = "#ffffff"


class Face(StrEnum):
    """The kinds of lettering on paper."""

    TEXT = "text"
    STRONG = "strong"
    TITLE = "title"
    ITALIC = "italic"
    FIGURES = "figures"
    LABEL = "label"
    CAPITALS = "capitals"


@dataclass(frozen=True, slots=True)
class Style:
    """Lettering: face, size in points, ink, and extra room between letters in millimetres."""

    face: Face = Face.TEXT
    size: float = 7.0
    ink: str = BLACK
    spacing: float = 0.0

    @property
    def height(self) -> float:
        """Size in millimetres."""
        return self.size * POINT


class Turn(StrEnum):
    """Over which edge a printer turns a sheet to print its back; none for sheets of one side."""

    NONE = ""
    LONG = "long"
    SHORT = "short"


class Align(StrEnum):
    """Which part of the words stands at their place."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; ``y`` is the baseline."""

    x: float
    y: float
    text: str
    style: Style
    align: Align = Align.LEFT
    turned: float = 0.0
    """Degrees, clockwise."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    weight: float = 0.2
    ink: str = BLACK
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle, filled or not, outlined or not (``weight`` 0)."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    ink: str = BLACK
    weight: float = 0.2
    radius: float = 0.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed chain of points; ``strength`` is the opacity of its filling."""

    points: tuple[tuple[float, float], ...]
    fill: str = ""
    ink: str = BLACK
    weight: float = 0.2
    dashed: bool = False
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class CounterMark:
    """A drawn counter. ``piece`` is the id of the piece it stands for, empty for other markers.

    With ``bleed`` the body's colour reaches so far beyond the edge and nothing shows the edge itself, because
    scissors will. ``art`` is a picture of the module in place of the drawn face.
    """

    x: float
    y: float
    edge: float
    face: CounterFace
    piece: str = ""
    art: str = ""
    bleed: float | None = None
    faded: bool = False


@dataclass(frozen=True, slots=True)
class CardMark:
    """A drawn card, or its picture from the module."""

    x: float
    y: float
    width: float
    height: float
    face: CardFace
    card: str = ""
    art: str = ""


@dataclass(frozen=True, slots=True)
class BoardMark:
    """A part of a map. ``left`` and ``top`` are hex widths on the board, ``detail`` decides how much is
    drawn.

    With ``with_stacks`` the counters of the position stand on it. ``covered`` tells in hex widths what other
    marks will lie on it, so that names keep off them.
    """

    x: float
    y: float
    width: float
    height: float
    sheet: int
    left: float
    top: float
    hex_mm: float
    detail: float = 60.0
    quiet: bool = False
    with_stacks: bool = False
    covered: tuple[tuple[float, float, float, float], ...] = ()


Mark = Words | Stroke | Frame | Outline | CounterMark | CardMark | BoardMark


@dataclass(frozen=True, slots=True)
class Block:
    """Marks that belong together, with the room they take; ``name`` says what it is.

    ``outline`` is its line in the outline of the file; of a head the lines that follow are parts.
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    name: str = ""
    outline: str = ""
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A block and where its corner lies on the page."""

    x: float
    y: float
    block: Block


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper in millimetres.

    With ``turned`` all of it is drawn upside down: the back of a sheet that turns over its upper edge.
    """

    width: float
    height: float
    blocks: tuple[Placed, ...]
    name: str = ""
    turned: bool = False

    @classmethod
    def whole(cls, size: tuple[float, float], marks: Iterable[Mark], name: str, outline: str = "") -> Page:
        """A page whose marks are one block over all of it."""
        width, height = size
        block = Block(width, height, tuple(marks), name, outline, is_head=bool(outline))
        return cls(width, height, (Placed(0, 0, block),), name)

    def marks(self) -> Iterator[tuple[float, float, Mark]]:
        """All marks with the corner of their block."""
        for placed in self.blocks:
            for mark in placed.block.marks:
                yield placed.x, placed.y, mark


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """A document: its pages, what its file says about itself, how sheets turn, and whether it is gray."""

    title: str
    pages: tuple[Page, ...]
    subject: str = ""
    author: str = ""
    keywords: tuple[str, ...] = field(default=())
    turn: Turn = Turn.NONE
    gray: bool = False

    def counters(self) -> Iterator[CounterMark]:
        """All counters drawn in it, page by page."""
        for page in self.pages:
            for _, _, mark in page.marks():
                if isinstance(mark, CounterMark):
                    yield mark

    def text(self) -> str:
        """All words in the order they are drawn."""
        return "\n".join(
            mark.text for page in self.pages for _, _, mark in page.marks() if isinstance(mark, Words)
        )
