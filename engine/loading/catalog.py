"""The modules that come with the program, and the fingerprint of a module's rule data."""

from collections.abc import Mapping
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from engine.loading import layout
from engine.loading.source import MAX_TEXT_BYTES, open_source

#: The package that holds the built-in modules.
PACKAGE = "modules"

#: What lies beside the data of a built-in game, never beside a module of one's own.
CODE = ("rules", "__init__.py")


def builtin_modules() -> Mapping[str, Path]:
    """Folders of the built-in modules by id (the folder's name); drafts without module.yaml are left out."""
    spec = find_spec(PACKAGE)
    root = Path(next(iter(spec.submodule_search_locations or ()), "")) if spec else Path()
    if not root.name or not root.is_dir():
        return {}
    folders = (folder for folder in sorted(root.iterdir()) if (folder / layout.HEAD).is_file())
    return {folder.name: folder for folder in folders}


def module_place(name: str) -> Path:
    """Where a module named by the id of a built-in one or by its own path lies."""
    return builtin_modules().get(name) or Path(name)


def is_module_folder(path: Path | str) -> bool:
    """Say whether a path is a folder with a module in it; nonsense is none."""
    try:
        return (Path(path) / layout.HEAD).is_file()
    except (OSError, ValueError):
        return False


def place_of(module: str, path: str) -> Path | None:
    """Where the module of a saved game lies: where it lay then, else the built-in one of that id; or nowhere.

    A module of one's own may have the id of a built-in one. A path that leads to a built-in game of another
    copy of the program does not count: its rules are not those of this program.
    """
    built_in = builtin_modules().get(module)
    if path and (built_in is None or is_of_ones_own(Path(path))):
        return Path(path)
    return built_in


def is_of_ones_own(path: Path) -> bool:
    """Whether a module is there that did not come with the program: data without code."""
    try:
        if path.is_file():
            return True
        return is_module_folder(path) and not any((path / name).exists() for name in CODE)
    except (OSError, ValueError):
        return False


def module_hash(path: Path | str) -> str:
    """Fingerprint of everything the rules depend on; pictures, help and drawing data do not count.

    Raises `SourceError` for files that cannot be read.
    """
    source = open_source(path)
    digest = blake2b(digest_size=16)
    for name in source.names():
        if layout.is_rule_data(name):
            text = source.read(name, MAX_TEXT_BYTES).replace(b"\r\n", b"\n")
            digest.update(f"{name}\0{len(text)}\0".encode())
            digest.update(text)
    return digest.hexdigest()
