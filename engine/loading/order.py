"""The canonical order of a module's parts, independent of how its files are cut.

Loading ends with it and writing begins with it, so that a module written and loaded again is the same value.
Within a group the author's own order stays.
"""

import re
from collections.abc import Callable
from itertools import islice
from operator import gt
from typing import TypeAlias, TypeVar

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef

Item = TypeVar("Item")
Natural: TypeAlias = tuple[tuple[int, str], ...]
Key = TypeVar("Key", int, str, Natural, tuple[int, int], tuple[int, Natural, str])


def in_order(module: ModuleDef, before: ModuleDef | None = None) -> ModuleDef:
    """The same module in canonical order; parts that are in order stay the same objects, and the module if
    all of them are. Of a state ``before`` that was in order, what is the same object is not looked at.
    """
    ranks = {side.id: rank for rank, side in enumerate(module.sides)}
    last = len(ranks)
    order: dict[str, Callable[[], object]] = {
        "boards": lambda: _sorted(module.boards, lambda board: natural(board.id)),
        "pieces": lambda: _sorted(module.pieces, lambda piece: ranks.get(piece.side or "", last)),
        "charts": lambda: _sorted(module.charts, lambda chart: chart.id),
        "turns": lambda: _sorted(module.turns, lambda turn: turn.number),
        "schedule": lambda: _sorted(module.schedule, lambda entry: (entry.turn, ranks.get(entry.side, last))),
        "scenarios": lambda: _sorted(module.scenarios, _scenario_key),
        "help": lambda: _sorted(module.help, lambda page: page.id),
    }
    if before is not None and before.sides is module.sides:
        order = {name: do for name, do in order.items() if getattr(before, name) is not getattr(module, name)}
    ordered = {name: do() for name, do in order.items()}
    changes = {name: items for name, items in ordered.items() if items is not getattr(module, name)}
    return module.model_copy(update=changes) if changes else module


def _sorted(items: tuple[Item, ...], key: Callable[[Item], Key]) -> tuple[Item, ...]:
    keys = [key(item) for item in items]
    if any(map(gt, keys, islice(keys, 1, None))):
        return tuple(sorted(items, key=key))
    return items


def natural(name: str) -> Natural:
    """A sort key that puts map-2 before map-10."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in parts)


def _scenario_key(scenario: ScenarioDef) -> tuple[int, Natural, str]:
    return scenario.first_turn, natural(scenario.number), scenario.id
