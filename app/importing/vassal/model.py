"""What is read of a VASSAL module before anything is made of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from app.importing.vassal.container import Pictures
from app.importing.vassal.extensions import ExtensionNote
from app.importing.vassal.grids import Cells, ZoneArea
from app.importing.vassal.traits import PieceText, Trait


@dataclass(frozen=True)
class Slot:
    """A place for a piece: in a palette, in a stack at start, in a deck. `path` are the groups around it."""

    gpid: str
    name: str
    piece: PieceText
    traits: tuple[Trait, ...]
    values: dict[str, str]
    size: tuple[int, int]
    path: tuple[str, ...]
    is_card: bool = False


@dataclass(frozen=True)
class BoardRead:
    """A board of a map: its picture, size, grid and zones."""

    map: str
    name: str
    picture: str | None
    size: tuple[int, int]
    color: str
    cells: Cells | None
    zones: tuple[ZoneArea, ...]


@dataclass(frozen=True)
class MapRead:
    """A map window with its boards."""

    id: str
    name: str
    boards: tuple[BoardRead, ...]
    edge: tuple[int, int] = (0, 0)
    is_hand: bool = False


@dataclass(frozen=True)
class StartStack:
    """Pieces that lie somewhere at the start, from bottom to top; a deck if it has a name of a deck."""

    map: str
    board: str
    location: str
    spot: tuple[int, int]
    slots: tuple[Slot, ...]
    deck: str = ""
    is_face_down: bool = False


@dataclass(frozen=True)
class Setup:
    """A saved set-up the module offers."""

    name: str
    file: str


@dataclass(frozen=True)
class TurnLevel:
    """One level of the turn counter: numbers, or a list of names."""

    name: str
    first: int = 1
    last: int = 0
    names: tuple[str, ...] = ()


@dataclass
class ModuleRead:
    """Everything that is taken from a module."""

    title: str
    version: str
    description: str
    vassal: str
    pictures: Pictures
    extensions: tuple[ExtensionNote, ...] = ()
    sides: tuple[str, ...] = ()
    maps: list[MapRead] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    stacks: list[StartStack] = field(default_factory=list)
    setups: list[Setup] = field(default_factory=list)
    turns: tuple[TurnLevel, ...] = ()
    charts: list[str] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    unreadable: list[str] = field(default_factory=list)
    missing_prototypes: set[str] = field(default_factory=set)

    def boards(self) -> list[BoardRead]:
        """All boards of all maps."""
        return [board for found in self.maps for board in found.boards]
