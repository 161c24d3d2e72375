"""What can be laid over a map, without a word of any game.

Frozen values by hex id. The window fills them from the engine's answers; the overlay painter draws them;
both sides of that line stay ignorant of each other. One decision shows one family of highlights, so most
fields stay empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class Form(StrEnum):
    """How a side is drawn where colour must not be the only sign."""

    DARK = "dark"
    LIGHT = "light"
    PLAIN = "plain"


class ZoneLook(StrEnum):
    """What an outlined area means."""

    SETUP = "setup"
    RANGE = "range"
    STACKING = "stacking"


@dataclass(frozen=True, slots=True)
class ReachMark:
    """One reachable hex: its cost in words, whether it lies in an enemy ZOC, whether the move stops there."""

    cost: str = ""
    is_in_zoc: bool = False
    is_stop: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """All hexes that can be reached, from where."""

    hexes: Mapping[str, ReachMark]
    start: str | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """An area with an outline, a tint and a label, perhaps with a figure in each of its hexes."""

    hexes: frozenset[str]
    label: str = ""
    look: ZoneLook = ZoneLook.SETUP
    figures: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Trace:
    """A line of supply from a unit to its source; `cut_at` is the hex where it fails."""

    path: tuple[str, ...]
    cut_at: str | None = None


@dataclass(frozen=True, slots=True)
class Supply:
    """The supply of one side: hexes in supply, hexes cut off, traces, and ringed sources."""

    supplied: frozenset[str] = frozenset()
    cut: frozenset[str] = frozenset()
    traces: tuple[Trace, ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """A way over the map from its first hex to its last, with the points set by hand and the pill at the
    goal.
    """

    hexes: tuple[str, ...]
    way_points: tuple[str, ...] = ()
    goal_text: str = ""
    is_in_zoc: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A hex that is or could be attacked, with one word."""

    hex: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Ruler:
    """A measured line between two hexes."""

    start: str
    end: str
    text: str


def _nothing() -> Mapping[str, Form]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class BoardOverlays:
    """Everything laid over the board now."""

    reach: Reach | None = None
    zoc: frozenset[str] = frozenset()
    supply: Supply | None = None
    control: Mapping[str, Form] = field(default_factory=_nothing)
    zones: tuple[Zone, ...] = ()
    choices: frozenset[str] = frozenset()
    selected: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    path: Path | None = None
    targets: tuple[Target, ...] = ()
    ruler: Ruler | None = None
    noted: frozenset[str] = frozenset()
    cursor: str | None = None

    def has_other_areas(self, other: BoardOverlays) -> bool:
        """Whether anything under the counters, or a cost above them, differs."""
        return self is not other and any(_differs(self, other, name) for name in AREAS)

    def signs_changed(self, other: BoardOverlays) -> frozenset[str]:
        """The hexes on which signs above the counters differ."""
        hexes: set[str] = set()
        for name in SIGNS:
            if _differs(self, other, name):
                hexes.update(self._sign_hexes(name))
                hexes.update(other._sign_hexes(name))
        return frozenset(hexes)

    def _sign_hexes(self, name: str) -> tuple[str, ...]:
        """The hexes that the signs of one field lie on."""
        if name == "targets":
            return tuple(target.hex for target in self.targets)
        if name == "path":
            return (*self.path.hexes, *self.path.way_points) if self.path else ()
        if name == "ruler":
            return (self.ruler.start, self.ruler.end) if self.ruler else ()
        if name == "cursor":
            return (self.cursor,) if self.cursor else ()
        return tuple(getattr(self, name))

    @property
    def covers_names(self) -> bool:
        """Whether something lies over the names of places, so that they are drawn again."""
        return bool(self.reach or self.zoc or self.supply or self.control or self.zones)


#: Fields that lie under the counters or fill whole areas, and fields that are signs on single hexes.
AREAS = ("reach", "zoc", "supply", "control", "zones", "choices")
SIGNS = ("selected", "attackers", "path", "targets", "ruler", "noted", "cursor")


def _differs(one: BoardOverlays, other: BoardOverlays, name: str) -> bool:
    a, b = getattr(one, name), getattr(other, name)
    return a is not b and bool(a != b)


NO_OVERLAYS = BoardOverlays()
