"""Edits of counters: add, delete, duplicate with numbering, set fields of many at once, move between
orders.

A counter deleted disappears from every set-up and every turn of the schedule, and no longer counts there.
Where a counter is used is found by `uses_of`.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import PlacementDef, ScenarioDef, ScheduleEntry, SideSetupDef
from engine.editing.block_ids import followed_in_blocks
from engine.editing.change import EditRefused, free_id, made, position_of, with_fields, with_parts
from engine.editing.checking import guarded
from engine.editing.effect_ids import followed_in_cards
from engine.editing.memory import remembered
from engine.loading.roster import piece_places

MOST_COPIES = 500
_NUMBER = re.compile(r"\d+")
#: Figures as they are printed, such as `3-4-6`.
_FIGURES = re.compile(r"\d+(-\d+){1,3}$")


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """One use of a counter: `setup`, `dead`, `gone` in a scenario, or `schedule` on a turn; and the place."""

    kind: str
    where: str
    place: str = ""
    path: tuple[str | int, ...] = ()


def add_piece(module: ModuleDef, piece: PieceDef) -> ModuleDef:
    """Adds a counter behind the others of its side; refuses an id that is taken."""
    if any(old.id == piece.id for old in module.pieces):
        free = free_id(piece.id, {old.id for old in module.pieces})
        raise EditRefused(f"there is a counter '{piece.id}' already", f"'{free}' is free")
    last = max((n for n, old in enumerate(module.pieces) if old.side == piece.side), default=None)
    at = len(module.pieces) if last is None else last + 1
    pieces = (*module.pieces[:at], piece, *module.pieces[at:])
    return guarded(module, with_parts(module, pieces=pieces))


def new_piece(module: ModuleDef, like: str = "") -> PieceDef:
    """A counter to begin with, plain or of the kind of another one; refuses without any type.

    Of the other it has side, type, formation and figures, but a name and id of its own and no picture.
    """
    own = {"id": free_id("new-1", {piece.id for piece in module.pieces}), "name": "New counter"}
    if like:
        origin = module.pieces[position_of(module.pieces, like)]
        return with_fields(origin, {**own, "designation": "", "art": None})
    if not module.types:
        raise EditRefused("the module has no types of counter", "add a type first")
    side = module.sides[0].id if module.sides else None
    return made(PieceDef, {**own, "side": side, "type": module.types[0].id})


def duplicate_pieces(module: ModuleDef, names: Iterable[str], copies: int = 1) -> ModuleDef:
    """Copies counters; the last number in id, name and designation counts on with each copy."""
    if not 0 < copies <= MOST_COPIES:
        raise EditRefused(f"1 to {MOST_COPIES} copies can be made at once")
    pieces = list(module.pieces)
    taken = {piece.id for piece in pieces}
    for name in names:
        origin = module.pieces[position_of(module.pieces, name)]
        at = next(n for n, piece in enumerate(pieces) if piece is origin)
        for step in range(1, copies + 1):
            copy = with_fields(origin, _numbered(origin, step, taken))
            taken.add(copy.id)
            pieces.insert(at + step, copy)
    return guarded(module, with_parts(module, pieces=tuple(pieces)))


def _numbered(piece: PieceDef, step: int, taken: Collection[str]) -> Mapping[str, object]:
    name = _counted_name(piece, step)
    if name == piece.name and not _FIGURES.search(name):
        name = f"{piece.name} {step + 1}"[:60]
    wanted = _counted_id(piece, step)
    plain = wanted if wanted != piece.id else f"{piece.id}-{step + 1}"
    return {"id": free_id(plain, taken), "name": name, "designation": counted_on(piece.designation, step)}


def _counted_id(piece: PieceDef, step: int) -> str:
    """The id with the number of the counter counted on; with its last number if it does not hold that one."""
    own = _NUMBER.findall(piece.designation)
    found = [match for match in _NUMBER.finditer(piece.id) if own and match.group() == own[-1]]
    if not found:
        return counted_on(piece.id, step)
    end = found[-1].end()
    return counted_on(piece.id[:end], step) + piece.id[end:]


def _counted_name(piece: PieceDef, step: int) -> str:
    """The name with its number counted on: the one on the counter, and never its printed figures."""
    if piece.designation and _NUMBER.search(piece.designation) and piece.designation in piece.name:
        return piece.name.replace(piece.designation, counted_on(piece.designation, step), 1)
    return piece.name if _FIGURES.search(piece.name) else counted_on(piece.name, step)


def counted_on(words: str, step: int) -> str:
    """The same words with their last number larger by a step; leading zeros stay."""
    found = list(_NUMBER.finditer(words))
    if not found:
        return words
    last = found[-1]
    number = str(int(last.group()) + step).zfill(len(last.group()))
    return words[: last.start()] + number + words[last.end() :]


def delete_pieces(module: ModuleDef, names: Collection[str]) -> ModuleDef:
    """Deletes counters, also from all set-ups and from the schedule; refuses unknown ones."""
    for name in names:
        position_of(module.pieces, name)
    gone = frozenset(names)
    pieces = tuple(piece for piece in module.pieces if piece.id not in gone)
    return guarded(module, without_uses(with_parts(module, pieces=pieces), gone))


def without_uses(module: ModuleDef, gone: frozenset[str]) -> ModuleDef:
    """The module with these counters in no set-up and no turn of the schedule."""
    scenarios = tuple(_out_of_scenario(scenario, gone) for scenario in module.scenarios)
    entries = tuple(entry for old in module.schedule if (entry := _out_of_entry(old, gone)) is not None)
    return with_parts(
        module,
        scenarios=kept_if_same(module.scenarios, scenarios),
        schedule=kept_if_same(module.schedule, entries),
    )


def kept_if_same(old: tuple[object, ...], new: tuple[object, ...]) -> tuple[object, ...]:
    """The old list when the new one holds the same objects."""
    same = len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True))
    return old if same else new


def _out_of_scenario(scenario: ScenarioDef, gone: frozenset[str]) -> ScenarioDef:
    sides = {side: _out_of_setup(setup, gone) for side, setup in scenario.sides.items()}
    if all(sides[side] is setup for side, setup in scenario.sides.items()):
        return scenario
    return scenario.model_copy(update={"sides": sides})


def _out_of_setup(setup: SideSetupDef, gone: frozenset[str]) -> SideSetupDef:
    changes: dict[str, object] = {}
    for key in ("dead", "gone"):
        names: tuple[str, ...] = getattr(setup, key)
        if not gone.isdisjoint(names):
            changes[key] = tuple(name for name in names if name not in gone)
    placements = tuple(new for old in setup.placements if (new := out_of_placement(old, gone)) is not None)
    if kept_if_same(setup.placements, placements) is not setup.placements:
        changes["placements"] = placements
    return setup.model_copy(update=changes) if changes else setup


def out_of_placement(placement: PlacementDef, gone: frozenset[str]) -> PlacementDef | None:
    """A placement without some counters; None when nothing is left of it."""
    if gone.isdisjoint(placement.pieces):
        return placement
    pieces = tuple(name for name in placement.pieces if name not in gone)
    if not pieces and not placement.supply:
        return None
    lost = {name: lost for name, lost in placement.lost.items() if name not in gone}
    defaults = {name: place for name, place in placement.defaults.items() if name not in gone}
    return placement.model_copy(update={"pieces": pieces, "lost": lost, "defaults": defaults})


def _out_of_entry(entry: ScheduleEntry, gone: frozenset[str]) -> ScheduleEntry | None:
    if gone.isdisjoint(entry.named()):
        return entry
    off = gone | {old for old, new in entry.into.items() if new in gone}
    pieces = tuple(name for name in entry.pieces if name not in off)
    into = {old: new for old, new in entry.into.items() if old not in off}
    kept = (*pieces, *into.values())
    lost = {name: steps for name, steps in entry.lost.items() if name in kept}
    changes = {"pieces": pieces, "into": into, "lost": lost}
    return entry.model_copy(update=changes) if pieces or entry.count else None


def set_piece_fields(module: ModuleDef, names: Collection[str], changes: Mapping[str, object]) -> ModuleDef:
    """Gives many counters the same values; refuses all of it when one of them cannot take them.

    A key like `values.attack` sets one figure and leaves the others; None takes the figure away.
    """
    return change_pieces(module, names, lambda piece: with_figures(piece, changes))


def change_pieces(
    module: ModuleDef, names: Collection[str], change: Callable[[PieceDef], PieceDef]
) -> ModuleDef:
    """Changes many counters, all or none; a new id is followed everywhere."""
    wanted, known = frozenset(names), remembered(piece_places, module)
    for name in names:
        if name not in known:
            position_of(module.pieces, name)
    renamed: dict[str, str] = {}
    pieces = list(module.pieces)
    for at in sorted(known[name] for name in wanted):
        new = change(pieces[at])
        if new.id != pieces[at].id:
            renamed[pieces[at].id] = new.id
        pieces[at] = new
    after = with_parts(module, pieces=kept_if_same(module.pieces, tuple(pieces)))
    if renamed:
        after = followed_in_blocks(_renamed(after, renamed), "pieces", renamed)
        after = followed_in_cards(after, "pieces", renamed)
    return guarded(module, after)


def with_figures(piece: PieceDef, changes: Mapping[str, object]) -> PieceDef:
    """A counter with other values of fields or single figures."""
    plain: dict[str, object] = {}
    for key, value in changes.items():
        field, dot, figure = key.partition(".")
        if not dot:
            plain[key] = value
            continue
        if field not in ("values", "reduced"):
            raise EditRefused(
                f"there is no field '{key}'", "figures are written values.attack or reduced.attack"
            )
        before = plain.get(field, getattr(piece, field))
        if not isinstance(before, Mapping):
            raise EditRefused(f"'{field}' holds figures with their names", "write them one by one")
        after = {name: old for name, old in before.items() if name != figure or value is not None}
        if value is not None:
            after[figure] = value
        plain[field] = after
    values = plain.get("values")
    if isinstance(values, Mapping) and "reduced" not in plain and piece.reduced:
        plain["reduced"] = {name: old for name, old in piece.reduced.items() if name in values}
    return with_fields(piece, plain)


def rename_piece(module: ModuleDef, name: str, new: str) -> ModuleDef:
    """Gives a counter another id, also in all set-ups and in the schedule."""
    return set_piece_fields(module, [name], {"id": new})


def _renamed(module: ModuleDef, names: Mapping[str, str]) -> ModuleDef:
    def follow(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(names.get(name, name) for name in ids)

    def keyed(values: Mapping[str, object]) -> dict[str, object]:
        return {names.get(name, name): value for name, value in values.items()}

    def placement(old: PlacementDef) -> PlacementDef:
        if names.keys().isdisjoint(old.pieces):
            return old
        changes = {"pieces": follow(old.pieces), "lost": keyed(old.lost), "defaults": keyed(old.defaults)}
        return old.model_copy(update=changes)

    def setup(old: SideSetupDef) -> SideSetupDef:
        if names.keys().isdisjoint((*old.dead, *old.gone, *(n for p in old.placements for n in p.pieces))):
            return old
        changes = {
            "dead": follow(old.dead),
            "gone": follow(old.gone),
            "placements": tuple(placement(item) for item in old.placements),
        }
        return old.model_copy(update=changes)

    def scenario(old: ScenarioDef) -> ScenarioDef:
        sides = {side: setup(item) for side, item in old.sides.items()}
        same = all(sides[side] is item for side, item in old.sides.items())
        return old if same else old.model_copy(update={"sides": sides})

    def entry(old: ScheduleEntry) -> ScheduleEntry:
        if names.keys().isdisjoint(old.named()):
            return old
        into = {names.get(one, one): names.get(new, new) for one, new in old.into.items()}
        return old.model_copy(update={"pieces": follow(old.pieces), "into": into, "lost": keyed(old.lost)})

    scenarios = tuple(scenario(old) for old in module.scenarios)
    schedule = tuple(entry(old) for old in module.schedule)
    return with_parts(
        module,
        scenarios=kept_if_same(module.scenarios, scenarios),
        schedule=kept_if_same(module.schedule, schedule),
    )


def uses_of(module: ModuleDef, name: str) -> tuple[Use, ...]:
    """Where a counter is used: set-ups, lists of the dead, turns of the schedule."""
    found: list[Use] = []
    for n, scenario in enumerate(module.scenarios):
        for side, setup in scenario.sides.items():
            path = ("scenarios", n, "sides", side)
            for k, placement in enumerate(setup.placements):
                if name in placement.pieces:
                    found.append(Use("setup", scenario.id, where_words(placement), (*path, "placements", k)))
            found.extend(
                Use(key, scenario.id, "", (*path, key))
                for key in ("dead", "gone")
                if name in getattr(setup, key)
            )
    for n, entry in enumerate(module.schedule):
        if name in entry.named():
            found.append(
                Use("schedule", f"turn {entry.turn}: {entry.action}", entry.at or "", ("schedule", n))
            )
    return tuple(found)


def homes_of(module: ModuleDef, names: Iterable[str]) -> tuple[str, ...]:
    """Titles of the scenarios that use any of some counters, and `the schedule` if that does."""
    wanted = set(names)
    found = [scenario.title for scenario in module.scenarios if not wanted.isdisjoint(_all_of(scenario))]
    if any(not wanted.isdisjoint(entry.named()) for entry in module.schedule):
        found.append("the schedule")
    return tuple(found)


def _all_of(scenario: ScenarioDef) -> Iterator[str]:
    """The counters a scenario names in its set-ups."""
    for setup in scenario.sides.values():
        for names in (setup.dead, setup.gone, *(placement.pieces for placement in setup.placements)):
            yield from names


def use_counts(module: ModuleDef) -> Mapping[str, int]:
    """How often each counter is used, as often as `uses_of` tells of it; one that is not used is left out."""
    found: Counter[str] = Counter()
    for scenario in module.scenarios:
        for setup in scenario.sides.values():
            for names in (setup.dead, setup.gone, *(placement.pieces for placement in setup.placements)):
                found.update(set(names))
    for entry in module.schedule:
        found.update(set(entry.named()))
    return found


def where_words(where: PlacementDef | ScheduleEntry) -> str:
    """A place or a choice of places in words: `within 2 of A36.23`."""
    if where.at:
        return where.at
    if where.near:
        return f"within {where.within} of {where.near}"
    if where.any_of:
        return "any of " + " ".join(where.any_of)
    return "in " + " or ".join(where.zones) if where.zones else ""
