"""A scenario of this game made ready: counters, board and charts in integers.

``AfrikaGame`` holds nothing of any position. Rules ask it for printed values, and for the present ones
of a piece in a state. Strengths are integers in *quarters* (an out-of-supply attack is a quarter, 5.2; halves
fit, too), movement is in *sixths* of an MP (a road hex is 2, a track hex 3). Places are hex numbers of the
board; Tripoli and the connecting box are numbered behind the last hex; everything else is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

from engine.errors import EngineError
from engine.ids import PieceId, PlaceId, SideId
from engine.rules.ruleset import GameRules
from engine.state.memo import Memo
from engine.state.model import OptionValue, Piece, State
from modules.afrika.rules.chart_reading import compile_charts
from modules.afrika.rules.charts import Charts
from modules.afrika.rules.ground import Ground, compile_ground
from modules.afrika.rules.situation import Grounds, Situation, Surveyor
from modules.afrika.rules.state import CONNECTING, OUT, QUARTERS, SIXTHS, TRIPOLI, AfrikaData
from modules.afrika.rules.units import Unit, compile_units, spoken_names

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef
    from engine.definition.piece import PieceDef
    from engine.definition.scenario import ScenarioDef
    from engine.geometry.board import CompiledBoard
    from engine.victory.referee import Referee

T = TypeVar("T")
ROMMEL: PieceId = "axis-rommel"
OCONNOR: PieceId = "allied-oconnor"


@dataclass(frozen=True, kw_only=True)
class Parts:
    """What a game is made of: the module, one scenario of it, its options and the board."""

    module: ModuleDef
    scenario: ScenarioDef
    options: Mapping[str, OptionValue]
    board: CompiledBoard


class AfrikaGame(GameRules):
    """Everything about a scenario that does not change in play."""

    ruleset = "afrika"
    version = "1"
    data_type = AfrikaData
    referee: Referee

    def __init__(self, parts: Parts) -> None:
        module, board = parts.module, parts.board
        self.module, self.scenario, self.options, self.board = module, parts.scenario, parts.options, board
        self.charts: Charts = compile_charts(module)
        self.ground: Ground = compile_ground(board, self.charts)
        self.units: Mapping[PieceId, Unit] = compile_units(module, self.charts)
        self.leaders: Mapping[PieceId, SideId] = {
            piece.id: piece.side or "" for piece in module.pieces if piece.kind == "leader"
        }
        self.boxes: Mapping[PieceId, SideId] = {
            piece.id: piece.side or "" for piece in module.pieces if piece.kind == "box"
        }
        self.definitions: Mapping[PieceId, PieceDef] = {piece.id: piece for piece in module.pieces}
        self.formation_titles: Mapping[str, str] = {found.id: found.title for found in module.formations}
        self.names: Mapping[PieceId, str] = spoken_names(module)
        self.index: Mapping[PlaceId, int] = {
            **board.index,
            TRIPOLI: self.ground.tripoli,
            CONNECTING: self.ground.connecting,
        }
        self.place_ids: tuple[PlaceId, ...] = (*board.ids, TRIPOLI, CONNECTING)
        self._surveyor = Surveyor(
            Grounds(
                units=self.units,
                leaders=frozenset(self.leaders),
                boxes=frozenset(self.boxes),
                index=self.index,
                zoc_from=self.ground.zoc_from,
            )
        )
        self.box_titles: Mapping[PlaceId, str] = {box.id: box.title for box in module.boxes}
        self._terrain_titles = {kind.id: kind.title for kind in module.terrain}
        self.libya: frozenset[int] = board.zones["libya"]
        self.cairo: frozenset[int] = board.zones["cairo"]
        self.east_edge: frozenset[int] = board.zones["east-edge"] & self._open_hexes()
        self.oases: frozenset[int] = frozenset(board.tagged("oasis-supply"))
        self.towns: Mapping[str, PlaceId] = {spot.name: board.ids[i] for i, spot in board.places.items()}
        self.fort_hexes: frozenset[int] = frozenset(
            i for side in board.sides.values() if "fortification" in side.kinds for i in side.protects
        )
        self.alexandria: PlaceId = board.ids[min(board.zones["alexandria"])]
        self.release_hexes: frozenset[int] = board.zones["restriction-release"]
        self.east_of_line: frozenset[int] = self._east_of(self.charts.mussolini.column)
        self.mussolini_units: tuple[Unit, ...] = tuple(
            unit
            for unit in self.units.values()
            if unit.italian and (unit.exploits or (unit.division and unit.infantry))
        )
        self.ports: tuple[PlaceId, ...] = tuple(self.charts.ports)
        self._side_titles = {side.id: side.title for side in module.sides}
        self.leader: Mapping[SideId, PieceId] = {side: name for name, side in self.leaders.items()}
        self._situations: Memo[Situation] = Memo(8)
        self._parts: dict[Callable[[AfrikaGame], object], object] = {}
        self._last: tuple[Mapping[PieceId, Piece], Situation] | None = None

    def _open_hexes(self) -> frozenset[int]:
        return frozenset(i for i in range(len(self.board)) if self.ground.passable[i])

    def _east_of(self, name: str) -> frozenset[int]:
        columns = [
            self.board.column[i] for place, i in self.board.index.items() if place.startswith(f"{name}.")
        ]
        if not columns:
            raise EngineError(f"the map has no column {name}")
        return frozenset(i for i, column in enumerate(self.board.column) if column > columns[0])

    def part(self, make: Callable[[AfrikaGame], T]) -> T:
        """What a part of the rules works out once about a compiled game, made when first asked for."""
        if make not in self._parts:
            self._parts[make] = make(self)
        return cast("T", self._parts[make])

    # --- places ---------------------------------------------------------------------------------

    def number(self, place: PlaceId | None) -> int:
        """Number of a hex or Tripoli box; -1 for anything else."""
        return -1 if place is None else self.index.get(place, -1)

    def place(self, number: int) -> PlaceId:
        """Id of a numbered place."""
        return self.place_ids[number]

    def is_hex(self, number: int) -> bool:
        """Whether a number is a hex of the map (not a Tripoli box, not -1)."""
        return 0 <= number < len(self.board)

    def place_name(self, place: PlaceId) -> str:
        """A place as people say it: ``A36.23 Tobruk``, ``the Tripoli Box``."""
        number = self.board.index.get(place)
        if number is not None:
            return self.board.label(number)
        return self.box_titles.get(place, place)

    def terrain_title(self, number: int) -> str:
        """The terrain of a hex in words."""
        kind = self.board.terrain[number]
        return self._terrain_titles.get(kind, kind)

    def side_title(self, side: SideId) -> str:
        """A side as people call it."""
        return self._side_titles.get(side, side)

    def turn_title(self, turn: int) -> str:
        """A turn with its date."""
        return f"turn {turn}, {self.module.turn_title(turn)}"

    # --- counters ---------------------------------------------------------------------------------

    def situation(self, state: State) -> Situation:
        """Who stands where and the zones of control, remembered."""
        last = self._last
        if last is not None and last[0] is state.pieces:
            return last[1]
        key = (state.pieces,)
        found = self._situations.get(key, lambda: self._surveyor.survey(state.pieces, state.stacks))
        self._last = (state.pieces, found)
        return found

    def is_reduced(self, piece: Piece, unit: Unit) -> bool:
        """Whether a unit shows its reverse (2.5)."""
        return piece.steps < unit.steps

    def attack(self, state: State, name: PieceId) -> int:
        """Present attack strength in quarters: reverse side, out of supply a quarter (5.2)."""
        unit, piece = self.units[name], state.pieces[name]
        printed = unit.reduced_attack if piece.steps < unit.steps else unit.attack
        return printed * (self.charts.out_of_supply.attack if OUT in piece.marks else QUARTERS)

    def defense(self, state: State, name: PieceId) -> int:
        """Present defense strength in quarters: reverse side, out of supply a half (5.2)."""
        unit, piece = self.units[name], state.pieces[name]
        printed = unit.reduced_defense if piece.steps < unit.steps else unit.defense
        return printed * (self.charts.out_of_supply.defense if OUT in piece.marks else QUARTERS)

    def allowance(self, state: State, name: PieceId) -> int:
        """Present movement allowance in sixths of an MP: out of supply a half (5.2)."""
        full = self.units[name].movement
        return full * (self.charts.out_of_supply.movement if OUT in state.pieces[name].marks else SIXTHS)

    def can_exploit(self, state: State, name: PieceId) -> bool:
        """Whether a unit is exploit-capable by itself: its bar, and in supply (2.4, 5.2)."""
        return self.units[name].exploits and OUT not in state.pieces[name].marks

    # --- turn -----------------------------------------------------------------------------------------

    def moving_side(self, state: State) -> SideId:
        """Whose player turn it is, by the phase; the first side during set-up."""
        return state.phase.partition(".")[0] if "." in state.phase else self.scenario.first_side

    def supply_range(self, side: SideId, turn: int) -> int:
        """Supply range in sixths of an MP (5.1a)."""
        return self.charts.supply_range[side][turn]
