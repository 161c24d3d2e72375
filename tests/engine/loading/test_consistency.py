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
    assert "'red-2' is neither set up in 'meeting' nor comes by the schedule" in issue.message


def test_a_piece_that_came_before_the_start_must_be_somewhere(tmp_path: Path) -> None:
    (issue,) = issues_of(
        tmp_path,
        spoiled(
            "scenarios/meeting.yaml", "first_turn: 1\nfirst_side: red", "first_turn: 2\nfirst_side: blue"
        ),
    )
    assert "'red-2' comes on turn 2, which 'red' does not play in 'meeting': 'blue' begins" in issue.message
    assert issue.hint.startswith("let it come a turn later")


def test_a_piece_of_an_earlier_turn_has_arrived_before_the_start(tmp_path: Path) -> None:
    (issue,) = issues_of(
        tmp_path,
        spoiled("scenarios/meeting.yaml", "first_turn: 1", "first_turn: 2"),
        spoiled("schedule.yaml", "turn: 2", "turn: 1"),
    )
    assert "'red-2' has arrived before the start, on turn 1, and is nowhere in 'meeting'" in issue.message


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


# --- upgrades -----------------------------------------------------------------------------------------

MORE_RED = "steps: 2\n  - {id: red-9, name: Nine, side: red, type: foot, steps: 2}\n"


def upgraded(folder: Path, *entries: str) -> list[tuple[str, str]]:
    """Severities and codes of a module in which red-1 (set up, two steps) and red-2 may be upgraded."""
    lines = "".join(f"  - {entry}\n" for entry in entries)
    come = "  - {turn: 1, side: red, action: arrive, at: depot, pieces: [red-2]}\n"
    files = {
        **spoiled("pieces/all.yaml", "steps: 2\n", MORE_RED),
        "schedule.yaml": f"schedule:\n{come}{lines}",
    }
    return [(issue.severity, issue.code) for issue in issues_of(folder, files)]


UPGRADE = "{turn: 2, side: red, action: upgrade, pieces: [red-1], into: {red-1: red-9}}"


def test_the_new_counter_of_an_upgrade_is_accounted_for(tmp_path: Path) -> None:
    assert upgraded(tmp_path / "without") == [("warning", "UNACCOUNTED")]
    assert upgraded(tmp_path / "with", UPGRADE) == []
    (entry,) = [e for e in load_module(tmp_path / "with").schedule if e.action == "upgrade"]
    assert entry.upgrades() == (("red-1", "red-9"),)
    assert entry.comers() == ("red-9",)
    assert entry.named() == ("red-1", "red-9")


def test_who_was_upgraded_before_the_start_is_accounted_for(tmp_path: Path) -> None:
    scenario = spoiled(
        "scenarios/meeting.yaml",
        '- {at: "0101", pieces: [red-1], lost: {red-1: 1}, supply: 2}',
        '- {at: "0101", pieces: [red-9, red-2]}',
    )
    later = {
        "scenarios/meeting.yaml": str(scenario["scenarios/meeting.yaml"]).replace(
            "first_turn: 1", "first_turn: 2"
        )
    }
    early = UPGRADE.replace("turn: 2", "turn: 1")
    files = {
        **spoiled("pieces/all.yaml", "steps: 2\n", MORE_RED),
        **later,
        "schedule.yaml": f"schedule:\n  - {early}\n",
    }
    assert issues_of(tmp_path / "early", files) == ()
    (issue,) = issues_of(tmp_path / "late", {**files, "schedule.yaml": None})
    assert "'red-1' is neither set up in" in issue.message


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        (["{turn: 2, side: red, action: upgrade, pieces: [red-1]}"], "UPGRADE"),
        ([UPGRADE.replace("red-1: red-9", "red-1: red-1")], "UPGRADE"),
        ([UPGRADE.replace("red-1: red-9", "red-1: nobody")], "UNKNOWN_ID"),
        ([UPGRADE.replace("red-1: red-9", "red-1: blue-1")], "WRONG_SIDE"),
        ([UPGRADE.replace("red-1: red-9", "red-1: red-2")], "ARRIVES_TWICE"),
        ([UPGRADE.replace("{red-1: red-9}", "{red-1: red-9, red-2: red-9}")], "UNKNOWN_ID"),
        ([UPGRADE, "{turn: 2, side: red, action: arrive, at: depot, pieces: [red-9]}"], "ARRIVES_TWICE"),
        ([UPGRADE.replace("upgrade", "withdraw")], "UPGRADE"),
        ([UPGRADE[:-1] + ", lost: {red-1: 1}}"], "UNKNOWN_ID"),
        ([UPGRADE[:-1] + ", lost: {red-9: 2}}"], "STEPS"),
        ([UPGRADE, "{turn: 1, side: red, action: upgrade, pieces: [red-9], into: {red-9: red-1}}"], "ORDER"),
    ],
)  # fmt: skip
def test_clashes_of_upgrades_are_faults(tmp_path: Path, entries: list[str], found: str) -> None:
    assert ("error", found) in upgraded(tmp_path, *entries)


def test_a_counter_is_upgraded_once_and_its_successor_again(tmp_path: Path) -> None:
    early = UPGRADE.replace("turn: 2", "turn: 1")
    chain = "{turn: 2, side: red, action: upgrade, pieces: [red-9], into: {red-9: red-10}}"
    again = "{turn: 2, side: red, action: upgrade, pieces: [red-1], into: {red-1: red-10}}"
    more = MORE_RED + MORE_RED.partition("\n")[2].replace("red-9", "red-10")
    files = {**spoiled("pieces/all.yaml", "steps: 2\n", more)}
    come = "schedule:\n  - {turn: 1, side: red, action: arrive, at: depot, pieces: [red-2]}\n"
    chained = {**files, "schedule.yaml": f"{come}  - {early}\n  - {chain}\n"}
    assert issues_of(tmp_path / "chain", chained) == ()
    twice = {**files, "schedule.yaml": f"{come}  - {early}\n  - {again}\n"}
    (issue,) = issues_of(tmp_path / "twice", twice)
    assert (issue.code, issue.line) == ("UPGRADED_TWICE", 4)
    assert "already upgraded on turn 1" in issue.message


@pytest.mark.parametrize("action", ["withdraw", "release", "return, at: depot"])
def test_who_was_upgraded_is_not_there_to_leave(tmp_path: Path, action: str) -> None:
    early = UPGRADE.replace("turn: 2", "turn: 1")
    found = upgraded(tmp_path, early, f"{{turn: 2, side: red, pieces: [red-1], action: {action}}}")
    assert found == [("warning", "UPGRADED_BEFORE")]


def test_who_may_arrive_anyway_needs_a_place_and_nobody_before(tmp_path: Path) -> None:
    anyway = UPGRADE[:-1] + ", otherwise: arrive}"
    assert upgraded(tmp_path / "no place", anyway) == [("warning", "NO_WHERE")]
    assert upgraded(tmp_path / "place", anyway[:-1] + ", at: depot}") == []
    never = spoiled("scenarios/meeting.yaml", "[red-1], lost: {red-1: 1}", "[red-2]")
    gone = {**never, **spoiled("pieces/all.yaml", "steps: 2\n", MORE_RED)}
    for name, entry, expected in (
        ("nowhere", UPGRADE, ["LEAVES_NOWHERE", "UNACCOUNTED"]),
        ("anyway", anyway[:-1] + ", at: depot}", ["UNACCOUNTED"]),
    ):
        found = issues_of(tmp_path / name, {**gone, "schedule.yaml": f"schedule:\n  - {entry}\n"})
        assert sorted(issue.code for issue in found) == expected
