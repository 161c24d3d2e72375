"""When garbage is looked for: as a window opens or has closed, not while somebody works in it.

A large module and the widgets of a window are some hundred thousand objects, and looking through all of them
stops the program for a moment, at any time, if Python is left to choose it. What is there once a window is
open is put aside, so that later looks only go over what came since. When a window has closed, all of it is
looked through again, so that the window and its module are really gone; their parts hold each other, so
nothing else would free them.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QTimer


def put_aside() -> None:
    """Frees what nobody holds any more, and leaves what is left out of later looks, until the next call.

    Nothing happens where somebody switched the collection off, as tests do.
    """
    if gc.isenabled():
        gc.unfreeze()
        gc.collect()
        gc.freeze()


def put_aside_soon() -> None:
    """The same when the present event is over: what was closed in it is deleted by then."""
    QTimer.singleShot(0, put_aside)
