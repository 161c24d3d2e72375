"""Whole combat phases of No Retreat 2, played at random."""

from __future__ import annotations

import random

import pytest

from engine.codec import state_hash
from tests.modules.no_retreat_2.builders import module, position, rules_of


@pytest.mark.parametrize("seed", range(25))
def test_random_combat_phases_end_and_replay(seed: int) -> None:
    dice = random.Random(seed)
    units = [p for p in module().pieces if p.type != "leader" and not p.id.endswith("-b")]
    land = [f"3-{c:02}{r:02}" for c in range(3, 12) for r in range(1, 5)]
    dice.shuffle(land)
    dice.shuffle(units)
    places: dict[str, str] = {}
    for unit, place in zip(units[:20], land, strict=False):
        places[unit.id] = place
    cards = [card.id for card in module().cards]
    dice.shuffle(cards)
    game = position(
        places, hands={"axis": tuple(cards[:6]), "allied": tuple(cards[6:12])}, turn=dice.choice((9, 10)),
        supply={"axis": 3, "allied": 3}, support={"axis": 1, "allied": 1},
    )  # fmt: skip
    start = len(game.turns)
    while game.decision is not None and game.state.phase == "allied.combat" and len(game.turns) < 600:
        side = dice.choice(game.decision.sides)
        offered = [k for k in game.decision.ask.kinds if next(k.choices(game.state, side), None) is not None]
        assert offered, f"dead end at {game.decision.path}: {game.decision.ask.prompt}"
        action = dice.choice(offered).sample(game.state, side, dice)
        assert action is not None
        game.apply(action, side)
        assert not game.rules.check(game.state)
        on_map = [p for p, held in game.state.pieces.items() if held.at in rules_of(game).board.index]
        assert len(on_map) <= len(places)
    assert game.state.phase != "allied.combat"
    last = game.hash()
    turns = game.turns[start:]
    for _ in turns:
        game.undo(free=True)
    for turn in turns:
        game.apply(turn.action, turn.side)
    assert game.hash() == last
    assert state_hash(game.state) == last
