"""Saving a game, its journal, and what is written out of it: log, pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app import __version__
from app.player.session import Session
from app.settings import SettingsStore
from app.user_files import JOURNAL_SUFFIX, SAVE_SUFFIX, journals_folder, made, saves_folder
from engine.saves import Journal, SaveFault, Stamp, write_atomically, write_save

LOG_FORMS = {".txt": "text", ".md": "markdown", ".html": "html"}
PICTURES = "Pictures (*.png *.jpg)"


class GameFiles(QObject):
    """The files of one game window. Faults are told, never raised."""

    saved = Signal(str)
    told = Signal(str, str)

    def __init__(
        self, session: Session, store: SettingsStore, module_path: Path | None, window: QWidget
    ) -> None:
        super().__init__(window)
        self.session = session
        self.store = store
        self.module_path = module_path
        self.window = window
        self.path: Path | None = None
        self.title = ""
        self.saved_at = ""

    # --- journal ----------------------------------------------------------------------------------

    def open_journal(self, path: Path | None = None) -> None:
        """Begins the journal of this sitting, or goes on with one that a crash left behind."""
        if not self.store.current.autosave:
            return
        try:
            target = path or self._fresh(made(journals_folder()), JOURNAL_SUFFIX)
            self.session.journal = Journal(target, self.session.game, self.session.remarks, self.stamp())
        except (SaveFault, OSError) as fault:
            self.told.emit(f"There is no journal of this game: {fault}", "bad")

    def _fresh(self, folder: Path, suffix: str) -> Path:
        stem, number = self._stem(), 1
        path = folder / f"{stem}{suffix}"
        while path.exists():
            number += 1
            path = folder / f"{stem} {number}{suffix}"
        return path

    def _stem(self) -> str:
        words = f"{self.session.module.id} {self.session.rules.scenario.title}".lower()
        return re.sub(r"[^a-z0-9]+", "-", words).strip("-")[:60]

    def stamp(self) -> Stamp:
        """What the program adds for people."""
        session = self.session
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        title = (
            self.title
            or f"{session.module.title}: {session.rules.scenario.title}, turn {session.game.state.turn}"
        )
        path = str(self.module_path) if self.module_path is not None else ""
        return Stamp(
            program=f"hexwright {__version__}",
            written=now,
            title=title,
            module_path=path,
            seats=dict(session.sitting.seats),
            solo=session.sitting.solo,
            times=session.chronicle.times,
        )

    # --- saving -----------------------------------------------------------------------------------

    def may_be_let_go(self, title: str) -> bool:
        """Asks people about a game that is not saved; whether its window may close."""
        box = QMessageBox(self.window)
        box.setWindowTitle("Close the game")
        box.setText(f"{title}: this game is not saved.")
        save = box.addButton("Save", QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton("Do not save", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
        box.exec()
        return self.save() if box.clickedButton() is save else box.clickedButton() is drop

    def save(self) -> bool:
        """Saves to the known file, or asks for one; True if it was written at once."""
        if self.path is None:
            self.ask_save()
            return False
        return self.save_to(self.path)

    def save_to(self, path: Path) -> bool:
        """Saves to a file; the old one stays if that fails."""
        target = path if path.suffix == SAVE_SUFFIX else path.with_name(path.name + SAVE_SUFFIX)
        try:
            write_save(target, self.session.game, self.session.remarks, self.stamp())
        except SaveFault as fault:
            self.told.emit(f"Not saved: {fault}", "bad")
            return False
        self.path = target
        self.saved_at = datetime.now().astimezone().strftime("%H:%M:%S")
        self.session.mark_saved()
        self.store.remember_game(target)
        self.saved.emit(str(target))
        return True

    def ask_save(self) -> None:
        """Asks for a file without blocking."""
        folder = self.path.parent if self.path else _or_home(saves_folder)
        turn = f"-turn-{self.session.game.state.turn}"
        dialog = self._dialog("Save game", f"Saved games (*{SAVE_SUFFIX})")
        dialog.setDirectory(str(folder))
        dialog.selectFile(f"{self._stem()}{turn}{SAVE_SUFFIX}")
        dialog.fileSelected.connect(lambda name: self.save_to(Path(name)))
        dialog.open()

    # --- writing out ------------------------------------------------------------------------------

    def ask_log(self, text: Callable[[str], str]) -> None:
        """Asks where to write the log; its form follows from the name."""
        dialog = self._dialog("Export log", "Text (*.txt);;Markdown (*.md);;HTML (*.html)")
        dialog.selectFile(f"{self._stem()}-log.txt")
        dialog.fileSelected.connect(lambda name: self.write_log(Path(name), text))
        dialog.open()

    def write_log(self, path: Path, text: Callable[[str], str]) -> bool:
        """Writes the log as text, Markdown or HTML."""
        form = LOG_FORMS.get(path.suffix.lower(), "text")
        return self._write(path, text(form).encode("utf-8"), "log")

    def ask_picture(self, what: str, picture: Callable[[], QImage | QPixmap]) -> None:
        """Asks where to write a picture, and makes it then."""
        dialog = self._dialog(f"Save {what}", PICTURES)
        dialog.selectFile(f"{self._stem()}-{what.replace(' ', '-')}.png")
        dialog.fileSelected.connect(lambda name: self.write_picture(Path(name), picture()))
        dialog.open()

    def write_picture(self, path: Path, picture: QImage | QPixmap) -> bool:
        """Writes a picture."""
        target = path if path.suffix.lower() in {".png", ".jpg", ".jpeg"} else path.with_suffix(".png")
        if picture.save(str(target)):
            self.told.emit(f"Saved {target.name}.", "good")
            return True
        self.told.emit(f"The picture could not be written to {target}.", "bad")
        return False

    def _write(self, path: Path, data: bytes, what: str) -> bool:
        try:
            write_atomically(path, data)
        except SaveFault as fault:
            self.told.emit(f"The {what} could not be written: {fault}", "bad")
            return False
        self.told.emit(f"Saved {path.name}.", "good")
        return True

    def _dialog(self, title: str, names: str) -> QFileDialog:
        dialog = QFileDialog(self.window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(names)
        return dialog


def _or_home(folder: Callable[[], Path]) -> Path:
    try:
        return made(folder())
    except OSError:
        return Path.home()


def picture_size(size: tuple[float, float], pixels_per_hex: int, most: int = 16_000) -> QSize:
    """Size of a picture of a whole map, never larger than what pictures may be."""
    scale = min(pixels_per_hex, most / max(size))
    return QSize(round(size[0] * scale), round(size[1] * scale))
