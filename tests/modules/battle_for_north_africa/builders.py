"""Games of The Battle for North Africa for tests: set up by hand, saved and loaded at every step."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

import msgspec

from engine.definition.module import ModuleDef
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate, PiecePlacement
from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame
from tests.modules.playing import apply


@cache
def module() -> ModuleDef:
    return load_module(Path(builtin_modules()["battle_for_north_africa"]))


def rules_of(game: Game) -> NorthAfricaGame:
    return cast(NorthAfricaGame, game.rules)


def a_game(
    places: dict[str, str | None] | None = None,
    *,
    seed: int = 1,
    control: dict[str, str] | None = None,
    **tracks: object,
) -> Game:
    """The 1941 game at its first decision (both allocate), with pieces, control and data changed."""
    game = new_game(module(), "rommel-arrives", seed)
    put = tuple(PiecePlacement(piece=piece, at=at) for piece, at in (places or {}).items())
    raw = {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in tracks.items()}
    game.apply(Adjudicate(set=put, tracks=raw or None, control=control), side="axis")
    return game


def planned(
    game: Game, axis: dict[str, object], allied: dict[str, object], points: tuple[int, int] = (40, 40)
) -> Game:
    """Both sides allocate and plan; without places their commanders stand on the first HQ's hex."""
    apply(game, "allocate", "axis", number=points[0])
    apply(game, "allocate", "allied", number=points[1])
    apply(game, "plan", "axis", **{"at": "L1704", **axis})
    in_play = "allied" in msgspec.to_builtins(game.state.data)["in_play"]
    apply(game, "plan", "allied", **{**({"at": "E3538"} if in_play else {}), **allied})
    return game


def act(game: Game) -> None:
    """Ends the running activation without attaching, moving or attacking."""
    assert game.decision is not None
    while game.decision.path[-1].startswith(("d.activate", "d.movement", "d.combat")):
        for kind in ("pass", "movement-done", "end-activation"):
            if game.decision.kind(kind) is not None:
                apply(game, kind)
                break
        else:
            return


def texts(game: Game, kind: str) -> list[str]:
    return [event.text for event in game.events() if event.kind == kind]


def active(game: Game) -> tuple[str, ...]:
    return next(event.pieces for event in reversed(list(game.events())) if event.kind == "active")
