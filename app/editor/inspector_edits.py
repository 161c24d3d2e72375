"""Edits the inspector asks for: the same fields of many things, and lists within a thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from app.editor.fields import WHERE_FIELDS
from app.editor.fields.field import ListChange
from engine.definition.card import CardDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScheduleEntry, SideSetupDef
from engine.editing import EditRefused, lists
from engine.editing.cards import with_headlines
from engine.editing.change import with_fields
from engine.editing.paths import set_at
from engine.editing.pieces import change_pieces
from engine.editing.schedule import fields_holding
from engine.editing.searching import Path, value_at
from engine.editing.wheres import set_placement


def set_all(module: ModuleDef, paths: Sequence[Path], wanted: Mapping[str, object]) -> ModuleDef:
    """Gives many things the same values; lists that differ get and lose the same."""
    for path in paths:
        thing = value_at(module, path)
        changes = {name: _applied(thing, name, value) for name, value in wanted.items()}
        pieces = changes.get("pieces")
        if isinstance(thing, ScheduleEntry) and isinstance(pieces, tuple):
            changes = {**fields_holding(thing, pieces), **changes}
        if isinstance(thing, CardDef):
            changes = dict(with_headlines(thing, changes))
        is_placement = isinstance(thing, PlacementDef)
        module = set_placement(module, path, changes) if is_placement else set_at(module, path, changes)
    return module


def _applied(thing: object, name: str, value: object) -> object:
    if not isinstance(value, ListChange):
        return value
    return value.applied(tuple(map(str, getattr(thing, name, ()))))


def change_lists(module: ModuleDef, names: Sequence[str], field: str, change: ListChange) -> ModuleDef:
    """Lets the lists of many counters get and lose the same, all or none."""
    return change_pieces(
        module, names, lambda piece: with_fields(piece, {field: change.applied(getattr(piece, field))})
    )


def value_of(thing: BaseModel, name: str) -> object:
    """The value a field shows: one of the definition, one figure of it, or all that say where."""
    if name == "where":
        return {field: getattr(thing, field) for field in WHERE_FIELDS}
    field, dot, key = name.partition(".")
    value = getattr(thing, field, None)
    return value.get(key) if dot and isinstance(value, Mapping) else value


def act_on_part(module: ModuleDef, owner: Path, name: str, act: tuple[str, str | int | None]) -> ModuleDef:
    """Adds, copies, orders or takes out something within a thing."""
    what, key = act
    path = (*owner, name)
    value = value_at(module, path)
    if isinstance(value, Mapping):
        return _with_side(module, owner, name, value)
    if isinstance(value, tuple):
        return _in_list(module, path, value, act)
    if what == "delete":
        return set_at(module, owner, {name: None})
    if what == "add" and value is None:
        return set_at(module, owner, {name: lists.blank(module, lists.model_at(module, path))})
    raise EditRefused(f"nothing can be done with {name}{f' {key}' if key is not None else ''}")


def _in_list(
    module: ModuleDef, path: Path, items: tuple[object, ...], act: tuple[str, str | int | None]
) -> ModuleDef:
    what, key = act
    if what == "add":
        return lists.add_blank(module, path, len(items))
    if not isinstance(key, int):
        raise EditRefused("choose a line first")
    if what == "copy":
        return lists.copy_at(module, path, key)
    if what == "up":
        return lists.move_at(module, path, key, key - 1)
    return lists.delete_at(module, path, key)


def _with_side(module: ModuleDef, owner: Path, name: str, setups: Mapping[str, object]) -> ModuleDef:
    new = next((side.id for side in module.sides if side.id not in setups), None)
    if new is None:
        raise EditRefused("every side has its set-up already")
    return set_at(module, owner, {name: {**setups, new: SideSetupDef(order=len(setups) + 1)}})
