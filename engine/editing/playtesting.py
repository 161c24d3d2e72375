"""A scenario as it would stand on a later turn, so that a playtest can begin anywhere.

Who has arrived by then stands where the schedule brings him, who was to leave is out, who was to be upgraded
has made room; everything else is where the set-up has it. It is no forecast of a game, only a fair place to
begin.
"""

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScenarioDef, ScheduleEntry, SideSetupDef
from engine.editing.change import EditRefused, made, position_of, swapped, with_fields, with_parts
from engine.editing.setups import WHERE, taken_off


def from_turn(module: ModuleDef, scenario: str, turn: int) -> ModuleDef:
    """The module with a scenario that begins on a turn; refuses turns beyond its end."""
    origin = module.scenarios[position_of(module.scenarios, scenario)]
    last = max(version.last_turn for version in origin.versions)
    if not origin.first_turn <= turn <= last:
        raise EditRefused(f"{origin.title} goes from turn {origin.first_turn} to {last}")
    if turn == origin.first_turn:
        return module
    new = with_fields(origin, {"first_turn": turn})
    versions = tuple(v for v in origin.versions if v.last_turn >= turn)
    new = with_fields(new, {"versions": versions})
    for entry in module.schedule:
        if (
            entry.is_in(scenario)
            and origin.first_turn <= entry.turn < turn
            and not entry.when
            and entry.pieces
        ):
            new = _after(new, entry)
    return with_parts(module, scenarios=swapped(module.scenarios, scenario, lambda _old: new))


def _after(scenario: ScenarioDef, entry: ScheduleEntry) -> ScenarioDef:
    standing = {name for setup in scenario.sides.values() for p in setup.placements for name in p.pieces}
    setup = scenario.sides.get(entry.side) or SideSetupDef()
    if entry.action == "withdraw":
        bare = taken_off(scenario, frozenset(entry.pieces))
        setup = bare.sides.get(entry.side) or SideSetupDef()
        changed = with_fields(setup, {"gone": (*setup.gone, *entry.pieces)})
        return with_fields(bare, {"sides": {**bare.sides, entry.side: changed}})
    for old, new in entry.upgrades():
        if old in standing:
            setup = _upgraded(setup, entry, old, new)
    if entry.action == "upgrade":
        upgraded = with_fields(scenario, {"sides": {**scenario.sides, entry.side: setup}})
        anyway = entry.otherwise == "arrive"
        return _arrived(
            upgraded, entry, tuple(new for old, new in entry.upgrades() if anyway and old not in standing)
        )
    if entry.action not in ("arrive", "to-box"):
        return scenario
    return _arrived(scenario, entry, tuple(name for name in entry.pieces if name not in standing))


def _upgraded(setup: SideSetupDef, entry: ScheduleEntry, old: str, new: str) -> SideSetupDef:
    """The set-up with a new counter where an old one stood, which is out of the game."""

    def changed(placement: PlacementDef) -> PlacementDef:
        if old not in placement.pieces:
            return placement
        lost = {new if name == old else name: steps for name, steps in placement.lost.items()}
        lost.update({name: steps for name, steps in entry.lost.items() if name == new})
        return with_fields(
            placement,
            {
                "pieces": tuple(new if name == old else name for name in placement.pieces),
                "defaults": {new if n == old else n: place for n, place in placement.defaults.items()},
                "lost": {name: steps for name, steps in lost.items() if steps},
            },
        )

    gone = tuple(name for name in setup.gone if name != new)
    return with_fields(setup, {"placements": tuple(map(changed, setup.placements)), "gone": (*gone, old)})


def _arrived(scenario: ScenarioDef, entry: ScheduleEntry, new: tuple[str, ...]) -> ScenarioDef:
    has_place = any(getattr(entry, key) for key in ("at", "any_of", "zones", "near"))
    if not new or not has_place:
        return scenario
    bare = taken_off(scenario, frozenset(new))
    setup = bare.sides.get(entry.side) or SideSetupDef()
    values = {key: getattr(entry, key) for key in WHERE}
    if not entry.at:
        values = {"at": _first_place(entry)} if _first_place(entry) else values
    placement = made(PlacementDef, {**values, "pieces": new})
    changed = with_fields(setup, {"placements": (*setup.placements, placement)})
    return with_fields(bare, {"sides": {**bare.sides, entry.side: changed}})


def _first_place(entry: ScheduleEntry) -> str:
    return entry.any_of[0] if entry.any_of else ""
