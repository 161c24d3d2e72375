"""Edits of everything else that is a list of things with ids: types, formations, cards, options, phases,
pages.

One set of functions serves all of them, as the definitions say what each may hold and the checks what may
refer to what. An id that is changed is followed wherever the definitions are known to name it.
"""

from collections.abc import Callable, Mapping
from typing import get_args

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.definition.sequence import PhaseDef
from engine.editing.change import NAMED, EditRefused, free_id, made, position_of, with_fields, with_parts
from engine.editing.checking import guarded
from engine.editing.effect_ids import followed_in_cards
from engine.issues import near_miss

#: Parts with numbers or positions in place of ids.
LISTED = (*NAMED, "turns", "sequence", "schedule", "credits")

#: Fields that name a thing, by part.
_NAMES = {
    "sides": ("side", "first_side"),
    "nations": ("nation", "nations"),
    "types": ("type", "types"),
    "formations": ("formation", "parent", "formations"),
    "tracks": ("track",),
    "decks": ("deck",),
    "options": ("option",),
}


#: Parts whose things may name others.
_NAMING = (
    "nations", "formations", "pieces", "cards", "decks", "boxes", "tracks", "sequence", "options", "schedule",
    "scenarios", "victory", "points",
)  # fmt: skip


def model_of(part: str) -> type[BaseModel]:
    """The definition of the things in a part; refuses parts that are no lists."""
    if part not in ModuleDef.model_fields:
        raise EditRefused(f"a module has no part '{part}'", near_miss(part, LISTED))
    for argument in get_args(ModuleDef.model_fields[part].annotation):
        if isinstance(argument, type) and issubclass(argument, BaseModel):
            return argument
    raise EditRefused(f"'{part}' is no list")


def items_of(module: ModuleDef, part: str) -> tuple[BaseModel, ...]:
    """The things in a part."""
    model_of(part)
    items: tuple[BaseModel, ...] = getattr(module, part)
    return items


def set_module_fields(module: ModuleDef, changes: Mapping[str, object]) -> ModuleDef:
    """Sets title, version, credits and other facts about the module."""
    return guarded(module, with_fields(module, changes))


def add_item(module: ModuleDef, part: str, values: Mapping[str, object], at: int | None = None) -> ModuleDef:
    """Adds a thing to a part, at the end or before a position."""
    items = items_of(module, part)
    item = made(model_of(part), values)
    position = len(items) if at is None else at
    return guarded(module, with_parts(module, **{part: (*items[:position], item, *items[position:])}))


def change_item(
    module: ModuleDef, part: str, position: int, change: Callable[[BaseModel], BaseModel]
) -> ModuleDef:
    """Changes the thing at a position of a part; a new id is followed."""
    items = items_of(module, part)
    if not 0 <= position < len(items):
        raise EditRefused(f"there is no entry {position + 1} in {part}")
    old = items[position]
    new = change(old)
    if new is old:
        return module
    after = with_parts(module, **{part: (*items[:position], new, *items[position + 1 :])})
    before_id, after_id = getattr(old, "id", None), getattr(new, "id", None)
    if before_id != after_id and isinstance(before_id, str) and isinstance(after_id, str):
        after = _followed_module(after, part, before_id, after_id)
    return guarded(module, after)


def set_item_fields(module: ModuleDef, part: str, position: int, changes: Mapping[str, object]) -> ModuleDef:
    """Gives the thing at a position other values."""
    return change_item(module, part, position, lambda old: with_fields(old, changes))


def delete_item(module: ModuleDef, part: str, position: int) -> ModuleDef:
    """Deletes a thing; refuses as long as anything refers to it."""
    items = items_of(module, part)
    if not 0 <= position < len(items):
        raise EditRefused(f"there is no entry {position + 1} in {part}")
    return guarded(module, with_parts(module, **{part: (*items[:position], *items[position + 1 :])}))


def move_item(module: ModuleDef, part: str, position: int, to: int) -> ModuleDef:
    """Moves a thing to another place of its list."""
    items = list(items_of(module, part))
    if not (0 <= position < len(items) and 0 <= to < len(items)):
        raise EditRefused(f"{part} has no such place")
    items.insert(to, items.pop(position))
    return module if to == position else guarded(module, with_parts(module, **{part: tuple(items)}))


def duplicate_item(module: ModuleDef, part: str, position: int) -> ModuleDef:
    """Copies a thing behind itself under a free id."""
    items = items_of(module, part)
    if not 0 <= position < len(items):
        raise EditRefused(f"{part} has no such place")
    item = items[position]
    name = getattr(item, "id", None)
    if not isinstance(name, str):
        raise EditRefused(f"things in {part} have no ids to copy under")
    taken = {str(getattr(other, "id", "")) for other in items}
    copy = with_fields(item, {"id": free_id(f"{name}-2", taken)})
    after = (*items[: position + 1], copy, *items[position + 1 :])
    return guarded(module, with_parts(module, **{part: after}))


def _followed_module(module: ModuleDef, part: str, old: str, new: str) -> ModuleDef:
    module = followed_in_cards(module, part, {old: new})
    fields = _NAMES.get(part, ())
    if not fields:
        return module
    changes = {}
    for name in _NAMING:
        items: tuple[BaseModel, ...] = getattr(module, name)
        renamed = tuple(_renamed(item, fields, (old, new)) for item in items)
        if any(a is not b for a, b in zip(items, renamed, strict=True)):
            changes[name] = renamed
    return with_parts(module, **changes)


