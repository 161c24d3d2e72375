"""Numbers an owner keys in are used everywhere: by rules, refusals and help alike."""

from __future__ import annotations

import pytest

from engine.definition.chart import Cell
from engine.definition.module import ModuleDef
from engine.game import Game
from engine.play.action import EndPhase
from modules.afrika.rules.chart_reading import compile_charts
from modules.afrika.rules.game import RULESET, AfrikaRules
from modules.afrika.rules.overrun import Overrun
from modules.afrika.rules.raid import Raid
from modules.afrika.rules.state import Trucks, data
from modules.afrika.rules.supply_actions import SupplyUnits
from modules.afrika.rules.trucks import Truck
from tests.modules.afrika.builders import at, do, position, refusal_of, the_module, with_data
from tests.modules.afrika.changed_charts import played_by, with_cell, with_constant

PANZER, BRESCIA, PAVIA, KDG = (
    *("axis-8-6-9-1-5-21pz", "axis-6-7-4-brescia", "axis-6-7-4-pavia"),
    *("allied-3-3-12-kdg",),
)
ARTILLERY, ROMMEL, LRDG = "axis-arty-9", "axis-rommel", "allied-1-1-15-lrdg"


def other_value(value: Cell) -> Cell:
    """A different value of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return "A48" if value.startswith("A") else "1" if value == "1/2" else "1/2"
    assert value is not None
    return value + 1


@pytest.mark.parametrize("name", [found.id for found in the_module().constants])
def test_every_constant_is_read(name: str) -> None:
    module = the_module()
    changed = with_constant(name, other_value(module.constant(name).value))
    if name == "bardia-fort":
        forts = [RULESET.compile(found, "gazala", {}).fort_hexes for found in (module, changed)]
        assert len(forts[1]) < len(forts[0])
    else:
        assert compile_charts(changed) != compile_charts(module)


@pytest.mark.parametrize(
    ("chart", "row", "column", "value"),
    [
        ("air", "4-5", "allied", 7),
        ("axis-shipping", "", "3", 9),
        ("capture", "", "2", "1/2"),
        ("crt", "7", "1:1", "D1"),
        ("cw-supply", "1-3", "allied", 8),
        ("hexside-combat", "river", "attack", "1/2"),
        ("hexside-movement", "river", "foot", 2),
        ("leader-rolls", "rommel", "at-most", 5),
        ("ports", "A7.23", "1", 5),
        ("raid", "", "4", "captured"),
        ("route-movement", "track", "mp", "2/3"),
        ("supply-range", "1-6", "axis", 4),
        ("terrain-combat", "rough", "multiplier", 3),
        ("terrain-movement", "rough", "foot", 3),
        ("trucks", "1-3", "axis", 9),
        ("variable-allied", "2", "replacements", 2),
        ("variable-axis", "2", "replacements", 2),
        ("withdrawals", "1", "infantry", 4),
    ],
)
def test_every_chart_is_read(chart: str, row: str, column: str, value: Cell) -> None:
    assert compile_charts(with_cell(chart, row, column, value)) != compile_charts(the_module())


def test_all_charts_are_in_the_list_above() -> None:
    marks = test_every_chart_is_read.pytestmark  # type: ignore[attr-defined]
    listed = {case[0] for mark in marks for case in mark.args[1]}
    assert listed == {chart.id for chart in the_module().charts}


def help_of(module: ModuleDef, layout: dict[str, str], kind: str, phase: str) -> str:
    game = played_by(module, position(layout, phase=phase, turn=12))
    assert game.decision is not None
    found = game.decision.kind(kind)
    assert found is not None
    return found.help


@pytest.mark.parametrize(
    ("name", "value", "kind", "phase", "words"),
    [
        ("truck-mp", 7, "truck", "axis.movement", "Each truck gives 7 movement points"),
        ("overrun-cost", 4, "overrun", "axis.movement", "for 4 movement points"),
        ("overrun-terrain-limit", 3, "overrun", "axis.movement", "costs 3 or less"),
        ("raid-return", 5, "raid", "allied.movement", "comes back 5 turns later"),
        ("supply-divisor", 8, "supply", "axis.supply", "for 8 counted units"),
    ],
)
def test_help_tells_the_present_numbers(name: str, value: Cell, kind: str, phase: str, words: str) -> None:
    layout = {PANZER: "A20.15", KDG: "A60.18"}
    assert words in help_of(with_constant(name, value), layout, kind, phase)


def test_help_of_the_raid_reads_its_chart() -> None:
    module = with_cell("raid", "", "5", "captured")
    text = help_of(module, {PANZER: "A20.15", KDG: "A60.18"}, "raid", "allied.movement")
    assert "On 5 and 6 Rommel leaves the game" in text


def test_a_leader_who_would_return_beyond_the_track_does_not() -> None:
    layout = {PANZER: "A20.15", ROMMEL: "A20.15", KDG: "A60.18", LRDG: "A48.02"}
    before = position(layout, phase="allied.movement", turn=27)
    later = played_by(with_constant("raid-return", 9), before)
    assert at(after_the_raid(before), ROMMEL) == "turn-30"
    assert at(after_the_raid(later), ROMMEL) is None


def after_the_raid(game: Game) -> Game:
    do(game, Raid(), 5)
    return game


def test_trucks_have_the_points_of_the_constant() -> None:
    game = played_by(
        with_constant("truck-mp", 7), position({PANZER: "A20.15"}, phase="allied.supply", turn=12)
    )
    do(game, EndPhase())
    trucks = data(game.state).trucks["axis"]
    assert trucks.left == trucks.points * 7 * 6


def test_the_price_and_the_limit_of_overruns() -> None:
    layout = {PANZER: "A20.15", ROMMEL: "A20.15", KDG: "A20.16"}
    dear = played_by(with_constant("overrun-cost", 10), position(layout, turn=12))
    refusal = refusal_of(dear, Overrun(target="A20.16", attackers=(PANZER,)))
    assert refusal.text.endswith("an overrun costs 10")
    flat = played_by(with_constant("overrun-terrain-limit", "1/2"), position(layout, turn=12))
    refusal = refusal_of(flat, Overrun(target="A20.16", attackers=(PANZER,)))
    assert refusal.text.endswith("1/2 MP is the limit")


def test_the_stacking_limit_is_told_where_it_kills() -> None:
    layout = {PANZER: "A20.15", BRESCIA: "A20.15", PAVIA: "A20.15", ARTILLERY: "A20.15"}
    game = played_by(with_constant("stacking", 3), position(layout, turn=12))
    do(game, EndPhase())
    assert game.decision is not None
    kind = game.decision.kind("kill-excess")
    assert kind is not None
    assert "more than 3 units" in kind.help
    done = do(game, next(iter(kind.choices(game.state, "axis"))))
    assert "more than 3 units in the hex" in done.events[0].text


def test_what_an_oasis_feeds() -> None:
    oasis = next(place for place in ("A48.02", "B1.02") if is_oasis(place))
    layout = {PANZER: oasis, BRESCIA: oasis, PAVIA: oasis}
    game = position(layout, phase="axis.supply", turn=12)
    everybody = SupplyUnits(source=oasis, pieces=(PANZER, BRESCIA, PAVIA))
    assert refusal_of(game, everybody).text == "an oasis supplies 2 units without supply points"
    do(played_by(with_constant("oasis-units", 3), game), everybody)


def is_oasis(place: str) -> bool:
    rules = position({}).rules
    assert isinstance(rules, AfrikaRules)
    return rules.number(place) in rules.oases


def test_who_is_motorized() -> None:
    rules = RULESET.compile(with_constant("motorized-from", 4), "gazala", {})
    assert rules.units[BRESCIA].motorized
    assert not RULESET.compile(the_module(), "gazala", {}).units[BRESCIA].motorized


def test_trucks_offer_every_load_that_a_road_lets_through() -> None:
    game = position({"sp-axis-A7.23": "4", PANZER: "A7.23"}, turn=12)
    with_data(game, trucks={**data(game.state).trucks, "axis": Trucks(points=1, left=8)})
    loads = most_loads(game)
    assert loads == 4, "8 sixths carry four points over a road hex at 2 sixths each"


def most_loads(game: Game) -> int:
    """The largest load that can go anywhere."""
    assert game.decision is not None
    kind = game.decision.kind("truck")
    assert kind is not None
    actions = [action for action in kind.choices(game.state, "axis") if isinstance(action, Truck)]
    assert all(kind.check(game.state, "axis", action) is None for action in actions)
    return max(action.count for action in actions if action.source == "A7.23")


def test_a_slower_road_carries_less() -> None:
    game = position({"sp-axis-A7.23": "4", PANZER: "A7.23"}, turn=12)
    with_data(game, trucks={**data(game.state).trucks, "axis": Trucks(points=1, left=8)})
    slow = with_cell("route-movement", "road", "mp", "2/3")
    assert most_loads(played_by(slow, game)) < 4
