"""Making modules in a folder: a copy of another, blank, or from a template; for the editor and the
command line.

Only data and art are copied, never code; a copy is played by the rules of the game it came from, as it
names them. A module is made beside its folder first and put in place whole.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from app.resource_files import resource
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.blank import Plan, blank_module
from engine.editing.change import id_from
from engine.errors import EngineError
from engine.loading import load_module
from engine.loading.archive import pack_module, unpack_module
from engine.loading.drafts import new_draft, new_draft_folder, written_target
from engine.loading.source import open_source
from engine.loading.writer import save_module

_CODE = shutil.ignore_patterns("*.py", "*.pyc", "__pycache__", "rules", "COVERAGE.md", ".*")


class NotMade(EngineError):
    """A module that could not be made; says why."""


def templates() -> tuple[str, ...]:
    """The templates that came with the program."""
    return tuple(sorted(path.name for path in resource("templates").glob("*") if path.is_dir()))


def copied(path: Path, module: ModuleDef, folder: Path, title: str = "") -> Path:
    """A copy of a module, whose id is the folder's name; raises `NotMade`."""

    def fill(part: Path) -> None:
        if path.is_dir():
            copy_data(path, part)
        else:
            unpack_module(path, part)
        words = title or f"{module.title} (my copy)"
        known = {"id": id_from(folder.name), "title": words, "listed": True}
        save_module(module.model_copy(update=known), part)

    return built(folder, fill)


def copy_data(path: Path, folder: Path) -> None:
    """Copies the files of a module's folder into another one, without code and hidden files."""
    shutil.copytree(path, folder, ignore=_left_out(path), dirs_exist_ok=True)


def _left_out(root: Path) -> Callable[[str, list[str]], set[str]]:
    """What a copy leaves out: code, links that lead out of the module or to folders, and what is no file."""
    home = root.resolve()

    def names(folder: str, found: list[str]) -> set[str]:
        odd = {name for name in found if not _is_ordinary(Path(folder, name), home)}
        return set(_CODE(folder, found)) | odd

    return names


def _is_ordinary(file: Path, home: Path) -> bool:
    if file.is_symlink():
        return file.is_file() and file.resolve().is_relative_to(home)
    return file.is_dir() or file.is_file()


def blank(plan: Plan, folder: Path) -> Path:
    """A module with an empty map and two sides; raises `NotMade` for a plan that cannot be."""
    module = planned(plan).model_copy(update={"id": id_from(folder.name)})
    return built(folder, lambda part: save_module(module, part))


def planned(plan: Plan) -> ModuleDef:
    """The blank module of a plan; raises `NotMade`."""
    try:
        return blank_module(plan)
    except EditRefused as refused:
        raise NotMade(str(refused)) from refused


def from_template(name: str, folder: Path, title: str) -> Path:
    """A module from a template; raises `NotMade` for an unknown one."""
    if name not in templates():
        raise NotMade(f"there is no template '{name}'; there are {', '.join(templates())}")
    path = resource("templates", name)
    return copied(path, load_module(path), folder, title)


def unzipped(archive: Path, folder: Path) -> Path:
    """A zipped module in a folder of its own, just as it was; raises `LoadError` for a faulty one.

    Refuses with `SourceError` or `NotMade` what cannot be read or written.
    """
    load_module(archive)

    def fill(part: Path) -> None:
        unpack_module(archive, part)

    return built(folder, fill)


def zipped(path: Path, target: Path) -> None:
    """A module in one file: a folder packed, or a zipped one copied; raises `SourceError` or `NotMade`."""
    if path.is_dir():
        pack_module(path, target)
        return
    part = None
    try:
        place = written_target(target)
        with path.open("rb") as source:
            part, stream = new_draft(place)
            with stream:
                shutil.copyfileobj(source, stream)
        part.replace(place)
        part = None
    except OSError as error:
        raise NotMade(f"{target} cannot be written: {error.strerror or error}") from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def free_folder_in(home: Path, name: str) -> Path:
    """A folder for a new module that is not there yet."""
    return home / id_from(name, {path.name for path in home.iterdir()})


def built(folder: Path, fill: Callable[[Path], None]) -> Path:
    """The folder once it is filled; an empty one that is there already is taken. Raises `NotMade`."""
    part = None
    try:
        part = new_draft_folder(folder)
        fill(part)
        open_source(part).names()
        if folder.is_dir():
            folder.rmdir()
        part.replace(folder)
    except OSError as error:
        raise NotMade(f"{folder} cannot be written: {error.strerror or error}") from error
    finally:
        if part is not None:
            shutil.rmtree(part, ignore_errors=True)
    return folder
