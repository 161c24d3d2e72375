"""The tiles of pictures in the user's cache, by the content of the picture.

The hash of a file is remembered by its name, size and time, so that opening a module does not read hundreds
of megabytes only to find what is there already. A zipped module gives its picture once, to be cut.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
from PySide6.QtGui import QImage

from app.cache_care import Use, touch, use
from app.graphics.map_tiles.pyramid import ABOUT, EDGE, VERSION, About, tile_name
from app.user_files import cache_folder, made

HELD_BYTES: Final = 96 * 1024 * 1024
PIECE: Final = 1 << 20
_FOLDER: Final = "maps"


def tiles_folder() -> Path:
    """Where all tiles are kept."""
    return cache_folder() / _FOLDER


def content_key(path: Path) -> str:
    """The hash of a file's content; remembered while name, size and time stay. Raises OSError."""
    state = path.stat()
    token = blake2b(f"{path.resolve()}|{state.st_size}|{state.st_mtime_ns}".encode(), digest_size=16)
    note = tiles_folder() / f"{token.hexdigest()}.key"
    try:
        known = note.read_text(encoding="ascii")
        if len(known) == 32:
            touch(note)
            return known
    except (OSError, ValueError):
        pass
    found = blake2b(digest_size=16)
    with path.open("rb") as stream:
        while piece := stream.read(PIECE):
            found.update(piece)
    made(tiles_folder())
    draft = note.with_name(f"{note.name}.{os.getpid()}")
    draft.write_text(found.hexdigest(), encoding="ascii")
    draft.replace(note)
    return found.hexdigest()


def folder_of(key: str) -> Path:
    """The folder of the tiles of a picture."""
    return tiles_folder() / key


def known_tiles(path: Path) -> MapTiles | None:
    """The tiles of a picture file, if they were made before."""
    try:
        return open_tiles(folder_of(content_key(path)))
    except OSError:
        return None


def open_tiles(folder: Path) -> MapTiles | None:
    """The tiles in a folder, held as long as they are shown; None where there are none, or of another
    version.
    """
    held = use(folder)
    try:
        about = msgspec.json.decode((folder / ABOUT).read_bytes(), type=About)
    except (OSError, msgspec.MsgspecError):
        return None
    return MapTiles(folder, about, held) if about.version == VERSION else None


_held: OrderedDict[tuple[Path, str], QImage] = OrderedDict()


@dataclass(frozen=True)
class MapTiles:
    """A picture as tiles on disk. The tiles last used are held in memory, for all pictures together."""

    folder: Path
    about: About
    held: Use | None = field(default=None, compare=False)

    def size(self, level: int) -> tuple[int, int]:
        """Width and height in pixels after so many halvings."""
        width, height = self.about.width, self.about.height
        for _ in range(level):
            width, height = -(-width // 2), -(-height // 2)
        return width, height

    def level_for(self, pixels: float) -> int:
        """The smallest size of at least so many pixels across, or the biggest."""
        fitting = [n for n in range(self.about.levels) if self.size(n)[0] >= pixels]
        return fitting[-1] if fitting else 0

    def tile(self, level: int, column: int, row: int) -> QImage | None:
        """One tile; None where it cannot be read."""
        key = self.folder, tile_name(level, column, row)
        image = _held.get(key)
        if image is None:
            image = QImage(str(self.folder / key[1])).convertToFormat(QImage.Format.Format_RGB32)
            if image.isNull():
                return None
            _held[key] = image
            while sum(held.sizeInBytes() for held in _held.values()) > HELD_BYTES and len(_held) > 1:
                _held.popitem(last=False)
        _held.move_to_end(key)
        return image

    def columns(self, level: int) -> int:
        """How many tiles lie side by side."""
        return -(-self.size(level)[0] // EDGE)

    def rows(self, level: int) -> int:
        """How many tiles lie one below the other."""
        return -(-self.size(level)[1] // EDGE)
