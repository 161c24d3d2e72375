"""Counters, set-ups and orders of arrival against the printed ones."""

from collections import Counter

import pytest

from engine.definition.module import ModuleDef
from engine.loading import builtin_modules, check_module
from tests.modules.afrika.expected_data import arrival_lists, read, setup_lists, words_of

SETUPS = read("setups.txt")
ARRIVALS = read("arrivals.txt")
NUMBERS = ("8.3", "8.4", "8.5", "8.6", "8.7")


def units(module: ModuleDef, side: str) -> list[str]:
    return [piece.id for piece in module.pieces if piece.side == side and piece.kind == "unit"]


def test_the_module_has_no_fault_and_no_doubt() -> None:
    assert check_module(builtin_modules()["afrika"]) == ()


def test_the_countermix(module: ModuleDef) -> None:
    assert (len(units(module, "axis")), len(units(module, "allied"))) == (84, 80)
    kinds = Counter((piece.side, piece.kind) for piece in module.pieces if piece.kind != "unit")
    assert kinds == {
        ("axis", "leader"): 1,
        ("allied", "leader"): 1,
        ("axis", "box"): 10,
        ("allied", "box"): 10,
        ("axis", "supply"): 1,
        ("allied", "supply"): 1,
    }


def test_ids_are_readable_and_stable(module: ModuleDef) -> None:
    for name in (
        "axis-8-6-9-1-8-15pz",
        "allied-arty-3",
        "axis-rommel",
        "allied-oconnor",
        "box-axis-2",
        "axis-3-5-9-288snd",
        "axis-4-5-4-1-lib",
        "axis-3-2-6-1-lib",
        "allied-8-5-8-7-7-arm",
        "allied-4-5-10-7-7-arm",
    ):
        assert module.piece(name).id == name


def test_two_counters_share_a_name_but_no_values(module: ModuleDef) -> None:
    words = Counter(
        word
        for name, word in words_of(module).items()
        if module.piece(name).kind == "unit" and "arty" not in word
    )
    assert set(words.values()) == {1}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_set_ups_are_as_printed(module: ModuleDef, number: str, side: str) -> None:
    expected = dict(SETUPS[f"{number} {side}"])
    if (number, side) == ("8.6", "allied"):
        expected["B30.10"] = [item for item in expected["B30.10"] if "arty" not in item]  # erratum 14
    (scenario,) = [scenario for scenario in module.scenarios if scenario.number == number]
    assert setup_lists(module, scenario.sides[side]) == expected


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_orders_of_arrival_are_as_printed_and_corrected(module: ModuleDef, side: str) -> None:
    expected = dict(ARRIVALS[side])
    if side == "allied":
        # Errata 10 and 1.
        expected["2 to-box"] = [item for item in expected["2 to-box"] if item != "3-5-7 14"]
        expected["2 arrive"] = ["3-5-7 14"]
        expected["6 arrive"] = sorted(
            item.replace("3-5-6 3 Ind", "3-5-8 3 Ind") for item in expected["6 arrive"]
        )
    assert arrival_lists(module, side) == expected


def test_every_counter_appears_in_print(module: ModuleDef) -> None:
    printed = {
        item.removesuffix(" -1") for lists in SETUPS.values() for items in lists.values() for item in items
    }
    printed |= {item for lists in ARRIVALS.values() for items in lists.values() for item in items}
    ours = {word for name, word in words_of(module).items() if module.piece(name).kind == "unit"}
    assert ours - printed == set()
    assert {item for item in printed - ours if not item.startswith("SP")} == {
        "Box",
        "Rommel",
        "O'Connor",
        "3-5-6 3 Ind",
        "3x Replacements",
    }


@pytest.mark.parametrize(
    ("turn", "mix"),
    [
        (1, {"axis 0-1-0": 1, "axis 0-1-4": 2, "allied 0-1-7": 1}),
        (22, {"axis 0-1-4": 2, "axis 0-1-6": 3, "axis 0-1-7": 2, "axis 0-1-9": 2, "allied 0-1-7": 8}),
    ],
)
def test_artillery_balances(module: ModuleDef, turn: int, mix: dict[str, int]) -> None:
    (scenario,) = [scenario for scenario in module.scenarios if scenario.first_turn == turn]
    found: Counter[str] = Counter()
    for side, setup in scenario.sides.items():
        for placement in setup.placements:
            for name in placement.pieces:
                if module.piece(name).type == "artillery":
                    found[f"{side} {words_of(module)[name].removesuffix(' arty')}"] += 1
    living = {key: count for key, count in found.items() if key != "axis 0-1-4"}
    assert living == {key: count for key, count in mix.items() if key != "axis 0-1-4"}


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("axis-8-6-9-1-5-21pz", 3),
        ("allied-5-6-6-1-army", 1),
        ("axis-5-6-4-bologna", 2),
        ("axis-4-5-4-1-lib", 2),
        ("axis-6-4-8-7-med-ariete", 2),
        ("allied-9-6-8-4-7-arm", 3),
        ("allied-8-5-8-7-7-arm", 2),
        ("allied-4-7-7-20-aus-9-aus", 3),
        ("allied-1-1-15-lrdg", 1),
        ("axis-5-7-5-ramcke", 2),
        ("axis-4-4-12-3-aufk-21pz", 1),
        ("allied-0-5-0-cairo", 1),
        ("allied-arty-1", 1),
    ],
)
def test_steps(module: ModuleDef, name: str, steps: int) -> None:
    assert module.piece(name).steps == steps


