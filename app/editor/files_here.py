"""Which files lie in a folder: each folder in it is read once, instead of asking for every single file.

The pictures of thousands of counters lie in a few folders, and the checks ask for all of them after every
edit.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path, PurePosixPath


class FilesHere:
    """The files of a module as they are at one moment."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._names: dict[PurePosixPath, frozenset[str]] = {}

    def has(self, name: str) -> bool:
        """Whether there is a file of that name, which may lead through folders."""
        place = PurePosixPath(name)
        folder = place.parent
        if folder not in self._names:
            self._names[folder] = _files_in(self.path / folder)
        return place.name in self._names[folder] or (self.path / name).is_file()


def _files_in(folder: Path) -> frozenset[str]:
    with suppress(OSError), os.scandir(folder) as entries:
        return frozenset(entry.name for entry in entries if entry.is_file())
    return frozenset()
