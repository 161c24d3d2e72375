"""The difference between two modules as plain values, small and in order, and the way from one to the other.

It is for keeping steps of the history on the disk: what an edit did not touch costs nothing, and a step can
be taken again on an equal module by another run of the program. Every changed definition is validated anew.
"""

from collections.abc import Iterator, Mapping
from typing import Final, cast

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, with_fields

Plain = object
"""What JSON can say."""
VALUE: Final = "value"
FIELDS: Final = "fields"
ITEMS: Final = "items"
SPLICE: Final = "splice"


def delta_between(before: ModuleDef, after: ModuleDef) -> dict[str, Plain]:
    """What changes one module into another."""
    return _delta(before, after)


def with_delta(module: ModuleDef, delta: Mapping[str, Plain]) -> ModuleDef:
    """The module after a change; refuses with `EditRefused` what does not fit it."""
    try:
        made = _applied(module, delta)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise EditRefused(f"the step does not fit the module ({error})") from error
    if not isinstance(made, ModuleDef):
        raise EditRefused("the step makes no module")
    return made


def plain_with_delta(value: Plain, delta: Mapping[str, Plain]) -> Plain:
    """The same for a module in plain values, of whatever version of the format both are."""
    try:
        return _plainly(value, delta)
    except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
        raise EditRefused(f"the step does not fit the module ({error})") from error


def _plainly(value: Plain, delta: Mapping[str, Plain]) -> Plain:
    ((kind, what),) = delta.items()
    if kind == VALUE:
        return what
    if kind == FIELDS and isinstance(value, dict) and isinstance(what, Mapping):
        return {**value, **{name: _plainly(value[name], change) for name, change in what.items()}}
    if kind == ITEMS and isinstance(value, list):
        items = list(value)
        for number, change in cast("list[tuple[int, Mapping[str, Plain]]]", what):
            items[number] = _plainly(items[number], change)
        return items
    if kind == SPLICE and isinstance(value, list):
        start, count, new = cast("tuple[int, int, list[Plain]]", what)
        return [*value[:start], *new, *value[start + count :]]
    raise TypeError(f"'{kind}' says nothing of {type(value).__name__}")


def _delta(before: object, after: object) -> dict[str, Plain]:
    if isinstance(before, BaseModel) and type(before) is type(after):
        pairs = ((name, getattr(before, name), getattr(after, name)) for name in type(before).model_fields)
        return {FIELDS: {name: _delta(old, new) for name, old, new in pairs if not _same(old, new)}}
    if isinstance(before, tuple) and isinstance(after, tuple) and before:
        return _lists(before, after)
    return {VALUE: to_jsonable_python(after)}


def _lists(before: tuple[object, ...], after: tuple[object, ...]) -> dict[str, Plain]:
    if len(before) == len(after):
        pairs = [(n, a, b) for n, (a, b) in enumerate(zip(before, after, strict=True)) if a is not b]
        return {ITEMS: [[n, _delta(old, new)] for n, old, new in pairs if not _same(old, new)]}
    head = _alike(iter(before), iter(after), min(len(before), len(after)))
    tail = _alike(reversed(before), reversed(after), min(len(before), len(after)) - head)
    new = after[head : len(after) - tail]
    return {SPLICE: [head, len(before) - head - tail, to_jsonable_python(new)]}


def _alike(a: Iterator[object], b: Iterator[object], most: int) -> int:
    """How many things two lists begin with alike, up to a number."""
    count = 0
    while count < most and _same(next(a), next(b)):
        count += 1
    return count


def _same(old: object, new: object) -> bool:
    return old is new or (type(old) is type(new) and old == new)


def _applied(value: object, delta: Mapping[str, Plain]) -> object:
    ((kind, what),) = delta.items()
    if kind == VALUE:
        return _tuples(what)
    if kind == FIELDS and isinstance(value, BaseModel) and isinstance(what, Mapping):
        return with_fields(value, {name: _applied(getattr(value, name), d) for name, d in what.items()})
    if kind == ITEMS and isinstance(value, tuple):
        items = list(value)
        for number, change in cast("list[tuple[int, Mapping[str, Plain]]]", what):
            items[number] = _applied(items[number], change)
        return tuple(items)
    if kind == SPLICE and isinstance(value, tuple):
        start, count, new = cast("tuple[int, int, list[Plain]]", what)
        return (*value[:start], *(_tuples(item) for item in new), *value[start + count :])
    raise TypeError(f"'{kind}' says nothing of {type(value).__name__}")


def _tuples(value: Plain) -> Plain:
    """Plain values as definitions take them: lists are tuples there."""
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    return {key: _tuples(item) for key, item in value.items()} if isinstance(value, dict) else value
