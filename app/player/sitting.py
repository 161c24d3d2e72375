"""Who sits at a game, what a session tells when it shows another position, and games that branch off."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.bots import Bot
from engine.game import Game
from engine.ids import SideId
from engine.play.action import Action
from engine.play.transition import Transition
from engine.state.model import State


class Step(StrEnum):
    """How the session came to show another position."""

    START = "start"
    ACTION = "action"
    UNDO = "undo"
    REDO = "redo"
    LOOK = "look"
    VIEWER = "viewer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What :attr:`Session.changed` tells: the way, the positions before and after, and the transition."""

    step: Step
    before: State | None
    after: State
    transition: Transition | None = None


@dataclass(slots=True, kw_only=True)
class Sitting:
    """How a game is played: alone with all open or in turns, and which sides the program plays."""

    solo: bool = False
    table_dice: bool = False
    seats: dict[SideId, str] = field(default_factory=dict)
    """Names of the computer players by side; sides that are not named are played by people."""
    players: dict[SideId, Bot] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer player found: what for, at which position, for whom, and the action."""

    purpose: str
    state: State
    side: SideId
    action: Action


def branched(game: Game, number: int) -> Game:
    """A new game with the first actions of another and the same dice; the other is not touched."""
    found = Game(game.rules, game.seed)
    if game.started_from_position:
        found.resume_at(game.opening.state)
    found.free_undo = game.free_undo
    for turn in game.turns[:number]:
        if turn.table[0] or turn.table[1]:
            found.queue_table_dice(*turn.table)
        found.apply(turn.action, turn.side)
    return found
