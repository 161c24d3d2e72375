"""Edits of set-ups: place, move and take off counters, free placements, lost steps, supply, the dead,
control.

A counter is in one place of a scenario at most, so placing it takes it from wherever it was, lists of the
dead included. Placements that become empty disappear; counters put on the same hex join the placement
there.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScenarioDef, SideSetupDef, VersionDef, WhereDef
from engine.editing.change import EditRefused, free_id, made, position_of, swapped, with_fields, with_parts
from engine.editing.checking import guarded
from engine.editing.pieces import kept_if_same, out_of_placement
from engine.editing.wheres import defaults_of, spot_of

WHERE = tuple(WhereDef.model_fields)


def change_scenario(
    module: ModuleDef, scenario: str, change: Callable[[ScenarioDef], ScenarioDef]
) -> ModuleDef:
    """Changes one scenario and checks the whole."""
    return guarded(module, with_parts(module, scenarios=swapped(module.scenarios, scenario, change)))


def set_scenario_fields(module: ModuleDef, scenario: str, changes: Mapping[str, object]) -> ModuleDef:
    """Sets title, dates, boards, options, notes and the like."""
    return change_scenario(module, scenario, lambda old: with_fields(old, changes))


def where_of(scenario: ScenarioDef, piece: str) -> PlacementDef | None:
    """The placement a counter is in; None if it is not set up."""
    placements = (p for setup in scenario.sides.values() for p in setup.placements)
    return next((p for p in placements if piece in p.pieces), None)


def place_pieces(
    module: ModuleDef, scenario: str, pieces: Collection[str], where: WhereDef, *, apart: bool = False
) -> ModuleDef:
    """Sets counters up at a place or a free choice, each in the set-up of its side.

    A free choice gets a default place, near where the first of them stood; `apart` allows one to a place.
    """
    sides = _sides_of(module, pieces)

    def change(old: ScenarioDef) -> ScenarioDef:
        lost = _lost_steps(old, pieces)
        spot = next((spot_of(p) for name in pieces if (p := where_of(old, name)) is not None), "")
        bare = taken_off(old, frozenset(pieces))
        setups = dict(bare.sides)
        for side in dict.fromkeys(sides.values()):
            own = tuple(name for name in pieces if sides[name] == side)
            setup = _joined(setups.get(side) or SideSetupDef(), own, where, lost, apart=apart)
            setups[side] = _with_defaults(module, setup, own, spot)
        return with_fields(bare, {"sides": setups})

    return change_scenario(module, scenario, change)


def _sides_of(module: ModuleDef, pieces: Iterable[str]) -> dict[str, str]:
    by_id = module.pieces_by_id()
    first = module.sides[0].id
    for name in pieces:
        position_of(module.pieces, name)
    return {name: by_id[name].side or first for name in pieces}


def _lost_steps(scenario: ScenarioDef, pieces: Collection[str]) -> dict[str, int]:
    placements = (p for setup in scenario.sides.values() for p in setup.placements)
    return {name: lost for p in placements for name, lost in p.lost.items() if name in pieces}


def _with_defaults(
    module: ModuleDef, setup: SideSetupDef, pieces: tuple[str, ...], spot: str
) -> SideSetupDef:
    """The set-up with default places for the free placement of some counters, where it has none."""
    for n, old in enumerate(setup.placements):
        if set(pieces) <= set(old.pieces) and old.is_free():
            new = with_fields(old, defaults_of(module, old, spot))
            return with_fields(
                setup, {"placements": (*setup.placements[:n], new, *setup.placements[n + 1 :])}
            )
    return setup


def _joined(
    setup: SideSetupDef,
    pieces: tuple[str, ...],
    where: WhereDef,
    lost: Mapping[str, int],
    *,
    apart: bool = False,
) -> SideSetupDef:
    steps = {name: lost[name] for name in pieces if name in lost}
    for n, old in enumerate(setup.placements):
        if not old.when and same_where(old, where) and old.apart == apart:
            new = with_fields(old, {"pieces": (*old.pieces, *pieces), "lost": {**old.lost, **steps}})
            return with_fields(
                setup, {"placements": (*setup.placements[:n], new, *setup.placements[n + 1 :])}
            )
    values = {key: getattr(where, key) for key in WHERE}
    new = made(PlacementDef, {**values, "pieces": pieces, "lost": steps, "apart": apart, "split": apart})
    return with_fields(setup, {"placements": (*setup.placements, new)})


def same_where(a: WhereDef, b: WhereDef) -> bool:
    """Whether two placements mean the same place or choice."""
    return all(getattr(a, key) == getattr(b, key) for key in WHERE)


def taken_off(scenario: ScenarioDef, gone: frozenset[str]) -> ScenarioDef:
    """The scenario with some counters nowhere."""
    sides = {side: _without(setup, gone) for side, setup in scenario.sides.items()}
    same = all(sides[side] is setup for side, setup in scenario.sides.items())
    return scenario if same else with_fields(scenario, {"sides": sides})


def _without(setup: SideSetupDef, gone: frozenset[str]) -> SideSetupDef:
    kept = tuple(new for old in setup.placements if (new := out_of_placement(old, gone)) is not None)
    changes: dict[str, object] = {"placements": kept_if_same(setup.placements, kept)}
    for key in ("dead", "gone"):
        names: tuple[str, ...] = getattr(setup, key)
        is_free = gone.isdisjoint(names)
        changes[key] = names if is_free else tuple(name for name in names if name not in gone)
    return with_fields(setup, changes)


def take_off_pieces(module: ModuleDef, scenario: str, pieces: Collection[str]) -> ModuleDef:
    """Takes counters out of a scenario's set-up, to be nowhere until placed again."""
    return change_scenario(module, scenario, lambda old: taken_off(old, frozenset(pieces)))


