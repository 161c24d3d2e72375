"""Every command of the command line, on a small module played freely."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app import __version__
from app.cli.simulating import rate_of
from engine.loading import builtin_modules, load_module
from engine.saves.writing import checksum
from tests.app.cli.calling import Caller
from tests.fixtures.processes import run_python


def test_version_and_help(call: Caller) -> None:
    assert call.ok("--version").out == f"hexwright {__version__}\n"
    text = call.ok("--help").out
    for command in ("play", "list", "check", "simulate", "replay", "export", "engine", "demo"):
        assert command in text


def test_list_names_every_listed_game(call: Caller) -> None:
    document = call.ok("list", "--json").json
    listed = {name for name, path in builtin_modules().items() if load_module(path).listed}
    assert {game["id"] for game in document["games"]} == listed
    for game in document["games"]:
        assert {"title", "sides", "maps", "units", "data_sources", "credits", "scenarios"} <= set(game)
        for scenario in game["scenarios"]:
            assert scenario["reference"] == f"{game['id']}/{scenario['id']}"
            assert scenario["versions"][0]["turns"] > 0
            assert scenario["units"] > 0
            assert scenario["maps"]
    text = call.ok("list").out
    for game in document["games"]:
        assert game["title"] in text


def test_check_of_a_sound_module(call: Caller) -> None:
    document = call.ok("check", call.module, "--json").json
    assert document["valid"] is True
    assert not [issue for issue in document["issues"] if issue["severity"] == "error"]


def test_a_module_folder_needs_no_stroke(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(call.module.parent)
    call.ok("export", "aid", f"{call.module.name}#meeting", "-o", "aid.png", "--format", "png")
    call.wrong(1, "no scenario 'nope'", "export", "aid", f"{call.module.name}#nope", "-o", "aid.png")


def test_check_names_file_line_and_remedy(call: Caller) -> None:
    head = call.module / "module.yaml"
    text = head.read_text(encoding="utf-8")
    head.write_text(text + "colour: red\n", encoding="utf-8")
    answer = call.wrong(1, "module.yaml:", "check", call.module)
    line = next(line for line in answer.err.splitlines() if "colour" in line)
    assert line.startswith("error: module.yaml:")
    assert ";" in line
    document = call("check", call.module, "--json").json
    assert document["valid"] is False
    issue = document["issues"][0]
    assert set(issue) == {"severity", "code", "file", "line", "message", "hint"}
    assert issue["line"] == len(text.splitlines()) + 1


def test_simulate_is_reproducible(call: Caller) -> None:
    words = (
        "simulate",
        call.scenario,
        "--games",
        "3",
        "--seed",
        "5",
        "--max-turns",
        "1",
        "--json",
        "--jobs",
        "1",
    )
    first, again = call.ok(*words).json, call.ok(*words).json
    assert [game["seed"] for game in first["games"]] == [5, 6, 7]
    assert [game["hash"] for game in first["games"]] == [game["hash"] for game in again["games"]]
    for game in first["games"]:
        assert {"winner", "reason", "turns", "actions", "seconds", "losses", "hash"} <= set(game)
        assert game["errors"] == []
    summary = first["summary"]
    assert (summary["refused"], summary["errors"], summary["games"]) == (0, 0, 3)
    assert summary["actions_per_second"] > 0
    assert sum(rate["games"] for rate in summary["wins"].values()) == 3


def test_simulate_on_several_processes_gives_the_same(call: Caller) -> None:
    words = ("simulate", call.scenario, "--games", "4", "--seed", "2", "--max-turns", "1", "--json")
    alone = call.ok(*words, "--jobs", "1").json
    together = call.ok(*words, "--jobs", "2").json
    assert [game["hash"] for game in together["games"]] == [game["hash"] for game in alone["games"]]


def test_simulate_for_people(call: Caller) -> None:
    text = call.ok("simulate", call.scenario, "--games", "2", "--max-turns", "1", "--jobs", "1").out
    assert "stopped after 1 turns" in text
    assert "refused actions: 0, faults of the rules: 0" in text


def test_simulated_games_can_be_saved_replayed_and_verified(call: Caller) -> None:
    folder = call.folder / "games"
    simulated = call.ok(
        *("simulate", call.scenario, "--games", "2", "--seed", "3", "--max-turns", "1"),
        *("--save-dir", folder, "--json", "--jobs", "1"),
    ).json
    saves = sorted(folder.iterdir())
    assert [path.name for path in saves] == ["meeting-3.hexsave", "meeting-4.hexsave"]
    for game, path in zip(simulated["games"], saves, strict=True):
        document = call.ok("replay", path, "--verify", "--json").json
        assert document["verified"] is True
        assert document["actions"] == game["actions"]
        assert document["status"]["hash"] == game["hash"]
    assert "hashes agree" in call.ok("replay", saves[0], "--verify").out


def a_save(call: Caller) -> Path:
    folder = call.folder / "games"
    call.ok(
        "simulate", call.scenario, "--games", "1", "--max-turns", "2", "--save-dir", folder, "--jobs", "1"
    )
    return next(folder.iterdir())


@pytest.mark.parametrize(("suffix", "part"), [(".md", "# Meeting"), (".html", "<h1>"), (".txt", "=====")])
def test_replay_writes_the_log(call: Caller, suffix: str, part: str) -> None:
    log = call.folder / f"log{suffix}"
    call.ok("replay", a_save(call), "--log", log)
    assert part in log.read_text(encoding="utf-8")


def test_replay_stops_where_asked(call: Caller) -> None:
    save = a_save(call)
    document = call.ok("replay", save, "--to", "3", "--json").json
    assert document["status"]["actions"] == 3
    call.wrong(2, "actions, not 99999", "replay", save, "--to", "99999")


def test_replay_tells_where_a_save_parts_from_the_rules(call: Caller) -> None:
    save = a_save(call)
    *lines, end = save.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"side":"', b'"side":"not-')
    body = b"".join(lines)
    ending = json.loads(end) | {"checksum": checksum(body)}
    save.write_bytes(body + json.dumps(ending).encode() + b"\n")
    answer = call.wrong(1, "action 2: it is for", "replay", save, "--verify")
    assert answer.err.startswith(f"error: {save}:3: action 2")
    document = call("replay", save, "--verify", "--json").json
    assert document["verified"] is False
    assert document["divergence"]["line"] == 3
    assert "end-phase" in document["divergence"]["possible"]
    call.wrong(1, "fit its checksum", "replay", broken(save))


def broken(save: Path) -> Path:
    save.write_bytes(save.read_bytes().replace(b'"n":1,', b'"n":1, ', 1))
    return save


def test_a_map_and_an_aid_are_drawn(call: Caller) -> None:
    for kind in ("map", "aid"):
        picture = call.folder / f"{kind}.png"
        call.ok("export", kind, call.scenario, "-o", picture)
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert picture.stat().st_size > 10_000
    save = a_save(call)
    call.ok("export", "map", save, "-o", call.folder / "later.png", "--view", "axis", "--scale", "20")
    call.ok("replay", save, "--png", call.folder / "end.png")
    assert (call.folder / "end.png").read_bytes().startswith(b"\x89PNG")


def test_rates_come_with_their_interval() -> None:
    assert rate_of(0, 10)["low"] == 0
    assert 0.2 < rate_of(0, 10)["high"] < 0.35
    half = rate_of(50, 100)
    assert half["rate"] == 0.5
    assert (half["low"], half["high"]) == pytest.approx((0.404, 0.596), abs=0.001)
    assert rate_of(10, 10)["high"] == 1


def test_the_engine_speaks_lines_and_nothing_else(call: Caller) -> None:
    requests = [
        {"id": 1, "do": "new", "scenario": call.scenario, "seed": 4},
        {"id": 2, "do": "random", "count": 20, "seed": 1},
        "garbage",
        {"id": 3, "do": "status"},
        {"id": 4, "do": "quit"},
        {"id": 5, "do": "status"},
    ]
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in requests) + "\n"
    answer = run_engine(text.encode())
    replies = [json.loads(line) for line in answer.splitlines()]
    assert [reply.get("id") for reply in replies] == [1, 2, None, 3, 4]
    assert [reply["ok"] for reply in replies] == [True, True, False, True, True]
    assert replies[1]["status"]["hash"] == replies[3]["hash"]


def run_engine(data: bytes) -> bytes:
    import subprocess
    import sys

    from tests.fixtures.processes import environment

    done = subprocess.run(
        [sys.executable, "-m", "app", "engine"],
        input=data,
        capture_output=True,
        env=environment(),
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    return done.stdout


def test_the_engine_survives_a_line_of_megabytes(call: Caller) -> None:
    long = b'{"do":"status","id":"' + b"x" * 3_000_000 + b'"}\n'
    replies = [json.loads(line) for line in run_engine(long + b'{"do":"quit"}\n').splitlines()]
    assert [reply["ok"] for reply in replies] == [False, True]
    assert "longer than 1 MB" in replies[0]["error"]["text"]


def test_the_engine_ends_with_its_input() -> None:
    assert run_engine(b"") == b""
    assert b"no game" in run_engine(b'{"do":"status"}')


def test_python_dash_m_is_the_command() -> None:
    assert run_python("-m", "app", "--version").stdout == f"hexwright {__version__}\n"
