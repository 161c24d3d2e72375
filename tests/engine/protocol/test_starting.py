"""Beginning a game through the protocol, and its pieces."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.protocol.talking import TANKS, Talk, free_talk


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
