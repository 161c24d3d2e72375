"""What is measured, and how: used by the tests beside this file and by the report for the documents.

Times are processor times where work is measured and wall times where people wait. Machines differ, so the
rate of python-chess's random play, a known amount of pure Python, is measured in the same run; budgets are
stretched by how much slower than the reference machine this one is at this moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import median, quantiles

import chess

from engine.bots import Match, RandomBot, make_bot, random_action
from engine.codec import encode_state, state_hash
from engine.game import Game
from engine.loading import builtin_modules, load_module
from engine.play.transition import apply, begin
from engine.rules.registry import FREE_PLAY, find_ruleset
from engine.rules.ruleset import GameRules
from engine.saves import resimulate, restore, save_text
from engine.saves.reading import parse

REFERENCE_MOVES = 40_000
"""Random moves a second of python-chess on the machine for which the budgets were made."""
BESIDE_MOVES, BESIDE_MS = 400, 7.3
"""So many moves from the opening tell how slow a machine is just now; the reference takes so long."""
ROOM = 2.0
"""Room for noise in tests of budgets: other work may begin right after the slowness was measured."""

SCENARIO = ("afrika", "race-to-the-wire")
"""A long campaign that no sudden death cuts short."""

LARGEST = ("afrika", "gazala")
"""The scenario with most units."""


@dataclass(frozen=True)
class Measured:
    """One figure with its budget; ``most`` says whether the budget is an upper bound."""

    what: str
    value: float
    unit: str
    budget: float
    most: bool = True

    def is_kept(self, slowness: float) -> bool:
        """Say whether the budget is kept on a machine that is so much slower than the reference."""
        return self.value <= self.budget * slowness if self.most else self.value >= self.budget / slowness


def chess_moves_a_second(seconds: float = 1.5) -> float:
    """Random moves a processor second, whole games."""
    chance, moves = Random(1), 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            moves += 1
    return moves / (time.process_time() - began)


def slowness() -> float:
    """How many times slower than the reference this machine is now; never less than 1."""
    return max(1.0, REFERENCE_MOVES / chess_moves_a_second(0.7))


def slowness_beside() -> float:
    """The same from a short run, to be taken right beside each of many measurements.

    A machine that others use is not equally slow for a second; half a second later tells little of now.
    """
    chance, board = Random(1), chess.Board()
    began = time.thread_time()
    for _ in range(BESIDE_MOVES):
        moves = list(board.legal_moves)
        board = board if moves else chess.Board()
        board.push(chance.choice(moves or list(board.legal_moves)))
    return max(1.0, (time.thread_time() - began) * 1000 / BESIDE_MS)


def leeway(slow: float) -> float:
    """How much longer than its budget anything may take in a test on a machine so much slower than the
    reference; the report shows the plain budgets."""
    return max(1.0, slow) * ROOM


@lru_cache(maxsize=4)
def rules_of(game: str, scenario: str) -> GameRules:
    """A scenario made ready, with default options."""
    module = load_module(builtin_modules()[game])
    return find_ruleset(module.ruleset or FREE_PLAY).compile(module, scenario, {})


def played(rules: GameRules, seed: int, bot: str = "random") -> Game:
    """A whole game with its history."""
    game = Game(rules, seed)
    bots = {side.id: make_bot(bot, seed, side.id) for side in rules.module.sides}
    Match(rules=rules, seed=seed, bots=bots, game=game, check_every=10**9).play()
    return game


def random_play(rules: GameRules, games: int = 3) -> tuple[float, float]:
    """Actions a processor second over whole games, and processor seconds a game."""
    actions = 0
    began = time.process_time()
    for seed in range(games):
        bots = {side.id: RandomBot(Random(f"{seed}/{side.id}")) for side in rules.module.sides}
        actions += Match(rules=rules, seed=seed, bots=bots, check_every=10**9).play().actions
    spent = time.process_time() - began
    return actions / spent, spent / games


def apply_times(rules: GameRules, seed: int = 1) -> tuple[float, float]:
    """Median and 99th percentile of one action applied, in milliseconds."""
    chance, times = Random(seed), []
    now = begin(rules, seed)
    while (decision := now.decision) is not None:
        action = random_action(now.state, decision, decision.sides[0], chance)
        began = time.process_time_ns()
        now = apply(rules, now.state, decision.sides[0], action)
        times.append((time.process_time_ns() - began) / 1e6)
    return median(times), quantiles(times, n=100)[98]


def best_of(work: Callable[[], object], times: int = 5) -> float:
    """Shortest processor time of some work, in milliseconds."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append((time.process_time() - began) * 1000)
    return min(found)


