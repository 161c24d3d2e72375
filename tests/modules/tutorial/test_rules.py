"""First Steps: every rule of its page, and whole games."""

import pytest

from engine.bots import make_bot
from engine.bots.match import Match
from engine.editing.charts import set_cell
from engine.errors import IllegalAction
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate, EndPhase, PiecePlacement
from engine.view.guide import guide_of
from modules.tutorial.rules.fighting import Attack
from modules.tutorial.rules.game import TutorialGame
from modules.tutorial.rules.moving import Move

MODULE = load_module(builtin_modules()["tutorial"])


def a_game(seed: int = 1) -> Game:
    return new_game(MODULE, "first", seed, {})


def rules(game: Game) -> TutorialGame:
    assert isinstance(game.rules, TutorialGame)
    return game.rules


def put(game: Game, **places: str | None) -> None:
    placed = tuple(PiecePlacement(piece=n.replace("_", "-"), at=at) for n, at in places.items())
    game.apply(Adjudicate(set=placed))


def alone(game: Game, **places: str | None) -> None:
    gone: dict[str, str | None] = dict.fromkeys((p.replace("-", "_") for p in game.state.pieces), None)
    put(game, **{**gone, **places})


def test_costs_of_hexes_roads_and_the_river() -> None:
    game = a_game()
    ground, board = rules(game).ground, rules(game).board

    def cost(a: str, b: str) -> int | None:
        return ground.step_cost(board.index[a], board.index[b])

    assert cost("0106", "0206") == 1
    assert cost("0205", "0304") == 2
    road = [i for i, j in board.route_links if "river" in board.hexside(i, j)]
    assert road, "the road crosses the river by a bridge"
    i, j = next(pair for pair in board.route_links if "river" in board.hexside(*pair))
    assert ground.step_cost(i, j) == 1
    wet = next(p for p in board.sides if p not in board.route_links and board.terrain[p[1]] == "clear")
    assert ground.step_cost(*wet) == 2


def test_a_unit_moves_once() -> None:
    game = a_game()
    reach = rules(game).moves.reach(game.state, "blue", ("blue-4",))
    assert reach is not None
    goal = next(place for place, arrival in reach.arrivals.items() if not arrival.stop)
    game.apply(Move(pieces=("blue-4",), path=reach.arrivals[goal].path))
    assert game.state.pieces["blue-4"].at == goal
    with pytest.raises(IllegalAction, match="moved already"):
        game.apply(Move(pieces=("blue-4",), path=reach.arrivals[goal].path[:1]))
    with pytest.raises(IllegalAction, match="not yours"):
        game.apply(Move(pieces=("red-1",), path=("0904",)), "blue")


def test_two_units_of_one_hex_go_together() -> None:
    game = a_game()
    alone(game, blue_1="0306", blue_4="0306", blue_5="0305", red_1="1005")
    moves, pair = rules(game).moves, ("blue-1", "blue-4")
    reach, slow = (moves.reach(game.state, "blue", pieces) for pieces in (pair, ("blue-1",)))
    assert reach is not None
    assert slow is not None
    assert set(reach.arrivals) == set(slow.arrivals) - {"0305"}, "the slowest sets the pace, two in a hex"
    assert any(action.pieces == pair for action in moves.choices(game.state, "blue", "blue-1"))
    with pytest.raises(IllegalAction, match="begin in one hex"):
        game.apply(Move(pieces=("blue-4", "blue-5"), path=("0406",)))
    with pytest.raises(IllegalAction, match="only 2"):
        game.apply(Move(pieces=pair, path=("0305",)))
    goal = max(reach.arrivals, key=lambda place: reach.arrivals[place].cost)
    game.apply(Move(pieces=pair, path=reach.arrivals[goal].path))
    assert game.state.stacks[goal] == pair
    assert rules(game).moves.subjects(game.state, "blue") == ("blue-5",)
    with pytest.raises(IllegalAction, match="moved already"):
        game.apply(Move(pieces=pair, path=reach.arrivals[goal].path[:1]))


def test_a_unit_stops_next_to_the_enemy() -> None:
    game = a_game()
    alone(game, blue_4="0405", red_1="0605")
    with pytest.raises(IllegalAction, match=r"must stop"):
        game.apply(Move(pieces=("blue-4",), path=("0505", "0506")))
    game.apply(Move(pieces=("blue-4",), path=("0505",)))
    assert game.state.pieces["blue-4"].at == "0505"


def test_two_units_fit_in_a_hex() -> None:
    game = a_game()
    alone(game, blue_1="0405", blue_2="0405", blue_4="0406", red_1="1005")
    with pytest.raises(IllegalAction, match=r"only 2"):
        game.apply(Move(pieces=("blue-4",), path=("0405",)))


