"""What a position of this game holds beside its counters, and the words counters are marked with.

Everything is immutable; ``with_data`` and the small setters at the end make the new value. Counters
themselves (place, steps, marks) are in ``State.pieces``. Supply points are not pieces inside: a *dump*
is a number at a place; the view shows it as a piece ``sp-SIDE-PLACE``.

Where things are:

- a hex, ``tripoli``, ``connecting``, ``restriction``: in play;
- ``turn-N``: due, or back, on turn N;
- ``dead-axis``, ``dead-allied``: dead or withdrawn (4.3), may be rebuilt;
- None: not in this game (the other Trento, a box not built, a leader gone for good).

Marks (``Piece.marks``), and who sets and clears them:

========== ================================================================= ==========================
mark       meaning                                                           cleared
========== ================================================================= ==========================
moved      moved in this game turn: own move, shipping, retreat, advance     start of each game turn
spent      has finished its move in this movement or exploitation phase      start and end of the phase
out-of-supply  was not supplied in its last supply phase (5.2)               own next supply phase
========== ================================================================= ==========================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import GameData, State

if TYPE_CHECKING:
    from engine.play.resolution import Resolution

AXIS: SideId = "axis"
ALLIED: SideId = "allied"
SIDES: tuple[SideId, SideId] = (AXIS, ALLIED)

TRIPOLI: PlaceId = "tripoli"
CONNECTING: PlaceId = "connecting"
RESTRICTION: PlaceId = "restriction"
DEAD: Mapping[SideId, PlaceId] = {AXIS: "dead-axis", ALLIED: "dead-allied"}

MOVED = "moved"
SPENT = "spent"
OUT = "out-of-supply"
MARKS = (MOVED, OUT, SPENT)

UNLIMITED = -1
"""Capacity of a port that takes everything (Tripoli, Alexandria: 1.9)."""
SIXTHS = 6
"""Movement is counted in sixths of a movement point."""
QUARTERS = 4
"""Strengths are counted in quarters."""


def other(side: SideId) -> SideId:
    """The enemy of a side."""
    return ALLIED if side == AXIS else AXIS


def turn_box(turn: int) -> PlaceId:
    """The space of the turn track where pieces wait for that turn."""
    return f"turn-{turn}"


class Dump(msgspec.Struct, frozen=True):
    """Supply points of one side at one place; never empty."""

    side: SideId
    count: int


class Port(msgspec.Struct, frozen=True):
    """A port this turn: capacity rolled (``UNLIMITED`` = any), how much of it is used, when it was captured.

    Its owner is who controls the place. ``captured`` is the game turn of the last capture (1.9a).
    """

    capacity: int = 0
    used: int = 0
    captured: int | None = None

    @property
    def room(self) -> int:
        """What may still arrive; a large number for an unlimited port."""
        return 1_000_000 if self.capacity == UNLIMITED else self.capacity - self.used


class Trucks(msgspec.Struct, frozen=True):
    """A side's trucks this turn: points given, and what is left of them in sixths of MP (5.4a: 30 a
    truck)."""

    points: int = 0
    left: int = 0


class PhaseRecord(msgspec.Struct, frozen=True):
    """What happened in the present phase; empty at the start of every phase.

    ``artillery``: artillery that shifted a combat (either side; clar. 25). ``attackers``: units that
    attacked in regular combat. ``targets``: hexes attacked in regular combat. ``in_zoc``: units
    of the side moving that began the phase in an EZOC. ``led``: units that began the exploitation
    phase in a leader's stack (clar. 22). ``flown``: leaders that used their Storch. ``busy``: leaders that
    moved or took part in a combat and may not use it any more (6.2a).
    """

    artillery: tuple[PieceId, ...] = ()
    attackers: tuple[PieceId, ...] = ()
    targets: tuple[PlaceId, ...] = ()
    in_zoc: tuple[PieceId, ...] = ()
    led: tuple[PieceId, ...] = ()
    flown: tuple[PieceId, ...] = ()
    busy: tuple[PieceId, ...] = ()


class AfrikaData(GameData, frozen=True):
    """Tracks, dumps and memories of this game.

    ``withdrawals`` counts variable withdrawals done (4.2); ``withdrawn`` gives the turn each unit was
    withdrawn (it may be rebuilt from the next turn on, 4.3). ``mussolini_waived`` and ``killed_east`` serve
    6.1 (errata 7). ``stood_east`` are the Mussolini units east of the line at set-up, ``died`` those of them
    that have died since, wherever (8.4 short).
    """

    dumps: Mapping[PlaceId, Dump] = {}
    ports: Mapping[PlaceId, Port] = {}
    air: Mapping[SideId, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    trucks: Mapping[SideId, Trucks] = msgspec.field(default_factory=lambda: dict.fromkeys(SIDES, Trucks()))
    shipping: Mapping[SideId, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    raid_used: bool = False
    withdrawals: int = 0
    withdrawn: Mapping[PieceId, int] = {}
    mussolini_waived: bool = False
    killed_east: tuple[PieceId, ...] = ()
    stood_east: tuple[PieceId, ...] = ()
    died: tuple[PieceId, ...] = ()
    record: PhaseRecord = PhaseRecord()


def data(state: State) -> AfrikaData:
    """The game's own part of a state, typed."""
    held = state.data
    assert isinstance(held, AfrikaData)
    return held


