"""What a side looking on may see and do through the protocol."""

from __future__ import annotations

import json

from tests.engine.protocol.talking import free_talk, to_the_bids, toy_talk


def test_several_sides_decide_at_once_in_secret() -> None:
    talk = toy_talk()
    to_the_bids(talk)
    status = talk.ok("status")
    assert status["side"] is None
    assert status["decision"]["sides"] == ["axis", "allied"]
    assert (
        "name the side" in talk.refused("apply", "BAD_REQUEST", action={"kind": "bid", "number": 1})["text"]
    )
    actions = talk.ok("legal", side="allied")["actions"]
    assert {"kind": "bid", "number": 2, "side": "allied"} in actions
    assert all(action["side"] == "allied" for action in actions)
    assert len(talk.ok("legal")["actions"]) == 8
    talk.ok("view", side="allied")
    reply = talk.ok("apply", action={"kind": "bid", "number": 2, "side": "allied"})
    assert reply["events"][0]["text"] == "allied bids 2"
    talk.ok("view", side="axis")
    lines = talk.ok("log")["lines"]
    assert [line["text"] for line in lines][-1] == "allied has bid"
    assert "bids 2" not in json.dumps(lines)


def test_a_side_looking_on_may_not_act_or_see_all() -> None:
    talk = toy_talk()
    assert talk.ok("view", side="allied") == {"ok": True, "viewer": "allied", "hidden": 0}
    talk.refused("apply", "WRONG_SIDE", action={"kind": "attack", "piece": "a1"})
    talk.refused("explain", "WRONG_SIDE", action={"kind": "attack", "piece": "a1"})
    for do, keys in (
        ("state", {}),
        ("save", {"path": "x"}),
        ("random", {"count": 1}),
        ("undo", {"free": True}),
    ):
        assert "allied" in talk.refused(do, "WRONG_SIDE", **keys)["text"]
    assert talk.ok("legal")["actions"] == []
    talk.ok("view", side="axis")
    talk.ok("apply", action={"kind": "attack", "piece": "a1"})
    assert "'axis'" in talk.refused("view", "UNKNOWN_ID", side="axs")["hint"]
    talk.ok("view", side="all")
    talk.ok("state")


def test_hidden_hands_stay_hidden() -> None:
    talk = free_talk()
    talk.ok("apply", action={"kind": "draw-card", "deck": "events", "side": "axis"})
    talk.ok("view", side="allied")
    seen = json.dumps([talk.ok("pieces"), talk.ok("log"), talk.ok("tracks")])
    assert "A card was drawn" in seen
    assert not [n for n in range(1, 5) if f"card-{n}" in seen or f"Event {n}" in seen]


def test_a_side_does_not_take_back_what_the_other_did() -> None:
    talk = free_talk()
    talk.ok("apply", action={"kind": "draw-card", "deck": "events", "side": "axis"})
    talk.ok("view", side="allied")
    for do in ("undo", "redo"):
        assert "the other side" in talk.error(do)["text"] or do == "redo"
    assert talk.ok("status")["actions"] == 1
    talk.ok("view", side="all")
    talk.ok("undo", free=True)
    talk.ok("view", side="allied")
    talk.refused("redo", "WRONG_SIDE")
    talk.ok("view", side="axis")
    assert talk.ok("redo")["actions"] == 1
