"""Positions set up by hand: all is checked, and what is asked for is done (A19, protocol ``place``)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.errors import IllegalAction
from engine.game import Game, new_game
from engine.play.action import Adjudicate, CardPlacement, PiecePlacement
from engine.protocol.positions import faults_of
from engine.view.cards import Pile
from modules.no_retreat_2.rules import state as nr
from tests.modules.no_retreat_2.builders import at, module, position
from tests.modules.playing import apply, fails, place

PANZERS, SMALLER, TANKS, TOBRUK, SEA, HEX = "15pz-a", "15pz-b", "7arm", "3-0808", "3-0210", "3-0407"


def a_game() -> Game:
    return new_game(module(), "crusader", 1)


@pytest.mark.parametrize(
    ("tracks", "word"),
    [
        ({"hands": {"axis": ["10arm"], "allied": []}}, "no card '10arm'"),
        ({"hands": {"axis": ["card-1", "card-1"], "allied": []}}, "card-1 lies in two places"),
        ({"hands": {"axis": []}}, "one side only"),
        ({"deck": ["card-999"]}, "no card"),
        ({"deck": ["card-1"]}, "cards are missing"),
        ({"discard": ["x"]}, "no card"),
        ({"supply": {"axis": -1, "allied": 0}}, "impossible supply pool"),
        ({"support": {"axis": 0, "allied": -4}}, "impossible support pool"),
        ({"support": {"italian": 1}}, "impossible support pool"),
        ({"fuel": 3}, "no track 'fuel'"),
        ({"suply": {"axis": 1}}, "did you mean 'supply'"),
        ({"supply": 3}, "tracks"),
        ({"phasing": "nobody"}, "nobody's"),
        ({"marked": {HEX: "x"}}, "cannot be marked"),
        ({"marked": {"3-9999": "target"}}, "cannot be marked"),
        ({"attacked": ["somebody"]}, "no piece 'somebody'"),
        ({"targets": 5}, "4 Target"),
        ({"tobruk_level": 4}, "Tobruk level"),
        ({"malta": "sunk"}, "Malta"),
    ],
)
def test_nonsense_on_tracks_is_refused(tracks: dict[str, Any], word: str) -> None:
    assert word in fails(a_game(), tracks=tracks)


@pytest.mark.parametrize(
    ("placement", "word"),
    [
        (PiecePlacement(piece="15pz", at=HEX), "did you mean"),
        (PiecePlacement(piece=PANZERS, at="9-0407"), "no place"),
        (PiecePlacement(piece=PANZERS, at=SEA), "no piece can stand in"),
        (PiecePlacement(piece=PANZERS, at="pool-allied"), "cannot be in pool-allied"),
        (PiecePlacement(piece=PANZERS, steps=0), "from 1 to 2"),
        (PiecePlacement(piece=PANZERS, steps=3), "from 1 to 2"),
        (PiecePlacement(piece=PANZERS, count=2), "one counter"),
        (PiecePlacement(piece=PANZERS, at=HEX, markers=("tired",)), "no marker"),
        (PiecePlacement(piece=PANZERS, at=HEX, markers=("low-supply", "unsupplied")), "bears"),
        (PiecePlacement(piece=PANZERS, at="pool-axis", markers=("unsupplied",)), "cannot bear"),
        (PiecePlacement(piece=PANZERS, at=None, markers=("unsupplied",)), "cannot bear"),
    ],
)
def test_impossible_placements_are_refused(placement: PiecePlacement, word: str) -> None:
    assert word in fails(a_game(), placement)


def test_enemies_and_two_counters_of_a_division_do_not_stand_together() -> None:
    game = position({PANZERS: HEX})
    assert "both sides" in fails(game, PiecePlacement(piece=TANKS, at=HEX))
    assert "same division" in fails(game, PiecePlacement(piece=SMALLER, at="3-0507"))
    place(game, PiecePlacement(piece=SMALLER, at=HEX), PiecePlacement(piece=PANZERS, at=None))
    assert (at(game, SMALLER), at(game, PANZERS)) == (HEX, None)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"turn": 0}, "from 1 to 18"),
        ({"turn": 19}, "from 1 to 18"),
        ({"phase": "axis.breakfast"}, "no phase"),
        ({"phase": "axis"}, "no phase"),
        ({"phase": "axis.combat", "side": "allied"}, "not one of allied"),
        ({"side": "germans"}, "no side"),
        ({"control": {"3-9999": "axis"}}, "no hex"),
        ({"control": {TOBRUK: "germans"}}, "no side"),
    ],
)
def test_impossible_circumstances_are_refused(change: dict[str, Any], word: str) -> None:
    assert word in fails(a_game(), **change)


def test_phase_and_side_begin_a_combat_phase_anew() -> None:
    game = position({PANZERS: HEX, TANKS: "3-0507"})
    apply(game, "mark-target", at=HEX)
    assert nr.data(game.state).targets == 1
    place(game, side="axis", turn=3)
    assert (game.state.phase, game.state.turn) == ("axis.combat", 3)
    assert nr.data(game.state).phasing == "axis"
    assert (nr.data(game.state).targets, nr.data(game.state).marked) == (0, {})
    place(game, phase="allied.combat", side="allied", tracks={"marked": {"3-0507": "counterblow"}})
    assert game.state.phase == "allied.combat"
    assert nr.data(game.state).counterblows == 1
    assert game.decision is not None
    assert game.decision.sides == ("allied",)


def test_marks_come_off_where_none_can_be() -> None:
    game = position({PANZERS: HEX}, marks={PANZERS: "low-supply"})
    place(game, PiecePlacement(piece=PANZERS, at="pool-axis"))
    assert game.state.pieces[PANZERS].marks == ()


def test_control_follows_the_units_placed() -> None:
    game = a_game()
    place(game, PiecePlacement(piece=TANKS, at=TOBRUK), control={TOBRUK: "axis"})
    assert game.state.control[TOBRUK] == "allied"


def test_cards_given_to_a_hand_leave_where_they_were() -> None:
    game = a_game()
    place(game, tracks={"discard": ["card-7", "card-8"]})
    place(game, tracks={"hands": {"axis": ["card-7", "card-3"], "allied": []}})
    held = nr.data(game.state)
    assert held.discard == ("card-8",)
    assert not {"card-7", "card-3", "card-8"} & set(held.deck)
    place(game, tracks={"hands": {"axis": [], "allied": ["card-3"]}, "discard": []})
    assert len(nr.data(game.state).deck) == len(module().cards) - 1


def test_stacking_is_reported_and_loads_again() -> None:
    names = [name for name, piece in a_game().state.pieces.items() if piece.owner == "axis"]
    squares = [name for name in names if name in {"15pz-a", "21pz-a", "ariete", "babini"}]
    game = position(dict.fromkeys(squares, HEX))
    odd = " ".join(game.rules.oddities(game.state))
    assert "too many units" in odd
    assert "cannot stack with each other" in odd
    assert faults_of(game.rules, game.state) == ()


def test_faults_of_a_loaded_position_are_named() -> None:
    game = position({PANZERS: HEX})
    broken = replace(game.state.pieces[PANZERS], steps=5, marks=("low-supply", "tired"))
    state = replace(game.state, pieces={**game.state.pieces, PANZERS: broken})
    text = " ".join(game.rules.check(state))
    assert "15pz-a has 5 steps" in text
    assert "bears low-supply and tired" in text


def test_a_card_goes_where_it_is_put_and_is_there_once() -> None:
    game = a_game()
    for placement in (
        CardPlacement(card="card-3", pile=Pile.HAND, side="allied"),
        CardPlacement(card="card-3", pile=Pile.DISCARD),
        CardPlacement(card="card-3", pile=Pile.DECK),
    ):
        game.apply(Adjudicate(cards=(placement,)), "axis")
        held = nr.data(game.state)
        piles = {Pile.HAND: held.hands["allied"], Pile.DISCARD: held.discard, Pile.DECK: held.deck}
        assert [pile for pile, cards in piles.items() if "card-3" in cards] == [placement.pile]
        assert game.rules.check(game.state) == ()
    with pytest.raises(IllegalAction, match="removed"):
        game.apply(Adjudicate(cards=(CardPlacement(card="card-3", pile=Pile.REMOVED),)), "axis")
