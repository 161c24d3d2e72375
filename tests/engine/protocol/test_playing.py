"""Playing through the protocol: legal, apply, explain, undo, chance, secrets, adjudication, games kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.protocol.talking import Talk, free_talk, toy_talk

TANKS = "3-blue-tanks"


def test_new_replies_with_the_status() -> None:
    talk = Talk()
    status = talk.ok("new", scenario="meeting/meeting", seed=7, options={"fog": True})
    assert status["turn"] == 1
    assert status["date"] == "Day 1"
    assert status["side"] in {"axis", None}
    assert status["phase"] == "axis.movement"
    assert status["path"][:2] == ["axis", "axis.movement"]
    assert status["rule"] == "2.1"
    assert status["decision"]["sides"][0] == "axis"
    assert "end-phase" in status["decision"]["kinds"]
    assert status["over"] is None
    assert status["actions"] == 0
    assert len(status["hash"]) == 32
    assert talk.ok("status") == status


def test_the_same_seed_and_options_give_the_same_hash() -> None:
    hashes = {
        (seed, fog): Talk().ok("new", scenario="meeting/meeting", seed=seed, options={"fog": fog})["hash"]
        for seed in (1, 2)
        for fog in (True, False)
    }
    assert len(set(hashes.values())) == 4
    again = Talk().ok("new", scenario="meeting/meeting", seed=1, options={"fog": True})
    assert again["hash"] == hashes[1, True]


@pytest.mark.parametrize(
    ("keys", "code", "part"),
    [
        ({"scenario": "meeting/meetnig"}, "UNKNOWN_ID", "did you mean 'meeting'"),
        ({"scenario": "nothing/meeting"}, "UNKNOWN_ID", "no game 'nothing'"),
        ({"scenario": ""}, "UNKNOWN_ID", "no game"),
        ({"scenario": "./nowhere#x"}, "IO", "does not exist"),
        ({"scenario": "/etc/passwd"}, "IO", "not a module"),
        ({"scenario": "meeting/meeting", "options": {"fogg": True}}, "BAD_REQUEST", "fog"),
        ({"scenario": "meeting/meeting", "options": {"fog": "thick"}}, "BAD_REQUEST", "fog"),
    ],
)
def test_new_refuses_what_is_not_there(keys: dict[str, Any], code: str, part: str) -> None:
    talk = free_talk()
    error = talk.refused("new", code, **keys)
    assert part in error["text"] + error["hint"]
    assert talk.ok("status")["actions"] == 0


def test_pieces_are_filtered() -> None:
    talk = free_talk()
    everything = talk.ok("pieces")["pieces"]
    assert [piece["id"] for piece in everything] == sorted(piece["id"] for piece in everything)
    tanks = talk.ok("pieces", where={"side": "axis", "type": "armor"})["pieces"]
    assert [piece["id"] for piece in tanks] == [TANKS]
    assert tanks[0]["steps"] == 3
    assert tanks[0]["max_steps"] == 4
    assert tanks[0]["at"] == "0203"
    assert tanks[0]["values"]["movement"] == 9
    assert set(tanks[0]) >= {"name", "side", "formation", "type", "supply", "markers", "moved"}
    assert len(talk.ok("pieces", where={"at": "0203"})["pieces"]) == 3
    assert all(piece["at"] is None for piece in talk.ok("pieces", where={"at": None})["pieces"])
    assert talk.ok("pieces", where={"name": "Nobody"})["pieces"] == []
    assert "axis" in talk.refused("pieces", "UNKNOWN_ID", where={"side": "axsi"})["hint"]
    talk.refused("pieces", "UNKNOWN_ID", where={"at": "9999"})


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


def to_the_bids(talk: Talk) -> None:
    """End phases until both sides bid in secret."""
    while len(talk.ok("status")["decision"]["sides"]) < 2:
        talk.ok("apply", action={"kind": "end-phase"})


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


def test_control_tracks_and_supply() -> None:
    talk = free_talk()
    assert talk.ok("control", at="0203")["side"] == "axis"
    assert talk.ok("control", at="0505")["side"] is None
    talk.refused("control", "UNKNOWN_ID", at="99.99")
    assert talk.ok("tracks")["tracks"]["air"] == 2
    assert talk.ok("supply", side="axis") == {"ok": True, "side": "axis", "units": []}
    talk.refused("supply", "UNKNOWN_ID", side="neutral")


def test_place_sets_up_any_position() -> None:
    talk = free_talk()
    reply = talk.ok(
        "place",
        set=[
            {"piece": TANKS, "at": "1004", "steps": 2, "markers": ["moved"]},
            {"piece": "1-red-inf", "at": None},
        ],
        control={"0505": "allied"},
        turn=3,
    )
    assert reply["status"]["turn"] == 3
    assert reply["status"]["actions"] == 1
    assert reply["problems"] == []
    tanks = talk.ok("pieces", where={"type": "armor"})["pieces"][0]
    assert (tanks["at"], tanks["steps"], tanks["moved"]) == ("1004", 2, True)
    assert talk.ok("control", at="0505")["side"] == "allied"
    gone = talk.ok("pieces", where={"at": None})["pieces"]
    assert "1-red-inf" in [piece["id"] for piece in gone]


@pytest.mark.parametrize(
    "keys",
    [
        {"set": [{"piece": "nobody", "at": "0203"}]},
        {"set": [{"piece": TANKS, "at": "9999"}]},
        {"set": [{"piece": TANKS, "steps": 99}]},
        {"set": [{"piece": TANKS, "steps": -1}]},
        {"control": {"9999": "axis"}},
        {"control": {"0203": "martians"}},
        {"side": "martians"},
        {"phase": "axis.siesta"},
        {"tracks": {"luck": 3}},
        {"tracks": {"air": 99}},
        {"tracks": {"air": "many"}},
        {"turn": -1},
    ],
)
def test_place_refuses_the_impossible_whole(keys: dict[str, Any]) -> None:
    talk = free_talk()
    good = {"set": [{"piece": "1-blue-inf", "at": "0404"}, *keys.pop("set", [])]}
    assert talk.error("place", **good, **keys)["code"] in {
        "UNKNOWN_ID",
        "BAD_REQUEST",
        "ILLEGAL",
        "BAD_STATE",
    }
    assert talk.ok("pieces", where={"name": "1 Blue Inf"})["pieces"][0]["at"] == "0203"


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


def test_a_state_can_be_loaded_and_goes_on_alike() -> None:
    talk = free_talk()
    talk.ok("random", count=40, seed=2)
    state = talk.ok("state")["state"]
    before = talk.ok("status")
    other = Talk()
    loaded = other.ok("load", state=state)
    assert loaded["hash"] == before["hash"]
    assert loaded["prompt"] == before["prompt"]
    assert loaded["actions"] == 0
    ends = [each.ok("random", count=30, seed=3)["status"]["hash"] for each in (talk, other)]
    assert ends[0] == ends[1]


BAD_STATES: dict[str, Any] = {
    "game missing": lambda state: state.pop("game"),
    "game unknown": lambda state: state.update(game="chess"),
    "scenario missing": lambda state: state.pop("scenario"),
    "scenario unknown": lambda state: state.update(scenario="battle"),
    "options missing": lambda state: state.pop("options"),
    "option unknown": lambda state: state["options"].update(luck=True),
    "unknown key": lambda state: state.update(cheat=True),
    "turn is text": lambda state: state.update(turn="two"),
    "turn is huge": lambda state: state.update(turn=10**30),
    "turn is negative": lambda state: state.update(turn=-3),
    "phase unknown": lambda state: state.update(phase="axis.siesta"),
    "piece at an unknown place": lambda state: state["pieces"][TANKS].update(at="sea"),
    "piece moved without its stack": lambda state: state["pieces"][TANKS].update(at="0505"),
    "piece in two stacks": lambda state: state["stacks"].update({"0505": [TANKS]}),
    "stack of nobody": lambda state: state["stacks"].update({"0505": ["nobody"]}),
    "piece of nobody": lambda state: state["pieces"][TANKS].update(owner="martians"),
    "negative steps": lambda state: state["pieces"][TANKS].update(steps=-2),
    "too many steps": lambda state: state["pieces"][TANKS].update(steps=50),
    "piece is a list": lambda state: state["pieces"].update({TANKS: []}),
    "pieces missing": lambda state: state.pop("pieces"),
    "control of nowhere": lambda state: state["control"].update({"9999": "axis"}),
    "control by nobody": lambda state: state["control"].update({"0203": "martians"}),
    "flow empty": lambda state: state.update(flow=[]),
    "flow unknown": lambda state: state["flow"][-1].update(step="magic"),
    "flow at no node": lambda state: state["flow"][-1].update(node="magic"),
    "flow without its foundation": lambda state: state["flow"].pop(0),
    "flow with wrong locals": lambda state: state["flow"][0].update(vars={"index": "x"}),
    "flow without locals": lambda state: state["flow"][0].pop("vars"),
    "flow past the last phase": lambda state: state["flow"][0].update(vars={"index": 10**6}),
    "chance of a negative seed": lambda state: state["chance"].update(seed=-1),
    "chance missing": lambda state: state.pop("chance"),
    "data missing": lambda state: state.pop("data"),
    "data is a list": lambda state: state.update(data=[]),
    "over is a word": lambda state: state.update(over="axis"),
    "empty": lambda state: state.clear(),
}


@pytest.mark.parametrize("name", BAD_STATES)
def test_a_state_is_checked_in_every_part(name: str) -> None:
    talk = free_talk()
    state = talk.ok("state")["state"]
    BAD_STATES[name](state)
    code = "UNKNOWN_ID" if name == "game unknown" else "BAD_STATE"
    talk.refused("load", code, state=state)


def test_save_and_open(tmp_path: Path) -> None:
    talk = free_talk()
    talk.ok("random", count=60, seed=5)
    path = str(tmp_path / "g.hexsave")
    saved = talk.ok("save", path=path)
    assert saved["actions"] == 60
    other = Talk()
    assert "in use" in other.refused("open", "IO", path=path)["text"]
    assert "in use" in free_talk().refused("save", "IO", path=path)["text"]
    talk.ok("quit")
    opened = other.ok("open", path=path)
    assert opened["hash"] == saved["hash"]
    assert opened["actions"] == 60
    assert opened["notices"] == []
    other.ok("undo", free=True)
    other.ok("save", path=path)
    other.session.close()
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.hexsave"]


def test_files_that_cannot_be(tmp_path: Path) -> None:
    talk = free_talk()
    talk.refused("open", "IO", path=str(tmp_path / "none.hexsave"))
    talk.refused("open", "IO", path=str(tmp_path))
    talk.refused("open", "IO", path="")
    talk.refused("open", "IO", path="a\0b")
    talk.refused("save", "IO", path=str(tmp_path / "no" / "g.hexsave"))
    talk.refused("save", "IO", path=str(tmp_path))
    talk.refused("save", "IO", path="")
    (tmp_path / "junk").write_text("junk")
    assert "no saved game" in talk.refused("open", "IO", path=str(tmp_path / "junk"))["text"]


def test_a_game_from_a_state_can_be_saved_and_opened(tmp_path: Path) -> None:
    talk = free_talk()
    talk.ok("random", count=12, seed=5)
    state = talk.ok("state")["state"]
    other = Talk()
    other.ok("load", state=state)
    other.ok("random", count=6, seed=8)
    path = str(tmp_path / "g.hexsave")
    saved = other.ok("save", path=path)
    other.ok("quit")
    reader = Talk()
    assert reader.ok("open", path=path)["hash"] == saved["hash"]
    reader.session.close()


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
