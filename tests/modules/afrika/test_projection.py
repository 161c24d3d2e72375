"""What the window is shown: pieces, stacks, tracks, schedule, overlays, notes (A3 to A12)."""

import pytest

from engine.play.action import EndPhase
from modules.afrika.rules.supply_actions import SupplyUnits
from tests.modules.afrika.builders import Game, a_game, do, position, the_rules

PANZERS, RECON, TANKS, BRIGADE = (
    *("axis-8-6-9-1-5-21pz", "axis-4-4-12-3-aufk-21pz"),
    *("allied-9-6-8-4-7-arm", "allied-3-5-7-16"),
)


def a_position(**extra: str) -> Game:
    pieces = {
        PANZERS: "A28.12-1",
        "axis-rommel": "A28.12",
        "box-axis-1": "A28.12",
        "sp-axis-A28.12": "3",
        RECON: "A30.12!",
        TANKS: "A40.12",
        BRIGADE: "A36.23",
        "control-A36.23": "allied",
    }
    return position({**pieces, **extra})


def test_pieces_show_present_values() -> None:
    shown = a_position().rules.project(a_position().state, "all").pieces
    panzers, recon = shown[PANZERS], shown[RECON]
    assert dict(panzers.values) == {"attack": 4, "defense": 3, "movement": 9, "steps": 2}
    assert (panzers.steps, panzers.max_steps, panzers.figures, panzers.supply) == (2, 3, "4-3-9", "in")
    assert panzers.formation == "21st Panzer Division"
    assert (recon.values["attack"], recon.values["defense"], recon.values["movement"]) == (1, 2, 6)
    assert (recon.supply, recon.markers) == ("out", ("out-of-supply",))
    dead = shown["axis-6-7-4-brescia"]
    assert (dead.at, dead.supply) == ("dead-axis", "")


def test_supply_points_are_shown_as_a_piece_at_the_bottom() -> None:
    game = a_position()
    projection = game.rules.project(game.state, "all")
    supply = projection.pieces["sp-axis-A28.12"]
    assert (supply.type, supply.count, supply.at, supply.name) == ("supply", 3, "A28.12", "3 SP")
    stack = projection.stacks["A28.12"]
    assert stack.pieces == ("sp-axis-A28.12", "box-axis-1", PANZERS, "axis-rommel")
    assert (stack.load, stack.limit) == (1, 4)
    alone = position({"sp-axis-A20.12": "1"}).rules
    assert alone.project(position({"sp-axis-A20.12": "1"}).state, "all").stacks["A20.12"].load == 0


def test_types_of_leaders_and_boxes() -> None:
    game = a_position()
    shown = game.rules.project(game.state, "all").pieces
    assert {shown[name].type for name in ("axis-rommel", "allied-oconnor")} == {"leader"}
    assert shown["box-axis-1"].type == "box"


def test_every_counter_has_its_definition() -> None:
    game = a_game("gazala")
    projection = game.rules.project(game.state, "axis")
    known = {piece.id for piece in game.rules.module.pieces}
    assert all(piece.definition in known for piece in projection.pieces.values())
    assert all(piece.id == name for name, piece in projection.pieces.items())
    assert (projection.date, projection.turn, projection.phase) == ("June 1942", 22, game.state.phase)


def test_tracks_for_the_window() -> None:
    game = a_game("gazala")
    tracks = {track.id: track for track in game.rules.project(game.state, "all").tracks}
    assert tracks["axis-air"].value == 3
    assert tracks["axis-trucks"].text == "10 trucks, 50 of 50 MP left"
    assert tracks["port-B19.19"].text == "unlimited"
    assert tracks["port-A61.19"].side == "allied"
    assert {"axis-shipping", "allied-shipping", "allied-air", "allied-trucks"} <= tracks.keys()


def test_boxes_are_grouped() -> None:
    boxes = {box.id: box for box in a_game().rules.project(a_game().state, "all").boxes}
    assert boxes["tripoli"].group == "map"
    assert boxes["dead-axis"].group == "dead"
    assert boxes["turn-9"].group == "turn"
    assert boxes["turn-9"].title == "Turn 9, May 1941"


