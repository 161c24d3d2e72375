"""The greedy player is clearly better than the random one, whichever side it plays."""

from __future__ import annotations

import pytest

from engine.bots import Match, MatchResult, make_bot
from tests.playthroughs.watching import Sort, rules_of, sorts

SHORT = sorts(campaign=False)
SEEDS = (40, 41)


def played(sort: Sort, greedy: str, seed: int) -> MatchResult:
    """A game with the greedy player on one side."""
    rules = rules_of(sort)
    bots = {
        side.id: make_bot("greedy" if side.id == greedy else "random", seed, side.id)
        for side in rules.module.sides
    }
    return Match(rules=rules, seed=seed, bots=bots).play()


@pytest.mark.parametrize("sort", SHORT, ids=str)
def test_it_loses_far_less_and_wins_more(sort: Sort) -> None:
    lost = {"greedy": 0, "random": 0}
    won = {"greedy": 0, "random": 0}
    sides = [side.id for side in rules_of(sort).module.sides]
    for greedy in sides:
        for seed in SEEDS:
            result = played(sort, greedy, seed)
            assert result.errors == ()
            for side in sides:
                player = "greedy" if side == greedy else "random"
                lost[player] += result.losses[side].steps
                won[player] += result.winner == side
    assert lost["random"] > 30
    assert lost["greedy"] < lost["random"] / 3
    assert won["greedy"] >= won["random"]
