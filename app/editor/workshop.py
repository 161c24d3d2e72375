"""Modules among the user's own: copying one to edit it, starting a new one, from nothing, a template or
a picture.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtGui import QImageReader

from app.module_making import NotMade, blank, built, copied, from_template, planned
from app.user_files import made, modules_folder
from engine.definition.module import ModuleDef
from engine.editing.blank import Plan
from engine.editing.change import free_id
from engine.loading import builtin_modules, load_module
from engine.loading.writer import save_module

MOST_PIXELS = 1_000_000_000
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff")


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
    return copied(path, module, free_folder(f"{module.id}-copy"), title)


def new_blank(plan: Plan) -> Path:
    """A blank module among the user's own; raises `NotMade`."""
    return blank(plan, free_folder(planned(plan).id))


def new_from_template(name: str, title: str) -> Path:
    """A module from a template; raises `NotMade` for an unknown one."""
    return from_template(name, free_folder(f"{name}-copy"), title)


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
    module = planned(plan)
    board = module.boards[0]
    art = board.art.model_copy(update={"background": name})
    folder = free_folder(module.id)
    module = module.model_copy(update={"id": folder.name, "boards": (board.model_copy(update={"art": art}),)})

    def fill(part: Path) -> None:
        (part / "art").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, part / name)
        save_module(module, part)

    return built(folder, fill)


def editable(path: Path) -> Path:
    """Where a module can be edited: its own folder, or a copy of one that came with the program."""
    return path if is_own(path) else copy_of(path, load_module(path))
