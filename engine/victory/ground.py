"""What blocks ask of a game: which hexes, which counters, who is lost, where a way leads, what tracks say.

The answers here need nothing but the module and the position, and serve free play. A ruleset derives a
class of its own for what it knows better: its zones of control and terrain, its dead pile, its resources,
and tests that only its rules can make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.definition.victory import AreaFields, ChosenFields, PathBlock
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.supply import connected, trace_back
from engine.kit.upgrade import UPGRADED
from engine.kit.withdrawal import WITHDRAWN
from engine.state.model import OptionValue, Piece, State

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef
    from engine.definition.piece import PieceDef
    from engine.definition.scenario import ScenarioDef
    from engine.geometry.board import CompiledBoard

COPY = "~"
"""Stands between the id of a template and the number of a copy made in play."""
OUT_OF_SUPPLY = "out-of-supply"
IN_PLAY = ("map", "holding")
"""Roles of boxes whose counters are in play."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a test of a ruleset found: whether it holds, where it stands, the reason if it ends the game."""

    holds: bool
    value: str = ""
    reason: str = ""


Test = Callable[[State, str], Finding]
"""A test of a ruleset: position and moment (`now`, `always`, `phase`, `turn`, `end`)."""


class VictoryGround:
    """One scenario of one game as blocks see it; holds nothing of any position."""

    tests: Mapping[str, Test] = {}
    """The tests blocks of kind `ruleset` may name."""
    test_words: Mapping[str, str] = {}
    """The same tests in words, for editors."""
    stands_in: bool = False
    """Whether these rules may stand in for others: what they cannot test is then only shown, not refused."""
    resources: Mapping[str, str] = {}
    """What blocks of kind `track` may name beside the tracks of the module, with titles."""

    def __init__(
        self,
        module: ModuleDef,
        scenario: ScenarioDef,
        board: CompiledBoard,
        options: Mapping[str, OptionValue],
    ) -> None:
        self.module, self.scenario, self.board = module, scenario, board
        self.pieces: Mapping[PieceId, PieceDef] = module.pieces_by_id()
        self._roles = {box.id: box.role for box in module.boxes}
        self._closed = frozenset(kind.id for kind in module.terrain if not (kind.open and kind.land))
        self._walls = frozenset(kind.id for kind in module.hexsides if not kind.open)
        self._above = {found.id: found.parent for found in module.formations}
        self._nation_groups = {nation.id: nation.groups for nation in module.nations}
        self._type_groups = {kind.id: kind.groups for kind in module.types}
        self._areas: dict[int, tuple[AreaFields, frozenset[PlaceId]]] = {}
        self._choices: dict[int, tuple[ChosenFields, frozenset[PieceId]]] = {}
        self._limits: dict[int, tuple[PathBlock, frozenset[int]]] = {}
        self._at_start = self._steps_at_start(options)
        self.out_at_start: frozenset[PieceId] = frozenset(
            name for setup in scenario.sides.values() for name in (*setup.dead, *setup.gone)
        )
        self._due = {name: entry.turn for entry in reversed(module.schedule) for name in entry.comers()}
        self._replaces = {
            new: (old, entry.otherwise == "arrive")
            for entry in reversed(module.schedule)
            if entry.is_in(scenario.id) and all(options.get(test.option) == test.value for test in entry.when)
            for old, new in entry.upgrades()
        }

    # --- places ---------------------------------------------------------------------------------------

    def area(self, block: AreaFields) -> frozenset[PlaceId] | None:
        """The places a block counts; None for everywhere."""
        if block.is_everywhere():
            return None
        if id(block) not in self._areas:
            self._areas[id(block)] = block, self._area(block)
        return self._areas[id(block)][1]

    def _area(self, block: AreaFields) -> frozenset[PlaceId]:
        board = self.board
        hexes = {board.ids[i] for i in self._listed(block.places) if self._is_inside(block, i)}
        limited = block.zones or block.terrain or block.tag or block.near or block.beyond()
        boxes = {place for place in block.places if place in self._roles} if not limited else set()
        return frozenset(hexes | boxes)

    def _listed(self, places: tuple[PlaceId, ...]) -> list[int]:
        index = self.board.index
        if places:
            return [index[place] for place in places if place in index]
        return [i for i in range(len(self.board)) if self.board.terrain[i] not in self._closed]

    def _is_inside(self, block: AreaFields, i: int) -> bool:
        board = self.board
        if block.zones and not any(i in board.zones.get(zone, frozenset()) for zone in block.zones):
            return False
        if block.terrain is not None and board.terrain[i] != block.terrain:
            return False
        if block.tag is not None and block.tag not in board.tags(i):
            return False
        center = board.index.get(block.near) if block.near else None
        if block.near and (center is None or board.distance(center, i) > block.within):
            return False
        return all(self.is_beyond(i, place, way) for way, place in block.beyond().items())

    def is_beyond(self, i: int, place: PlaceId, way: str) -> bool:
        """Whether a hex lies east, west, north or south of the column or row of another of its map."""
        board, line = self.board, self.board.index.get(place)
        if line is None or board.board[line] != board.board[i]:
            return False
        if way in ("east", "west"):
            ahead = board.column[i] - board.column[line]
        else:
            ahead = board.row[i] - board.row[line]
        return ahead > 0 if way in ("east", "south") else ahead < 0

    def place_title(self, place: PlaceId) -> str:
        """A place by the name on the map, a box by its title, another hex by its number."""
        i = self.board.index.get(place)
        if i is None:
            return next((box.title for box in self.module.boxes if box.id == place), place)
        return self.board.place_name(i) or place

    def is_in_play(self, piece: Piece) -> bool:
        """Whether a counter stands in a hex or in a box that is part of the game."""
        return piece.at is not None and (
            piece.at in self.board.index or self._roles.get(piece.at, "") in IN_PLAY
        )

    # --- counters ---------------------------------------------------------------------------------------

    def definition(self, name: PieceId) -> PieceDef | None:
        """The definition of a counter or of the template it was copied from."""
        return self.pieces.get(name.partition(COPY)[0])

    def chosen(self, block: ChosenFields) -> frozenset[PieceId]:
        """Ids of the definitions a block speaks of, whoever owns the counters."""
        if id(block) not in self._choices:
            names = frozenset(piece.id for piece in self.pieces.values() if self._fits(block, piece))
            self._choices[id(block)] = block, names
        return self._choices[id(block)][1]

    def _fits(self, block: ChosenFields, piece: PieceDef) -> bool:
        if block.pieces:
            if piece.id not in block.pieces:
                return False
        elif piece.kind != "unit":
            return False
        nation, kind = piece.nation or "", piece.type
        if block.nations and not {nation, *self._nation_groups.get(nation, ())}.intersection(block.nations):
            return False
        if block.types and not {kind, *self._type_groups.get(kind, ())}.intersection(block.types):
            return False
        return not block.formations or any(name in block.formations for name in self._chain(piece.formation))

    def _chain(self, formation: str | None) -> Iterable[str]:
        seen: set[str] = set()
        while formation is not None and formation not in seen:
            seen.add(formation)
            yield formation
            formation = self._above.get(formation)

    def start_steps(self, name: PieceId) -> int:
        """Steps a counter has when it comes into the game; at least one."""
        found = self.definition(name)
        return self._at_start.get(name, max(found.steps, 1) if found else 1)

    def is_lost(self, state: State, name: PieceId) -> bool:
        """Whether a counter was in the game and is destroyed.

        One that was out from the start, that the schedule brings later or has withdrawn, or whose place
        another took, is not.
        """
        piece = state.pieces[name]
        if WITHDRAWN in piece.marks:
            return False
        if (piece.at is not None and self._roles.get(piece.at) != "dead") or name in self.out_at_start:
            return False
        if UPGRADED in piece.marks or name in self._at_start:
            return UPGRADED not in piece.marks
        if name in self._replaces:
            return self._has_replaced(state, name)
        return name in self._due and self._due[name] < state.turn

    def _has_replaced(self, state: State, name: PieceId) -> bool:
        """Whether a counter that comes by an upgrade has come: in the place of another, or by itself."""
        old, anyway = self._replaces[name]
        replaced = state.pieces.get(old)
        if replaced is None or UPGRADED in replaced.marks:
            return replaced is not None
        return anyway and replaced.at is None and self._due[name] < state.turn

    def has_been(self, state: State, name: PieceId) -> bool:
        """Whether a counter belongs to the game so far: on the map, placed at the start, or lost since.

        One that left for good without being lost does not: it cannot be lost any more.
        """
        piece = state.pieces[name]
        if UPGRADED in piece.marks or WITHDRAWN in piece.marks:
            return False
        return self.is_in_play(piece) or name in self._at_start or self.is_lost(state, name)

    def figure(self, state: State, name: PieceId, figure: str) -> float:
        """A figure of a counter as its present side shows it; 0 without it."""
        found, piece = self.definition(name), state.pieces[name]
        if found is None:
            return 0
        values = found.reduced if found.reduced and piece.steps < found.steps else found.values
        return values.get(figure, 0)

    def is_supplied(self, state: State, name: PieceId) -> bool:
        """Whether a counter is not marked as out of supply."""
        return OUT_OF_SUPPLY not in state.pieces[name].marks

    # --- ways ------------------------------------------------------------------------------------------

    def path(self, state: State, block: PathBlock) -> tuple[int, ...]:
        """The shortest way a block asks for, in hex numbers; empty if there is none."""
        board = self.board
        allowed = self._inside(block) - self.closed(state, block)

        def passable(i: int, j: int) -> bool:
            follows = not block.route or block.route in board.links(i, j)
            return j in allowed and follows and self.may_step(i, j)

        starts = [i for i in self._hexes(block.start) if i in allowed]
        came = connected(board.neighbors, starts, passable)
        found = [trace_back(came, goal) for goal in self._hexes(block.goal) if goal in came]
        return tuple(reversed(min(found, key=len))) if found else ()

    def _inside(self, block: PathBlock) -> frozenset[int]:
        """The hexes within the limits of a way."""
        if id(block) not in self._limits:
            limits = block.limits().items()
            hexes = range(len(self.board))
            inside = frozenset(i for i in hexes if not any(self.is_beyond(i, at, way) for way, at in limits))
            self._limits[id(block)] = block, inside
        return self._limits[id(block)][1]

    def _hexes(self, places: tuple[PlaceId, ...]) -> list[int]:
        return [self.board.index[place] for place in places if place in self.board.index]

    def closed(self, state: State, block: PathBlock) -> frozenset[int]:
        """Hexes closed to a way: enemy units, and the hexes next to them if their zones count."""
        board = self.board
        enemies = {
            board.index[piece.at]
            for name, piece in state.pieces.items()
            if piece.at is not None
            and piece.at in board.index
            and piece.owner not in ("", block.side)
            and self.is_unit(name)
        }
        zones = {j for i in enemies for j in board.neighbors[i] if j >= 0} if block.zoc else set()
        return frozenset(enemies | zones)

    def is_unit(self, name: PieceId) -> bool:
        """Whether a counter is a unit."""
        found = self.definition(name)
        return found is not None and found.kind == "unit"

    def may_step(self, i: int, j: int) -> bool:
        """Whether a way may lead from a hex to its neighbor: open land, no closed hexside."""
        return self.board.terrain[j] not in self._closed and self._walls.isdisjoint(self.board.hexside(i, j))

    # --- tracks ------------------------------------------------------------------------------------------

    def track(self, state: State, name: str) -> float | None:
        """The number on a track or of a resource; None if there is no such number now."""
        return None

    def track_titles(self) -> Mapping[str, str]:
        """All tracks and resources that can be asked for, with titles."""
        return {**{track.id: track.title for track in self.module.tracks}, **self.resources}

    def side_title(self, side: SideId) -> str:
        """A side by its title."""
        return next((found.title for found in self.module.sides if found.id == side), side)

    def _steps_at_start(self, options: Mapping[str, OptionValue]) -> Mapping[PieceId, int]:
        found: dict[PieceId, int] = {}
        for setup in self.scenario.sides.values():
            for placement in setup.placements:
                if all(options.get(test.option) == test.value for test in placement.when):
                    for name in placement.pieces:
                        steps = self.pieces[name].steps if name in self.pieces else 1
                        found[name] = max(steps - placement.lost.get(name, 0), 1)
        return found
