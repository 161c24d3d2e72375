"""What imports of this sitting brought into a module's folder, and what of it nothing shows any more.

An import writes pictures, originals and a note of itself before the step that shows them; undoing the step
leaves the files. When the module is saved or closed they go out of the folder, so that undoing all, or
closing without saving, gives the folder as it was; undo and redo bring back what they show. Files that lay
there before are never touched, nor what unsaved work of a crash, another running program or a game that is
kept still needs.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from app.editor.kept_games import modules_of_games
from app.editor.recovery import MOST_AT_ONCE, recovery_file
from app.editor.saving import read_texts
from app.importing.claims import Claims
from engine.definition.module import ModuleDef
from engine.errors import EngineError

ART: Final = re.compile(rb"art/[0-9a-f]{20}\.[a-z]{3,4}")
NOTE: Final = re.compile(r"drafts/originals/\d+-[0-9a-f]{10}\.yaml")
ORIGINAL: Final = re.compile(rb"[0-9a-f]{10}-[A-Za-z0-9._-]+")
ORIGINALS: Final = "drafts/originals"


class LooseArt:
    """Keeps the folder of one module to what it shows and where that came from."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.claims = Claims(path)
        self.claims.take_over()
        self._aside: TemporaryDirectory[str] | None = None
        self._out: set[str] = set()

    def put_aside(self, module: ModuleDef) -> None:
        """Takes what was brought and the module does not show out of its folder."""
        if self.claims.new:
            self._settle(module.model_dump_json().encode())

    def bring_back(self, module: ModuleDef, parts: Iterable[str]) -> None:
        """Puts back what some parts of the module show again."""
        if not self._out:
            return
        art = _art_in(module.model_dump_json(include=set(parts)).encode())
        notes = {name for name in self._out if NOTE.fullmatch(name) and art & _art_in(self._read_aside(name))}
        originals = {
            f"{ORIGINALS}/{name}" for note in notes for name in _originals_in(self._read_aside(note))
        }
        for name in sorted(self._out & (art | notes | originals)):
            target = self.path / name
            with suppress(OSError):
                target.parent.mkdir(parents=True, exist_ok=True)
                if not target.exists():
                    shutil.copyfile(self._place(name), target)
                self._out.discard(name)

    def moved(self, path: Path) -> LooseArt:
        """The care of a folder the module was copied to, as if all had been brought there.

        What came along is put aside there once nothing shows it; what lies aside can be brought back there.
        """
        found = LooseArt(path)
        found.claims.adopt(self._new())
        found._aside, found._out = self._aside, self._out
        self._aside, self._out = None, set()
        return found

    def close(self) -> None:
        """Takes out what the files on the disk do not show, and lets go of all that lies aside.

        What only unsaved work of a crash needs is left to whoever has the module next.
        """
        waiting: set[str] = set()
        if self.claims.new:
            with suppress(EngineError, OSError):
                text = b"\n".join(read_texts(self.path).values())
                self._settle(text)
                waiting = self._loose(_art_in(text), set(self.claims.of_others()))
        folders = {name for name in self._new() if name.endswith("/")}
        self.claims.leave(waiting | folders if waiting else set())
        if self._aside is not None:
            self._aside.cleanup()
            self._aside, self._out = None, set()

    # ------------------------------------------------------------------ inside

    def _settle(self, text: bytes) -> None:
        """Puts aside what was brought and is named neither in a text nor in unsaved work of others."""
        used = set(self.claims.of_others())
        for name in sorted(self._loose(_art_in(text) | _art_in(self._kept_elsewhere()), used)):
            with suppress(OSError):
                shutil.move(self.path / name, self._place(name))
                self._out.add(name)
        for name in self._new():
            with suppress(OSError):  # what a crash left of a file that never became whole
                file = self.path / name
                file.with_name(f".{file.name}.part").unlink(missing_ok=True)
        for folder in sorted((name for name in self._new() if name.endswith("/")), reverse=True):
            with suppress(OSError):
                (self.path / folder).rmdir()

    def _new(self) -> frozenset[str]:
        """What was brought so far; an import beside the window may be bringing more."""
        return frozenset(self.claims.new)

    def _loose(self, art: set[str], used: set[str]) -> set[str]:
        """What was brought, is there, and serves none of some art; `used` are files that stay anyhow."""
        here = {name for name in self._new() if (self.path / name).is_file()} - used
        art = art | used
        notes = {name for name in here if NOTE.fullmatch(name)}
        loose = {name for name in here if name.startswith("art/")} - art
        loose |= {name for name in notes if not art & _art_in(self._read(name))}
        named = {f"{ORIGINALS}/{name}" for note in self._notes() - loose
                 for name in _originals_in(self._read(note))}  # fmt: skip
        return loose | ({name for name in here - notes if name.startswith(ORIGINALS)} - named)

    def _kept_elsewhere(self) -> bytes:
        """The unsaved work on this module of a crash or another program, and the games kept of it."""
        found = [*modules_of_games(self.path)]
        for number in range(1, MOST_AT_ONCE + 1):
            with suppress(OSError):
                found.append(recovery_file(self.path, number).read_bytes())
        return b"\n".join(found)

    def _notes(self) -> set[str]:
        """All notes of imports in the folder, of this sitting and of earlier ones."""
        home = self.path / ORIGINALS
        names = (f"{ORIGINALS}/{file.name}" for file in home.iterdir()) if home.is_dir() else ()
        return {name for name in names if NOTE.fullmatch(name)}

    def _read(self, name: str) -> bytes:
        try:
            return (self.path / name).read_bytes()
        except OSError:
            return b""

    def _read_aside(self, name: str) -> bytes:
        try:
            return self._place(name).read_bytes()
        except OSError:
            return b""

    def _place(self, name: str) -> Path:
        if self._aside is None:
            self._aside = TemporaryDirectory(prefix="hexwright-art-")
        return Path(self._aside.name) / Path(name).name


def _art_in(text: bytes) -> set[str]:
    """The pictures a text names."""
    return {name.decode() for name in ART.findall(text)}


def _originals_in(text: bytes) -> set[str]:
    """The originals a note names."""
    return {name.decode() for name in ORIGINAL.findall(text)}
