"""Comparing two modules or two scenarios: what moved, what changed, what is new and what is gone.

The outcome is plain values in words, so that windows, reports and the command line show the same.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from engine.definition.chart import AxisDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.editing.change import NAMED
from engine.editing.comparing_terms import lengths_compared
from engine.editing.csv_tables import entry_words
from engine.editing.pieces import where_words
from engine.loading.consistency import is_open


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: `moved`, `changed`, `new` or `gone`; what, and before and after in words."""

    kind: str
    what: str
    before: str = ""
    after: str = ""
    piece: str = ""
    """The id of the counter it is about, if it is about one."""

    def words(self) -> str:
        """The difference as people read it."""
        if self.kind in ("new", "gone"):
            return f"{self.what}: {self.kind}"
        return f"{self.what}: {self.before or 'nothing'} → {self.after or 'nothing'}"


def compare_scenarios(
    before: ScenarioDef,
    after: ScenarioDef,
    names: Mapping[str, str] | None = None,
    modules: tuple[ModuleDef, ModuleDef] | None = None,
) -> tuple[Change, ...]:
    """What differs between two set-ups; counters by name where names are given.

    With the modules they are from also their lengths and terms of victory, sentence by sentence.
    """
    known = names or {}
    old, new = _standing(before), _standing(after)
    found = [
        Change("moved", known.get(piece, piece), old.get(piece, ""), new.get(piece, ""), piece)
        for piece in dict.fromkeys((*old, *new))
        if old.get(piece, "") != new.get(piece, "")
    ]
    found.extend(_maps("supply", _supply(before), _supply(after)))
    found.extend(_maps("control of", before.control, after.control))
    found.extend(_maps("option", before.options, after.options))
    resources = [
        {f"{side} {name}": n for side, setup in s.sides.items() for name, n in setup.resources.items()}
        for s in (before, after)
    ]
    found.extend(_maps("resource", resources[0], resources[1]))
    for key in ("title", "first_turn", "first_side", "boards", "notes", "blurb"):
        a, b = getattr(before, key), getattr(after, key)
        if a != b:
            found.append(Change("changed", key.replace("_", " "), _words(a), _words(b)))
    if modules is not None:
        found.extend(_schedules((before, after), modules))
        found.extend(Change(*told) for told in lengths_compared(before, after, modules))
    return tuple(found)


def _schedules(
    scenarios: tuple[ScenarioDef, ScenarioDef], modules: tuple[ModuleDef, ModuleDef]
) -> Iterator[Change]:
    """Entries of the schedule that happen in one of two scenarios only."""
    first = max(scenario.first_turn for scenario in scenarios)
    last = min(max(v.last_turn for v in scenario.versions) for scenario in scenarios)
    old, new = (
        [
            entry_words(entry)
            for entry in module.schedule
            if first <= entry.turn <= last and is_open(entry, scenario)
        ]
        for scenario, module in zip(scenarios, modules, strict=True)
    )
    yield from (Change("gone", f"schedule: {words}") for words in old if words not in new)
    yield from (Change("new", f"schedule: {words}") for words in new if words not in old)


def _standing(scenario: ScenarioDef) -> dict[str, str]:
    found: dict[str, str] = {}
    for setup in scenario.sides.values():
        for placement in setup.placements:
            for piece in placement.pieces:
                lost = placement.lost.get(piece, 0)
                found[piece] = where_words(placement) + (f", {lost} steps lost" if lost else "")
        found.update(dict.fromkeys(setup.dead, "dead"))
        found.update(dict.fromkeys(setup.gone, "out of the game"))
    return found


def _supply(scenario: ScenarioDef) -> dict[str, int]:
    found: dict[str, int] = {}
    for side, setup in scenario.sides.items():
        for placement in setup.placements:
            if placement.supply:
                key = f"{side} {where_words(placement)}"
                found[key] = found.get(key, 0) + placement.supply
    return found


