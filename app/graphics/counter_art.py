"""Pictures of counters that a module brings: read once, kept while there is room, known by a key.

A key names the module's place and the file in it, so that a counter face stays a plain value that can be
compared and kept. Painters ask here by the key; a picture that cannot be read is not there, and the
counter is drawn as if it had none.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from engine.loading.source import Source, SourceError, open_source

MOST_BYTES: Final = 128 * 1024 * 1024
MOST_PIXELS: Final = 64_000_000
MOST_FILE: Final = 64_000_000
KEPT_EDGE: Final = 512
"""Pictures are kept no larger than this; counters are never shown bigger."""
_SEPARATOR: Final = "\n"


def art_key(place: Path | str, name: str) -> str:
    """The key of a file in the module at a place."""
    return f"{place}{_SEPARATOR}{name}"


class ArtPictures:
    """A bounded store of the pictures on counters."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._held = 0
        self._kept: OrderedDict[str, QImage | None] = OrderedDict()
        self._sources: dict[str, Source] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def picture(self, key: str) -> QImage | None:
        """The picture of a key; None where it is missing, broken or too big."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        image = self._read(key)
        self._kept[key] = image
        self._held += image.sizeInBytes() if image is not None else 0
        while self._held > self._most and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._held -= old.sizeInBytes() if old is not None else 0
        return image

    def forget(self, place: Path | str = "") -> None:
        """Forgets the pictures of a module, or all: its files may have changed."""
        start = f"{place}{_SEPARATOR}" if place else ""
        for key in [key for key in self._kept if key.startswith(start)]:
            old = self._kept.pop(key)
            self._held -= old.sizeInBytes() if old is not None else 0
        self._sources.clear()

    def _read(self, key: str) -> QImage | None:
        place, _, name = key.partition(_SEPARATOR)
        try:
            source = self._sources.get(place)
            if source is None:
                source = self._sources[place] = open_source(Path(place))
            data = source.read(name, MOST_FILE)
        except SourceError:
            return None
        return decoded(data)


def decoded(data: bytes) -> QImage | None:
    """A picture at the size it is kept; None if it cannot be shown."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and size.width() * size.height() > MOST_PIXELS:
        return None
    image = reader.read()
    if image.isNull():
        return None
    if max(image.width(), image.height()) > KEPT_EDGE:
        image = image.scaled(
            QSize(KEPT_EDGE, KEPT_EDGE),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


@lru_cache(maxsize=1)
def shared_art() -> ArtPictures:
    """The store that all painters of the program share."""
    return ArtPictures()
