"""Modules of one's own: copying one to edit it, starting a new one, from nothing, a template or a
picture.

Only data and art are copied, never code; a copy is played by the rules of the game it came from, as it
names them.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImageReader

from app.editor import recovery
from app.editor.saving import ModuleFolder
from app.resource_files import resource
from app.user_files import made, modules_folder
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.blank import Plan, blank_module
from engine.editing.change import free_id
from engine.errors import EngineError
from engine.loading import builtin_modules, load_module
from engine.loading.archive import unpack_module
from engine.loading.source import open_source
from engine.loading.writer import save_module

TEMPLATES = ("free-play",)
MOST_PIXELS = 1_000_000_000
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff")
_CODE = shutil.ignore_patterns("*.py", "*.pyc", "__pycache__", "rules", "COVERAGE.md", ".*")


class NotMade(EngineError):
    """A module that could not be made; says why."""


def is_own(path: Path) -> bool:
    """Whether a module may be edited where it lies: a folder, and none that came with the program."""
    known = {folder.resolve() for folder in builtin_modules().values()}
    return path.is_dir() and path.resolve() not in known


def free_folder(name: str) -> Path:
    """A folder for a new module among the user's own."""
    home = made(modules_folder())
    return home / free_id(name, {path.name for path in home.iterdir()})


def copy_of(path: Path, module: ModuleDef, title: str = "") -> Path:
    """A copy of a module among the user's own, with an id of its own; raises `NotMade`."""
    folder = free_folder(f"{module.id}-copy")

    def fill(part: Path) -> None:
        if path.is_dir():
            shutil.copytree(path, part, ignore=_CODE, dirs_exist_ok=True)
        else:
            unpack_module(path, part)
        words = title or f"{module.title} (my copy)"
        save_module(module.model_copy(update={"id": folder.name, "title": words, "listed": True}), part)

    return _built(folder, fill)


def new_blank(plan: Plan) -> Path:
    """A blank module among the user's own; raises `NotMade`."""
    try:
        module = blank_module(plan)
    except EditRefused as refused:
        raise NotMade(str(refused)) from refused
    folder = free_folder(module.id)
    module = module.model_copy(update={"id": folder.name})
    return _built(folder, lambda part: save_module(module, part))


def new_from_template(name: str, title: str) -> Path:
    """A module from a template; raises `NotMade` for an unknown one."""
    path = resource("templates", name)
    if name not in TEMPLATES or not path.is_dir():
        raise NotMade(f"there is no template '{name}'; there are {', '.join(TEMPLATES)}")
    return copy_of(path, load_module(path), title)


def new_from_picture(picture: Path, plan: Plan) -> Path:
    """A blank module over a picture of a map; raises `NotMade` for what is no picture or too big."""
    if picture.suffix.lower() not in _PICTURES:
        raise NotMade(f"{picture.name} is no kind of picture for maps; take {', '.join(_PICTURES)}")
    reader = QImageReader(str(picture))
    size = reader.size()
    if not reader.canRead() or not size.isValid():
        raise NotMade(f"{picture.name} cannot be read as a picture")
    if size.width() * size.height() > MOST_PIXELS:
        raise NotMade(f"{picture.name} has over 1,000 megapixels; make it smaller")
    name = f"art/map{picture.suffix.lower()}"
    try:
        module = blank_module(plan)
    except EditRefused as refused:
        raise NotMade(str(refused)) from refused
    board = module.boards[0]
    art = board.art.model_copy(update={"background": name})
    folder = free_folder(module.id)
    module = module.model_copy(update={"id": folder.name, "boards": (board.model_copy(update={"art": art}),)})

    def fill(part: Path) -> None:
        (part / "art").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, part / name)
        save_module(module, part)

    return _built(folder, fill)


def finish_save(path: Path) -> bool:
    """Ends a save that was cut short, from the work that was kept; whether there was any to end."""
    found = recovery.recovered(path)
    if found is None:
        return False
    ModuleFolder(path).save(found.module)
    recovery.forget(path)
    return True


def editable(path: Path) -> Path:
    """Where a module can be edited: its own folder, or a copy of one that came with the program."""
    return path if is_own(path) else copy_of(path, load_module(path))


def _built(folder: Path, fill: Callable[[Path], None]) -> Path:
    part = folder.with_name(f".{folder.name}.part")
    try:
        part.mkdir(parents=True)
        fill(part)
        open_source(part).names()
        part.replace(folder)
    except OSError as error:
        raise NotMade(f"the module could not be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return folder
