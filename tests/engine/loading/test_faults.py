"""Faulty modules: each fault is one clear issue with file, line and remedy, and never a traceback."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
import yaml

from engine.loading import Issue, check_module
from tests.fixtures.module_files import spoiled, write_module

Changes = Mapping[str, str | bytes | None]


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    """The issue that must come."""

    at: str
    words: str
    code: str = ""
    alone: bool = True


class Fault(msgspec.Struct, forbid_unknown_fields=True):
    """One spoiled file of the small module."""

    name: str
    file: str = msgspec.field(name="in")
    old: str = msgspec.field(name="replace")
    new: str = msgspec.field(name="by")
    issue: Expected


def faults() -> list[Fault]:
    text = Path(__file__).with_name("faults.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), list[Fault])


def place(issue: Issue) -> str:
    return f"{issue.file}:{issue.line}"


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in faults()])
def test_each_fault_is_told_at_its_line_with_a_remedy(tmp_path: Path, fault: Fault) -> None:
    issues = check_module(write_module(tmp_path, spoiled(fault.file, fault.old, fault.new)))
    told = [str(issue) for issue in issues]
    here = [issue for issue in issues if place(issue) == fault.issue.at and issue.severity == "error"]
    assert here, told
    assert any(fault.issue.words in issue.message + issue.hint for issue in here), told
    assert all(issue.hint for issue in issues), "an issue names no remedy"
    if fault.issue.alone:
        assert [issue.code for issue in issues] == [fault.issue.code], told


@pytest.mark.parametrize(
    ("changes", "code", "at", "words"),
    [
        ({"scenarios/meeting.yaml": "- id: meeting\n"}, "WRONG_TYPE", "scenarios/meeting.yaml:1", "mapping"),
        ({"help/goal.md": "Take the inn.\n"}, "HELP_TITLE", "help/goal.md:1", "title"),
        ({"help/goal.md": b"# Go\xe4l\n"}, "NOT_UTF8", "help/goal.md:0", "UTF-8"),
        ({"module.yaml": None}, "MISSING_FILE", "module.yaml:0", "needs this file"),
        ({"module.yaml": None, "modul.yaml": "id: x\n"}, "MISSING_FILE", "module.yaml:0", "modul.yaml"),
    ],
)
def test_faults_of_whole_files(tmp_path: Path, changes: Changes, code: str, at: str, words: str) -> None:
    (issue,) = check_module(write_module(tmp_path, changes))
    assert (issue.code, place(issue)) == (code, at)
    assert words in issue.message + issue.hint


def test_a_module_without_terrain_says_so(tmp_path: Path) -> None:
    issues = check_module(write_module(tmp_path, {"terrain.yaml": None}))
    assert any("no terrain at all" in issue.hint for issue in issues)


def test_all_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    changes: dict[str, str | bytes | None] = {
        **spoiled("pieces/all.yaml", "steps: 2", "steps: two"),
        **spoiled("board/field.yaml", '".r..."', '".r.."'),
        **spoiled("module.yaml", "title: Skirmish", "title: 5"),
        "options.yaml": "\t",
        "schedule.yaml": b"\xff\xfe",
    }
    issues = check_module(write_module(tmp_path, changes))
    files = {issue.file for issue in issues}
    assert files == {"pieces/all.yaml", "board/field.yaml", "module.yaml", "options.yaml", "schedule.yaml"}
