"""Set-ups taken from elsewhere: from another scenario, or from a position of a game that was played.

A position is plain values, read off what anybody may see of a game: where counters stand, with how many
steps lost, supply points, who holds what, and the turn. Who waits for a turn to come stays in the schedule;
who stands on the map does not arrive again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScenarioDef, SideSetupDef
from engine.editing.change import EditRefused, made, position_of, swapped, with_fields, with_parts
from engine.editing.checking import check, guarded
from engine.editing.schedule import without_arrivals
from engine.editing.setups import set_scenario_fields


@dataclass(frozen=True, slots=True)
class Position:
    """A position: places and lost steps of counters, supply points by side and place, control, the turn."""

    standing: Mapping[str, tuple[str, int]]
    supply: Mapping[tuple[str, str], int] = field(default_factory=dict)
    control: Mapping[str, str] = field(default_factory=dict)
    turn: int = 0
    mover: str = ""


@dataclass(frozen=True, slots=True)
class Taking:
    """What of a position is taken beside the counters."""

    supply: bool = True
    control: bool = True
    turn: bool = False


def setup_from(module: ModuleDef, scenario: str, other: str) -> ModuleDef:
    """Takes the set-up, control and resources of another scenario.

    Who stands there and would arrive here does not come any more.
    """
    origin = module.scenarios[position_of(module.scenarios, other)]
    names = [name for setup in origin.sides.values() for place in setup.placements for name in place.pieces]
    base = without_arrivals(module, scenario, names)
    after = set_scenario_fields(base, scenario, {"sides": origin.sides, "control": origin.control})
    return guarded(module, after)


def setup_from_position(
    module: ModuleDef, scenario: str, position: Position, taking: Taking | None = None
) -> ModuleDef:
    """Takes a position of a game; whoever stood and stands nowhere now is dead, free choices are replaced."""
    wanted = taking or Taking()
    known = {piece.id for piece in module.pieces}
    placed = {name: spot for name, spot in position.standing.items() if name in known}
    if not placed:
        raise EditRefused("the position holds no counter of this module")
    changes: dict[str, object] = {}
    if wanted.control:
        changes["control"] = _control(module, position)
    if wanted.turn:
        changes["first_turn"] = position.turn
        changes["first_side"] = position.mover or module.sides[0].id

    def change(old: ScenarioDef) -> ScenarioDef:
        new = with_fields(old, changes)
        if wanted.turn:
            versions = tuple(v for v in old.versions if v.last_turn >= position.turn)
            new = with_fields(new, {"versions": versions or old.versions})
        return with_fields(new, {"sides": _sides(module, new, position, wanted)})

    scenarios = swapped(module.scenarios, scenario, change)
    on_map = [name for name, (place, _) in placed.items() if not _waits(module, place)]
    return guarded(module, without_arrivals(with_parts(module, scenarios=scenarios), scenario, on_map))


def _waits(module: ModuleDef, place: str) -> bool:
    """Whether a place is no hex and no box, such as a space of the turn track."""
    board = check(module).board
    return not (any(box.id == place for box in module.boxes) or (board is not None and place in board.index))


def _control(module: ModuleDef, position: Position) -> dict[str, str]:
    sides = {side.id for side in module.sides}
    held = sorted(position.control.items())
    return {place: side for place, side in held if side in sides and not _waits(module, place)}


def _sides(
    module: ModuleDef, scenario: ScenarioDef, position: Position, taking: Taking
) -> dict[str, SideSetupDef]:
    dead_boxes = {box.id for box in module.boxes if box.role == "dead"}
    by_id = module.pieces_by_id()
    sides: dict[str, SideSetupDef] = {}
    for n, side in enumerate(module.sides):
        before = scenario.sides.get(side.id) or SideSetupDef(order=n + 1)
        own = {
            name: spot
            for name, spot in position.standing.items()
            if name in by_id and by_id[name].side in (side.id, None if n == 0 else side.id)
        }
        here = {name: spot for name, spot in own.items() if not _waits(module, spot[0])}
        standing = {name: spot for name, spot in here.items() if spot[0] not in dead_boxes}
        was = {name for p in before.placements for name in p.pieces} | set(before.dead)
        dead = (was | (here.keys() - standing.keys())) - standing.keys() - set(before.gone)
        dead -= own.keys() - here.keys()
        replaced = _replaced(module, scenario.id, standing) & was - own.keys()
        supply = _supply(before, position, side.id, taking)
        sides[side.id] = with_fields(
            before,
            {
                "placements": _placements(standing, supply),
                "dead": tuple(name for name in by_id if name in dead - replaced),
                "gone": (*(n for n in before.gone if n not in standing), *sorted(replaced)),
            },
        )
    return sides


def _replaced(module: ModuleDef, scenario: str, standing: Collection[str]) -> set[str]:
    """Counters whose place others have taken, who stand now."""
    entries = (entry for entry in module.schedule if entry.is_in(scenario))
    return {old for entry in entries for old, new in entry.upgrades() if new in standing}


def _supply(before: SideSetupDef, position: Position, side: str, taking: Taking) -> dict[str, int]:
    if taking.supply:
        return {place: count for (owner, place), count in position.supply.items() if owner == side}
    return {p.at: p.supply for p in before.placements if p.at and p.supply}


def _placements(
    standing: Mapping[str, tuple[str, int]], supply: Mapping[str, int]
) -> tuple[PlacementDef, ...]:
    stacks: dict[str, list[str]] = {place: [] for place in supply}
    for name, (place, _) in standing.items():
        stacks.setdefault(place, []).append(name)
    return tuple(
        made(
            PlacementDef,
            {
                "at": place,
                "pieces": tuple(names),
                "supply": supply.get(place, 0),
                "lost": {name: standing[name][1] for name in names if standing[name][1] > 0},
            },
        )
        for place, names in sorted(stacks.items())
    )
