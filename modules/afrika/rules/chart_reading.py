"""Reads the module's charts and constants into :class:`Charts`.

A cell that says nothing a rule can use raises :class:`EngineError` with the name of the chart, so that an
owner who edits a chart learns at once what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.definition.chart import Cell, ChartDef
from engine.errors import EngineError
from engine.ids import PlaceId, SideId
from engine.kit.combat import ResultsTable
from modules.afrika.rules.charts import (
    Charts,
    HexsideRow,
    LeaderLimit,
    Mussolini,
    Strengths,
    Terrain,
    Three,
    Variable,
)
from modules.afrika.rules.state import ALLIED, AXIS, QUARTERS, SIDES, SIXTHS, TRIPOLI, UNLIMITED

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef

MOVERS = ("foot", "motorized", "armor")
DICE = range(1, 7)
UP, DOWN = "-up", "-down"
"""Endings of the rows of a hexside that is crossed in two ways."""


class _Reader:
    """Cells of one module as numbers."""

    def __init__(self, module: ModuleDef) -> None:
        self.module = module
        self.turns = [turn.number for turn in module.turns]

    def chart(self, name: str) -> ChartDef:
        try:
            return self.module.chart(name)
        except KeyError:
            raise EngineError(f"the module has no chart '{name}'") from None

    def constant(self, name: str) -> Cell:
        try:
            return self.module.constant(name).value
        except KeyError:
            raise EngineError(f"the module has no constant '{name}'") from None

    def whole(self, name: str) -> int:
        return whole(self.constant(name), f"constant '{name}'")

    def sixths(self, name: str) -> int:
        return in_parts(self.constant(name), SIXTHS, f"constant '{name}'")

    def by_turn(self, name: str, side: SideId) -> Mapping[int, int]:
        chart = self.chart(name)
        return {turn: whole(chart.at(turn, side), f"chart '{name}'") for turn in self.turns}

    def rows(self, name: str) -> tuple[str, ...]:
        rows = self.chart(name).rows
        if rows is None:
            raise EngineError(f"chart '{name}' needs rows")
        return rows.labels

    def by_face(self, name: str) -> tuple[Cell, ...]:
        chart = self.chart(name)
        return tuple(chart.cells[0][chart.column_of(face)] for face in DICE)


def fraction(cell: Cell, where: str) -> Fraction:
    """A number of a chart, such as ``2``, ``"1/3"`` or ``1.5``."""
    if isinstance(cell, bool) or not isinstance(cell, (int, float, str)):
        raise EngineError(f"{where}: {cell!r} is no number")
    try:
        return Fraction(str(cell))
    except (ValueError, ZeroDivisionError):
        raise EngineError(f"{where}: {cell!r} is no number") from None


def in_parts(cell: Cell, parts: int, where: str) -> int:
    """A number counted in equal parts of one; refuses what the parts cannot express."""
    value = fraction(cell, where) * parts
    if value.denominator != 1:
        raise EngineError(f"{where}: {cell!r} cannot be counted in parts of 1/{parts}")
    return int(value)


def whole(cell: Cell, where: str) -> int:
    """A whole number of a chart."""
    return in_parts(cell, 1, where)


def compile_charts(module: ModuleDef) -> Charts:
    """All charts of a module; raises :class:`EngineError` for a missing chart or a useless cell."""
    read = _Reader(module)
    return Charts(
        terrain=_terrain(read),
        hexsides=_hexsides(read),
        routes=_routes(read),
        cities=_cities(read),
        results=ResultsTable(read.chart("crt")),
        fort=whole(read.chart("hexside-combat").cell("fortification", "defense"), "chart 'hexside-combat'"),
        box=whole(read.chart("hexside-combat").cell("box", "defense"), "chart 'hexside-combat'"),
        ports=_ports(read),
        coastal=tuple(whole(cell, "chart 'axis-shipping'") for cell in read.by_face("axis-shipping")),
        air={side: read.by_turn("air", side) for side in SIDES},
        trucks={side: read.by_turn("trucks", side) for side in SIDES},
        new_supply=read.by_turn("cw-supply", ALLIED),
        supply_range={
            side: {turn: mp * SIXTHS for turn, mp in read.by_turn("supply-range", side).items()}
            for side in SIDES
        },
        variable={AXIS: _variable(read, "variable-axis"), ALLIED: _variable(read, "variable-allied")},
        withdrawals=_withdrawals(read),
        leader_limits=_leader_limits(read),
        capture=tuple(fraction(cell, "chart 'capture'") for cell in read.by_face("capture")),
        raid=tuple(str(cell) for cell in read.by_face("raid")),
        mussolini=_mussolini(read),
        out_of_supply=_out_of_supply(read),
        stacking=read.whole("stacking"),
        supply_divisor=read.whole("supply-divisor"),
        supply_italian_division=read.whole("supply-italian-division"),
        oasis_units=read.whole("oasis-units"),
        truck=read.sixths("truck-mp"),
        trento_trucks=read.whole("trento-trucks"),
        box_cost=read.sixths("tripoli-mp"),
        box_limit=read.whole("box-limit"),
        enter_zoc=read.sixths("zoc-enter"),
        leave_zoc=read.sixths("zoc-leave"),
        overrun=read.sixths("overrun-cost"),
        overrun_limit=read.sixths("overrun-terrain-limit"),
        shift_limit=read.whole("shift-limit"),
        arms_attacker=read.whole("combined-arms-attacker"),
        arms_defender=read.whole("combined-arms-defender"),
        advance_exploit=read.whole("advance-exploit"),
        safety_net_turn=read.whole("oconnor-safety-net-turn"),
        raid_return=read.whole("raid-return"),
        motorized_from=read.whole("motorized-from"),
    )


# --- terrain -------------------------------------------------------------------------------------


def _costs(chart: ChartDef, row: str) -> Three:
    where = f"chart '{chart.id}'"
    foot, motorized, armor = (_movement_cost(chart.cell(row, column), where) for column in MOVERS)
    return foot, motorized, armor


def _is_closed(chart: ChartDef, row: str) -> bool:
    return all(chart.cell(row, column) == "no" for column in MOVERS)


def _movement_cost(cell: Cell, where: str) -> int:
    return -1 if cell in ("road", "no") else in_parts(cell, SIXTHS, where)


def _terrain(read: _Reader) -> Mapping[str, Terrain]:
    moving, fighting = read.chart("terrain-movement"), read.chart("terrain-combat")
    known = set(read.rows("terrain-combat"))
    found = {}
    for kind in read.rows("terrain-movement"):
        defense, shift = 1, 0
        if kind in known:
            defense = whole(fighting.cell(kind, "multiplier"), "chart 'terrain-combat'")
            shift = whole(fighting.cell(kind, "shift"), "chart 'terrain-combat'")
        found[kind] = Terrain(
            open=not _is_closed(moving, kind), cost=_costs(moving, kind), defense=defense, shift=shift
        )
    return found


def _cities(read: _Reader) -> Mapping[str, int]:
    """Rows of the combat chart that are no terrain of the map: towns, by their tag."""
    chart, terrain = read.chart("terrain-combat"), set(read.rows("terrain-movement"))
    return {
        name: whole(chart.cell(name, "multiplier"), "chart 'terrain-combat'")
        for name in read.rows("terrain-combat")
        if name not in terrain
    }


def _hexsides(read: _Reader) -> Mapping[str, HexsideRow]:
    moving, fighting = read.chart("hexside-movement"), read.chart("hexside-combat")
    rows, fought = read.rows("hexside-movement"), read.rows("hexside-combat")
    names = dict.fromkeys(name.removesuffix(UP).removesuffix(DOWN) for name in rows)

    def row(name: str, way: str) -> str:
        return name + way if name + way in rows else name

    def attack(name: str, way: str) -> Fraction:
        label = row(name, way)
        if label not in fought:
            return Fraction(1)
        return fraction(fighting.cell(label, "attack"), "chart 'hexside-combat'")

    return {
        name: HexsideRow(
            up=_costs(moving, row(name, UP)),
            down=_costs(moving, row(name, DOWN)),
            attack_up=attack(name, UP),
            attack_down=attack(name, DOWN),
            wall=_is_closed(moving, row(name, UP)),
        )
        for name in names
    }


def _routes(read: _Reader) -> Mapping[str, int]:
    chart = read.chart("route-movement")
    cells = {name: chart.cell(name, "mp") for name in read.rows("route-movement")}
    return {
        name: in_parts(cell, SIXTHS, "chart 'route-movement'")
        for name, cell in cells.items()
        if cell is not None
    }


# --- turns, ports, reinforcements -------------------------------------------------------------------


def _ports(read: _Reader) -> Mapping[PlaceId, tuple[int, ...]]:
    """Ports of the map; Tripoli's box has no capacity to count (1.7)."""
    chart = read.chart("ports")
    found: dict[PlaceId, tuple[int, ...]] = {}
    for place in read.rows("ports"):
        cells = [chart.cell(place, chart.columns.labels[chart.column_of(face)]) for face in DICE]
        if place == TRIPOLI:
            continue
        unlimited = all(cell == "unlimited" for cell in cells)
        found[place] = (UNLIMITED,) if unlimited else tuple(whole(cell, "chart 'ports'") for cell in cells)
    return found


