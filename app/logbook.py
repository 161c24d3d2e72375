"""The program's own log file, and what happens when the program itself fails.

A fault in the program never ends a game silently: it is written to the log, and a dialog shows a report that
can be copied, with the place of the journal from which the game goes on.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.help.about import version_facts
from app.theme.current import scaled
from app.user_files import logs_folder, made
from app.widgets.keycap import KeyButton
from app.widgets.labels import label

FILE = "hexwright.log"
MOST_BYTES = 1_000_000
BACKUPS = 2

_log = logging.getLogger(__name__)
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def open_log(folder: Path | None = None) -> Path | None:
    """Begins the log file; None if there can be none (the program runs all the same)."""
    try:
        path = made(folder or logs_folder()) / FILE
        handler = RotatingFileHandler(path, maxBytes=MOST_BYTES, backupCount=BACKUPS, encoding="utf-8")
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    return path


def listen_to_qt() -> None:
    """Sends what the window toolkit grumbles to the log instead of the terminal."""
    qInstallMessageHandler(_take_qt_message)


def _take_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str | None) -> None:
    logging.getLogger("qt").log(_LEVELS.get(kind, logging.INFO), "%s", text)


def report_of(error: BaseException) -> str:
    """What people can send: versions, system, and where it went wrong."""
    lines = "".join(traceback.format_exception(error))
    return f"{version_facts()}\n\n{lines}"


class CrashGuard(QObject):
    """Catches what nobody caught, in any thread, and shows it once at a time."""

    _caught = Signal(str)

    def __init__(self, save: Callable[[], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._save = save
        self.dialog: CrashDialog | None = None
        self._caught.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Takes over from Python's own hooks."""
        sys.excepthook = self._take
        threading.excepthook = self._take_thread

    def _take(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.exit(130)
            return
        _log.critical("the program failed", exc_info=error)
        self._caught.emit(report_of(error.with_traceback(trace)))

    def _take_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self._take(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)

    def _show(self, report: str) -> None:
        if self.dialog is not None and self.dialog.isVisible():
            return
        self.dialog = CrashDialog(report, self._save(), QApplication.activeWindow())
        self.dialog.open()


class CrashDialog(QDialog):
    """Says that the program is at fault, what is safe, and offers the report."""

    def __init__(self, report: str, safe: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Hexwright failed")
        self.setAccessibleName(self.windowTitle())
        self.report = report
        words = f"This is a fault of the program, not yours. {safe}"
        shown = QPlainTextEdit(report)
        shown.setReadOnly(True)
        shown.setAccessibleName("Report")
        copy = QPushButton("Copy report")
        copy.clicked.connect(lambda: QApplication.clipboard().setText(report))
        go_on = KeyButton("Go on", "", "primary")
        go_on.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addStretch(1)
        row.addWidget(go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(20), scaled(16), scaled(20), scaled(16))
        column.setSpacing(scaled(10))
        column.addWidget(label("Something went wrong", "section"))
        column.addWidget(label(words, wraps=True))
        column.addWidget(shown, 1)
        column.addLayout(row)
        self.resize(scaled(640), scaled(420))
