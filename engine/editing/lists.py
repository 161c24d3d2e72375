"""Edits of any list of definitions, wherever in the module it is: add a blank one, copy, move, delete.

A blank definition has just what its schema demands, made from what the module has: a free id, the first
side, the first terrain. Whether that is good for the module is for the checks to say.
"""

from collections.abc import Mapping
from typing import Literal, cast, get_args, get_origin

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef
from engine.definition.sequence import PhaseDef
from engine.editing.change import EditRefused, free_id, made, with_fields
from engine.editing.checking import check, guarded
from engine.editing.paths import rebuilt, replace_at
from engine.editing.searching import Path, title_of, value_at

_WORDS: Mapping[str, object] = {
    "title": "New", "name": "New", "text": "To be written.", "role": "Design", "short": "New", "code": "N",
    "body": "#d2ab6c", "ink": "#241b0d", "action": "arrive", "default": False, "value": 0, "source": "found",
    "last_turn": 1, "first_turn": 1, "count": 0, "columns": 1, "path": "", "kind": "site", "type": "switch",
}  # fmt: skip
_FIRST: Mapping[str, str] = {
    "side": "sides", "type": "types", "deck": "decks", "first_side": "sides", "option": "options",
}  # fmt: skip


#: Fields that may be left out, but not all of them at once: these are filled to begin with.
_OFFERED = frozenset((("VictoryDef", "text"),))


def list_at(module: ModuleDef, path: Path) -> tuple[BaseModel, ...]:
    """The list at a path; refuses anything else."""
    value = value_at(module, path)
    if not isinstance(value, tuple):
        raise EditRefused("there is no list here any more", "choose it again")
    return value


def model_at(module: ModuleDef, path: Path) -> type[BaseModel]:
    """The kind of definition a list or a field at a path holds."""
    owner = value_at(module, path[:-1])
    if not path or not isinstance(owner, BaseModel) or path[-1] not in type(owner).model_fields:
        raise EditRefused("there is no list here any more")
    return _model_in(type(owner).model_fields[str(path[-1])].annotation)


def _model_in(annotation: object) -> type[BaseModel]:
    for argument in get_args(annotation):
        if isinstance(argument, type) and issubclass(argument, BaseModel):
            return argument
        if get_args(argument):
            return _model_in(argument)
    raise EditRefused("this list holds no definitions")


def add_blank(module: ModuleDef, path: Path, at: int | None = None) -> ModuleDef:
    """Adds a blank definition to a list, at the end or before a position."""
    items = list_at(module, path)
    model = model_at(module, path)
    item = blank(module, model, tuple(module.phases()) if model is PhaseDef else items)
    position = len(items) if at is None else at
    if not 0 <= position <= len(items):
        raise EditRefused("the list has no such place")
    return replace_at(module, path, (*items[:position], item, *items[position:]))


def blank(module: ModuleDef, model: type[BaseModel], others: tuple[BaseModel, ...] = ()) -> BaseModel:
    """The smallest definition of a kind that can stand beside the others."""
    values: dict[str, object] = {"at": _some_place(module)} if model is PlacementDef else {}
    for name, info in model.model_fields.items():
        if name == "id":
            stem = model.__name__.removesuffix("Def").lower()
            values[name] = free_id(f"new-{stem}", {str(getattr(item, "id", "")) for item in others})
        elif name in ("number", "turn") and info.is_required():
            values[name] = max((int(getattr(item, name, 0)) for item in others), default=0) + 1
        elif info.is_required() or (model.__name__, name) in _OFFERED:
            values[name] = _needed(module, name, info.annotation)
    return made(model, values)


def _some_place(module: ModuleDef) -> str:
    if module.boxes:
        return module.boxes[0].id
    board = check(module).board
    closed = {kind.id for kind in module.terrain if not (kind.open and kind.land)}
    hexes = zip(board.ids, board.terrain, strict=True) if board else ()
    found = next((name for name, kind in hexes if kind not in closed), None)
    if found is None:
        raise EditRefused("there is no place to stand", "make a map or a box first")
    return found


def _needed(module: ModuleDef, name: str, annotation: object) -> object:
    if get_origin(annotation) is Literal:
        choices = get_args(annotation)
        return _WORDS[name] if _WORDS.get(name) in choices else choices[0]
    if name in _FIRST:
        items: tuple[BaseModel, ...] = getattr(module, _FIRST[name])
        if not items:
            raise EditRefused(f"the module has no {_FIRST[name]} yet", "add one first")
        return getattr(items[0], "id")  # noqa: B009 - the lists above all have ids
    if name in _WORDS:
        return _WORDS[name]
    if name in ("hex", "a", "b"):
        raise EditRefused("this is added on the map", "choose a tool and click a hex")
    raise EditRefused(f"a new one needs '{name}'", "copy another one and change it")


