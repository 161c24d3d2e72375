"""Games played from set-up to the end under watch.

At every action: the invariants of the rules hold, and the bot's choice is accepted. At every fiftieth: the
state comes back from its JSON, an undo and a redo lead to where they should, the state before was not
touched. At the end: the save replays to the same hash. A game that fails is saved under ``out/failures``
and becomes a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.bots import Bot, make_bot
from engine.codec import decode_action, decode_state, encode_action, encode_state, state_hash
from engine.errors import EngineError
from engine.game import Game
from engine.loading import builtin_modules, load_module
from engine.play.action import Action
from engine.rules.registry import FREE_PLAY, find_ruleset
from engine.rules.ruleset import GameRules
from engine.saves import resimulate, save_text
from engine.saves.reading import parse

FAILURES = Path(__file__).resolve().parents[2] / "out" / "failures"
LONG = 50
MAX_ACTIONS = 60_000


@dataclass(frozen=True)
class Sort:
    """A scenario in one of its versions."""

    game: str
    scenario: str
    version: str
    is_campaign: bool

    def __str__(self) -> str:
        return f"{self.game}/{self.scenario}:{self.version}"


def sorts(*, campaign: bool) -> list[Sort]:
    """All scenarios of listed games: their longest versions, or their others."""
    return [sort for sort in all_sorts() if sort.is_campaign is campaign]


def all_sorts() -> Iterator[Sort]:
    for name, path in builtin_modules().items():
        module = load_module(path)
        for scenario in module.scenarios if module.listed else ():
            longest = max(version.last_turn for version in scenario.versions)
            for version in scenario.versions:
                yield Sort(name, scenario.id, version.id, version.last_turn == longest)


@lru_cache(maxsize=32)
def rules_of(sort: Sort, setup: str = "") -> GameRules:
    """A scenario made ready."""
    module = load_module(builtin_modules()[sort.game])
    options = {"version": sort.version} | ({"setup": setup} if setup else {})
    return find_ruleset(module.ruleset or FREE_PLAY).compile(module, sort.scenario, options)


class Watched:
    """One game under watch."""

    def __init__(self, sort: Sort, bot: str, seed: int, setup: str = "") -> None:
        self.rules = rules_of(sort, setup)
        self.name = f"{sort.game}-{sort.scenario}-{sort.version}-{bot}-{seed}{setup and '-'}{setup}"
        self.game = Game(self.rules, seed)
        self.bots: dict[str, Bot] = {
            side.id: make_bot(bot, seed, side.id) for side in self.rules.module.sides
        }

    def play(self) -> Game:
        """Play to the end; whatever goes wrong is saved and raised."""
        try:
            self._play()
            self._replay()
        except (AssertionError, EngineError):
            FAILURES.mkdir(parents=True, exist_ok=True)
            (FAILURES / f"{self.name}.hexsave").write_bytes(save_text(self.game))
            raise
        return self.game

    def _play(self) -> None:
        game = self.game
        while (decision := game.decision) is not None:
            assert game.count < MAX_ACTIONS, "the game does not end"
            side = decision.sides[0]
            action = self.bots[side].choose(self.rules, game.state, decision, side)
            if game.count % LONG == LONG - 1:
                self._step_with_care(action, side)
            else:
                game.apply(action, side)
            faults = (*self.rules.check(game.state), *self.rules.oddities(game.state))
            assert not faults, f"after {action} in {decision.path[-1]}: {'; '.join(faults)}"
        assert game.state.over is not None

    def _step_with_care(self, action: Action, side: str) -> None:
        game, before = self.game, self.game.state
        text = encode_state(before)
        again = decode_action(self.rules, game.decision, encode_action(action))
        assert again == action
        transition = game.apply(again, side)
        assert encode_state(before) == text, "an action touched the state before it"
        after = game.hash()
        game.undo(free=True)
        assert encode_state(game.state) == text
        game.redo()
        assert game.hash() == after
        back = decode_state(self.rules, encode_state(transition.state))
        assert back == transition.state
        assert state_hash(back) == after

    def _replay(self) -> None:
        save = parse(save_text(self.game), self.name)
        replayed, divergence = resimulate(save, self.rules)
        assert divergence is None, divergence
        assert replayed.hash() == self.game.hash()
