"""Checks of charts: whatever the dice can show must be covered, and only once."""

import re

from engine.definition.chart import AxisDef, ChartDef, covers
from engine.definition.module import ModuleDef
from engine.loading.checker import Checker

_DICE = re.compile(r"([1-9]?)d([1-9][0-9]?)")
_ROLLED = frozenset(("roll", "die", "dice"))
_MOST_TOTALS = 200


def check_charts(checker: Checker, module: ModuleDef) -> None:
    """Doubts about the dice rows or columns of all charts."""
    for i, chart in enumerate(module.charts):
        name = "rows" if dice_axis(chart) is chart.rows else "columns"
        for text in dice_doubts(chart):
            hint = "labels such as 2, 4-5 and 9+ must cover each roll once"
            checker.doubt(("charts", i, name), "DICE_RANGE", f"chart '{chart.id}': {text}", hint)


def dice_doubts(chart: ChartDef) -> tuple[str, ...]:
    """Rolls of the chart's dice that are on no line, or on several."""
    axis, totals = dice_axis(chart), dice_totals(chart)
    if axis is None or not totals:
        return ()
    return (*_gaps(axis, totals), *_overlaps(axis, totals))


def dice_axis(chart: ChartDef) -> AxisDef | None:
    """The axis along which the dice are read; None if no dice are rolled on the chart."""
    if not chart.dice:
        return None
    axes = [axis for axis in (chart.rows, chart.columns) if axis is not None]
    named = [axis for axis in axes if axis.id in _ROLLED]
    plain = [axis for axis in axes if all(is_range(label) for label in axis.labels)]
    return next(iter((*named, *plain)), None)


def dice_totals(chart: ChartDef) -> range:
    """Everything the chart's dice can show together; empty for words that are no dice."""
    found = _DICE.fullmatch(chart.dice.replace(" ", "").lower())
    if found is None:
        return range(0)
    dice, faces = int(found[1] or 1), int(found[2])
    axis = dice_axis(chart)
    from_zero = faces == 10 and axis is not None and any(covers(label, 0) for label in axis.labels)
    low, high = (0, dice * (faces - 1)) if from_zero else (dice, dice * faces)
    return range(low, min(high, _MOST_TOTALS) + 1)


def is_range(label: str) -> bool:
    """Whether a label stands for numbers: `7`, `-1`, `4-5`, `9+`."""
    return re.fullmatch(r"-?\d+|\d+-\d+|\d+\+", label) is not None


def _gaps(axis: AxisDef, totals: range) -> list[str]:
    missing = [total for total in totals if not any(covers(label, total) for label in axis.labels)]
    return [f"no line for a roll of {_spans(missing)}"] if missing else []


def _overlaps(axis: AxisDef, totals: range) -> list[str]:
    found = []
    for total in totals:
        labels = [label for label in axis.labels if covers(label, total)]
        if len(labels) > 1:
            found.append(f"a roll of {total} is on the lines {' and '.join(labels)}")
    return found


def _spans(numbers: list[int]) -> str:
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)
