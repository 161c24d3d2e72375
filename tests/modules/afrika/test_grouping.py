"""The proposed grouping: always payable, never worse than trying everything on small cases (5.1a)."""

from itertools import product
from random import Random

import pytest

from engine.play.action import EndPhase
from modules.afrika.rules.grouping import Grouping, propose
from modules.afrika.rules.state import OUT
from modules.afrika.rules.supply import cost, in_range, needs_supply, supply_net
from modules.afrika.rules.supply_actions import SupplyUnits
from tests.modules.afrika.builders import Game, points_at, position, the_rules
from tests.modules.afrika.supply_positions import BRIGADES, DIVISIONS

OPEN_DESERT = [f"A{column}.{row:02}" for column in range(24, 34) for row in range(10, 15)]


def scattered(seed: int, *, units: int, dumps: int, side: str = "allied") -> Game:
    """Units and dumps of one side at random in open desert, at most four units to a hex."""
    random = Random(seed)
    pool = BRIGADES if side == "allied" else (*DIVISIONS, *AXIS_UNITS)
    places = [place for place in OPEN_DESERT for _ in range(4)]
    random.shuffle(places)
    pieces = dict(zip(random.sample(pool, units), places, strict=False))
    for place in random.sample(OPEN_DESERT, dumps):
        pieces[f"sp-{side}-{place}"] = str(random.randint(1, 2))
    return position(pieces, phase=f"{side}.supply", turn=5)


AXIS_UNITS = tuple(
    name for name, unit in the_rules().units.items() if unit.side == "axis" and unit.supply == 1
)[:25]


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_proposals_can_be_paid_and_feed_whom_they_say(seed: int, side: str) -> None:
    game = scattered(seed, units=26, dumps=4, side=side)
    found = propose(the_rules(), game.state, side)
    fed = [name for group in found.groups for name in group.pieces]
    assert sorted((*fed, *found.without)) == sorted(needs_supply(the_rules(), game.state, side))
    before = {group.source.place: points_at(game, group.source.place) for group in found.groups}
    for group in found.groups:
        game.apply(SupplyUnits(source=group.source.place, pieces=group.pieces))
    paid = sum(count - points_at(game, place) for place, count in before.items())
    assert paid == found.cost
    game.apply(EndPhase())
    alive = [name for name in found.without if game.state.pieces[name].at != f"dead-{side}"]
    assert all(OUT in game.state.pieces[name].marks for name in alive)
    assert not any(OUT in game.state.pieces[name].marks for name in fed)


def best_by_trying(game: Game) -> tuple[int, int]:
    """(units without supply, points paid) of the best of all assignments."""
    rules = the_rules()
    sources = supply_net(rules).sources(game.state, "allied")
    units = needs_supply(rules, game.state, "allied")
    options = [
        [-1, *(i for i, source in enumerate(sources) if in_range(rules, game.state, source, name))]
        for name in units
    ]
    best = (len(units), 0)
    for choice in product(*options):
        groups = [
            tuple(name for name, at in zip(units, choice, strict=True) if at == i)
            for i in range(len(sources))
        ]
        prices = [cost(rules, game.state, source, group) if group else 0
                  for source, group in zip(sources, groups, strict=True)]  # fmt: skip
        if all(price <= source.points for price, source in zip(prices, sources, strict=True)):
            best = min(best, (choice.count(-1), sum(prices)))
    return best


def result(found: Grouping) -> tuple[int, int]:
    return len(found.without), found.cost


@pytest.mark.parametrize("seed", range(20))
def test_small_cases_are_solved_as_well_as_by_trying_everything(seed: int) -> None:
    game = scattered(1000 + seed, units=6, dumps=3)
    assert result(propose(the_rules(), game.state, "allied")) == best_by_trying(game)


def test_what_is_paid_already_is_used_up_first() -> None:
    pieces = dict.fromkeys(BRIGADES[:4], "A28.12") | dict.fromkeys(BRIGADES[4:8], "A28.13")
    game = position(
        {**pieces, "sp-allied-A28.12": "1", "sp-allied-A28.13": "3"}, phase="allied.supply", turn=5
    )
    game.apply(SupplyUnits(source="A28.12", pieces=BRIGADES[:1]))
    suggestion = game.rules.suggestions(game.state, "allied")
    costs = [figure for line in suggestion for figure in line.figures if figure.endswith("SP")]
    assert costs == ["0 SP"]
