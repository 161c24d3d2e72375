"""Work beside the window's own: opening sheets, looking for grids, bringing pictures; with how far it is, and
stopped when nobody wants it any more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from PySide6.QtCore import QElapsedTimer, Qt, QThread, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.importing.slicing.finding import Stopped
from app.importing.watching import Watch
from app.theme.current import scaled
from app.widgets.labels import ElidedLabel, label
from engine.errors import EngineError

PATIENCE_MS: Final = 300
"""Work shorter than this shows no dialog."""
TELL_MS: Final = 40
NO_MEMORY: Final = "There is not enough memory for this picture; scan it at a lower resolution."
Result = TypeVar("Result")


class Work(QThread):
    """One piece of work; `done` gives its result, `failed` why it broke off; a stopped one says nothing."""

    done = Signal(object)
    share = Signal(float)
    failed = Signal(str)

    def __init__(self, work: Callable[[Watch], object], words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = words
        self._work = work
        self._since = QElapsedTimer()

    def run(self) -> None:
        try:
            result = self._work(self._watch)
            self._watch(1.0)
        except Stopped:
            return
        except MemoryError:
            self.failed.emit(NO_MEMORY)
        except (EngineError, OSError) as error:
            self.failed.emit(str(error))
        else:
            self.done.emit(result)

    def _watch(self, share: float) -> None:
        if self.isInterruptionRequested():
            raise Stopped
        if not self._since.isValid() or self._since.elapsed() >= TELL_MS:
            self._since.start()
            self.share.emit(share)


class WorkBar(QWidget):
    """What a window does beside: words, a bar, a button that stops it; hidden while there is nothing."""

    ended = Signal()
    """The last piece of work is over."""
    stopped = Signal()
    """A person wants it to stop."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.running: list[Work] = []
        self.words = ElidedLabel("", "second")
        self.words.setMinimumWidth(scaled(120))
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(scaled(160))
        self.stop_button = QPushButton("Stop")
        self.stop_button.clicked.connect(lambda _on=False: self.stop())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.stop_button.setProperty("kind", "choice")
        row.addWidget(self.words, 1)
        row.addWidget(self.bar)
        row.addWidget(self.stop_button)
        self.hide()

    def start(self, work: Work) -> None:
        """Begins a piece of work."""
        work.share.connect(partial(self._show_share, work))
        work.finished.connect(partial(self._end, work))
        self.running.append(work)
        self._show_first()
        self.show()
        work.start()

    def stop(self) -> None:
        """Asks all work to stop; what it has so far is thrown away."""
        self.stopped.emit()
        for work in self.running:
            work.requestInterruption()

    def wait(self) -> None:
        """Stops all work and waits for its end; for windows that close."""
        for work in self.running:
            work.requestInterruption()
        for work in self.running:
            work.wait()

    def _show_first(self) -> None:
        words = self.running[0].words
        self.words.set_full_text(words)
        self.bar.setAccessibleName(words)

    def _show_share(self, work: Work, share: float) -> None:
        if self.running and work is self.running[0]:
            self.bar.setValue(round(100 * share))

    def _end(self, work: Work) -> None:
        self.running.remove(work)
        if self.running:
            self._show_first()
            return
        self.hide()
        self.ended.emit()


class Waiting(QDialog):
    """A small dialog for work that has no window yet. It comes up only if the work takes a moment."""

    ready = Signal(object)
    gone = Signal()
    """The dialog closed, whatever became of the work."""
    failed = Signal(str)

    def __init__(self, title: str, work: Callable[[Watch], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.work = Work(work, title, self)
        self._is_wanted, self._is_gone = True, False
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setAccessibleName(title)
        self.stop_button = QPushButton("Cancel")
        self.stop_button.clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(10))
        column.addWidget(label(title))
        column.addWidget(self.bar)
        column.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignRight)
        self.setMinimumWidth(scaled(380))
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.show)
        self.work.share.connect(self._show_share)
        self.work.done.connect(self._finish)
        self.work.failed.connect(self._fail)

    def start(self) -> None:
        """Begins the work."""
        self._later.start(PATIENCE_MS)
        self.work.start()

    def _show_share(self, share: float) -> None:
        self.bar.setValue(round(100 * share))

    def _finish(self, result: object) -> None:
        self.work.wait()
        if self._is_wanted:
            self.ready.emit(result)
        self.close()

    def _fail(self, words: str) -> None:
        self.work.wait()
        if self._is_wanted:
            self.failed.emit(words)
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def give_up(self) -> None:
        """Closes at once, when the work has ended; for windows that close."""
        self._is_wanted = False
        self.work.requestInterruption()
        self.work.wait()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Gives the work up; the dialog itself goes when the work has noticed."""
        self._later.stop()
        self._is_wanted = False
        if self.work.isRunning():
            self.work.requestInterruption()
            self.work.finished.connect(self.close)
            self.hide()
            event.ignore()
            return
        super().closeEvent(event)
        if not self._is_gone:
            self._is_gone = True
            self.gone.emit()
