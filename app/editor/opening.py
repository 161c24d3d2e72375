"""Opening a module to edit it: what may be opened with faults to be mended, and what must not."""

from __future__ import annotations

from pathlib import Path

from app.editor import recovery
from app.editor.document import EditorDocument
from app.editor.saving import ModuleFolder, finish_swap
from engine.definition.module import ModuleDef
from engine.editing.checking import check
from engine.issues import Issue, LoadError
from engine.loading import schema_version_of
from engine.loading.loader import read_module


def open_document(path: Path) -> EditorDocument:
    """The module at a path ready to edit; raises `LoadError` as `read_to_edit` does."""
    return EditorDocument(path, read_to_edit(path))


def read_to_edit(path: Path) -> ModuleDef:
    """The module at a path as its files have it; raises `LoadError` for files that make no module at all.

    A save that was cut off among the files is ended first. Names that mean nothing and the like are for the
    list of issues, where most of them can be mended. A file that could not be read is refused: the module
    would be saved without it. Work that was kept is for whoever opens the module to be asked about, and never
    written by itself.
    """
    finish_swap(path)
    module, issues = read_module(path)
    errors = tuple(issue for issue in issues if issue.severity == "error")
    if module is None:
        raise LoadError(errors or issues)
    if unread := left_out(module, errors):
        raise LoadError(unread)
    return module.model_copy(update={"schema_version": schema_version_of(path)})


def open_kept(path: Path, found: recovery.Recovered) -> EditorDocument:
    """The work that was kept of a module whose files cannot be read; nothing is written before it is saved.

    Saving then sets the files aside that are there. Raises `SourceError` for what cannot even be set aside.
    """
    document = EditorDocument(path, found.module, ModuleFolder.faulty(path))
    document.stack.resetClean()
    if found.file != document.keeper.file and document.keep_now():
        found.file.unlink(missing_ok=True)
    return document


def left_out(module: ModuleDef, errors: tuple[Issue, ...]) -> tuple[Issue, ...]:
    """The faults that do not show in the module, because what they are about did not become part of it."""
    shown = {finding.issue.message for finding in check(module).errors}
    return tuple(issue for issue in errors if issue.message not in shown)
