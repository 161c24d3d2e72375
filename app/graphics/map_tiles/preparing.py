"""Having a picture cut by a process of its own, so that no window ever waits and no memory stays taken."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from app.graphics.map_tiles.pyramid import write_tiles
from app.graphics.map_tiles.store import content_key, folder_of
from app.graphics.map_tiles.strips import open_strips

ROOT: Final = Path(__file__).resolve().parents[3]
STOPPED: Final = "stopped"


class Preparation(QObject):
    """The cutting of one picture; several windows may wait for the same."""

    progressed = Signal(float)
    ended = Signal(str)
    """Nothing when the tiles are there, else what went wrong; `STOPPED` when somebody stopped it."""

    def __init__(self, file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.file = file
        self.share = 0.0
        self._was_stopped = False
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._hear)
        self._process.finished.connect(self._finish)
        self._process.errorOccurred.connect(self._fail)

    @property
    def is_running(self) -> bool:
        """Whether the work goes on."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def start(self) -> None:
        """Begins; what is wrong with the file comes through `ended`."""
        try:
            folder = folder_of(content_key(self.file))
        except OSError as error:
            self.ended.emit(f"{self.file.name} cannot be read: {error.strerror or error}")
            return
        environment = QProcessEnvironment.systemEnvironment()
        paths = [str(ROOT), environment.value("PYTHONPATH")]
        environment.insert("PYTHONPATH", os.pathsep.join(path for path in paths if path))
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        self._process.setProcessEnvironment(environment)
        self._process.start(sys.executable, ["-m", "app.graphics.map_tiles", str(self.file), str(folder)])

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
            self.ended.emit(words.splitlines()[-1] if words else f"{self.file.name} cannot be prepared")

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self.ended.emit(self._process.errorString())


def cut_now(file: Path) -> None:
    """Cuts a picture at once, for work without windows; raises `ImportRefused` or OSError."""
    write_tiles(open_strips(file), folder_of(content_key(file)), lambda _share: True)
