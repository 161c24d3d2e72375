"""Edits of the schedule: what arrives, is released, withdrawn, upgraded or returns on which turn.

Entries have no ids; they are named by their position in the canonical order, which every edit restores,
so that a position found in one module is only good for that module.
"""

from collections.abc import Collection, Mapping

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.editing.change import EditRefused, made, position_of, with_fields, with_parts
from engine.editing.checking import guarded
from engine.editing.pieces import kept_if_same
from engine.editing.setups import taken_off
from engine.loading.consistency import is_due, is_open

_COMING = ("arrive", "to-box")
#: The fields of an entry that hold counters, empty; entries that are alike with them say the same.
BARE: Mapping[str, object] = {"pieces": (), "into": {}, "lost": {}}


def in_turn_order(module: ModuleDef, entries: tuple[ScheduleEntry, ...]) -> tuple[ScheduleEntry, ...]:
    """Entries by turn, then in the order of the sides."""
    ranks = {side.id: rank for rank, side in enumerate(module.sides)}
    return tuple(sorted(entries, key=lambda entry: (entry.turn, ranks.get(entry.side, len(ranks)))))


def _with(module: ModuleDef, entries: tuple[ScheduleEntry, ...]) -> ModuleDef:
    ordered = in_turn_order(module, entries)
    same = len(ordered) == len(module.schedule) and all(
        a is b for a, b in zip(ordered, module.schedule, strict=True)
    )
    return module if same else guarded(module, with_parts(module, schedule=ordered))


def entry_at(module: ModuleDef, position: int) -> ScheduleEntry:
    """The entry of a position; refuses one that is not there."""
    if not 0 <= position < len(module.schedule):
        raise EditRefused(f"the schedule has no entry {position + 1}")
    return module.schedule[position]


def add_entry(module: ModuleDef, values: Mapping[str, object]) -> ModuleDef:
    """Adds an entry; refuses turns, sides, pieces and places that do not exist."""
    return _with(module, (*module.schedule, made(ScheduleEntry, values)))


def delete_entries(module: ModuleDef, positions: Collection[int]) -> ModuleDef:
    """Deletes entries."""
    for position in positions:
        entry_at(module, position)
    return _with(module, tuple(e for n, e in enumerate(module.schedule) if n not in positions))


def set_entry_fields(
    module: ModuleDef, positions: Collection[int], changes: Mapping[str, object]
) -> ModuleDef:
    """Gives entries other values; all or none."""
    for position in positions:
        entry_at(module, position)
    entries = tuple(with_fields(e, changes) if n in positions else e for n, e in enumerate(module.schedule))
    return _with(module, entries)


def move_pieces(module: ModuleDef, position: int, pieces: Collection[str], turn: int) -> ModuleDef:
    """Moves counters of an entry to another turn; they join an entry there that says the same."""
    origin = entry_at(module, position)
    moved = tuple(name for name in origin.pieces if name in pieces)
    if len(moved) != len(set(pieces)):
        raise EditRefused("the entry does not hold all of these counters")
    if turn == origin.turn:
        return module
    rest = tuple(name for name in origin.pieces if name not in moved)
    others = [entry for n, entry in enumerate(module.schedule) if n != position]
    if rest or (origin.count and not moved):
        others.append(_holding(origin, rest))
    goal = with_fields(_holding(origin, moved), {"turn": turn})
    for n, entry in enumerate(others):
        if moved and _says_the_same(entry, goal):
            others[n] = with_fields(
                entry,
                {
                    "pieces": (*entry.pieces, *moved),
                    "into": {**entry.into, **goal.into},
                    "lost": {**entry.lost, **goal.lost},
                },
            )
            return _with(module, tuple(others))
    return _with(module, (*others, goal))


def _holding(entry: ScheduleEntry, pieces: tuple[str, ...]) -> ScheduleEntry:
    return with_fields(entry, dict(fields_holding(entry, pieces)))


def fields_holding(entry: ScheduleEntry, pieces: tuple[str, ...]) -> Mapping[str, object]:
    """The fields of an entry that hold counters, with those of some pieces only."""
    into = {old: new for old, new in entry.into.items() if old in pieces}
    kept = (*pieces, *into.values())
    lost = {name: steps for name, steps in entry.lost.items() if name in kept}
    return {"pieces": pieces, "into": into, "lost": lost}


def _says_the_same(a: ScheduleEntry, b: ScheduleEntry) -> bool:
    return a.turn == b.turn and a.model_copy(update=dict(BARE)) == b.model_copy(update=dict(BARE))