def _renamed(item: BaseModel, fields: tuple[str, ...], names: tuple[str, str]) -> BaseModel:
    old, new = names
    changes: dict[str, object] = {}
    for key in type(item).model_fields:
        value = getattr(item, key)
        if key in fields and value == old:
            changes[key] = new
        elif isinstance(value, BaseModel):
            changes[key] = _renamed(value, fields, names)
        elif isinstance(value, tuple) and value and isinstance(value[0], BaseModel):
            inner = tuple(_renamed(part, fields, names) for part in value)
            changes[key] = inner if any(a is not b for a, b in zip(inner, value, strict=True)) else value
        elif key in fields and isinstance(value, tuple) and old in value:
            changes[key] = tuple(new if name == old else name for name in value)
        elif isinstance(value, Mapping):
            changes[key] = _renamed_map(key, value, fields, names)
    changed = {key: value for key, value in changes.items() if value is not getattr(item, key)}
    return item.model_copy(update=changed) if changed else item


def _renamed_map(
    key: str, value: Mapping[str, object], fields: tuple[str, ...], names: tuple[str, str]
) -> Mapping[str, object]:
    old, new = names
    by_side = key == "sides" and "side" in fields
    by_option = key == "options" and "option" in fields
    by_track = key == "tracks" and "track" in fields
    result: dict[str, object] = {}
    for name, item in value.items():
        inner = _renamed(item, fields, names) if isinstance(item, BaseModel) else item
        if key == "control" and "side" in fields and item == old:
            inner = new
        result[new if (by_side or by_option or by_track) and name == old else name] = inner
    same = list(result) == list(value) and all(result[name] is value[name] for name in value)
    return value if same else result


# --- the sequence of play: phases within phases -----------------------------------------------------------

PhasePath = tuple[int, ...]


def phase_at(module: ModuleDef, path: PhasePath) -> PhaseDef:
    """The phase at a path of positions; refuses one that is not there."""
    phases = module.sequence
    for n, step in enumerate(path):
        if not _is_place(step) or step >= len(phases):
            break
        if n == len(path) - 1:
            return phases[step]
        phases = phases[step].phases
    raise EditRefused("there is no such phase")


def set_phase_fields(module: ModuleDef, path: PhasePath, changes: Mapping[str, object]) -> ModuleDef:
    """Gives a phase other values."""
    new = with_fields(phase_at(module, path), changes)
    return guarded(module, with_parts(module, sequence=_with_phases(module.sequence, path, (new,))))


def add_phase(module: ModuleDef, path: PhasePath, values: Mapping[str, object]) -> ModuleDef:
    """Adds a phase before the one at a path; a path one beyond the last adds at the end."""
    new = made(PhaseDef, values)
    return guarded(module, with_parts(module, sequence=_inserted(module.sequence, path, new)))


def delete_phase(module: ModuleDef, path: PhasePath) -> ModuleDef:
    """Deletes a phase with its parts."""
    phase_at(module, path)
    return guarded(module, with_parts(module, sequence=_with_phases(module.sequence, path, ())))


def move_phase(module: ModuleDef, path: PhasePath, to: PhasePath) -> ModuleDef:
    """Moves a phase to another place; refuses to move it into itself."""
    phase = phase_at(module, path)
    if to[: len(path)] == path:
        raise EditRefused("a phase cannot be moved into itself")
    removed = _with_phases(module.sequence, path, ())
    depth = len(path) - 1
    if len(to) > depth and to[:depth] == path[:depth] and _is_place(to[depth]) and to[depth] > path[depth]:
        to = (*to[:depth], to[depth] - 1, *to[depth + 1 :])
    return guarded(module, with_parts(module, sequence=_inserted(removed, to, phase)))


def _with_phases(
    phases: tuple[PhaseDef, ...], path: PhasePath, new: tuple[PhaseDef, ...]
) -> tuple[PhaseDef, ...]:
    first, *rest = path
    if not rest:
        if new and new[0] is phases[first]:
            return phases
        return (*phases[:first], *new, *phases[first + 1 :])
    inner = _with_phases(phases[first].phases, tuple(rest), new)
    changed = with_fields(phases[first], {"phases": inner})
    return (*phases[:first], changed, *phases[first + 1 :])


def _inserted(phases: tuple[PhaseDef, ...], path: PhasePath, new: PhaseDef) -> tuple[PhaseDef, ...]:
    first, *rest = path or (-1,)
    if not _is_place(first) or first > len(phases) or (rest and first == len(phases)):
        raise EditRefused("there is no such place in the sequence")
    if not rest:
        return (*phases[:first], new, *phases[first:])
    inner = _inserted(phases[first].phases, tuple(rest), new)
    return (*phases[:first], with_fields(phases[first], {"phases": inner}), *phases[first + 1 :])


def _is_place(step: object) -> bool:
    """Whether a step of a path can be a place in a list; paths from elsewhere may hold anything."""
    return isinstance(step, int) and step >= 0


def position_by_id(module: ModuleDef, part: str, name: str) -> int:
    """The position of a thing by its id; refuses unknown ones."""
    items = [item for item in items_of(module, part) if hasattr(item, "id")]
    return position_of(tuple(items), name)
