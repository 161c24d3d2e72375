"""Whether another program changed the files of an open module: a checkout, a text editor, a second editor.

It looks when the window comes to the front, at names, sizes and times first and at the texts only when those
differ. On a disk that answers slowly it looks no more; saving looks in any case.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QObject, Signal

from app.editor.document import EditorDocument
from app.editor.saving import changed_words, read_texts
from engine.errors import EngineError

PATIENCE = 0.4
"""Seconds that a look at the files may take."""
_FOLDERS = ("", "board", "charts", "help", "pieces", "scenarios")

Stamp = dict[str, tuple[int, int]]


class DiskWatch(QObject):
    """Looks at the files of one document when it is asked to."""

    changed = Signal(str)
    """Another program changed files: which, in words."""
    gone = Signal(str)
    """The files are no longer there, in words."""

    def __init__(self, document: EditorDocument) -> None:
        super().__init__(document)
        self.document = document
        self.is_slow = False
        self._seen: Stamp = {}
        self._told: object = None

    def look(self) -> None:
        """Says through its signals what another program changed since the last look."""
        folder = self.document.folder
        if self.is_slow or folder.known is None:
            return
        began = perf_counter()
        stamp = self._stamp(folder.path, tuple(folder.known))
        if stamp != self._seen:
            self._seen = stamp
            self._compare()
        self.is_slow = perf_counter() - began > PATIENCE

    def _compare(self) -> None:
        folder = self.document.folder
        try:
            here = read_texts(folder.path)
        except (EngineError, OSError):
            return
        if folder.known is None or here == folder.known:
            self._told = None
        elif here != self._told:
            self._told = here
            signal = self.changed if here else self.gone
            signal.emit(changed_words(folder.path, folder.known, here))

    @staticmethod
    def _stamp(folder: Path, names: tuple[str, ...]) -> Stamp:
        """Sizes and times of the files that were there, and of the folders where others may come."""
        stamp: Stamp = {}
        for name in (*_FOLDERS, *names):
            try:
                found = (folder / name).stat()
            except (OSError, ValueError):
                continue
            stamp[name] = (found.st_mtime_ns, found.st_size)
        return stamp
