"""Checks of the schedule as a whole: who comes twice, who leaves before he came, what can never happen.

Entries of different scenarios do not meet. What only looks odd is a doubt; designers may mean it. The new
counter of an upgrade comes, the old one goes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.issues import near_miss
from engine.loading.checker import Checker
from engine.loading.text import Path
from engine.rules.registry import schedule_actions, schedule_choices, schedule_kinds

_COMING = ("arrive", "to-box")
_PLACED = ("arrive", "return", "to-box")


def check_schedule_order(checker: Checker, module: ModuleDef) -> None:
    """Clashes between entries, and entries that do nothing."""
    coming: dict[str, list[ScheduleEntry]] = {}
    for n, entry in enumerate(module.schedule):
        for tail, piece in _comings(entry):
            before = [other for other in coming.get(piece, ()) if _meet(module, entry, other)]
            if before and not entry.when:
                message = (
                    f"'{piece}' {_comes(before[0])} on turn {before[0].turn} and again on turn {entry.turn}"
                )
                hint = "use 'return' for a unit that comes back"
                checker.fault(("schedule", n, *tail), "ARRIVES_TWICE", message, hint)
            coming.setdefault(piece, []).append(entry)
    ground = _Ground.of(module)
    for n, entry in enumerate(module.schedule):
        _check_entry(checker, ("schedule", n), ground, entry)
        if entry.action in _COMING:
            continue
        for k, piece in enumerate(entry.pieces):
            later = [other for other in coming.get(piece, ()) if _meet(module, entry, other)]
            if later and min(other.turn for other in later) > entry.turn:
                message = f"'{piece}' leaves or is released on turn {entry.turn}, before it arrives"
                checker.fault(("schedule", n, "pieces", k), "ORDER", message, "correct the turns")
    _check_upgraded(checker, module)
    _check_played(checker, module)


def _check_played(checker: Checker, module: ModuleDef) -> None:
    """Entries that the rules of the module pass over in silence."""
    played = schedule_actions(module.ruleset) if module.schedule else None
    for n, entry in enumerate(module.schedule):
        if played is not None and entry.action not in played:
            what = f"the rules '{module.ruleset}' do not play '{entry.action}'"
            message = f"turn {entry.turn}: {what}; nothing happens then"
            checker.doubt(("schedule", n, "action"), "NOT_PLAYED", message, "drop it, or choose other rules")
    _check_moved(checker, module)
    _check_choices(checker, module)


def _check_choices(checker: Checker, module: ModuleDef) -> None:
    """Named rules for a place that the rules of the module do not have."""
    known = schedule_choices(module.ruleset) if module.schedule else None
    if known is None:
        return
    for n, entry in enumerate(module.schedule):
        if entry.choice is not None and entry.choice not in known:
            message = f"turn {entry.turn}: the rules '{module.ruleset}' have no place called '{entry.choice}'"
            names = ", ".join(sorted(known))
            hint = near_miss(entry.choice, known) or (f"they have {names}" if names else "name hexes instead")
            checker.doubt(("schedule", n, "choice"), "NO_CHOICE", message, hint)


def _check_moved(checker: Checker, module: ModuleDef) -> None:
    """Counters that the rules of the module move by other means than the schedule."""
    moved = schedule_kinds(module.ruleset) if module.schedule else None
    if moved is None:
        return
    still = {piece.id for piece in module.pieces if piece.kind not in moved or piece.template}
    for n, entry in enumerate(module.schedule) if still else ():
        for piece in entry.named():
            if piece in still:
                message = (
                    f"turn {entry.turn}: the rules '{module.ruleset}' do not move '{piece}' by the schedule; "
                    "nothing happens with it"
                )
                checker.doubt(("schedule", n, "pieces"), "NOT_PLAYED", message, "drop it, or name a unit")


def _comings(entry: ScheduleEntry) -> Iterator[tuple[Path, str]]:
    """Who comes into the game by an entry, with where in it that stands."""
    if entry.action in _COMING:
        for k, piece in enumerate(entry.pieces):
            yield ("pieces", k), piece
    for old, new in entry.upgrades():
        yield ("into", old), new


def _comes(entry: ScheduleEntry) -> str:
    return "takes the place of another" if entry.action == "upgrade" else "arrives"


def _check_upgraded(checker: Checker, module: ModuleDef) -> None:
    """Whoever was upgraded is not there any more: to be upgraded again, to leave, to come back."""
    gone: dict[str, list[ScheduleEntry]] = {}
    for entry in module.schedule:
        for old, _ in entry.upgrades():
            gone.setdefault(old, []).append(entry)
    seen: dict[str, list[ScheduleEntry]] = {}
    for n, entry in enumerate(module.schedule) if gone else ():
        for k, piece in enumerate(entry.pieces):
            path: Path = ("schedule", n, "pieces", k)
            if entry.action == "upgrade":
                before = [other for other in seen.get(piece, ()) if _meet(module, entry, other)]
                if before and not entry.when:
                    message = f"'{piece}' is already upgraded on turn {before[0].turn}"
                    hint = "upgrade the counter that took its place"
                    checker.fault(path, "UPGRADED_TWICE", message, hint)
                seen.setdefault(piece, []).append(entry)
            elif entry.action not in _COMING:
                before = [o for o in gone.get(piece, ()) if o.turn <= entry.turn and _meet(module, entry, o)]
                if before:
                    message = f"turn {entry.turn}: '{piece}' was upgraded on turn {before[0].turn}"
                    checker.doubt(path, "UPGRADED_BEFORE", message, "name the counter that took its place")


def _meet(module: ModuleDef, a: ScheduleEntry, b: ScheduleEntry) -> bool:
    """Whether two entries can both happen in one game."""
    if not module.scenarios:
        return not a.scenarios or not b.scenarios or not set(a.scenarios).isdisjoint(b.scenarios)
    both = [scenario for scenario in module.scenarios if a.is_in(scenario.id) and b.is_in(scenario.id)]
    return any(scenario.first_turn <= min(a.turn, b.turn) for scenario in both)


@dataclass(frozen=True)
class _Ground:
    """What entries are held against: the scenarios, who stands in each, and who comes at all."""

    scenarios: tuple[ScenarioDef, ...]
    standing: Mapping[str, frozenset[str]]
    coming: frozenset[str]

    @classmethod
    def of(cls, module: ModuleDef) -> "_Ground":
        coming = (
            (entry.pieces if entry.action in _PLACED else entry.comers())
            for entry in module.schedule
            if entry.action in (*_PLACED, "upgrade")
        )
        standing = {scenario.id: frozenset(_standing(scenario)) for scenario in module.scenarios}
        return cls(module.scenarios, standing, frozenset(name for names in coming for name in names))


def _standing(scenario: ScenarioDef) -> Iterator[str]:
    for setup in scenario.sides.values():
        yield from setup.dead
        for placement in setup.placements:
            yield from placement.pieces


def _check_entry(checker: Checker, path: Path, ground: _Ground, entry: ScheduleEntry) -> None:
    if not entry.pieces and not entry.count and entry.action != "event":
        message = f"turn {entry.turn}: nothing comes or goes"
        checker.doubt(path, "EMPTY_ENTRY", message, "name counters, or drop it")
    has_place = entry.at or entry.any_of or entry.zones or entry.near or entry.choice
    is_placed = entry.action in _PLACED or (entry.action == "upgrade" and entry.otherwise == "arrive")
    if is_placed and entry.pieces and not has_place:
        message = f"turn {entry.turn}: no place is given for {_names(entry.comers())}"
        checker.doubt(path, "NO_WHERE", message, "say where they come")
    own = [scenario for scenario in ground.scenarios if entry.is_in(scenario.id)]
    if own and not any(_plays(scenario, entry.turn) for scenario in own):
        message = f"turn {entry.turn}: no scenario lasts so long"
        checker.doubt(path, "NEVER_DUE", message, "choose another turn")
    if entry.action in ("withdraw", "release", "upgrade") and entry.otherwise == "nothing":
        _check_leaving(checker, path, ground, entry)


def _plays(scenario: ScenarioDef, turn: int) -> bool:
    return turn <= max(version.last_turn for version in scenario.versions)


def _check_leaving(checker: Checker, path: Path, ground: _Ground, entry: ScheduleEntry) -> None:
    if ground.scenarios and not any(
        entry.is_in(scenario.id) and scenario.first_turn <= entry.turn for scenario in ground.scenarios
    ):
        return  # it was over before any game begins
    for k, piece in enumerate(entry.pieces):
        there = any(piece in names for name, names in ground.standing.items() if entry.is_in(name))
        if not there and piece not in ground.coming:
            what = "is upgraded" if entry.action == "upgrade" else "leaves or is released"
            message = f"'{piece}' {what} on turn {entry.turn} and is never there before"
            checker.doubt((*path, "pieces", k), "LEAVES_NOWHERE", message, "let it arrive or set it up first")


def _names(pieces: tuple[str, ...]) -> str:
    names = pieces[:3]
    return ", ".join(names) + (" and others" if len(pieces) > len(names) else "")
