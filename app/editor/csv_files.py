"""Tables as files: written out, read in and compared, with words for whatever goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.editor.document import EditorDocument
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.csv_text import TableImport
from engine.editing.said import ended
from engine.saves import SaveFault, write_atomically

MOST_BYTES = 20_000_000


def write_table(document: EditorDocument, path: Path, text: str, what: str) -> bool:
    """Writes a table and tells so; false, and told why, when the disk does not take it."""
    try:
        write_atomically(path, text.encode("utf-8"))
    except SaveFault as fault:
        document.told.emit(f"{path.name} {fault.message}.", "bad")
        return False
    document.told.emit(f"{what} written to {path.name}.", "good")
    return True


def read_text(document: EditorDocument, path: Path) -> str | None:
    """The text of a table; None, and told why, for what is none."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            document.told.emit(f"{path.name} is no file.", "bad")
            return None
        if path.stat().st_size > MOST_BYTES:
            document.told.emit(f"{path.name} is over 20 MB: this is no table.", "bad")
            return None
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        document.told.emit(f"{path.name} could not be read: {error.strerror}.", "bad")
    except UnicodeDecodeError:
        document.told.emit(f"{path.name} is not UTF-8 text; save the table as UTF-8.", "bad")
    return None


def read_table(
    document: EditorDocument, path: Path, read: Callable[[ModuleDef, str], TableImport]
) -> TableImport | None:
    """A table compared with the module; None, and told why, where there is nothing to take."""
    text = read_text(document, path)
    if text is None:
        return None
    try:
        outcome = read(document.module, text)
    except EditRefused as refused:
        document.told.emit(ended(f"{path.name}, {refused}"), "bad")
        return None
    if not outcome.differences:
        document.told.emit(f"{path.name} says the same as the module.", "good")
        return None
    return outcome
