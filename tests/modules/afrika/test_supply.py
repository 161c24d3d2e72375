"""Supply: what units cost, how far it reaches, hunger (5.0 to 5.2, rulings 28, 29, 31)."""

import pytest

from engine.play.action import EndPhase
from modules.afrika.rules.queries import zoc
from modules.afrika.rules.state import OUT
from modules.afrika.rules.supply import supply_net
from modules.afrika.rules.supply_actions import ExpendSupply, SupplyUnits
from tests.modules.afrika.builders import (
    Game,
    at,
    points_at,
    position,
    refusal_of,
    the_rules,
)
from tests.modules.afrika.supply_positions import (
    BRIGADES,
    DIVISIONS,
    DUMP,
    GARRISON,
    LRDG,
    PANZERS,
    RECON,
    TANKS,
    spread_out,
    supplying,
)

ROMMEL = "axis-rommel"


def cost_of(game: Game, pieces: tuple[str, ...], source: str = DUMP) -> int:
    before = points_at(game, source)
    game.apply(SupplyUnits(source=source, pieces=pieces))
    return before - points_at(game, source)


# --- counting and rounding (5.1a) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "cost"), [(1, 1), (4, 1), (10, 1), (14, 1), (15, 2), (24, 2), (28, 2), (29, 3), (30, 3)]
)
def test_what_a_dump_pays(count: int, cost: int) -> None:
    """14 units cost 1, 28 cost 2 by groups, 4 still cost 1."""
    units = BRIGADES[:count]
    game = supplying({**spread_out(units), f"sp-allied-{DUMP}": "5"})
    assert cost_of(game, units) == cost


def test_groups_taken_one_by_one_cost_no_more_than_together() -> None:
    units = BRIGADES[:14]
    game = supplying({**spread_out(units), f"sp-allied-{DUMP}": "1"})
    assert [cost_of(game, units[:4]), cost_of(game, units[4:13]), cost_of(game, units[13:])] == [1, 0, 0]
    game.apply(EndPhase())
    assert all(OUT not in game.state.pieces[name].marks for name in units)


def test_units_count_whatever_steps_they_have_lost() -> None:
    units = BRIGADES[:15]
    game = supplying(
        {**{name: f"{place}-1" for name, place in spread_out(units).items()}, f"sp-allied-{DUMP}": "5"}
    )
    assert cost_of(game, units) == 2


def test_italian_divisions_count_two_regiments_and_germans_one() -> None:
    seven = (*DIVISIONS, "axis-4-5-4-1-lib", "axis-5-6-4-ggff")
    game = supplying({**spread_out(seven), f"sp-axis-{DUMP}": "5"}, "axis")
    assert cost_of(game, seven) == 1  # seven times two
    eight = (*seven, "axis-3-3-7-61-trento")
    game = supplying({**spread_out(eight), f"sp-axis-{DUMP}": "5"}, "axis")
    assert cost_of(game, eight) == 2
    units = the_rules().units
    assert [units[name].supply for name in ("axis-5-6-4-trento", "axis-3-3-7-62-trento", PANZERS)] == [
        2,
        1,
        1,
    ]


def test_garrisons_and_the_lrdg_need_nothing() -> None:
    game = supplying({LRDG: "A30.12", GARRISON: "A31.12", f"sp-allied-{DUMP}": "1"})
    assert refusal_of(game, SupplyUnits(source=DUMP, pieces=(LRDG,))).text.endswith("needs no supply")
    game.apply(EndPhase())
    assert game.state.pieces[LRDG].marks == game.state.pieces[GARRISON].marks == ()
    assert the_rules().units["axis-0-1-0-bardia"].supply == 0
    assert the_rules().units["axis-arty-1"].supply == 1  # erratum 2: the artillery in Tobruk is no garrison


def test_leaders_do_not_count() -> None:
    game = supplying({PANZERS: DUMP, ROMMEL: DUMP, f"sp-axis-{DUMP}": "1"}, "axis")
    assert refusal_of(game, SupplyUnits(source=DUMP, pieces=(ROMMEL,))).rule == "5.1a"


