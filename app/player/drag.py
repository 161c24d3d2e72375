"""Dragging pieces between lists, boxes and the board of one window."""

from __future__ import annotations

import os

from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QDrag, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from app.graphics.counter_cache import shared_counters
from app.player.desk import Desk
from engine.ids import PieceId

PIECES = "application/x-hexwright-pieces"
_OWNER = f"{os.getpid()}:"
DRAGGED_EDGE = 52


def pieces_mime(desk: Desk, pieces: tuple[PieceId, ...]) -> QMimeData:
    """Pieces as something that can be dropped in the same window only."""
    data = QMimeData()
    text = f"{_OWNER}{id(desk.session)}\n" + "\n".join(pieces)
    data.setData(PIECES, QByteArray(text.encode("utf-8")))
    data.setText(", ".join(desk.session.piece_name(piece) for piece in pieces))
    return data


def dropped_pieces(desk: Desk, data: QMimeData) -> tuple[PieceId, ...]:
    """The pieces that were dropped; none for anything foreign or of another game."""
    if not data.hasFormat(PIECES):
        return ()
    lines = bytes(data.data(PIECES).data()).decode("utf-8", "replace").split("\n")
    if lines[0] != f"{_OWNER}{id(desk.session)}":
        return ()
    return tuple(name for name in lines[1:] if name in desk.session.projection.pieces)


def start_drag(source: QWidget, desk: Desk, pieces: tuple[PieceId, ...]) -> Qt.DropAction:
    """Carries pieces away from a widget with their counters at the pointer."""
    drag = QDrag(source)
    drag.setMimeData(pieces_mime(desk, pieces))
    picture = drag_picture(desk, pieces, source.devicePixelRatioF())
    if picture is not None:
        drag.setPixmap(picture)
        drag.setHotSpot(QPoint(DRAGGED_EDGE // 2, DRAGGED_EDGE // 2))
    desk.drag_wanted.emit(pieces)
    return drag.exec(Qt.DropAction.MoveAction)


def drag_picture(desk: Desk, pieces: tuple[PieceId, ...], ratio: float) -> QPixmap | None:
    """Up to three counters, one behind the other."""
    faces = [face for piece in pieces[:3] if (face := desk.face_of(piece)) is not None]
    if not faces:
        return None
    edge, step = DRAGGED_EDGE, 6
    room = edge + step * (len(faces) - 1) + 12
    picture = QPixmap(QSize(round(room * ratio), round(room * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    for place, face in reversed(list(enumerate(faces))):
        shown = shared_counters().picture(face, edge, ratio)
        shown.draw(painter, QPointF(6 + place * step, 6 + step * (len(faces) - 1 - place)))
    painter.end()
    return picture
