"""What the editor does with the files of its module: saving, saving as, going back to what is saved, and what
another program did to them meanwhile.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from app.editor import recovery, workshop
from app.editor.disk_watch import DiskWatch
from app.editor.opening import read_to_edit
from app.editor.scenario_acts import EditorActs
from app.messages import Message, Tone
from app.player.figures import counted
from app.user_files import MODULE_SUFFIX, made, modules_folder
from engine.editing.change import id_from, with_fields
from engine.errors import EngineError

AS_FOLDER = "Module in a folder (*)"
AS_FILE = f"Module in one file (*{MODULE_SUFFIX})"
BROUGHT_UP = (
    "The files of this module are in an older version of the format. Saving writes them in the present one; "
    "undo that step, or close without saving, and they stay as they are."
)
TWICE_OPEN = (
    "This module is being edited in another program, too. Whoever saves second is told before anything is "
    "written over."
)
BEGUN_ELSEWHERE = (
    "Taken up as one step, since the files are no longer as they were when this work was begun: what was "
    "changed in them since is not in it. Undo brings that back; Compare with what is saved shows it."
)
_DISK = "disk"
"""What another program did to the files: of several messages on it only the latest is true."""
READ_ONLY = "The folder of this module cannot be written to. What you change can be saved elsewhere."


class EditorFiles(EditorActs):
    """An editor that keeps its module on the disk."""

    disk: DiskWatch

    def watch_disk(self) -> None:
        """Looks after the files from now on."""
        self.disk = DiskWatch(self.document)
        self.disk.changed.connect(self._tell_changed)
        self.disk.gone.connect(self._tell_gone)
        self.document.overtaken.connect(self._offer_save_over)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow() and hasattr(self, "disk"):
            self.disk.look()

    # --- saving --------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Saves; tells what forbids it."""
        return self.document.save()

    def save_as(self) -> None:
        """Asks for a folder or a file to save to, and for a folder the title that tells the modules apart."""
        try:
            home = made(modules_folder())
        except OSError:
            home = Path.home()
        start = str(home / f"{self.document.path.name}-copy")
        filters = f"{AS_FOLDER};;{AS_FILE}"
        name, kind = QFileDialog.getSaveFileName(self, "Save the module as", start, filters)
        if name:
            path = Path(name)
            packs = kind == AS_FILE and not workshop.is_packed(path)
            if packs or workshop.is_packed(path):
                self.save_to(path.with_name(f"{path.name}{MODULE_SUFFIX}") if packs else path)
                return
            title, agreed = QInputDialog.getText(
                self, "Save as", "Title of the new module", text=self.new_title(path)
            )
            if agreed:
                self.save_to(path, title.strip())

    def new_title(self, target: Path) -> str:
        """A title to propose for the module in a new folder, after the folder's name."""
        old = self.document.module.title
        if target.name.startswith(f"{self.document.path.name}-copy"):
            return f"{old} (copy)"
        words = target.name.replace("-", " ").replace("_", " ").strip()
        return f"{words[:1].upper()}{words[1:]}" if id_from(words) != id_from(old) else f"{old} (copy)"

    def save_to(self, target: Path, title: str = "") -> bool:
        """Saves in another folder, and goes on there; or packs the module as it is now into one file.

        With a title of its own the new module has an id of its own, too: a step that can be undone.
        """
        document = self.document
        document.settling.emit()
        named = document.module
        if title and title != named.title:
            named = with_fields(named, {"title": title, "id": id_from(target.name)})
        try:
            workshop.written_as(document.path, document.folder.texts_of(named), target)
            if not workshop.is_packed(target):
                document.edit(lambda _old: named, f"save as {named.title}")
                document.move_to(target)
        except EngineError as error:
            self.messages.tell(f"{str(error)[:1].upper()}{str(error)[1:]}.", Tone.BAD)
            return False
        packed = f"Packed in {target}. This editor goes on with the module in {document.path}."
        moved = f"Saved in {target}, where this editor goes on; the other folder is as you last saved it."
        self.messages.tell(packed if workshop.is_packed(target) else moved)
        return True

    # --- going back ----------------------------------------------------------------------------------

    def revert(self) -> None:
        """Goes back to what is saved, after a question; one step that can be undone."""
        document = self.document
        document.settling.emit()
        self.disk.look()
        if document.is_clean:
            self.messages.tell("Nothing to go back to: everything is as it is saved.", Tone.HINT)
            return
        count = counted(document.changes, "change")
        verb = "is" if document.changes == 1 else "are"
        if self._agrees(f"Go back to the last save? {count} {verb} taken back; Undo brings them again."):
            self._take_files("go back to the last save")

    def _agrees(self, question: str) -> bool:
        box = QMessageBox(self)
        box.setWindowTitle("Revert")
        box.setText(question)
        back = box.addButton("Go back", QMessageBox.ButtonRole.AcceptRole)
        box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
        box.exec()
        return box.clickedButton() is back

    def _take_files(self, text: str) -> None:
        """Takes what is on the disk as a step."""
        try:
            module = read_to_edit(self.document.path)
        except EngineError as error:
            self.messages.tell(f"The files cannot be taken: {error} What is here stays.", Tone.BAD)
            return
        if self.document.take_files(module, text):
            self.messages.tell("This is what is on the disk now. Undo brings back what was here.")

    # --- other programs ------------------------------------------------------------------------------

    def _tell_gone(self, words: str) -> None:
        """The folder went away while the module is open: nothing of it is saved any more."""
        self.document.unsave()
        self._offer_anew(words)

    def _tell_changed(self, words: str) -> None:
        """Another program changed files while the module is open."""
        text = f"{words[:1].upper()}{words[1:]}. What is here is unharmed."
        self.messages.show_message(
            Message(
                text=text,
                tone=Tone.CARE,
                topic=_DISK,
                button="Take those files",
                action=self._take_theirs,
                second_button="Keep what is here",
                second_action=self._keep_mine,
            )
        )

    def _take_theirs(self) -> None:
        self._take_files("take the files of another program")

    def _keep_mine(self) -> None:
        if self.document.keep_mine():
            self.messages.tell("Saving will write what is here, and keep the other files beside.", Tone.HINT)

    def _offer_anew(self, words: str) -> None:
        text = f"{words[:1].upper()}{words[1:]}. Everything is still here."
        self.messages.show_message(
            Message(
                text=text,
                tone=Tone.BAD,
                topic=_DISK,
                button="Save it there again",
                action=self._save_over,
                second_button="Save as…",
                second_action=self.save_as,
            )
        )

    def _offer_save_over(self, words: str) -> None:
        if not self.document.path.is_dir():
            self._offer_anew(words.removesuffix("."))
            return
        self.messages.show_message(
            Message(
                text=words,
                tone=Tone.BAD,
                topic=_DISK,
                button="Save over",
                action=self._save_over,
                second_button="Take those files",
                second_action=self._take_theirs,
            )
        )

    def _save_over(self) -> None:
        self.document.save_over()

    # --- what a person should know first ---------------------------------------------------------------

    def tell_first(self) -> None:
        """What a person should know of the module just opened."""
        self._offer_recovery()
        if self.document.keeper.has_company:
            self.messages.tell(TWICE_OPEN, Tone.CARE)
        if errors := len(self.document.check.errors):
            words = f"This module has {errors} fault{'s' if errors > 1 else ''}: it cannot be played before "
            self.messages.tell(words + "they are mended. The list of issues shows each and how.", Tone.BAD)
        if self.document.is_old:
            self.messages.tell(BROUGHT_UP, Tone.CARE)
        if not os.access(self.document.path, os.W_OK):
            message = Message(text=READ_ONLY, tone=Tone.CARE, button="Save as…", action=self.save_as)
            self.messages.show_message(message)

    def _offer_recovery(self) -> None:
        found = recovery.recovered(self.document.path)
        if found is None:
            return
        if found.module == self.document.module:
            recovery.discard(found.file)
            return
        words = f"Unsaved work was found: {counted(found.changes, 'change')}."
        self.messages.show_message(
            Message(
                text=words,
                tone=Tone.CARE,
                button="Take it up",
                action=partial(self._take_up, found),
                second_button="Throw it away",
                second_action=partial(recovery.discard, found.file),
            )
        )

    def _take_up(self, found: recovery.Recovered) -> None:
        fits = self.document.continues(found)
        done = self.document.recover(found)
        if not fits:
            self.messages.tell(BEGUN_ELSEWHERE, Tone.CARE)
            return
        words = "it is" if done == 1 else "each of them is"
        self.messages.tell(f"{counted(done, 'step')} taken up; {words} in the history and can be undone.")