def _maps(what: str, before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[Change]:
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield Change("changed", f"{what} {key}", _words(before.get(key)), _words(after.get(key)))


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
            a, b = [entry_words(e) for e in old], [entry_words(e) for e in new]
            found.extend(Change("gone", words) for words in a if words not in b)
            found.extend(Change("new", words) for words in b if words not in a)
        elif part in NAMED:
            found.extend(_items(part, old, new))
        else:
            found.append(Change("changed", part, _words(old), _words(new)))
    return tuple(found)


def _scenarios(before: ModuleDef, after: ModuleDef) -> Iterator[Change]:
    names = {piece.id: piece.name for piece in (*before.pieces, *after.pieces)}
    old = {item.id: item for item in before.scenarios}
    new = {item.id: item for item in after.scenarios}
    for key in dict.fromkeys((*old, *new)):
        if key not in new:
            yield Change("gone", f"scenario {key}")
        elif key not in old:
            yield Change("new", f"scenario {key}")
        else:
            for change in compare_scenarios(old[key], new[key], names, (before, after)):
                yield Change(change.kind, f"{key}: {change.what}", change.before, change.after, change.piece)


def _items(part: str, before: Iterable[BaseModel], after: Iterable[BaseModel]) -> Iterator[Change]:
    old = {str(getattr(item, "id", "")): item for item in before}
    new = {str(getattr(item, "id", "")): item for item in after}
    for key in dict.fromkeys((*old, *new)):
        if key not in new:
            yield Change("gone", _called(part, key, old[key]))
        elif key not in old:
            yield Change("new", _called(part, key, new[key]))
        elif old[key] != new[key]:
            yield from _fields(_called(part, key, old[key]), old[key], new[key])


def _called(part: str, key: str, item: BaseModel) -> str:
    """A thing as people call it: counters by name, everything else by what it is and its title."""
    name = getattr(item, "name", "") or getattr(item, "title", "") or key
    return str(name) if part == "pieces" else f"{_SINGULAR.get(part, part.removesuffix('s'))} {name}"


_SINGULAR = {"boxes": "box", "terrain": "terrain", "help": "page", "provenance": "provenance of"}


def _fields(what: str, before: BaseModel, after: BaseModel) -> Iterator[Change]:
    for field in type(before).model_fields:
        a, b = getattr(before, field), getattr(after, field)
        if a == b:
            continue
        if field == "rows" and isinstance(a, tuple) and isinstance(b, tuple):
            count = _letters(a, b)
            yield Change(
                "changed", f"{what}: terrain", "", "1 hex painted" if count == 1 else f"{count} hexes painted"
            )
        elif field == "cells":
            yield from _cells(what, before, after)
        elif isinstance(a, Mapping) and isinstance(b, Mapping):
            name = {"values": "", "reduced": "reduced "}.get(field, f"{field.replace('_', ' ')} ")
            yield from _maps(f"{what}: {name}".rstrip(), a, b)
        else:
            yield Change("changed", f"{what}: {field.replace('_', ' ')}", _words(a), _words(b))


def _letters(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    return sum(x != y for old, new in zip(a, b, strict=False) for x, y in zip(old, new, strict=False))


def _cells(what: str, before: BaseModel, after: BaseModel) -> Iterator[Change]:
    old: tuple[tuple[object, ...], ...] = getattr(before, "cells", ())
    new: tuple[tuple[object, ...], ...] = getattr(after, "cells", ())
    for r, (a, b) in enumerate(zip(old, new, strict=False)):
        for c, (x, y) in enumerate(zip(a, b, strict=False)):
            if x != y:
                yield Change("changed", f"{what}: {_cell_name(before, r, c)}", _words(x), _words(y))


def _cell_name(chart: BaseModel, row: int, column: int) -> str:
    """A cell by the labels of its row and column."""
    axes = ((getattr(chart, "rows", None), row), (getattr(chart, "columns", None), column))
    return ", ".join(axis.labels[n] for axis, n in axes if isinstance(axis, AxisDef))


def _words(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return (
            f"{len(value)} entries"
            if value and isinstance(value[0], BaseModel)
            else ", ".join(map(str, value))
        )
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_words(item)}" for key, item in value.items())
    if isinstance(value, BaseModel):
        return ", ".join(f"{k} {v}" for k, v in value.model_dump(exclude_defaults=True).items())
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
