"""Saving a module so that the folder is whole at every moment, and byte for byte as before after undoing
all.

All new texts are written beside their places first; only when every one of them is on the disk do they
take their places. A module that is the same as when it was opened gets its files back exactly as their
author wrote them, comments and all. A module of an older version of the format is written in the present
one; files that say the same in both keep their own bytes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.errors import EngineError
from engine.loading.order import in_order
from engine.loading.source import MAX_TEXT_BYTES, open_source
from engine.loading.swap import LIST, PART, is_text_of_a_module, part_name, pending_swap
from engine.loading.text import TextError, parse
from engine.loading.writer import module_files


class SaveFailed(EngineError):
    """The module could not be written; the files on the disk are as they were."""


class ChangedOutside(SaveFailed):
    """Another program changed the files since they were read or saved here; nothing was written."""


@dataclass
class ModuleFolder:
    """A module's folder with the texts it had when it was opened, and those it should have by now."""

    path: Path
    opened: ModuleDef | None = None
    texts: Mapping[str, bytes] = field(default_factory=dict)
    known: Mapping[str, bytes] | None = None
    others: Mapping[str, bytes] = field(default_factory=dict)
    """Files of somebody else: they are set aside before anything is saved over them."""
    earlier: tuple[tuple[ModuleDef, Mapping[str, bytes]], ...] = ()
    """What was opened here before other files were taken: going back that far gives those bytes back."""

    @classmethod
    def faulty(cls, path: Path) -> ModuleFolder:
        """The folder of a module that cannot be loaded; raises `SourceError`."""
        texts = read_texts(path)
        return cls(path, None, {}, texts, texts)

    @classmethod
    def of(cls, path: Path, module: ModuleDef) -> ModuleFolder:
        """The folder of a module that was just loaded."""
        texts = read_texts(path)
        return cls(path, module, texts, texts)

    def taken(self, module: ModuleDef) -> ModuleFolder:
        """The same folder with the module that was just read from it anew; raises `SourceError`."""
        new = ModuleFolder.of(self.path, module)
        new.earlier = self._openings()
        return new

    def moved(self, path: Path) -> ModuleFolder:
        """Another folder to which the module was just written; raises `SourceError`."""
        return replace(self, path=path, known=read_texts(path), others={})

    def save(self, module: ModuleDef) -> Path | None:
        """Brings the folder to a module; raises `SaveFailed` and leaves the old files if anything fails.

        Raises `ChangedOutside` for files that another program changed, unless they already say the same.
        Gives the folder where files of somebody else are kept, if there were any.
        """
        wanted = self.texts_of(module)
        try:
            here = read_texts(self.path)
            if self.known is not None and here not in (self.known, wanted):
                raise ChangedOutside(f"{changed_words(self.path, self.known, here)}; nothing was written")
            self.path.mkdir(parents=True, exist_ok=True)
            kept = set_aside(self.path, _common(self.others, _others(wanted, here)))
            replace_files(self.path, here, wanted)
        except OSError as error:
            reason = error.strerror or str(error)
            raise SaveFailed(f"the module could not be saved ({reason}); the old files are kept") from error
        self.others = {}
        if self.known is not None:
            self.known = wanted
        return kept

    def keep_mine(self) -> None:
        """The next save writes over what another program changed, and keeps its files aside.

        Raises `SaveFailed`.
        """
        try:
            here = read_texts(self.path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise SaveFailed(f"the changed files cannot be read ({reason}); nothing is saved") from error
        self.others = {**self.others, **_others(self.known or {}, here)}
        self.known = here

    def texts_of(self, module: ModuleDef) -> dict[str, bytes]:
        """The files a module should have here; one that was opened here has those it was opened from."""
        for opened, texts in self._openings():
            if in_order(module) == in_order(opened):
                return dict(texts)
        module = module.model_copy(update={"schema_version": SCHEMA_VERSION})
        files = {name: text.encode("utf-8") for name, text in module_files(module).items()}
        if self.opened is None:
            return files
        if self.opened.schema_version != SCHEMA_VERSION:
            return {name: self._if_the_same(name, data) for name, data in files.items()}
        before = {name: text.encode("utf-8") for name, text in module_files(self.opened).items()}
        return {
            name: self.texts[name] if before.get(name) == data and name in self.texts else data
            for name, data in files.items()
        }

    def _openings(self) -> tuple[tuple[ModuleDef, Mapping[str, bytes]], ...]:
        """What was opened here and from which files, the latest first."""
        return self.earlier if self.opened is None else ((self.opened, self.texts), *self.earlier)

    def _if_the_same(self, name: str, data: bytes) -> bytes:
        """The bytes a file had if they say just what is to be written, else those to be written."""
        old = self.texts.get(name)
        if old is None:
            return data
        if not name.endswith(".yaml"):
            return old if old.split() == data.split() else data
        try:
            return old if parse(name, old).value == parse(name, data).value else data
        except TextError:
            return data


def _others(known: Mapping[str, bytes], here: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in here.items() if known.get(name) != data}


def _common(files: Mapping[str, bytes], here: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if here.get(name) == data}


def changed_words(path: Path, known: Mapping[str, bytes], here: Mapping[str, bytes]) -> str:
    """Which files are not as they were, in words."""
    if not here:
        return f"the folder {path} is no longer there, or empty"
    names = sorted(name for name in known.keys() | here.keys() if known.get(name) != here.get(name))
    more = f" and {len(names) - 2} more files" if len(names) > 3 else ""
    shown = names[:2] if more else names
    return f"another program changed {', '.join(shown)}{more} since this module was opened or saved here"


def set_aside(folder: Path, files: Mapping[str, bytes]) -> Path | None:
    """Keeps copies of files in a new hidden folder of the module; None when there is nothing to keep."""
    if not files:
        return None
    number = 1
    while (kept := folder / f".replaced-{number}").exists():
        number += 1
    for name, data in files.items():
        file = kept / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return kept


def read_texts(path: Path) -> dict[str, bytes]:
    """All files of rule data and help of a module folder; empty for a folder that is not there."""
    if not path.is_dir():
        return {}
    source = open_source(path)
    names = (name for name in source.names() if is_text_of_a_module(name))
    return {name: source.read(name, MAX_TEXT_BYTES) for name in names}


def replace_files(folder: Path, here: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> None:
    """Writes what differs, first beside, then in place; an error before the last step changes nothing.

    Between the two lies a list of what is to be done, so that whoever reads the folder meanwhile sees the new
    state whole, and `finish_swap` ends a swap that was cut off. One that was cut off before is ended first.
    What fails or is interrupted among the files is taken back.
    """
    finish_swap(folder)
    changed = [name for name, data in wanted.items() if here.get(name) != data]
    gone = sorted(here.keys() - wanted.keys())
    if not (changed or gone):
        return
    done: list[str] = []
    try:
        for name in changed:
            _write(_part_of(folder, name), wanted[name])
        _write(folder / LIST, json.dumps({"put": changed, "delete": gone}).encode())
        for name in changed:
            _part_of(folder, name).replace(folder / name)
            done.append(name)
        for name in gone:
            (folder / name).unlink(missing_ok=True)
            done.append(name)
    except BaseException:
        for name in done:
            _put_back(folder, name, here.get(name))
        raise
    finally:
        (folder / LIST).unlink(missing_ok=True)
        for name in changed:
            _part_of(folder, name).unlink(missing_ok=True)


def finish_swap(folder: Path) -> bool:
    """Ends a save whose program was killed while files took their places; whether there was one.

    A save that was cut off before leaves the old files and only what it had begun beside them, which goes.
    """
    swap = pending_swap(folder)
    try:
        for name in sorted(swap.put) if swap is not None else ():
            with suppress(FileNotFoundError):
                _part_of(folder, name).replace(folder / name)
        for name in sorted(swap.gone) if swap is not None else ():
            (folder / name).unlink(missing_ok=True)
        (folder / LIST).unlink(missing_ok=True)
        for pattern in (f".*{PART}", f"*/.*{PART}"):
            for part in folder.glob(pattern):
                part.unlink(missing_ok=True)
    except OSError:
        return False
    return swap is not None


def _part_of(folder: Path, name: str) -> Path:
    return folder / part_name(name)


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _put_back(folder: Path, name: str, data: bytes | None) -> None:
    file, part = folder / name, _part_of(folder, name)
    if data is None:
        file.unlink(missing_ok=True)
        return
    try:
        part.write_bytes(data)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
