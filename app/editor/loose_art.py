"""Pictures that came into a module's art folder during this sitting and that nothing shows any more.

An import writes pictures before the step that shows them; undoing the step leaves the files. When the
module is saved they go out of the folder, so that undoing all gives the folder as it was; undo and redo
bring back what they show. Files that lay there before are never touched.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.definition.module import ModuleDef

FOLDER: Final = "art"
IMPORTED: Final = re.compile(r"[0-9a-f]{20}\.[a-z]{3,4}")


class LooseArt:
    """Keeps the art folder of one module to what it shows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._before = self._files()
        self._had_folder = (path / FOLDER).exists()
        self._aside: TemporaryDirectory[str] | None = None
        self._out: set[str] = set()

    def put_aside(self, module: ModuleDef) -> None:
        """Takes new pictures that the module does not show out of its folder."""
        new = self._files() - self._before
        if not new:
            return
        loose = new - shown(new, module, ModuleDef.model_fields)
        for name in sorted(loose):
            with suppress(OSError):
                shutil.move(self.path / name, self._place(name))
                self._out.add(name)
        if not self._had_folder:
            with suppress(OSError):
                (self.path / FOLDER).rmdir()

    def bring_back(self, module: ModuleDef, parts: Iterable[str]) -> None:
        """Puts back what some parts of the module show again."""
        if not self._out:
            return
        for name in shown(self._out, module, parts):
            target = self.path / name
            with suppress(OSError):
                target.parent.mkdir(exist_ok=True)
                if not target.exists():
                    shutil.copyfile(self._place(name), target)
                self._out.discard(name)

    def close(self) -> None:
        """Lets go of what lies aside."""
        if self._aside is not None:
            self._aside.cleanup()
            self._aside, self._out = None, set()

    def _place(self, name: str) -> Path:
        if self._aside is None:
            self._aside = TemporaryDirectory(prefix="hexwright-art-")
        return Path(self._aside.name) / Path(name).name

    def _files(self) -> set[str]:
        """The pictures that imports put there: those named by what is in them."""
        folder = self.path / FOLDER
        files = folder.iterdir() if folder.is_dir() else ()
        return {f"{FOLDER}/{file.name}" for file in files if IMPORTED.fullmatch(file.name)}


def shown(names: Iterable[str], module: ModuleDef, parts: Iterable[str]) -> set[str]:
    """Those of some files that parts of a module name."""
    wanted = set(names)
    text = module.model_dump_json(include=set(parts)) if wanted else ""
    return {name for name in wanted if name in text}
