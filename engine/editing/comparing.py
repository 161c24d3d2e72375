"""Comparing two modules: what moved, what changed, what is new and what is gone.

The outcome is plain values in words, so that windows, reports and the command line show the same; each leads
to where it is in the later one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pydantic import BaseModel

from engine.definition.chart import AxisDef
from engine.definition.module import ModuleDef
from engine.editing.change import NAMED
from engine.editing.comparing_maps import maps_compared
from engine.editing.comparing_scenarios import compare_scenarios
from engine.editing.comparing_schedule import schedules_compared
from engine.editing.comparing_words import Change, keys_compared, words_of
from engine.editing.searching import value_at
from engine.editing.whereabouts import differences
from engine.loading.text import Path

Pair = tuple[ModuleDef, ModuleDef]


def compare_modules(before: ModuleDef, after: ModuleDef) -> tuple[Change, ...]:
    """What differs between two versions of a module, part by part."""
    found: list[Change] = []
    for part in ModuleDef.model_fields:
        old, new = getattr(before, part), getattr(after, part)
        if old is new or old == new:
            continue
        if part == "scenarios":
            found.extend(_scenarios(before, after))
        elif part == "schedule":
            entries = list(enumerate(before.schedule)), list(enumerate(after.schedule))
            found.extend(schedules_compared(*entries, (before, after)))
        elif part in NAMED:
            found.extend(_items(part, (before, after)))
        elif isinstance(old, tuple) and isinstance(new, tuple):
            found.extend(_lists(part, (before, after)))
        else:
            found.append(
                Change("changed", part.replace("_", " "), words_of(old), words_of(new), path=(part,))
            )
    return tuple(found)


def _lists(part: str, pair: Pair) -> Iterator[Change]:
    """Differences of a list whose things have no ids of their own, thing by thing where they can be told."""
    old, new = (getattr(module, part) for module in pair)
    paths = list(differences(old, new, (part,)))
    if len(old) != len(new) or paths == [(part,)]:
        yield Change("changed", part, words_of(old), words_of(new), path=(part,))
        return
    for path in paths:
        steps = [_step_words(pair[1], path[: n + 1]) for n in range(len(path))]
        what = ": ".join(word for word in steps if word)
        yield Change(
            "changed", what, words_of(value_at(pair[0], path)), words_of(value_at(pair[1], path)), path=path
        )


def _step_words(module: ModuleDef, path: Path) -> str:
    """One step of a path as people read it: a thing by its title, a field by its name."""
    step = path[-1]
    if not isinstance(step, int):
        return step.replace("_", " ")
    thing = value_at(module, path)
    names = (getattr(thing, key, "") for key in ("title", "name", "id", "number"))
    return next((str(name) for name in names if name), str(step + 1))


def _scenarios(before: ModuleDef, after: ModuleDef) -> Iterator[Change]:
    names = {piece.id: piece.name for piece in (*before.pieces, *after.pieces)}
    old = {item.id: item for item in before.scenarios}
    new = {item.id: item for item in after.scenarios}
    for key in dict.fromkeys((*old, *new)):
        if key not in new:
            yield Change("gone", f"scenario {old[key].title}", path=("scenarios",))
        elif key not in old:
            yield Change(
                "new", f"scenario {new[key].title}", path=("scenarios", after.scenarios.index(new[key]))
            )
        else:
            title = new[key].title
            for change in compare_scenarios(old[key], new[key], names, (before, after)):
                yield replace(change, what=f"{title}: {change.what}")


def _items(part: str, pair: Pair) -> Iterator[Change]:
    old, new = (
        {str(getattr(item, "id", "")): (n, item) for n, item in enumerate(getattr(m, part))} for m in pair
    )
    for key in dict.fromkeys((*old, *new)):
        piece = key if part == "pieces" else ""
        if key not in new:
            yield Change("gone", _called(part, key, old[key][1]), piece=piece, path=(part,))
            continue
        n, item = new[key]
        if key not in old:
            yield Change("new", _called(part, key, item), piece=piece, path=(part, n))
        elif (was := old[key][1]) != item:
            found = (
                maps_compared((was, item), pair, (part, n))
                if part == "boards"
                else _fields(part, key, (was, item), n)
            )
            yield from (replace(change, piece=piece) for change in found)


def _called(part: str, key: str, item: BaseModel) -> str:
    """A thing as people call it: counters by name, everything else by what it is and its title."""
    name = getattr(item, "name", "") or getattr(item, "title", "") or key
    return str(name) if part == "pieces" else f"{_SINGULAR.get(part, part.removesuffix('s'))} {name}"


_SINGULAR = {"boxes": "box", "terrain": "terrain", "help": "page", "provenance": "provenance of"}


def _fields(part: str, key: str, pair: tuple[BaseModel, BaseModel], number: int) -> Iterator[Change]:
    before, after = pair
    what = _called(part, key, before)
    for field in type(before).model_fields:
        a, b, path = getattr(before, field), getattr(after, field), (part, number, field)
        if a == b:
            continue
        if field == "cells":
            yield from _cells(what, pair, path)
        elif isinstance(a, Mapping) and isinstance(b, Mapping):
            name = {"values": "", "reduced": "reduced "}.get(field, f"{field.replace('_', ' ')} ")
            yield from keys_compared(f"{what}: {name}".rstrip(), (a, b), path)
        else:
            yield Change("changed", f"{what}: {field.replace('_', ' ')}", words_of(a), words_of(b), path=path)


def _cells(what: str, pair: tuple[BaseModel, BaseModel], path: Path) -> Iterator[Change]:
    old, new = (getattr(chart, "cells", ()) for chart in pair)
    for r, (a, b) in enumerate(zip(old, new, strict=False)):
        for c, (x, y) in enumerate(zip(a, b, strict=False)):
            if x != y:
                words = (f"{what}: {_cell_name(pair[0], r, c)}", words_of(x), words_of(y))
                yield Change("changed", *words, path=(*path, r, c))


def _cell_name(chart: BaseModel, row: int, column: int) -> str:
    """A cell by the labels of its row and column."""
    axes = ((getattr(chart, "rows", None), row), (getattr(chart, "columns", None), column))
    return ", ".join(axis.labels[n] for axis, n in axes if isinstance(axis, AxisDef))


__all__ = ["Change", "compare_modules", "compare_scenarios"]
