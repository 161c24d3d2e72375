"""The canonical order of a module's parts, independent of how its files are cut.

Loading ends with it and writing begins with it, so that a module written and loaded again is the same value.
Within a group the author's own order stays.
"""

import re

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef


def in_order(module: ModuleDef) -> ModuleDef:
    """The same module in canonical order."""
    ranks = {side.id: rank for rank, side in enumerate(module.sides)}
    last = len(ranks)
    boards = {board.id: rank for rank, board in enumerate(sorted(module.boards, key=lambda b: natural(b.id)))}
    changes: dict[str, object] = {
        "boards": tuple(sorted(module.boards, key=lambda board: boards[board.id])),
        "types": module.types,
        "pieces": tuple(sorted(module.pieces, key=lambda piece: ranks.get(piece.side or "", last))),
        "charts": tuple(sorted(module.charts, key=lambda chart: chart.id)),
        "turns": tuple(sorted(module.turns, key=lambda turn: turn.number)),
        "schedule": tuple(
            sorted(module.schedule, key=lambda entry: (entry.turn, ranks.get(entry.side, last)))
        ),
        "scenarios": tuple(sorted(module.scenarios, key=_scenario_key)),
        "help": tuple(sorted(module.help, key=lambda page: page.id)),
    }
    return module.model_copy(update=changes)


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A sort key that puts map-2 before map-10."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in parts)


def _scenario_key(scenario: ScenarioDef) -> tuple[object, ...]:
    return scenario.first_turn, natural(scenario.number), scenario.id