def take_off_schedule(module: ModuleDef, position: int, pieces: Collection[str]) -> ModuleDef:
    """Takes counters off an entry; the entry goes when nothing is left of it."""
    origin = entry_at(module, position)
    rest = tuple(name for name in origin.pieces if name not in pieces)
    if not rest and not origin.count:
        return delete_entries(module, [position])
    return set_entry_fields(module, [position], fields_holding(origin, rest))


def split_entry(module: ModuleDef, position: int, pieces: Collection[str]) -> ModuleDef:
    """Gives some counters of an entry one of their own that says the same."""
    origin = entry_at(module, position)
    moved = tuple(name for name in origin.pieces if name in pieces)
    rest = tuple(name for name in origin.pieces if name not in pieces)
    if not moved or not rest:
        raise EditRefused("the entry is not shared with others", "change it as it is")
    parts = (_holding(origin, rest), _holding(origin, moved))
    return _with(module, (*module.schedule[:position], *parts, *module.schedule[position + 1 :]))


def arrive(
    module: ModuleDef, pieces: Collection[str], turn: int, place: str = "", scenario: str = ""
) -> ModuleDef:
    """Lets counters arrive on a turn; without a place they come where the last arrival of their side came.

    With a scenario they are taken out of its set-up; where other scenarios have them set up, the arrival is
    for this one only.
    """
    for name in pieces:
        position_of(module.pieces, name)
    by_id = module.pieces_by_id()
    known = {item.id: item for item in module.scenarios}
    after, scenarios = module.schedule, module.scenarios
    own_only = scenario in known and any(
        set(pieces) & set(standing_in(item)) for name, item in known.items() if name != scenario
    )
    if scenario in known:
        bare = taken_off(known[scenario], frozenset(pieces))
        scenarios = tuple(bare if item.id == scenario else item for item in scenarios)
    for side in dict.fromkeys(by_id[name].side for name in pieces):
        own = tuple(name for name in pieces if by_id[name].side == side)
        if side is None:
            raise EditRefused("counters without a side have no schedule", "give them a side")
        where = place or usual_place(module, side)
        if not where:
            raise EditRefused("where do they arrive?", "give a hex or a box")
        values = {"turn": turn, "side": side, "action": "arrive", "pieces": own, "at": where}
        entry = made(ScheduleEntry, {**values, "scenarios": (scenario,) if own_only else ()})
        after = (*after, entry)
    base = with_parts(module, scenarios=kept_if_same(module.scenarios, scenarios))
    return guarded(module, with_parts(base, schedule=in_turn_order(module, after)))


def standing_in(scenario: ScenarioDef) -> tuple[str, ...]:
    """The counters a scenario sets up or lists."""
    found: list[str] = []
    for setup in scenario.sides.values():
        found.extend((*setup.dead, *setup.gone))
        for placement in setup.placements:
            found.extend(placement.pieces)
    return tuple(found)


def without_arrivals(module: ModuleDef, scenario: str, pieces: Collection[str]) -> ModuleDef:
    """The module in which counters do not come in one scenario any more; unchecked, as part of an edit."""
    others = tuple(item.id for item in module.scenarios if item.id != scenario)
    own = next((item for item in module.scenarios if item.id == scenario), None)
    sides = tuple(side.id for side in module.sides)
    entries: list[ScheduleEntry] = []
    for entry in module.schedule:
        is_coming = (
            own is not None
            and entry.action in (*_COMING, "upgrade")
            and is_open(entry, own)
            and is_due(entry, own, sides)
        )
        moved = tuple(name for name in entry.pieces if is_coming and _comer(entry, name) in pieces)
        if not moved:
            entries.append(entry)
            continue
        rest = tuple(name for name in entry.pieces if name not in moved)
        if rest or entry.count:
            entries.append(_holding(entry, rest))
        elsewhere = tuple(name for name in (entry.scenarios or others) if name != scenario)
        if elsewhere:
            entries.append(with_fields(_holding(entry, moved), {"scenarios": elsewhere}))
    ordered = in_turn_order(module, tuple(entries))
    return with_parts(module, schedule=kept_if_same(module.schedule, ordered))


def _comer(entry: ScheduleEntry, piece: str) -> str:
    """Who comes into the game for a piece of an entry: itself, or what takes its place."""
    return entry.into.get(piece, "") if entry.action == "upgrade" else piece


def usual_place(module: ModuleDef, side: str) -> str:
    """Where the last arrival of a side came; empty if none has a place."""
    places = (e.at for e in reversed(module.schedule) if e.side == side and e.action == "arrive" and e.at)
    return next((place for place in places if place), "")
