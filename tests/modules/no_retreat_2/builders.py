"""Positions of No Retreat 2 on map 3 for tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

import msgspec

from engine.definition.module import ModuleDef
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate, PiecePlacement
from modules.no_retreat_2.rules.compiled import NoRetreat2Game
from tests.modules.playing import apply


@cache
def module() -> ModuleDef:
    return load_module(Path(builtin_modules()["no_retreat_2"]))


def rules_of(game: Game) -> NoRetreat2Game:
    return cast(NoRetreat2Game, game.rules)


def position(
    places: dict[str, str], *, steps: dict[str, int] | None = None, marks: dict[str, str] | None = None,
    turn: int = 9, axis: bool = False, control: dict[str, str] | None = None, **tracks: object,
) -> Game:  # fmt: skip
    """A game with pieces at places; phasing Allied, or Axis; ``hands`` and pools by keyword."""
    game = new_game(module(), "crusader", 1)
    if axis:
        for _ in range(2):
            apply(game, "end-phase")
    hands = cast("dict[str, tuple[str, ...]]", tracks.get("hands", {}))
    held = {card for hand in hands.values() for card in hand}
    tracks.setdefault("support", {"axis": 0, "allied": 0})
    tracks["hands"] = {"axis": (), "allied": (), **hands}
    tracks["deck"] = tuple(card.id for card in module().cards if card.id not in held)
    put = tuple(
        PiecePlacement(
            piece=piece,
            at=at,
            steps=(steps or {}).get(piece, msgspec.UNSET),
            markers=((marks or {})[piece],) if piece in (marks or {}) else msgspec.UNSET,
        )
        for piece, at in places.items()
    )
    raw = {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in tracks.items()}
    game.apply(Adjudicate(set=put, tracks=raw, control=control, turn=turn))
    return game


def kinds(game: Game) -> set[str]:
    """Kinds of action that have a legal choice now."""
    assert game.decision is not None
    side = game.decision.sides[0]
    return {k.kind for k in game.decision.ask.kinds if next(k.choices(game.state, side), None) is not None}


def at(game: Game, piece: str) -> str | None:
    return game.state.pieces[piece].at


def declare(game: Game, *targets: str) -> None:
    """The phasing side marks Targets, the other side nothing."""
    for target in targets:
        apply(game, "mark-target", at=target)
    apply(game, "end-phase")
    apply(game, "end-phase")
