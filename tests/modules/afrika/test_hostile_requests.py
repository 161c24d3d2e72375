"""What a program may send by mistake or malice in a real game: never a failure, never a dead end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.protocol import Session

Json = dict[str, Any]
FAILED = "the program failed"
LONELY = {"step": "afrika.displacement", "node": "choose"}


def ask(session: Session, **request: Any) -> Json:
    reply = session.answer(json.dumps(request))
    assert reply is not None
    found: Json = json.loads(reply)
    assert FAILED not in str(found.get("error")), found
    return found


def begun(phase: str) -> Session:
    """A game of *Operation Crusader* that has come to a phase."""
    session = Session()
    assert ask(session, do="new", scenario="afrika/operation-crusader", seed=5)["ok"]
    for _ in range(400):
        if ask(session, do="status")["phase"] == phase:
            return session
        ask(session, do="random", count=1, seed=2)
    raise AssertionError(f"{phase} did not come")


@pytest.mark.parametrize("path", [["tripoli"], ["connecting"], ["A44.19"], ["A44.21"], []])
@pytest.mark.parametrize("pieces", [[], ["turn-16"], ["allied-rommel"], ["allied-arty-3", "allied-arty-3"]])
def test_nonsense_moves_are_explained(pieces: list[str], path: list[str]) -> None:
    session = begun("allied.movement")
    reply = ask(session, do="explain", action={"kind": "move", "pieces": pieces, "path": path})
    assert reply["ok"]
    assert not reply["legal"]
    assert "preview" not in reply


def spoil(name: str) -> Callable[[Json], object]:
    """A change that makes a state impossible."""
    changes: dict[str, Callable[[Json], object]] = {
        "air without end": lambda state: state["data"]["air"].update(allied=2**62),
        "air of one side": lambda state: state["data"]["air"].pop("axis"),
        "no trucks": lambda state: state["data"].update(trucks={}),
        "trucks without end": lambda state: state["data"]["trucks"]["axis"].update(points=2**40),
        "shipping of nobody": lambda state: state["data"].update(shipping={"axis": 1, "martians": 1}),
        "a port without end": lambda state: state["data"]["ports"]["A36.23"].update(capacity=2**62),
        "turn 0": lambda state: state.update(turn=0),
        "turn 29": lambda state: state.update(turn=29),
        "no locals": lambda state: state["flow"][0].pop("vars"),
        "another phase": lambda state: state["flow"][0]["vars"].update(index=3),
        "no such phase": lambda state: state["flow"][0]["vars"].update(index=2**70),
        "a frame twice": lambda state: state["flow"].append(
            {"step": "afrika.displacement", "node": "choose"}
        ),
    }
    return changes[name]


@pytest.mark.parametrize(
    "name",
    [
        *("air without end", "air of one side", "no trucks", "trucks without end", "shipping of nobody"),
        *("a port without end", "turn 0", "turn 29", "no locals", "another phase", "no such phase"),
        "a frame twice",
    ],
)
def test_impossible_states_are_not_loaded(name: str) -> None:
    session = begun("allied.movement")
    before = ask(session, do="status")["hash"]
    state = ask(session, do="state")["state"]
    spoil(name)(state)
    assert ask(session, do="load", state=state)["error"]["code"] == "BAD_STATE"
    assert ask(session, do="status")["hash"] == before


@pytest.mark.parametrize("phase", ["allied.combat", "axis.combat", "allied.exploitation", "axis.supply"])
def test_a_pending_decision_may_lose_its_pieces(phase: str) -> None:
    session = begun(phase)
    for step in range(12):
        everything = [
            piece["id"] for piece in ask(session, do="pieces")["pieces"] if piece["type"] != "supply"
        ]
        change = [{"piece": name, "at": None} for name in everything]
        reply = ask(session, do="place", set=change)
        assert "fault of the rules" not in str(reply.get("error"))
        if reply["ok"]:
            assert ask(session, do="legal", limit=5)["ok"]
            assert ask(session, do="undo", free=True)["ok"]
        assert ask(session, do="random", count=1, seed=step)["ok"]
