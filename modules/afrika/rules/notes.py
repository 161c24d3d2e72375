"""Words for the hover card and for refusals: what a hex means in the rules, why nothing can be done there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action
from engine.state.model import State
from engine.view.reach import CostLine
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.ground import Mover
from modules.afrika.rules.queries import box_owner, dump_at, load
from modules.afrika.rules.state import MOVED, OUT, SIDES, SIXTHS, SPENT, UNLIMITED, data


def hex_notes(game: AfrikaGame, state: State, place: PlaceId) -> tuple[CostLine, ...]:
    """Terrain, town, works, port, control, stacking, zones of control, supply points of a place."""
    number = game.number(place)
    if not game.is_hex(number):
        return tuple(CostLine(box.title, box.note, box.rule) for box in game.module.boxes if box.id == place)
    return (*_ground(game, number), *_works(game, state, number), *_holdings(game, state, number))


def _ground(game: AfrikaGame, number: int) -> Iterator[CostLine]:
    row = game.charts.terrain[game.board.terrain[number]]
    title = game.terrain_title(number)
    if not row.open:
        yield CostLine(title, "impassable", "1.4")
        return
    foot, motor, armor = (_mp(row.cost[mover]) for mover in Mover)
    same = motor if motor == armor else f"{motor}, armor {armor}"
    yield CostLine(title, f"{foot} MP on foot, {same} motorized; defense ×{row.defense}", "1.4")
    for tag, value in game.charts.cities.items():
        if tag in game.board.tags(number):
            yield CostLine(
                f"{game.board.place_name(number)}, {tag.replace('-', ' ')}", f"defense ×{value}", "1.4"
            )
    country = "Libya" if number in game.libya else "Egypt"
    east = ", east of the Mussolini Line" if number in game.east_of_line else ""
    yield CostLine("Country", country + east, "6.1")


def _mp(sixths: int) -> str:
    return "by road" if sixths < 0 else f"{sixths / SIXTHS:g}"


def _works(game: AfrikaGame, state: State, number: int) -> Iterator[CostLine]:
    if number in game.fort_hexes:
        yield CostLine("Fortified hexsides", f"defense ×{game.charts.fort} if all attack through them", "1.5")
    owner = box_owner(game, state, number)
    if owner is not None:
        yield CostLine(f"{game.side_title(owner)} box", f"defense ×{game.charts.box}", "1.6")
    if number in game.oases:
        yield CostLine("Oasis", f"supplies {game.charts.oasis_units} units in its hex", "5.1c")


def _holdings(game: AfrikaGame, state: State, number: int) -> Iterator[CostLine]:
    place = game.place(number)
    control = state.control.get(place)
    if control is not None:
        yield CostLine("Control", game.side_title(control), "1.9a")
    port = data(state).ports.get(place)
    if port is not None:
        room = "unlimited" if port.capacity == UNLIMITED else f"{port.room} of {port.capacity} left"
        yield CostLine("Port capacity", room, "1.9")
    count = load(game, state, number)
    if count:
        yield CostLine("Stacking", f"{count} of {game.charts.stacking}", "2.3")
    for side in SIDES:
        if number in game.situation(state).zoc[side]:
            yield CostLine("Zone of control", game.side_title(side), "7.3")
    dump = dump_at(state, place)
    if dump is not None:
        yield CostLine("Supply points", f"{dump.count}, {game.side_title(dump.side)}", "5.0a")


def why_not(game: AfrikaGame, state: State, side: SideId, subject: PlaceId | PieceId) -> Refusal | None:
    """Why nothing can be done with a piece or place now, in general."""
    piece = state.pieces.get(subject)
    if piece is None:
        number = game.number(subject)
        if game.is_hex(number) and not game.ground.passable[number]:
            return Refusal(f"{game.terrain_title(number)} is impassable", "1.4", places=(subject,))
        return None
    if piece.owner != side:
        return Refusal(f"it is for the {game.side_title(side)} to decide now", "1.1", pieces=(subject,))
    if game.number(piece.at) < 0:
        return Refusal(f"{game.names[subject]} is not on the map", pieces=(subject,))
    if SPENT in piece.marks:
        return Refusal(f"{game.names[subject]} has finished its move", "clar. 29", pieces=(subject,))
    if OUT in piece.marks and state.phase.endswith("exploitation"):
        return Refusal(
            f"{game.names[subject]} is out of supply and not exploit-capable", "5.2", pieces=(subject,)
        )
    if MOVED in piece.marks and state.phase.endswith("supply"):
        return Refusal(f"{game.names[subject]} has moved in this game turn", "1.6", pieces=(subject,))
    return None


def describe(game: AfrikaGame, action: Action) -> str:
    """An action in plain words: its kind and what it names."""
    parts = [str(action.__struct_config__.tag).replace("-", " ")]
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if isinstance(value, tuple):
            parts.append(", ".join(_name(game, item) for item in value))
        elif value not in (None, "", False):
            parts.append(_name(game, value))
    return " ".join(part for part in parts if part)


def _name(game: AfrikaGame, value: object) -> str:
    text = str(value)
    if text in game.names:
        return game.names[text]
    return game.place_name(text) if text in game.index or text in game.box_titles else text
