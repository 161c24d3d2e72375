"""Stacks as the board shows them: plain values from the window, pictures made once per size.

A stack's picture (up to three counters, the count, the tags) costs a millisecond to draw and nothing to
put down, so it is kept by face, size and pixel ratio. While the size changes, the nearest picture is
stretched.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.graphics.painters.face import CounterFace, SideForm
from app.graphics.painters.stack import StackFace, paint_stack

EDGE: Final = 0.63
CONTRAST_EDGE: Final = 0.70
ROOM: Final = 1.5
"""Edge of a picture in counter edges: offsets, disc, tags, badges and shadow lie outside the tile."""
DEFAULT_BYTES: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """One piece of a stack: its id, its counter, and words for the fan."""

    piece: str
    face: CounterFace
    label: str = ""


@dataclass(frozen=True, slots=True)
class ShownStack:
    """All that lies in one place, bottom to top; `count` is what the disc tells, `supply` and the box
    are tags.
    """

    place: str
    units: tuple[ShownUnit, ...] = ()
    count: int = 0
    supply: int = 0
    has_box: bool = False
    form: SideForm = SideForm.PLAIN

    @property
    def face(self) -> StackFace:
        """What the stack painter draws."""
        return StackFace(
            faces=tuple(unit.face for unit in self.units),
            count=self.count,
            supply=self.supply,
            has_box=self.has_box,
            form=self.form,
        )


Key = tuple[int, int, float]


class StackPictures:
    """Pictures of stacks by face, edge in device independent pixels, and ratio."""

    def __init__(self, most_bytes: int = DEFAULT_BYTES) -> None:
        self._most = most_bytes
        self._held = 0
        self._numbers: dict[StackFace, int] = {}
        self._pictures: OrderedDict[Key, QPixmap] = OrderedDict()
        self._sizes: dict[int, set[tuple[int, float]]] = {}

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def held_bytes(self) -> int:
        """Memory of all pictures."""
        return self._held

    def number(self, face: StackFace) -> int:
        """A number for a face, the same for equal faces, so that hashing is done once."""
        return self._numbers.setdefault(face, len(self._numbers))

    def exact(self, number: int, edge: int, ratio: float) -> QPixmap | None:
        """The picture of just this size, if it is there."""
        key = number, edge, ratio
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def nearest(self, number: int, edge: int) -> QPixmap | None:
        """The picture of the nearest size, if there is any."""
        sizes = self._sizes.get(number)
        if not sizes:
            return None
        best = min(sizes, key=lambda size: (abs(size[0] - edge), size))
        return self._pictures[number, *best]

    def make(self, number: int, face: StackFace, edge: int, ratio: float) -> QPixmap:
        """Draws and keeps the picture of a size."""
        picture = render_stack(face, edge, ratio)
        self._pictures[number, edge, ratio] = picture
        self._sizes.setdefault(number, set()).add((edge, ratio))
        self._held += _bytes(picture)
        while self._held > self._most and len(self._pictures) > 1:
            (old_number, *old_size), old = self._pictures.popitem(last=False)
            self._held -= _bytes(old)
            self._sizes[old_number].discard((int(old_size[0]), old_size[1]))
        return picture


def _bytes(picture: QPixmap) -> int:
    return picture.width() * picture.height() * 4


def render_stack(face: StackFace, edge: int, ratio: float) -> QPixmap:
    """A picture of a stack, its middle in the middle."""
    room = room_of(edge)
    picture = QPixmap(round(room * ratio), round(room * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_stack(painter, QPointF(room / 2, room / 2), edge, face)
    painter.end()
    return picture


def room_of(edge: int) -> int:
    """The size of the picture of a stack whose counters have a given edge."""
    return round(edge * ROOM) + 8


def stack_rect(center: QPointF, hex_width: float) -> QRectF:
    """Where a stack can be hit, in the units of its centre."""
    half = hex_width * (EDGE / 2 + 0.04)
    return QRectF(center.x() - half, center.y() - half, 2 * half, 2 * half)
