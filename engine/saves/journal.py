"""The journal: every action on the disk before the next one is asked for.

Killing the program at any instant loses at most the action that was being written. The journal follows a
game: told to look, it appends what is new and notes what was taken back.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path

from engine.game import Game, Turn
from engine.saves.files import discard, reason, write_atomically
from engine.saves.lock import SaveLock
from engine.saves.records import SNAPSHOT_EVERY, AnyLine, Remarks, RemarksLine, SaveFault, UndoLine
from engine.saves.writing import (
    Stamp,
    action_line,
    encode_line,
    header_of,
    module_of,
    record_of,
    snapshot_line,
)


class Journal:
    """An open journal of one game; raises :class:`SaveFault` when it cannot be written or is in use."""

    def __init__(
        self, path: Path, game: Game, remarks: Remarks | None = None, stamp: Stamp | None = None
    ) -> None:
        self.path = path
        self._lock = SaveLock(path)
        self._written: list[Turn] = list(game.turns)
        known = stamp or Stamp()
        header = header_of(game, known, journal=True)
        lines: list[AnyLine] = [header, *module_of(game), *record_of(game, times=known.times)]
        if remarks is not None:
            lines.append(RemarksLine(remarks))
        try:
            write_atomically(path, b"".join(map(encode_line, lines)))
            self._stream = FileIO(path, "ab")
        except (SaveFault, OSError) as error:
            self._lock.release()
            raise _as_fault(path, error) from error

    def follow(self, game: Game, times: Sequence[str] = ()) -> None:
        """Append what the game did since the last look; call it after every action, undo and redo.

        ``times`` are those of all actions of the game, as far as they are known.
        """
        turns = game.turns
        kept = self._common(turns)
        lines: list[AnyLine] = [UndoLine(kept)] if kept < len(self._written) else []
        for n, turn in enumerate(turns[kept:], kept + 1):
            lines.append(action_line(n, turn, times[n - 1] if n <= len(times) else ""))
            if n % SNAPSHOT_EVERY == 0:
                lines.append(snapshot_line(n, turn.transition.state))
        self._append(lines)
        self._written[kept:] = turns[kept:]

    def remark(self, remarks: Remarks) -> None:
        """Append the remarks as they stand now."""
        self._append([RemarksLine(remarks)])

    def _common(self, turns: tuple[Turn, ...]) -> int:
        """How many actions at the front are those already written; usually all but the newest."""
        kept = min(len(turns), len(self._written))
        while kept and turns[kept - 1] is not self._written[kept - 1]:
            kept -= 1
        return kept

    def _append(self, lines: list[AnyLine]) -> None:
        if not lines:
            return
        data = b"".join(map(encode_line, lines))
        start = os.fstat(self._stream.fileno()).st_size
        try:
            write_all(self._stream, data)
        except OSError as error:
            self._cut(start)
            raise _as_fault(self.path, error) from error

    def _cut(self, size: int) -> None:
        """Take half-written lines off again, so that the next action does not continue one of them."""
        try:
            os.truncate(self._stream.fileno(), size)
        except OSError:
            return

    def close(self, *, keep: bool = True) -> None:
        """Stop writing; with ``keep=False`` delete the journal, because the game was saved.

        A kept one ends with the position, so that where the game stands can be told without playing it.
        """
        number = len(self._written)
        if keep and number % SNAPSHOT_EVERY:
            with suppress(SaveFault):
                self._append([snapshot_line(number, self._written[-1].transition.state)])
        self._stream.close()
        if not keep:
            discard(self.path)
        self._lock.release()


def write_all(stream: FileIO, data: bytes) -> None:
    """Bring bytes to the disk, all of them; raises ``OSError`` if it has no room."""
    left = memoryview(data)
    while left:
        left = left[stream.write(left) :]
    os.fsync(stream.fileno())


def _as_fault(path: Path, error: SaveFault | OSError) -> SaveFault:
    if isinstance(error, SaveFault):
        return error
    message = f"the journal cannot be written: {reason(error)}"
    return SaveFault(str(path), message, "free some space; play goes on")
