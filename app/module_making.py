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
from engine.loading.archive import unpack_module
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
            shutil.copytree(path, part, ignore=_CODE, dirs_exist_ok=True)
        else:
            unpack_module(path, part)
        words = title or f"{module.title} (my copy)"
        known = {"id": id_from(folder.name), "title": words, "listed": True}
        save_module(module.model_copy(update=known), part)

    return built(folder, fill)


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


def built(folder: Path, fill: Callable[[Path], None]) -> Path:
    """The folder once it is filled; an empty one that is there already is taken. Raises `NotMade`."""
    part = folder.with_name(f".{folder.name}.part")
    try:
        part.mkdir(parents=True)
        fill(part)
        open_source(part).names()
        if folder.is_dir():
            folder.rmdir()
        part.replace(folder)
    except OSError as error:
        raise NotMade(f"{folder} cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return folder