def list_pieces(module: ModuleDef, scenario: str, pieces: Collection[str], key: str) -> ModuleDef:
    """Puts counters among the `dead` or the `gone` of a scenario."""
    if key not in ("dead", "gone"):
        raise EditRefused(f"there is no list '{key}'", "the lists are dead and gone")
    sides = _sides_of(module, pieces)

    def change(old: ScenarioDef) -> ScenarioDef:
        bare = taken_off(old, frozenset(pieces))
        setups = dict(bare.sides)
        for name in pieces:
            setup = setups.get(sides[name]) or SideSetupDef()
            setups[sides[name]] = with_fields(setup, {key: (*getattr(setup, key), name)})
        return with_fields(bare, {"sides": setups})

    return change_scenario(module, scenario, change)


def set_lost_steps(module: ModuleDef, scenario: str, piece: str, lost: int) -> ModuleDef:
    """Lets a counter start without some of its steps; 0 means at full strength."""

    def change(old: PlacementDef) -> PlacementDef:
        steps = {name: count for name, count in old.lost.items() if name != piece}
        return with_fields(old, {"lost": {**steps, piece: lost} if lost else steps})

    return _placement(module, scenario, piece, change)


def _placement(
    module: ModuleDef, scenario: str, piece: str, change: Callable[[PlacementDef], PlacementDef]
) -> ModuleDef:
    def in_scenario(old: ScenarioDef) -> ScenarioDef:
        for side, setup in old.sides.items():
            for n, item in enumerate(setup.placements):
                if piece in item.pieces:
                    return with_placement(old, side, n, change(item))
        raise EditRefused(f"'{piece}' is not set up in {old.title}", "place it first")

    return change_scenario(module, scenario, in_scenario)


def with_placement(scenario: ScenarioDef, side: str, n: int, new: PlacementDef) -> ScenarioDef:
    """The scenario with another placement in one place of a side's list."""
    setup = scenario.sides[side]
    if not 0 <= n < len(setup.placements):
        raise EditRefused(f"{side} has no placement {n + 1}")
    if new is setup.placements[n]:
        return scenario
    items = (*setup.placements[:n], new, *setup.placements[n + 1 :])
    return with_fields(
        scenario, {"sides": {**scenario.sides, side: with_fields(setup, {"placements": items})}}
    )


def set_supply(module: ModuleDef, scenario: str, side: str, place: str, count: int) -> ModuleDef:
    """Sets how many supply points a side has at a place."""
    where = made(WhereDef, {"at": place})

    def change(old: ScenarioDef) -> ScenarioDef:
        setup = old.sides.get(side) or SideSetupDef()
        for n, item in enumerate(setup.placements):
            if same_where(item, where) and not item.when:
                if not count and not item.pieces:
                    items = (*setup.placements[:n], *setup.placements[n + 1 :])
                    new = with_fields(setup, {"placements": items})
                    return with_fields(old, {"sides": {**old.sides, side: new}})
                return with_placement(old, side, n, with_fields(item, {"supply": count}))
        if not count:
            return old
        item = made(PlacementDef, {"at": place, "supply": count})
        new = with_fields(setup, {"placements": (*setup.placements, item)})
        return with_fields(old, {"sides": {**old.sides, side: new}})

    return change_scenario(module, scenario, change)