def test_who_may_attack() -> None:
    game = a_game()
    alone(game, blue_4="0505", blue_1="0305", red_1="0605")
    game.apply(EndPhase())
    with pytest.raises(IllegalAction, match="next to it"):
        game.apply(Attack(target="0605", attackers=("blue-1",)))
    with pytest.raises(IllegalAction, match="no enemy"):
        game.apply(Attack(target="0606", attackers=("blue-4",)))
    assert rules(game).attacks.fighters(game.state, "blue", "0605") == ("blue-4",)


def test_odds_and_shifts() -> None:
    game = a_game()
    alone(game, blue_4="0505", blue_1="0506", red_1="0605")
    odds = rules(game).attacks.odds(game.state, Attack(target="0605", attackers=("blue-4", "blue-1")))
    assert (odds.attack, odds.defense) == (9, 4)
    assert rules(game).attacks.results.labels[odds.final] == "2:1"
    alone(game, blue_4="0905", red_1="1005")
    odds = rules(game).attacks.odds(game.state, Attack(target="1005", attackers=("blue-4",)))
    assert odds.final == odds.base - 1


def test_losses_retreat_and_advance() -> None:
    seen = set()
    for seed in range(40):
        game = a_game(seed)
        alone(game, blue_4="0505", blue_5="0506", blue_1="0505", red_3="0605")
        game.apply(EndPhase())
        game.apply(Attack(target="0605", attackers=("blue-4", "blue-5", "blue-1")))
        text = " ".join(event.text for event in game.transition.events)
        red = game.state.pieces["red-3"]
        if "retreats" in text:
            seen.add("retreat")
            assert red.at not in (None, "0605")
        if "eliminated" in text:
            assert red.at is None
            seen.add("eliminated")
        if red.at != "0605":
            seen.add("advance")
            assert game.state.stacks["0605"] == ("blue-4",)
        assert rules(game).check(game.state) == ()
    assert seen == {"retreat", "advance", "eliminated"}


def test_towns_decide() -> None:
    game = a_game()
    alone(game, blue_4="0905", red_1="1301")
    game.apply(Move(pieces=("blue-4",), path=("1005",)))
    assert game.state.control["1005"] == "blue"
    while game.decision is not None:
        game.apply(EndPhase())
    assert game.state.over is not None
    assert game.state.over.winner == "blue"


def test_a_side_without_units_loses_at_once() -> None:
    game = a_game()
    alone(game, blue_4="0405")
    game.apply(EndPhase())
    assert game.state.over is not None
    assert (game.state.over.winner, game.state.over.rule) == ("blue", "4.3")


def test_the_guide_can_be_left_out() -> None:
    assert len(guide_of(a_game().rules)) == 10
    assert guide_of(new_game(MODULE, "first", 1, {"guide": False}).rules) == ()


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_by_chance(seed: int) -> None:
    bots = {"blue": make_bot("greedy", seed, "blue"), "red": make_bot("random", seed, "red")}
    outcome = Match(rules=a_game(seed).rules, seed=seed, bots=bots).play()
    assert outcome.refused == 0
    assert outcome.errors == ()
    assert outcome.winner in ("blue", "red", "draw")


def test_the_terrain_charts_are_used_at_once() -> None:
    """Costs and shifts come from the charts, so that a designer's change counts in the next game."""
    module = MODULE
    game = a_game()
    ground = rules(game).ground
    board = ground.board
    woods = next(i for i, kind in enumerate(board.terrain) if kind == "woods")
    near = next(
        j for j in board.neighbors[woods]
        if j >= 0 and not board.links(j, woods) and not board.hexside(j, woods) and board.terrain[j] != "sea"
    )  # fmt: skip
    assert ground.step_cost(near, woods) == 2
    assert ground.cover["woods"] == -1
    changed = set_cell(set_cell(module, "terrain", 2, 0, 4), "terrain", 2, 1, -2)
    changed = set_cell(changed, "routes", 0, 0, 2)
    other = rules(new_game(changed, "first", 1, {})).ground
    assert other.step_cost(near, woods) == 4
    assert other.cover["woods"] == -2
    road = next(pair for pair, link in board.route_links.items() if "road" in link.kinds)
    assert (ground.step_cost(*road), other.step_cost(*road)) == (1, 2)


def test_suggested_attacks_tell_their_figures() -> None:
    game = a_game()
    alone(game, blue_4="0805", blue_5="0804", blue_7="0805", red_2="0905")
    game.apply(EndPhase())
    best = rules(game).suggestions(game.state, "blue")[0]
    assert best.figures == ("3:1", "-1", "2:1", "33 %", "0.2 : 0.7")
    assert len(best.heads) == len(best.figures)
    assert best.places == ("0905",)
    assert best.text == "attack 0905 with 4th Blue Armor, 5th Blue Armor, 7th Blue Recon"
    view = rules(game).attacks.preview(game.state, "blue", Attack("0905", ("blue-4", "blue-5", "blue-7")))
    assert view is not None
    assert (view.odds, view.columns[view.base], view.columns[view.final]) == ("3:1", "3:1", "2:1")
    assert [result.words for result in view.results if result.text == "D1r1"] == ["defender −1, retreats 1"]
