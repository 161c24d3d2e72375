"""Charts and constants: what the rulebook fixes, and that every reconstruction gives its reasons."""

import re

import pytest

from engine.definition.module import ModuleDef

RESULT = re.compile(r"(A[1-6])?(D[1-6])?(r[1-5])?")


def test_the_combat_results_run_evenly(module: ModuleDef) -> None:
    crt = module.chart("crt")
    assert crt.rows is not None
    assert crt.rows.labels == tuple(str(roll) for roll in range(2, 13))
    assert crt.columns.labels == (
        "1:4",
        "1:3",
        "1:2",
        "1:1",
        "2:1",
        "3:1",
        "4:1",
        "5:1-6:1",
        "7:1-8:1",
        "9:1",
    )

    def balance(cell: object) -> int:
        text = str(cell)
        assert RESULT.fullmatch(text), text
        attacker = re.search(r"A(\d)", text)
        defender = re.search(r"D(\d)", text)
        return (int(defender[1]) if defender else 0) - (int(attacker[1]) if attacker else 0)

    values = [[balance(cell) for cell in row] for row in crt.cells]
    for row in values:
        assert row == sorted(row), "better odds are never worse"
    for column in zip(*values, strict=True):
        assert list(column) == sorted(column), "a higher roll is never worse"


@pytest.mark.parametrize(
    ("roll", "odds", "result"),
    [
        ("2", "1:4", "A3r1"),
        ("7", "1:1", "A1D1"),
        ("8", "4:1", "D2r2"),
        ("12", "9:1", "D6r5"),
        ("9", "1:1", "A1D2r1"),
    ],
)
def test_results_by_roll_and_odds(module: ModuleDef, roll: str, odds: str, result: str) -> None:
    assert module.chart("crt").cell(roll, odds) == result


def test_supply_ranges(module: ModuleDef) -> None:
    ranges = module.chart("supply-range")
    assert [ranges.at(turn, "axis") for turn in (1, 6, 7, 28)] == [3, 3, 5, 5]
    assert [ranges.at(turn, "allied") for turn in (1, 28)] == [5, 5]


@pytest.mark.parametrize("chart", ["trucks", "air", "cw-supply", "supply-range"])
def test_charts_by_turn_cover_every_turn_once(module: ModuleDef, chart: str) -> None:
    table = module.chart(chart)
    assert [table.row_of(turn) for turn in range(1, 29)] == sorted(
        table.row_of(turn) for turn in range(1, 29)
    )
    with pytest.raises(KeyError):
        table.row_of(29)


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_both_sides_have_air_and_trucks_every_turn(module: ModuleDef, side: str) -> None:
    for chart in ("trucks", "air"):
        for turn in range(1, 29):
            value = module.chart(chart).at(turn, side)
            assert isinstance(value, int)
            assert value >= 1, "one or more each turn (3.2, 5.4a)"


def test_ports(module: ModuleDef) -> None:
    ports = module.chart("ports")
    assert ports.cell("B19.19", "1") == ports.cell("tripoli", "6") == "unlimited"
    for row in ports.cells[:5]:
        numbers = [int(str(cell)) for cell in row]
        assert numbers == sorted(numbers)
    assert [ports.cell("A7.23", str(die)) for die in range(1, 7)] == [0, 1, 2, 3, 3, 4]


def test_variable_tables_cover_two_dice(module: ModuleDef) -> None:
    for chart in ("variable-axis", "variable-allied"):
        for roll in range(2, 13):
            assert isinstance(module.chart(chart).at(roll, "replacements"), int)
    withdrawing = [roll for roll in range(2, 13) if module.chart("variable-allied").at(roll, "withdrawal")]
    assert withdrawing == [4, 5]
    sizes = module.chart("withdrawals")
    assert (sizes.at(1, "tank"), sizes.at(1, "infantry")) == (1, 3)
    assert (sizes.at(2, "tank"), sizes.at(2, "infantry")) == (0, 3)
    assert (sizes.at(7, "tank"), sizes.at(7, "infantry")) == (0, 0)


