"""Searching a whole module: every text of every definition, with the path to jump to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.editing.matching import Fit, fit_of, words_of

Path = tuple[str | int, ...]
_UNSEARCHED = frozenset(("rows", "legend", "layers"))


_NAMES = ("name", "title", "id", "hex")


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing that holds the words: its path, its name for people, the field, the text, and how well."""

    path: Path
    title: str
    field: str
    text: str
    fit: Fit


def search(module: ModuleDef, typed: str, most: int = 200) -> tuple[Hit, ...]:
    """Things whose texts and part of the module hold all the words in any order, the best first.

    A thing fits best by its name, by the beginnings of words, and in the order of the module among equals.
    """
    wanted = words_of(typed)
    hits = [hit for path, thing in things(module) if (hit := _hit(path, thing, wanted)) is not None]
    hits.sort(key=attrgetter("fit"))
    return tuple(hits[:most])


def _hit(path: Path, thing: BaseModel, wanted: tuple[str, ...]) -> Hit | None:
    texts = dict(_texts(thing))
    names = [texts[name] for name in _NAMES if name in texts]
    fit = fit_of(wanted, names, " ".join((*texts.values(), str(path[0])))) if wanted and texts else None
    if fit is None:
        return None
    field = _best_field(texts, wanted)
    if not any(word in texts[field].lower() for word in wanted):
        return None  # all of a part is not listed because the part's name was typed
    return Hit(path, title_of(thing), field, texts[field], fit)


def _best_field(texts: Mapping[str, str], wanted: tuple[str, ...]) -> str:
    """The text that holds most of the words, names before others."""
    first = [name for name in _NAMES if name in texts]
    return max((*first, *texts), key=lambda name: sum(word in texts[name].lower() for word in wanted))


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
