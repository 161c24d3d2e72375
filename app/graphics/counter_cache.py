"""Pictures of counters, kept by face, size and pixel ratio.

Drawing a counter takes a third of a millisecond, putting a picture down a
hundredth. Lists, stacks and docks ask here; the least recently used pictures
go when the memory set aside is full.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.graphics.painters.counter import CounterPainter
from app.graphics.painters.face import CounterFace

MARGIN: Final = 0.09
"""Room around the tile for shadow and badges, as a share of its edge."""
DEFAULT_BYTES: Final = 48 * 1024 * 1024

Key = tuple[CounterFace, int, float]


@dataclass(frozen=True, slots=True)
class CounterPicture:
    """A picture of a counter and where its tile begins inside the picture."""

    pixmap: QPixmap
    inset: float

    def draw(self, painter: QPainter, corner: QPointF) -> None:
        """Put the tile's top left corner at `corner`."""
        painter.drawPixmap(corner - QPointF(self.inset, self.inset), self.pixmap)


def render_counter(face: CounterFace, pixels: int, ratio: float) -> CounterPicture:
    """Draw a counter of an edge of so many device independent pixels into a new picture."""
    inset = float(round(pixels * MARGIN + 1))
    edge = pixels + 2 * inset
    pixmap = QPixmap(round(edge * ratio), round(edge * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    CounterPainter().paint(painter, QRectF(inset, inset, pixels, pixels), face)
    painter.end()
    return CounterPicture(pixmap, inset)


class CounterCache:
    """A bounded store of counter pictures."""

    def __init__(self, most_bytes: int = DEFAULT_BYTES) -> None:
        self._most = most_bytes
        self._held = 0
        self._pictures: OrderedDict[Key, CounterPicture] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def held_bytes(self) -> int:
        """Memory of all pictures held."""
        return self._held

    def picture(self, face: CounterFace, pixels: int, ratio: float = 1.0) -> CounterPicture:
        """The picture of `face`, drawn if it is not held."""
        key = (face, pixels, round(ratio, 3))
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
            return picture
        picture = render_counter(face, pixels, ratio)
        self._pictures[key] = picture
        self._held += _size(picture)
        while self._held > self._most and len(self._pictures) > 1:
            _, old = self._pictures.popitem(last=False)
            self._held -= _size(old)
        return picture

    def clear(self) -> None:
        """Forget every picture."""
        self._pictures.clear()
        self._held = 0


def _size(picture: CounterPicture) -> int:
    return picture.pixmap.width() * picture.pixmap.height() * 4


@lru_cache(maxsize=1)
def shared_counters() -> CounterCache:
    """The store that all lists and docks of the program share."""
    return CounterCache()
