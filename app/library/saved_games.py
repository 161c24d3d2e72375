"""The saved games, and the journals of games that were closed unsaved or that a crash left behind.

Only the first line of each file is read here, within limits; a file that is
no saved game is left out, one that is broken stays in the list with its
fault, because its owner will look for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec

from app.user_files import JOURNAL_SUFFIX, SAVE_SUFFIX, journals_folder, saves_folder
from engine.ids import SideId
from engine.saves import SaveFault, SaveLock, is_left_by_a_crash
from engine.saves.reading import decode_header
from engine.saves.records import Header

_FIRST_LINE: Final = 8_000_000
_MOST: Final = 200
_TAIL: Final = 1_000_000
"""Bytes at the end of a journal that are looked through for its last action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedGame:
    """One saved game or journal; `header` is missing when the file is broken, then `fault` says how."""

    path: Path
    when: datetime
    is_journal: bool = False
    is_in_use: bool = False
    is_recovered: bool = False
    """A journal whose program ended without closing it."""
    header: Header | None = None
    fault: str = ""
    actions: int = 0
    """Actions in a journal; its header is as old as its first line and says nothing about them."""
    last_side: SideId = ""
    """Who took the last one of them."""
    turn: int = 0
    """The turn a journal was closed on; 0 when nobody closed it."""

    @property
    def can_open(self) -> bool:
        """Whether it can be gone on with now."""
        return self.header is not None and not self.is_in_use

    @property
    def title(self) -> str:
        """The title people gave, or the file's name."""
        return (self.header.title if self.header else "") or self.path.stem


def list_saved_games(
    recent: Iterable[str] = (), folders: tuple[Path, Path] | None = None
) -> tuple[SavedGame, ...]:
    """Everything that can be gone on with, newest first: journals, the saves folder, recent files."""
    saves, journals = folders or (saves_folder(), journals_folder())
    paths = {Path(name) for name in recent if Path(name).suffix == SAVE_SUFFIX}
    paths.update(saves.glob(f"*{SAVE_SUFFIX}"))
    paths.update(journals.glob(f"*{JOURNAL_SUFFIX}"))
    found = [game for path in paths if (game := look_at(path)) is not None]
    found.sort(key=lambda game: game.when, reverse=True)
    return tuple(found[:_MOST])


def look_at(path: Path) -> SavedGame | None:
    """What a file is, from its first line; None if it is gone or nobody's saved game."""
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        with path.open("rb") as stream:
            line = stream.readline(_FIRST_LINE)
    except OSError:
        return None
    is_journal = path.suffix == JOURNAL_SUFFIX
    is_recovered = is_journal and is_left_by_a_crash(path)
    in_use = is_journal and not is_recovered and is_taken(path)
    try:
        header = decode_header(line.rstrip(b"\n"), path.name)
    except SaveFault as error:
        return SavedGame(path=path, when=when, is_journal=is_journal, is_in_use=in_use, fault=str(error))
    last = where_it_stands(path) if is_journal else Standing()
    return SavedGame(
        path=path,
        when=when,
        is_journal=is_journal,
        is_in_use=in_use,
        is_recovered=is_recovered,
        header=header,
        actions=last.actions,
        last_side=last.side,
        turn=last.turn,
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a journal stands: how many actions, who took the last one, on which turn it was closed."""

    actions: int = 0
    side: SideId = ""
    turn: int = 0


class _TailState(msgspec.Struct, frozen=True):
    turn: int = 0


class _Tail(msgspec.Struct):
    """What any line of a journal may say about where the game stands."""

    line: str = ""
    n: int = 0
    side: SideId = ""
    state: _TailState = _TailState()


def where_it_stands(path: Path) -> Standing:
    """Where a journal stands, from its end; all zero if it has no action."""
    try:
        with path.open("rb") as stream:
            stream.seek(max(0, path.stat().st_size - _TAIL))
            lines = stream.read(_TAIL).split(b"\n")
    except OSError:
        return Standing()
    turn, after = 0, -1
    for text in reversed(lines):
        try:
            found = msgspec.json.decode(text, type=_Tail)
        except (msgspec.MsgspecError, RecursionError):
            continue
        if found.line == "snapshot" and after < 0:
            turn, after = found.state.turn, found.n
        elif found.line in {"action", "undo"}:
            return Standing(found.n, found.side, turn if after == found.n else 0)
    return Standing()


def is_taken(path: Path) -> bool:
    """Whether a running program holds this file."""
    try:
        SaveLock(path).release()
    except SaveFault:
        return True
    return False


def when_text(when: datetime, now: datetime | None = None) -> str:
    """`today 21:04`, `yesterday 18:30`, `26 November`, `26 November 2025`."""
    here = now or datetime.now().astimezone()
    clock = when.strftime("%H:%M")
    if when.date() == here.date():
        return f"today {clock}"
    if when.date() == (here - timedelta(days=1)).date():
        return f"yesterday {clock}"
    day = f"{when.day} {when.strftime('%B')}"
    return day if when.year == here.year else f"{day} {when.year}"
