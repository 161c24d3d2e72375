"""Positions set up by hand, tracks, and the invariants (A19, protocol ``place`` and ``tracks``)."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from engine.codec import decode_state, encode_state
from engine.errors import IllegalAction
from engine.play.action import Adjudicate, PiecePlacement
from engine.play.resolution import Resolution
from modules.afrika.rules.state import UNLIMITED, data
from tests.modules.afrika.builders import Game, a_game, at, points_at, position, the_rules

BRESCIA, PANZERS, TANKS, BRIGADE = (
    *("axis-6-7-4-brescia", "axis-8-6-9-1-5-21pz"),
    *("allied-9-6-8-4-7-arm", "allied-3-5-7-16"),
)


def place(game: Game, *pieces: PiecePlacement, **change: object) -> None:
    tracks = change.pop("tracks", None)
    raw = None
    if isinstance(tracks, dict):
        raw = {name: msgspec.Raw(json.dumps(value).encode()) for name, value in tracks.items()}
    known = {name: change.get(name) for name in ("control", "turn", "phase", "side")}
    game.apply(Adjudicate(set=pieces, tracks=raw, **known), "axis")  # type: ignore[arg-type]


def fails(game: Game, *pieces: PiecePlacement, **change: object) -> str:
    before = game.state
    with pytest.raises(IllegalAction) as caught:
        place(game, *pieces, **change)
    assert game.state is before or game.state == before
    return f"{caught.value.refusal.text} {caught.value.refusal.hint}"


def test_pieces_are_put_anywhere_they_can_be() -> None:
    game = a_game()
    place(
        game,
        PiecePlacement(piece=PANZERS, at="A20.15", steps=1, markers=("out-of-supply",)),
        PiecePlacement(piece=BRESCIA, at="turn-12"),
        PiecePlacement(piece="box-axis-3", at="A20.15"),
        PiecePlacement(piece="axis-rommel", at="A20.15"),
        PiecePlacement(piece="sp-axis-A20.15", count=4),
        PiecePlacement(piece=TANKS, at=None),
    )
    piece = game.state.pieces[PANZERS]
    assert (piece.at, piece.steps, piece.marks) == ("A20.15", 1, ("out-of-supply",))
    assert (at(game, BRESCIA), at(game, "box-axis-3"), at(game, TANKS)) == ("turn-12", "A20.15", None)
    assert points_at(game, "A20.15") == 4
    assert game.rules.check(game.state) == ()


def test_supply_points_move_and_go() -> None:
    game = position({"sp-allied-A61.19": "3", BRIGADE: "A61.19"})
    place(game, PiecePlacement(piece="sp-allied-A61.19", at="A60.18"))
    assert (points_at(game, "A61.19"), points_at(game, "A60.18")) == (0, 3)
    place(game, PiecePlacement(piece="sp-allied-A60.18", at=None))
    assert data(game.state).dumps == {}
    place(game, PiecePlacement(piece="sp-axis-connecting", count=2))
    assert points_at(game, "connecting") == 2


@pytest.mark.parametrize(
    ("placement", "word"),
    [
        (PiecePlacement(piece="axis-8-6-9-1-5-21p", at="A20.15"), "did you mean"),
        (PiecePlacement(piece=PANZERS, at="A20.45"), "no place"),
        (PiecePlacement(piece=PANZERS, at="A20.30"), "Sea"),
        (PiecePlacement(piece=PANZERS, at="dead-allied"), "cannot be in"),
        (PiecePlacement(piece=PANZERS, at="restriction"), "cannot be in"),
        (PiecePlacement(piece=TANKS, at="tripoli"), "cannot be in"),
        (PiecePlacement(piece=TANKS, at="connecting"), "cannot be in"),
        (PiecePlacement(piece=PANZERS, steps=4), "from 1 to 3"),
        (PiecePlacement(piece=PANZERS, steps=0), "from 1 to 3"),
        (PiecePlacement(piece=PANZERS, count=2), "one counter"),
        (PiecePlacement(piece=PANZERS, at="A20.15", markers=("tired",)), "no marker"),
        (PiecePlacement(piece="axis-rommel", at="tripoli", markers=("moved",)), "cannot bear"),
        (PiecePlacement(piece="box-axis-1", at="tripoli"), "stands in a hex"),
        (PiecePlacement(piece="sp-german-A20.15", count=1), "does not name supply"),
        (PiecePlacement(piece="sp-axis-nowhere", count=1), "does not name supply"),
        (PiecePlacement(piece="sp-axis-A20.15", count=1000), "from 0 to 999"),
        (PiecePlacement(piece="sp-axis-tripoli", count=1), "cannot be at"),
        (PiecePlacement(piece="sp-axis-A20.30", count=1), "cannot be at"),
        (PiecePlacement(piece=PANZERS, at="A61.19"), "both sides"),
        (PiecePlacement(piece="sp-axis-A61.19", count=1), "under enemy units"),
    ],
)
def test_impossible_placements_are_refused_and_change_nothing(placement: PiecePlacement, word: str) -> None:
    assert word in fails(a_game(), placement)


@pytest.mark.parametrize(
    ("placement", "turn"),
    [
        (PiecePlacement(piece="allied-oconnor", at="A20.15"), 3),
        (PiecePlacement(piece="axis-rommel", at="A60.18"), 10),
    ],
)
def test_no_leader_is_put_among_enemies(placement: PiecePlacement, turn: int) -> None:
    game = position({PANZERS: "A20.15", "allied-oconnor": "A61.19", BRIGADE: "A60.18"}, turn=turn)
    assert "would stand with enemies" in fails(game, placement)


def test_a_leader_among_whom_enemies_are_put_goes_to_his_own_units() -> None:
    game = position({PANZERS: "A20.15", "allied-oconnor": "A61.19", BRIGADE: "A60.18"}, turn=3)
    place(game, PiecePlacement(piece=PANZERS, at="A61.19"))
    assert (at(game, "allied-oconnor"), at(game, PANZERS)) == ("A60.18", "A61.19")
    assert "O'Connor" in " ".join(event.text for event in game.transition.events)
    place(game, PiecePlacement(piece=BRIGADE, at=None), PiecePlacement(piece=PANZERS, at="A60.18"))
    assert at(game, "allied-oconnor") is None, "nobody is left for him to join"
    assert game.rules.check(game.state) == ()


def test_a_leader_put_on_his_track_among_enemies_is_refused() -> None:
    game = position({PANZERS: "A20.15", BRIGADE: "A60.18"}, turn=12)
    assert "would stand with enemies" in fails(game, tracks={"rommel": "A60.18"})


def test_a_leader_may_stand_where_his_own_units_are_put() -> None:
    game = position({PANZERS: "A20.15", BRIGADE: "A60.18"}, turn=3)
    place(game, PiecePlacement(piece="allied-oconnor", at="A60.18"))
    assert game.rules.check(game.state) == ()
    assert at(game, "allied-oconnor") == "A60.18"


def test_stacking_is_reported_not_refused() -> None:
    game = position({}, phase="axis.movement")
    names = [name for name, unit in the_rules().units.items() if unit.side == "axis"][:5]
    place(game, *(PiecePlacement(piece=name, at="A20.15") for name in names), phase="axis.combat")
    assert game.rules.check(game.state) == ()
    assert any("5 units in A20.15" in odd for odd in game.rules.oddities(game.state))


def test_phase_turn_side_and_control() -> None:
    game = a_game()
    place(game, turn=12, phase="allied.supply", control={"A7.23": "axis", "A20.15": "allied"})
    assert (game.state.turn, game.state.phase) == (12, "allied.supply")
    assert game.state.control["A7.23"] == "axis"
    assert game.state.control["A20.15"] == "allied"
    place(game, side="axis")
    assert game.state.phase == "axis.movement"


def test_control_follows_the_units_placed() -> None:
    game = a_game()
    place(game, PiecePlacement(piece=PANZERS, at="A7.23"))
    assert game.state.control["A7.23"] == "axis"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"turn": 0}, "from 1 to 28"),
        ({"turn": 29}, "from 1 to 28"),
        ({"phase": "axis.breakfast"}, "no phase"),
        ({"phase": "axis"}, "no phase"),
        ({"phase": "axis.supply", "side": "allied"}, "not one of allied"),
        ({"side": "germans"}, "no side"),
        ({"control": {"A99.99": "axis"}}, "no hex"),
        ({"control": {"A7.23": "germans"}}, "no side"),
    ],
)
def test_impossible_circumstances_are_refused(change: dict[str, object], word: str) -> None:
    assert word in fails(a_game(), **change)


def test_tracks_are_set_by_the_names_they_are_shown_under() -> None:
    game = a_game()
    shown = dict(game.rules.tracks(game.state))
    wanted: dict[str, object] = {
        "air": {"axis": 5, "allied": 0},
        "trucks": {"axis": {"points": 4, "left": 7.5}, "allied": {"points": 2}},
        "shipping": {"axis": 9},
        "ports": {"A7.23": {"owner": "axis", "capacity": 3, "used": 2}},
        "turn": 9,
        "rommel": "turn-11",
        "oconnor": None,
        "raid_used": True,
        "withdrawals": 1,
        "mussolini_waived": True,
    }
    assert set(shown) == set(wanted)
    place(game, tracks=wanted)
    tracks = json.loads(json.dumps(game.rules.tracks(game.state)))
    assert tracks["air"] == {"axis": 5, "allied": 0}
    assert tracks["trucks"]["axis"] == {"points": 4, "left": 7.5, "sixths": 45}
    assert tracks["trucks"]["allied"]["left"] == 10
    assert tracks["shipping"]["axis"] == 9
    assert tracks["ports"]["A7.23"] == {"owner": "axis", "capacity": 3, "used": 2, "captured": None}
    assert tracks["ports"]["B19.19"]["capacity"] is None
    assert (tracks["turn"], tracks["rommel"], tracks["oconnor"]) == (9, "turn-11", None)
    assert (tracks["raid_used"], tracks["withdrawals"], tracks["mussolini_waived"]) == (True, 1, True)
    assert game.rules.check(game.state) == ()


def test_what_tracks_show_can_be_set_again() -> None:
    game = a_game()
    shown = json.loads(json.dumps(game.rules.tracks(game.state)))
    place(game, tracks=shown)
    assert json.loads(json.dumps(game.rules.tracks(game.state))) == shown


def test_what_is_not_told_of_a_track_stays() -> None:
    game = a_game()
    place(game, tracks={"trucks": {"axis": {"points": 4, "left": 7.5}}})
    place(game, tracks={"ports": {"A7.23": {"owner": "axis", "capacity": 3, "used": 2, "captured": 4}}})
    place(game, tracks={"trucks": {"axis": {"left": 3}}, "ports": {"A7.23": {"used": 1}}})
    tracks = json.loads(json.dumps(game.rules.tracks(game.state)))
    assert tracks["trucks"]["axis"] == {"points": 4, "left": 3.0, "sixths": 18}
    assert tracks["ports"]["A7.23"] == {"owner": "axis", "capacity": 3, "used": 1, "captured": 4}


@pytest.mark.parametrize(
    ("tracks", "word"),
    [
        ({"fuel": 3}, "no track"),
        ({"air": {"axis": -1}}, "from 0"),
        ({"air": {"axis": "many"}}, "track air"),
        ({"air": {"germans": 1}}, "no side"),
        ({"trucks": {"axis": {"points": 2, "left": 11}}}, "from 0 to 10"),
        ({"trucks": {"axis": {"points": 4, "left": 5, "sixths": 45}}}, "differ; give one"),
        ({"trucks": {"axis": {"points": 2, "petrol": 1}}}, "track trucks"),
        ({"ports": {"A20.15": {"capacity": 1}}}, "no port"),
        ({"ports": {"A7.23": {"capacity": None}}}, "needs a capacity"),
        ({"ports": {"A7.23": {"capacity": 1, "used": 2}}}, "from 0 to 1"),
        ({"turn": 40}, "from 1 to 28"),
        ({"rommel": "B99.99"}, "no place"),
        ({"withdrawals": -1}, "from 0"),
        ({"raid_used": 3}, "track raid_used"),
    ],
)
def test_impossible_tracks_are_refused(tracks: dict[str, object], word: str) -> None:
    assert word in fails(a_game(), tracks=tracks)


def test_adjudication_revives_a_finished_game() -> None:
    game = a_game()
    r = Resolution(game.state)
    r.finish("axis", "because")
    game.resume_at(r.state)
    assert game.decision is None
    place(game, phase="axis.combat")
    assert game.state.over is None
    assert game.decision is not None


@pytest.mark.parametrize(
    "scenario", ["italian-invasion", "operation-compass", "race-to-the-wire", "operation-crusader", "gazala"]
)
def test_states_survive_their_json(scenario: str) -> None:
    game = a_game(scenario)
    text = encode_state(game.state)
    assert decode_state(game.rules, text) == game.state
    assert encode_state(decode_state(game.rules, text)) == text


def test_invariants_name_what_is_wrong() -> None:
    game = position({PANZERS: "A20.15", BRIGADE: "A61.19", "sp-axis-A20.15": "1"})
    rules = the_rules()
    held = data(game.state)

    def faults(**changes: object) -> str:
        return " ".join(rules.check(replace(game.state, data=replace(held, **changes))))

    assert "impossible air" in faults(air={"axis": -1, "allied": 0})
    assert "impossible air" in faults(air={"axis": 0, "allied": 10**9})
    assert "one side only" in faults(shipping={"axis": 1})
    assert "sixths" in faults(trucks={**held.trucks, "axis": replace(held.trucks["axis"], left=10_000)})
    assert "ports missing" in faults(ports={})
    broken = {**held.ports, "A7.23": replace(held.ports["A7.23"], capacity=1, used=2)}
    assert "2 of 1 used" in faults(ports=broken)
    assert "unknown units" in faults(killed_east=("nobody",))
    r = Resolution(game.state)
    r.move(BRIGADE, "A20.15")
    assert "both sides" in " ".join(rules.check(r.state))
    r = Resolution(game.state)
    r.move(BRIGADE, "connecting")
    assert "1.7" in " ".join(rules.check(r.state))
    r = Resolution(game.state)
    r.update(PANZERS, steps=7, marks=("tired",))
    assert "7 of 3 steps" in " ".join(rules.check(r.state))
    assert rules.check(game.state) == ()
    assert held.ports["B19.19"].capacity == UNLIMITED


def test_one_box_stands_in_a_hex() -> None:
    game = position({BRIGADE: "A60.18", PANZERS: "A20.15"})
    boxes = (PiecePlacement(piece=name, at="A60.18") for name in ("box-allied-1", "box-allied-2"))
    assert "two boxes in A60.18" in fails(game, *boxes)


def test_a_leader_without_companion_is_reported() -> None:
    game = position({PANZERS: "A20.15"}, turn=12)
    place(game, PiecePlacement(piece="axis-rommel", at="A21.15"))
    assert game.rules.check(game.state) == ()
    assert any("axis-rommel stands without" in odd for odd in game.rules.oddities(game.state))
