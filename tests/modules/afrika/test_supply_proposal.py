"""The proposed grouping of units to dumps, and reports of supply (5.1a)."""

from engine.play.action import EndPhase
from modules.afrika.rules.grouping import propose
from modules.afrika.rules.state import OUT
from tests.modules.afrika.builders import (
    Game,
    the_rules,
)
from tests.modules.afrika.supply_positions import (
    AROUND,
    BRIGADES,
    DUMP,
    GARRISON,
    LRDG,
    TANKS,
    spread_out,
    supplying,
)


def proposal_cost(game: Game, side: str = "allied") -> tuple[int, int]:
    found = propose(the_rules(), game.state, side)
    return found.cost, len(found.without)


def test_the_proposal_uses_the_rounding() -> None:
    units = BRIGADES[:28]
    game = supplying({**spread_out(units), f"sp-allied-{DUMP}": "5"})
    assert proposal_cost(game) == (2, 0)


def test_the_proposal_groups_units_over_dumps_for_the_fewest_points() -> None:
    west, both, east = BRIGADES[:8], BRIGADES[8:16], BRIGADES[16:22]
    places = {
        **dict.fromkeys(west[:4], "A24.12"),
        **dict.fromkeys(west[4:], "A25.12"),
        **dict.fromkeys(both[:4], "A28.12"),
        **dict.fromkeys(both[4:], "A28.13"),
        **dict.fromkeys(east[:4], "A32.12"),
        **dict.fromkeys(east[4:], "A32.13"),
    }
    game = supplying({**places, "sp-allied-A24.12": "3", "sp-allied-A32.12": "3"})
    assert proposal_cost(game) == (2, 0)  # 22 units: eleven and eleven would do, eight and fourteen, too


def test_the_proposal_feeds_the_best_when_points_are_short() -> None:
    units = (*BRIGADES[:14], TANKS)
    game = supplying({**spread_out(units), f"sp-allied-{DUMP}": "1"})
    found = propose(the_rules(), game.state, "allied")
    assert len(found.without) == 1
    assert TANKS not in found.without


def test_the_proposal_makes_room_by_moving_others_along() -> None:
    near, far = BRIGADES[:14], BRIGADES[14:18]
    places = {**{name: AROUND[i // 4] for i, name in enumerate(near)}, **dict.fromkeys(far, "A28.17")}
    game = supplying({**places, f"sp-allied-{DUMP}": "1", "sp-allied-A28.08": "1"})
    assert proposal_cost(game)[1] == 0


def test_suggestions_carry_the_proposal_and_greedy_play_feeds_everybody() -> None:
    units = BRIGADES[:20]
    game = supplying({**spread_out(units), f"sp-allied-{DUMP}": "5"})
    while found := [s for s in game.rules.suggestions(game.state, "allied") if s.score > 0]:
        for action in found[0].actions:
            game.apply(action)
    game.apply(EndPhase())
    assert not any(OUT in game.state.pieces[name].marks for name in units)


def test_a_report_tells_source_path_and_reason() -> None:
    pieces = {
        BRIGADES[0]: "A28.15",
        BRIGADES[1]: "A40.12",
        LRDG: "A41.12",
        GARRISON: "A42.12",
        f"sp-allied-{DUMP}": "1",
    }
    game = supplying(pieces)
    report = {line.piece: line for line in game.rules.supply(game.state, "allied")}
    fed = report[BRIGADES[0]]
    assert fed.state == "in"
    assert fed.trace is not None
    assert fed.trace.path == ("A28.15", "A28.14", "A28.13", "A28.12")
    assert (report[BRIGADES[1]].state, report[BRIGADES[1]].trace) == ("out", None)
    assert "no dump within range" in report[BRIGADES[1]].text
    assert (report[LRDG].rule, report[GARRISON].rule) == ("7.3", "2.7")
