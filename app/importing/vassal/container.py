"""The files of a VASSAL module: a zip archive of any suffix, or a folder it was unpacked to.

Counts, names and sizes are looked at before anything is unpacked. Classes and everything else that could
run are never read.
"""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final, Protocol

from app.importing.refusal import ImportRefused

MAX_ENTRIES: Final = 20_000
MAX_TOTAL: Final = 2_000_000_000
MAX_RATIO: Final = 400
MAX_DEPTH: Final = 16
MAX_BUILD: Final = 60_000_000
MAX_PICTURE: Final = 400_000_000
IMAGES: Final = "images/"
GUESSED: Final = (".png", ".gif", ".jpg", ".jpeg", ".svg", ".bmp", ".webp")
_END: Final = b"PK\x05\x06"


class Files(Protocol):
    """Names and bytes of a module's files."""

    def names(self) -> tuple[str, ...]:
        """All files, with `/` between folders."""
        ...

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of a file; refuses damaged and oversized ones."""
        ...


@dataclass(frozen=True)
class ZippedFiles:
    """A zip archive, opened once."""

    path: Path
    archive: zipfile.ZipFile
    entries: dict[str, zipfile.ZipInfo]

    @classmethod
    def open(cls, path: Path) -> ZippedFiles:
        """Opens an archive; refuses damaged ones, bombs, names that climb out."""
        _check_count(path)
        try:
            archive = zipfile.ZipFile(path)
            infos = archive.infolist()
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, struct.error) as error:
            raise ImportRefused(
                f"{path.name} is no readable zip file", "copy or download it again"
            ) from error
        if len(infos) > MAX_ENTRIES:
            archive.close()
            raise _too_many(path)
        entries: dict[str, zipfile.ZipInfo] = {}
        try:
            for info in infos:
                if not info.filename.endswith("/"):
                    entries[_safe(info.filename)] = info
            _check_sizes(path, infos)
        except ImportRefused:
            archive.close()
            raise
        return cls(path, archive, entries)

    def names(self) -> tuple[str, ...]:
        return tuple(self.entries)

    def read(self, name: str, limit: int) -> bytes:
        info = self.entries.get(name)
        if info is None:
            raise ImportRefused(f"{name} is missing in {self.path.name}", "copy or download it again")
        _check_file(name, info.file_size, limit)
        if info.file_size > 1_000_000 and info.file_size > MAX_RATIO * max(1, info.compress_size):
            raise ImportRefused(f"{name} in {self.path.name} is packed suspiciously tight", "it is not read")
        try:
            with self.archive.open(info) as stream:
                data = stream.read(limit + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            OSError,
            ValueError,
            NotImplementedError,
            EOFError,
            RuntimeError,
        ) as error:
            raise ImportRefused(f"{name} is damaged in {self.path.name}", "download it again") from error
        _check_file(name, len(data), limit)
        return data

    def close(self) -> None:
        """Lets the file go."""
        self.archive.close()


@dataclass(frozen=True)
class FolderFiles:
    """A module that somebody unpacked."""

    path: Path
    found: tuple[str, ...]

    @classmethod
    def open(cls, path: Path) -> FolderFiles:
        """Lists a folder; refuses endless ones."""
        found: list[str] = []
        for name in _walk(path, path, 0):
            found.append(name)
            if len(found) > MAX_ENTRIES:
                raise _too_many(path)
        return cls(path, tuple(sorted(found)))

    def names(self) -> tuple[str, ...]:
        return self.found

    def read(self, name: str, limit: int) -> bytes:
        file = self.path / name
        try:
            if file.is_file() and not file.resolve().is_relative_to(self.path.resolve()):
                raise ImportRefused(f"{name} leads out of {self.path.name}", "copy the file itself there")
            _check_file(name, file.stat().st_size, limit)
            return file.read_bytes()
        except OSError as error:
            raise ImportRefused(
                f"{name} cannot be read ({error.strerror})", "check its permissions"
            ) from error

    def close(self) -> None:
        """Nothing is held open."""


def open_files(path: Path) -> ZippedFiles | FolderFiles:
    """The files of a module; raises `ImportRefused` for what is neither archive nor folder."""
    if path.is_dir():
        return FolderFiles.open(path)
    if not path.exists():
        raise ImportRefused(f"{path} does not exist", "check the name")
    if not path.is_file():
        raise ImportRefused(f"{path} is neither a file nor a folder", "choose a VASSAL module (.vmod)")
    return ZippedFiles.open(path)


@dataclass
class Pictures:
    """The pictures of a module by the names its build file uses."""

    files: Files
    missing: set[str] = field(default_factory=set)

    @cached_property
    def _lower(self) -> dict[str, str]:
        return {name.lower(): name for name in self.files.names()}

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self.files.names())

    def find(self, name: str) -> str | None:
        """The file a name means: as it is, with a suffix, in other case; None for icons and missing ones."""
        name = name.strip()
        if not name or name.startswith("/"):
            return None
        base = IMAGES + name
        tries = [base, *(base + suffix for suffix in GUESSED)]
        for wanted in tries:
            if wanted in self._names:
                return wanted
        for wanted in tries:
            if wanted.lower() in self._lower:
                return self._lower[wanted.lower()]
        self.missing.add(name)
        return None

    def read(self, file: str) -> bytes:
        """The bytes of a picture."""
        return self.files.read(file, MAX_PICTURE)


def _walk(root: Path, folder: Path, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH:
        raise ImportRefused(f"folders nest deeper than {MAX_DEPTH} levels", "this is no module")
    try:
        entries = list(os.scandir(folder))
    except OSError as error:
        raise ImportRefused(f"{folder} cannot be read ({error.strerror})", "check its permissions") from error
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(root, Path(entry.path), depth + 1)
        elif _is_file(entry):
            yield Path(entry.path).relative_to(root).as_posix()


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether a file lies there; links that lead nowhere, or in a circle, are none."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _check_count(path: Path) -> None:
    """Reads the number of entries from the end of an archive, before a list of them is made."""
    try:
        with path.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - 66_000))
            tail = stream.read()
    except OSError as error:
        raise ImportRefused(
            f"{path.name} cannot be read ({error.strerror})", "check its permissions"
        ) from error
    at = tail.rfind(_END)
    if at < 0 or at + 22 > len(tail):
        raise ImportRefused(f"{path.name} is no readable zip file", "choose a .vmod or .zip file")
    count, length = struct.unpack_from("<HI", tail, at + 10)
    if count > MAX_ENTRIES or length > MAX_ENTRIES * 400:
        raise _too_many(path)


def _check_sizes(path: Path, infos: list[zipfile.ZipInfo]) -> None:
    if sum(info.file_size for info in infos) > MAX_TOTAL:
        raise ImportRefused(f"{path.name} unpacks to more than 2 GB", "it is not read")
    if any(info.flag_bits & 1 for info in infos):
        raise ImportRefused(f"{path.name} is encrypted", "pack it without a password")


def _check_file(name: str, size: int, limit: int) -> None:
    if size > limit:
        raise ImportRefused(
            f"{name} has {size / 1e6:,.0f} MB, at most {limit / 1e6:,.0f} MB are read", "it is not read"
        )


def _safe(name: str) -> str:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if name.startswith(("/", "\\")) or ".." in parts or "\0" in name or (parts and ":" in parts[0][:2]):
        raise ImportRefused(f"the archive holds the name {name!a}, which leads out of it", "it is not read")
    return "/".join(parts)


def _too_many(path: Path) -> ImportRefused:
    return ImportRefused(f"{path.name} holds more than {MAX_ENTRIES:,} files", "this is no module")
