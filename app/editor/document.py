"""The module under edit: its present definition, its history, its issues, its files.

There is one kind of undo command, which swaps two immutable definitions (see `history`). Edits are computed
before they are pushed, so a refused edit never reaches the history. Steps with the same key that follow each
other become one, and a step that leads back to where it began disappears.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack

from app.editor import recovery
from app.editor.files_here import FilesHere
from app.editor.history import History, SwapModule
from app.editor.loose_art import LooseArt
from app.editor.saving import ChangedOutside, ModuleFolder
from app.editor.steps import Step, Way, modules_on
from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.editing import EditRefused, Touched, touched
from engine.editing.checking import Check, Finding, check
from engine.editing.hints import hints
from engine.editing.said import sentence
from engine.errors import EngineError
from engine.loading.order import in_order
from engine.saves import SaveFault

CHECK_MS = 60
KEEP_MS = 50
"""After the work is kept, at least so long passes before it is kept again."""
QUICK_MS = 25.0
"""Work that is kept as quickly as this is kept at once, within the edit itself."""
SLOW_MS = 150
"""Other work is kept so long after the change, when it has been shown."""
REST = 4
"""Between two times of keeping lie so many times the time one takes."""

Edit = Callable[[ModuleDef], ModuleDef]


class EditorDocument(QObject):
    """One module in the editor. All changes go through `edit`."""

    changed = Signal(object)
    """What was touched, after every edit, undo and redo."""
    stepped = Signal(object, object)
    """By undo or redo: the definition before and after."""
    refused = Signal(str)
    """Why an edit was not made."""
    told = Signal(str, str)
    """Words for the message bar and their tone."""
    checked = Signal()
    """The issues have been looked for anew."""
    saved = Signal()
    overtaken = Signal(str)
    """Another program changed the files, so nothing was saved; `save_over` saves all the same."""
    settling = Signal()
    """What somebody is still typing should become a step now: the module is about to be saved or closed."""

    def __init__(self, path: Path, module: ModuleDef, folder: ModuleFolder | None = None) -> None:
        """``module`` names the version of the format its files are in; an older one is brought up at once."""
        super().__init__()
        self.folder = folder or ModuleFolder.of(path, module)
        self._loose = LooseArt(path)
        self.keeper = recovery.Keeper(path)
        self._module = module
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(0)
        self.history = History(self.stack)
        self._is_quiet = self._is_pushing = False
        self.check: Check = check(module)
        self.hints: tuple[Finding, ...] = ()
        """What only designers are told, beside the findings of the check."""
        self._key_number = 0
        self._check_timer = self._timer(CHECK_MS, self.check_now)
        self._keep_timer = self._timer(KEEP_MS, self.keep_now)
        self._keep_took, self._kept_at = 0.0, 0.0
        self.stack.indexChanged.connect(self._keep_soon)
        if module.schema_version < SCHEMA_VERSION:
            new = module.model_copy(update={"schema_version": SCHEMA_VERSION})
            text = f"bring the files from version {module.schema_version} of the format to {SCHEMA_VERSION}"
            self._push(Step(text, module, new))

    def _timer(self, wait: int, act: Callable[[], object]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(wait)
        timer.timeout.connect(act)
        return timer

    @property
    def module(self) -> ModuleDef:
        """The present definition."""
        return self._module

    @property
    def path(self) -> Path:
        """The folder of the module."""
        return self.folder.path

    def claim(self, name: str) -> None:
        """Hears of a file of the folder that an import is about to write, or uses."""
        self._loose.claims.claim(name)

    @property
    def is_clean(self) -> bool:
        """Whether everything is saved."""
        return self.stack.isClean()

    @property
    def is_worth_keeping(self) -> bool:
        """Whether there is unsaved work of a person; a new version of the format alone is none."""
        only_brought_up = self.is_old and self.stack.cleanIndex() == 0 and self.stack.index() == 1
        return not (self.is_clean or only_brought_up)

    @property
    def is_old(self) -> bool:
        """Whether the files were in an older version of the format when they were opened."""
        opened = self.folder.opened
        return opened is not None and opened.schema_version < SCHEMA_VERSION

    @property
    def changes(self) -> int:
        """How many steps lie between what is saved and now."""
        clean = self.stack.cleanIndex()
        return max(1, self.stack.index()) if clean < 0 else abs(self.stack.index() - clean)

    def edit(self, edit: Edit, text: str, key: str = "") -> bool:
        """Makes an edit; false, and words through `refused`, when the module would not bear it."""
        before = self._module
        try:
            after = edit(before)
        except EditRefused as refused:
            self.refused.emit(sentence(str(refused)))
            return False
        if after is before:
            return True
        after = in_order(after, before)
        self._push(Step(text, before, after), key)
        return True

    def _push(self, step: Step, key: str = "") -> None:
        self._is_pushing = True
        try:
            self.stack.push(SwapModule(self.show_module, step, key))
        finally:
            self._is_pushing = False

    def new_key(self, what: str) -> str:
        """A key for one drag: all steps that carry it become one."""
        self._key_number += 1
        return f"{what}#{self._key_number}"

    def drop(self, key: str) -> None:
        """Takes the last steps back that carry a key, as if they had never been."""
        self._is_pushing = True
        try:
            while key and (last := self.history.last()) is not None and last.key == key:
                last.is_dropped = True
                self.stack.undo()
        finally:
            self._is_pushing = False

    def show_module(self, module: ModuleDef) -> None:
        """Puts another definition in force; only the undo command calls this."""
        before, self._module = self._module, module
        if self._is_quiet:
            return
        self._follow(before)
        if not self._is_pushing:
            self.stepped.emit(before, module)

    def _follow(self, before: ModuleDef) -> None:
        """Lets everybody know that the definition is another one."""
        self._check_timer.start()
        now = touched(before, self._module)
        self._loose.bring_back(self._module, now.parts)
        self.changed.emit(now)

    def check_now(self) -> None:
        """Looks for issues at once."""
        self._check_timer.stop()
        self.check = check(self._module)
        self.hints = hints(self._module, FilesHere(self.path).has)
        self.checked.emit()

    def _keep_soon(self) -> None:
        """Keeps the work at once where that is quick, else shortly; a later change does not put it off.

        What is kept often, as while something is dragged, takes a small part of the time only.
        """
        if self._is_quiet or self._keep_timer.isActive():
            return
        rest = max(KEEP_MS, REST * self._keep_took) - (monotonic() * 1000 - self._kept_at)
        if rest <= 0 and self._keep_took <= QUICK_MS:
            self.keep_now()
        else:
            least = KEEP_MS if self._keep_took <= QUICK_MS else SLOW_MS
            self._keep_timer.start(max(least, round(rest)))

    def keep_now(self) -> bool:
        """Keeps the unsaved work at once; false, and told, when the disk does not take it."""
        self._keep_timer.stop()
        if not self.is_worth_keeping:
            self.keeper.forget()
            return True
        start = monotonic()
        try:
            return self._keep()
        finally:
            self._kept_at = monotonic() * 1000
            self._keep_took = self._kept_at - start * 1000

    def _keep(self) -> bool:
        try:
            self.keeper.keep(self._module, self.changes, self.history.kept())
        except (SaveFault, OSError, ValueError) as fault:
            self.told.emit(f"Unsaved work cannot be kept: {fault}", "care")
            return False
        return True

    def save(self) -> bool:
        """Writes the module; false when that failed, the old files are kept then."""
        self.settling.emit()
        self.keep_now()
        try:
            kept = self.folder.save(self._module)
        except ChangedOutside as changed:
            self.overtaken.emit(sentence(str(changed)))
            return False
        except (EngineError, OSError) as fault:
            self.told.emit(sentence(str(fault)), "bad")
            return False
        self._is_saved()
        words = f"; the files of the other program are kept in {kept}" if kept else ""
        self.told.emit(f"Saved in {self.path}{words}.", "good")
        return True

    def keep_mine(self) -> bool:
        """What is here counts, not what another program wrote: the next save writes it; false on failure."""
        try:
            self.folder.keep_mine()
        except (EngineError, OSError) as fault:
            self.told.emit(sentence(str(fault)), "bad")
            return False
        self.unsave()
        return True

    def save_over(self) -> bool:
        """Writes the module over what another program changed, which is kept aside; false on failure."""
        return self.keep_mine() and self.save()

    def unsave(self) -> None:
        """What is here is not on the disk any more."""
        self.stack.resetClean()
        self._keep_soon()

    def take_files(self, module: ModuleDef, text: str) -> bool:
        """Takes the module that was just read from its folder, as a step; false, and told, on failure."""
        try:
            folder = self.folder.taken(module)
        except (EngineError, OSError) as fault:
            self.told.emit(sentence(str(fault)), "bad")
            return False
        if module != self._module:
            self._push(Step(text, self._module, module))
        self.folder = folder
        self._is_saved()
        return True

    def move_to(self, path: Path) -> None:
        """Goes on in a folder to which the module was just written; raises `SourceError`."""
        folder, loose = self.folder.moved(path), self._loose.moved(path)
        self.close()
        self.folder, self._loose, self.keeper = folder, loose, recovery.Keeper(path)
        self._is_saved()
        self.changed.emit(Touched(frozenset(ModuleDef.model_fields)))

    def _is_saved(self) -> None:
        self.stack.setClean()
        self.history.mark_saved()
        self.keeper.forget()
        self._loose.put_aside(self._module)
        self.saved.emit()

    def continues(self, found: recovery.Recovered) -> bool:
        """Whether the steps of the work another sitting left begin at these files."""
        return recovery.way_of(found, self.folder.opened or self._module) is not None

    def recover(self, found: recovery.Recovered) -> int:
        """Takes up the work another sitting left, its steps as they were; how many of them are done now.

        Where they do not begin at these files, one step brings the work. Its file is no longer needed then.
        """
        way = recovery.way_of(found, self.folder.opened or self._module)
        if way is None:
            self._push(Step("take up unsaved work", self._module, found.module))
        else:
            self._take_up(way)
        if found.file != self.keeper.file and self.keep_now():
            found.file.unlink(missing_ok=True)
        return 1 if way is None else way.done

    def _take_up(self, way: Way) -> None:
        """Puts the steps of a way behind those that are done, and the present at its end, at once."""
        before, first = self._module, way.steps[0].before
        modules = modules_on(way, first)
        start = next((n for n, module in enumerate(modules) if module == before), None)
        self._is_quiet = True
        try:
            if start is None:
                self._push(Step("go back to what is saved", before, first))
            for step in way.steps[start or 0 :]:
                self._push(step)
            self.stack.setIndex(self.stack.count() - len(way.steps) + way.done)
        finally:
            self._is_quiet = False
        self._follow(before)
        self._keep_soon()

    def close(self) -> None:
        """Stops all timers; unsaved work was saved or given up."""
        self._check_timer.stop()
        self._keep_timer.stop()
        self.keeper.forget()
        self._loose.close()
        self.keeper.close()


__all__ = ["Edit", "EditorDocument", "Touched"]
