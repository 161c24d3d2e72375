"""What a program that looks with the eyes of one side can get at under the fog of war (clar. 20)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.protocol import Session

SECRET = {"do": "place", "set": [{"piece": "axis-arty-1", "steps": 1}]}


def ask(session: Session, **request: Any) -> dict[str, Any]:
    reply = session.answer(json.dumps(request))
    assert reply is not None
    found: dict[str, Any] = json.loads(reply)
    return found


@pytest.fixture(scope="module")
def foggy() -> Session:
    session = Session()
    options = {"fog": True}
    assert ask(session, do="new", scenario="afrika/operation-crusader", seed=3, options=options)["ok"]
    for _ in range(200):
        if ask(session, do="status")["phase"] == "allied.combat":
            return session
        assert ask(session, do="random", count=1, seed=1)["ok"]
    raise AssertionError("no combat came")


def hidden_unit(session: Session) -> tuple[str, str]:
    """An Axis unit the Commonwealth cannot see, and where it stands."""
    ask(session, do="view", side="all")
    everything = {piece["id"]: piece["at"] for piece in ask(session, do="pieces")["pieces"]}
    assert ask(session, do="view", side="allied")["hidden"] > 0
    shown = {piece["id"] for piece in ask(session, do="pieces")["pieces"]}
    name = min(name for name, at in everything.items() if at and at[0] in "AB" and name not in shown)
    return name, everything[name]


def test_no_refusal_tells_where_a_hidden_unit_is(foggy: Session) -> None:
    name, at = hidden_unit(foggy)
    requests: list[dict[str, Any]] = [
        {"do": "reach", "piece": name},
        {"do": "reach", "pieces": [name]},
        {"do": "explain", "action": {"kind": "move", "pieces": [name], "path": ["A36.23"]}},
        {"do": "apply", "action": {"kind": "move", "pieces": [name], "path": ["A36.23"]}},
        {"do": "explain", "action": {"kind": "declare-attack", "target": "A36.23", "attackers": [name]}},
    ]
    for request in requests:
        reply = ask(foggy, **request)
        assert reply["error"]["code"] == "WRONG_SIDE", request
        assert "cannot see" in reply["error"]["text"]
        assert at not in json.dumps(reply)


def test_a_side_in_the_fog_does_not_overrule(foggy: Session) -> None:
    hidden_unit(foggy)
    before = ask(foggy, do="status")["hash"]
    assert ask(foggy, **SECRET)["error"]["code"] == "WRONG_SIDE"
    assert ask(foggy, do="status")["hash"] == before
    ask(foggy, do="view", side="all")
    assert ask(foggy, **SECRET)["ok"]
