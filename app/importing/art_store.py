"""The art folder of a module: every picture once, named by what is in it; originals kept beside.

Shown pictures lie in `art/` and go with the module. Originals lie in `drafts/originals/`, which is never
packed. An import that breaks off takes back what it had brought.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from PIL import Image

from app.importing.pictures import png_bytes
from app.importing.refusal import ImportRefused
from engine.loading.drafts import new_draft
from engine.loading.source import MAX_FILES
from engine.saves import SaveFault, write_atomically
from engine.saves.files import reason

ART: Final = "art"
ORIGINALS: Final = "drafts/originals"
MOST_FILES: Final = MAX_FILES - 1_000
"""Files in one folder; a folder of more than `MAX_FILES` is no part of a module, so there is room left."""

Claim = Callable[[str], object]
"""Hears the name of every file before it is written."""


def _unclaimed(_name: str) -> None:
    """Nobody asks what is brought."""


class ArtStore:
    """Takes pictures into one module folder."""

    def __init__(self, folder: Path, claim: Claim = _unclaimed) -> None:
        self.folder = folder
        self._claim = claim
        self._known: dict[bytes, str] = {}
        self._written: list[str] = []
        self._folders: list[str] = []
        self._counts: dict[Path, int] = {}

    def add_picture(self, picture: Image.Image) -> str:
        """Keeps a picture as PNG; its name inside the module."""
        pixels = hashlib.blake2b(picture.tobytes(), digest_size=16, key=str(picture.size).encode()).digest()
        known = self._known.get(pixels)
        if known is None:
            known = self._known[pixels] = self.add_bytes(png_bytes(picture), ".png")
        return known

    def add_bytes(self, data: bytes, suffix: str) -> str:
        """Keeps a file as it is; its name inside the module."""
        name = f"{ART}/{hashlib.blake2b(data, digest_size=10).hexdigest()}{suffix}"
        self.add_file(name, data)
        return name

    def add_file(self, name: str, data: bytes) -> None:
        """Writes a file whose name is told by its content; one that is there stays as it is."""
        try:
            if self._is_wanted(name):
                write_atomically(self.folder / name, data)
        except (OSError, SaveFault) as error:
            why = error.message if isinstance(error, SaveFault) else reason(error)
            raise ImportRefused(
                f"{self.folder / name} cannot be written ({why})", "make room or choose another place"
            ) from error

    def keep_original(self, source: Path) -> str:
        """Copies a file the art was made from; its name inside the module. One that is kept here already
        stays as it is.
        """
        home = self.folder / ORIGINALS
        digest = hashlib.blake2b(digest_size=5)
        try:
            if source.parent.resolve() == home.resolve():
                return f"{ORIGINALS}/{source.name}"
            with source.open("rb") as stream:
                while chunk := stream.read(1 << 20):
                    digest.update(chunk)
            name = f"{ORIGINALS}/{digest.hexdigest()}-{_plain(source.name)}"
            if self._is_wanted(name):
                _copy(source, self.folder / name)
        except OSError as error:
            raise ImportRefused(f"{source.name} cannot be kept ({reason(error)})", "make room") from error
        return name

    def take_back(self) -> None:
        """Deletes what was brought, for an import that breaks off."""
        for name in self._written:
            with suppress(OSError):
                (self.folder / name).unlink(missing_ok=True)
        for name in reversed(self._folders):
            with suppress(OSError):
                (self.folder / name).rmdir()
        self._written, self._folders, self._known = [], [], {}

    def _count(self, folder: Path) -> None:
        """Refuses one more file in a folder that could not be opened as part of a module then."""
        if folder not in self._counts:
            self._counts[folder] = sum(1 for _ in folder.iterdir()) if folder.is_dir() else 0
        if self._counts[folder] >= MOST_FILES:
            raise ImportRefused(
                f"{folder} holds {self._counts[folder]:,} files, which is as many as a module may have",
                "delete those that nothing needs",
            )
        self._counts[folder] += 1

    def _is_wanted(self, name: str) -> bool:
        """Whether a file is still to be written; makes its folder. Raises OSError."""
        self._claim(name)
        file = self.folder / name
        if file.exists():
            return False
        self._count(file.parent)
        for parent in reversed(Path(name).parents[:-1]):
            if not (self.folder / parent).exists():
                (self.folder / parent).mkdir(parents=True, exist_ok=True)
                self._folders.append(parent.as_posix())
        self._written.append(name)
        return True


def _copy(source: Path, target: Path) -> None:
    """Copies a file so that it is there whole or not at all."""
    with source.open("rb") as read:
        part, stream = new_draft(target)
        try:
            with stream:
                shutil.copyfileobj(read, stream)
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name)[-80:]
