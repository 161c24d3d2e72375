"""Schemas and reference: made from the definitions, complete, and current in the resources."""

import json
import re
from pathlib import Path

import pytest
import yaml

from engine.definition.base import Definition
from engine.definition.board import BoardDef
from engine.definition.module import ModuleDef
from engine.loading import builtin_modules, layout
from engine.loading.schemas import (
    REFERENCE_FILE,
    SCHEMA_FOLDER,
    json_schemas,
    reference_text,
    schema_text,
    write_resources,
)

ROOT = Path(__file__).parents[3]
AGAIN = "run `python -m engine.loading.schemas` and commit what it writes"


def all_definitions() -> list[type[Definition]]:
    found: list[type[Definition]] = []
    waiting = [Definition]
    while waiting:
        for model in waiting.pop().__subclasses__():
            found.append(model)
            waiting.append(model)
    return [model for model in found if model.__module__.startswith("engine.definition")]


@pytest.mark.parametrize("name", json_schemas())
def test_schemas_are_current(name: str) -> None:
    assert (ROOT / SCHEMA_FOLDER / name).read_text(encoding="utf-8") == schema_text(json_schemas()[name]), (
        AGAIN
    )


def test_no_schema_is_left_over() -> None:
    assert {file.name for file in (ROOT / SCHEMA_FOLDER).glob("*.json")} == set(json_schemas())


def test_the_reference_is_current() -> None:
    assert (ROOT / REFERENCE_FILE).read_text(encoding="utf-8") == reference_text(), AGAIN


@pytest.mark.parametrize("model", all_definitions(), ids=lambda model: model.__name__)
def test_every_key_says_what_it_means(model: type[Definition]) -> None:
    assert model.__doc__
    for name, info in model.model_fields.items():
        assert info.description, f"{model.__name__}.{name} has no description"
        assert info.description.endswith("."), f"{model.__name__}.{name}: end the sentence"


def test_the_reference_has_a_section_for_every_definition_and_no_dead_link() -> None:
    text = reference_text()
    sections = {heading.lower() for heading in re.findall(r"^## (\w+)$", text, re.MULTILINE)}
    assert sections >= {model.__name__.lower() for model in (ModuleDef, BoardDef)}
    assert set(re.findall(r"\(#(\w+)\)", text)) <= sections


def test_schemas_hold_all_they_refer_to() -> None:
    for name, schema in json_schemas().items():
        text = json.dumps(schema)
        assert isinstance(schema, dict)
        definitions = schema.get("$defs", {})
        assert isinstance(definitions, dict)
        assert set(re.findall(r"#/\$defs/(\w+)", text)) <= set(definitions), name


def test_files_of_a_game_use_only_keys_of_their_schema() -> None:
    schemas = json_schemas()
    folder = builtin_modules()["afrika"]
    for pattern, keys in layout.COLLECTION_FILES:
        name = pattern.removesuffix(".yaml").removesuffix("/*")
        schema = schemas[f"{name}.schema.json"]
        assert isinstance(schema, dict)
        assert set(keys) == set(schema["properties"])  # type: ignore[arg-type]
        for file in folder.glob(pattern):
            assert set(yaml.safe_load(file.read_text(encoding="utf-8"))) <= set(keys)


def test_writing_puts_all_files_in_their_places(tmp_path: Path) -> None:
    write_resources(tmp_path)
    written = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert written == {(SCHEMA_FOLDER / name).as_posix() for name in json_schemas()} | {
        REFERENCE_FILE.as_posix()
    }
