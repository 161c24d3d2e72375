"""Wrong calls: one line on stderr, status 2 for the call and 1 for the thing, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.cli.calling import Caller
from tests.fixtures.processes import environment

WRONG = [
    (["frobnicate"], "frobnicate"),
    (["lsit"], "lsit"),
    (["list", "--jsno"], "--jsno"),
    (["list", "extra"], "extra"),
    (["check"], "Missing argument"),
    (["simulate"], "Missing argument"),
    (["simulate", "REF", "--games", "0"], "games"),
    (["simulate", "REF", "--games", "-3"], "games"),
    (["simulate", "REF", "--games", "many"], "--games"),
    (["simulate", "REF", "--games", "99999999999999"], "games"),
    (["simulate", "REF", "--seed", "-1"], "seed"),
    (["simulate", "REF", "--seed", "99999999999999999999"], "seed"),
    (["simulate", "REF", "--seed", "1.5"], "--seed"),
    (["export", "map", "REF", "-o", "x.bmp"], "cannot be written as 'bmp'"),
    (["simulate", "REF", "--bot-axis", "greedi"], "did you mean 'greedy'"),
    (["simulate", "REF", "--bot-allied", "genius"], "known: random, greedy, mixed"),
    (["simulate", "REF", "--max-turns", "-1"], "max-turns"),
    (["simulate", "REF", "--jobs", "x"], "x"),
    (["simulate", "REF", "--option", "fog"], "NAME=VALUE"),
    (["simulate", "REF", "-O", "fgo=true"], "did you mean 'fog'"),
    (["simulate", "REF", "-O", "fog=thick"], "true or false"),
    (["simulate", "REF", "-O", "fog=true", "-O", "fog=false"], "given twice"),
    (["replay"], "Missing argument"),
    (["replay", "x.hexsave", "--to", "-1"], "to"),
    (["replay", "x.hexsave", "--log", "log.docx"], ".md, .html or .txt"),
    (["export"], "Missing"),
    (["export", "map", "REF"], "--output"),
    (["export", "mpa", "REF", "-o", "x.png"], "did you mean 'map'"),
    (["export", "setup", "REF", "-o", "x.pdf", "--paper", "a44"], "did you mean 'a4'"),
    (["export", "counters", "REF", "-o", "x.pdf", "--format", "csv"], "counters cannot be written as 'csv'"),
    (["export", "map", "REF", "-o", "x.pdf", "--format", "pfd"], "did you mean 'pdf'"),
    (["export", "map", "REF", "-o", "x.png", "--scale", "5000"], "scale"),
    (["export", "map", "REF", "-o", "x.png", "--view", "axsi"], "did you mean 'axis'"),
    (["export", "map", "REF", "-o", "."], "folder"),
    (["demo"], "--output"),
    (["demo", "-o", "x", "--turns", "-2"], "turns"),
    (["edit", "afrika", "--fast"], "--fast"),
    (["new"], "DIR"),
    (["engine", "now"], "now"),
]


@pytest.mark.parametrize(("words", "part"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_wrong_call(call: Caller, words: list[str], part: str) -> None:
    answer = call.wrong(2, part, *(call.scenario if word == "REF" else word for word in words))
    assert len(answer.err.splitlines()) == 1
    assert answer.out == ""


FAULTY = [
    (["check", "chess"], "chess"),
    (["check", "./nowhere"], "does not exist"),
    (["simulate", "chess/opening"], "no game 'chess'"),
    (["simulate", "./nowhere#x"], "does not exist"),
    (["replay", "none.hexsave"], "no such file"),
    (["replay", "."], "folder"),
    (["export", "map", "none.hexsave", "-o", "x.png"], "no such file"),
    (["export", "map", "chess/opening", "-o", "x.png"], "no game"),
    (["play", "none.hexsave"], "no such file"),
    (["play", "chess/opening"], "no game"),
]


@pytest.mark.parametrize(("words", "part"), FAULTY, ids=[" ".join(words) for words, _ in FAULTY])
def test_a_faulty_thing(call: Caller, words: list[str], part: str) -> None:
    call.wrong(1, part, *words)


def test_an_unknown_scenario_names_the_near_miss(call: Caller) -> None:
    call.wrong(1, "did you mean 'meeting'", "simulate", f"{call.module}#meetin")


def test_an_option_of_the_game_that_is_fixed_or_unknown(call: Caller) -> None:
    call.wrong(1, "xyzzy", "simulate", call.scenario, "-O", "xyzzy=1", "--games", "1", "--jobs", "1")


def test_files_that_are_no_saves(call: Caller) -> None:
    for name, data in {
        "text": b"hello\n",
        "picture": b"\x89PNG\r\n",
        "empty": b"",
        "deep": b"[" * 9999,
    }.items():
        path = call.folder / f"{name}.hexsave"
        path.write_bytes(data)
        answer = call.wrong(1, str(path), "replay", path)
        assert answer.err.startswith(f"error: {path}")


def test_files_that_are_no_modules(call: Caller, tmp_path: Path) -> None:
    fake = tmp_path / "fake.hexmod"
    fake.write_bytes(b"PK\x03\x04 not really")
    call.wrong(1, "zip", "check", fake)
    empty = tmp_path / "empty"
    empty.mkdir()
    call.wrong(1, "module.yaml", "check", empty)


def test_a_folder_that_cannot_be_made(call: Caller, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    call.wrong(1, "cannot be made", "demo", "-o", tmp_path / "file" / "below")
    call.wrong(
        1,
        "cannot be made",
        "simulate",
        call.scenario,
        "--save-dir",
        tmp_path / "file" / "below",
        "--games",
        "1",
    )


def test_a_full_disk_for_a_picture(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    target = call.folder / "x.png"
    target.write_text("old")
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    link = call.folder / ".x.png.part"
    link.symlink_to("/dev/full")
    monkeypatch.setattr("engine.saves.files.new_draft", lambda _: (link, link.open("wb")))
    call.wrong(1, "no space left", "export", "aid", call.scenario, "-o", target)
    assert target.read_text() == "old"


def test_without_a_display_no_window_opens(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    call.wrong(1, "no display", "play")
    call.wrong(1, "no display")


@pytest.mark.expects_log
def test_a_crash_is_one_line_and_a_report(
    call: Caller, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))

    def explode(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("app.cli.games.builtin_modules", explode)
    answer = call.wrong(1, "ZeroDivisionError: division by zero", "list")
    assert len(answer.err.splitlines()) == 1
    report = tmp_path / "home" / "logs" / "crash.txt"
    assert str(report) in answer.err
    assert "explode" in report.read_text()


def test_a_name_of_several_lines_is_an_error_of_one(call: Caller) -> None:
    for words in (["replay", "a\nb"], ["simulate", "a\r\nb"], ["import", "sheet", "a\nb", "-o", call.folder]):
        answer = call(*words)
        assert answer.status == 1
        assert answer.err.count("\n") == 1
        assert "a b" in answer.err


def test_letters_that_cannot_be_shown_are_spelled_out(call: Caller) -> None:
    assert "\\u202egnp" in call.wrong(1, "no such file", "replay", "\u202egnp").err
    assert "x\\x1b[2J" in call.wrong(1, "no such file", "replay", "x\x1b[2J").err


def test_the_fault_of_a_module_is_told_within_another_line(call: Caller, tmp_path: Path) -> None:
    answer = call.wrong(
        1, "has faults: module.yaml: there is no", "import", "folder", ".", "--into", tmp_path
    )
    assert answer.err.count("error:") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_no_ordinary_file_is_never_written_over(call: Caller, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    packed = tmp_path / "packed.hexmod"
    call.ok("pack", call.module, "-o", packed)
    for words in (
        ["export", "map", call.scenario],
        ["export", "map", call.scenario, "--gray"],
        ["export", "aid", call.scenario],
        ["pack", call.module],
        ["pack", packed],
    ):
        call.wrong(1, "no ordinary file", *words, "-o", pipe)
        assert pipe.is_fifo()


def test_a_link_to_a_file_stays_a_link(call: Caller, tmp_path: Path) -> None:
    target, link = tmp_path / "target.png", tmp_path / "link.png"
    target.write_text("old")
    link.symlink_to(target)
    call.ok("export", "map", call.scenario, "-o", link)
    assert link.is_symlink()
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.skipif(os.name == "nt", reason="Windows gives every program streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_whoever_closes_the_streams_still_gets_files(call: Caller, tmp_path: Path, closed: str) -> None:
    target = tmp_path / "made"
    words = [sys.executable, "-m", "app", "new", str(target)]
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *words], env=environment(), check=False)
    assert done.returncode == 0
    assert call.ok("check", target).out.startswith(str(target))
