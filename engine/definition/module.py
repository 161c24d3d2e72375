"""A whole module: everything its files say, in one frozen value."""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeVar

from pydantic import Field

from engine.definition.base import Definition, Id
from engine.definition.board import BoardDef, LandscapeDef
from engine.definition.card import CardDef, DeckDef
from engine.definition.chart import ChartDef, ConstantDef
from engine.definition.piece import (
    FormationDef,
    NationDef,
    PieceDef,
    PieceTypeDef,
    ProvenanceDef,
    SideDef,
)
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.definition.sequence import BoxDef, HelpDef, OptionDef, PhaseDef, TrackDef, TurnDef
from engine.definition.victory import AwardDef, LevelDef, VictoryDef

#: The version of the file format this program writes.
SCHEMA_VERSION = 2


Found = TypeVar("Found")


class CreditDef(Definition):
    """Who did what."""

    role: str = Field(description="What was done.")
    name: str = Field(description="By whom.")


class ModuleDef(Definition):
    """Everything a module's files say."""

    id: Id = Field(description="Id of the module; for built-in ones the name of the folder.")
    title: str = Field(description="Title of the game.")
    subtitle: str = Field(default="", description="Second line of the title.")
    version: str = Field(default="0.1", description="Version of the module.")
    schema_version: int = Field(default=SCHEMA_VERSION, description="Version of the file format.")
    designer: str = Field(default="", description="Who designed the game.")
    publisher: str = Field(default="", description="Who published it.")
    credits: tuple[CreditDef, ...] = Field(default=(), description="Who did what.")
    data_sources: tuple[str, ...] = Field(default=(), description="Origins and licences of data and art.")
    description: str = Field(default="", description="A paragraph for the library.")
    ruleset: Id | None = Field(
        default=None, description="Id of the ruleset that enforces the rules; left out = free play."
    )
    listed: bool = Field(default=True, description="Shown in the library.")
    sides: tuple[SideDef, ...] = Field(description="The sides, in order of play.")
    nations: tuple[NationDef, ...] = Field(default=(), description="Nationalities.")
    stacking: int | None = Field(default=None, ge=1, description="Units in a hex, for free play.")
    terrain: tuple[LandscapeDef, ...] = Field(default=(), description="Kinds of terrain.")
    hexsides: tuple[LandscapeDef, ...] = Field(default=(), description="Kinds of hexside.")
    routes: tuple[LandscapeDef, ...] = Field(default=(), description="Kinds of route.")
    types: tuple[PieceTypeDef, ...] = Field(default=(), description="Types of piece.")
    boards: tuple[BoardDef, ...] = Field(default=(), description="The maps.")
    boxes: tuple[BoxDef, ...] = Field(default=(), description="Off-map boxes.")
    tracks: tuple[TrackDef, ...] = Field(default=(), description="Printed tracks.")
    turns: tuple[TurnDef, ...] = Field(default=(), description="The game turns.")
    formations: tuple[FormationDef, ...] = Field(default=(), description="Higher formations.")
    pieces: tuple[PieceDef, ...] = Field(default=(), description="The countermix.")
    provenance: tuple[ProvenanceDef, ...] = Field(default=(), description="Where kinds of value come from.")
    decks: tuple[DeckDef, ...] = Field(default=(), description="Decks of cards and pools.")
    cards: tuple[CardDef, ...] = Field(default=(), description="The cards.")
    charts: tuple[ChartDef, ...] = Field(default=(), description="The charts.")
    constants: tuple[ConstantDef, ...] = Field(default=(), description="Single values of the rules.")
    options: tuple[OptionDef, ...] = Field(default=(), description="Choices before the game.")
    sequence: tuple[PhaseDef, ...] = Field(default=(), description="The sequence of play of a turn.")
    schedule: tuple[ScheduleEntry, ...] = Field(default=(), description="What comes, goes and changes when.")
    victory: tuple[VictoryDef, ...] = Field(
        default=(), description="Conditions of victory of scenarios that have none of their own."
    )
    points: tuple[AwardDef, ...] = Field(
        default=(), description="What earns victory points in scenarios that say nothing of their own."
    )
    levels: tuple[LevelDef, ...] = Field(default=(), description="The margin table of those scenarios.")
    scenarios: tuple[ScenarioDef, ...] = Field(default=(), description="The scenarios.")
    help: tuple[HelpDef, ...] = Field(default=(), description="Pages of help.")

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
        return _pieces_by_id(self.pieces)

    def phases(self) -> Iterator[PhaseDef]:
        """All phases, parents before their parts."""
        return _walk(self.sequence)

    def fact(self, find: Callable[["ModuleDef"], Found]) -> Found:
        """What a function finds in the module. Checks that need little of a long list ask for it this way, so
        that an editor that keeps such findings need not run them again after every change of the list.
        """
        return find(self)

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


_BY_ID: list[tuple[tuple[PieceDef, ...], Mapping[str, PieceDef]]] = []
"""The last lists of pieces by id; while a module is edited, many ask for the same one."""
_MOST_BY_ID = 3


def _pieces_by_id(pieces: tuple[PieceDef, ...]) -> Mapping[str, PieceDef]:
    for known, found in _BY_ID:
        if known is pieces:
            return found
    made = {piece.id: piece for piece in pieces}
    _BY_ID[:] = [(pieces, made), *_BY_ID[: _MOST_BY_ID - 1]]
    return made


def _walk(phases: tuple[PhaseDef, ...]) -> Iterator[PhaseDef]:
    for phase in phases:
        yield phase
        yield from _walk(phase.phases)
