"""The common ground of all edits: refusals, what an edit touched, and safe changes of one definition.

Definitions are compared by identity: a part that is the same object was not touched. Every change of
fields is validated by the definition itself before it is taken.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from engine.definition.module import ModuleDef
from engine.editing.said import said, said_of_field
from engine.errors import EngineError
from engine.issues import near_miss
from engine.loading.text import Path
from engine.loading.validation import issues_of


class EditRefused(EngineError):
    """An edit that would break the module; says why and what to do instead."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(f"{text}; {hint}" if hint else text)
        self.text, self.hint = text, hint


class HasId(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str: ...


Model = TypeVar("Model", bound=BaseModel)
Item = TypeVar("Item", bound=HasId)

#: Parts of a module that are lists of things with ids.
NAMED = (
    "sides", "nations", "terrain", "hexsides", "routes", "types", "boards", "boxes", "tracks", "formations",
    "pieces", "provenance", "decks", "cards", "charts", "constants", "options", "scenarios", "help",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Touched:
    """What an edit touched: the parts of the module, and in those with ids, which ones."""

    parts: frozenset[str] = frozenset()
    ids: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.parts)

    def has(self, part: str, name: str = "") -> bool:
        """Whether a part, or one thing in it, was touched."""
        return part in self.parts and (not name or part not in self.ids or name in self.ids[part])


@dataclass(frozen=True, slots=True)
class Edited:
    """The outcome of an edit: the new module, what was touched, and the words for the undo list."""

    module: ModuleDef
    touched: Touched
    text: str


def edited(before: ModuleDef, after: ModuleDef, text: str) -> Edited:
    """An outcome with what was touched found by comparing."""
    return Edited(after, touched(before, after), text)


def touched(before: ModuleDef, after: ModuleDef) -> Touched:
    """Which parts of two modules are not the same objects."""
    parts = frozenset(
        name for name in ModuleDef.model_fields if getattr(before, name) is not getattr(after, name)
    )
    ids = {name: _other_ids(getattr(before, name), getattr(after, name)) for name in NAMED if name in parts}
    return Touched(parts, ids)


def _other_ids(before: Sequence[HasId], after: Sequence[HasId]) -> frozenset[str]:
    """Ids of things that came, went, or are other objects now; not of those that only stand elsewhere."""
    if len(before) == len(after):
        pairs = [(a, b) for a, b in zip(before, after, strict=True) if a is not b]
        before, after = [a for a, _ in pairs], [b for _, b in pairs]
    old = {item.id: item for item in before}
    new = {item.id: item for item in after}
    return frozenset(name for name in old.keys() | new.keys() if old.get(name) is not new.get(name))


class _Nowhere:
    """Places of a value that is in no file yet."""

    def find(self, path: Path) -> tuple[str, int]:
        return "", 0


def made(model: type[Model], values: Mapping[str, object]) -> Model:
    """A definition from values; refuses what its fields refuse, in words."""
    _must_be_writable(values)
    return _validated(model, values)


def _validated(model: type[Model], values: Mapping[str, object]) -> Model:
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        issue = issues_of(error, model, _Nowhere())[0]
        raise EditRefused(said_of_field(issue.message), said(issue.hint)) from None


def with_fields(item: Model, changes: Mapping[str, object]) -> Model:
    """The same definition with other values; the very same object when nothing changes."""
    for name in changes:
        if name not in type(item).model_fields:
            raise EditRefused(f"there is no field '{name}'", near_miss(name, type(item).model_fields))
    if all(_same(getattr(item, name), value) for name, value in changes.items()):
        return item
    kept = {name: getattr(item, name) for name in type(item).model_fields}
    _must_be_writable({name: value for name, value in changes.items() if value is not kept[name]})
    new = _validated(type(item), {**kept, **changes})
    shared = {name: kept[name] for name in kept if name not in changes}
    return new.model_copy(update=shared)


#: No figure of a game comes near it, and the files hold no bigger ones.
_MOST = 10**15


def _must_be_writable(value: object) -> None:
    """Refuses text and numbers that no file of a module can hold, however deep they are."""
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise EditRefused("the text holds half a character", "type it again")
    elif isinstance(value, int):
        if abs(value) > _MOST:
            raise EditRefused("the number is far too big", "write a smaller one")
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _must_be_writable(key)
            _must_be_writable(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            if not isinstance(item, str) or not item.isascii():
                _must_be_writable(item)


def _same(old: object, new: object) -> bool:
    return old is new or (type(old) is type(new) and old == new)


def with_parts(module: ModuleDef, **parts: object) -> ModuleDef:
    """The same module with other parts; the very same object when all are the same objects."""
    changes = {name: part for name, part in parts.items() if getattr(module, name) is not part}
    return module.model_copy(update=changes) if changes else module


def swapped(items: tuple[Item, ...], name: str, change: Callable[[Item], Item]) -> tuple[Item, ...]:
    """The same list with one thing changed; refuses an unknown id."""
    position = position_of(items, name)
    new = change(items[position])
    if new is items[position]:
        return items
    return (*items[:position], new, *items[position + 1 :])


def position_of(items: tuple[Item, ...], name: str) -> int:
    """Where the thing of an id stands; refuses an unknown one."""
    for position, item in enumerate(items):
        if item.id == name:
            return position
    raise EditRefused(f"there is no '{name}'", near_miss(name, [item.id for item in items]))


def free_id(wanted: str, taken: Collection[str]) -> str:
    """The wanted id, or the next one of the same series that is free."""
    if wanted not in taken:
        return wanted
    stem, dash, tail = wanted.rpartition("-")
    if dash and tail.isdigit():
        number = int(tail)
    else:
        stem, number = wanted, 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def id_from(words: str, taken: Collection[str] = ()) -> str:
    """An id made from words: lower case, dashes, free among the taken ones."""
    letters = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in words.lower())
    plain = "-".join(part for part in letters.split("-") if part)[:60] or "new"
    return free_id(plain, taken)
