"""The Mussolini requirement (6.1, errata 7 and 11, ruling 34).

From the end of turn 2 (after the Commonwealth turn) to the end of turn 5 five Italian infantry divisions and
three Italian exploit-capable units must stand east of the A47 column, or have died there. Exploit-capable
is what has the bar, in supply or not. The first Commonwealth unit to enter Libya waives it for good.
Scenarios make the requirement by a condition of victory that names this test; it is judged with the others.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ids import PieceId
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.state import ALLIED, data
from modules.afrika.rules.units import Unit

TEST = "mussolini"
"""The id of this requirement among the tests of victory."""


def counts_as_division(unit: Unit) -> bool:
    """Whether a unit is one of the infantry divisions asked for (Blackshirt and Libyan ones included)."""
    return unit.italian and unit.division and unit.infantry


def counts_as_mobile(unit: Unit) -> bool:
    """Whether a unit is one of the exploit-capable units asked for."""
    return unit.italian and unit.exploits


def is_wanted(unit: Unit) -> bool:
    """Whether a unit can count for the requirement at all."""
    return counts_as_division(unit) or counts_as_mobile(unit)


def is_east(game: AfrikaGame, place: str | None) -> bool:
    """Whether a place lies east of the line, the line itself not included."""
    number = game.number(place)
    return game.is_hex(number) and number in game.east_of_line


def remember_gone(r: Resolution, piece: PieceId) -> None:
    """Notes a unit that goes to the dead pile, destroyed or absorbed by another: it is not there to be
    destroyed any more (8.4)."""
    held = data(r.state)
    if piece in held.stood_east and piece not in held.died:
        r.set_data(replace(held, died=tuple(sorted((*held.died, piece)))))


def remember_destroyed(game: AfrikaGame, r: Resolution, piece: PieceId) -> None:
    """Notes a unit that is about to be destroyed: east of the line it goes on counting, even if rebuilt
    (6.1). One that is absorbed (2.8) was not destroyed."""
    held = data(r.state)
    if (
        is_wanted(game.units[piece])
        and is_east(game, r.state.pieces[piece].at)
        and piece not in held.killed_east
    ):
        r.set_data(replace(held, killed_east=tuple(sorted((*held.killed_east, piece)))))


def tally(game: AfrikaGame, state: State) -> tuple[int, int]:
    """Divisions and exploit-capable units that count now, each counter once."""
    dead = data(state).killed_east
    counting = [
        unit for unit in game.mussolini_units if unit.id in dead or is_east(game, state.pieces[unit.id].at)
    ]
    return (
        sum(counts_as_division(unit) for unit in counting),
        sum(counts_as_mobile(unit) for unit in counting),
    )


def is_asked_for(game: AfrikaGame) -> bool:
    """Whether the conditions of victory of this scenario make the requirement at all."""
    return game.referee.asks_for(TEST)


def binds_at_end(game: AfrikaGame, state: State) -> bool:
    """Whether the requirement binds at the end of this game turn: turn 2 is the first."""
    rule = game.charts.mussolini
    return rule.from_end_of <= state.turn <= rule.until_end_of and not data(state).mussolini_waived


def is_in_force(game: AfrikaGame, state: State) -> bool:
    """Whether the requirement binds now: after turn 2, before turn 6, not waived."""
    rule = game.charts.mussolini
    return rule.from_end_of < state.turn <= rule.until_end_of and not data(state).mussolini_waived


def is_violated(game: AfrikaGame, state: State) -> bool:
    """Whether the Axis fails the numbers asked for (whether or not they bind now)."""
    divisions, mobile = tally(game, state)
    rule = game.charts.mussolini
    return divisions < rule.divisions or mobile < rule.mobile


def may_stay(game: AfrikaGame, state: State, leaving: tuple[PieceId, ...]) -> bool:
    """Erratum 11: whether retreating these units from east of the line would break the requirement.

    True while it binds (or will at the end of this turn) and it is met now but would not be met without them.
    """
    if not is_asked_for(game) or not binds_at_end(game, state):
        return False
    rule = game.charts.mussolini
    gone = [game.units[name] for name in leaving if is_wanted(game.units[name])]
    dead = data(state).killed_east
    gone = [unit for unit in gone if unit.id not in dead and is_east(game, state.pieces[unit.id].at)]
    divisions, mobile = tally(game, state)
    left = divisions - sum(map(counts_as_division, gone)), mobile - sum(map(counts_as_mobile, gone))
    met = divisions >= rule.divisions and mobile >= rule.mobile
    return met and (left[0] < rule.divisions or left[1] < rule.mobile)


def waive_if_entered(game: AfrikaGame, r: Resolution, piece: PieceId, number: int) -> None:
    """Erratum 7: a Commonwealth unit that enters Libya waives the requirement for the rest of the game."""
    held = data(r.state)
    if held.mussolini_waived or game.units[piece].side != ALLIED or number not in game.libya:
        return
    r.set_data(replace(held, mussolini_waived=True))
    if is_asked_for(game) and r.state.turn <= game.charts.mussolini.until_end_of:
        place = game.place_name(game.place(number))
        text = f"{game.units[piece].name} has entered Libya at {place}: the Mussolini requirement is waived."
        r.emit("mussolini-waived", text, rule="erratum 7", pieces=(piece,))