def test_reduced_sides_are_half_rounded_up(module: ModuleDef) -> None:
    for piece in module.pieces:
        if piece.kind != "unit":
            continue
        assert bool(piece.reduced) == (piece.steps > 1), piece.id
        for name, value in piece.reduced.items():
            full = piece.values[name]
            assert value == (full if name == "movement" else -(-full // 2)), piece.id


def test_exploit_bars(module: ModuleDef) -> None:
    bar = {piece.id for piece in module.pieces if "exploit" in piece.traits}
    groups = {kind.id: kind.groups for kind in module.types}
    for name in (
        "axis-5-4-5-1-med",
        "axis-5-4-5-2-med",
        "axis-3-2-6-1-lib",
        "axis-3-2-6-2-lib",
        "axis-2-2-10-maletti",
    ):
        assert name in bar, "the Mussolini requirement needs them (6.1)"
    assert "allied-1-1-15-lrdg" in bar
    for piece in module.pieces:
        if "armor" in groups.get(piece.type, ()) and piece.values["movement"] >= 8:
            assert (piece.id in bar) == (piece.type not in ("anti-tank", "flak")), piece.id
        if piece.type in ("artillery", "garrison", "support", "airborne"):
            assert piece.id not in bar


def test_classes_of_combined_arms(module: ModuleDef) -> None:
    groups = {kind.id: set(kind.groups) for kind in module.types}
    armor = {"armor", "assault-gun", "armored-car", "recon", "motorcycle", "camel", "anti-tank", "flak"}
    infantry = {"infantry", "airborne", "mg", "support", "garrison"}
    assert {name for name, found in groups.items() if "armor" in found} == armor
    assert {name for name, found in groups.items() if "infantry" in found} == infantry
    assert {name for name, found in groups.items() if "tank" in found} == {"armor"}, "erratum 6"
    assert not groups["artillery"] & {"armor", "infantry"}
    assert not groups["commando"] & {"armor", "infantry"}


def test_divisions_that_count_double(module: ModuleDef) -> None:
    divisions = [piece for piece in module.pieces if "division" in piece.traits]
    assert len(divisions) == 18
    assert {piece.nation for piece in divisions} == {"it", "ccnn"}
    assert not [piece.id for piece in divisions if piece.formation]


def test_formations_have_the_components_of_the_roster(module: ModuleDef) -> None:
    count = Counter(piece.formation for piece in module.pieces if piece.formation)
    assert count["ariete"] == 7
    assert count["15pz"] == 5
    assert count["21pz"] == 4
    assert count["7-arm"] == 4
    assert count["4-ind"] == 3
    assert set(count) == {formation.id for formation in module.formations}


def test_trento_comes_in_one_version_only(module: ModuleDef) -> None:
    entries = [entry for entry in module.schedule if entry.when]
    assert {(entry.turn, entry.when[0].value, len(entry.pieces)) for entry in entries} == {
        (6, True, 1),
        (6, False, 2),
    }
    for scenario in module.scenarios:
        late = scenario.first_turn >= 7
        assert scenario.options.get("trento-trucks") == (True if late else None)


def test_scenarios_begin_and_end_as_printed(module: ModuleDef) -> None:
    facts = {
        scenario.id: (
            scenario.number,
            scenario.first_turn,
            scenario.first_side,
            {version.id: version.last_turn for version in scenario.versions},
        )
        for scenario in module.scenarios
    }
    assert facts == {
        "italian-invasion": ("8.3", 1, "axis", {"campaign": 28, "short": 3}),
        "operation-compass": ("8.4", 4, "allied", {"campaign": 28, "short": 6}),
        "race-to-the-wire": ("8.5", 8, "axis", {"campaign": 28, "short": 10}),
        "operation-crusader": ("8.6", 15, "allied", {"campaign": 28, "short": 16}),
        "gazala": ("8.7", 22, "axis", {"campaign": 28, "short": 24}),
    }
    for scenario in module.scenarios:
        orders = {side: setup.order for side, setup in scenario.sides.items()}
        assert orders[scenario.first_side] > min(orders.values()), "who moves second sets up first (1.1)"


def test_leaders_and_withdrawals_by_scenario(module: ModuleDef) -> None:
    for scenario in module.scenarios:
        gone = scenario.sides["allied"].gone
        assert ("allied-oconnor" in gone) == (scenario.first_turn >= 8)
        assert scenario.tracks.get("withdrawals", 0) == (2 if scenario.first_turn >= 8 else 0)
