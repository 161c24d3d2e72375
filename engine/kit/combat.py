"""Bricks for odds combat: ratios to columns, column shifts with a cap, results tables, chances.

Strengths come as integers in whatever unit the caller counts in (both in the same one), so that halves,
thirds and quarters stay exact. Columns are positions in the table, from the attacker's worst to his best.
Results are written as printed: ``A1D2r1`` costs the attacker one step and the defender two, and the side
named last before ``r`` retreats so many hexes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import msgspec

from engine.definition.chart import ChartDef, covers
from engine.errors import EngineError
from engine.view.preview import ResultChance

_RATIO = re.compile(r"(\d+):(\d+)")
_DICE = re.compile(r"([1-8])?d([1-9]\d{0,2})")
_RESULT = re.compile(r"(?:([AD])(\d+)?(?:r(\d+))?)")
NO_EFFECT = frozenset({"", "-", "–", "—", "NE"})


def odds_level(attack: int, defense: int, limit: int = 1000) -> int:
    """The rounded ratio as a step on a ladder: 0 is 1:1, 1 is 2:1, -1 is 1:2.

    The larger is divided by the smaller and rounded to the nearest whole number, halves up.
    """
    if attack >= defense:
        return min(limit, _ratio(attack, defense) - 1) if defense > 0 else (limit if attack > 0 else -limit)
    return -min(limit, _ratio(defense, attack) - 1) if attack > 0 else -limit


def _ratio(larger: int, smaller: int) -> int:
    return (2 * larger + smaller) // (2 * smaller)


def level_text(level: int) -> str:
    """A step of the ladder as people write odds: ``3:1`` or ``1:2``."""
    return f"{level + 1}:1" if level >= 0 else f"1:{1 - level}"


@dataclass(frozen=True)
class OddsColumns:
    """The columns of a results table; a label names one ratio or several (``3:1``, ``5:1-6:1``, ``9:1+``)."""

    labels: tuple[str, ...]

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The highest step of the ladder each column stands for.

        Raises :class:`EngineError` where a label has no ratio or the columns do not follow one another.
        """
        spans = [_span(label) for label in self.labels]
        for before, after in pairwise(spans):
            if after[0] != before[1] + 1:
                raise EngineError(f"odds columns do not follow one another at {level_text(after[0])}")
        return tuple(last for _, last in spans)

    def column(self, attack: int, defense: int) -> int:
        """The column for two strengths; odds beyond either end of the table use its last column."""
        level = odds_level(attack, defense)
        for index, top in enumerate(self.tops):
            if level <= top:
                return index
        return len(self.labels) - 1


def _span(label: str) -> tuple[int, int]:
    ratios = [(int(a), int(d)) for a, d in _RATIO.findall(label)]
    if not ratios or any(1 not in ratio or 0 in ratio for ratio in ratios):
        raise EngineError(f"{label!r} is no odds column; write 3:1, 1:2, 5:1-6:1 or 9:1+")
    levels = sorted(a - 1 if d == 1 else 1 - d for a, d in ratios)
    return levels[0], levels[-1]


class Shift(msgspec.Struct, frozen=True):
    """One column shift: to the right (the attacker's favor) if positive."""

    text: str
    value: int
    rule: str = ""


def net_shift(shifts: Iterable[Shift], cap: int) -> int:
    """The sum of all shifts, at most ``cap`` columns either way."""
    return max(-cap, min(cap, sum(shift.value for shift in shifts)))


def shifted(column: int, shift: int, width: int) -> int:
    """A column moved by a shift, inside a table of that width."""
    return max(0, min(width - 1, column + shift))


class CombatResult(msgspec.Struct, frozen=True):
    """One cell of a results table in numbers: steps lost and hexes to retreat, for each side."""

    text: str
    attacker_loss: int = 0
    attacker_retreat: int = 0
    defender_loss: int = 0
    defender_retreat: int = 0

    @property
    def hurts(self) -> str:
        """Whom it hurts: ``attacker``, ``defender``, ``both`` or ``none``."""
        attacker = self.attacker_loss or self.attacker_retreat
        defender = self.defender_loss or self.defender_retreat
        if attacker and defender:
            return "both"
        return "attacker" if attacker else "defender" if defender else "none"

    @property
    def words(self) -> str:
        """What it does, for people who do not know the signs: steps lost, hexes of retreat."""
        lots = (
            _lot("attacker", self.attacker_loss, self.attacker_retreat),
            _lot("defender", self.defender_loss, self.defender_retreat),
        )
        return "; ".join(lot for lot in lots if lot) or "no effect"


def _lot(who: str, loss: int, retreat: int) -> str:
    fate = (f"−{loss}" if loss else "", f"retreats {retreat}" if retreat else "")
    told = ", ".join(part for part in fate if part)
    return f"{who} {told}" if told else ""


