"""Guides: what a step names must be there; faults are told at their line."""

from pathlib import Path

import pytest

from engine.loading import check_module, load_module
from engine.loading.writer import save_module
from tests.fixtures.module_files import GOOD, write_module

SCENARIO = "scenarios/meeting.yaml"
STEP = "guide:\n  - title: Begin\n    text: Move somebody.\n"


def with_guide(folder: Path, more: str) -> Path:
    text = GOOD[SCENARIO]
    assert isinstance(text, str)
    return write_module(folder, {SCENARIO: f"{text}{STEP}{more}"})


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ('    places: ["0101", "0909"]\n', "UNKNOWN_HEX", "0909"),
        ("    panel: stak\n", "WRONG_VALUE", "stack"),
        ("    until: [{action: plaice}]\n", "UNKNOWN_ID", "'place'"),
        ("    until: [{action: place, side: rod}]\n", "UNKNOWN_ID", "'red'"),
        ("    until: [{phase: lunch}]\n", "UNKNOWN_ID", "lunch"),
        ('    until: [{piece: nobody, at: ["0101"]}]\n', "UNKNOWN_ID", "nobody"),
        ("    until: [{turn: 99}]\n", "TURN", "99"),
        ("    until: [{side: red}]\n", "WRONG_VALUE", "needs 'action'"),
        ('    until: [{turn: 1, at: ["0101"]}]\n', "WRONG_VALUE", "belong together"),
        ("    when: [{option: sun, value: true}]\n", "UNKNOWN_ID", "sun"),
    ],
)
def test_faults_of_a_guide(tmp_path: Path, more: str, code: str, words: str) -> None:
    issues = check_module(with_guide(tmp_path, more))
    assert [issue.code for issue in issues] == [code], [str(issue) for issue in issues]
    assert words in str(issues[0])
    assert issues[0].file == SCENARIO
    text = (tmp_path / SCENARIO).read_text(encoding="utf-8")
    assert issues[0].line == len(text.splitlines()), "the last line is the faulty one"


def test_a_guide_is_written_and_read_back(tmp_path: Path) -> None:
    module = load_module(
        with_guide(
            tmp_path / "a",
            '    places: ["0101"]\n    panel: stack\n    until: [{action: place, side: red}]\n',
        )
    )
    (step,) = module.scenarios[0].guide
    assert (step.title, step.places, step.panel) == ("Begin", ("0101",), "stack")
    save_module(module, tmp_path / "b")
    assert load_module(tmp_path / "b") == module
