"""A whole module: everything its files say, in one frozen value."""

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from pydantic import Field

from engine.definition.base import Definition, Id
from engine.definition.board import BoardDef, LandscapeDef
from engine.definition.chart import ChartDef, ConstantDef
from engine.definition.piece import (
    CardDef,
    DeckDef,
    FormationDef,
    NationDef,
    PieceDef,
    PieceTypeDef,
    ProvenanceDef,
    SideDef,
)
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.definition.sequence import BoxDef, HelpDef, OptionDef, PhaseDef, TrackDef, TurnDef

#: The version of the file format this program writes.
SCHEMA_VERSION = 1


class CreditDef(Definition):
    """Who did what."""

    role: str
    name: str


class ModuleDef(Definition):
    """Everything a module's files say."""

    id: Id
    title: str
    subtitle: str = ""
    version: str = "0.1"
    schema_version: int = SCHEMA_VERSION
    designer: str = ""
    publisher: str = ""
    credits: tuple[CreditDef, ...] = ()
    data_sources: tuple[str, ...] = ()
    description: str = ""
    ruleset: Id | None = None
    listed: bool = Field(default=True, description="Shown in the library.")
    sides: tuple[SideDef, ...]
    nations: tuple[NationDef, ...] = ()
    stacking: int | None = Field(default=None, ge=1, description="Units in a hex, for free play.")
    terrain: tuple[LandscapeDef, ...] = ()
    hexsides: tuple[LandscapeDef, ...] = ()
    routes: tuple[LandscapeDef, ...] = ()
    types: tuple[PieceTypeDef, ...] = ()
    boards: tuple[BoardDef, ...] = ()
    boxes: tuple[BoxDef, ...] = ()
    tracks: tuple[TrackDef, ...] = ()
    turns: tuple[TurnDef, ...] = ()
    formations: tuple[FormationDef, ...] = ()
    pieces: tuple[PieceDef, ...] = ()
    provenance: tuple[ProvenanceDef, ...] = ()
    decks: tuple[DeckDef, ...] = ()
    cards: tuple[CardDef, ...] = ()
    charts: tuple[ChartDef, ...] = ()
    constants: tuple[ConstantDef, ...] = ()
    options: tuple[OptionDef, ...] = ()
    sequence: tuple[PhaseDef, ...] = ()
    schedule: tuple[ScheduleEntry, ...] = ()
    scenarios: tuple[ScenarioDef, ...] = ()
    help: tuple[HelpDef, ...] = ()

    def side(self, side_id: str) -> SideDef:
        """The side of that id; raises KeyError if there is none."""
        return _named(self.sides, side_id)

    def piece(self, piece_id: str) -> PieceDef:
        """The piece of that id; raises KeyError if there is none."""
        return _named(self.pieces, piece_id)

    def chart(self, chart_id: str) -> ChartDef:
        """The chart of that id; raises KeyError if there is none."""
        return _named(self.charts, chart_id)

    def constant(self, constant_id: str) -> ConstantDef:
        """The constant of that id; raises KeyError if there is none."""
        return _named(self.constants, constant_id)

    def scenario(self, scenario_id: str) -> ScenarioDef:
        """The scenario of that id; raises KeyError if there is none."""
        return _named(self.scenarios, scenario_id)

    def board(self, board_id: str) -> BoardDef:
        """The board of that id; raises KeyError if there is none."""
        return _named(self.boards, board_id)

    def option(self, option_id: str) -> OptionDef:
        """The option of that id; raises KeyError if there is none."""
        return _named(self.options, option_id)

    def pieces_by_id(self) -> Mapping[str, PieceDef]:
        """All pieces by id."""
        return {piece.id: piece for piece in self.pieces}

    def phases(self) -> Iterator[PhaseDef]:
        """All phases, parents before their parts."""
        return _walk(self.sequence)

    def turn_title(self, number: int) -> str:
        """The date of a turn, or its number where the track has no such turn."""
        return next((turn.title for turn in self.turns if turn.number == number), f"Turn {number}")


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


_Item = TypeVar("_Item", bound=_HasId)


def _named(items: tuple[_Item, ...], wanted: str) -> _Item:
    for item in items:
        if item.id == wanted:
            return item
    raise KeyError(wanted)


def _walk(phases: tuple[PhaseDef, ...]) -> Iterator[PhaseDef]:
    for phase in phases:
        yield phase
        yield from _walk(phase.phases)
