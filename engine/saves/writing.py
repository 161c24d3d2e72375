"""From a game to the text of its save, and safely to a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engine.codec import in_order, state_hash
from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.game import Game, Turn
from engine.saves.files import write_atomically
from engine.saves.records import (
    FORMAT,
    NO_START,
    SNAPSHOT_EVERY,
    ActionLine,
    AnyLine,
    EndLine,
    Header,
    ModuleLine,
    Remarks,
    RemarksLine,
    SnapshotLine,
)
from engine.state.model import State

MOST_KEPT = 7_000_000
"""Bytes of a module's text that a save keeps at most; the largest game of this program has 0.2 million."""

MOST_KNOWN = 3
"""Modules whose text is remembered."""

_encoder = msgspec.json.Encoder(order="deterministic")


class Stamp(msgspec.Struct, frozen=True):
    """What the program adds to a save: version, time, a title, where the module lies, who plays how.

    ``times`` are the times of the actions, in their order, as far as they are known.
    """

    program: str = ""
    written: str = ""
    title: str = ""
    module_path: str = ""
    seats: dict[str, str] = {}
    solo: bool = False
    times: tuple[str, ...] = ()


def write_save(
    path: Path | str, game: Game, remarks: Remarks | None = None, stamp: Stamp | None = None
) -> None:
    """Save a game; the old file stays if this fails, with :class:`SaveFault`."""
    write_atomically(Path(path), save_text(game, remarks, stamp))


def save_text(game: Game, remarks: Remarks | None = None, stamp: Stamp | None = None) -> bytes:
    """The whole text of a save."""
    known = stamp or Stamp()
    lines: list[AnyLine] = [header_of(game, known)]
    lines += record_of(game, times=known.times)
    lines += module_of(game)
    if remarks is not None and (remarks.notes or remarks.bookmarks):
        lines.append(RemarksLine(remarks))
    body = b"".join(map(encode_line, lines))
    end = EndLine(actions=game.count, hash=game.hash(), checksum=checksum(body))
    return body + encode_line(end)


def record_of(game: Game, start: int = 0, times: Sequence[str] = ()) -> Iterator[AnyLine]:
    """The actions of a game from number ``start`` on, with the snapshots that are due and times if known."""
    for n, turn in enumerate(game.turns[start:], start + 1):
        yield action_line(n, turn, times[n - 1] if n <= len(times) else "")
        if n % SNAPSHOT_EVERY == 0:
            yield snapshot_line(n, turn.transition.state)


def action_line(n: int, turn: Turn, at: str = "") -> ActionLine:
    """One action with its outcome, and when it was taken."""
    return ActionLine(
        n=n,
        side=turn.side,
        action=msgspec.Raw(_encoder.encode(turn.action)),
        draws=turn.transition.draws,
        table=(len(turn.table[0]), len(turn.table[1])),
        at=at,
    )


def snapshot_line(n: int, state: State) -> SnapshotLine:
    """A state with its hash; table dice that wait are not part of a record."""
    plain = replace(state, chance=replace(state.chance, dice=(), picks=()))
    return SnapshotLine(n=n, hash=state_hash(state), state=msgspec.Raw(in_order(plain)))


def header_of(game: Game, stamp: Stamp, *, journal: bool = False) -> Header:
    """The first line."""
    rules = game.rules
    start = snapshot_line(0, game.opening.state).state if game.started_from_position else NO_START
    return Header(
        hexwright="journal" if journal else "save",
        format=FORMAT,
        module=rules.module.id,
        module_version=rules.module.version,
        module_hash=hash_of(rules.module),
        rules=rules.ruleset,
        rules_version=rules.version,
        scenario=rules.scenario.id,
        options=dict(rules.options),
        seed=game.seed,
        free_undo=game.free_undo,
        program=stamp.program,
        written=stamp.written,
        title=stamp.title,
        module_path=stamp.module_path,
        seats=stamp.seats,
        solo=stamp.solo,
        start=start,
    )


def module_of(game: Game) -> Iterator[ModuleLine]:
    """The module a game is played with, unless it is too big for a line; then the one on the disk counts."""
    text = kept_text(game.rules.module)
    if len(text) < MOST_KEPT:
        yield ModuleLine(schema=SCHEMA_VERSION, module=msgspec.Raw(text))


def encode_line(line: AnyLine) -> bytes:
    """One line of text."""
    return _encoder.encode(line) + b"\n"


def checksum(body: bytes) -> str:
    """What the end line says of all bytes before it."""
    return blake2b(body, digest_size=16).hexdigest()


def hash_of(module: ModuleDef) -> str:
    """Hash of all a module says; pictures do not count."""
    return _kept(module)[1]


def kept_text(module: ModuleDef) -> bytes:
    """All a module says as JSON, without what equals its default, as saves keep it."""
    return _kept(module)[0]


_known: list[tuple[ModuleDef, tuple[bytes, str]]] = []


def _kept(module: ModuleDef) -> tuple[bytes, str]:
    """Text and hash, remembered for the last modules asked about."""
    for known, kept in _known:
        if known is module:
            return kept
    text = module.model_dump_json(exclude_defaults=True, exclude={"schema_version"}).encode()
    _known.insert(0, (module, (text, checksum(text))))
    del _known[MOST_KNOWN:]
    return _known[0][1]
