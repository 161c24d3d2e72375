"""Having a picture cut by a process of its own, so that no window ever waits and no memory stays taken."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.graphics.elsewhere import ROOT, STOPPED, Elsewhere
from app.graphics.map_tiles.pyramid import write_tiles
from app.graphics.map_tiles.store import content_key, folder_of
from app.graphics.map_tiles.strips import open_strips

__all__ = ["ROOT", "STOPPED", "Preparation", "cut_now"]


class Preparation(Elsewhere):
    """The cutting of one picture."""

    def __init__(self, file: Path, parent: QObject | None = None) -> None:
        super().__init__(f"{file.name} cannot be prepared", parent)
        self.file = file

    def start(self) -> None:
        """Begins; what is wrong with the file comes through `ended`."""
        try:
            folder = folder_of(content_key(self.file))
        except OSError as error:
            self.ended.emit(f"{self.file.name} cannot be read: {error.strerror or error}")
            return
        self._run("app.graphics.map_tiles", str(self.file), str(folder))


def cut_now(file: Path) -> None:
    """Cuts a picture at once, for work without windows; raises `ImportRefused` or OSError."""
    write_tiles(open_strips(file), folder_of(content_key(file)), lambda _share: True)