def set_control(module: ModuleDef, scenario: str, places: Iterable[str], side: str) -> ModuleDef:
    """Says who holds places at the start; an empty side takes the entries away."""
    wanted = tuple(places)

    def change(old: ScenarioDef) -> ScenarioDef:
        control = {name: owner for name, owner in old.control.items() if name not in wanted or side}
        if side:
            control.update(dict.fromkeys(wanted, side))
        return old if control == dict(old.control) else with_fields(old, {"control": control})

    return change_scenario(module, scenario, change)


def set_side_fields(module: ModuleDef, scenario: str, side: str, changes: Mapping[str, object]) -> ModuleDef:
    """Sets order of set-up, resources and note of a side."""

    def change(old: ScenarioDef) -> ScenarioDef:
        setup = old.sides.get(side) or SideSetupDef()
        return with_fields(old, {"sides": {**old.sides, side: with_fields(setup, changes)}})

    return change_scenario(module, scenario, change)


def fix_option(module: ModuleDef, scenario: str, option: str, *, value: bool | str | None) -> ModuleDef:
    """Fixes an option for a scenario; None leaves it to the players."""

    def change(old: ScenarioDef) -> ScenarioDef:
        options = {name: kept for name, kept in old.options.items() if name != option}
        if value is not None:
            options[option] = value
        return old if options == dict(old.options) else with_fields(old, {"options": options})

    return change_scenario(module, scenario, change)


def change_version(
    module: ModuleDef, scenario: str, version: str, change: Callable[[VersionDef], VersionDef]
) -> ModuleDef:
    """Changes one length of a scenario: last turn, victory, note."""

    def in_scenario(old: ScenarioDef) -> ScenarioDef:
        return with_fields(old, {"versions": swapped(old.versions, version, change)})

    return change_scenario(module, scenario, in_scenario)


def copy_scenario(module: ModuleDef, scenario: str, title: str = "") -> tuple[ModuleDef, str]:
    """A copy of a scenario under a free id; gives the module and the new id."""
    origin = module.scenarios[position_of(module.scenarios, scenario)]
    name = free_id(f"{origin.id}-copy", {item.id for item in module.scenarios})
    number = f"{origin.number} copy" if origin.number else ""
    copy = with_fields(origin, {"id": name, "title": title or f"{origin.title} (copy)", "number": number})
    at = position_of(module.scenarios, scenario) + 1
    scenarios = (*module.scenarios[:at], copy, *module.scenarios[at:])
    options = tuple(
        with_fields(option, {"scenarios": (*option.scenarios, name)})
        if scenario in option.scenarios
        else option
        for option in module.options
    )
    schedule = tuple(
        with_fields(entry, {"scenarios": (*entry.scenarios, name)}) if scenario in entry.scenarios else entry
        for entry in module.schedule
    )
    after = with_parts(
        module,
        scenarios=scenarios,
        options=kept_if_same(module.options, options),
        schedule=kept_if_same(module.schedule, schedule),
    )
    return guarded(module, after), name


def delete_scenario(module: ModuleDef, scenario: str) -> ModuleDef:
    """Deletes a scenario; options offered only there are left to all, entries of the schedule go with it."""
    at = position_of(module.scenarios, scenario)
    scenarios = (*module.scenarios[:at], *module.scenarios[at + 1 :])
    options = tuple(
        with_fields(option, {"scenarios": tuple(name for name in option.scenarios if name != scenario)})
        if scenario in option.scenarios
        else option
        for option in module.options
    )
    schedule = tuple(
        with_fields(entry, {"scenarios": tuple(name for name in entry.scenarios if name != scenario)})
        if scenario in entry.scenarios
        else entry
        for entry in module.schedule
        if entry.scenarios != (scenario,)
    )
    after = with_parts(
        module,
        scenarios=scenarios,
        options=kept_if_same(module.options, options),
        schedule=kept_if_same(module.schedule, schedule),
    )
    return guarded(module, after)