def test_the_schedule_tells_what_is_done_due_and_later() -> None:
    game = a_game("race-to-the-wire")
    lines = game.rules.project(game.state, "all").schedule
    status = {(line.turn, line.side, line.action): line.status for line in lines}
    assert status[7, "allied", "withdraw"] == "done"
    assert status[8, "axis", "arrive"] == "done"
    assert status[8, "allied", "release"] == "due"
    assert status[9, "axis", "arrive"] == "later"
    tiger = next(line for line in lines if line.action == "replacements")
    assert (tiger.turn, tiger.text) == (9, "Tiger Convoy: 3 replacements")
    assert any("Released from the Restriction Box" in line.text for line in lines)


def test_the_schedule_names_a_leader_who_returns() -> None:
    game = position({"axis-rommel": "turn-13", PANZERS: "A28.12"})
    lines = game.rules.project(game.state, "all").schedule
    back = [line for line in lines if line.action == "return"]
    assert [(line.turn, line.pieces) for line in back] == [(13, ("axis-rommel",))]


# --- overlays --------------------------------------------------------------------------------------


def test_overlays_have_titles_and_keys_of_their_own() -> None:
    kinds = the_rules().overlays()
    assert len({kind.key for kind in kinds}) == len(kinds) == len({kind.id for kind in kinds})
    assert all(kind.title and kind.form for kind in kinds)


def test_zones_of_control_by_side() -> None:
    game = a_position()
    overlay = game.rules.overlay(game.state, "all", "zoc-axis", None)
    assert overlay is not None
    assert set(overlay.hexes) == {
        "A28.13",
        "A29.13",
        "A29.12",
        "A28.11",
        "A27.12",
        "A27.13",
    }  # 3 Aufk has none


def test_supply_overlay_traces_and_cuts() -> None:
    game = a_position(**{"axis-6-7-4-brescia": "A28.16"})
    overlay = game.rules.overlay(game.state, "all", "supply-axis", None)
    assert overlay is not None
    traces = {trace.piece: trace for trace in overlay.traces}
    assert traces["axis-6-7-4-brescia"].path == ("A28.16", "A28.15", "A28.14", "A28.13", "A28.12")
    assert not traces[RECON].cut
    assert overlay.sources == ("A28.12",)
    hungry = game.rules.overlay(game.state, "all", "supply-allied", None)
    assert hungry is not None
    assert all(trace.cut and trace.text for trace in hungry.traces)
    assert hungry.title == "Commonwealth supply: 0 in, 2 out"


@pytest.mark.parametrize("kind", [kind.id for kind in the_rules().overlays()])
@pytest.mark.parametrize("viewer", ["axis", "allied", "all"])
def test_every_overlay_can_be_drawn(kind: str, viewer: str) -> None:
    for game in (a_position(), a_game("operation-crusader")):
        overlay = game.rules.overlay(game.state, viewer, kind, "axis-rommel")
        assert overlay is not None
        assert overlay.kind.id == kind
        assert set(overlay.hexes) <= set(game.rules.board.index)


def test_other_overlays_say_what_they_should() -> None:
    game = a_position()
    ranges = game.rules.overlay(game.state, "all", "dump-range", None)
    leader = game.rules.overlay(game.state, "all", "leader-range", "axis-rommel")
    stacking = game.rules.overlay(game.state, "all", "stacking", None)
    control = game.rules.overlay(game.state, "all", "control", None)
    assert ranges is not None
    assert (ranges.hexes["A28.12"], ranges.hexes["A28.14"], ranges.hexes["A28.17"]) == ("0", "2", "5")
    assert leader is not None
    assert set(leader.hexes) == {"A28.12", "A30.12"}
    assert stacking is not None
    assert stacking.hexes["A28.12"] == "1/4"
    assert control is not None
    assert control.control["A36.23"] == "allied"
    zones = the_rules("operation-crusader").overlay(
        a_game("operation-crusader").state, "all", "setup-zones", None
    )
    assert zones is not None
    assert set(zones.hexes) == {"A36.23", "A36.22", "A35.23", "A35.24"}
    assert set(zones.hexes.values()) == {"Tobruk Fortress"}
    assert game.rules.overlay(game.state, "all", "weather", None) is None


