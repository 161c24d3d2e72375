"""Setting up any position by hand (A19, protocol ``place``), checked as far as a position can be checked.

Supply points are placed as pieces ``sp-SIDE-PLACE`` with a count; boxes by their markers; tracks by the names
of the protocol. Stacking is reported by the invariants, not refused. A phase is begun anew at its start;
giving only a side means its movement phase.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from engine.flow.sequence import SequenceStep, sequence_of
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Adjudicate, PiecePlacement
from engine.play.resolution import Resolution
from engine.rules.adjudicating import (
    begin_phase,
    decoded,
    need_known,
    need_within,
    phase_asked,
    refused,
    set_turn,
    take_control,
    tell,
)
from modules.afrika.rules.checks import MOST
from modules.afrika.rules.compiled import OCONNOR, ROMMEL, AfrikaGame
from modules.afrika.rules.leaders import displace, homes, remove_for_good
from modules.afrika.rules.queries import contested, misplaced_leaders
from modules.afrika.rules.state import (
    DEAD,
    MARKS,
    MOVED,
    RESTRICTION,
    SIDES,
    SIXTHS,
    TRIPOLI,
    UNLIMITED,
    AfrikaData,
    PhaseRecord,
    Port,
    Trucks,
    data,
    other,
    set_dump,
)
from modules.afrika.rules.tracks import as_protocol

LEADER_TRACKS = {"rommel": ROMMEL, "oconnor": OCONNOR}
USUAL = {side: f"{side}.movement" for side in SIDES}
"""The phase meant where only a side is named."""


class _TrucksText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int | None = None
    left: float | None = None
    sixths: int | None = None


class _PortText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    owner: str | None = None
    capacity: int | msgspec.UnsetType | None = msgspec.UNSET
    used: int | msgspec.UnsetType = msgspec.UNSET
    captured: int | msgspec.UnsetType | None = msgspec.UNSET


def adjudicate(game: AfrikaGame, r: Resolution, change: Adjudicate) -> None:
    """Carries a change out; raises ``IllegalAction`` for unknown ids and impossible values."""
    for placement in change.set:
        _place(game, r, placement)
    take_control(r, change, game.board.index, SIDES)
    set_turn(r, change.turn, _turns(game))
    for name, raw in (change.tracks or {}).items():
        _set_track(game, r, name, raw)
    _refuse_mixed(game, r)
    _displace_leaders(game, r, change)
    _derive_control(game, r)
    sequence = sequence_of(game.steps)
    phase = phase_asked(sequence, change, SIDES, USUAL)
    if phase is not None:
        _go_to(sequence, r, phase)
    tell(r, change, partial(_title, game))


def _title(game: AfrikaGame, piece: PieceId) -> str:
    if piece in game.names:
        return game.names[piece]
    return f"SP at {game.place_name(piece.removeprefix('sp-').partition('-')[2])}"


def _turns(game: AfrikaGame) -> tuple[int, ...]:
    return tuple(found.number for found in game.module.turns)


# --- counters and supply points -----------------------------------------------------------------------


def _place(game: AfrikaGame, r: Resolution, placement: PiecePlacement) -> None:
    name = placement.piece
    if name.startswith("sp-"):
        _place_supply(game, r, placement)
        return
    need_known("piece", name, r.state.pieces)
    if placement.count is not msgspec.UNSET and placement.count != 1:
        raise refused(f"{name} cannot be counted: it is one counter")
    if placement.at is not msgspec.UNSET:
        _check_place(game, name, placement.at)
        r.move(name, placement.at)
        if name in game.boxes and placement.at is not None:
            r.restack(
                placement.at, (name, *(other for other in r.state.stacks[placement.at] if other != name))
            )
        if game.number(placement.at) < 0:
            r.unmark((name,), *MARKS)
    if placement.steps is not msgspec.UNSET:
        most = game.units[name].steps if name in game.units else 1
        need_within(f"steps of {name}", placement.steps, 1, most)
        r.update(name, steps=placement.steps)
    if placement.markers is not msgspec.UNSET:
        _set_marks(game, r, name, placement.markers)


def _set_marks(game: AfrikaGame, r: Resolution, name: PieceId, marks: tuple[str, ...]) -> None:
    for mark in marks:
        need_known("marker", mark, MARKS)
    if marks and (name not in game.units or game.number(r.state.pieces[name].at) < 0):
        raise refused(f"{name} cannot bear markers where it is")
    r.update(name, marks=tuple(sorted(set(marks))))


def _check_place(game: AfrikaGame, name: PieceId, place: PlaceId | None) -> None:
    if place is None:
        return
    number = game.number(place)
    if number < 0 and place not in game.box_titles:
        need_known("place", place, game.index)
    if number >= 0 and not game.ground.passable[number]:
        raise refused(f"no piece can stand in {game.place_name(place)}: {game.terrain_title(number)}")
    side = game.definitions[name].side or ""
    foreign = {DEAD[other(side)], RESTRICTION if side == SIDES[0] else TRIPOLI}
    if place in foreign or (place == "connecting" and side == SIDES[1]):
        raise refused(f"{name} cannot be in {game.place_name(place)}")
    if name in game.boxes and not game.is_hex(number):
        raise refused("a box stands in a hex, or is not in play (null)")


def _place_supply(game: AfrikaGame, r: Resolution, placement: PiecePlacement) -> None:
    """``sp-SIDE-PLACE``: ``count`` sets the dump; ``at`` moves it (null takes it away)."""
    side, _, place = placement.piece.removeprefix("sp-").partition("-")
    if side not in SIDES or game.number(place) < 0:
        raise refused(
            f"'{placement.piece}' does not name supply points",
            code="UNKNOWN_ID",
            hint="write sp-allied-A61.19",
        )
    old = data(r.state).dumps.get(place)
    count = old.count if old is not None and old.side == side else 0
    target: PlaceId | None = place
    if placement.count is not msgspec.UNSET:
        need_within("count of supply points", placement.count, 0, MOST)
        count = placement.count
    if placement.at is not msgspec.UNSET:
        target = placement.at
    if old is not None and old.side == side:
        set_dump(r, place, side, 0)
    if target is None or count == 0:
        return
    number = game.number(target)
    if number < 0 or number == game.ground.tripoli or not game.ground.passable[number]:
        raise refused(f"supply points cannot be at '{target}'")
    set_dump(r, target, side, count)


def _refuse_mixed(game: AfrikaGame, r: Resolution) -> None:
    for place in contested(game, r.state):
        raise refused(f"units of both sides would stand in {place}")
    situation = game.situation(r.state)
    for place, dump in data(r.state).dumps.items():
        if game.number(place) in situation.units[other(dump.side)]:
            raise refused(f"{dump.side} supply points would lie under enemy units at {place}")


def _displace_leaders(game: AfrikaGame, r: Resolution, change: Adjudicate) -> None:
    """A leader put among enemies is refused; one among whom enemies are put goes to his own units (6.2)."""
    named = {placement.piece for placement in change.set}
    named |= {leader for name, leader in LEADER_TRACKS.items() if name in (change.tracks or {})}
    for leader in list(misplaced_leaders(game, r.state)):
        if leader in named:
            raise refused(f"{game.names[leader]} would stand with enemies", hint="put him elsewhere")
        home = next(homes(game, r.state, leader), None)
        if home is None:
            remove_for_good(game, r, leader)
        else:
            displace(game, r, leader, home)


def _derive_control(game: AfrikaGame, r: Resolution) -> None:
    """A place with a control marker belongs to the side whose units stand there (ruling 4)."""
    for side in SIDES:
        for number in game.situation(r.state).units[side]:
            if game.is_hex(number) and game.place(number) in r.state.control:
                r.take_control(game.place(number), side)


# --- phase ----------------------------------------------------------------------------------------------


def _go_to(sequence: SequenceStep, r: Resolution, phase: str) -> None:
    begin_phase(sequence, r, phase)
    r.set_data(replace(data(r.state), record=PhaseRecord()))
    r.unmark(tuple(r.state.pieces), *(mark for mark in MARKS if mark not in (MOVED, "out-of-supply")))


# --- tracks ----------------------------------------------------------------------------------------------


def _set_track(game: AfrikaGame, r: Resolution, name: str, raw: msgspec.Raw) -> None:
    held = data(r.state)
    need_known("track", name, as_protocol(r.state))
    if name in LEADER_TRACKS:
        leader = LEADER_TRACKS[name]
        place = None if bytes(raw) == b"null" else decoded(name, raw, str)
        _check_place(game, leader, place)
        r.move(leader, place)
        return
    if name == "turn":
        set_turn(r, decoded(name, raw, int), _turns(game))
        return
    if name == "ports":
        _set_ports(game, r, decoded(name, raw, dict[str, _PortText]))
        return
    r.set_data(_with_track(game, held, name, raw))


def _with_track(game: AfrikaGame, held: AfrikaData, name: str, raw: msgspec.Raw) -> AfrikaData:
    if name in ("air", "shipping"):
        given = decoded(name, raw, dict[str, int])
        for side, value in given.items():
            need_known("side", side, SIDES)
            need_within(name, value, 0, MOST)
        old: Mapping[SideId, int] = getattr(held, name)
        merged = {**old, **given}
        return replace(held, air=merged) if name == "air" else replace(held, shipping=merged)
    if name == "trucks":
        return replace(
            held, trucks={**held.trucks, **_trucks(game, held, decoded(name, raw, dict[str, _TrucksText]))}
        )
    if name in ("raid_used", "mussolini_waived"):
        flag = decoded(name, raw, bool)
        return replace(held, raid_used=flag) if name == "raid_used" else replace(held, mussolini_waived=flag)
    value = decoded(name, raw, int)
    need_within(name, value, 0, MOST)
    return replace(held, withdrawals=value)


def _trucks(game: AfrikaGame, held: AfrikaData, given: Mapping[str, _TrucksText]) -> dict[SideId, Trucks]:
    """The trucks of sides; points that are not given stay, with given points all movement is left."""
    found = {}
    for side, text in given.items():
        need_known("side", side, SIDES)
        points = held.trucks[side].points if text.points is None else text.points
        need_within("truck points", points, 0, MOST)
        most = points * game.charts.truck
        left = most if text.left is None else round(text.left * SIXTHS)
        if text.left is not None and text.sixths is not None and left != text.sixths:
            raise refused(f"{side} trucks: {text.left:g} MP left and {text.sixths} sixths differ; give one")
        left = left if text.sixths is None else text.sixths
        need_within("truck movement left", left / SIXTHS, 0, most // SIXTHS)
        found[side] = Trucks(points=points, left=left)
    return found


def _set_ports(game: AfrikaGame, r: Resolution, given: Mapping[PlaceId, _PortText]) -> None:
    for place, text in given.items():
        need_known("port", place, game.ports)
        if text.owner is not None:
            need_known("side", text.owner, SIDES)
            r.take_control(place, text.owner)
        held = data(r.state)
        r.set_data(
            replace(held, ports={**held.ports, place: _port(game, held.ports.get(place), place, text)})
        )


def _port(game: AfrikaGame, held: Port | None, place: PlaceId, text: _PortText) -> Port:
    """A port as it is told; what is not told stays, with a new capacity nothing is used of it."""
    unlimited = game.charts.ports[place] == (UNLIMITED,)
    given = text.capacity
    if given is msgspec.UNSET and held is not None:
        capacity, used = held.capacity, held.used
    elif given is msgspec.UNSET or (given is None and not unlimited):
        raise refused(f"port {place} needs a capacity")
    else:
        capacity, used = UNLIMITED if given is None else given, 0
    used = used if text.used is msgspec.UNSET else text.used
    need_within("port capacity", capacity, UNLIMITED if unlimited else 0, MOST)
    if capacity != UNLIMITED:
        need_within("capacity used", used, 0, capacity)
    kept = held.captured if held else None
    return Port(
        capacity=capacity, used=used, captured=kept if text.captured is msgspec.UNSET else text.captured
    )
