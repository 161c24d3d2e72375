"""What entering a place brings: control, captured ports and supply points, the end of Mussolini's demand.

Called wherever units enter a hex: movement, overrun, advance, retreat (ruling 15). Entering costs nothing
extra; enemy supply points are rolled for at once (5.3), a captured port takes nothing this turn (1.9a).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.ids import PieceId, PlaceId, SideId
from engine.play.resolution import Resolution
from modules.afrika.rules import mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.queries import occupier
from modules.afrika.rules.state import ALLIED, Port, data, other, set_dump, set_port


def enter(game: AfrikaGame, r: Resolution, units: tuple[PieceId, ...], number: int) -> None:
    """Units of one side have entered a place and stand there: everything that follows from it."""
    pass_through(game, r, units, (number,))
    capture_supply(game, r, game.units[units[0]].side, game.place(number))


def pass_through(game: AfrikaGame, r: Resolution, units: tuple[PieceId, ...], path: Iterable[int]) -> None:
    """Units of one side enter places one after the other: control and ports change hands (ruling 4, 1.9a)."""
    side = game.units[units[0]].side
    for number in path:
        place = game.place(number)
        if r.state.control.get(place, side) != side:
            take_place(game, r, side, place)
        if side == ALLIED and number in game.libya:
            mussolini.waive_if_entered(game, r, units[0], number)


def take_place(game: AfrikaGame, r: Resolution, side: SideId, place: PlaceId) -> None:
    """A place changes hands; a port works for its new owner from the next turn on (1.9a)."""
    r.take_control(place, side)
    port = data(r.state).ports.get(place)
    text = f"{game.side_title(side)} units take {game.place_name(place)}."
    if port is not None:
        set_port(r, place, Port(captured=r.state.turn))
        text += " The port works for them from the next turn on."
    rule = "1.9a" if port is not None else "8.1"
    r.emit("place-taken", text, rule=rule, side=side, places=(place,))


def capture_supply(game: AfrikaGame, r: Resolution, side: SideId, place: PlaceId) -> None:
    """Rolls for enemy supply points in a hex that units of a side have just entered (5.3).

    Nothing happens where there are none, or where enemy units still stand with them.
    """
    dump = data(r.state).dumps.get(place)
    if dump is None or dump.side == side or occupier(game, r.state, game.number(place)) == other(side):
        return
    title = game.place_name(place)
    (face,) = r.roll(f"supply points captured at {title}")
    taken = share(game, face, dump.count)
    set_dump(r, place, side, taken)
    if taken:
        who = game.side_title(side)
        text = f"{who} units capture {taken} of {dump.count} SP at {title} (die {face})."
    else:
        text = f"{dump.count} SP at {title} {'is' if dump.count == 1 else 'are'} destroyed (die {face})."
    r.emit(
        "supply-captured",
        text,
        rule="5.3",
        side=side,
        places=(place,),
        dice=(face,),
        data={"captured": taken, "destroyed": dump.count - taken},
    )


def share(game: AfrikaGame, face: int, count: int) -> int:
    """How many supply points are captured with a face of the die: half of them, halves up, on 4-6."""
    return int(game.charts.capture[face - 1] * count + Fraction(1, 2))
