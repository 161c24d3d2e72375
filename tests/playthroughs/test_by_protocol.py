"""Afrika through the line protocol, as somebody else's program would play it: names, shapes, whole games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.protocol.talking import Talk

SCENARIOS = ("italian-invasion", "operation-compass", "race-to-the-wire", "operation-crusader", "gazala")
PHASES = {
    f"{side}.{phase}"
    for side in ("axis", "allied")
    for phase in ("initialization", "reinforcement", "movement", "combat", "exploitation", "supply")
} | {"setup", "game-over"}


def begun(scenario: str = "race-to-the-wire", seed: int = 7, **options: Any) -> Talk:
    talk = Talk()
    talk.ok("new", scenario=f"afrika/{scenario}", seed=seed, options=options)
    return talk


def played_to(talk: Talk, phase: str) -> dict[str, Any]:
    """End phases, and answer what must be answered, until a phase is reached."""
    for number in range(400):
        status = talk.ok("status")
        if status["phase"] == phase or status["over"]:
            return status
        side = status["decision"]["sides"][0]
        ends = [kind for kind in status["decision"]["kinds"] if kind in {"end-phase", "done"}]
        if ends:
            talk.ok("apply", action={"kind": ends[0], "side": side})
        else:
            talk.ok("random", count=1, seed=number)
    raise AssertionError(f"{phase} is never reached")


@pytest.mark.parametrize("version", ["campaign", "short"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whole_games(scenario: str, version: str) -> None:
    talk = begun(scenario, version=version)
    seen = set()
    for seed in range(4000):
        reply = talk.ok("random", count=7, seed=seed)
        status = reply["status"]
        seen.add(status["phase"])
        assert status["path"][-1].startswith(status["phase"]) or status["over"]
        if status["over"]:
            assert reply["applied"] <= 7
            break
    assert talk.ok("status")["over"]["winner"] in {"axis", "allied", "draw"}
    assert seen <= PHASES
    log = talk.ok("log")["lines"]
    assert log[-1]["kind"] == "game-over"
    assert len(log) > 50


def test_the_same_game_twice() -> None:
    hashes = {begun(seed=5).ok("random", count=300, seed=3)["status"]["hash"] for _ in range(2)}
    assert len(hashes) == 1


def test_pieces_have_readable_names_and_places() -> None:
    talk = begun()
    pieces = {piece["id"]: piece for piece in talk.ok("pieces")["pieces"]}
    assert pieces["axis-8-6-9-1-5-21pz"]["at"] == "connecting"
    assert pieces["axis-8-6-9-1-5-21pz"]["values"]["attack"] == 8
    assert {piece["type"] for piece in pieces.values()} >= {"leader", "box", "supply"}
    supply = next(piece for piece in pieces.values() if piece["type"] == "supply")
    assert supply["id"].startswith("sp-")
    assert supply["count"] >= 1


def test_tracks_can_be_sent_back() -> None:
    talk = begun()
    tracks = talk.ok("tracks")["tracks"]
    assert {"air", "trucks", "shipping", "ports", "turn", "rommel", "oconnor", "raid_used"} <= set(tracks)
    assert set(tracks["trucks"]["axis"]) >= {"points", "left"}
    assert set(tracks["ports"]["A36.23"]) >= {"owner", "capacity", "used"}
    changed = {"air": {"axis": 3, "allied": 0}, "shipping": {"axis": 1, "allied": 1}}
    talk.ok("place", tracks=changed)
    after = talk.ok("tracks")["tracks"]
    assert after["air"] == {"axis": 3, "allied": 0}
    assert after["shipping"] == {"axis": 1, "allied": 1}


def test_victory_is_told_block_by_block() -> None:
    talk = begun("operation-crusader", version="short")
    found = talk.ok("victory")
    sudden, relief, rest = found["conditions"]
    assert (sudden["side"], sudden["sudden"], sudden["rule"]) == ("axis", True, "8.1")
    assert [part["met"] for part in relief["parts"]] == [True, False]
    assert relief["parts"][1]["value"] == "closed"
    assert (rest["met"], rest["text"]) == (True, "Anything else.")
    assert found["standing"] == "If the game ended now: Axis wins."


def test_reach_and_explain_agree() -> None:
    talk = begun()
    played_to(talk, "axis.movement")
    move = talk.ok("legal", kind="move", limit=1)["actions"][0]
    reach = talk.ok("reach", pieces=move["pieces"])
    assert reach["hexes"]
    for place, found in list(reach["hexes"].items())[:25]:
        assert found["path"][-1] == place
        assert found["cost"] == pytest.approx(found["sixths"] / 6, abs=0.001)
        action = {"kind": "move", "pieces": move["pieces"], "path": found["path"]}
        explained = talk.ok("explain", action=action)
        assert explained["legal"] is True, (place, explained)
        assert explained["cost"]
    far = talk.ok("explain", action={"kind": "move", "pieces": move["pieces"], "path": ["B19.19"]})
    assert far["legal"] is False
    assert far["text"]


def test_a_battle_is_explained_before_it_is_fought() -> None:
    talk = begun()
    talk.ok("place", set=[{"piece": "axis-8-6-9-1-5-21pz", "at": "A3.09"}], phase="axis.combat", side="axis")
    status = talk.ok("status")
    assert status["phase"] == "axis.combat"
    attacks = talk.ok("legal", kind="declare-attack", limit=5)["actions"]
    assert attacks
    preview = talk.ok("explain", action=attacks[0])["preview"]
    assert preview["attacker"]["side"] == "axis"
    assert sum(result["chances"] for result in preview["results"]) == preview["results"][0]["out_of"] == 36
    assert sum(result["probability"] for result in preview["results"]) == pytest.approx(1, abs=1e-4)
    assert preview["column"] == preview["columns"][preview["final"]]
    assert all(modifier["rule"] for modifier in preview["modifiers"])


def test_wrong_orders_are_refused_with_their_rule() -> None:
    talk = begun()
    played_to(talk, "axis.movement")
    move = talk.ok("legal", kind="move", limit=1)["actions"][0]
    for action, code in (
        ({"kind": "move", "pieces": move["pieces"], "path": ["B19.19"]}, "ILLEGAL"),
        ({"kind": "move", "pieces": move["pieces"], "path": ["Z99.99"]}, "UNKNOWN_ID"),
        ({"kind": "move", "pieces": ["nobody"], "path": move["path"]}, "UNKNOWN_ID"),
        ({"kind": "move", "pieces": [], "path": move["path"]}, "BAD_REQUEST"),
        ({"kind": "move", "pieces": move["pieces"], "path": []}, "BAD_REQUEST"),
        ({"kind": "move", "pieces": ["allied-8-5-8-7-7-arm"], "path": move["path"]}, "ILLEGAL"),
        ({"kind": "declare-attack", "target": "A4.09", "attackers": move["pieces"]}, "WRONG_PHASE"),
        ({"kind": "end-phase", "side": "allied"}, "WRONG_SIDE"),
    ):
        error = talk.refused("apply", code, action=action)
        assert error["text"]


def test_supply_is_told_with_its_path() -> None:
    talk = begun()
    for side in ("axis", "allied"):
        units = talk.ok("supply", side=side)["units"]
        assert units
        assert all(unit["supply"] in {"in", "out"} and unit["text"] and unit["rule"] for unit in units)


@pytest.mark.parametrize(
    "options",
    [
        {"version": "long"},
        {"versoin": "short"},
        {"tripoli": "maybe"},
        {"fog": "sometimes"},
        {"oconnor": 7},
        {"setup": "by-hand"},
        {"trento-trucks": False},
    ],
)
def test_options_that_cannot_be(options: dict[str, Any]) -> None:
    error = Talk().error("new", scenario="afrika/race-to-the-wire", options=options)
    assert error["code"] in {"BAD_REQUEST", "UNKNOWN_ID"}


def test_a_state_goes_through_json_in_the_middle_of_everything() -> None:
    talk = begun(seed=11)
    for seed in range(12):
        talk.ok("random", count=23, seed=seed)
        state = talk.ok("state")["state"]
        other = Talk()
        assert other.ok("load", state=state)["hash"] == talk.ok("status")["hash"]
        ends = [each.ok("random", count=9, seed=77)["status"]["hash"] for each in (other, talk)]
        assert ends[0] == ends[1]
