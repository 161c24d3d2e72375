"""Searching a whole module: every text of every definition, with the path to jump to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from engine.definition.module import ModuleDef

Path = tuple[str | int, ...]
_UNSEARCHED = frozenset(("rows", "legend", "layers"))


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing that holds the words: its path, its name for people, the field and the text there."""

    path: Path
    title: str
    field: str
    text: str


def search(module: ModuleDef, words: str, most: int = 200) -> tuple[Hit, ...]:
    """Things whose texts hold all the words, in the order of the module; ids and names count first."""
    wanted = words.lower().split()
    if not wanted:
        return ()
    named: list[Hit] = []
    others: list[Hit] = []
    for path, thing in things(module):
        best = _best(thing, wanted)
        if best is not None:
            field, text = best
            hit = Hit(path, title_of(thing), field, text)
            (named if field in ("id", "name", "title", "hex") else others).append(hit)
        if len(named) >= most:
            break
    return tuple((*named, *others)[:most])


def _best(thing: BaseModel, wanted: list[str]) -> tuple[str, str] | None:
    found = None
    for field, text in _texts(thing):
        low = text.lower()
        if all(word in low for word in wanted):
            if field in ("id", "name", "title", "hex"):
                return field, text
            found = found or (field, text)
    return found


def things(module: ModuleDef) -> Iterator[tuple[Path, BaseModel]]:
    """Everything in a module that can be jumped to, with its path."""
    for part in ModuleDef.model_fields:
        value = getattr(module, part)
        if isinstance(value, tuple):
            for n, item in enumerate(value):
                if isinstance(item, BaseModel):
                    yield (part, n), item
                    yield from _inner((part, n), item)


def _inner(path: Path, item: BaseModel) -> Iterator[tuple[Path, BaseModel]]:
    for field in ("places", "zones", "routes", "phases", "versions", "faces"):
        value = getattr(item, field, ())
        if isinstance(value, tuple):
            for n, part in enumerate(value):
                if isinstance(part, BaseModel):
                    yield (*path, field, n), part
                    yield from _inner((*path, field, n), part)


def title_of(thing: BaseModel) -> str:
    """What people call a thing."""
    for field in ("name", "title", "id", "hex", "kind"):
        value = getattr(thing, field, None)
        if isinstance(value, str) and value:
            return value
    turn = getattr(thing, "turn", None)
    return f"turn {turn}" if turn is not None else type(thing).__name__.removesuffix("Def")


def _texts(thing: BaseModel) -> Iterator[tuple[str, str]]:
    for field in type(thing).model_fields:
        if field in _UNSEARCHED:
            continue
        value = getattr(thing, field)
        if isinstance(value, str):
            yield field, value
        elif isinstance(value, tuple):
            words = [part for part in value if isinstance(part, str)]
            if words:
                yield field, " ".join(words)
        elif isinstance(value, Mapping) and value and all(isinstance(v, str) for v in value.values()):
            yield field, " ".join(f"{key} {item}" for key, item in value.items())
        elif isinstance(value, int) and not isinstance(value, bool) and field in ("number", "turn"):
            yield field, str(value)


def value_at(module: ModuleDef, path: Path) -> object:
    """The value at a path; None if there is none any more."""
    value: object = module
    for step in path:
        if isinstance(value, tuple) and isinstance(step, int):
            value = value[step] if 0 <= step < len(value) else None
        elif isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, BaseModel) and isinstance(step, str):
            value = getattr(value, step, None)
        else:
            return None
    return value