def test_terrain_costs_keep_what_the_rulebook_fixes(module: ModuleDef) -> None:
    movement = module.chart("terrain-movement")
    assert movement.cell("rough", "motorized") == 2
    assert movement.cell("mountain", "motorized") == "road"
    assert movement.cell("salt_marsh", "armor") == "road"
    assert movement.cell("salt_marsh", "foot") == 2
    assert movement.cell("sea", "foot") == "no"
    hexsides = module.chart("hexside-movement")
    assert hexsides.cell("escarpment-up", "motorized") == "road"
    routes = module.chart("route-movement")
    assert (routes.cell("road", "mp"), routes.cell("track", "mp")) == ("1/3", "1/2")
    combat = module.chart("terrain-combat")
    assert combat.cell("rough", "multiplier") == 2
    assert combat.cell("mountain", "multiplier") == 3
    assert combat.cell("major-city", "multiplier") == 3
    barriers = module.chart("hexside-combat")
    assert barriers.cell("river", "attack") == "1/3"
    assert barriers.cell("box", "defense") == 2
    assert barriers.cell("escarpment-up", "attack") == "1/2"


def test_every_terrain_of_the_module_has_its_rows(module: ModuleDef) -> None:
    rows = module.chart("terrain-movement").rows
    assert rows is not None
    assert set(rows.labels) == {kind.id for kind in module.terrain}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stacking", 4),
        ("shift-limit", 3),
        ("supply-divisor", 10),
        ("supply-italian-division", 2),
        ("oasis-units", 2),
        ("truck-mp", 5),
        ("tripoli-mp", 5),
        ("overrun-terrain-limit", 2),
        ("zoc-enter", 2),
        ("zoc-leave", 0),
        ("overrun-cost", 3),
        ("mussolini-infantry", 5),
        ("mussolini-exploit", 3),
        ("box-limit", 10),
        ("raid-return", 3),
    ],
)
def test_constants(module: ModuleDef, name: str, value: int) -> None:
    assert module.constant(name).value == value


def test_every_reconstruction_gives_its_reasons(module: ModuleDef) -> None:
    for chart in module.charts:
        assert chart.rule, chart.id
        assert chart.source == "rulebook" or len(chart.reasoning) > 40, chart.id
    for constant in module.constants:
        assert constant.source == "rulebook" or constant.reasoning, constant.id
    for note in module.provenance:
        assert note.text
        assert note.fields


def test_numbers_of_turns_and_their_dates(module: ModuleDef) -> None:
    assert len(module.turns) == 28
    assert module.turn_title(1) == "September 1940"
    assert module.turn_title(8) == "April 1941"
    assert module.turn_title(15) == "November 1941"
    assert module.turn_title(28) == "December 1942"


def test_the_sequence_names_every_phase_with_rule_and_help(module: ModuleDef) -> None:
    phases = {phase.id: phase for phase in module.phases()}
    for side in ("axis", "allied"):
        for name in ("initialization", "reinforcement", "movement", "combat", "exploitation", "supply"):
            phase = phases[f"{side}.{name}"]
            assert phase.step == f"afrika.{name}"
            assert phase.side == side
            assert len(phase.help) > 40
    for phase in phases.values():
        assert phase.rule, phase.id
        assert phase.help or phase.phases, phase.id
    order = [phase.id for phase in module.phases() if phase.step and phase.side == "axis"]
    assert order == [
        f"axis.{name}"
        for name in ("initialization", "reinforcement", "movement", "combat", "exploitation", "supply")
    ]


def test_options(module: ModuleDef) -> None:
    options = {option.id: option for option in module.options}
    assert options["trento-trucks"].default is True
    assert options["fog"].default is False
    assert [value.id for value in options["oconnor"].values] == ["standard", "safety-net", "fair"]
    assert [value.id for value in options["tripoli"].values] == ["free", "no-shipping", "stay"]
    assert options["tripoli"].default == "free"