# --- setters: all take the resolution and change one thing ---------------------------------------


def set_dump(r: Resolution, place: PlaceId, side: SideId, count: int) -> None:
    """Makes a dump hold so many supply points; 0 removes it."""
    held = data(r.state)
    dumps = {key: value for key, value in held.dumps.items() if key != place}
    if count > 0:
        dumps[place] = Dump(side=side, count=count)
    r.set_data(replace(held, dumps=dumps))


def holds_enemy_supply(state: State, side: SideId, place: PlaceId) -> bool:
    """Whether supply points of the enemy lie in a place: no goods join them before a unit took them (5.3)."""
    dump = data(state).dumps.get(place)
    return dump is not None and dump.side != side


def add_supply(r: Resolution, place: PlaceId, side: SideId, count: int) -> None:
    """Adds to (or, negative, takes from) a side's dump at a place."""
    old = data(r.state).dumps.get(place)
    assert old is None or old.side == side, f"supply points of both sides at {place}"
    total = (old.count if old else 0) + count
    assert total >= 0, f"fewer than no supply points at {place}"
    set_dump(r, place, side, total)


def set_port(r: Resolution, place: PlaceId, port: Port) -> None:
    """Replaces what is known of a port."""
    held = data(r.state)
    r.set_data(replace(held, ports={**held.ports, place: port}))


def use_port(r: Resolution, place: PlaceId, count: int = 1) -> None:
    """Uses capacity of a port for arrivals; nothing to count where it is unlimited."""
    port = data(r.state).ports[place]
    if port.capacity != UNLIMITED:
        set_port(r, place, replace(port, used=port.used + count))


def use_shipping(r: Resolution, side: SideId, count: int = 1) -> None:
    """Uses coastal shipping points."""
    held = data(r.state)
    r.set_data(replace(held, shipping={**held.shipping, side: held.shipping[side] - count}))


def use_trucks(r: Resolution, side: SideId, sixths: int) -> None:
    """Uses truck movement, in sixths of MP (one SP over one clear hex costs 6)."""
    held = data(r.state)
    trucks = held.trucks[side]
    left = replace(trucks, left=trucks.left - sixths)
    r.set_data(replace(held, trucks={**held.trucks, side: left}))


def use_air(r: Resolution, side: SideId, count: int) -> None:
    """Uses air points."""
    held = data(r.state)
    r.set_data(replace(held, air={**held.air, side: held.air[side] - count}))


def note(r: Resolution, change: PhaseRecord) -> None:
    """Adds to what happened in the present phase (every field of ``change`` is added)."""
    held = data(r.state)
    old = held.record
    record = PhaseRecord(
        artillery=_more(old.artillery, change.artillery),
        attackers=_more(old.attackers, change.attackers),
        targets=_more(old.targets, change.targets),
        in_zoc=_more(old.in_zoc, change.in_zoc),
        led=_more(old.led, change.led),
        flown=_more(old.flown, change.flown),
        busy=_more(old.busy, change.busy),
    )
    r.set_data(replace(held, record=record))


def _more(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return (*old, *(name for name in new if name not in old)) if new else old


def new_record(r: Resolution) -> None:
    """Forgets what happened in the last phase; called at the start of every phase that uses the record."""
    r.set_data(replace(data(r.state), record=PhaseRecord()))