# --- notes -----------------------------------------------------------------------------------------


def notes(place: str) -> dict[str, str]:
    game = a_position()
    return {line.text: line.amount for line in game.rules.hex_notes(game.state, "all", place)}


def test_what_the_hover_card_says_of_a_hex() -> None:
    tobruk = notes("A36.23")
    assert tobruk["Tobruk, minor city"] == "defense ×2"
    assert tobruk["Fortified hexsides"].startswith("defense ×2")
    assert tobruk["Country"] == "Libya"
    assert tobruk["Control"] == "Commonwealth"
    assert tobruk["Stacking"] == "1 of 4"
    assert notes("A28.12")["Axis box"] == "defense ×2"
    assert notes("A28.12")["Supply points"] == "3, Axis"
    assert notes("A28.13")["Zone of control"] == "Axis"
    assert notes("A48.02")["Oasis"] == "supplies 2 units in its hex"
    assert notes("B19.19")["Port capacity"] == "unlimited"
    assert notes("A50.18")["Country"] == "Egypt, east of the Mussolini Line"
    assert notes("A38.24") == {"Sea": "impassable"}
    assert "Tripoli Box" in notes("tripoli")


def test_why_nothing_can_be_done() -> None:
    game = a_position()
    rules = game.rules

    def why(subject: str) -> str:
        refusal = rules.why_not(game.state, "axis", subject)
        return refusal.text if refusal else ""

    assert "Commonwealth" in why(TANKS) or "decide" in why(TANKS)
    assert "not on the map" in why("axis-6-7-4-brescia")
    assert "impassable" in why("A38.24")
    assert why(PANZERS) == ""
    assert why("A28.15") == ""


def test_actions_are_described_in_words() -> None:
    rules = the_rules()
    text = rules.describe(SupplyUnits(source="A36.23", pieces=(PANZERS, RECON)))
    assert text == "supply A36.23 Tobruk 1-5/21.Pz, 3 Aufk/21.Pz"
    assert rules.describe(EndPhase()) == "end phase"


def test_the_cost_of_a_path_is_explained() -> None:
    game = a_position()
    lines = game.rules.explain_move(game.state, "axis", (PANZERS,), ("A28.13", "A28.14"))
    assert lines
    assert all(line.text for line in lines)


# --- advice ----------------------------------------------------------------------------------------


def test_reinforcement_advice_is_legal_and_leads_on() -> None:
    home = {"control-B19.19": "allied", "control-A61.19": "allied", "control-B30.10": "allied"}
    pieces = {**home, BRIGADE: "A61.19", TANKS: "restriction", "allied-3-5-7-23": "restriction"}
    game = position(pieces, phase="allied.initialization", turn=9, dice=(6, 6, 6, 6, 6, 6))
    seen = set()
    for _ in range(20):
        assert game.decision is not None
        if game.decision.phase != "allied.reinforcement":
            break
        side = game.decision.sides[0]
        found = game.rules.suggestions(game.state, side)
        action = found[0].actions[0] if found else game.decision.ask.kinds[-1].sample(game.state, side, None)  # type: ignore[arg-type]
        assert action is not None
        seen.add(str(action.__struct_config__.tag))
        do(game, action)
    assert game.decision is not None
    assert game.decision.phase == "allied.movement"
    assert {"deliver-supply", "rebuild", "done"} <= seen


def test_unused_replacements_are_remembered() -> None:
    game = position({BRIGADE: "B19.19"}, phase="allied.reinforcement", turn=9)
    assert any("3 replacements" in line.text for line in game.rules.unfinished(game.state, "allied"))
