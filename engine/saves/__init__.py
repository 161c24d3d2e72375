"""Saved games and journals: set-up, seed and actions as lines of readable JSON.

Truth is the header (which game, which options, which seed) and the actions with their outcomes; snapshots
are caches that let a game go on where its actions can no longer be repeated. A *save* is written whole and
ends with a checksum. A *journal* has the same lines, appended one by one while people play, so that nothing
but an unfinished line can be lost. Nothing in a file is trusted: it is limited, decoded strictly, and
played through the rules again before anybody sees it.
"""

from engine.saves.files import check_target, read_limited, write_atomically
from engine.saves.following import CannotFollow, Cause, Followed, Parting, follow, parting_words, what_words
from engine.saves.journal import Journal
from engine.saves.keeping import (
    MISSING,
    as_played,
    freed,
    kept_module,
    module_in,
    module_line,
    module_to_play,
    reopen,
)
from engine.saves.lock import InUse, SaveLock, is_left_by_a_crash, owner_of
from engine.saves.reading import SaveFile, read_journal, read_save
from engine.saves.records import Bookmark, Note, Remarks, SaveFault
from engine.saves.replaying import Divergence, Restored, resimulate, restore, resume, rules_for
from engine.saves.writing import Stamp, save_text, write_save

__all__ = [
    "MISSING",
    "Bookmark",
    "CannotFollow",
    "Cause",
    "Divergence",
    "Followed",
    "InUse",
    "Journal",
    "Note",
    "Parting",
    "Remarks",
    "Restored",
    "SaveFault",
    "SaveFile",
    "SaveLock",
    "Stamp",
    "as_played",
    "check_target",
    "follow",
    "freed",
    "is_left_by_a_crash",
    "kept_module",
    "module_in",
    "module_line",
    "module_to_play",
    "owner_of",
    "parting_words",
    "read_journal",
    "read_limited",
    "read_save",
    "reopen",
    "resimulate",
    "restore",
    "resume",
    "rules_for",
    "save_text",
    "what_words",
    "write_atomically",
    "write_save",
]
