"""Setting a scenario up without rules: every placement taken at its place or its default.

Where a scenario leaves the place open and names no default, the first fitting place is taken; players
move the pieces as they like afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import EngineError
from engine.ids import PieceId, PlaceId, SideId
from engine.issues import near_miss
from engine.rules.freeplay_table import FreePlayData, FreeTable, applies
from engine.state.model import OptionValue, Piece

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef
    from engine.definition.scenario import PlacementDef, ScenarioDef, WhereDef
    from engine.definition.sequence import OptionDef, TrackDef

VERSION = "version"


def chosen_options(
    module: ModuleDef, scenario: ScenarioDef, given: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """Defaults, what the scenario fixes, what was asked for; raises ``EngineError`` for an unknown one."""
    offered = {o.id: o for o in module.options if not o.scenarios or scenario.id in o.scenarios}
    chosen: dict[str, OptionValue] = {VERSION: scenario.versions[0].id}
    chosen.update({name: option.default for name, option in offered.items()})
    chosen.update(scenario.options)
    for name, value in given.items():
        _check_option(scenario, offered, name, value)
        if name in scenario.options and scenario.options[name] != value:
            raise EngineError(f"option {name} is fixed at {scenario.options[name]!r} in this scenario")
        chosen[name] = value
    return chosen


def _check_option(
    scenario: ScenarioDef, offered: Mapping[str, OptionDef], name: str, value: OptionValue
) -> None:
    if name == VERSION:
        values: list[OptionValue] = [version.id for version in scenario.versions]
    elif name in offered:
        option = offered[name]
        values = [True, False] if option.type == "switch" else [found.id for found in option.values]
    else:
        hint = near_miss(name, (VERSION, *offered))
        raise EngineError(f"there is no option {name!r}" + (f"; {hint}" if hint else ""))
    if value not in values:
        raise EngineError(f"option {name} cannot be {value!r}; one of {', '.join(map(str, values))}")


def first_fitting(table: FreeTable, where: WhereDef) -> PlaceId | None:
    """The first place that a place or a choice of places allows; None if there is none."""
    place = where.at or next(_fitting(table, where), None)
    return None if place is None else _known(table, place)


def _known(table: FreeTable, place: PlaceId) -> PlaceId:
    found = table.board.index.get(place)
    return place if found is None else table.board.ids[found]


def _fitting(table: FreeTable, where: WhereDef) -> Iterator[PlaceId]:
    board = table.board
    zones = where.zones
    inside = frozenset(i for zone in zones for i in board.zones.get(zone, frozenset()))
    if where.any_of:
        yield from (p for p in where.any_of if not zones or board.index.get(p) in inside)
    elif zones:
        yield from (board.ids[i] for i in sorted(inside))
    elif where.near is not None and where.within is not None:
        yield where.near
        middle = board.index[where.near]
        closed = {kind.id for kind in table.module.terrain if not (kind.open and kind.land)}
        around = sorted(board.within(middle, where.within) - {middle})
        yield from (board.ids[i] for i in around if board.terrain[i] not in closed)


class FreeSetup:
    """One set-up being laid out."""

    def __init__(self, table: FreeTable, options: Mapping[str, OptionValue]) -> None:
        self.table = table
        self.options = options
        self.pieces: dict[PieceId, Piece] = {}
        self.stacks: dict[PlaceId, tuple[PieceId, ...]] = {}

    def lay_out(self) -> None:
        """Puts every piece of the module in the game: placed ones on the map, others out of play."""
        for name, definition in self.table.pieces.items():
            if not definition.template:
                self.pieces[name] = Piece(owner=definition.side or "", steps=self.table.max_steps(name))
        in_order = sorted(self.table.scenario.sides.items(), key=lambda entry: entry[1].order)
        for side, setup in in_order:
            for placement in setup.placements:
                if applies(placement.when, self.options):
                    self._take(side, placement)
        self._weaken_later_ones()

    def _weaken_later_ones(self) -> None:
        """Counters that come later without some of their steps wait without them."""
        for entry in self.table.entries(self.options):
            if entry.action == "upgrade":
                continue
            for name, lost in entry.lost.items():
                waiting = self.pieces.get(name)
                if waiting is not None and waiting.at is None:
                    steps = max(1, self.table.max_steps(name) - lost)
                    self.pieces[name] = replace(waiting, steps=steps)

    def _take(self, side: SideId, placement: PlacementDef) -> None:
        fallback = placement.at or placement.default or next(_fitting(self.table, placement), None)
        taken = set(placement.defaults.values())
        for name in placement.pieces:
            place = placement.at or placement.defaults.get(name) or fallback
            if placement.apart and place == fallback and place in taken:
                place = next(
                    (spot for spot in _fitting(self.table, placement) if spot not in taken), fallback
                )
            if place is not None:
                taken.add(place)
            if place is not None and name in self.pieces:
                steps = self.pieces[name].steps - placement.lost.get(name, 0)
                self._put(name, Piece(owner=side, at=_known(self.table, place), steps=max(steps, 1)))
        supply_place = placement.supply_default or fallback
        if placement.supply and supply_place is not None:
            self._put_supply(side, _known(self.table, supply_place), placement.supply)

    def _put_supply(self, side: SideId, place: PlaceId, count: int) -> None:
        template = next(
            (n for n, p in self.table.pieces.items() if p.template and p.side == side and p.kind == "supply"),
            None,
        )
        if template is not None:
            number = sum(name.startswith(f"{template}~") for name in self.pieces) + 1
            self._put(f"{template}~{number}", Piece(owner=side, at=place, count=count))

    def _put(self, name: PieceId, piece: Piece) -> None:
        self.pieces[name] = piece
        if piece.at is not None:
            self.stacks[piece.at] = (*self.stacks.get(piece.at, ()), name)

    def data(self) -> FreePlayData:
        """Tracks at their start, all cards undrawn, hands empty."""
        tracks = {name: self._track_start(track) for name, track in self.table.tracks.items()}
        decks = {
            deck: tuple(sorted(name for name, card in self.table.cards.items() if card.deck == deck))
            for deck in self.table.decks
        }
        return FreePlayData(tracks=tracks, decks=decks)

    def _track_start(self, track: TrackDef) -> int:
        given = self.table.scenario.tracks.get(track.id, track.start)
        if isinstance(given, int):
            return given
        return track.spaces.index(given) if given in track.spaces else track.start
