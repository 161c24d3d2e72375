"""Games of the small free module with terms of victory of the test's own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.definition.module import ModuleDef
from engine.definition.victory import AwardDef, LevelDef, VictoryDef
from engine.game import Game, new_game
from engine.play.action import EndPhase
from engine.victory.referee import Referee
from tests.fixtures.free_module import a_free_module

Plain = Mapping[str, object]


def condition(holds: Plain | None = None, **more: object) -> VictoryDef:
    """A condition out of plain values; the axis wins unless said otherwise."""
    values = {"side": "axis", **more, **({"holds": holds} if holds is not None else {})}
    return VictoryDef.model_validate(values)


def award(side: str, points: int, holds: Plain, **more: object) -> AwardDef:
    return AwardDef.model_validate({"side": side, "points": points, "holds": holds, **more})


def a_module(
    *conditions: VictoryDef, points: tuple[AwardDef, ...] = (), levels: tuple[LevelDef, ...] = ()
) -> ModuleDef:
    """The free module whose campaign has these terms; its short version has none of its own."""
    module = a_free_module()
    scenario = module.scenarios[0]
    terms = {"victory": conditions, "points": points, "levels": levels}
    campaign = scenario.versions[0].model_copy(update=terms)
    versions = (campaign, *scenario.versions[1:])
    return module.model_copy(update={"scenarios": (scenario.model_copy(update={"versions": versions}),)})


def a_game(module: ModuleDef) -> Game:
    return new_game(module, "meeting", seed=3)


def referee_of(game: Game) -> Referee:
    referee = game.rules.referee
    assert referee is not None
    return referee


def holds_now(game: Game, block: Plain) -> bool:
    """Whether a block out of plain values holds at the present position."""
    holds = condition(block).holds
    assert holds is not None
    return referee_of(game).judge(game.state).holds(holds)


def end_turn(game: Game) -> None:
    """Ends phases until the next turn begins or the game is over."""
    turn = game.state.turn
    while game.state.turn == turn and game.decision is not None:
        game.apply(EndPhase(), game.decision.sides[0])
