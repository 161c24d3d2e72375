"""Rommel and O'Connor: whom they stack with, where they go when left alone (6.2, 7.1).

Their own movement (Storch, piggy-back) belongs to the movement phase.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.ids import PieceId, PlaceId, SideId
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.queries import can_carry_leader
from modules.afrika.rules.state import AXIS, turn_box

DISPLACEMENT = "afrika.displacement"


def rule_of(game: AfrikaGame, leader: PieceId, part: str = "") -> str:
    """The rule a leader goes by: 6.2 for Rommel; 7.1 for O'Connor, which sends to the parts of 6.2."""
    if game.leaders[leader] == AXIS:
        return f"6.2{part}"
    return f"7.1, 6.2{part}" if part else "7.1"


def back_on(game: AfrikaGame, turn: int) -> PlaceId | None:
    """The space of the turn track where a leader waits; None where the track has none: he comes no more."""
    place = turn_box(turn)
    return place if place in game.box_titles else None


def homes(game: AfrikaGame, state: State, leader: PieceId) -> Iterator[PlaceId]:
    """Places where a leader may be: with a German unit for Rommel, any CW unit for O'Connor.

    The Tripoli boxes are among them: Rommel returns to Tripoli, and goes without effect there (clar. 27).
    """
    side = game.leaders[leader]
    for number, here in game.situation(state).units[side].items():
        if any(can_carry_leader(game, side, name) for name in here):
            yield game.place(number)


def is_alone(game: AfrikaGame, state: State, leader: PieceId) -> bool:
    """Whether a leader in play lacks the unit he must stack with."""
    number = game.situation(state).leaders[leader]
    if number < 0:
        return False
    side = game.leaders[leader]
    return not any(can_carry_leader(game, side, name) for name in game.situation(state).at(side, number))


def lonely(game: AfrikaGame, state: State) -> Iterator[tuple[PieceId, SideId]]:
    """Leaders that have to be displaced now."""
    for leader, side in game.leaders.items():
        if is_alone(game, state, leader):
            yield leader, side


def displace_lonely(game: AfrikaGame, r: Resolution) -> None:
    """Moves leaders that are alone: straight away where there is one place or none, else by their owner's
    choice."""
    for leader, _ in lonely(game, r.state):
        places = list(homes(game, r.state, leader))
        if not places:
            remove_for_good(game, r, leader)
        elif len(places) == 1:
            displace(game, r, leader, places[0])
        else:
            r.call(DISPLACEMENT)
            return


def displace(game: AfrikaGame, r: Resolution, leader: PieceId, place: PlaceId) -> None:
    """Puts a displaced leader with other units."""
    r.move(leader, place)
    text = f"{game.names[leader]} has lost his companions and goes to {game.place_name(place)}."
    r.emit(
        "leader-displaced",
        text,
        rule=rule_of(game, leader),
        side=game.leaders[leader],
        pieces=(leader,),
        places=(place,),
    )


def remove_for_good(game: AfrikaGame, r: Resolution, leader: PieceId) -> None:
    """Takes a leader out of the game: nobody is left for him to join (6.2)."""
    r.move(leader, None)
    text = f"No unit is left for {game.names[leader]} to join: he leaves the game."
    r.emit("leader-gone", text, rule=rule_of(game, leader), side=game.leaders[leader], pieces=(leader,))