def delete_at(module: ModuleDef, path: Path, position: int) -> ModuleDef:
    """Deletes a definition from a list; refuses as long as anything refers to it."""
    items = list_at(module, path)
    if not 0 <= position < len(items):
        raise EditRefused("there is nothing to delete")
    return replace_at(module, path, (*items[:position], *items[position + 1 :]))


def copy_at(module: ModuleDef, path: Path, position: int) -> ModuleDef:
    """Copies a definition behind itself under a free id."""
    items = list_at(module, path)
    if not 0 <= position < len(items):
        raise EditRefused("there is nothing to copy")
    item = items[position]
    if isinstance(item, PhaseDef):
        taken = {phase.id for phase in module.phases()}
        return replace_at(
            module, path, (*items[: position + 1], _copied(item, taken), *items[position + 1 :])
        )
    changes: dict[str, object] = {}
    name = getattr(item, "id", None)
    if isinstance(name, str):
        changes["id"] = free_id(f"{name}-2", {str(getattr(other, "id", "")) for other in items})
    elif isinstance(getattr(item, "number", None), int):
        changes["number"] = max(int(getattr(other, "number", 0)) for other in items) + 1
    copy = with_fields(item, changes)
    return replace_at(module, path, (*items[: position + 1], copy, *items[position + 1 :]))


def _copied(phase: PhaseDef, taken: set[str]) -> PhaseDef:
    """A phase with its parts under free ids."""
    name = free_id(f"{phase.id}-2", taken)
    taken.add(name)
    parts = tuple(_copied(part, taken) for part in phase.phases)
    return with_fields(phase, {"id": name, "phases": parts})


def move_at(module: ModuleDef, path: Path, position: int, to: int) -> ModuleDef:
    """Moves a definition to another place of its list."""
    items = list(list_at(module, path))
    if not (0 <= position < len(items) and 0 <= to < len(items)):
        raise EditRefused("it cannot be moved there")
    if position == to:
        return module
    items.insert(to, items.pop(position))
    return replace_at(module, path, tuple(items))


def line_of(thing: BaseModel) -> tuple[str, str]:
    """A definition as a line of a list: its title and what else tells it apart."""
    title = title_of(thing)
    for name in ("id", "number", "rule", "text", "date"):
        value = getattr(thing, name, None)
        if value not in (None, "", title):
            return title, str(value)
    return title, ""


def move_to(module: ModuleDef, source: Path, target: Path) -> ModuleDef:
    """Moves a thing before the one at a path, which may be in another list of the same kind of things.

    Both paths are as things stand now. Refuses to move a thing into itself or into a list of other things.
    """
    *above, at = source or ("",)
    *goal, to = target or ("",)
    if not isinstance(at, int) or not isinstance(to, int) or to < 0:
        raise EditRefused("it cannot be moved there")
    if tuple(target[: len(source)]) == tuple(source) and len(target) > len(source):
        raise EditRefused("it cannot be moved into itself")
    if tuple(above) == tuple(goal):
        last = len(list_at(module, tuple(above))) - 1
        return move_at(module, tuple(above), at, min(last, to - 1 if to > at else to))
    if model_at(module, tuple(above)) is not model_at(module, tuple(goal)):
        raise EditRefused("only things of one kind stand in a list")
    if not 0 <= at < len(list_at(module, tuple(above))):
        raise EditRefused("this is no longer there", "choose it again")
    thing = list_at(module, tuple(above))[at]
    removed = _cut(module, tuple(above), at)
    there = list_at(removed, _after_cut(tuple(goal), source))
    new = (*there[:to], thing, *there[to:])
    return guarded(module, _placed(removed, _after_cut(tuple(goal), source), new))


def _after_cut(path: Path, source: Path) -> Path:
    """A path as it is once the thing at another one is taken out."""
    depth = len(source) - 1
    if len(path) > depth and path[:depth] == source[:depth]:
        step = path[depth]
        if isinstance(step, int) and isinstance(source[depth], int) and step > int(source[depth]):
            return (*path[:depth], step - 1, *path[depth + 1 :])
    return path


def _cut(module: ModuleDef, path: Path, at: int) -> ModuleDef:
    items = list_at(module, path)
    return _placed(module, path, (*items[:at], *items[at + 1 :]))


def _placed(module: ModuleDef, path: Path, items: tuple[BaseModel, ...]) -> ModuleDef:
    return cast("ModuleDef", rebuilt(module, path, items))
