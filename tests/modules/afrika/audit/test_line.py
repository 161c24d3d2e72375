"""Second audit: what ends or keeps the Mussolini requirement beside combat (6.1, 2.8, errata 7 and 11)."""

from engine.game import Game
from modules.afrika.rules import mussolini
from modules.afrika.rules.shipping import Ship
from modules.afrika.rules.state import Port, data
from modules.afrika.rules.supply_actions import Consolidate
from tests.modules.afrika.builders import do, position, the_rules, with_data

LIB_1, LIB_2, MARCH, OCTOBER, JANUARY, CIRENE = (
    *("axis-4-5-4-1-lib", "axis-4-5-4-2-lib", "axis-4-5-4-23-mar", "axis-4-5-4-28-oct"),
    *("axis-4-5-4-3-jan", "axis-5-6-4-cirene"),
)
MOBILE = {"axis-2-2-10-maletti": "A50.18", "axis-5-4-5-1-med": "A51.18", "axis-3-2-6-1-lib": "A52.18"}
BRIGADE, TOBRUK, MATRUH = "allied-3-5-7-16", "A36.23", "A61.19"


def on_the_line(*divisions: str, turn: int = 4) -> Game:
    """Two reduced Libyan divisions in one hex, others beside them, the three mobile units."""
    layout = {LIB_1: "A50.17-1", LIB_2: "A50.17-1", **MOBILE, **dict.fromkeys(divisions, "A51.17")}
    game = position({**layout, BRIGADE: "B30.10"}, "italian-invasion", phase="axis.supply", turn=turn)
    with_data(game, mussolini_waived=False)
    return game


def test_2_8_an_absorbed_division_was_not_destroyed_and_counts_no_more() -> None:
    rules = the_rules("italian-invasion")
    game = on_the_line(MARCH, OCTOBER, JANUARY, CIRENE)
    assert mussolini.tally(rules, game.state) == (6, 3)
    do(game, Consolidate(pieces=(LIB_1, LIB_2)))
    assert mussolini.tally(rules, game.state) == (5, 3)
    assert data(game.state).killed_east == ()
    assert game.state.over is None


def test_2_8_consolidation_below_the_requirement_is_sudden_death_and_says_so_before() -> None:
    game = on_the_line(MARCH, OCTOBER, JANUARY)
    action = Consolidate(pieces=(LIB_1, LIB_2))
    assert game.decision is not None
    kind = game.decision.kind("consolidate")
    assert kind is not None
    assert "Mussolini requirement will not be met" in kind.describe(game.state, action)
    wanted = [found for found in game.rules.suggestions(game.state, "axis") if found.score > 0]
    assert all(action not in found.actions for found in wanted)
    do(game, action)
    assert game.state.over is not None
    assert (game.state.over.winner, game.state.over.rule) == ("allied", "6.1")


def test_2_8_after_turn_5_nothing_is_said() -> None:
    game = on_the_line(MARCH, turn=6)
    assert game.decision is not None
    kind = game.decision.kind("consolidate")
    assert kind is not None
    text = kind.describe(game.state, Consolidate(pieces=(LIB_1, LIB_2)))
    assert text == "1 Lib Inf absorbs 2 Lib Inf"


def test_8_4_an_absorbed_unit_is_not_there_to_be_destroyed_any_more() -> None:
    game = on_the_line(MARCH, OCTOBER, JANUARY, CIRENE)
    with_data(game, stood_east=(LIB_1, LIB_2))
    do(game, Consolidate(pieces=(LIB_1, LIB_2)))
    assert data(game.state).died == (LIB_2,)


def test_erratum_7_a_unit_shipped_to_libya_has_entered_it() -> None:
    layout = {BRIGADE: MATRUH, f"control-{TOBRUK}": "allied", f"control-{MATRUH}": "allied"}
    game = position({**layout, **MOBILE}, "italian-invasion", phase="allied.movement", turn=3)
    with_data(
        game,
        mussolini_waived=False,
        shipping={"axis": 0, "allied": 1},
        ports={**data(game.state).ports, TOBRUK: Port(capacity=1)},
    )
    do(game, Ship(pieces=(BRIGADE,), at=TOBRUK))
    assert data(game.state).mussolini_waived
    assert game.state.over is None
