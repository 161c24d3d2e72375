"""The art folder of a module: every picture once, named by what is in it; originals kept beside.

Shown pictures lie in `art/` and go with the module. Originals lie in `drafts/originals/`, which is never
packed.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path
from typing import Final

from PIL import Image

from app.importing.pictures import png_bytes
from app.importing.refusal import ImportRefused
from engine.saves import write_atomically
from engine.saves.files import reason

ART: Final = "art"
ORIGINALS: Final = "drafts/originals"


class ArtStore:
    """Takes pictures into one module folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[bytes, str] = {}

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
        self._write(self.folder / name, data)
        return name

    def keep_original(self, source: Path) -> str:
        """Copies a file the art was made from; its name inside the module."""
        digest = hashlib.blake2b(digest_size=5)
        try:
            with source.open("rb") as stream:
                while chunk := stream.read(1 << 20):
                    digest.update(chunk)
            name = f"{ORIGINALS}/{digest.hexdigest()}-{_plain(source.name)}"
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists():
                shutil.copyfile(source, target)
        except OSError as error:
            raise ImportRefused(f"{source.name} cannot be kept ({reason(error)})", "make room") from error
        return name

    def _write(self, file: Path, data: bytes) -> None:
        try:
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(file, data)
        except OSError as error:
            raise ImportRefused(
                f"{file} cannot be written ({reason(error)})", "choose another place"
            ) from error


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name)[-80:]
