"""The documents: links lead somewhere, and every kind of action is explained with a real example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.resource_files import resource
from engine.codec import action_types, decode_action
from engine.loading import builtin_modules, load_module
from engine.play.action import Action
from engine.rules.registry import FREE_PLAY, find_ruleset

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
EXAMPLE = re.compile(r"\{\s*\"kind\"")


def documents(root: Path) -> list[Path]:
    return [*sorted(root.glob("*.md")), *sorted((root / "resources" / "docs").rglob("*.md"))]


def examples(text: str) -> Iterator[dict[str, Any]]:
    """Actions that stand in a document, over several lines, too."""
    decoder = json.JSONDecoder()
    for found in EXAMPLE.finditer(text):
        example, _ = decoder.raw_decode(text, found.start())
        yield example


def test_every_link_leads_somewhere(project_root: Path) -> None:
    broken = [
        f"{document.relative_to(project_root)}: {target}"
        for document in documents(project_root)
        for target in LINK.findall(document.read_text(encoding="utf-8"))
        if "://" not in target and not (document.parent / target).exists()
    ]
    assert broken == []


def test_every_document_has_a_title(project_root: Path) -> None:
    assert [
        d.name for d in documents(project_root) if not d.read_text(encoding="utf-8").startswith("# ")
    ] == []


@pytest.mark.parametrize(
    "game", [*(name for name, path in builtin_modules().items() if load_module(path).listed), FREE_PLAY]
)
def test_every_kind_of_action_is_explained(project_root: Path, game: str) -> None:
    module = load_module(builtin_modules().get(game) or resource("templates", game))
    rules = find_ruleset(module.ruleset or FREE_PLAY).compile(module, module.scenarios[0].id, {})
    text = (project_root / "resources" / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    shown = {example["kind"]: example for example in examples(text)}
    assert set(action_types(rules)) - {"adjudicate"} <= set(shown)
    for example in shown.values():
        if example["kind"] != "adjudicate":
            example.pop("side", None)
            assert isinstance(decode_action(rules, None, example), Action)
