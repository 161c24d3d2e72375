"""Quick fixes for set-ups and the schedule: counters nowhere, twice, too weak, or coming for nothing."""

from collections.abc import Iterator, Mapping

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScenarioDef, ScheduleEntry
from engine.editing.checking import Finding, check
from engine.editing.remedy import Remedy, put, without
from engine.editing.schedule import delete_entries, set_entry_fields, take_off_schedule, usual_place
from engine.editing.searching import Path, value_at
from engine.editing.setups import list_pieces
from engine.editing.wheres import set_placement

_QUOTE = "'"
_last: list[tuple[tuple[Finding, ...], Mapping[Path, list[str]]]] = []


def leave_out(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """Out of the game, or among the dead; all that are nowhere in the scenario at once, too."""
    scenario = value_at(module, finding.path)
    if not isinstance(scenario, ScenarioDef):
        return
    name = finding.issue.message.split(_QUOTE)[1]
    yield Remedy("Leave out", lambda m: list_pieces(m, scenario.id, [name], "gone"))
    yield Remedy("Dead at the start", lambda m: list_pieces(m, scenario.id, [name], "dead"))
    others = _nowhere(check(module).findings).get(finding.path, [])
    if len(others) > 1:
        yield Remedy(f"Leave out all {len(others)}", lambda m: list_pieces(m, scenario.id, others, "gone"))


def _nowhere(findings: tuple[Finding, ...]) -> Mapping[Path, list[str]]:
    """The counters that are nowhere, by the path of their scenario; found once for a list that asks for each
    of its lines.
    """
    for known, names in _last:
        if known is findings:
            return names
    found: dict[Path, list[str]] = {}
    for finding in findings:
        if finding.issue.code == "UNACCOUNTED":
            found.setdefault(finding.path, []).append(finding.issue.message.split(_QUOTE)[1])
    _last[:] = [(findings, found)]
    return found


def once_only(_module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """Takes the second one off."""
    yield Remedy("Take this one off", lambda m: without(m, finding.path))


def at_full_strength(_module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """No steps lost; or for a back without a step to lose, a second step or no back."""
    path = finding.path
    if "lost" in path:
        yield Remedy("At full strength", lambda m: without(m, path))
    elif path[-1] == "reduced":
        yield Remedy("Give it two steps", lambda m: put(m, (*path[:-1], "steps"), 2))
        yield Remedy("No figures on the back", lambda m: put(m, path, {}))


def fitting_default(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """Default places that the placement allows."""
    depth = finding.path.index("placements") + 2 if "placements" in finding.path else 0
    path = finding.path[:depth]
    if isinstance(value_at(module, path), PlacementDef):
        yield Remedy("Take a place that fits", lambda m: set_placement(m, path, {}))


def off_the_schedule(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """Takes the counter or the entry off; where that helps, makes it a return or moves it to a turn."""
    path = finding.path
    entry = value_at(module, path[:2])
    if not isinstance(entry, ScheduleEntry) or not isinstance(path[1], int):
        return
    at = path[1]
    if finding.issue.code == "ARRIVES_TWICE" and entry.action != "upgrade":
        yield Remedy("Make it a return", lambda m: set_entry_fields(m, [at], {"action": "return"}))
    if finding.issue.code == "NEVER_DUE":
        last = max(v.last_turn for s in module.scenarios if entry.is_in(s.id) for v in s.versions)
        yield Remedy(f"Move to turn {last}", lambda m: set_entry_fields(m, [at], {"turn": last}))
    if len(path) > 3 and len(entry.pieces) > 1:
        old = str(path[3] if path[2] == "into" else value_at(module, path))
        yield Remedy("Take it off the schedule", lambda m: take_off_schedule(m, at, [old]))
    else:
        yield Remedy("Drop the entry", lambda m: delete_entries(m, [at]))


def usual_arrival(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """The place where the others of the side arrive."""
    entry = value_at(module, finding.path[:2])
    if not isinstance(entry, ScheduleEntry) or not isinstance(finding.path[1], int):
        return
    at, place = finding.path[1], usual_place(module, entry.side)
    if place:
        title = next((box.title for box in module.boxes if box.id == place), place)
        yield Remedy(f"Arrive at {title}", lambda m: set_entry_fields(m, [at], {"at": place}))