def undo_and_redo(game: Game) -> float:
    """The slowest of an undo and a redo, in milliseconds."""
    slowest = 0.0
    steps: list[Callable[[], object]] = [lambda: game.undo(free=True), game.redo]
    for step in steps * 20:
        began = time.perf_counter_ns()
        step()
        slowest = max(slowest, (time.perf_counter_ns() - began) / 1e6)
    return slowest


def opened(game: str, scenario: str) -> float:
    """Module from disk to first decision, in milliseconds."""

    def work() -> None:
        module = load_module(builtin_modules()[game])
        begin(find_ruleset(module.ruleset or FREE_PLAY).compile(module, scenario, {}), 1)

    return best_of(work, 3)


def a_moving_moment(rules: GameRules) -> Game:
    """A game stopped where a kind of action with reach is offered."""
    game = Game(rules, 1)
    bots = {side.id: make_bot("greedy", 1, side.id) for side in rules.module.sides}
    while (decision := game.decision) is not None:
        side = decision.sides[0]
        for kind in decision.ask.kinds:
            pieces = movers(game)
            if pieces and kind.reach(game.state, side, (pieces[0],)) is not None:
                return game
        game.apply(bots[side].choose(rules, game.state, decision, side), side)
    raise AssertionError("nothing ever moves")


def movers(game: Game) -> list[str]:
    """Units of the deciding side on the map, fastest first."""
    decision = game.decision
    assert decision is not None
    views = game.rules.project(game.state, "all").pieces.values()
    found = [
        view
        for view in views
        if view.side == decision.sides[0]
        and view.at in game.rules.board.index
        and view.values.get("movement")
    ]
    return [view.id for view in sorted(found, key=lambda view: -view.values["movement"])]


def reach_times(game: Game) -> tuple[float, float]:
    """Reach of the fastest unit, and of every unit of the side, in milliseconds."""
    decision = game.decision
    assert decision is not None
    side, pieces = decision.sides[0], movers(game)
    kinds = [kind for kind in decision.ask.kinds if kind.reach(game.state, side, (pieces[0],)) is not None]

    def one() -> object:
        return kinds[0].reach(game.state, side, (pieces[0],))

    def whole_side() -> object:
        return [kinds[0].reach(game.state, side, (piece,)) for piece in pieces]

    return best_of(one), best_of(whole_side)


def supply_time(game: Game) -> float:
    """Supply of both sides, in milliseconds."""
    sides = [side.id for side in game.rules.module.sides]
    return best_of(lambda: [game.rules.supply(game.state, side) for side in sides])


def measure() -> tuple[list[Measured], float, float]:
    """Everything; with the rate of python-chess and how slow this machine is."""
    chess_rate = chess_moves_a_second()
    slow = max(1.0, REFERENCE_MOVES / chess_rate)
    rules = rules_of(*SCENARIO)
    rate, whole = random_play(rules)
    middle, late = apply_times(rules)
    game = played(rules, 1)
    text = save_text(game)
    moving = a_moving_moment(rules_of(*LARGEST))
    one, side = reach_times(moving)
    share = 3000 / max(1, game.count)
    state = game.transition.state
    return (
        [
            Measured("Random play, whole campaigns", rate, "actions a CPU second", 5000, most=False),
            Measured("A whole campaign by random play", whole, "s", 1.0),
            Measured("One action applied, median", middle, "ms", 0.15),
            Measured("One action applied, 99th percentile", late, "ms", 5),
            Measured("Reach of the fastest unit, largest map", one, "ms", 5),
            Measured("Reach of every unit of a side", side, "ms", 50),
            Measured("Supply of both whole sides", supply_time(moving), "ms", 20),
            Measured("Open the largest scenario, from disk to first decision", opened(*LARGEST), "ms", 1000),
            Measured("Replay of a finished campaign with hash check", replay_time(text, rules), "ms", 500),
            Measured("Save of 3,000 actions", best_of(lambda: save_text(game)) * share, "ms", 200),
            Measured("Load of 3,000 actions", load_time(text, rules) * share, "ms", 500),
            Measured("Undo or redo, slowest of 40", undo_and_redo(game), "ms", 5),
            Measured("State to JSON", best_of(lambda: encode_state(state)), "ms", 0.5),
            Measured("Hash of a state", best_of(lambda: state_hash(state)), "ms", 1),
        ],
        chess_rate,
        slow,
    )


def replay_time(text: bytes, rules: GameRules) -> float:
    """Replay of a save with every hash compared, in milliseconds."""

    def work() -> None:
        _, divergence = resimulate(parse(text, "game"), rules)
        assert divergence is None

    return best_of(work, 3)


def load_time(text: bytes, rules: GameRules) -> float:
    """Opening a save, in milliseconds."""
    return best_of(lambda: restore(parse(text, "game"), rules), 3)
