"""The order of battle: pieces that are nowhere, come twice, or leave before they arrive."""

from pathlib import Path

import pytest

from engine.issues import Issue
from engine.loading import check_module, load_module
from engine.loading.consistency import is_due, is_open
from tests.fixtures.module_files import spoiled, write_module


def issues_of(folder: Path, *changes: dict[str, str | bytes | None]) -> tuple[Issue, ...]:
    merged: dict[str, str | bytes | None] = {}
    for change in changes:
        merged.update(change)
    return check_module(write_module(folder, merged))


def test_a_piece_that_is_nowhere_is_a_warning(tmp_path: Path) -> None:
    (issue,) = issues_of(tmp_path, {"schedule.yaml": None})
    assert (issue.severity, issue.code, issue.file) == ("warning", "UNACCOUNTED", "scenarios/meeting.yaml")
    assert "'red-2' is in no set-up and no schedule" in issue.message


def test_a_piece_that_came_before_the_start_must_be_somewhere(tmp_path: Path) -> None:
    (issue,) = issues_of(
        tmp_path,
        spoiled(
            "scenarios/meeting.yaml", "first_turn: 1\nfirst_side: red", "first_turn: 2\nfirst_side: blue"
        ),
    )
    assert "'red-2' has arrived before the start" in issue.message


def test_dead_and_gone_pieces_are_accounted_for(tmp_path: Path) -> None:
    for key in ("dead", "gone"):
        change = spoiled("scenarios/meeting.yaml", "  red:\n", f"  red:\n    {key}: [red-2]\n")
        assert issues_of(tmp_path / key, change, {"schedule.yaml": None}) == ()


def test_a_piece_on_the_map_does_not_arrive_again(tmp_path: Path) -> None:
    (issue,) = issues_of(tmp_path, spoiled("schedule.yaml", "[red-2]", "[red-2, red-1]"))
    assert (issue.severity, issue.code, issue.file, issue.line) == (
        "error",
        "ARRIVES_TWICE",
        "schedule.yaml",
        2,
    )


def test_a_piece_arrives_once(tmp_path: Path) -> None:
    twice = "  - {turn: 1, side: red, action: arrive, at: depot, pieces: [red-2]}\n"
    (issue,) = issues_of(tmp_path, spoiled("schedule.yaml", "schedule:\n", "schedule:\n" + twice))
    assert (issue.code, issue.line) == ("ARRIVES_TWICE", 3)
    assert "turn 1" in issue.message


def test_a_piece_does_not_leave_before_it_comes(tmp_path: Path) -> None:
    early = "  - {turn: 1, side: red, action: withdraw, pieces: [red-2]}\n"
    text = "schedule:\n  - {turn: 2, side: red, action: arrive, at: depot, pieces: [red-2]}\n" + early
    (issue,) = issues_of(tmp_path, {"schedule.yaml": text})
    assert (issue.code, issue.line) == ("ORDER", 3)


def test_a_piece_left_out_by_an_option_is_accounted_for(tmp_path: Path) -> None:
    schedule = spoiled("schedule.yaml", "at: depot", "at: depot, when: [{option: fog, value: true}]")
    scenario = spoiled("scenarios/meeting.yaml", "control:", "options: {fog: false}\ncontrol:")
    assert issues_of(tmp_path, schedule, scenario) == ()
    module = load_module(tmp_path)
    assert not is_open(module.schedule[0], module.scenarios[0])


def test_the_side_that_misses_the_first_turn_is_not_due_then(tmp_path: Path) -> None:
    module = load_module(write_module(tmp_path))
    (entry,), (scenario,) = module.schedule, module.scenarios
    first = entry.model_copy(update={"turn": 1})
    sides = ("red", "blue")
    assert is_due(first, scenario, sides)
    assert not is_due(first, scenario.model_copy(update={"first_side": "blue"}), sides)
    assert is_due(entry, scenario.model_copy(update={"first_side": "blue"}), sides)


def test_a_leader_counts_and_a_marker_does_not(tmp_path: Path) -> None:
    leader = "  - {id: chief, name: Chief, side: red, kind: leader, type: foot}\n"
    box = "  - {id: box-1, name: Box, side: red, kind: box, type: foot}\n"
    more = "steps: 2\n" + leader + box
    (issue,) = issues_of(tmp_path, spoiled("pieces/all.yaml", "steps: 2\n", more))
    assert "'chief'" in issue.message


def test_entries_of_different_scenarios_do_not_meet(tmp_path: Path) -> None:
    line = "  - {turn: 1, side: red, action: arrive, at: depot, pieces: [red-2], scenarios: [meeting]}\n"
    text = "schedule:\n" + line + line.replace("turn: 1", "turn: 2").replace("[meeting]", "[other]")
    issues = issues_of(tmp_path, {"schedule.yaml": text})
    assert [(issue.code, issue.line) for issue in issues] == [("UNKNOWN_ID", 3)]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("{turn: 2, side: red, action: withdraw}", "EMPTY_ENTRY"),
        ("{turn: 2, side: red, action: return, pieces: [red-1]}", "NO_WHERE"),
    ],
)
def test_entries_that_look_odd_are_doubted(tmp_path: Path, entry: str, code: str) -> None:
    text = "schedule:\n  - {turn: 2, side: red, action: arrive, at: depot, pieces: [red-2]}\n"
    found = issues_of(tmp_path, {"schedule.yaml": f"{text}  - {entry}\n"})
    assert [(issue.severity, issue.code) for issue in found] == [("warning", code)]


def test_what_comes_without_steps_must_have_them(tmp_path: Path) -> None:
    entry = "{turn: 2, side: red, action: arrive, at: depot, pieces: [red-2], lost: {red-2: 9}}"
    (issue,) = issues_of(tmp_path, {"schedule.yaml": f"schedule:\n  - {entry}\n"})
    assert (issue.code, issue.line) == ("STEPS", 2)
