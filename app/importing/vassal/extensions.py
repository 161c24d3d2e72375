"""Extension modules of VASSAL (`.vmdx`): components and pictures that belong into a base module.

An extension says for each of its components where in the tree of the base module it hangs. It is grafted
there before anything is read, so that the walk over the build file knows nothing of extensions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from app.importing.naming import tidy
from app.importing.refusal import ImportRefused
from app.importing.vassal.build import Node, read_build
from app.importing.vassal.container import MAX_BUILD, Files, FolderFiles, ZippedFiles, open_files
from app.importing.vassal.tokens import split

BUILD_FILES: Final = ("buildFile.xml", "buildFile")
SUFFIX: Final = ".vmdx"
ROOT: Final = "ModuleExtension"
MOST: Final = 40
_SLOTS: Final = ("PieceSlot", "CardSlot")


class ExtensionNote(msgspec.Struct, frozen=True):
    """What an extension brought: its name and version, its pieces, and places it names that are not there."""

    name: str
    version: str
    pieces: int
    lost: tuple[str, ...] = ()
    made_for: str = ""


@dataclass(frozen=True)
class Extension:
    """An extension that was opened."""

    name: str
    files: ZippedFiles | FolderFiles
    root: Node


@dataclass(frozen=True)
class JoinedFiles:
    """The files of a module and of its extensions; where names clash, the module's own count."""

    base: Files
    more: Sequence[Files]

    def names(self) -> tuple[str, ...]:
        own = self.base.names()
        known = set(own)
        rest = dict.fromkeys(name for files in self.more for name in files.names() if name not in known)
        return (*own, *(name for name in rest if name not in BUILD_FILES))

    def read(self, name: str, limit: int) -> bytes:
        for files in (self.base, *self.more):
            if name in files.names():
                return files.read(name, limit)
        return self.base.read(name, limit)


def build_name(files: Files, name: str) -> str:
    """The build file among some files; refuses those without one."""
    names = set(files.names())
    found = next((build for build in BUILD_FILES if build in names), None)
    if found is None:
        raise ImportRefused(f"{name} holds no build file", "choose a VASSAL module (.vmod)")
    return found


def extensions_beside(module: Path) -> tuple[Path, ...]:
    """The extensions that lie where VASSAL looks for them: in the folder of the module's name with `_ext`."""
    folder = module.with_name(f"{module.stem}_ext")
    try:
        return tuple(sorted(path for path in folder.glob(f"*{SUFFIX}") if path.is_file()))[:MOST]
    except OSError:
        return ()


def open_extensions(paths: Iterable[Path]) -> list[Extension]:
    """Opens extensions; refuses what is none, and closes those already open then."""
    opened: list[Extension] = []
    try:
        opened.extend(_opened(path) for path in paths)
    except ImportRefused:
        close(opened)
        raise
    return opened


def _opened(path: Path) -> Extension:
    files = open_files(path)
    try:
        root = _root_of(files, path.name)
    except ImportRefused:
        files.close()
        raise
    return Extension(path.name, files, root)


def _root_of(files: Files, name: str) -> Node:
    build = build_name(files, name)
    root = read_build(files.read(build, MAX_BUILD), build)
    if root.kind != ROOT:
        raise ImportRefused(f"{name} is no extension", "choose a .vmdx file, or import it as a module")
    return root


def close(extensions: Iterable[Extension]) -> None:
    """Lets the files go."""
    for extension in extensions:
        extension.files.close()


def graft(root: Node, extension: Extension) -> ExtensionNote:
    """Hangs the components of an extension into a module; what has no place there hangs at the top."""
    lost: list[str] = []
    pieces = 0
    for element in extension.root.children:
        if element.kind != "ExtensionElement":
            continue
        target = element.get("target")
        place = node_at(root, target)
        if place is None:
            lost.append(_place_words(target))
        (place or root).children.extend(element.children)
        pieces += sum(1 for _ in element.every(*_SLOTS))
    known, wanted = root.get("name"), extension.root.get("module")
    is_foreign = bool(wanted) and wanted != known and extension.root.get("anyModule") != "true"
    return ExtensionNote(
        name=tidy(extension.name),
        version=tidy(extension.root.get("version"), 30),
        pieces=pieces,
        lost=tuple(dict.fromkeys(lost)),
        made_for=tidy(wanted) if is_foreign else "",
    )


def node_at(root: Node, target: str) -> Node | None:
    """The component a path leads to: class and name at each step, nothing for the module itself."""
    node = root
    for step in split(target, "/") if target else ():
        kind, name = _step(step)
        found = next((c for c in node.children if c.kind == kind and (not name or c.name == name)), None)
        if found is None:
            return None
        node = found
    return node


def _step(text: str) -> tuple[str, str]:
    parts = split(text, ":")
    return parts[0].rsplit(".", 1)[-1], parts[1] if len(parts) > 1 else ""


def _place_words(target: str) -> str:
    return tidy(" / ".join(name or kind for kind, name in map(_step, split(target, "/"))))
