"""Lines that are wrong in every way: each is answered, and nothing else happens."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol import Session
from tests.engine.protocol.talking import Talk, free_talk

BAD_LINES: dict[str, tuple[bytes, str]] = {
    "no json": (b"hello", "BAD_JSON"),
    "half an object": (b'{"do":"status"', "BAD_JSON"),
    "two objects": (b'{"do":"status"}{"do":"status"}', "BAD_JSON"),
    "single quotes": (b"{'do':'status'}", "BAD_JSON"),
    "trailing comma": (b'{"do":"status",}', "BAD_JSON"),
    "comment": (b'{"do":"status"} // now', "BAD_JSON"),
    "NaN": (b'{"do":"new","scenario":"a/b","seed":NaN}', "BAD_JSON"),
    "Infinity": (b'{"do":"new","scenario":"a/b","seed":Infinity}', "BAD_JSON"),
    "not utf-8": (b'{"do":"\xff\xfe"}', "BAD_JSON"),
    "latin-1": ('{"do":"log","from":"ä"}'.encode("latin-1"), "BAD_JSON"),
    "utf-16": ('{"do":"status"}'.encode("utf-16"), "BAD_JSON"),
    "zero bytes": (b"\0\0\0\0", "BAD_JSON"),
    "byte order mark": (b'\xef\xbb\xbf{"do":"status"}', "BAD_JSON"),
    "control character in a string": (b'{"do":"sta\ttus"}', "BAD_JSON"),
    "too long": (b'{"do":"status","id":"' + b"x" * 1_000_000 + b'"}', "BAD_JSON"),
    "too deep": (b'{"do":"load","state":' + b"[" * 101 + b"]" * 101 + b"}", "BAD_JSON"),
    "very deep": (b"[" * 400_000, "BAD_JSON"),
    "deep objects": (b'{"a":' * 5000 + b"1" + b"}" * 5000, "BAD_JSON"),
    "number": (b"7", "BAD_REQUEST"),
    "text": (b'"status"', "BAD_REQUEST"),
    "null": (b"null", "BAD_REQUEST"),
    "list": (b'[{"do":"status"}]', "BAD_REQUEST"),
    "empty object": (b"{}", "BAD_REQUEST"),
    "do is missing": (b'{"id":3}', "BAD_REQUEST"),
    "do is a number": (b'{"do":5}', "BAD_REQUEST"),
    "do is null": (b'{"do":null}', "BAD_REQUEST"),
    "do is a list": (b'{"do":["status"]}', "BAD_REQUEST"),
    "unknown request": (b'{"do":"statsu"}', "BAD_REQUEST"),
    "wrong case": (b'{"do":"Status"}', "BAD_REQUEST"),
    "unknown key": (b'{"do":"status","verbose":true}', "BAD_REQUEST"),
    "number too big for a seed": (b'{"do":"new","scenario":"a/b","seed":9223372036854775808}', "BAD_REQUEST"),
    "huge number": (b'{"do":"new","scenario":"a/b","seed":' + b"9" * 400 + b"}", "BAD_REQUEST"),
    "huge exponent": (b'{"do":"new","scenario":"a/b","seed":1e999}', "BAD_JSON"),
    "negative seed": (b'{"do":"new","scenario":"a/b","seed":-1}', "BAD_REQUEST"),
    "fractional seed": (b'{"do":"new","scenario":"a/b","seed":1.5}', "BAD_REQUEST"),
    "boolean seed": (b'{"do":"new","scenario":"a/b","seed":true}', "BAD_REQUEST"),
    "text as seed": (b'{"do":"new","scenario":"a/b","seed":"7"}', "BAD_REQUEST"),
    "scenario missing": (b'{"do":"new"}', "BAD_REQUEST"),
    "options are a list": (b'{"do":"new","scenario":"a/b","options":[]}', "BAD_REQUEST"),
    "option is a list": (b'{"do":"new","scenario":"a/b","options":{"x":[1]}}', "BAD_REQUEST"),
    "action is a text": (b'{"do":"apply","action":"win"}', "BAD_REQUEST"),
    "action missing": (b'{"do":"apply"}', "BAD_REQUEST"),
    "limit negative": (b'{"do":"legal","limit":-5}', "BAD_REQUEST"),
    "count huge": (b'{"do":"random","count":99999999999}', "BAD_REQUEST"),
    "free is a word": (b'{"do":"undo","free":"yes"}', "BAD_REQUEST"),
    "dice are words": (b'{"do":"dice","next":["six"]}', "BAD_REQUEST"),
    "dice are fractions": (b'{"do":"dice","next":[1.5]}', "BAD_REQUEST"),
    "path too long": (b'{"do":"save","path":"' + b"x" * 5000 + b'"}', "BAD_REQUEST"),
    "where is a list": (b'{"do":"pieces","where":[]}', "BAD_REQUEST"),
    "turn too big": (b'{"do":"place","turn":100000}', "BAD_REQUEST"),
    "unknown key inside": (b'{"do":"pieces","where":{"sied":"axis"}}', "BAD_REQUEST"),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_answered_and_does_nothing(name: str) -> None:
    line, code = BAD_LINES[name]
    talk = free_talk()
    before = talk.ok("status")
    reply = talk.line(line)
    assert reply["ok"] is False
    assert reply["error"]["code"] == code, reply
    assert reply["error"]["text"]
    assert talk.ok("status") == before


def test_near_misses_are_named() -> None:
    talk = Talk()
    assert "did you mean 'status'" in talk.error("statsu")["hint"]
    assert "did you mean 'seed'" in talk.error("new", scenario="a/b", sede=3)["hint"]
    assert "did you mean 'side'" in talk.error("pieces", where={"sied": "axis"})["hint"]
    assert "did you mean 'piece'" in talk.error("place", set=[{"pice": "x", "piece": "y"}])["hint"]
    assert "known keys" in talk.error("undo", xyzzy=1)["hint"]


def test_what_is_wrong_is_named_with_its_place() -> None:
    error = free_talk().error("place", set=[{"piece": "mine", "at": "0203", "steps": "two"}])
    assert "$.set[0].steps" in error["text"]


@pytest.mark.parametrize("given_id", [1, "a", None, 1.5, [1, {"b": 2}], {"x": []}, True, ""])
def test_the_id_is_echoed_whatever_it_is(given_id: object) -> None:
    talk = free_talk()
    assert talk.line(json.dumps({"id": given_id, "do": "status"}))["id"] == given_id
    assert talk.line(json.dumps({"id": given_id, "do": "nonsense"}))["id"] == given_id


def test_without_an_id_none_is_echoed() -> None:
    assert "id" not in Talk().ask("status")


def test_blank_lines_are_ignored() -> None:
    session = Session()
    assert [session.answer(line) for line in ("", "\n", "  \t \r\n", b"")] == [None] * 4


def test_white_space_around_a_request_does_not_matter() -> None:
    assert free_talk().line(b'  {"do" : "status" } \r\n')["ok"] is True


def test_brackets_in_strings_are_not_depth() -> None:
    talk = free_talk()
    assert talk.line(json.dumps({"do": "status", "id": "[" * 500 + '\\"{'}))["ok"] is True


def test_a_hundred_levels_are_allowed() -> None:
    talk = free_talk()
    line = b'{"do":"status","id":' + b"[" * 99 + b"]" * 99 + b"}"
    assert talk.line(line)["ok"] is True


def test_every_request_needs_a_game_first() -> None:
    talk = Talk()
    requests: dict[str, dict[str, object]] = {
        "status": {},
        "pieces": {},
        "legal": {},
        "reach": {"piece": "x"},
        "explain": {"action": {"kind": "end-phase"}},
        "apply": {"action": {"kind": "end-phase"}},
        "random": {},
        "dice": {"next": [1]},
        "draws": {"next": ["x"]},
        "place": {},
        "control": {"at": "x"},
        "tracks": {},
        "victory": {},
        "supply": {"side": "axis"},
        "undo": {},
        "redo": {},
        "state": {},
        "save": {"path": "x"},
        "view": {"side": "axis"},
        "log": {},
    }
    for do, keys in requests.items():
        assert "no game" in talk.refused(do, "BAD_REQUEST", **keys)["text"]


def test_quit_ends_the_session() -> None:
    talk = Talk()
    assert talk.ok("quit") == {"ok": True}
    assert talk.session.finished


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_answered(data: bytes) -> None:
    reply = Session().answer(data.replace(b"\n", b""))
    assert reply is None or json.loads(reply)["ok"] is False


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
REQUESTS = [
    *("new", "status", "pieces", "legal", "reach", "explain", "apply", "random", "dice", "draws", "place"),
    *("control", "tracks", "victory", "supply", "undo", "redo", "state", "load", "view", "log"),
]
KEYS = [
    *("scenario", "seed", "options", "where", "kind", "piece", "pieces", "limit", "side", "action", "next"),
    *("set", "tracks", "control", "turn", "phase", "at", "free", "state", "from"),
]


@settings(max_examples=300, deadline=None)
@given(do=st.sampled_from(REQUESTS), keys=st.dictionaries(st.sampled_from(KEYS), json_values, max_size=3))
def test_any_request_is_answered(do: str, keys: dict[str, object]) -> None:
    reply = free_talk().line(json.dumps({**keys, "do": do}))
    assert reply["ok"] in {True, False}
    if not reply["ok"]:
        assert "the program failed" not in reply["error"]["text"], (do, keys)


@pytest.mark.expects_log
def test_a_failure_of_the_program_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = free_talk()
    before = talk.ok("status")

    def explode(*_: object) -> object:
        raise ZeroDivisionError("division by zero")

    with monkeypatch.context() as patch:
        patch.setattr("engine.protocol.looking.status_of", explode)
        reply = talk.line(b'{"id":9,"do":"status"}')
    assert (reply["id"], reply["ok"]) == (9, False)
    assert "the program failed" in reply["error"]["text"]
    assert talk.ok("status") == before


def test_a_fault_of_the_rules_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = free_talk()

    def explode(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("engine.rules.freeplay_turns.NextPhaseKind.apply", explode)
    error = talk.refused("apply", "ILLEGAL", action={"kind": "end-phase", "side": "axis"})
    assert "a fault of the rules, nothing was changed" in error["text"]
