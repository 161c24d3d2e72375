"""Edits of the schedule: what arrives, is released, withdrawn or returns on which turn.

Entries have no ids; they are named by their position in the canonical order, which every edit restores,
so that a position found in one module is only good for that module.
"""

from collections.abc import Collection, Mapping

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.editing.change import EditRefused, made, with_fields, with_parts
from engine.editing.checking import guarded


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
            changes = {"pieces": (*entry.pieces, *moved), "lost": {**entry.lost, **goal.lost}}
            others[n] = with_fields(entry, changes)
            return _with(module, tuple(others))
    return _with(module, (*others, goal))


def _holding(entry: ScheduleEntry, pieces: tuple[str, ...]) -> ScheduleEntry:
    lost = {name: steps for name, steps in entry.lost.items() if name in pieces}
    return with_fields(entry, {"pieces": pieces, "lost": lost})


def _says_the_same(a: ScheduleEntry, b: ScheduleEntry) -> bool:
    bare: dict[str, object] = {"pieces": (), "lost": {}}
    return a.turn == b.turn and a.model_copy(update=bare) == b.model_copy(update=bare)


def take_off_schedule(module: ModuleDef, position: int, pieces: Collection[str]) -> ModuleDef:
    """Takes counters off an entry; the entry goes when nothing is left of it."""
    origin = entry_at(module, position)
    rest = tuple(name for name in origin.pieces if name not in pieces)
    if not rest and not origin.count:
        return delete_entries(module, [position])
    held = _holding(origin, rest)
    return set_entry_fields(module, [position], {"pieces": held.pieces, "lost": held.lost})


def arrive(module: ModuleDef, pieces: Collection[str], turn: int, place: str = "") -> ModuleDef:
    """Lets counters arrive on a turn; without a place they come where the last arrival of their side came."""
    by_id = module.pieces_by_id()
    after = module.schedule
    for side in dict.fromkeys(by_id[name].side for name in pieces):
        own = tuple(name for name in pieces if by_id[name].side == side)
        if side is None:
            raise EditRefused("counters without a side have no schedule", "give them a side")
        where = place or _usual_place(module, side)
        if not where:
            raise EditRefused("where do they arrive?", "give a hex or a box")
        entry = made(
            ScheduleEntry, {"turn": turn, "side": side, "action": "arrive", "pieces": own, "at": where}
        )
        after = (*after, entry)
    return _with(module, after)


def _usual_place(module: ModuleDef, side: str) -> str:
    places = (e.at for e in reversed(module.schedule) if e.side == side and e.action == "arrive" and e.at)
    return next((place for place in places if place), "")
