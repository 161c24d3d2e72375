"""What a list page shows of the things of a list, column by column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.definition.sequence import BoxDef, OptionDef, PhaseDef, TrackDef, TurnDef
from engine.editing import lists
from engine.editing.searching import Path


@dataclass(frozen=True, slots=True)
class Columns:
    """The heads of a list and what makes a thing a line."""

    heads: tuple[str, ...]
    line: Callable[[BaseModel, ModuleDef], tuple[str, ...]]
    named: int = 0
    """The column that shows the name of a thing."""


def columns_of(path: Path) -> Columns:
    """The columns of a list by its path."""
    return _OWN.get(str(path[-1]) if path else "", _PLAIN)


def name_field(thing: BaseModel, shown: str) -> str:
    """The field of a thing that holds the name shown; empty where it is put together from other fields."""
    return next((field for field in ("title", "name") if getattr(thing, field, None) == shown), "")


def _side(name: str | None, module: ModuleDef) -> str:
    return next((side.title for side in module.sides if side.id == name), name or "")


def _phase(thing: BaseModel, module: ModuleDef) -> tuple[str, ...]:
    assert isinstance(thing, PhaseDef)
    return (thing.title, _side(thing.side, module), thing.rule, thing.step or "", thing.when or "", thing.id)


def _track(thing: BaseModel, module: ModuleDef) -> tuple[str, ...]:
    assert isinstance(thing, TrackDef)
    span = f"{len(thing.spaces)} spaces" if thing.spaces else f"{thing.first} to {thing.last}"
    start = str(thing.start)
    if thing.spaces and 0 <= thing.start < len(thing.spaces):
        start = thing.spaces[thing.start]
    return (thing.title, _side(thing.side, module), span, start, thing.id)


def _box(thing: BaseModel, module: ModuleDef) -> tuple[str, ...]:
    assert isinstance(thing, BoxDef)
    return (thing.title, _side(thing.side, module), thing.role, thing.rule, thing.id)


def _turn(thing: BaseModel, _module: ModuleDef) -> tuple[str, ...]:
    assert isinstance(thing, TurnDef)
    return (str(thing.number), thing.title, " ".join(thing.tags))


def _option(thing: BaseModel, _module: ModuleDef) -> tuple[str, ...]:
    assert isinstance(thing, OptionDef)
    values = " / ".join(value.title for value in thing.values) or "on / off"
    return (thing.title, values, thing.rule, thing.id)


def _plain(thing: BaseModel, _module: ModuleDef) -> tuple[str, ...]:
    return lists.line_of(thing)


_PLAIN = Columns(("Name", "Id, number or rule"), _plain)
_OWN = {
    "sequence": Columns(("Phase", "Whose", "Rule", "Step", "Only if", "Id"), _phase),
    "tracks": Columns(("Track", "Whose", "Span", "Start", "Id"), _track),
    "boxes": Columns(("Box", "Whose", "For", "Rule", "Id"), _box),
    "turns": Columns(("Turn", "Date", "Tags"), _turn, named=1),
    "options": Columns(("Option", "Values", "Rule", "Id"), _option),
}
