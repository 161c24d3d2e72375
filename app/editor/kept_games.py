"""Games of a module that are kept, playtests above all: their pictures stay in its folder as long as they do.

A game keeps the module it was begun with, but no pictures. Those of counters that were never saved would go
out of the folder when the editor is closed, and the game would go on with drawn faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from app.user_files import JOURNAL_SUFFIX, SAVE_SUFFIX, journals_folder, saves_folder
from engine.saves import module_line

MOST_OF_A_HEAD: Final = 1_000_000
MOST_OF_A_MODULE: Final = 8_000_000


class _Head(msgspec.Struct):
    """What of the first line of a saved game says where its module lies."""

    module_path: str = ""


def modules_of_games(folder: Path) -> Iterator[bytes]:
    """The modules, as their games keep them, of all games kept that were begun in a folder."""
    home = folder.resolve()
    for file in _files():
        with suppress(OSError, msgspec.MsgspecError), file.open("rb") as stream:
            head = msgspec.json.decode(stream.readline(MOST_OF_A_HEAD), type=_Head)
            if head.module_path and Path(head.module_path).resolve() == home:
                yield module_line(iter(partial(stream.readline, MOST_OF_A_MODULE), b""))


def _files() -> Iterator[Path]:
    for place, suffix in ((journals_folder(), JOURNAL_SUFFIX), (saves_folder(), SAVE_SUFFIX)):
        if place.is_dir():
            yield from sorted(place.glob(f"*{suffix}"))
