"""Marks in a module's texts stand for its constants and cells of its charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.definition.sequence import PhaseDef
from engine.definition.telling import told, told_phases, unknown_marks
from engine.loading import builtin_modules, check_module, load_module
from tests.fixtures.module_files import write_module

AFRIKA = load_module(builtin_modules()["afrika"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing to replace", "nothing to replace"),
        ("{stacking} units", "4 units"),
        ("{bardia-fort}", "yes"),
        (
            "a road: {route-movement/road/mp}, a railway: {route-movement/railway/mp}",
            "a road: 1/3, a railway: none",
        ),
        ("on {leader-rolls/rommel/at-most} or less", "on 4 or less"),
        ("{stackng}, {crt/7/9:9}, {nothing/7/9}", "{stackng}, {crt/7/9:9}, {nothing/7/9}"),
        ('{"kind": "move"} and { stacking }', '{"kind": "move"} and { stacking }'),
    ],
)
def test_marks_are_replaced(text: str, words: str) -> None:
    assert told(AFRIKA, text) == words


def test_marks_that_stand_for_nothing_are_found() -> None:
    text = "{stackng} {stacking} {crt/7/9:9} {crt/7/1:1}"
    assert list(unknown_marks(AFRIKA, text)) == ["{stackng}", "{crt/7/9:9}"]


def test_the_help_of_phases_is_told_all_the_way_down() -> None:
    inner = PhaseDef(id="a.b", title="B", help="{truck-mp} MP")
    module = AFRIKA.model_copy(
        update={"sequence": (PhaseDef(id="a", title="A", help="{stacking} units", phases=(inner,)),)}
    )
    (phase,) = told_phases(module)
    assert (phase.help, phase.phases[0].help) == ("4 units", "5 MP")


def test_afrika_tells_its_numbers_by_marks() -> None:
    for page in AFRIKA.help:
        assert "{" not in told(AFRIKA, page.text)
    assert any("{zoc-enter}" in page.text for page in AFRIKA.help)


def test_an_unknown_mark_is_doubted_at_its_file(tmp_path: Path) -> None:
    folder = write_module(tmp_path, {"help/goal.md": "# The goal\n\nTake {luck} inns.\n"})
    (issue,) = check_module(folder)
    assert (issue.code, issue.severity, issue.file) == ("UNKNOWN_MARK", "warning", "help/goal.md")
    assert "{luck} stands for no constant" in issue.message
