"""Work on pictures that a process of its own does, so that no window ever waits and no memory stays taken.

The process says how much is done, a number from 0 to 1 to a line, and what went wrong on the other stream;
stopping is ending it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

ROOT: Final = Path(__file__).resolve().parents[2]
STOPPED: Final = "stopped"


class Elsewhere(QObject):
    """One piece of work; several windows may wait for the same."""

    progressed = Signal(float)
    ended = Signal(str)
    """Nothing when it is done, else what went wrong; `STOPPED` when somebody stopped it."""

    def __init__(self, fault: str, parent: QObject | None = None) -> None:
        """`fault` is what is said when the process ends without a word."""
        super().__init__(parent)
        self.share = 0.0
        self._fault, self._was_stopped = fault, False
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._hear)
        self._process.finished.connect(self._finish)
        self._process.errorOccurred.connect(self._fail)

    @property
    def is_running(self) -> bool:
        """Whether the work goes on."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def start(self) -> None:
        """Begins; what is wrong comes through `ended`."""
        raise NotImplementedError

    def _run(self, module: str, *arguments: str) -> None:
        """Starts a module of the program as a process."""
        environment = QProcessEnvironment.systemEnvironment()
        paths = [str(ROOT), environment.value("PYTHONPATH")]
        environment.insert("PYTHONPATH", os.pathsep.join(path for path in paths if path))
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        self._process.setProcessEnvironment(environment)
        self._process.start(sys.executable, ["-m", module, *arguments])

    def stop(self) -> None:
        """Stops the work; nothing of it stays but a draft that the next one clears away."""
        if self.is_running:
            self._was_stopped = True
            self._process.terminate()

    def wait(self) -> None:
        """Waits for the end; for tests and for closing windows."""
        if self.is_running:
            self._process.waitForFinished(-1)

    def _hear(self) -> None:
        lines = bytes(self._process.readAllStandardOutput().data()).decode().split()
        if lines:
            self.share = float(lines[-1])
            self.progressed.emit(self.share)

    def _finish(self, code: int, status: QProcess.ExitStatus) -> None:
        if self._was_stopped:
            self.ended.emit(STOPPED)
        elif code == 0 and status is QProcess.ExitStatus.NormalExit:
            self.ended.emit("")
        else:
            words = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip()
            self.ended.emit(words.splitlines()[-1] if words else self._fault)

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self.ended.emit(self._process.errorString())
