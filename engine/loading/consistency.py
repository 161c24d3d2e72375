"""Checks of the order of battle: in each scenario every piece must be somewhere.

A piece is on the map, in a box, dead, gone, still to come by the schedule, or left out by an option. A
piece that is none of these was forgotten; a piece that stands on the map and comes later again was
entered twice.
"""

from collections.abc import Callable, Iterator

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.issues import Issue
from engine.loading.checker import Checker
from engine.loading.roster import roster
from engine.loading.schedule_checks import check_schedule_order
from engine.loading.text import Path
from engine.loading.validation import Places

_COMING = ("arrive", "to-box", "return")
_COMES = {"upgrade": "takes the place of another"}


def consistency_issues(module: ModuleDef, places: Places) -> tuple[Issue, ...]:
    """Doubts about the order of battle of each scenario, and errors where a piece comes twice."""
    checker = Checker(places)
    check_schedule_order(checker, module)
    check = order_of_battle_check(module)
    for i, scenario in enumerate(module.scenarios):
        check(checker, ("scenarios", i), scenario)
    return tuple(checker.issues)


def is_open(entry: ScheduleEntry, scenario: ScenarioDef) -> bool:
    """Whether an entry belongs to a scenario and can still happen in it, given the options it fixes."""
    return entry.is_in(scenario.id) and all(
        scenario.options.get(test.option, test.value) == test.value for test in entry.when
    )


def is_due(entry: ScheduleEntry, scenario: ScenarioDef, sides: tuple[str, ...]) -> bool:
    """Whether an entry comes at or after the start; the side that would play first may miss its first
    turn.
    """
    if entry.turn != scenario.first_turn:
        return entry.turn > scenario.first_turn
    return sides.index(entry.side) >= sides.index(scenario.first_side) if entry.side in sides else True


def order_of_battle_check(module: ModuleDef) -> Callable[[Checker, Path, ScenarioDef], None]:
    """The check of the order of battle of one scenario."""
    sides = tuple(side.id for side in module.sides)
    counters, schedule = module.fact(roster), module.schedule

    def check(checker: Checker, path: Path, scenario: ScenarioDef) -> None:
        placed = _placed(scenario)
        gone = {name for setup in scenario.sides.values() for name in (*setup.dead, *setup.gone)}
        coming: set[str] = set()
        closed: set[str] = set()
        unplayed: dict[str, str] = {}
        early: dict[str, int] = {}
        for n, entry in enumerate(schedule):
            if entry.action not in (*_COMING, "upgrade"):
                continue
            is_possible, due = is_open(entry, scenario), is_due(entry, scenario, sides)
            opened = is_possible and due
            (coming if opened else closed).update(entry.comers())
            early.update(dict.fromkeys(entry.comers() if is_possible and not due else (), entry.turn))
            if is_possible and not due and entry.turn == scenario.first_turn:
                unplayed.update(dict.fromkeys(entry.comers(), entry.side))
            if entry.action == "upgrade" and is_possible and not due:
                gone.update(entry.pieces)
            for path_in, name in _new(entry):
                if opened and name in placed and not entry.when:
                    message = (
                        f"'{name}' is set up in '{scenario.id}' and {_COMES.get(entry.action, 'arrives')}"
                    )
                    message += f" on turn {entry.turn} again"
                    checker.fault(("schedule", n, *path_in), "ARRIVES_TWICE", message, "drop one of the two")
        known = placed | gone | coming | _left_out(schedule, scenario)
        for name, piece in counters.items():
            if name in known or piece.kind not in ("unit", "leader") or piece.template:
                continue
            when = f", on turn {early[name]}," if name in early else ""
            was_there = f"has arrived before the start{when} and is nowhere in '{scenario.id}'"
            never = f"is neither set up in '{scenario.id}' nor comes by the schedule"
            message = f"'{name}' {was_there if name in closed else never}"
            hint = "place it or list it as dead or gone"
            if name in unplayed:
                turn, side, first = scenario.first_turn, unplayed[name], scenario.first_side
                message = f"'{name}' comes on turn {turn}, which '{side}' does not play in '{scenario.id}': "
                message += f"'{first}' begins"
                hint = f"let it come a turn later, {hint}"
            checker.doubt(path, "UNACCOUNTED", message, hint)

    return check


def _new(entry: ScheduleEntry) -> Iterator[tuple[Path, str]]:
    """Who must not have been in the game before an entry, with where in it that stands."""
    if entry.action in ("arrive", "to-box"):
        for k, name in enumerate(entry.pieces):
            yield ("pieces", k), name
    for old, new in entry.upgrades():
        yield ("into", old), new


def _placed(scenario: ScenarioDef) -> set[str]:
    return {name for setup in scenario.sides.values() for place in setup.placements for name in place.pieces}


def _left_out(schedule: tuple[ScheduleEntry, ...], scenario: ScenarioDef) -> set[str]:
    """The counters whose entries all hang on options that the scenario sets otherwise."""
    named: set[str] = set()
    possible: set[str] = set()
    for entry in schedule:
        named.update(entry.named())
        if is_open(entry, scenario):
            possible.update(entry.named())
    return named - possible
