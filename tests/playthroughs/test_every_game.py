"""Every scenario of every game, many seeds, to the end, under watch."""

from __future__ import annotations

import pytest

from tests.playthroughs.watching import Sort, Watched, sorts

SHORT, CAMPAIGN = sorts(campaign=False), sorts(campaign=True)


def name_of(sort: Sort) -> str:
    return str(sort)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("sort", SHORT, ids=name_of)
def test_short_versions_at_random(sort: Sort, seed: int) -> None:
    assert Watched(sort, "random", seed).play().count > 10


@pytest.mark.parametrize("bot", ["greedy", "mixed"])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("sort", SHORT, ids=name_of)
def test_short_versions_with_sense(sort: Sort, seed: int, bot: str) -> None:
    assert Watched(sort, bot, seed).play().count > 10


@pytest.mark.parametrize("bot", ["random", "greedy", "mixed"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("sort", CAMPAIGN, ids=name_of)
def test_campaigns(sort: Sort, seed: int, bot: str) -> None:
    Watched(sort, bot, 100 + seed).play()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("sort", SHORT, ids=name_of)
def test_chosen_set_ups(sort: Sort, seed: int) -> None:
    game = Watched(sort, "random", seed, setup="choose").play()
    assert game.state.over is not None


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("bot", ["random", "greedy", "mixed"])
@pytest.mark.parametrize("sort", CAMPAIGN, ids=name_of)
def test_campaigns_by_the_dozen(sort: Sort, bot: str) -> None:
    for seed in range(14):
        Watched(sort, bot, 1000 + seed).play()
