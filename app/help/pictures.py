"""Pictures of a help page as wide as the page allows, and never wider than they are."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QImageReader,
    QPixmap,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
)

SCALED = "?width="


def fit_pictures(document: QTextDocument, folder: str, room: int) -> None:
    """Gives every picture of a document the width there is; its height follows."""
    for fragment in list(_pictures(document)):
        shape = fragment.charFormat().toImageFormat()
        name = shape.name().partition(SCALED)[0]
        size = _size(document, folder, name)
        if size is None:
            continue
        width = min(size[0], max(80, room))
        shape.setName(_smooth(document, f"{folder}/{name}", name, width) if width < size[0] else name)
        shape.setWidth(width)
        shape.setHeight(width * size[1] / size[0])
        cursor = QTextCursor(document)
        cursor.setPosition(fragment.position())
        cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(shape)
        line = QTextBlockFormat()
        line.setLineHeight(0.0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
        cursor.mergeBlockFormat(line)


def _smooth(document: QTextDocument, file: str, name: str, width: int) -> str:
    """The name of a picture drawn smaller, smoothly; a text document itself would leave out pixels."""
    picture = QImage(file)
    if picture.isNull():
        return name
    scaled_name = f"{name}{SCALED}{width}"
    small = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
    document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(scaled_name), small)
    return scaled_name


def _pictures(document: QTextDocument) -> Iterator[QTextFragment]:
    block = document.begin()
    while block.isValid():
        place = block.begin()
        while not place.atEnd():
            fragment = place.fragment()
            if fragment.isValid() and fragment.charFormat().isImageFormat():
                yield fragment
            place += 1
        block = block.next()


def _size(document: QTextDocument, folder: str, name: str) -> tuple[int, int] | None:
    """The size of a picture in its own pixels; only its head is read."""
    size = QImageReader(f"{folder}/{name}").size()
    if size.isValid():
        return size.width(), size.height()
    kept = document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl(name))
    if isinstance(kept, (QImage, QPixmap)) and not kept.isNull():
        return kept.width(), kept.height()
    return None
