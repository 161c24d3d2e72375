"""Checks of the schedule as a whole: who comes twice, who leaves before he came, what can never happen.

Entries of different scenarios do not meet. What only looks odd is a doubt; designers may mean it.
"""

from collections.abc import Iterator

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.loading.checker import Checker
from engine.loading.text import Path

_COMING = ("arrive", "to-box")
_PLACED = ("arrive", "return", "to-box")


def check_schedule_order(checker: Checker, module: ModuleDef) -> None:
    """Clashes between entries, and entries that do nothing."""
    coming: dict[str, list[ScheduleEntry]] = {}
    for n, entry in enumerate(module.schedule):
        for k, piece in enumerate(entry.pieces):
            path: Path = ("schedule", n, "pieces", k)
            before = [other for other in coming.get(piece, ()) if _meet(module, entry, other)]
            if entry.action in _COMING:
                if before and not entry.when:
                    message = f"'{piece}' already arrives on turn {before[0].turn}"
                    checker.fault(path, "ARRIVES_TWICE", message, "use 'return' for a unit that comes back")
                coming.setdefault(piece, []).append(entry)
    for n, entry in enumerate(module.schedule):
        _check_entry(checker, ("schedule", n), module, entry)
        if entry.action in _COMING:
            continue
        for k, piece in enumerate(entry.pieces):
            later = [other for other in coming.get(piece, ()) if _meet(module, entry, other)]
            if later and min(other.turn for other in later) > entry.turn:
                message = f"'{piece}' leaves or is released on turn {entry.turn}, before it arrives"
                checker.fault(("schedule", n, "pieces", k), "ORDER", message, "correct the turns")


def _meet(module: ModuleDef, a: ScheduleEntry, b: ScheduleEntry) -> bool:
    """Whether two entries can both happen in one game."""
    if not module.scenarios:
        return not a.scenarios or not b.scenarios or not set(a.scenarios).isdisjoint(b.scenarios)
    both = [scenario for scenario in module.scenarios if a.is_in(scenario.id) and b.is_in(scenario.id)]
    return any(scenario.first_turn <= min(a.turn, b.turn) for scenario in both)


def _check_entry(checker: Checker, path: Path, module: ModuleDef, entry: ScheduleEntry) -> None:
    if not entry.pieces and not entry.count and entry.action != "event":
        checker.doubt(
            path, "EMPTY_ENTRY", f"turn {entry.turn}: nothing comes or goes", "name counters, or drop it"
        )
    has_place = entry.at or entry.any_of or entry.zones or entry.near or entry.choice
    if entry.action in _PLACED and entry.pieces and not has_place:
        message = f"turn {entry.turn}: no place is given for {_names(entry)}"
        checker.doubt(path, "NO_WHERE", message, "say where they come")
    own = [scenario for scenario in module.scenarios if entry.is_in(scenario.id)]
    if own and not any(_plays(scenario, entry.turn) for scenario in own):
        message = f"turn {entry.turn}: no scenario lasts so long or begins so early"
        checker.doubt(path, "NEVER_DUE", message, "choose another turn")
    if entry.action in ("withdraw", "release"):
        _check_leaving(checker, path, module, entry)


def _plays(scenario: ScenarioDef, turn: int) -> bool:
    return turn <= max(version.last_turn for version in scenario.versions)


def _check_leaving(checker: Checker, path: Path, module: ModuleDef, entry: ScheduleEntry) -> None:
    known = set(_ever_there(module, entry))
    known.update(name for other in module.schedule if other.action in _COMING for name in other.pieces)
    for k, piece in enumerate(entry.pieces):
        if piece not in known:
            message = f"'{piece}' leaves or is released on turn {entry.turn} and is never there before"
            checker.doubt((*path, "pieces", k), "LEAVES_NOWHERE", message, "let it arrive or set it up first")


def _ever_there(module: ModuleDef, entry: ScheduleEntry) -> Iterator[str]:
    for scenario in module.scenarios:
        if entry.is_in(scenario.id):
            for setup in scenario.sides.values():
                yield from setup.dead
                for placement in setup.placements:
                    yield from placement.pieces
    for other in module.schedule:
        if (
            other is not entry
            and other.action in _PLACED
            and other.turn <= entry.turn
            and _meet(module, other, entry)
        ):
            yield from other.pieces


def _names(entry: ScheduleEntry) -> str:
    names = entry.pieces[:3]
    return ", ".join(names) + (" and others" if len(entry.pieces) > len(names) else "")
