"""Losses, retreats, advances (13.6.1 to 13.7); the numbers are our list's."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.game import Game
from engine.play.resolution import Resolution
from modules.no_retreat_2.rules import state as nr
from tests.modules.no_retreat_2.battles import NE, SE, N, T, attack, finish_quietly, odds_text, result
from tests.modules.no_retreat_2.builders import at, declare, kinds, position, rules_of
from tests.modules.playing import apply


def test_41_dd_takes_a_step_from_every_unit_and_shatters_the_rest() -> None:
    game = position(
        {"7arm": NE, "10arm": SE, "xx": T, "libyan": T}, steps={"libyan": 1}, marks={"xx": nr.UNSUPPLIED}
    )
    declare(game, T)
    attack(game, (T,), ("7arm", "10arm"), 6)
    assert odds_text(game) == "13 against 4, 6:1 (heavy tanks +2, an Unsupplied defender +2)"
    assert result(game) == "rolled 6: DD"
    assert game.state.pieces["xx"].steps == 1
    assert at(game, "libyan") == "destroyed-axis"
    assert kinds(game) == {"retreat"}
    finish_quietly(game)
    assert at(game, "xx") == "shattered-axis"


def test_41_and_42_boxes_of_the_lost() -> None:
    game = position({"2sa": N, "selby": N, "guards": NE, "xx": T}, marks={"guards": nr.LOW}, steps={"2sa": 1})
    r = Resolution(game.state)
    rules = rules_of(game)
    rules.lose_step(r, "selby")
    rules.lose_step(r, "guards")
    rules.send_to_box(r, "2sa", "shattered")
    assert r.state.pieces["selby"].at == "removed"
    assert r.state.pieces["guards"].at == "surrendered-allied"
    assert r.state.pieces["2sa"].at == "surrendered-allied"


def test_10_big_divisions_step_down_their_chain() -> None:
    game = position({"15pz-a": N})
    r, rules = Resolution(game.state), rules_of(game)
    seen = []
    for _ in range(4):
        unit = next(p for p in ("15pz-a", "15pz-b") if r.state.pieces[p].at == N)
        face = rules.units[unit].face(r.state.pieces[unit])
        seen.append((face.strength, face.movement))
        rules.lose_step(r, unit)
    assert seen == [(8, 6), (7, 6), (5, 6), (3, 6)]
    assert r.state.pieces["15pz-b"].at == "destroyed-axis"


def retreating(places: dict[str, str], die: int = 4) -> Game:
    """10 against 3 at 4:1 on 3-1002; the Axis takes the DR and gives way."""
    game = position({"7arm": NE, "22arm": SE, **places})
    declare(game, T)
    attack(game, (T,), ("7arm", "22arm"), die)
    apply(game, "give-way")
    return game


def test_43_retreats_are_three_hexes_homeward_and_not_into_zones() -> None:
    game = retreating({"xx": T})
    assert game.decision is not None
    kind = game.decision.kind("retreat")
    assert kind is not None
    paths = [a.path for a in kind.choices(game.state, "axis")]
    board = rules_of(game).board
    zones = rules_of(game).positions.zones(game.state, "allied").every
    assert paths
    for path in paths:
        assert len(path) == 3
        assert board.column[board.index[path[-1]]] < board.column[board.index[T]]
        assert not any(board.index[place] in zones for place in path)


def test_43_a_friend_in_the_hex_or_soft_zones_for_the_mechanized() -> None:
    boxed = {"4ind": "3-0902", "5ind": "3-1103", "10ind": "3-0903"}
    game = retreating({"xx": T, **boxed})
    assert at(game, "xx") == "destroyed-axis"
    helped = retreating({"xx": T, "4ind": "3-0802", "xxi": "3-0903"})
    kind = helped.decision and helped.decision.kind("retreat")
    assert kind
    assert any(a.path[0] == "3-0903" for a in kind.choices(helped.state, "axis"))


def test_44_dw_may_fill_the_reserve_above_four() -> None:
    full = {"libyan": "reserve-axis", "ccnn": "reserve-axis", "xxii": "reserve-axis", "xxiii": "reserve-axis"}
    game = position({"7arm": NE, "22arm": SE, "xx": T, **full})
    declare(game, T)
    attack(game, (T,), ("7arm", "22arm"), 5)
    assert result(game) == "rolled 5: DW"
    apply(game, "give-way")
    finish_quietly(game)
    assert at(game, "xx") == "reserve-axis"
    assert len(game.state.at("reserve-axis")) == 5


@pytest.mark.parametrize(("unit", "longest"), [("21pz-a", 3), ("ariete", 2), ("xxi", 1)])
def test_45_multi_hex_advance(unit: str, longest: int) -> None:
    game = position({unit: N, "15pz-a" if unit != "xxi" else "x": "3-1001", "selby": T}, axis=True)
    declare(game, T)
    pair = (unit,) if unit == "ariete" else (unit, "15pz-a" if unit != "xxi" else "x")
    attack(game, (T,), pair, 5)
    while "advance" not in kinds(game):
        finish_quietly(game) if "give-way" not in kinds(game) else apply(game, "give-way")
    kind = game.decision and game.decision.kind("advance")
    assert kind
    assert max(len(a.path) for a in kind.choices(game.state, "axis", unit)) == longest


def test_45_an_enemy_minefield_keeps_the_second_hex_clear() -> None:
    game = position(
        {"21pz-a": N, "15pz-a": "3-1001", "selby": T, "allied-entrenchment-1": "3-1302"}, axis=True
    )
    declare(game, T)
    attack(game, (T,), ("21pz-a", "15pz-a"), 5)
    while "advance" not in kinds(game):
        apply(game, "give-way") if "give-way" in kinds(game) else finish_quietly(game)
    with pytest.raises(IllegalAction, match="Minefield"):
        apply(game, "advance", piece="21pz-a", path=(T, SE, "3-1202"))


def test_45_no_advance_after_an_exchange() -> None:
    game = position({"7arm": N, "babini": T})
    rules = rules_of(game)
    declare(game, T)
    column = "3:1"
    die = next(d for d in range(1, 7) if rules.odds.tables["allied"][d, column] == "EX")
    attack(game, (T,), ("7arm",), die)
    assert column in odds_text(game)
    apply(game, "lose-step", piece="babini")
    apply(game, "lose-step", piece="7arm")
    assert at(game, "7arm") == N
    assert at(game, "babini") == "removed"
    assert game.state.phase == "axis.combat"


def test_46_an_advance_into_a_port_takes_points_and_leaders() -> None:
    game = position(
        {"15pz-a": "3-0708", "21pz-a": "3-0807", "selby": "3-0808", "oconnor": "3-0808"},
        axis=True, control={"3-0808": "allied"}, used={"axis": 1, "allied": 0},
        supply={"axis": 0, "allied": 0},
    )  # fmt: skip
    declare(game, "3-0808")
    attack(game, ("3-0808",), ("15pz-a", "21pz-a"), 5)
    while "advance" not in kinds(game):
        apply(game, "give-way") if "give-way" in kinds(game) else finish_quietly(game)
    apply(game, "advance", piece="15pz-a", path=("3-0808",))
    assert nr.data(game.state).supply["axis"] == 1
    assert at(game, "oconnor") == "removed"
    assert game.state.control["3-0808"] == "axis"


@pytest.mark.parametrize(("turn", "place"), [(9, "turn-10"), (18, "removed")])
def test_46_a_leader_overrun_on_the_last_turn_comes_back_on_no_turn(turn: int, place: str) -> None:
    game = position(
        {"15pz-a": "3-0708", "21pz-a": "3-0807", "selby": "3-0808", "montgomery": "3-0808"},
        axis=True, control={"3-0808": "allied"}, turn=turn,
    )  # fmt: skip
    declare(game, "3-0808")
    attack(game, ("3-0808",), ("15pz-a", "21pz-a"), 5)
    while "advance" not in kinds(game):
        apply(game, "give-way") if "give-way" in kinds(game) else finish_quietly(game)
    apply(game, "advance", piece="15pz-a", path=("3-0808",))
    assert at(game, "montgomery") == place


def test_47_one_step_holds_all_hexes_of_a_battle() -> None:
    game = position({"10arm": "3-0903", "7arm": "3-0903", "xx": "3-1002", "xxi": "3-0902"})
    declare(game, "3-1002", "3-0902")
    attack(game, ("3-1002", "3-0902"), ("10arm", "7arm"), 5)
    assert odds_text(game) == "13 against 7, 3:1 (heavy tanks +2)"
    assert result(game) == "rolled 5: DR"
    apply(game, "hold", piece="xxi")
    assert (at(game, "xx"), at(game, "xxi")) == ("3-1002", "3-0902")
    assert game.state.pieces["xxi"].steps == 1
