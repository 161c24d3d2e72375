"""Work on modules that was never saved because the program or machine died, offered when the library opens.

The editor asks what to do with it once the module is open; that way leads there even when the module is no
longer among the modules of the library.
"""

from __future__ import annotations

import importlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.messages import Message, Tone
from app.player.figures import counted

if TYPE_CHECKING:
    from app.application import Application
    from app.editor.recovery import Waiting


def offer_unsaved(program: Application) -> None:
    """Tells of the unsaved work there is, when the windows have come up."""
    QTimer.singleShot(0, program, partial(tell_unsaved, program))


def tell_unsaved(program: Application) -> None:
    """Tells of the unsaved work there is now, once for each module, with a way to it.

    What several programs left on one module waits there one after the other.
    """
    recovery = importlib.import_module("app.editor.recovery")
    waiting: dict[Path, list[Waiting]] = {}
    for found in recovery.all_waiting():
        waiting.setdefault(found.path, []).append(found)
    for path, works in waiting.items():
        works.sort(key=lambda work: (len(work.file.name), work.file.name))
        several = len(works) > 1
        changes = ", then ".join(counted(work.changes, "change") for work in works)
        left = f", left by {len(works)} programs" if several else ""
        words = f"Unsaved work on the module in {path} was kept{left}: {changes}."
        message = Message(
            text=words,
            tone=Tone.CARE,
            button="Open it",
            action=partial(program.open_editor, path),
            second_button="Throw all away" if several else "Throw it away",
            second_action=partial(_discard, tuple(work.file for work in works)),
        )
        program.tell(words, message=message)


def _discard(files: tuple[Path, ...]) -> None:
    recovery = importlib.import_module("app.editor.recovery")
    for file in files:
        recovery.discard(file)