def parse_result(text: str) -> CombatResult:
    """A cell as printed; raises :class:`EngineError` for one that says nothing known."""
    written = text.strip()
    if written in NO_EFFECT:
        return CombatResult(text=written)
    found = {"A": (0, 0), "D": (0, 0)}
    end = 0
    for part in _RESULT.finditer(written):
        if part.start() != end:
            break
        end = part.end()
        found[part[1]] = (int(part[2] or 0), int(part[3] or 0))
    if end != len(written):
        raise EngineError(f"{text!r} is no combat result; write A1, D2r1, A1D2r1 or -")
    (a_loss, a_retreat), (d_loss, d_retreat) = found["A"], found["D"]
    return CombatResult(
        text=written,
        attacker_loss=a_loss,
        attacker_retreat=a_retreat,
        defender_loss=d_loss,
        defender_retreat=d_retreat,
    )


@lru_cache(maxsize=32)
def sum_chances(dice: int, faces: int) -> Mapping[int, int]:
    """How many of the ``faces ** dice`` equally likely rolls give each sum."""
    chances = {0: 1}
    for _ in range(dice):
        after: dict[int, int] = {}
        for total, ways in chances.items():
            for face in range(1, faces + 1):
                after[total + face] = after.get(total + face, 0) + ways
        chances = after
    return chances


class Chance(msgspec.Struct, frozen=True):
    """One result with the number of rolls that give it."""

    result: CombatResult
    chances: int


@dataclass(frozen=True)
class Outlook:
    """All results of one column, in the order of the rolls, and what they cost on average."""

    chances: tuple[Chance, ...]

    @cached_property
    def out_of(self) -> int:
        """The number of equally likely rolls."""
        return sum(chance.chances for chance in self.chances)

    def mean_attacker_loss(self, most: int | None = None) -> float:
        """Steps the attacker loses on average, never more than he has."""
        return self._mean([chance.result.attacker_loss for chance in self.chances], most)

    def mean_defender_loss(self, most: int | None = None) -> float:
        """Steps the defender loses on average, never more than he has."""
        return self._mean([chance.result.defender_loss for chance in self.chances], most)

    def _mean(self, losses: list[int], most: int | None) -> float:
        capped = losses if most is None else [min(loss, most) for loss in losses]
        weighted = sum(loss * chance.chances for loss, chance in zip(capped, self.chances, strict=True))
        return weighted / self.out_of

    @property
    def told(self) -> tuple[ResultChance, ...]:
        """The same for a window."""
        return tuple(
            ResultChance(text=c.result.text, chances=c.chances, hurts=c.result.hurts, words=c.result.words)
            for c in self.chances
        )

    @cached_property
    def chance_of_retreat(self) -> float:
        """How likely the defender has to retreat."""
        return sum(c.chances for c in self.chances if c.result.defender_retreat) / self.out_of


class ResultsTable:
    """A combat results table by odds and sum of dice, read from a chart of the module."""

    def __init__(self, chart: ChartDef) -> None:
        if chart.rows is None:
            raise EngineError(f"chart '{chart.id}' needs a row for each roll")
        self.columns = OddsColumns(chart.columns.labels)
        self.width = len(chart.columns.labels)
        try:
            self.dice, self.faces = parse_dice(chart.dice or "2d6")
            assert self.columns.tops
        except EngineError as error:
            raise EngineError(f"chart '{chart.id}': {error}") from None
        self._rows = {total: _row_for(chart, total) for total in sum_chances(self.dice, self.faces)}
        self.outlooks = tuple(self._outlook(column) for column in range(self.width))

    @property
    def labels(self) -> tuple[str, ...]:
        """What is printed above the columns."""
        return self.columns.labels

    def column(self, attack: int, defense: int) -> int:
        """The column for two strengths, before shifts."""
        return self.columns.column(attack, defense)

    def result(self, total: int, column: int) -> CombatResult:
        """What a sum of dice gives in a column."""
        return self._rows[total][column]

    def outlook(self, column: int) -> Outlook:
        """All that can happen in a column."""
        return self.outlooks[column]

    def _outlook(self, column: int) -> Outlook:
        merged: dict[CombatResult, int] = {}
        for total, ways in sum_chances(self.dice, self.faces).items():
            result = self._rows[total][column]
            merged[result] = merged.get(result, 0) + ways
        return Outlook(tuple(Chance(result=result, chances=ways) for result, ways in merged.items()))


def parse_dice(text: str) -> tuple[int, int]:
    """``2d6`` as number of dice and faces; raises :class:`EngineError` for anything else."""
    found = _DICE.fullmatch(text.strip().lower())
    if found is None:
        raise EngineError(f"{text!r} is no number of dice; write 2d6")
    return int(found[1] or 1), int(found[2])


def _row_for(chart: ChartDef, total: int) -> tuple[CombatResult, ...]:
    assert chart.rows is not None
    for label, cells in zip(chart.rows.labels, chart.cells, strict=True):
        if covers(label, total):
            return tuple(parse_result("" if cell is None else str(cell)) for cell in cells)
    raise EngineError(f"chart '{chart.id}' has no row for a roll of {total}")
