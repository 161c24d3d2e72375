"""From the text of a save or a journal to its records, strictly, with the line of every fault.

A save must be whole: it ends with the line that names its length, hash and checksum. A journal may end in
the middle of a line, because its program may have been killed while writing it; that line is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from engine.saves.files import read_limited
from engine.saves.records import (
    FORMAT,
    ActionLine,
    AnyLine,
    EndLine,
    Header,
    ModuleLine,
    Remarks,
    RemarksLine,
    SaveFault,
    SnapshotLine,
    UndoLine,
)
from engine.saves.writing import checksum
from engine.upgrading import OLDEST_FORMAT, upgraded_line

MAX_LINE = 8_000_000
MAX_LINES = 120_000

_decoder = msgspec.json.Decoder(AnyLine)


class _Cover(msgspec.Struct):
    """What is looked at before anything else, so that a file of another version is named as such."""

    hexwright: str = ""
    format: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveFile:
    """The records of a saved game or journal; ``torn`` says that an unfinished last line was dropped."""

    file: str
    header: Header
    actions: tuple[ActionLine, ...]
    snapshots: tuple[SnapshotLine, ...]
    remarks: Remarks
    lines: tuple[int, ...]
    module: ModuleLine | None = None
    end: EndLine | None = None
    torn: bool = False

    def line_of(self, number: int) -> int:
        """The line on which action ``number`` stands; 1, the header, for 0."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else 1


def read_save(path: Path | str) -> SaveFile:
    """Read a saved game or a journal; raises :class:`SaveFault` for what is not whole and valid."""
    return parse(read_limited(Path(path)), str(path))


def read_journal(path: Path | str) -> SaveFile:
    """Read a journal; the same as :func:`read_save`, but refuses a finished save."""
    found = read_save(path)
    if found.header.hexwright != "journal":
        raise SaveFault(str(path), "this is a saved game, no journal", "open it as a game")
    return found


def parse(text: bytes, file: str) -> SaveFile:
    """Decode the text of a save or journal."""
    if not text:
        raise SaveFault(file, "the file is empty", "give the file of a saved game")
    first, _, rest = text.partition(b"\n")
    version = format_of(first, file)
    header = decode_header(first, file)
    if text.count(b"\n") > MAX_LINES:
        raise SaveFault(file, f"the file has more than {MAX_LINES:,} lines", "no game is as long as that")
    collector = _Collector(file, header)
    whole = header.hexwright == "save"
    if whole:
        check_end(text, file)
    raw = rest.split(b"\n")
    tail = raw.pop()
    if tail and whole:
        raise SaveFault(file, "the last line is cut off", CUT, len(raw) + 2)
    for number, line in enumerate(raw, 2):
        if collector.ended:
            raise SaveFault(file, "there is text after the end of the game", EDITED, number)
        collector.take(decode_line(line, file, number, version), number)
    return collector.result(torn=bool(tail))


CUT = "the file is not complete; use another copy of it"
EDITED = "the file was changed outside the program; use another copy of it"


def format_of(line: bytes, file: str) -> int:
    """The format of a save, from its first line; refuses foreign files and newer formats by name."""
    try:
        cover = msgspec.json.decode(line[:MAX_LINE], type=_Cover)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        cover = _Cover()
    if cover.hexwright not in {"save", "journal"}:
        raise SaveFault(file, "this is no saved game of Hexwright", "give a .hexsave file", 1)
    if cover.format > FORMAT:
        message = f"the game was saved in format {cover.format}; this program knows formats up to {FORMAT}"
        raise SaveFault(file, message, "open it with a newer Hexwright", 1)
    if cover.format < OLDEST_FORMAT:
        raise SaveFault(file, f"there is no save format {cover.format}", EDITED, 1)
    return cover.format


def decode_header(line: bytes, file: str) -> Header:
    """The header in its present form; refuses foreign files and newer formats by name."""
    decoded = decode_line(line, file, 1, format_of(line, file))
    if not isinstance(decoded, Header):
        raise SaveFault(file, "the first line must be the header", EDITED, 1)
    return decoded


