"""Carrying counters by drag and drop inside one editor: from the order of battle to map, boxes and
schedule.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from app.editor.document import EditorDocument
from app.graphics.counter_cache import shared_counters
from app.graphics.painters.face import CounterFace

COUNTERS = "application/x-hexwright-counters"
_EDGE = 48
_STEP = 6


def counters_mime(document: EditorDocument, names: Sequence[str]) -> QMimeData:
    """Counters as something that can be dropped in the same editor only."""
    data = QMimeData()
    text = "\n".join((f"{os.getpid()}:{id(document)}", *names))
    data.setData(COUNTERS, QByteArray(text.encode("utf-8")))
    return data


def carried(document: EditorDocument, data: object) -> tuple[str, ...]:
    """The counters that were dropped; none for anything foreign or of another module."""
    if not isinstance(data, QMimeData) or not data.hasFormat(COUNTERS):
        return ()
    owner, *names = _lines(data)
    if owner != f"{os.getpid()}:{id(document)}":
        return ()
    known = document.module.pieces_by_id()
    return tuple(name for name in names if name in known)


def names_in(data: QMimeData) -> tuple[str, ...]:
    """The ids that are carried, whoever carries them."""
    return tuple(_lines(data)[1:]) if data.hasFormat(COUNTERS) else ()


def _lines(data: QMimeData) -> list[str]:
    return bytes(data.data(COUNTERS).data()).decode("utf-8", "replace").split("\n")


def carry(
    source: QWidget, document: EditorDocument, names: Sequence[str], faces: Sequence[CounterFace]
) -> Qt.DropAction:
    """Carries counters away from a widget, up to three of them at the pointer."""
    drag = QDrag(source)
    drag.setMimeData(counters_mime(document, names))
    if faces:
        drag.setPixmap(carried_picture(faces, source.devicePixelRatioF()))
        drag.setHotSpot(QPoint(_EDGE // 2, _EDGE // 2))
    return drag.exec(Qt.DropAction.MoveAction)


def carried_picture(faces: Sequence[CounterFace], ratio: float) -> QPixmap:
    """Up to three counters, one behind the other."""
    shown = list(enumerate(faces[:3]))
    room = _EDGE + _STEP * (len(shown) - 1) + 14
    picture = QPixmap(round(room * ratio), round(room * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    for n, face in reversed(shown):
        place = QPointF(7 + n * _STEP, 7 + _STEP * (len(shown) - 1 - n))
        shared_counters().picture(face, _EDGE, ratio).draw(painter, place)
    painter.end()
    return picture
