"""Modules among the user's own: copying one to edit it, starting a new one, from nothing, a template or
a picture; and writing one under another name.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QImageReader

from app.editor.saving import read_texts, replace_files
from app.module_making import NotMade, blank, built, copied, copy_data, from_template, planned
from app.user_files import MODULE_SUFFIX, made, modules_folder
from engine.definition.module import ModuleDef
from engine.editing.blank import Plan
from engine.editing.change import free_id
from engine.loading import builtin_modules, load_module
from engine.loading.archive import pack_module
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


def is_packed(path: Path) -> bool:
    """Whether a module under this name is one file and no folder."""
    return path.suffix.lower() == MODULE_SUFFIX


def written_as(path: Path, texts: Mapping[str, bytes], target: Path) -> None:
    """The module of a folder with other texts in a folder of its own, or in one file, by the target's name.

    Raises `NotMade` for a folder that is not empty or lies within the module, `SourceError` as packing does.
    """
    if not is_packed(target):
        _must_be_free(path, target)
        built(target, lambda part: _fill(path, texts, part))
        return
    if target.is_dir():
        raise NotMade(f"{target} is a folder; name a file such as mine{MODULE_SUFFIX}")
    try:
        with TemporaryDirectory(prefix="hexwright-pack-") as place:
            whole = Path(place) / "module"
            whole.mkdir()
            _fill(path, texts, whole)
            pack_module(whole, target)
    except OSError as error:
        raise NotMade(f"{target} cannot be written: {error.strerror or error}") from error


def _must_be_free(path: Path, target: Path) -> None:
    try:
        if target.is_file() or (target.is_dir() and any(target.iterdir())):
            raise NotMade(f"{target} is there already; name a new folder")
        if target.resolve().is_relative_to(path.resolve()):
            raise NotMade(f"{target} lies within the module itself; choose another place")
    except (OSError, ValueError) as error:
        raise NotMade(f"{target} cannot be used: {error}") from error


def _fill(path: Path, texts: Mapping[str, bytes], folder: Path) -> None:
    if path.is_dir():
        copy_data(path, folder)
    replace_files(folder, read_texts(folder), texts)


def editable(path: Path) -> Path:
    """Where a module can be edited: its own folder, or a copy of one that came with the program."""
    return path if is_own(path) else copy_of(path, load_module(path))
