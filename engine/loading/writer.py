"""Writing a module: canonical files, one way for each value, so that a small change makes a small difference.

The text comes from `module_files`, which is pure. `save_module` puts it into a folder: each file is written
beside its place and then moved there, so that an interrupted save leaves the old file.
"""

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.loading import layout
from engine.loading.emitter import to_yaml
from engine.loading.order import in_order
from engine.loading.text import Value

#: Keys that lead an entry of the schedule.
_SCHEDULE = ("turn", "side", "action", "pieces", "count")
_ALWAYS = ("id", "title", "version", "schema_version", "sides")


def module_files(module: ModuleDef) -> dict[str, str]:
    """All text files of a module by name, in canonical form."""
    module = in_order(module)
    files = {layout.HEAD: _head(module)}
    for name, keys in _collections(module).items():
        content = {key: items for key, items in keys.items() if items}
        if content:
            files[name] = to_yaml(content)
    for board in module.boards:
        files[f"board/{board.id}.yaml"] = to_yaml(_plain(board))
    for scenario in module.scenarios:
        files[f"scenarios/{scenario.id}.yaml"] = to_yaml(_plain(scenario))
    for page in module.help:
        files[f"help/{page.id}.md"] = f"# {page.title}\n\n{page.text}\n"
    return files


def save_module(module: ModuleDef, folder: Path) -> None:
    """Writes a module into a folder; files of rule data that it no longer has are deleted, others stay."""
    files = module_files(module)
    for name, text in files.items():
        _write(folder / name, text)
    for old in _old_files(folder):
        if old not in files:
            (folder / old).unlink()


def _head(module: ModuleDef) -> str:
    data = _plain(module)
    always = {key: _value(getattr(module, key)) for key in _ALWAYS}
    return to_yaml(
        {key: data.get(key, always.get(key)) for key in layout.HEAD_KEYS if key in data or key in always}
    )


def _collections(module: ModuleDef) -> dict[str, dict[str, Value]]:
    files: dict[str, dict[str, Value]] = {
        "terrain.yaml": {
            "terrain": _list(module.terrain),
            "hexsides": _list(module.hexsides),
            "routes": _list(module.routes),
        },
        "boxes.yaml": {"boxes": _list(module.boxes), "tracks": _list(module.tracks)},
        "options.yaml": {"options": _list(module.options)},
        "sequence.yaml": {"turns": _list(module.turns), "sequence": _list(module.sequence)},
        "schedule.yaml": {"schedule": tuple(_led(_plain(entry), _SCHEDULE) for entry in module.schedule)},
        "cards.yaml": {"decks": _list(module.decks), "cards": _list(module.cards)},
        "pieces/_types.yaml": {
            "types": _list(module.types),
            "formations": _list(module.formations),
            "provenance": _list(module.provenance),
        },
        "charts/constants.yaml": {"constants": _list(module.constants)},
    }
    for side in (*(side.id for side in module.sides), None):
        name = f"pieces/{side or '_neutral'}.yaml"
        files[name] = {"pieces": _list(piece for piece in module.pieces if piece.side == side)}
    for chart in module.charts:
        name = f"charts/{chart.id}.yaml"
        files.setdefault(name, {})["charts"] = _list([chart])
    return files


def _list(items: Iterable[BaseModel]) -> tuple[Value, ...]:
    return tuple(_plain(item) for item in items)


def _led(entry: dict[str, Value], first: tuple[str, ...]) -> dict[str, Value]:
    """The same entry with some keys in front."""
    return {key: entry[key] for key in (*first, *entry) if key in entry}


def _plain(item: BaseModel) -> dict[str, Value]:
    """A definition as plain values without what equals its default."""
    return {key: _value(value) for key, value in item.model_dump(exclude_defaults=True).items()}


def _value(value: object) -> Value:
    if isinstance(value, BaseModel):
        return _plain(value)
    if isinstance(value, Mapping):
        return {str(key): _value(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(_value(item) for item in value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} has no place in a module file")


def _old_files(folder: Path) -> list[str]:
    found = (path for pattern in ("*.yaml", "*/*.yaml", "help/*.md") for path in folder.glob(pattern))
    names = (path.relative_to(folder).as_posix() for path in found)
    return [name for name in names if layout.is_rule_data(name) or layout.matches(name, layout.HELP_FILES)]


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
