"""What is painted now: a rectangle of the board, at a scale, in a theme, with so much detail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.graphics.painters.board_palette import LIGHT, MapPalette

#: Steps of the lettering: map text is never smaller than is read at the next higher scale.
LETTERING_STEPS: Final = (76.0, 60.0, 48.0, 38.0, 30.0, 24.0, 19.0, 15.0, 12.0)


@dataclass(frozen=True, slots=True)
class Detail:
    """What is drawn at a scale, in visible pixels to a hex."""

    scale: float

    @property
    def number_step(self) -> int:
        """Every how many columns and rows a hex number stands; 0 for none."""
        return 1 if self.scale >= 45 else 5 if self.scale >= 25 else 0

    @property
    def textures(self) -> str:
        return "near" if self.scale >= 45 else "far" if self.scale >= 25 else ""

    @property
    def plain_textures(self) -> bool:
        return self.scale >= 45

    @property
    def grid(self) -> bool:
        return self.scale >= 12

    @property
    def sea_grid(self) -> bool:
        return self.scale >= 25

    @property
    def is_close(self) -> bool:
        """Close lettering and fine lines; otherwise those of an overview."""
        return self.scale >= 45

    @property
    def line_names(self) -> bool:
        return self.scale >= 60

    @property
    def place_kinds(self) -> frozenset[str]:
        """Kinds of place whose names are written."""
        kinds = {"city", "town"}
        if self.scale >= 25:
            kinds |= {"village", "fort", "oasis", "port", "airfield", "site"}
        if self.scale >= 45:
            kinds.add("bir")
        return frozenset(kinds)

    @property
    def lettering(self) -> float:
        """Factor on the sizes of place names, in steps, so that small scales stay readable."""
        step = next((step for step in LETTERING_STEPS if self.scale >= step), LETTERING_STEPS[-1])
        return max(1.0, LETTERING_STEPS[0] / step)


@dataclass(frozen=True, slots=True)
class ViewBox:
    """A piece of the board on a painter whose origin is the piece's top left corner."""

    rect: QRectF
    scale: float
    palette: MapPalette = LIGHT
    ratio: float = 1.0
    """Painted pixels to visible ones; details go by the visible size."""
    covered: tuple[tuple[float, float, float, float], ...] = ()
    """Left, top, width and height of what will lie over the map, in hex widths; names keep off it, and only
    places in the rectangle have one.
    """
    detail: Detail = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "detail", Detail(self.scale / self.ratio))

    def units(self, pixels: float) -> float:
        """A length in visible pixels as hex widths."""
        return pixels * self.ratio / self.scale

    def width(self, units: float, least_pixels: float = 0.0) -> float:
        """A line width in hex widths, never thinner on screen than `least_pixels`."""
        return max(units, self.units(least_pixels))

    def around(self, margin: float) -> QRectF:
        """The rectangle with a margin."""
        return self.rect.adjusted(-margin, -margin, margin, margin)

    def to_pixels(self, x: float, y: float) -> QPointF:
        """Where a board place lies on the painter."""
        return QPointF((x - self.rect.left()) * self.scale, (y - self.rect.top()) * self.scale)

    @contextmanager
    def board_units(self, painter: QPainter) -> Iterator[None]:
        """Lets the painter work in hex widths."""
        with kept(painter):
            painter.scale(self.scale, self.scale)
            painter.translate(-self.rect.topLeft())
            yield


@contextmanager
def kept(painter: QPainter) -> Iterator[None]:
    """Restores the painter's state afterwards, also when the painting is broken off half-way."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()


def line_pen(
    ink: QColor,
    width: float,
    cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap,
    join: Qt.PenJoinStyle = Qt.PenJoinStyle.RoundJoin,
) -> QPen:
    """A solid pen, round unless told otherwise."""
    return QPen(ink, width, Qt.PenStyle.SolidLine, cap, join)
