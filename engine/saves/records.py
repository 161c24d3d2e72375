"""The lines of a saved game, each a JSON object whose key ``line`` says what it is.

Order in a file: one header, then actions, each fiftieth followed by a snapshot, the module and remarks
anywhere, and in a save the end with the checksum. Only journals hold ``undo`` lines: taking back is not part
of a game's record.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.errors import SaveError
from engine.ids import PlaceId, SideId
from engine.play.draw import Draw
from engine.state.model import OptionValue

FORMAT = 2
"""Version of the format this program writes; it reads this and every earlier one."""

SNAPSHOT_EVERY = 50
"""Actions between two snapshots."""


Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]

NO_START = msgspec.Raw(b"null")
"""The game began from its set-up, not from a position."""


class SaveFault(SaveError):
    """What is wrong with a saved game: file, line (0 = the whole file), fault, remedy."""

    def __init__(self, file: str, message: str, hint: str = "", line: int = 0) -> None:
        where = f"{file}:{line}" if line else file
        super().__init__(f"{where}: {message}" + (f"; {hint}" if hint else ""))
        self.file, self.line, self.message, self.hint = file, line, message, hint


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", omit_defaults=True):
    """Base of all lines."""


class Header(Line, frozen=True, tag="header", kw_only=True):
    """Which game this is. ``start`` is the position it began from if that was not the set-up.

    ``written`` and ``title`` are for people and carry no meaning. ``seats`` are the sides that the program
    plays and how, ``solo`` that one person plays with everything open.
    """

    hexwright: Literal["save", "journal"]
    format: int
    module: str
    module_version: str
    module_hash: str
    rules: str
    rules_version: str
    scenario: str
    options: dict[str, OptionValue]
    seed: Seed
    free_undo: bool = False
    program: str = ""
    written: str = ""
    title: str = ""
    module_path: str = ""
    seats: dict[SideId, str] = {}
    solo: bool = False
    start: msgspec.Raw = NO_START


class ActionLine(Line, frozen=True, tag="action"):
    """One action with its outcome: who, what, what chance gave.

    ``table`` counts how many of the drawn faces and of the drawn ids were typed in at the table. ``at`` is
    when it was taken by the clock on the wall, for people; it means nothing, and is empty if nobody kept it.
    """

    n: int
    side: SideId
    action: msgspec.Raw
    draws: tuple[Draw, ...] = ()
    table: tuple[int, int] = (0, 0)
    at: Annotated[str, msgspec.Meta(max_length=40)] = ""


class SnapshotLine(Line, frozen=True, tag="snapshot"):
    """The state after ``n`` actions, with its hash."""

    n: int
    hash: str
    state: msgspec.Raw


class ModuleLine(Line, frozen=True, tag="module"):
    """The module as it was when the game began, all it says and nothing it leaves out; without pictures.

    ``schema`` is the version of its format. Its text gives the hash that the header names.
    """

    schema: int
    module: msgspec.Raw


class UndoLine(Line, frozen=True, tag="undo"):
    """The last actions were taken back until ``n`` remained (journals only)."""

    n: int


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A note of a player, on a place or on the game."""

    text: str
    side: SideId = ""
    place: PlaceId = ""


class Bookmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named moment: after ``n`` actions."""

    n: int
    text: str


class Remarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What people wrote into a game; the rules never read it."""

    notes: tuple[Note, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()


class RemarksLine(Line, frozen=True, tag="remarks"):
    """All remarks as they stand now; a later line replaces an earlier one."""

    remarks: Remarks


class EndLine(Line, frozen=True, tag="end"):
    """The end of a save: number of actions, hash of the state, checksum of all bytes before this line."""

    actions: int
    hash: str
    checksum: str


AnyLine = Header | ActionLine | SnapshotLine | ModuleLine | UndoLine | RemarksLine | EndLine
