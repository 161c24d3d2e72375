"""Lines of communication (9.2.4 to 9.2.6); the numbers are our list's."""

from __future__ import annotations

import pytest

from engine.game import Game
from tests.modules.battle_for_north_africa.builders import (
    a_game,
    rules_of,
)


def line(game: Game, piece: str) -> int | None:
    path = rules_of(game).lines.trace(game.state, piece)
    return None if path is None else len(path)


def lonely(side: str, piece: str, hex_: str) -> Game:
    """One unit on an empty map whose every place belongs to its side, but Tobruk to the Axis."""
    blank = a_game()
    places: dict[str, str | None] = dict.fromkeys(rules_of(blank).units, None)
    board = rules_of(blank).board
    control = {board.ids[i]: side for i in board.places} | {"L3535": "axis"}
    return a_game({**places, piece: hex_}, control=control)


@pytest.mark.parametrize(("hex_", "length"), [("E3319", 24), ("E3410", 34), ("E3204", 40), ("E1300", None)])
def test_27_allied_lines_without_tobruk(hex_: str, length: int | None) -> None:
    assert line(lonely("allied", "br-4-7arm", hex_), "br-4-7arm") == length


@pytest.mark.parametrize(("hex_", "length"), [("E3403", None), ("E3402", 55)])
def test_24_axis_lines_to_el_agheila(hex_: str, length: int | None) -> None:
    game = lonely("axis", "ge-1-5pz", hex_)
    board = rules_of(game).board
    tobruk = a_game(
        {**dict.fromkeys(rules_of(game).units, None), "ge-1-5pz": hex_},
        control={board.ids[i]: "axis" for i in board.places} | {"L3535": "allied"},
    )
    assert line(tobruk, "ge-1-5pz") == length


def test_30_the_open_desert_has_no_line() -> None:
    assert line(a_game({"br-4-7arm": "E2012"}), "br-4-7arm") is None


def test_31_every_hq_of_the_set_up_has_a_line() -> None:
    game = a_game()
    for unit in rules_of(game).units.values():
        if unit.size == "hq" and game.state.pieces[unit.id].at in rules_of(game).board.index:
            assert line(game, unit.id) is not None, unit.id