# --- range ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "turn", "hexes"), [("axis", 6, 3), ("axis", 7, 5), ("allied", 1, 5), ("allied", 28, 5)]
)
def test_supply_range_by_side_and_turn(side: str, turn: int, hexes: int) -> None:
    unit = PANZERS if side == "axis" else BRIGADES[0]
    inside = supplying({unit: f"A28.{12 + hexes:02}", f"sp-{side}-{DUMP}": "1"}, side, turn)
    assert cost_of(inside, (unit,)) == 1
    outside = supplying({unit: f"A28.{13 + hexes:02}", f"sp-{side}-{DUMP}": "1"}, side, turn)
    assert refusal_of(outside, SupplyUnits(source=DUMP, pieces=(unit,))).rule == "5.1a"


def test_roads_lengthen_the_range() -> None:
    net = supply_net(the_rules())
    game = supplying({BRIGADES[0]: "A10.17", "sp-allied-A9.13": "1"})
    (source,) = net.sources(game.state, "allied")
    assert max(the_rules().board.distance(source.number, i) for i in source.reach.cost) > 5  # type: ignore[union-attr]


def test_an_ezoc_blocks_the_range_unless_a_friendly_unit_stands_there() -> None:
    """Erratum 9: negated means no obstacle; the last hex counts, too."""
    unit, guard = BRIGADES[0], BRIGADES[1]
    assert cost_of(supplying({unit: "A28.09", f"sp-allied-{DUMP}": "1"}), (unit,)) == 1
    wall = {
        PANZERS: "A28.08",
        RECON: "A30.09",
        "axis-6-7-4-brescia": "A26.09",
        "axis-6-7-4-pavia": "A32.10",
        "axis-5-6-4-bologna": "A24.10",
    }
    shut = supplying({**wall, unit: "A28.07", f"sp-allied-{DUMP}": "1"})
    assert refusal_of(shut, SupplyUnits(source=DUMP, pieces=(unit,))).rule == "5.1a"
    inside = supplying({PANZERS: "A28.08", unit: "A28.09", f"sp-allied-{DUMP}": "1"})
    assert cost_of(inside, (unit,)) == 1  # the unit negates the EZOC of its own hex
    chain = supplying({PANZERS: "A30.11", guard: "A29.12", unit: "A29.11", f"sp-allied-{DUMP}": "1"})
    assert cost_of(chain, (guard, unit)) == 1


def test_units_out_of_supply_have_no_zoc_that_blocks() -> None:
    unit = BRIGADES[0]
    game = supplying({PANZERS: "A28.11!", unit: "A28.09", f"sp-allied-{DUMP}": "1"})
    assert cost_of(game, (unit,)) == 1
    assert zoc(the_rules(), game.state, "axis") == frozenset()


def test_enemy_units_always_block() -> None:
    ring = ("A28.13", "A29.13", "A29.12", "A28.11", "A27.12", "A27.13")
    enemies = {name: f"{hex_}!" for name, hex_ in zip((*DIVISIONS, PANZERS), ring, strict=True)}
    game = supplying({**enemies, BRIGADES[0]: "A28.09", f"sp-allied-{DUMP}": "1"})
    assert refusal_of(game, SupplyUnits(source=DUMP, pieces=(BRIGADES[0],))).rule == "5.1a"


# --- Tripoli, the connecting box, oases -------------------------------------------------------------


def test_tripoli_is_free_and_the_connecting_box_needs_its_own_points() -> None:
    """Clar. 24, 1.7."""
    brescia, pavia, savona = "axis-6-7-4-brescia", "axis-6-7-4-pavia", "axis-6-7-4-savona"
    game = supplying(
        {
            brescia: "tripoli",
            pavia: "connecting",
            savona: "A1.08",
            "sp-axis-connecting": "1",
            "sp-axis-A1.08": "1",
        },
        "axis",
    )
    assert refusal_of(game, SupplyUnits(source="connecting", pieces=(brescia,))).rule == "5.1a"
    assert refusal_of(game, SupplyUnits(source="connecting", pieces=(savona,))).rule == "clar. 24"
    assert refusal_of(game, SupplyUnits(source="A1.08", pieces=(pavia,))).rule == "clar. 24"
    assert refusal_of(game, SupplyUnits(source="tripoli", pieces=(pavia,))).rule == "5.1a"
    assert cost_of(game, (pavia,), "connecting") == 1
    game.apply(EndPhase())
    assert OUT in game.state.pieces[savona].marks
    assert game.state.pieces[brescia].marks == game.state.pieces[pavia].marks == ()


