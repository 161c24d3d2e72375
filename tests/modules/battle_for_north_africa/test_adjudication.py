"""Positions set up by hand: all is checked, and what is asked for is done (A19, protocol ``place``)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.play.action import PiecePlacement
from engine.protocol.positions import faults_of
from modules.battle_for_north_africa.rules import state as bna
from tests.modules.battle_for_north_africa.builders import a_game, planned
from tests.modules.playing import fails, place

TANKS, ENEMY, HQ, LRDG = "ge-1-5pz", "au-20-9", "ge-21pz-hq", "br-lrdg"
PZ21, ROMMEL = "am-ge-21pz-hq-1", "c-rommel"
HEX, TOWN, VILLAGE, SEA = "L1704", "L2421", "E2702", "L4040"


@pytest.mark.parametrize(
    ("placement", "word"),
    [
        (PiecePlacement(piece="ge-1-5p", at=HEX), "did you mean 'ge-1-5pz'"),
        (PiecePlacement(piece=TANKS, at="L9999"), "no place"),
        (PiecePlacement(piece=TANKS, at=SEA), "no piece can stand in"),
        (PiecePlacement(piece=TANKS, at="cairo"), "cannot be in cairo"),
        (PiecePlacement(piece=TANKS, steps=0), "from 1 to 2"),
        (PiecePlacement(piece=TANKS, steps=3), "from 1 to 2"),
        (PiecePlacement(piece=HQ, steps=2), "from 1 to 1"),
        (PiecePlacement(piece=TANKS, count=2), "one counter"),
        (PiecePlacement(piece=TANKS, markers=("moved",)), "no marker 'moved'"),
        (PiecePlacement(piece=PZ21, at=HEX), "set the tracks"),
        (PiecePlacement(piece=ROMMEL, at="tripoli"), "stands on a hex"),
    ],
)
def test_impossible_placements_are_refused(placement: PiecePlacement, word: str) -> None:
    assert word in fails(a_game(), placement)


def test_enemies_do_not_stand_together() -> None:
    game = a_game({TANKS: HEX})
    assert "both sides" in fails(game, PiecePlacement(piece=ENEMY, at=HEX))
    assert "both sides" in fails(game, PiecePlacement(piece="c-wavell-b", at=HEX))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"turn": 0}, "from 1 to 28"),
        ({"turn": 29}, "from 1 to 28"),
        ({"phase": "e"}, "no phase"),
        ({"phase": "b"}, "no phase"),
        ({"phase": "d", "side": "axis"}, "not one of axis"),
        ({"side": "axis"}, "no phase of this game is one of axis alone"),
        ({"side": "germans"}, "no side"),
        ({"control": {"L9999": "axis"}}, "no hex"),
        ({"control": {TOWN: "germans"}}, "no side"),
    ],
)
def test_impossible_circumstances_are_refused(change: dict[str, Any], word: str) -> None:
    assert word in fails(a_game(), **change)


@pytest.mark.parametrize(
    ("tracks", "word"),
    [
        ({"fuel": 3}, "no track"),
        ({"bank": {"axis": 3}}, "one side only"),
        ({"bank": {"axis": -3, "allied": 3}}, "impossible resource points in bank"),
        ({"bank": "much"}, "tracks"),
        ({"offers": {"axis": 900}}, "more than it has"),
        ({"allocated": {"axis": 3}, "spent": {"axis": 4}}, "spent too much"),
        ({"pool": ["am-nobody"]}, "no marker 'am-nobody'"),
        ({"pool": [PZ21], "lead": PZ21}, "in two places"),
        ({"plans": {"axis": {"markers": ["am-br-7arm-hq-1"]}}}, "no marker of axis"),
        ({"plans": {"axis": {"use": "sleep"}}}, "impossible plan"),
        ({"plans": {"axis": {"at": "tripoli"}}}, "at no hex"),
        ({"plans": {"axis": {"named": ["br-7arm-hq"]}}}, "no command of axis"),
        ({"sitting": {"axis": ROMMEL}}, "without a commander"),
        ({"sitting": {"axis": "c-wavell-b", "allied": ROMMEL}}, "without a commander"),
        ({"retired": ["c-nobody"]}, "unknown commanders"),
        ({"initiative": "nobody"}, "unknown sides"),
        ({"activations": {TANKS: 4}}, "acted 4 times"),
        ({"activations": {"somebody": 1}}, "acted 1 times"),
        ({"finished": ["somebody"]}, "no unit 'somebody'"),
    ],
)
def test_nonsense_on_tracks_is_refused(tracks: dict[str, Any], word: str) -> None:
    assert word in fails(a_game(), tracks=tracks)


def test_steps_places_and_control_are_set() -> None:
    game = a_game()
    place(game, PiecePlacement(piece=TANKS, at=TOWN, steps=1), PiecePlacement(piece=HQ, at=VILLAGE))
    piece = game.state.pieces[TANKS]
    assert (piece.at, piece.steps) == (TOWN, 1)
    assert game.state.control[TOWN] == "axis"
    assert game.state.control[VILLAGE] == "allied", "an HQ takes nothing"
    place(game, PiecePlacement(piece=TANKS, at=HEX), control={TOWN: "allied"}, turn=12)
    assert (game.state.control[TOWN], game.state.turn) == ("allied", 12)
    assert faults_of(game.rules, game.state) == ()


def test_a_phase_begins_anew() -> None:
    game = planned(a_game(), {"markers": (PZ21,)}, {})
    assert game.state.phase != "b.1"
    before = bna.data(game.state)
    assert before.allocated == {"axis": 40, "allied": 40}
    place(game, phase="b.3")
    again = bna.data(game.state)
    assert (game.state.phase, again.plans, again.pool, again.allocated) == ("b.3", {}, (), before.allocated)
    assert game.state.pieces[ROMMEL].at is None
    place(game, phase="b.1")
    again = bna.data(game.state)
    assert (game.state.phase, again.allocated) == ("b.1", {})
    assert again.bank == {side: before.bank[side] + 40 for side in bna.SIDES}
    assert game.decision is not None
    assert game.decision.sides == ("axis", "allied")
    assert faults_of(game.rules, game.state) == ()


def test_later_phases_can_be_begun_from_the_first_decision() -> None:
    game = a_game()
    place(game, phase="b.3")
    assert bna.data(game.state).left("axis") == 0
    game = a_game()
    pool = [PZ21, "am-ge-21pz-hq-2", "am-au-9-hq-1"]
    place(
        game,
        PiecePlacement(piece=ROMMEL, at=HEX),
        phase="d",
        tracks={"pool": pool, "allocated": {"axis": 20, "allied": 20}},
    )
    assert (game.state.phase, bna.data(game.state).pool) == ("d", tuple(pool))
    assert game.state.pieces[ROMMEL].at == HEX
    assert game.decision is not None
    assert game.decision.kind("draw-am") is not None
    assert faults_of(game.rules, game.state) == ()


def test_faults_of_a_loaded_position_are_named() -> None:
    game = a_game()
    pieces = {**game.state.pieces}
    pieces[TANKS] = replace(pieces[TANKS], steps=3, marks=("moved",))
    pieces[PZ21] = replace(pieces[PZ21], at=HEX)
    text = " ".join(game.rules.check(replace(game.state, pieces=pieces)))
    assert f"{TANKS} has 3 steps" in text
    assert f"{TANKS} bears moved" in text
    assert f"{PZ21} stands at {HEX}" in text