def decode_line(line: bytes, file: str, number: int, version: int = FORMAT) -> AnyLine:
    """One line, brought to the present format; refuses unknown keys, wrong types, overlong and over-deep
    lines.
    """
    if len(line) > MAX_LINE:
        raise SaveFault(file, f"the line is longer than {MAX_LINE // 1_000_000} MB", EDITED, number)
    try:
        return _decoder.decode(line if version == FORMAT else in_present_form(line, version))
    except RecursionError:
        raise SaveFault(file, "the line is nested too deep", EDITED, number) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SaveFault(file, f"the line cannot be read: {error}", EDITED, number) from None


def in_present_form(line: bytes, version: int) -> bytes:
    """A line of an earlier format as this program would have written it."""
    plain = msgspec.json.decode(line)
    if not isinstance(plain, dict):
        return line
    upgraded = upgraded_line(plain, version)
    return line if upgraded is plain else msgspec.json.encode(upgraded)


def check_end(text: bytes, file: str) -> None:
    """See that the last line of a save is its end and that the checksum fits everything before it."""
    body, last = text[: text[:-1].rfind(b"\n") + 1], text[text[:-1].rfind(b"\n") + 1 :]
    count = text.count(b"\n")
    try:
        end = msgspec.json.decode(last, type=EndLine)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise SaveFault(file, "the end of the game is missing", CUT, count or 1) from None
    if end.checksum != checksum(body):
        raise SaveFault(file, "the text does not fit its checksum", EDITED, count)


@dataclass(slots=True)
class _Collector:
    """Puts lines in their places and checks that they are in order."""

    file: str
    header: Header
    actions: list[ActionLine] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    snapshots: list[SnapshotLine] = field(default_factory=list)
    remarks: Remarks = field(default_factory=Remarks)
    module: ModuleLine | None = None
    end: EndLine | None = None

    @property
    def ended(self) -> bool:
        return self.end is not None

    def take(self, line: AnyLine, number: int) -> None:
        match line:
            case ActionLine():
                self._order(line.n, len(self.actions) + 1, f"action {line.n}", number)
                self.actions.append(line)
                self.lines.append(number)
            case SnapshotLine():
                self._order(line.n, len(self.actions), f"the snapshot of {line.n}", number)
                self.snapshots.append(line)
            case RemarksLine():
                self.remarks = line.remarks
            case ModuleLine():
                if self.module is not None:
                    raise SaveFault(self.file, "there is a second module", EDITED, number)
                self.module = line
            case UndoLine():
                self._belongs("journal", "a save holds no undo", number)
                if not 0 <= line.n <= len(self.actions):
                    raise SaveFault(self.file, f"{line.n} actions cannot remain", EDITED, number)
                del self.actions[line.n :], self.lines[line.n :]
                self.snapshots = [kept for kept in self.snapshots if kept.n <= line.n]
            case EndLine():
                self._belongs("save", "a journal has no end", number)
                self._order(line.actions, len(self.actions), "the number of actions", number)
                self.end = line
            case Header():
                raise SaveFault(self.file, "there is a second header", EDITED, number)

    def _order(self, told: int, expected: int, what: str, number: int) -> None:
        if told != expected:
            raise SaveFault(self.file, f"{what} is out of order", EDITED, number)

    def _belongs(self, kind: str, message: str, number: int) -> None:
        if self.header.hexwright != kind:
            raise SaveFault(self.file, message, EDITED, number)

    def result(self, *, torn: bool) -> SaveFile:
        return SaveFile(
            file=self.file,
            header=self.header,
            actions=tuple(self.actions),
            snapshots=tuple(self.snapshots),
            remarks=self.remarks,
            lines=tuple(self.lines),
            module=self.module,
            end=self.end,
            torn=torn,
        )