def test_an_oasis_feeds_two_units_in_its_own_hex() -> None:
    units = BRIGADES[:3]
    game = supplying({**dict.fromkeys(units, "A48.02"), BRIGADES[3]: "A48.03"})
    assert refusal_of(game, SupplyUnits(source="A48.02", pieces=units)).rule == "5.1c"
    assert refusal_of(game, SupplyUnits(source="A48.02", pieces=(BRIGADES[3],))).rule == "clar. 7"
    game.apply(SupplyUnits(source="A48.02", pieces=units[:2]))
    game.apply(EndPhase())
    assert [OUT in game.state.pieces[name].marks for name in units] == [False, False, True]


@pytest.mark.parametrize("oasis", ["A48.02", "A40.05", "A16.00"])
def test_oases_that_supply(oasis: str) -> None:
    game = supplying({BRIGADES[0]: oasis})
    game.apply(SupplyUnits(source=oasis, pieces=(BRIGADES[0],)))
    assert game.rules.check(game.state) == ()


def test_other_oases_do_not_supply() -> None:
    game = supplying({BRIGADES[0]: "A14.00"})
    assert refusal_of(game, SupplyUnits(source="A14.00", pieces=(BRIGADES[0],))).rule == "5.1a"


def test_an_oasis_takes_two_off_the_count_of_its_dump() -> None:
    units = BRIGADES[:16]
    places = dict.fromkeys(units[:4], "A48.02") | dict.fromkeys(units[4:8], "A49.03")
    places |= dict.fromkeys(units[8:12], "A48.03") | dict.fromkeys(units[12:], "A47.03")
    game = supplying({**places, "sp-allied-A48.02": "3"})
    assert cost_of(game, units, "A48.02") == 1
    two = supplying({**dict.fromkeys(units[:2], "A48.02"), "sp-allied-A48.02": "1"})
    assert cost_of(two, units[:2], "A48.02") == 0


# --- hunger (5.2) -----------------------------------------------------------------------------------


def test_who_draws_nothing_is_marked_and_loses_a_step_each_supply_phase() -> None:
    game = supplying({TANKS: "A28.12"})
    game.apply(EndPhase())
    piece = game.state.pieces[TANKS]
    assert (piece.steps, piece.marks) == (2, (OUT,))
    again = supplying({TANKS: "A28.12-1!"})
    again.apply(EndPhase())
    assert again.state.pieces[TANKS].steps == 1
    last = supplying({TANKS: "A28.12-2!", "sp-allied-A28.12": "1", BRIGADES[0]: "A40.10"})
    last.apply(EndPhase())
    assert at(last, TANKS) == "dead-allied"
    assert last.state.pieces[TANKS].marks == ()


def test_the_marker_goes_when_supply_is_drawn() -> None:
    game = supplying({TANKS: "A28.12-1!", "sp-allied-A28.12": "1"})
    game.apply(SupplyUnits(source="A28.12", pieces=(TANKS,)))
    game.apply(EndPhase())
    assert (game.state.pieces[TANKS].steps, game.state.pieces[TANKS].marks) == (2, ())


def test_a_player_may_choose_not_to_supply() -> None:
    game = supplying({TANKS: "A28.12", "sp-allied-A28.12": "1"})
    assert any("could be supplied" in line.text for line in game.rules.unfinished(game.state, "allied"))
    game.apply(EndPhase())
    assert OUT in game.state.pieces[TANKS].marks
    assert points_at(game, "A28.12") == 1


