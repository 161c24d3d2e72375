"""Faults in conditions of victory come with file, line, code and a hint."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.issues import Issue
from engine.loading import check_module, load_module
from engine.loading.writer import save_module
from tests.fixtures.module_files import GOOD, write_module

TWO_LEVELS = """points: [{side: red, each: true, holds: {kind: turn}}]
    levels: [{margin: 3, title: Minor}, {margin: 3, title: Major}]"""


def issues_with(tmp_path: Path, holds: str, more: str = "", after: str = "") -> list[Issue]:
    """Issues of the small module when one length of its scenario gets a condition."""
    text = str(GOOD["scenarios/meeting.yaml"])
    assert "versions:" in text
    lines = [f"victory: [{{side: red, {more}holds: {holds}}}]"] if holds else []
    lines += [after] if after else []
    head, _, rest = text.partition("versions:")
    body = "versions:\n  - id: campaign\n    title: Campaign\n    last_turn: 2\n"
    body += "".join(f"    {line}\n" for line in lines)
    rest = rest[rest.index("\nsides:") :]
    return list(check_module(write_module(tmp_path, {"scenarios/meeting.yaml": head + body.rstrip() + rest})))


@pytest.mark.parametrize(
    ("holds", "code", "words"),
    [
        ('{kind: control, side: rod, places: ["0101"]}', "UNKNOWN_ID", "'red'"),
        ('{kind: control, side: red, places: ["0909"]}', "UNKNOWN_HEX", "0909"),
        ("{kind: control, side: red, zones: [est]}", "UNKNOWN_ID", "'est'"),
        ("{kind: control, side: red, terrain: rouhg}", "UNKNOWN_ID", "'rough'"),
        ("{kind: control, side: red, tag: port}", "NO_PLACE", "port"),
        ("{kind: control, side: red}", "NO_PLACE", "every place"),
        ('{kind: control, side: red, places: ["0101"], least: 5}', "TOO_MANY", "5 of 1 place"),
        ('{kind: units, east_of: "0909"}', "UNKNOWN_HEX", "0909"),
        ('{kind: units, near: "0909", within: 2}', "UNKNOWN_HEX", "0909"),
        ("{kind: units, types: [foto]}", "UNKNOWN_ID", "'foot'"),
        ("{kind: units, nations: [rx]}", "UNKNOWN_ID", "rx"),
        ("{kind: units, formations: [frist]}", "UNKNOWN_ID", "'first'"),
        ("{kind: lost, pieces: [red-9]}", "UNKNOWN_ID", "red-9"),
        ("{kind: units, counted: atack}", "UNKNOWN_ID", "atack"),
        ('{kind: path, side: red, start: ["0909"], goal: ["0101"]}', "UNKNOWN_HEX", "0909"),
        ('{kind: path, side: red, start: [], goal: ["0101"]}', "WRONG_VALUE", "start"),
        ('{kind: path, side: red, start: ["0101"], goal: ["0201"], route: rode}', "UNKNOWN_ID", "'road'"),
        ("{kind: track, track: moral, least: 1}", "UNKNOWN_ID", "'morale'"),
        ("{kind: turn}", "NO_BOUNDS", "least"),
        ("{kind: turn, least: 3, most: 1}", "WRONG_VALUE", "cannot both be"),
        ("{kind: points, side: red, least: 1}", "NO_POINTS", "earns"),
        ("{kind: ruleset, id: luck}", "RULESET", "luck"),
        ("{kind: all, of: []}", "EMPTY_GROUP", "never holds"),
        ("{kind: some, least: 3, of: [{kind: turn, least: 1}]}", "EMPTY_GROUP", "3 of 1"),
        ("{kind: all, of: [{kind: otherwise}]}", "OTHERWISE", "stands alone"),
        ("{kind: any, of: [{kind: turn, leest: 1}]}", "UNKNOWN_KEY", "'least'"),
        ("{kind: contrl, side: red}", "WRONG_VALUE", "'control'"),
        ("{side: red}", "WRONG_VALUE", "'kind' is missing"),
        ("{kind: units, minus: {kind: all, of: []}}", "WRONG_VALUE", "counts"),
    ],
)
def test_faults_of_blocks(tmp_path: Path, holds: str, code: str, words: str) -> None:
    issues = issues_with(tmp_path, holds)
    assert [issue.code for issue in issues] == [code], [str(issue) for issue in issues]
    assert words in str(issues[0])
    assert issues[0].file == "scenarios/meeting.yaml"
    assert issues[0].line >= 11


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("phase: nowhere, sudden: true, tested: phase, ", "UNKNOWN_ID"),
        ("sudden: true, from_turn: 4, until_turn: 2, ", "TURN"),
        ("from_turn: 1, ", "NOT_SUDDEN"),
        ("tested: sometimes, ", "WRONG_VALUE"),
    ],
)
def test_faults_of_the_moment(tmp_path: Path, more: str, code: str) -> None:
    issues = issues_with(tmp_path, "{kind: turn, least: 1}", more)
    assert [issue.code for issue in issues] == [code], [str(issue) for issue in issues]


@pytest.mark.parametrize(
    ("after", "code"),
    [
        ("points: [{side: rod, holds: {kind: turn, least: 1}}]", "UNKNOWN_ID"),
        ("points: [{side: red, holds: {kind: points, side: red, least: 1}}]", "CYCLE"),
        ("points: [{side: red, each: true, holds: {kind: otherwise}}]", "WRONG_VALUE"),
        ("levels: [{margin: 3, title: Minor}]", "NO_POINTS"),
        (TWO_LEVELS, "LEVELS"),
        ("victory: [{holds: {kind: otherwise}}, {side: red, holds: {kind: otherwise}}]", "OTHERWISE"),
        ("victory: [{side: red}]", "WRONG_VALUE"),
    ],
)
def test_faults_of_points_levels_and_lists(tmp_path: Path, after: str, code: str) -> None:
    issues = issues_with(tmp_path, "", after=after)
    assert [issue.code for issue in issues] == [code], [str(issue) for issue in issues]


def test_too_deep_is_refused(tmp_path: Path) -> None:
    deep = "{kind: all, of: [" * 13 + "{kind: turn, least: 1}" + "]}" * 13
    assert [issue.code for issue in issues_with(tmp_path, deep)] == ["TOO_DEEP"]


def test_terms_of_the_module_are_checked_written_and_read_again(tmp_path: Path) -> None:
    head = str(GOOD["module.yaml"]) + (
        "victory: [{side: red, level: Decisive, sudden: true, tested: always, from_turn: 1,\n"
        "  holds: {kind: not, of: [{kind: units, side: blue, minus: {kind: lost, side: red}, least: 2}]}}]\n"
        "points: [{side: blue, points: 3, holds: {kind: control, side: blue, places: ['0101']}}]\n"
        "levels: [{margin: 2, title: Minor}]\n"
    )
    folder = write_module(tmp_path, {"module.yaml": head})
    assert check_module(folder) == ()
    module = load_module(folder)
    save_module(module, tmp_path / "again")
    assert load_module(tmp_path / "again") == module
    written = (tmp_path / "again" / "module.yaml").read_text(encoding="utf-8")
    assert "kind: not" in written
    bad = write_module(
        tmp_path / "bad", {"module.yaml": head.replace("side: blue, places", "side: blu, places")}
    )
    issue = check_module(bad)[0]
    assert (issue.file, issue.code) == ("module.yaml", "UNKNOWN_ID")
    assert "'blue'" in str(issue)


@pytest.mark.parametrize("kind", ["nobody-knows-this", "{a: 1}", "x" * 5_000])
def test_a_kind_that_nobody_knows_is_shown_short_with_a_remedy(tmp_path: Path, kind: str) -> None:
    issues = issues_with(tmp_path, f"{{kind: {kind}}}")
    assert [issue.code for issue in issues] == ["WRONG_VALUE"]
    assert issues[0].hint == "take one of these"
    assert len(issues[0].message) < 400
