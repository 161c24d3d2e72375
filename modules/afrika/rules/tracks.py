"""Tracks and pools: as the line protocol shows them, and as the window does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import State
from engine.view.projection import TrackView
from modules.afrika.rules.compiled import OCONNOR, ROMMEL, AfrikaGame
from modules.afrika.rules.movement_text import mp_text
from modules.afrika.rules.state import SIDES, SIXTHS, UNLIMITED, Trucks, data


def as_protocol(state: State) -> Mapping[str, object]:
    """All tracks by the names of the line protocol; truck movement in MP, capacity null where unlimited."""
    held = data(state)
    return {
        "air": dict(held.air),
        "trucks": {side: _trucks(held.trucks[side]) for side in SIDES},
        "shipping": dict(held.shipping),
        "ports": {
            place: {
                "owner": state.control.get(place),
                "capacity": None if port.capacity == UNLIMITED else port.capacity,
                "used": port.used,
                "captured": port.captured,
            }
            for place, port in held.ports.items()
        },
        "turn": state.turn,
        "rommel": leader_status(state, ROMMEL),
        "oconnor": leader_status(state, OCONNOR),
        "raid_used": held.raid_used,
        "withdrawals": held.withdrawals,
        "mussolini_waived": held.mussolini_waived,
    }


def _trucks(trucks: Trucks) -> Mapping[str, object]:
    """Points given, movement left in MP to 3 places and in sixths (one SP over one clear hex costs 6)."""
    return {"points": trucks.points, "left": round(trucks.left / SIXTHS, 3), "sixths": trucks.left}


def leader_status(state: State, leader: PieceId) -> PlaceId | None:
    """Where a leader is: a place, ``turn-N`` if he comes or returns then, None if he is not in the game."""
    return state.pieces[leader].at


def views(game: AfrikaGame, state: State) -> Iterator[TrackView]:
    """All tracks and pools for the window."""
    held = data(state)
    for side in SIDES:
        yield from _pools(game, state, side)
    for place, port in held.ports.items():
        owner = state.control.get(place, "")
        name = game.place_name(place)
        if port.capacity == UNLIMITED:
            yield TrackView(
                id=f"port-{place}",
                title=f"Port {name}",
                side=owner,
                value=0,
                maximum=0,
                text="unlimited",
                rule="1.9",
                place=place,
            )
            continue
        text = f"{port.room} of {port.capacity} left"
        if port.captured == state.turn:
            text = "captured this turn, no capacity"
        yield TrackView(
            id=f"port-{place}",
            title=f"Port {name}",
            side=owner,
            value=port.room,
            maximum=port.capacity,
            text=text,
            rule="1.9",
            place=place,
        )


def _pools(game: AfrikaGame, state: State, side: SideId) -> Iterator[TrackView]:
    held, turn = data(state), state.turn
    air = held.air[side]
    yield TrackView(
        id=f"{side}-air",
        title="Air points",
        side=side,
        value=air,
        maximum=max(air, game.charts.air[side].get(turn, air)),
        text=f"{air} left",
        rule="3.2",
    )
    trucks = held.trucks[side]
    left = trucks.left / SIXTHS
    most = trucks.points * game.charts.truck / SIXTHS
    text = f"{trucks.points} trucks, {mp_text(trucks.left)} of {most:g} MP left"
    yield TrackView(
        id=f"{side}-trucks", title="Trucks", side=side, value=left, maximum=most, text=text, rule="5.4a"
    )
    ships = held.shipping[side]
    yield TrackView(
        id=f"{side}-shipping",
        title="Coastal shipping",
        side=side,
        value=ships,
        maximum=ships,
        text=f"{ships} left",
        rule="5.4b",
    )
