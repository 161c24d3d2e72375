"""Writing a straightened picture strip by strip, between the events of the window; it can be stopped."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtCore import QObject, QTimer, Signal


class PictureWriter(QObject):
    """One picture in the making: it says how far it is, and at last its name or what went wrong."""

    progressed = Signal(float)
    written = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Generator[float | str, None, None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_busy(self) -> bool:
        """Whether a picture is being written."""
        return self._steps is not None

    def start(self, steps: Generator[float | str, None, None]) -> None:
        """Begins with a picture that says how much of it is done and at last its name."""
        self.stop()
        self._steps = steps
        self._timer.start()

    def stop(self) -> None:
        """Gives up what was begun; nothing of it is left on the disk."""
        self._timer.stop()
        steps, self._steps = self._steps, None
        if steps is not None:
            steps.close()

    def finish(self) -> None:
        """Writes to the end at once; for tests."""
        while self._steps is not None:
            self._go_on()

    def _go_on(self) -> None:
        try:
            found = next(self._steps) if self._steps is not None else ""
        except (OSError, StopIteration, ValueError) as error:
            self.stop()
            self.failed.emit(str(error))
            return
        if isinstance(found, float):
            self.progressed.emit(found)
            return
        self.stop()
        if found:
            self.written.emit(found)
