"""What a definition mentions: the ids of other things in it, found by the names of its fields.

The fields of all definitions mean the same by the same name, so one table serves them all. A walk offers
every mention to a function, which may give another id, or None to take the mention out.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from pydantic import BaseModel

from engine.definition.chart import AxisDef

#: What a mention is about: a part of the module, or `places`, `zones`, `assets`.
Visit = Callable[[str, str], str | None]
Model = TypeVar("Model", bound=BaseModel)

#: Fields that hold an id, or a list of them, and the part of the module it is an id of.
FIELDS: Mapping[str, str] = {
    "side": "sides", "first_side": "sides", "type": "types", "types": "types", "nation": "nations",
    "nations": "nations", "formation": "formations", "formations": "formations", "parent": "formations",
    "deck": "decks", "pieces": "pieces", "dead": "pieces", "gone": "pieces", "boards": "boards",
    "scenarios": "scenarios", "option": "options", "track": "tracks", "from_box": "boxes",
    "at": "places", "any_of": "places", "near": "places", "default": "places", "supply_default": "places",
    "places": "places", "start": "places", "goal": "places", "stands_for": "places",
    "east_of": "places", "west_of": "places", "north_of": "places", "south_of": "places",
    "not_east_of": "places", "not_west_of": "places", "not_north_of": "places", "not_south_of": "places",
    "zones": "zones", "terrain": "terrain", "to": "boxes", "front": "assets", "back": "assets",
}  # fmt: skip

#: Mappings by their field: what their keys and what their values are ids of ("" = of nothing).
MAPPINGS: Mapping[str, tuple[str, str]] = {
    "lost": ("pieces", ""), "into": ("pieces", "pieces"), "defaults": ("pieces", "places"),
    "control": ("places", "sides"), "sides": ("sides", ""), "options": ("options", ""),
    "tracks": ("tracks", ""),
}  # fmt: skip

#: Axes of charts whose labels are sides, as rules look for their values by the id of a side.
SIDE_AXES = frozenset(("side", "sides"))

#: Fields of the same name that are about something else.
ELSEWHERE = frozenset((("OptionDef", "type"), ("OptionDef", "default"), ("TrackDef", "start")))


def mentions(thing: BaseModel) -> Iterator[tuple[str, str]]:
    """Every part and id that a definition mentions."""
    found: list[tuple[str, str]] = []

    def note(part: str, name: str) -> str:
        found.append((part, name))
        return name

    followed(thing, note)
    return iter(dict.fromkeys(found))


def followed(thing: Model, visit: Visit) -> Model:
    """The same definition with what it mentions replaced or taken out; the very same object if nothing is."""
    changes: dict[str, object] = {}
    for name in type(thing).model_fields:
        old = getattr(thing, name)
        new = _value(type(thing).__name__, name, old, visit)
        if new is not old:
            changes[name] = new
    return thing.model_copy(update=changes) if changes else thing


def _value(owner: str, name: str, old: object, visit: Visit) -> object:
    part = FIELDS.get(name) if (owner, name) not in ELSEWHERE else None
    if isinstance(old, AxisDef) and old.id in SIDE_AXES:
        labels = _list("sides", old.labels, visit)
        return old if labels is old.labels else old.model_copy(update={"labels": labels})
    if isinstance(old, BaseModel):
        return followed(old, visit)
    if isinstance(old, Mapping):
        return _mapping(name, old, visit)
    if isinstance(old, tuple):
        return _list(part, old, visit)
    if part is not None and isinstance(old, str):
        new = visit(part, old)
        return old if new == old else new
    return old


def _list(part: str | None, old: tuple[object, ...], visit: Visit) -> tuple[object, ...]:
    new: list[object] = []
    for item in old:
        if isinstance(item, BaseModel):
            new.append(followed(item, visit))
        elif part is not None and isinstance(item, str):
            name = visit(part, item)
            new += [name] if name is not None else []
        else:
            new.append(item)
    same = len(new) == len(old) and all(
        a is b or (isinstance(a, str) and a == b) for a, b in zip(new, old, strict=True)
    )
    return old if same else tuple(new)


def _mapping(name: str, old: Mapping[str, object], visit: Visit) -> Mapping[str, object]:
    keys, values = MAPPINGS.get(name, ("", ""))
    new: dict[str, object] = {}
    for key, value in old.items():
        where = visit(keys, key) if keys else key
        what: object = value
        if isinstance(value, BaseModel):
            what = followed(value, visit)
        elif values and isinstance(value, str):
            what = visit(values, value)
        if where is not None and what is not None:
            new[where] = what
    same = list(new) == list(old) and all(new[key] is old[key] or new[key] == old[key] for key in new)
    return old if same else new
