"""JSON Schemas of the module files, and a reference of all their keys in Markdown.

Both are made from the definitions, so that editors with schema support, the author's guide and the loader
always say the same. `python -m engine.loading.schemas` writes them again after a change of the
definitions.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import TypeAlias, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from engine.definition.base import fields_of
from engine.definition.board import BoardDef
from engine.definition.drawing import DrawingDef
from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.loading import layout

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
RESOURCES = Path("resources")
SCHEMA_FOLDER = RESOURCES / "schemas"
REFERENCE_FILE = RESOURCES / "docs" / "module-reference.md"


def json_schemas() -> dict[str, Json]:
    """The schema of each kind of file by its file name."""
    whole = ModuleDef.model_json_schema()
    found: dict[str, Json] = {
        "module.schema.json": _file_schema(whole, "module.yaml", layout.HEAD_KEYS, ("id", "title", "sides"))
    }
    for pattern, keys in layout.COLLECTION_FILES:
        name = pattern.removesuffix(".yaml").removesuffix("/*")
        found[f"{name}.schema.json"] = _file_schema(whole, pattern, keys, ())
    singles: tuple[tuple[str, str, type[BaseModel]], ...] = (
        ("board", "board/*.yaml", BoardDef),
        ("scenario", "scenarios/*.yaml", ScenarioDef),
        ("drawing", "board/drawing*.json", DrawingDef),
    )
    for name, pattern, model in singles:
        found[f"{name}.schema.json"] = {"$schema": _DIALECT, "$comment": pattern, **model.model_json_schema()}
    return found


def _file_schema(
    whole: Mapping[str, Json], pattern: str, keys: tuple[str, ...], required: tuple[str, ...]
) -> Json:
    properties, definitions = whole["properties"], whole["$defs"]
    assert isinstance(properties, dict)
    assert isinstance(definitions, dict)
    chosen: dict[str, Json] = {key: properties[key] for key in keys}
    return {
        "$schema": _DIALECT,
        "$comment": pattern,
        "title": f"{pattern}, schema version {SCHEMA_VERSION}",
        "type": "object",
        "additionalProperties": False,
        "properties": chosen,
        "required": list(required),
        "$defs": {name: definitions[name] for name in sorted(_used(chosen, definitions, set()))},
    }


def _used(part: Json, definitions: Mapping[str, Json], seen: set[str]) -> set[str]:
    for name in re.findall(r'"#/\$defs/(\w+)"', json.dumps(part)):
        if name not in seen:
            seen.add(name)
            _used(definitions[name], definitions, seen)
    return seen


def schema_text(schema: Json) -> str:
    """A schema as it is written."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def reference_text() -> str:
    """Every key of every file in Markdown tables."""
    parts = [_REFERENCE_HEAD, _file_table()]
    parts.extend("\n".join(_section(model)) for model in _models(ModuleDef, DrawingDef))
    return "\n\n".join(parts) + "\n"


_REFERENCE_HEAD = """\
# Every key of a module

Made from the program's definitions; do not edit. The author's guide tells how to work with them.
A key without a default must be given. `[X]` is a list of X, `{X}` a mapping from names to X."""


def _file_table() -> str:
    rows = ["| file | holds |", "|---|---|", f"| `{layout.HEAD}` | {_words(layout.HEAD_KEYS)} |"]
    rows += [f"| `{pattern}` | {_words(keys)} |" for pattern, keys in layout.COLLECTION_FILES]
    rows += ["| `board/*.yaml` | one BoardDef |", "| `scenarios/*.yaml` | one ScenarioDef |"]
    rows += [
        "| `board/drawing*.json` | one DrawingDef |",
        "| `help/*.md` | one page: `# Title`, then paragraphs |",
    ]
    return "\n".join(rows)


def _words(keys: tuple[str, ...]) -> str:
    return ", ".join(f"`{key}`" for key in keys)


def _section(model: type[BaseModel]) -> Iterator[str]:
    yield f"## {model.__name__}"
    yield ""
    yield " ".join((model.__doc__ or "").split())
    yield ""
    yield "| key | kind | default | meaning |"
    yield "|---|---|---|---|"
    for name, info in fields_of(model).items():
        yield f"| `{name}` | {_kind(info)} | {_default(info)} | {info.description or ''} |"


def _kind(info: FieldInfo) -> str:
    return _type_words(info.annotation).replace("|", "\\|")


def _type_words(kind: object) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    if isinstance(kind, type) and not arguments:
        return {"str": "text", "int": "whole number", "float": "number", "bool": "true or false"}.get(
            kind.__name__, "nothing"
        )
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return f"[{_type_words(arguments[0])}]"
    if origin is tuple:
        return "[" + ", ".join(_type_words(argument) for argument in arguments) + "]"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"{{{_type_words(arguments[1])}}}"
    if origin is UnionType or "Union" in str(origin):
        return " or ".join(_type_words(argument) for argument in arguments if argument is not type(None))
    if "Annotated" in str(kind) or hasattr(kind, "__metadata__"):
        return _type_words(arguments[0])
    return " or ".join(f"`{argument}`" for argument in arguments) if arguments else "text"


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return ""
    value = info.get_default(call_default_factory=True)
    if value is None or value in ("", (), {}) or isinstance(value, BaseModel):
        return "left out"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _models(*roots: type[BaseModel]) -> tuple[type[BaseModel], ...]:
    found: dict[type[BaseModel], None] = {}

    def visit(kind: object) -> None:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            if kind in found:
                return
            found[kind] = None
            for info in fields_of(kind).values():
                visit(info.annotation)
        for argument in get_args(kind):
            visit(argument)

    for root in roots:
        visit(root)
    return tuple(found)


def write_resources(folder: Path) -> None:
    """Writes schemas and reference below a folder."""
    (folder / SCHEMA_FOLDER).mkdir(parents=True, exist_ok=True)
    for name, schema in json_schemas().items():
        (folder / SCHEMA_FOLDER / name).write_text(schema_text(schema), encoding="utf-8")
    (folder / REFERENCE_FILE).parent.mkdir(parents=True, exist_ok=True)
    (folder / REFERENCE_FILE).write_text(reference_text(), encoding="utf-8")


if __name__ == "__main__":
    write_resources(Path.cwd())
