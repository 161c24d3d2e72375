"""Saves that must not be opened: cut, edited, foreign, newer, hostile; each with file, line and remedy."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.saves import SaveFault, read_journal, read_save, restore, rules_for, save_text
from engine.saves.reading import parse
from engine.saves.writing import checksum
from tests.engine.saves.samples import a_long_game
from tests.engine.toy import MODULE, ToyRules

FILE = "x.hexsave"


def lines_of(text: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def rebuilt(lines: list[dict[str, object]]) -> bytes:
    """The text of edited lines by somebody who knows how to make the checksum fit again."""
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines[:-1])
    end = {**lines[-1], "checksum": checksum(body)}
    return body + json.dumps(end).encode() + b"\n"


def refused(text: bytes) -> SaveFault:
    with pytest.raises(SaveFault) as caught:
        restore(parse(text, FILE), ToyRules())
    fault = caught.value
    assert str(fault).startswith(FILE)
    assert fault.hint
    return fault


@pytest.fixture(scope="module")
def good() -> bytes:
    return save_text(a_long_game(actions=60))


def test_the_good_save_is_good(good: bytes) -> None:
    assert restore(parse(rebuilt(lines_of(good)), FILE), ToyRules()).game.count == 60


def test_every_cut_is_noticed(good: bytes) -> None:
    for size in [*range(0, len(good), 97), len(good) - 1, good.rstrip().rfind(b"\n") + 1]:
        fault = refused(good[:size])
        words = ("cut off", "the end of the game is missing", "empty", "no saved game")
        assert any(part in fault.message for part in words), fault


@pytest.mark.parametrize("position", [5, 200, 900, 2500, 4000])
def test_one_changed_byte_is_noticed(good: bytes, position: int) -> None:
    changed = good[:position] + bytes([good[position] ^ 1]) + good[position + 1 :]
    refused(changed)


FOREIGN = {
    "empty": b"",
    "blank": b"\n",
    "text": b"Dear diary\n",
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "zip": b"PK\x03\x04" + bytes(100),
    "list": b"[1,2,3]\n",
    "other json": b'{"hello":"world"}\n',
    "utf-16": '{"hexwright":"save"}\n'.encode("utf-16"),
    "zeros": bytes(5000),
    "deep": b"[" * 100_000,
    "deep header": b'{"hexwright":"save","format":1,"start":' + b"[" * 100_000,
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_files_are_named_as_such(name: str) -> None:
    fault = refused(FOREIGN[name])
    assert "no saved game" in fault.message or "empty" in fault.message


def test_a_newer_format_is_named(good: bytes) -> None:
    lines = lines_of(good)
    lines[0]["format"] = 99
    lines[0]["something_new"] = True
    fault = refused(rebuilt(lines))
    assert "format 99" in fault.message
    assert "newer" in fault.hint


Edit = Callable[[list[dict[str, object]]], object]

EDITS: dict[str, tuple[Edit, str, int]] = {
    "format 0": (lambda lines: lines[0].update(format=0), "format 0", 1),
    "unknown header key": (lambda lines: lines[0].update(extra=1), "extra", 1),
    "header key missing": (lambda lines: lines[0].pop("seed"), "seed", 1),
    "seed is text": (lambda lines: lines[0].update(seed="7"), "int", 1),
    "huge seed": (lambda lines: lines[0].update(seed=10**40), "cannot be read", 1),
    "unknown line": (lambda lines: lines[3].update(line="cheat"), "cheat", 4),
    "no line kind": (lambda lines: lines[3].pop("line"), "line", 4),
    "second header": (lambda lines: lines.insert(2, dict(lines[0])), "second header", 3),
    "action left out": (lambda lines: lines.pop(2), "out of order", 3),
    "action doubled": (lambda lines: lines.insert(2, dict(lines[1])), "out of order", 3),
    "undo in a save": (lambda lines: lines.insert(3, {"line": "undo", "n": 1}), "no undo", 4),
    "wrong number of actions": (lambda lines: lines[-1].update(actions=59), "number of actions", 64),
    "unknown action": (lambda lines: lines[1].update(action={"kind": "win"}), "win", 2),
    "action without kind": (lambda lines: lines[1].update(action={"piece": "a1"}), "kind", 2),
    "action is a list": (lambda lines: lines[1].update(action=[1]), "kind", 2),
    "unknown field of an action": (
        lambda lines: lines[1].update(action={"kind": "attack", "piece": "a1", "bonus": 3}),
        "bonus",
        2,
    ),
    "wrong type in an action": (
        lambda lines: lines[1].update(action={"kind": "attack", "piece": 7}),
        "str",
        2,
    ),
    "illegal action": (
        lambda lines: lines[1].update(action={"kind": "attack", "piece": "b1"}),
        "not yours",
        2,
    ),
    "unknown piece": (lambda lines: lines[1].update(action={"kind": "attack", "piece": "zz"}), "zz", 2),
    "action of the wrong side": (lambda lines: lines[1].update(side="allied"), "axis to decide", 2),
    "unknown side": (lambda lines: lines[1].update(side="martians"), "to decide", 2),
    "loaded die": (
        lambda lines: lines[1].update(draws=[{"reason": "duel", "faces": 6, "dice": [7]}], table=[1, 0]),
        "7",
        2,
    ),
    "die nobody rolled": (lambda lines: lines[1].update(draws=[]), "chance gave", 2),
    "die changed": (
        lambda lines: lines[1].update(draws=[{"reason": "duel", "faces": 6, "dice": [9]}]),
        "chance gave",
        2,
    ),
    "more table dice than dice": (lambda lines: lines[1].update(table=[-1, 0]), "", 2),
    "snapshot of another position": (lambda lines: lines[51].update(hash="00" * 16), "differs", 51),
    "end hash": (lambda lines: lines[-1].update(hash="00" * 16), "final position", 62),
    "remarks of a wrong shape": (
        lambda lines: lines.insert(-1, {"line": "remarks", "remarks": {"notes": "x"}}),
        "cannot be read",
        64,
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_clever_edits_are_refused(good: bytes, name: str) -> None:
    edit, part, line = EDITS[name]
    lines = lines_of(good)
    edit(lines)
    if name == "more table dice than dice":
        assert restore(parse(rebuilt(lines), FILE), ToyRules()).game.count == 60
        return
    fault = refused(rebuilt(lines))
    assert part in str(fault)
    assert fault.line == line


def test_secrets_in_a_snapshot_cannot_be_exchanged(good: bytes) -> None:
    lines = lines_of(good)
    state = lines[51]["state"]
    assert isinstance(state, dict)
    state["data"]["bids"] = {"allied": 3}
    fault = refused(rebuilt(lines))
    assert "does not fit its own hash" in fault.message


def test_a_damaged_snapshot_is_refused(good: bytes) -> None:
    lines = lines_of(good)
    state = lines[51]["state"]
    assert isinstance(state, dict)
    state["stacks"] = {}
    assert "damaged" in refused(rebuilt(lines)).message


def test_a_position_at_the_start_is_checked(good: bytes) -> None:
    lines = lines_of(good)
    lines[0]["start"] = {"turn": 1}
    assert "damaged" in refused(rebuilt(lines)).message


def test_the_wrong_module_is_refused(good: bytes) -> None:
    other = MODULE.model_copy(update={"id": "chess"})
    with pytest.raises(SaveFault, match="a game of 'toy', not 'chess'"):
        rules_for(parse(good, FILE), other)


def test_things_that_are_no_files(tmp_path: Path) -> None:
    for path, part in ((tmp_path / "no.hexsave", "no such file"), (tmp_path, "folder")):
        with pytest.raises(SaveFault, match=part):
            read_save(path)
    with pytest.raises(SaveFault, match="null"):
        read_save("a\0b")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.hexsave"
    with path.open("wb") as stream:
        stream.truncate(1_000_000_000)
    with pytest.raises(SaveFault, match="more than 64 MB"):
        read_save(path)


HOSTILE = {
    "one endless line": lambda header: header + b'{"line":"action","n":1,"side":"' + b"x" * 60_000_000,
    "millions of lines": lambda header: (
        header.replace(b'"save"', b'"journal"') + b'{"line":"undo","n":0}\n' * 2_900_000
    ),
    "millions of empty lines": lambda header: header + b"\n" * 60_000_000,
    "deep action": lambda header: (
        header.replace(b'"save"', b'"journal"')
        + b'{"line":"action","n":1,"side":"axis","action":'
        + b"[" * 7_000_000
        + b"\n"
    ),
    "deep snapshot": lambda header: (
        header.replace(b'"save"', b'"journal"')
        + b'{"line":"snapshot","n":0,"hash":"","state":'
        + b'{"a":' * 1_500_000
        + b"\n"
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_soon(tmp_path: Path, good: bytes, name: str) -> None:
    path = tmp_path / "x.hexsave"
    path.write_bytes(HOSTILE[name](good.partition(b"\n")[0] + b"\n"))
    began = time.process_time()
    with pytest.raises(SaveFault):
        restore(read_save(path), ToyRules())
    assert time.process_time() - began < 2


def test_an_unreadable_device_is_refused() -> None:
    device = Path("/dev/zero")
    if not device.exists():
        pytest.skip("no such device here")
    with pytest.raises(SaveFault, match="no ordinary file"):
        read_save(device)


def test_a_save_is_no_journal(tmp_path: Path, good: bytes) -> None:
    path = tmp_path / "x.hexsave"
    path.write_bytes(good)
    with pytest.raises(SaveFault, match="no journal"):
        read_journal(path)
