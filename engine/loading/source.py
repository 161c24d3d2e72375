"""Where a module's files come from: a folder or a zipped `.hexmod` file.

A source gives names and bytes and refuses what could harm: names that climb out of the module, links that
lead elsewhere, files and archives beyond the limits. Sizes are looked at before anything is read.
"""

import os
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Protocol

from engine.errors import EngineError
from engine.loading import layout
from engine.loading.swap import is_text_of_a_module, part_name, pending_swap

MAX_TEXT_BYTES = 2_000_000
MAX_ASSET_BYTES = 200_000_000
#: The biggest picture of a map; it is never read as a whole.
MAX_MAP_BYTES = 1_000_000_000
MAX_FILES = 20_000
MAX_ARCHIVE_BYTES = 2_000_000_000
MAX_RATIO = 200
MAX_DEPTH = 12
_PIECE = 1 << 20
_BROKEN = (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, EOFError)
ARCHIVE_SUFFIXES = (".hexmod", ".zip")


class SourceError(EngineError):
    """A file or archive that cannot or must not be read; `name` is the file inside the module."""

    def __init__(self, name: str, message: str, hint: str = "", code: str = "FILE") -> None:
        super().__init__(message)
        self.name, self.message, self.hint, self.code = name, message, hint, code


class Source(Protocol):
    """The files of one module."""

    @property
    def path(self) -> Path:
        """The folder or archive."""
        ...

    def names(self) -> tuple[str, ...]:
        """All file names, sorted, with `/` between folders."""
        ...

    def size(self, name: str) -> int:
        """Size of a file in bytes; raises `SourceError` if there is none."""
        ...

    def read(self, name: str, limit: int) -> bytes:
        """A file's bytes; raises `SourceError` if it is missing, too big or unreadable."""
        ...

    def head(self, name: str) -> bytes:
        """The first bytes of a file, enough to tell what it is."""
        ...

    def pieces(self, name: str, limit: int) -> Iterator[bytes]:
        """A file's bytes a piece at a time; raises `SourceError` as `read` does."""
        ...

    def file(self, name: str) -> Path | None:
        """The file itself where it lies on the disk as it is; None inside an archive."""
        ...


def open_source(path: Path | str) -> Source:
    """The source at a path; raises `SourceError` if there is neither a folder nor an archive."""
    path = Path(path)
    if path.is_dir():
        return FolderSource(path)
    if not path.exists():
        raise SourceError(
            "", f"{path} does not exist", "give a module folder or a .hexmod file", "MISSING_FILE"
        )
    if path.suffix.lower() not in ARCHIVE_SUFFIXES or not path.is_file():
        raise SourceError(
            "", f"{path.name} is not a module", "give a module folder or a .hexmod file", "NOT_A_MODULE"
        )
    return ArchiveSource(path)


def read_asset(path: Path | str, name: str) -> bytes:
    """The bytes of a picture or other file of a module; raises `SourceError`."""
    return open_source(path).read(safe_name(name), MAX_ASSET_BYTES)


def safe_name(name: str) -> str:
    """The name if it stays inside the module; raises `SourceError` for absolute or climbing names."""
    pure = PurePosixPath(name)
    odd = not name or "\\" in name or ":" in name or "\0" in name or name.startswith("/")
    if odd or ".." in pure.parts or pure.as_posix() != name:
        raise SourceError(
            name,
            f"'{name}' does not stay inside the module",
            "use a path like art/relief.jpg",
            "PATH_OUTSIDE",
        )
    return name


