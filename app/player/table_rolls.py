"""Rolls made at the table: finds out what an action would roll, so that the players can be asked first."""

from __future__ import annotations

from msgspec.structs import replace

from app.player.session import Session
from engine.errors import IllegalAction
from engine.play.action import Action
from engine.play.draw import Draw
from engine.play.transition import apply


def next_roll(session: Session, action: Action, known: tuple[int, ...]) -> tuple[Draw, int] | None:
    """The next roll for which faces are missing, and how many; None when all are known or nothing is rolled.

    The action is tried on the immutable position with the faces known so far; what the program would have
    rolled in their place is thrown away.
    """
    state = session.game.state
    waiting = state.chance.dice + known
    tried = replace(state, chance=replace(state.chance, dice=waiting))
    try:
        found = apply(session.rules, tried, session.acting, action)
    except IllegalAction:
        return None
    left = len(waiting)
    for draw in found.draws:
        count = len(draw.dice)
        if count > left:
            return draw, count - left
        left -= count
    return None
