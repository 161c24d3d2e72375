"""Overlays (A7): zones of control, supply, control, stacking, a leader's reach, set-up zones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.definition.scenario import PlacementDef
from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import State
from engine.view.overlay import Overlay, OverlayKind, Trace
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.movement_text import mp_text
from modules.afrika.rules.queries import can_carry_leader, load
from modules.afrika.rules.setup import allowed_places, free_placements
from modules.afrika.rules.state import ALLIED, AXIS, SIDES, data
from modules.afrika.rules.supply import supply_net
from modules.afrika.rules.supply_report import report

ZOC = {
    side: OverlayKind(id=f"zoc-{side}", title=title, key=key, form="zoc")
    for side, title, key in (
        (AXIS, "Axis zones of control", "Z"),
        (ALLIED, "Commonwealth zones of control", "X"),
    )
}
SUPPLY = {
    side: OverlayKind(id=f"supply-{side}", title=title, key=key, form="supply")
    for side, title, key in ((AXIS, "Axis supply", "S"), (ALLIED, "Commonwealth supply", "D"))
}
CONTROL = OverlayKind(id="control", title="Control of places", key="C", form="control")
STACKING = OverlayKind(id="stacking", title="Stacking", key="K", form="stacking")
RANGE = OverlayKind(id="dump-range", title="Draw ranges of dumps", key="R", form="range")
LEADER = OverlayKind(
    id="leader-range", title="Where the leader may go", key="L", form="range", needs_piece=True
)
ZONES = OverlayKind(id="setup-zones", title="Set-up zones", key="U", form="zone")

KINDS: tuple[OverlayKind, ...] = (*ZOC.values(), *SUPPLY.values(), CONTROL, STACKING, RANGE, LEADER, ZONES)


def overlay(game: AfrikaGame, state: State, kind: str, piece: PieceId | None) -> Overlay | None:
    """One overlay at a position; None for an unknown kind."""
    for side in SIDES:
        if kind == ZOC[side].id:
            return Overlay(kind=ZOC[side], hexes=_labels(game, game.situation(state).zoc[side]))
        if kind == SUPPLY[side].id:
            return _supply(game, state, side)
    made: Mapping[str, Callable[[], Overlay]] = {
        CONTROL.id: lambda: Overlay(kind=CONTROL, control=state.control),
        STACKING.id: lambda: _stacking(game, state),
        RANGE.id: lambda: _ranges(game, state),
        LEADER.id: lambda: _leader(game, state, piece),
        ZONES.id: lambda: _zones(game),
    }
    return made[kind]() if kind in made else None


def _labels(game: AfrikaGame, hexes: frozenset[int]) -> dict[PlaceId, str]:
    return {game.place(i): "" for i in sorted(hexes) if game.is_hex(i)}


def _supply(game: AfrikaGame, state: State, side: SideId) -> Overlay:
    lines = report(game, state, side)
    traces = tuple(
        line.trace
        if line.trace is not None
        else Trace(piece=line.piece, path=(state.pieces[line.piece].at or "",), cut=True, text=line.text)
        for line in lines
    )
    sources = tuple(place for place, dump in data(state).dumps.items() if dump.side == side)
    out = sum(line.state == "out" for line in lines)
    title = f"{game.side_title(side)} supply: {len(lines) - out} in, {out} out"
    return Overlay(kind=SUPPLY[side], traces=traces, sources=sources, title=title)


def _stacking(game: AfrikaGame, state: State) -> Overlay:
    situation = game.situation(state)
    hexes = {
        game.place(number): f"{load(game, state, number)}/{game.charts.stacking}"
        for side in SIDES
        for number in situation.units[side]
        if game.is_hex(number)
    }
    return Overlay(kind=STACKING, hexes=hexes)


def _ranges(game: AfrikaGame, state: State) -> Overlay:
    side = game.moving_side(state)
    least: dict[int, int] = {}
    for source in supply_net(game).sources(state, side):
        for number, spent in (source.reach.cost if source.reach else {source.number: 0}).items():
            if game.is_hex(number):
                least[number] = min(least.get(number, spent), spent)
    hexes = {game.place(number): mp_text(spent) for number, spent in least.items()}
    sources = tuple(source.place for source in supply_net(game).sources(state, side) if source.points)
    return Overlay(
        kind=RANGE,
        hexes=hexes,
        sources=sources,
        title=f"Range {mp_text(game.supply_range(side, state.turn))} MP",
    )


def _leader(game: AfrikaGame, state: State, piece: PieceId | None) -> Overlay:
    leader = piece if piece in game.leaders else game.leader.get(game.moving_side(state))
    if leader is None:
        return Overlay(kind=LEADER)
    side = game.leaders[leader]
    hexes = {
        game.place(number): ""
        for number, here in game.situation(state).units[side].items()
        if any(can_carry_leader(game, side, name) for name in here)
    }
    return Overlay(kind=LEADER, hexes=hexes, title=f"Units {game.names[leader]} may join")


def _zones(game: AfrikaGame) -> Overlay:
    hexes: dict[PlaceId, str] = {}
    for side in SIDES:
        for placement in free_placements(game, side):
            words = _zone_words(game, placement)
            hexes.update((game.place(i), words) for i in sorted(allowed_places(game, placement)))
    return Overlay(kind=ZONES, hexes=hexes)


def _zone_words(game: AfrikaGame, placement: PlacementDef) -> str:
    """A zone by its name, other choices by who is set up there."""
    titles = {zone.id: zone.title for board in game.module.boards for zone in board.zones}
    named = [titles[zone] for zone in placement.zones if titles.get(zone)]
    if named and len(named) == len(placement.zones):
        return " or ".join(named)
    if not placement.pieces:
        return f"{placement.supply} SP"
    first, more = placement.pieces[0], len(placement.pieces) - 1
    return f"{game.names[first]} and {more} more" if more else game.names[first]
