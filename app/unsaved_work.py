"""Work on modules that was never saved because the program or machine died, offered when the library opens.

The editor asks what to do with it once the module is open; that way leads there even when the module is no
longer among the modules of the library.
"""

from __future__ import annotations

import importlib
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.messages import Message, Tone
from app.player.figures import counted

if TYPE_CHECKING:
    from app.application import Application


def offer_unsaved(program: Application) -> None:
    """Tells of the unsaved work there is, when the windows have come up."""
    QTimer.singleShot(0, program, partial(tell_unsaved, program))


def tell_unsaved(program: Application) -> None:
    """Tells of the unsaved work there is now, each with a way to it."""
    recovery = importlib.import_module("app.editor.recovery")
    for found in recovery.all_waiting():
        words = f"Unsaved work on the module in {found.path} was kept: {counted(found.changes, 'change')}."
        message = Message(
            text=words,
            tone=Tone.CARE,
            button="Open it",
            action=partial(program.open_editor, found.path),
            second_button="Throw it away",
            second_action=partial(recovery.discard, found.file),
        )
        program.tell(words, message=message)