def _variable(read: _Reader, name: str) -> Mapping[int, Variable]:
    chart = read.chart(name)
    found = {}
    for total in range(2, 13):
        withdrawal = "withdrawal" in chart.columns.labels and chart.at(total, "withdrawal") is True
        replacements = whole(chart.at(total, "replacements"), f"chart '{name}'")
        found[total] = Variable(replacements=replacements, withdrawal=withdrawal)
    return found


def _withdrawals(read: _Reader) -> tuple[tuple[str, ...], ...]:
    chart = read.chart("withdrawals")
    types = chart.columns.labels
    waves = []
    for cells in chart.cells:
        counts = [whole(cell, "chart 'withdrawals'") for cell in cells]
        waves.append(tuple(kind for kind, count in zip(types, counts, strict=True) for _ in range(count)))
    return tuple(waves)


def _leader_limits(read: _Reader) -> Mapping[str, LeaderLimit]:
    chart = read.chart("leader-rolls")
    found = {}
    for name in read.rows("leader-rolls"):
        away = chart.cell(name, "turns-away")
        found[name] = LeaderLimit(
            limit=whole(chart.cell(name, "at-most"), "chart 'leader-rolls'"),
            away=None if away is None else whole(away, "chart 'leader-rolls'"),
        )
    return found


def _mussolini(read: _Reader) -> Mussolini:
    return Mussolini(
        column=str(read.constant("mussolini-column")),
        from_end_of=read.whole("mussolini-first-turn"),
        until_end_of=read.whole("mussolini-last-turn"),
        divisions=read.whole("mussolini-infantry"),
        mobile=read.whole("mussolini-exploit"),
    )


def _out_of_supply(read: _Reader) -> Strengths:
    def parts(name: str, count: int) -> int:
        return in_parts(read.constant(name), count, f"constant '{name}'")

    return Strengths(
        attack=parts("out-of-supply-attack", QUARTERS),
        defense=parts("out-of-supply-defense", QUARTERS),
        movement=parts("out-of-supply-movement", SIXTHS),
    )
