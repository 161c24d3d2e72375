"""Playing through the protocol: legal, apply, explain, reach, undo, chance, the log."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.protocol.talking import TANKS, free_talk, to_the_bids, toy_talk

# --- acting -----------------------------------------------------------------------------------------


def test_legal_actions_can_be_sent_back() -> None:
    talk = toy_talk()
    legal = talk.ok("legal")
    assert legal["complete"] is True
    assert legal["total_at_least"] == len(legal["actions"]) == 3
    for action in legal["actions"]:
        assert talk.ok("explain", action=action)["legal"] is True
    assert talk.ok("legal", kind="attack", piece="a2")["actions"] == [{"kind": "attack", "piece": "a2"}]
    assert talk.ok("legal", kind="bid")["actions"] == []


def test_legal_is_made_only_as_far_as_asked() -> None:
    talk = toy_talk()
    few = talk.ok("legal", limit=2)
    assert (len(few["actions"]), few["complete"], few["total_at_least"]) == (2, False, 3)
    none = talk.ok("legal", limit=0)
    assert (none["actions"], none["complete"], none["total_at_least"]) == ([], False, 1)
    all_of_them = talk.ok("legal", limit=3)
    assert all_of_them["complete"] is True


def test_legal_refuses_names_that_are_not_there() -> None:
    talk = toy_talk()
    assert "'attack'" in talk.refused("legal", "UNKNOWN_ID", kind="atack")["hint"]
    talk.refused("legal", "UNKNOWN_ID", piece="zz")
    talk.refused("legal", "UNKNOWN_ID", side="martians")


def test_apply_tells_events_barrier_and_status() -> None:
    talk = toy_talk()
    talk.ok("dice", next=[1])
    reply = talk.ok("apply", action={"kind": "attack", "piece": "a1"})
    assert reply["barrier"] is True
    assert "dice were rolled" in reply["barrier_reason"]
    (event,) = reply["events"]
    assert event == {"kind": "duel", "text": "axis rolls 1", "rule": "", "side": "axis", "dice": [1]}
    assert reply["status"]["decision"]["sides"] == ["allied"]
    assert reply["status"]["phase"] == "axis.fight"
    assert reply["status"]["path"][-1] == "axis.fight.answer"
    assert reply["status"]["actions"] == 1


ILLEGAL: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "attack", "piece": "b1"}, "ILLEGAL", "T2"),
    ({"kind": "attack", "piece": "zz"}, "UNKNOWN_ID", ""),
    ({"kind": "attack", "piece": 5}, "BAD_REQUEST", ""),
    ({"kind": "attack"}, "BAD_REQUEST", ""),
    ({"kind": "attack", "piece": "a1", "bonus": 1}, "BAD_REQUEST", ""),
    ({"kind": "attack", "piece": ["a1"]}, "BAD_REQUEST", ""),
    ({"kind": "bid", "number": 1}, "WRONG_PHASE", "T2"),
    ({"kind": "attack", "piece": "a1", "side": "allied"}, "WRONG_SIDE", "T2"),
    ({"kind": "attack", "piece": "a1", "side": "martians"}, "UNKNOWN_ID", ""),
    ({"kind": "attack", "piece": "a1", "side": 5}, "BAD_REQUEST", ""),
    ({"kind": "atack", "piece": "a1"}, "UNKNOWN_ID", ""),
    ({"piece": "a1"}, "BAD_REQUEST", ""),
    ({"kind": None}, "BAD_REQUEST", ""),
    ({}, "BAD_REQUEST", ""),
    ({"kind": "adjudicate"}, "BAD_REQUEST", ""),
]


@pytest.mark.parametrize(("action", "code", "rule"), ILLEGAL)
def test_an_illegal_action_changes_nothing(action: dict[str, Any], code: str, rule: str) -> None:
    talk = toy_talk()
    error = talk.refused("apply", code, action=action)
    assert error["rule"] == rule
    assert talk.ok("status")["actions"] == 0


def test_explain_changes_nothing_and_gives_the_rule() -> None:
    talk = toy_talk()
    before = talk.ok("status")
    refused = talk.ok("explain", action={"kind": "attack", "piece": "b1"})
    assert (refused["legal"], refused["rule"], refused["text"]) == (False, "T2", "not yours")
    ending = talk.ok("explain", action={"kind": "end-phase"})
    assert ending["legal"] is True
    assert ending["unfinished"] == []
    wrong_time = talk.ok("explain", action={"kind": "bid", "number": 2})
    assert wrong_time["legal"] is False
    assert wrong_time["code"] == "WRONG_PHASE"
    assert talk.ok("status") == before


def test_undo_and_redo_up_to_a_barrier() -> None:
    talk = free_talk()
    start = talk.ok("status")["hash"]
    moved = talk.ok("apply", action={"kind": "place", "pieces": [TANKS], "at": "0404", "side": "axis"})
    assert moved["barrier"] is False
    assert talk.ok("undo")["hash"] == start
    assert talk.ok("redo")["hash"] == moved["status"]["hash"]
    talk.ok("apply", action={"kind": "roll", "side": "axis"})
    blocked = talk.refused("undo", "BARRIER")
    assert "dice" in blocked["text"]
    assert talk.ok("undo", free=True)["actions"] == 1
    talk.ok("undo")
    assert "nothing" in talk.refused("undo", "BARRIER")["text"]
    talk.ok("redo")
    talk.ok("redo")
    assert "nothing" in talk.refused("redo", "BARRIER")["text"]


def test_random_plays_to_the_end_and_the_same_again() -> None:
    first, again = (toy_talk(3).ok("random", count=5000, seed=4) for _ in range(2))
    assert first == again
    assert first["applied"] < 5000
    assert first["status"]["over"] == {"winner": "draw", "reason": "time is up", "rule": "T9"}
    assert first["status"]["decision"] is None
    other = toy_talk(3).ok("random", count=5000, seed=5)
    assert other["status"]["hash"] != first["status"]["hash"]


def test_after_the_end_nothing_is_possible() -> None:
    talk = toy_talk(3)
    talk.ok("random", count=5000)
    assert talk.ok("random", count=3)["applied"] == 0
    assert talk.refused("apply", "GAME_OVER", action={"kind": "end-phase"})["text"] == "the game is over"
    talk.refused("explain", "GAME_OVER", action={"kind": "end-phase"})
    assert talk.ok("legal")["actions"] == []
    assert talk.ok("status")["phase"] == "game-over"


def test_dice_are_checked_when_queued_and_when_used() -> None:
    talk = toy_talk()
    for faces in ([7], [0], [-1], [3, 9]):
        talk.refused("dice", "BAD_REQUEST", next=faces)
    assert talk.ok("dice", next=[2, 6])["dice"] == [2, 6]
    first = talk.ok("apply", action={"kind": "attack", "piece": "a1"})
    assert first["events"][0]["dice"] == [2]
    second = talk.ok("apply", action={"kind": "answer", "counter": True})
    assert second["events"][0]["dice"] == [6]
    talk.ok("dice", next=[4])
    assert talk.ok("dice", next=[]) == {"ok": True, "dice": [], "draws": []}


def test_an_impossible_table_draw_is_refused_when_used() -> None:
    talk = toy_talk()
    talk.refused("draws", "UNKNOWN_ID", next=["nobody"])
    to_the_bids(talk)
    talk.ok("apply", action={"kind": "bid", "number": 1, "side": "axis"})
    talk.ok("draws", next=["a1"])
    error = talk.refused("apply", "UNKNOWN_ID", action={"kind": "bid", "number": 2})
    assert "a1" in error["text"]
    talk.ok("draws", next=[])
    talk.ok("apply", action={"kind": "bid", "number": 2})


def test_reach_says_why_nothing_moves() -> None:
    talk = toy_talk()
    talk.refused("reach", "WRONG_PHASE", piece="a1")
    talk.refused("reach", "UNKNOWN_ID", piece="zz")
    talk.refused("reach", "BAD_REQUEST")
    talk.refused("reach", "BAD_REQUEST", piece="a1", pieces=["a1"])


def test_log_goes_on_where_it_was_left() -> None:
    talk = free_talk()
    first = talk.ok("log")
    talk.ok("apply", action={"kind": "place", "pieces": [TANKS], "at": "0404", "side": "axis"})
    more = talk.ok("log", from_=first["next"])
    assert more["lines"][0]["n"] == first["next"]
    assert "Tanks" in more["lines"][0]["text"]
    assert talk.ok("log", from_=10_000)["lines"] == []
    talk.refused("log", "BAD_REQUEST", from_=-1)
