"""Positions through the protocol: tracks, place, whole states."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.protocol.talking import TANKS, Talk, free_talk

# --- positions --------------------------------------------------------------------------------------


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
    talk.ok("place", cards=[{"card": "card-1", "pile": "discard"}])
    assert talk.ok("tracks")["tracks"]["discards"] == {"events": 1}
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
        {"cards": [{"card": "card-1", "pile": "deck", "side": "axis"}]},
        {"cards": [{"card": "card-1", "pile": "table"}]},
        {"cards": [{"card": "card-1", "pile": "hand", "side": "martians"}]},
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


def test_what_place_takes_load_takes_and_problems_tell_of_the_stack() -> None:
    talk = Talk()
    talk.ok("new", scenario="afrika/gazala", seed=7)
    axis = [piece["id"] for piece in talk.ok("pieces", where={"side": "axis", "at": "A27.21"})["pieces"]]
    more = [piece["id"] for piece in talk.ok("pieces", where={"side": "axis", "at": "A27.22"})["pieces"]]
    put = [{"piece": name, "at": "A20.15"} for name in (*axis, *more)]
    reply = talk.ok("place", set=put, phase="axis.combat")
    assert any("8 units in A20.15" in problem for problem in reply["problems"])
    state = talk.ok("state")["state"]
    assert talk.ok("load", state=state)["phase"] == "axis.combat"
    mixed = [{"piece": "allied-oconnor", "at": "A20.15"}]
    assert "stand with enemies" in talk.refused("place", "BAD_REQUEST", set=mixed)["text"]
    assert talk.ok("place", side="allied")["status"]["phase"] == "allied.movement"


# --- states -----------------------------------------------------------------------------------------


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
