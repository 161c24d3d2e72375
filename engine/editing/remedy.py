"""What a quick fix is, and the two edits most of them are made of: put a value at a path, take one away."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef
from engine.editing.change import EditRefused
from engine.editing.checking import Finding
from engine.editing.paths import replace_at, set_at
from engine.editing.searching import Path, value_at

#: How many remedies are offered for one finding.
MOST = 4


@dataclass(frozen=True, slots=True)
class Remedy:
    """A quick fix: the words of its button and the edit."""

    words: str
    edit: Callable[[ModuleDef], ModuleDef]


Maker = Callable[[ModuleDef, Finding], Iterator[Remedy]]


def put(module: ModuleDef, path: Path, value: object) -> ModuleDef:
    """Puts a value at a path: a field of a definition, or an item of a list."""
    owner = value_at(module, path[:-1])
    if path and isinstance(owner, BaseModel):
        return set_at(module, path[:-1], {str(path[-1]): value})
    return replace_at(module, path, value)


def without(module: ModuleDef, path: Path) -> ModuleDef:
    """Takes an item out of a list or a mapping, or clears a field; a placement left empty goes, too."""
    if not path:
        raise EditRefused("this is the module itself", "choose something in it")
    owner, step = value_at(module, path[:-1]), path[-1]
    if isinstance(owner, tuple) and isinstance(step, int) and 0 <= step < len(owner):
        rest = (*owner[:step], *owner[step + 1 :])
        holder = value_at(module, path[:-2])
        if isinstance(holder, PlacementDef) and path[-2] == "pieces":
            return _without_piece(module, path[:-2], holder, owner[step])
        return put(module, path[:-1], rest)
    if isinstance(owner, Mapping):
        return put(module, path[:-1], {key: value for key, value in owner.items() if key != step})
    if isinstance(owner, BaseModel) and step in type(owner).model_fields:
        info = type(owner).model_fields[str(step)]
        if info.is_required():
            raise EditRefused(f"'{step}' cannot be left out")
        return put(module, path, info.get_default(call_default_factory=True))
    raise EditRefused("this is no longer there")


def _without_piece(module: ModuleDef, path: Path, placement: PlacementDef, name: object) -> ModuleDef:
    again = list(placement.pieces)
    again.remove(str(name))
    if not again and not placement.supply:
        return without(module, path)
    changes: dict[str, object] = {"pieces": tuple(again)}
    if name not in again:
        changes["lost"] = {key: steps for key, steps in placement.lost.items() if key != name}
        changes["defaults"] = {key: place for key, place in placement.defaults.items() if key != name}
    return set_at(module, path, changes)
