"""Changing fields of anything in a module by its path, for inspectors that know only the schema.

A path leads through parts, positions and keys: `("boards", 0, "places", 3)`. The whole way down is
rebuilt with everything else shared; things at the top of the module go through the edits that follow
their ids.
"""

from collections.abc import Mapping
from typing import cast

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.sequence import PhaseDef
from engine.editing import parts, pieces
from engine.editing.change import EditRefused, with_fields
from engine.editing.checking import guarded
from engine.editing.effect_ids import followed_in_cards
from engine.editing.searching import Path, value_at


def set_at(module: ModuleDef, path: Path, changes: Mapping[str, object]) -> ModuleDef:
    """Gives the definition at a path other values; refuses a path that leads to none."""
    thing = value_at(module, path)
    if not isinstance(thing, BaseModel):
        raise EditRefused("this is no longer there", "choose it again")
    if isinstance(thing, ModuleDef):
        return parts.set_module_fields(module, changes)
    if isinstance(thing, PieceDef):
        return pieces.set_piece_fields(module, [thing.id], changes)
    if len(path) == 2 and isinstance(path[1], int):
        return parts.set_item_fields(module, str(path[0]), path[1], changes)
    new = with_fields(thing, changes)
    after = cast("ModuleDef", rebuilt(module, path, new))
    if isinstance(thing, PhaseDef) and isinstance(new, PhaseDef) and new.id != thing.id:
        after = followed_in_cards(after, "sequence", {thing.id: new.id})
    return guarded(module, after)


def replace_at(module: ModuleDef, path: Path, value: object) -> ModuleDef:
    """Puts another value at a path; the definition that holds it validates it. Refuses the module itself."""
    if not path:
        raise EditRefused("this is the module itself", "choose something in it")
    return guarded(module, cast("ModuleDef", rebuilt(module, path, value)))


def rebuilt(owner: object, path: Path, value: object) -> object:
    """A definition with another value at a path below it, everything else shared; nothing is checked.

    Refuses a path that leads nowhere.
    """
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(owner, tuple) and isinstance(step, int) and 0 <= step < len(owner):
        new = rebuilt(owner[step], rest, value)
        return owner if new is owner[step] else (*owner[:step], new, *owner[step + 1 :])
    if isinstance(owner, Mapping) and step in owner:
        new = rebuilt(owner[step], rest, value)
        return owner if new is owner[step] else {**owner, step: new}
    if not isinstance(owner, BaseModel) or step not in type(owner).model_fields:
        raise EditRefused("this is no longer there", "choose it again")
    old = getattr(owner, str(step))
    new = rebuilt(old, rest, value)
    return owner if new is old else with_fields(owner, {str(step): new})
