"""The module inside a save, and which module a game goes on with.

A game is begun with a module as it is at that moment. People go on editing it, and a newer program brings
newer games; neither may change a game under way. So each save and journal keeps all its module says, and a
game is reopened with that, until its players choose to follow the present one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path as FilePath

import msgspec
from pydantic import ValidationError

from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.issues import Issue
from engine.loading.consistency import consistency_issues
from engine.loading.references import reference_issues
from engine.loading.text import Path
from engine.rules.registry import FREE_PLAY
from engine.saves.reading import EDITED, MAX_LINE, SaveFile, decode_header, decode_line
from engine.saves.records import ModuleLine, Remarks, SaveFault
from engine.saves.replaying import Restored, restore, rules_for
from engine.saves.writing import checksum, hash_of
from engine.upgrading import OLDEST_SCHEMA, upgraded_module

MISSING = "its module is not there any more: it goes on by what the saved game kept, without pictures"


_MODULE = b'{"line":"module"'


class _Nowhere:
    """Places of a module that is in no file of its own."""

    def find(self, path: Path) -> tuple[str, int]:
        """The path itself."""
        return "/".join(map(str, path)), 0


def kept_module(save: SaveFile) -> ModuleDef | None:
    """The module inside a save, as this program reads it; None if it holds none.

    Checked like any module, and held against the hash in the header; raises :class:`SaveFault`.
    """
    line = save.module
    if line is None:
        return None
    if checksum(bytes(line.module)) != save.header.module_hash:
        raise SaveFault(save.file, "the module inside does not fit its hash", EDITED)
    if not OLDEST_SCHEMA <= line.schema <= SCHEMA_VERSION:
        message = f"the module inside is of schema version {line.schema}; this program reads {SCHEMA_VERSION}"
        raise SaveFault(save.file, message, "open it with a newer Hexwright")
    module = _decoded(save, line)
    fault = next((issue for issue in _issues(module) if issue.severity == "error"), None)
    if fault is not None:
        raise SaveFault(save.file, f"the module inside has a fault: {fault.file}: {fault.message}", EDITED)
    return module


def module_line(lines: Iterable[bytes]) -> bytes:
    """The line of a save that holds its module, undecoded; empty if none does. Journals have it as their
    second line, saves after all actions.
    """
    return next((line for line in lines if line.startswith(_MODULE)), b"")


def module_in(path: FilePath | str) -> ModuleDef | None:
    """The module inside a saved game, for a list of games; its actions are not decoded.

    None if the file holds none, or none that this program can read.
    """
    try:
        with FilePath(path).open("rb") as stream:
            header = decode_header(stream.readline(MAX_LINE).rstrip(b"\n"), str(path))
            found = module_line(iter(partial(stream.readline, MAX_LINE), b"")).rstrip(b"\n")
        line = decode_line(found, str(path), 0, header.format) if found else None
        if not isinstance(line, ModuleLine):
            return None
        file = str(path)
        return kept_module(
            SaveFile(
                file=file, header=header, actions=(), snapshots=(), remarks=Remarks(), lines=(), module=line
            )
        )
    except (OSError, SaveFault):
        return None


def _decoded(save: SaveFile, line: ModuleLine) -> ModuleDef:
    try:
        plain = msgspec.json.decode(bytes(line.module), type=dict[str, object])
        return ModuleDef.model_validate_json(msgspec.json.encode(upgraded_module(plain, line.schema)))
    except (msgspec.MsgspecError, ValidationError, RecursionError) as error:
        raise SaveFault(save.file, f"the module inside cannot be read: {error}", EDITED) from None


def _issues(module: ModuleDef) -> tuple[Issue, ...]:
    found = reference_issues(module, _Nowhere())
    if any(issue.severity == "error" for issue in found):
        return found
    return tuple(consistency_issues(module, _Nowhere()))


def reopen(save: SaveFile, present: ModuleDef | None) -> Restored:
    """The game as it was saved, with the module it was begun with.

    ``present`` is the module as it is now, None if it is not there any more. If the game does not play out
    with the module it kept, which a newer program's rules may bring, the present one is tried. Raises
    :class:`SaveFault`.
    """
    first: SaveFault | None = None
    for module, notice in _candidates(save, present):
        try:
            restored = restore(save, rules_for(save, module))
        except SaveFault as fault:
            first = first or fault
            continue
        return replace(restored, notices=(notice, *restored.notices)) if notice else restored
    raise first or SaveFault(save.file, f"its game '{save.header.module}' is not there", "install the module")


def module_to_play(save: SaveFile, present: ModuleDef | None) -> ModuleDef:
    """The module a saved game goes on with: its own where that differs from the present one.

    Raises :class:`SaveFault` if there is neither.
    """
    for module, _notice in _candidates(save, present):
        return module
    raise SaveFault(save.file, f"its game '{save.header.module}' is not there", "install the module")


def _candidates(save: SaveFile, present: ModuleDef | None) -> Iterator[tuple[ModuleDef, str]]:
    """Modules to try, each with what people should be told."""
    now = as_played(present, save) if present is not None else None
    if now is not None and hash_of(now) == save.header.module_hash:
        yield now, ""
        return
    kept = kept_module(save)
    if kept is not None and kept != now:
        yield kept, MISSING if now is None else _edited(kept)
    if now is not None:
        yield now, ""


def _edited(kept: ModuleDef) -> str:
    return (
        f"the module was edited after this game began: it goes on by the version it began with "
        f"({kept.version}) until you choose to follow the edited one"
    )


def as_played(module: ModuleDef, save: SaveFile) -> ModuleDef:
    """A module as a saved game plays it: a game played freely leaves its ruleset out."""
    return freed(module) if save.header.rules == FREE_PLAY else module


def freed(module: ModuleDef) -> ModuleDef:
    """The same module without its ruleset, for free play."""
    return module if module.ruleset is None else module.model_copy(update={"ruleset": None})
