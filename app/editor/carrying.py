"""Carrying counters by drag and drop: from the order of battle to map, boxes and schedule of one editor, or
to another editor's window, which takes them as it takes what was copied.
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
from engine.editing.parcels import parcel_of, parcel_text

COUNTERS = "application/x-hexwright-counters"
PARCEL = "application/x-hexwright-parcel"
_EDGE = 48
_STEP = 6


def counters_mime(document: EditorDocument, names: Sequence[str]) -> QMimeData:
    """Counters as something that can be dropped in the same editor, and as a parcel for others."""
    data = QMimeData()
    text = "\n".join((owner_of(document), *names))
    data.setData(COUNTERS, QByteArray(text.encode("utf-8")))
    known = document.module.pieces_by_id()
    wanted = [("pieces", name) for name in names if name in known]
    if wanted:
        parcel = parcel_of(document.module, wanted, path=str(document.path.resolve()))
        data.setData(PARCEL, QByteArray(parcel_text(parcel)))
    return data


def owner_of(document: EditorDocument) -> str:
    """What tells an open module from all others, also of other programs."""
    return f"{os.getpid()}:{id(document)}"


def is_foreign(document: EditorDocument, data: QMimeData) -> bool:
    """Whether a parcel from another editor is carried."""
    return data.hasFormat(PARCEL) and not (data.hasFormat(COUNTERS) and _lines(data)[0] == owner_of(document))


def carried(document: EditorDocument, data: object) -> tuple[str, ...]:
    """The counters that were dropped; none for anything foreign or of another module."""
    if not isinstance(data, QMimeData) or not data.hasFormat(COUNTERS):
        return ()
    owner, *names = _lines(data)
    if owner != owner_of(document):
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
