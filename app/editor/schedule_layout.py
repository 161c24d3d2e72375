"""Where everything lies in the grid of the schedule: a column for each turn, a row for each side.

Only what belongs to the scenario on show is laid out, unless all is asked for. A turn is as wide as its
counters need, up to six beside each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPoint, QRect, QSize

from app.theme.current import scaled
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.loading.consistency import is_open

EDGE = 32
GAP = 6
HEAD = 26
NAME = 124
LINE = 14
NARROWEST = 78
MOST_ACROSS = 6

Key = tuple[int, str]
"""An entry by its position, and one of its counters; empty for an entry without."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One counter (or an entry without counters) in the grid."""

    rect: QRect
    entry: int
    piece: str
    into: str = ""
    """The counter that takes its place, in an upgrade: it stands at the right end, the piece at the left."""

    @property
    def old(self) -> QRect:
        """Where the piece itself is drawn."""
        return QRect(self.rect.topLeft(), QSize(self.rect.height(), self.rect.height()))

    @property
    def new(self) -> QRect:
        """Where the counter that takes its place is drawn."""
        return self.old.translated(self.rect.width() - self.rect.height(), 0)

    @property
    def key(self) -> Key:
        """What it stands for."""
        return self.entry, self.piece


@dataclass(frozen=True, slots=True)
class ScheduleLayout:
    """The grid laid out: columns by turn, rows by side, and the counters."""

    turns: tuple[tuple[int, str], ...] = ()
    columns: dict[int, tuple[int, int]] = field(default_factory=dict)
    rows: tuple[tuple[str, int, int], ...] = ()
    spots: tuple[Spot, ...] = ()
    size: QSize = field(default_factory=QSize)

    def turn_at(self, x: int) -> int | None:
        """The turn of the column at a coordinate."""
        return next((turn for turn, (left, width) in self.columns.items() if left <= x < left + width), None)

    def side_at(self, y: int) -> str:
        """The side of the row at a coordinate."""
        return next((side for side, top, height in self.rows if top <= y < top + height), "")

    def spot_at(self, point: QPoint) -> Spot | None:
        """The counter under a point."""
        return next((spot for spot in self.spots if spot.rect.adjusted(-3, -3, 3, 3).contains(point)), None)

    def cell(self, turn: int, side: str) -> QRect:
        """The rectangle of a cell; empty for one that is not shown."""
        x, width = self.columns.get(turn, (0, 0))
        found = next(((y, height) for name, y, height in self.rows if name == side), (0, 0))
        return QRect(x, found[0], width, found[1])


def turns_of(module: ModuleDef, scenario: ScenarioDef | None) -> tuple[tuple[int, str], ...]:
    """Numbers and dates of the columns: those of a scenario, or all there are and all that are used."""
    known = {turn.number: turn.title for turn in module.turns}
    numbers = known.keys() | {entry.turn for entry in module.schedule}
    if scenario is not None:
        last = max(version.last_turn for version in scenario.versions)
        numbers = {n for n in numbers if scenario.first_turn <= n <= last} or {scenario.first_turn}
        numbers |= set(range(scenario.first_turn, last + 1)) if not known else set()
    return tuple((number, known.get(number, "")) for number in sorted(numbers) or [1])


def first_cell(module: ModuleDef, scenario: ScenarioDef | None, side: str = "") -> tuple[int, str]:
    """The first turn that a side really plays, and the side; without one that of the side that begins."""
    sides = [known.id for known in module.sides]
    numbers = [number for number, _ in turns_of(module, scenario)]
    if scenario is None or scenario.first_side not in sides:
        return numbers[0], side or sides[0]
    side = side or scenario.first_side
    is_late = side in sides and sides.index(side) < sides.index(scenario.first_side)
    return next((n for n in numbers if n > scenario.first_turn or not is_late), numbers[0]), side


def shown_entries(module: ModuleDef, scenario: ScenarioDef | None) -> Iterator[tuple[int, ScheduleEntry]]:
    """The entries to show with their positions."""
    for n, entry in enumerate(module.schedule):
        if scenario is None or is_open(entry, scenario):
            yield n, entry


def lay_out(module: ModuleDef, scenario: ScenarioDef | None) -> ScheduleLayout:
    """Lays the schedule out, of one scenario or of all."""
    turns = turns_of(module, scenario)
    numbers = {turn for turn, _ in turns}
    cells: dict[tuple[int, str], list[_Item]] = {}
    for n, entry in shown_entries(module, scenario):
        if entry.turn in numbers:
            items = [_Item(n, name, _successor(entry, name)) for name in entry.pieces or ("",)]
            cells.setdefault((entry.turn, entry.side), []).extend(items)
    sides = [side.id for side in module.sides]
    across = {turn: _across([cells.get((turn, side), []) for side in sides]) for turn in numbers}
    packed = {cell: list(_packed(items, across[cell[0]])) for cell, items in cells.items()}
    step = scaled(EDGE + GAP)
    columns, x = {}, scaled(NAME)
    for turn, _ in turns:
        columns[turn] = (x, max(scaled(NARROWEST), across[turn] * step + scaled(10)))
        x += columns[turn][1]
    rows, y = [], scaled(HEAD)
    for side in sides:
        lasts = (packed[turn, side][-1][0] for turn in numbers if (turn, side) in packed)
        deep = 1 + max(lasts, default=0)
        rows.append((side, y, deep * (step + scaled(LINE)) + scaled(8)))
        y += rows[-1][2]
    tops = {side: top for side, top, _ in rows}
    sizes = _Sizes.now()
    spots = tuple(
        Spot(sizes.rect(columns[turn][0], tops[side], at, item.slots), item.entry, item.piece, item.into)
        for (turn, side), items in cells.items() if side in tops
        for at, item in zip(packed[turn, side], items, strict=True)
    )  # fmt: skip
    return ScheduleLayout(turns, columns, tuple(rows), spots, QSize(x, y))


@dataclass(frozen=True, slots=True)
class _Item:
    """What a spot stands for, before it has a place."""

    entry: int
    piece: str
    into: str

    @property
    def slots(self) -> int:
        """How many counters stand side by side in it."""
        return 2 if self.into else 1


def _successor(entry: ScheduleEntry, piece: str) -> str:
    return entry.into.get(piece, "") if entry.action == "upgrade" else ""


def _across(cells: Sequence[Sequence[_Item]]) -> int:
    """How many counters a turn has room for side by side."""
    most = max((sum(item.slots for item in items) for items in cells), default=0)
    widest = max((item.slots for items in cells for item in items), default=1)
    return max(widest, min(MOST_ACROSS, most if most <= MOST_ACROSS else -(-most // 2)))


def _packed(items: Sequence[_Item], across: int) -> Iterator[tuple[int, int]]:
    """Row and column of each item of a cell."""
    row = column = 0
    for item in items:
        if column + item.slots > across:
            row, column = row + 1, 0
        yield row, column
        column += item.slots


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The sizes of a spot at the present scale, looked up once for all of them."""

    edge: int
    across: int
    down: int
    left: int
    top: int

    @classmethod
    def now(cls) -> _Sizes:
        step = scaled(EDGE + GAP)
        return cls(scaled(EDGE), step, step + scaled(LINE), scaled(7), scaled(6))

    def rect(self, left: int, top: int, at: tuple[int, int], slots: int) -> QRect:
        """Where a spot of a cell lies."""
        row, column = at
        x, y = left + self.left + column * self.across, top + self.top + row * self.down
        return QRect(x, y, self.edge + (slots - 1) * self.across, self.edge)
