"""Battles of No Retreat 2 that several tests fight."""

from __future__ import annotations

from engine.game import Game
from tests.modules.playing import apply

T, N, NE, SE = "3-1002", "3-1003", "3-1103", "3-1102"


def attack(game: Game, targets: tuple[str, ...], attackers: tuple[str, ...], *dice: int) -> None:
    game.queue_table_dice(dice)
    apply(game, "attack", targets=targets, attackers=attackers)


def odds_text(game: Game) -> str:
    return next(e.text for e in reversed(list(game.events())) if e.kind == "odds")


def result(game: Game) -> str:
    return next(e.text for e in reversed(list(game.events())) if e.kind == "result")


def finish_quietly(game: Game) -> None:
    assert game.decision is not None
    side = game.decision.sides[0]
    for kind in reversed(game.decision.ask.kinds):
        choice = next(kind.choices(game.state, side), None)
        if choice is not None:
            game.apply(choice, side)
            return
