"""Ctrl-C and requests to end: the work stops where it is, takes back what it has half made, and says so.

They are raised as an exception of its own kind, which no library takes for its own business. Windows have no
use for it: there the process simply ends, and what was not saved is found in the journals.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_LOADERS: Final = ("importlib._bootstrap", "shibokensupport")
PATIENCE: Final = 1.0
"""Seconds after which a process that works for another one is ended, should it go on."""
_asked: list[int] = []
SOON: Final = 0.02
"""Seconds after which a request is looked at again that came while the program was being loaded."""


class Interrupted(BaseException):
    """Somebody asked the command to end."""


def listen() -> None:
    """From now on requests to end raise `Interrupted`; those that were switched off stay so."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _ask)
    sys.unraisablehook = _lost


def end_at_once() -> None:
    """From now on requests to end are followed by the system, without a word of ours."""
    sys.unraisablehook = sys.__unraisablehook__
    for number in _SIGNALS:
        if signal.getsignal(number) is _ask:
            signal.signal(number, signal.SIG_DFL)


def end() -> NoReturn:
    """End now, with a word and the status of the request.

    What half-done work holds in memory is never cleared away, for it may be painting.
    """
    if sys.stderr is not None:
        sys.stderr.write("error: interrupted; nothing is lost\n")
        sys.stderr.flush()
    os._exit(was_asked())


def end_quietly() -> None:
    """In a process that works for another one: it ends without a message of its own."""
    for number in _SIGNALS:
        signal.signal(number, _leave)


def was_asked() -> int:
    """The status to end with if somebody asked the command to end, although it went on; else 0."""
    return 128 + _asked[0] if _asked else 0


@contextmanager
def held_back() -> Iterator[None]:
    """While processes are begun that work for this one; they never hear of requests made at a terminal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def stop_helpers() -> None:
    """Ask the processes that work for this one to end."""
    for process in multiprocessing.active_children():
        process.terminate()


def _ask(number: int, frame: FrameType | None) -> None:
    _asked.append(number)
    if not (_is_loading(frame) and _is_asked_again()):
        raise Interrupted(number)


def _is_asked_again() -> bool:
    """Have the request looked at again soon, where the system can do that."""
    if not hasattr(signal, "setitimer"):
        return False
    signal.signal(signal.SIGALRM, _ask_again)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    return True


def _ask_again(_number: int, frame: FrameType | None) -> None:
    _ask(_asked[0], frame)


def _lost(fault: sys.UnraisableHookArgs) -> None:
    """A request that came where nothing can be raised is not lost."""
    if isinstance(fault.exc_value, Interrupted):
        _is_asked_again()
    else:
        sys.__unraisablehook__(fault)


def _is_loading(frame: FrameType | None) -> bool:
    """Whether parts of the program are being loaded: libraries take what is raised there for faults."""
    while frame is not None:
        if any(name in frame.f_code.co_filename for name in _LOADERS):
            return True
        frame = frame.f_back
    return False


def _leave(number: int, _frame: FrameType | None) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    raise SystemExit(128 + number)
