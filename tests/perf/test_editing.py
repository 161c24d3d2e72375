"""The budget of editing: one edit of any kind with the check of all issues, on the largest module."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import pytest

from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing import charts, lines, maps, pieces, schedule, setups
from engine.editing.checking import check
from engine.loading import builtin_modules, load_module

BUDGET_MS = 50.0
Edit = Callable[[ModuleDef, int], ModuleDef]


def first_unit(module: ModuleDef) -> str:
    return next(p.pieces[0] for p in module.scenarios[0].sides[module.sides[0].id].placements if p.pieces)


def edits(module: ModuleDef) -> dict[str, Edit]:
    board = check(module).board
    assert board is not None
    name = module.boards[0].id
    land = [i for i, kind in enumerate(board.terrain) if kind == "clear"]
    spots = [board.ids[i] for i in land[:200]]
    scenario, unit = module.scenarios[0].id, first_unit(module)
    pairs = [(board.ids[i], board.ids[j]) for i in land for j in board.neighbors[i] if j in land[:300]][:100]
    return {
        "paint": lambda m, n: maps.paint_terrain(m, name, spots[n : n + 7], ("rough", "clear")[n % 2]),
        "road": lambda m, n: lines.draw_route(m, name, "track", pairs[n]),
        "counter": lambda m, n: pieces.set_piece_fields(m, [unit], {"name": f"unit {n}"}),
        "many": lambda m, n: pieces.set_piece_fields(m, [p.id for p in m.pieces], {"note": f"note {n}"}),
        "place": lambda m, n: setups.place_pieces(m, scenario, [unit], WhereDef(at=spots[n])),
        "chart": lambda m, n: charts.set_cell(m, m.charts[0].id, 0, 0, n),
        "schedule": lambda m, n: schedule.set_entry_fields(m, [0], {"note": f"note {n}"}),
    }


@pytest.mark.parametrize("kind", ["paint", "road", "counter", "many", "place", "chart", "schedule"])
def test_an_edit_with_its_check_is_quick(kind: str, leeway: float) -> None:
    module = max(map(load_module, builtin_modules().values()), key=lambda m: len(m.schedule))
    check(module)
    edit, times = edits(module)[kind], []
    for n in range(15):
        began = time.process_time()
        module = edit(module, n)
        check(module)
        times.append((time.process_time() - began) * 1000)
    assert median(times) < BUDGET_MS * leeway, f"{kind}: {median(times):.1f} ms"
