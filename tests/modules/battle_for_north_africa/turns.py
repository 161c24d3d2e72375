"""Turns of The Battle for North Africa that several tests share."""

from __future__ import annotations

import msgspec

from engine.game import Game
from engine.play.transition import refuse
from modules.battle_for_north_africa.rules.actions import MakePlan
from tests.modules.battle_for_north_africa.builders import a_game
from tests.modules.playing import apply

PZ21 = ("am-ge-21pz-hq-1", "am-ge-21pz-hq-2", "am-ge-21pz-hq-3")
ARM2 = ("am-br-2arm-hq-1", "am-br-2arm-hq-2")
ARM7 = ("am-br-7arm-hq-1", "am-br-7arm-hq-2", "am-br-7arm-hq-3")
AUS9 = ("am-au-9-hq-1", "am-au-9-hq-2")


def refusal_of_plan(game: Game, side: str, **fields: object) -> str:
    plan = msgspec.convert({"kind": "plan", **fields}, type=MakePlan)
    found = refuse(game.rules, game.state, side, plan)
    return str(found) if found else ""


def allocated(axis: int, allied: int, places: dict[str, str | None] | None = None) -> Game:
    game = a_game(places)
    apply(game, "allocate", "axis", number=axis)
    apply(game, "allocate", "allied", number=allied)
    return game
