"""Saved set-ups of VASSAL: which piece lies where, in which order and state.

A saved game is a zip with one text inside, plain or masked by one byte or packed. Only boards, pieces,
stacks, decks and the turn are read; players and their passwords are passed over.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from dataclasses import dataclass, field
from typing import Final

from app.importing.refusal import ImportRefused
from app.importing.vassal.tokens import split, whole
from app.importing.vassal.traits import PieceText, chain

MAX_TEXT: Final = 80_000_000
_ESCAPE: Final = "\x1b"
_OLD, _NEW, _XZ = b"!VCSK", b"VOBS", b"\xfd7zXZ\x00"
_NO_ID: Final = "null"


@dataclass(frozen=True)
class SavedPiece:
    """A piece of a save: what it is and where on which map; `order` counts upwards in a stack."""

    id: str
    piece: PieceText
    map: str
    x: int
    y: int
    order: int = 0
    deck: str = ""

    @property
    def gpid(self) -> str:
        """The number of the slot it came from."""
        return self.piece.gpid


@dataclass
class SavedGame:
    """All that is taken from a save."""

    boards: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    pieces: list[SavedPiece] = field(default_factory=list)
    turn: str = ""
    skipped: int = 0


@dataclass
class _Reading:
    """Commands taken apart, before stacks have given their order."""

    single: dict[str, tuple[PieceText, str, int, int]] = field(default_factory=dict)
    stacks: list[tuple[str, int, int, list[str], str]] = field(default_factory=list)
    game: SavedGame = field(default_factory=SavedGame)


def read_save(data: bytes, name: str) -> SavedGame:
    """The set-up in the bytes of a `.vsav` file; raises `ImportRefused` for damaged ones."""
    reading = _Reading()
    for command in _commands(_text(data, name)):
        _take(reading, command)
    _put_in_order(reading)
    return reading.game


def _text(data: bytes, name: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = archive.getinfo("savedGame")
            if info.file_size > 2 * MAX_TEXT:
                raise ImportRefused(f"{name} is too big for a saved set-up", "it is not read")
            with archive.open(info) as stream:
                raw = stream.read(2 * MAX_TEXT)
    except (zipfile.BadZipFile, KeyError, zlib.error, OSError, ValueError, EOFError, RuntimeError) as error:
        raise ImportRefused(f"{name} is no readable saved game", "save it again in VASSAL") from error
    return _unmasked(raw, name).decode("utf-8", "replace")


def _unmasked(raw: bytes, name: str) -> bytes:
    try:
        if raw.startswith(_OLD):
            digits = raw[len(_OLD) :].decode("ascii")
            key = int(digits[:2], 16)
            return bytes(byte ^ key for byte in bytes.fromhex(digits[2:]))
        for head in (_NEW, b"!" + _NEW):
            if raw.startswith(head):
                key = raw[len(head)]
                return bytes(byte ^ key for byte in raw[len(head) + 1 :])
        if raw.startswith(_XZ):
            return lzma.LZMADecompressor(memlimit=100_000_000).decompress(raw, MAX_TEXT)
    except (ValueError, UnicodeDecodeError, IndexError, lzma.LZMAError) as error:
        raise ImportRefused(f"{name} is damaged", "save it again in VASSAL") from error
    return raw


def _commands(text: str) -> list[str]:
    return [part.rstrip("\\") for part in text.split(_ESCAPE)]


def _take(reading: _Reading, command: str) -> None:
    if command.startswith("+/"):
        _take_piece(reading, command)
    elif command.startswith("TURN"):
        reading.game.turn = command[4:].strip("\t ")
    elif "BoardPicker\t" in command:
        _take_boards(reading, command)


def _take_boards(reading: _Reading, command: str) -> None:
    name, _, rest = command.partition("BoardPicker\t")
    parts = split(rest, "\t")
    boards = [
        (parts[at].removesuffix("/rev"), whole(parts[at + 1]), whole(parts[at + 2]))
        for at in range(0, len(parts) - 2, 3)
    ]
    reading.game.boards[name] = boards


def _take_piece(reading: _Reading, command: str) -> None:
    parts = split(command[2:], "/")
    if len(parts) < 3:
        reading.game.skipped += 1
        return
    identity, kind, state = parts[:3]
    if kind == "stack" or kind.startswith("stack;"):
        fields = [part for part in split(state, ";") if not part.startswith("@@")]
        if len(fields) >= 3:
            reading.stacks.append((fields[0], whole(fields[1]), whole(fields[2]), fields[3:], ""))
    elif kind.startswith("deck"):
        fields = split(state, ";")
        if len(fields) >= 5:
            title = kind.partition(";")[2]
            ids = [part for part in split(fields[4], ",") if part]
            reading.stacks.append((fields[0], whole(fields[1]), whole(fields[2]), ids, _deck_name(title)))
    else:
        _take_single(reading, identity, kind, state)


def _deck_name(fields: str) -> str:
    """The name of a deck is the first of its fields that looks like one; decks without a name are
    called so.
    """
    words = split(fields, ";")
    return next((w for w in reversed(words) if w and w not in {"true", "false"} and not w.isdigit()), "deck")


def _take_single(reading: _Reading, identity: str, kind: str, state: str) -> None:
    piece = PieceText(identity, chain(kind, state))
    basic = piece.basic
    fields = split(basic.state, ";") if basic else []
    if len(fields) < 3:
        reading.game.skipped += 1
        return
    reading.single[identity] = (piece, fields[0], whole(fields[1]), whole(fields[2]))


def _put_in_order(reading: _Reading) -> None:
    placed: set[str] = set()
    for map_name, x, y, ids, deck in reading.stacks:
        for order, identity in enumerate(ids):
            found = reading.single.get(identity)
            if found is not None and identity not in placed:
                placed.add(identity)
                reading.game.pieces.append(SavedPiece(identity, found[0], map_name, x, y, order, deck))
    for identity, (piece, map_name, x, y) in reading.single.items():
        if identity not in placed and map_name != _NO_ID:
            reading.game.pieces.append(SavedPiece(identity, piece, map_name, x, y))