@dataclass(frozen=True)
class FolderSource:
    """A module folder; one in which a save was cut off midway is read as that save would have left it."""

    path: Path

    def names(self) -> tuple[str, ...]:
        names = set(self._walk(self.path, 0, count()))
        swap = pending_swap(self.path)
        if swap is not None:
            names |= {name for name in swap.put if (self.path / part_name(name)).is_file()}
            names -= swap.gone
        return tuple(sorted(names))

    def _walk(self, folder: Path, depth: int, met: Iterator[int]) -> Iterator[str]:
        """The names below a folder; `met` counts everything that was looked at in all folders together."""
        if depth > MAX_DEPTH:
            raise SourceError("", f"folders nest deeper than {MAX_DEPTH} levels", "move files further up")
        with os.scandir(folder) as entries:
            for entry in entries:
                if next(met) > MAX_FILES:
                    raise SourceError(
                        "", f"more than {MAX_FILES} files in {self.path}", "this is no module folder"
                    )
                if entry.name.startswith((".", "__pycache__")):
                    continue
                if not entry.name.isprintable():
                    raise SourceError(
                        ascii(entry.name), "a file has a name that cannot be shown", "rename the file"
                    )
                if depth == 0 and entry.name in layout.FOLDERS and entry.is_symlink():
                    raise SourceError(
                        entry.name,
                        f"'{entry.name}' is a link to another folder",
                        "put the folder itself into the module",
                        "PATH_OUTSIDE",
                    )
                if entry.is_dir(follow_symlinks=False):
                    yield from self._walk(Path(entry.path), depth + 1, met)
                elif _is_file(entry):
                    yield Path(entry.path).relative_to(self.path).as_posix()

    def _locate(self, name: str) -> Path:
        file = self._newest(safe_name(name))
        if file.is_file() and not file.resolve().is_relative_to(self.path.resolve()):
            raise SourceError(
                name, f"'{name}' leads out of the module", "copy the file into the module", "PATH_OUTSIDE"
            )
        if not file.is_file():
            raise SourceError(
                name, f"there is no file '{name}'", "add the file or correct the name", "MISSING_FILE"
            )
        return file

    def _newest(self, name: str) -> Path:
        """Where a file lies: at its place, or still beside it when a save was cut off."""
        if is_text_of_a_module(name):
            swap = pending_swap(self.path)
            if swap is not None and name in swap.put:
                part = self.path / part_name(name)
                return part if part.is_file() else self.path / name
        return self.path / name

    def size(self, name: str) -> int:
        return self._locate(name).stat().st_size

    def read(self, name: str, limit: int) -> bytes:
        file = self._locate(name)
        _check_size(name, file.stat().st_size, limit)
        try:
            with file.open("rb") as stream:
                return stream.read(limit)
        except OSError as error:
            raise SourceError(
                name, f"'{name}' cannot be read ({error.strerror})", "check its permissions"
            ) from error

    def head(self, name: str) -> bytes:
        with self._locate(name).open("rb") as stream:
            return stream.read(64)

    def pieces(self, name: str, limit: int) -> Iterator[bytes]:
        file = self._locate(name)
        _check_size(name, file.stat().st_size, limit)
        try:
            with file.open("rb") as stream:
                while piece := stream.read(_PIECE):
                    yield piece
        except OSError as error:
            raise SourceError(
                name, f"'{name}' cannot be read ({error.strerror})", "check its permissions"
            ) from error

    def file(self, name: str) -> Path | None:
        return self._locate(name)


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether a file lies there; links that lead nowhere, or in a circle, are none."""
    try:
        return entry.is_file()
    except OSError:
        return False


@dataclass(frozen=True)
class ArchiveSource:
    """A zipped module; its root is the folder that holds module.yaml."""

    path: Path
    entries: dict[str, zipfile.ZipInfo] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "entries", self._index())

    def _index(self) -> dict[str, zipfile.ZipInfo]:
        try:
            with zipfile.ZipFile(self.path) as archive:
                infos = archive.infolist()
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise SourceError(
                "", f"{self.path.name} is not a readable zip file", "pack the module again"
            ) from error
        if len(infos) > MAX_FILES:
            raise SourceError("", f"{self.path.name} holds more than {MAX_FILES} files", "this is no module")
        if sum(info.file_size for info in infos) > MAX_ARCHIVE_BYTES:
            raise SourceError(
                "", f"{self.path.name} unpacks to more than 2 GB", "make its pictures smaller", "TOO_BIG"
            )
        files: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            name = info.filename
            if name.endswith("/"):
                continue
            safe_name(name)
            if name in files:
                raise SourceError(
                    name, f"'{name}' is in the archive twice", "pack the module again", "DUPLICATE"
                )
            if info.flag_bits & 1:
                raise SourceError(name, f"'{name}' is encrypted", "pack the module without a password")
            files[name] = info
        return _below_root(files)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self.entries))

    def _entry(self, name: str) -> zipfile.ZipInfo:
        info = self.entries.get(safe_name(name))
        if info is None:
            raise SourceError(
                name, f"there is no file '{name}'", "add the file or correct the name", "MISSING_FILE"
            )
        return info

    def size(self, name: str) -> int:
        return self._entry(name).file_size

    def _sound_entry(self, name: str, limit: int) -> zipfile.ZipInfo:
        info = self._entry(name)
        _check_size(name, info.file_size, limit)
        if info.file_size > 1_000_000 and info.file_size > MAX_RATIO * max(1, info.compress_size):
            raise SourceError(
                name, f"'{name}' is packed suspiciously tight", "pack the module again", "TOO_BIG"
            )
        return info

    def pieces(self, name: str, limit: int) -> Iterator[bytes]:
        info = self._sound_entry(name, limit)
        count = 0
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(info) as stream:
                while piece := stream.read(_PIECE):
                    count += len(piece)
                    _check_size(name, count, limit)
                    yield piece
        except _BROKEN as error:
            raise SourceError(name, f"'{name}' is damaged in the archive", "pack the module again") from error

    def file(self, name: str) -> Path | None:
        return None

    def read(self, name: str, limit: int) -> bytes:
        data = self._unpack(self._sound_entry(name, limit), limit + 1)
        _check_size(name, len(data), limit)
        return data

    def head(self, name: str) -> bytes:
        return self._unpack(self._entry(name), 64)

    def _unpack(self, info: zipfile.ZipInfo, count: int) -> bytes:
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(info) as stream:
                return stream.read(count)
        except _BROKEN as error:
            name = info.filename
            raise SourceError(name, f"'{name}' is damaged in the archive", "pack the module again") from error


def _below_root(files: dict[str, zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    roots = sorted(name for name in files if name.split("/")[-1] == "module.yaml" and name.count("/") <= 1)
    if "module.yaml" in files or not roots:
        return files
    root = roots[0].removesuffix("module.yaml")
    return {name.removeprefix(root): info for name, info in files.items() if name.startswith(root)}


def _check_size(name: str, size: int, limit: int) -> None:
    if size > limit:
        raise SourceError(
            name,
            f"'{name}' has {size / 1_000_000:.1f} MB, at most {limit / 1_000_000:g} MB are read",
            "split the file or make it smaller",
            "TOO_BIG",
        )
