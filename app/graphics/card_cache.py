"""Pictures of cards, kept by face, width and pixel ratio; the least recently used go when there are many."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.graphics.painters.card import RATIO, CardFace, paint_card

SHADOW: Final = 2
"""Room right and below for the shadow, in pixels."""
MOST: Final = 240

Key = tuple[CardFace, int, float]


def card_height(width: int) -> int:
    """The height of a card so wide."""
    return round(width * RATIO)


class CardCache:
    """A bounded store of card pictures."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pictures: OrderedDict[Key, QPixmap] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pictures)

    def picture(self, face: CardFace, width: int, ratio: float = 1.0) -> QPixmap:
        """The picture of a face, drawn if it is not held; its top left corner is the card's."""
        key = (face, width, round(ratio, 3))
        found = self._pictures.get(key)
        if found is None:
            found = self._pictures[key] = _drawn(face, width, ratio)
            while len(self._pictures) > self._most:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return found

    def clear(self) -> None:
        """Forgets everything: pictures of the module may have changed."""
        self._pictures.clear()


def _drawn(face: CardFace, width: int, ratio: float) -> QPixmap:
    height = card_height(width)
    picture = QPixmap(round((width + SHADOW) * ratio), round((height + SHADOW) * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_card(painter, QRectF(0.5, 0.5, width - 1, height - 1), face)
    painter.end()
    return picture


@lru_cache(maxsize=1)
def shared_cards() -> CardCache:
    """The store that all lists and panels share."""
    return CardCache()
