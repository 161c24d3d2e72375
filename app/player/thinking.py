"""Long thinking beside the window: jobs in one worker thread, with an immutable position.

A result belongs to the position it was made for. A job started later, or a position left behind, makes the
earlier result unwanted; such results are dropped here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, Signal

_log = logging.getLogger(__name__)


class Thinker(QObject):
    """Runs a job in a thread and hands its result to the window's own thread."""

    finished = Signal(object)
    failed = Signal(str)
    _came = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ticket = 0
        self._busy = False
        self._pool: ThreadPoolExecutor | None = None
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether a job that is still wanted runs."""
        return self._busy

    def start(self, job: Callable[[], object]) -> None:
        """Starts a job; the result of one that still runs will be dropped."""
        self._ticket += 1
        self._busy = True
        ticket = self._ticket
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thinker")
        self._pool.submit(job).add_done_callback(lambda future: self._tell(ticket, future))

    def drop(self) -> None:
        """Makes the result of a running job unwanted."""
        self._ticket += 1
        self._busy = False

    def close(self) -> None:
        """Drops what runs and waits for the thread to end."""
        self.drop()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _tell(self, ticket: int, future: Future[object]) -> None:
        try:
            self._came.emit(ticket, future)
        except RuntimeError:
            return  # the window was closed meanwhile

    def _take(self, ticket: int, future: Future[object]) -> None:
        if ticket != self._ticket or not self._busy:
            return
        self._busy = False
        if future.cancelled():
            return
        fault = future.exception()
        if fault is None:
            self.finished.emit(future.result())
        else:
            _log.info("a job failed", exc_info=fault)
            self.failed.emit(f"{type(fault).__name__}: {fault}")