def test_values_out_of_supply() -> None:
    """Attack a quarter, defense and movement half, not rounded; no ZOC, no exploitation (ruling 31)."""
    rules = the_rules()
    game = position({PANZERS: "A28.12!", RECON: "A30.12!", BRIGADES[0]: "A40.12!"})
    assert rules.attack(game.state, PANZERS) == 8  # quarters: 8 / 4 = 2
    assert rules.defense(game.state, PANZERS) == 12  # 3
    assert rules.allowance(game.state, PANZERS) == 27  # sixths: 4.5 MP
    assert rules.defense(game.state, BRIGADES[0]) == 10  # 2.5
    assert not rules.can_exploit(game.state, RECON)
    reduced = position({PANZERS: "A28.12-1!"})
    assert rules.attack(reduced.state, PANZERS) == 4  # the reverse side's 4, a quarter of it


def test_units_are_in_supply_before_their_first_supply_phase() -> None:
    for name in ("italian-invasion", "operation-crusader", "gazala"):
        assert not any(OUT in piece.marks for piece in the_rules(name).setup(1).pieces.values())


def test_the_enemy_is_not_starved_in_my_supply_phase() -> None:
    game = supplying({TANKS: "A28.12", PANZERS: "A40.12"})
    game.apply(EndPhase())
    assert game.state.pieces[PANZERS].steps == 3


def test_a_leader_whose_last_companion_starves_is_displaced() -> None:
    pieces = {RECON: "A28.12", ROMMEL: "A28.12", PANZERS: "tripoli", "axis-6-7-4-brescia": "A28.12"}
    game = supplying(pieces, "axis")
    game.apply(EndPhase())
    assert at(game, RECON) == "dead-axis"
    assert at(game, ROMMEL) == "tripoli"


# --- refusals of supply -----------------------------------------------------------------------------


def test_supply_refuses_nonsense() -> None:
    game = supplying({BRIGADES[0]: DUMP, PANZERS: "A40.12", f"sp-allied-{DUMP}": "1"})
    for action, word in (
        (SupplyUnits(source=DUMP, pieces=()), "each once"),
        (SupplyUnits(source=DUMP, pieces=(BRIGADES[0], BRIGADES[0])), "each once"),
        (SupplyUnits(source=DUMP, pieces=(PANZERS,)), "your own"),
        (SupplyUnits(source=DUMP, pieces=("nobody",)), "your own"),
        (SupplyUnits(source="A30.12", pieces=(BRIGADES[0],)), "nothing to draw"),
        (SupplyUnits(source="nowhere", pieces=(BRIGADES[0],)), "nothing to draw"),
    ):
        assert word in refusal_of(game, action).text
    game.apply(SupplyUnits(source=DUMP, pieces=(BRIGADES[0],)))
    assert "already" in refusal_of(game, SupplyUnits(source=DUMP, pieces=(BRIGADES[0],))).text


def test_a_group_that_costs_more_than_the_dump_has_is_refused() -> None:
    units = BRIGADES[:15]
    game = supplying({**spread_out(units), f"sp-allied-{DUMP}": "1"})
    refusal = refusal_of(game, SupplyUnits(source=DUMP, pieces=units))
    assert "costs 2 SP" in refusal.text


# --- excess (5.1a, clar. 18) ------------------------------------------------------------------------


def test_excess_points_are_spent_at_will_in_the_supply_phase_only() -> None:
    game = supplying({BRIGADES[0]: "A40.12", f"sp-allied-{DUMP}": "3", "sp-axis-A20.12": "2"})
    assert refusal_of(game, ExpendSupply(source=DUMP, count=4)).rule == "clar. 18"
    assert refusal_of(game, ExpendSupply(source=DUMP, count=0)).rule == "clar. 18"
    assert refusal_of(game, ExpendSupply(source="A20.12", count=1)).rule == "clar. 18"
    game.apply(ExpendSupply(source=DUMP, count=3))
    assert points_at(game, DUMP) == 0
    moving = position({BRIGADES[0]: DUMP, f"sp-allied-{DUMP}": "3"}, phase="allied.movement", turn=9)
    assert refusal_of(moving, ExpendSupply(source=DUMP, count=1)).code == "WRONG_PHASE"
