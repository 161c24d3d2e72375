"""From pydantic's findings to issues that an author of a module understands."""

from collections.abc import Iterable, Sequence
from typing import Protocol, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine.definition.base import fields_of
from engine.issues import Issue, near_miss
from engine.loading.text import Path

_WANTED = {
    "string_type": ("text is wanted", "put the value in quotes"),
    "int_type": ("a whole number is wanted", "write digits without quotes"),
    "int_from_float": ("a whole number is wanted", "drop the fraction"),
    "float_type": ("a number is wanted", "write digits without quotes"),
    "bool_type": ("true or false is wanted", "write true or false without quotes"),
    "tuple_type": ("a list is wanted", "write [a, b] or lines with dashes"),
    "dict_type": ("a mapping is wanted", "write 'key: value' lines"),
    "mapping_type": ("a mapping is wanted", "write 'key: value' lines"),
    "model_type": ("a mapping is wanted", "write 'key: value' lines"),
    "model_attributes_type": ("a mapping is wanted", "write 'key: value' lines"),
}
MAX_SHOWN = 40
MAX_ISSUES = 100


class Places(Protocol):
    """Knows the file and line of every part of a module."""

    def find(self, path: Path) -> tuple[str, int]:
        """File and line of the value at a path."""
        ...


def issues_of(error: ValidationError, model: type[BaseModel], places: Places) -> tuple[Issue, ...]:
    """One issue for each of pydantic's findings, at its file and line."""
    found = error.errors(include_url=False)
    around = {detail["loc"][:n] for detail in found for n in range(len(detail["loc"]))}
    # a list is also called too short when a thing in it is faulty, which is told anyway
    details = [d for d in found if d["type"] != "too_short" or d["loc"] not in around]
    issues = [_issue(detail, model, places) for detail in details[:MAX_ISSUES]]
    return tuple(dict.fromkeys(issues))


def _issue(detail: ErrorDetails, model: type[BaseModel], places: Places) -> Issue:
    path = _without_tags(model, tuple(step for step in detail["loc"] if step != "[key]"))
    file, line = places.find(path)
    name = str(path[-1]) if path else "the file"
    kind = detail["type"]
    if kind == "extra_forbidden":
        known = _fields_at(model, path[:-1])
        return Issue(file, line, "UNKNOWN_KEY", f"the key '{name}' is not known here", _known(name, known))
    if kind == "missing":
        return Issue(file, line, "MISSING_KEY", f"the key '{name}' is missing", f"add '{name}: ...'")
    what, hint = _words(detail)
    where = ".".join(str(step) for step in path if not isinstance(step, int)) or name
    return Issue(file, line, "WRONG_VALUE" if kind not in _WANTED else "WRONG_TYPE", f"{where}: {what}", hint)


def _words(detail: ErrorDetails) -> tuple[str, str]:
    kind, value = detail["type"], _shown(detail["input"])
    context = detail.get("ctx", {})
    if kind in _WANTED:
        what, hint = _WANTED[kind]
        return f"{what}, not {value}", hint
    if kind == "union_tag_invalid":
        tags, tag = str(context.get("expected_tags", "")), str(context.get("tag"))[:MAX_SHOWN]
        words = tags.replace("'", "").split(", ")
        return f"'{tag}' is none of {tags}", near_miss(tag, words) or "take one of these"
    if kind == "union_tag_not_found":
        return "the key 'kind' is missing", "add 'kind: ...' to say what it is"
    if kind == "literal_error":
        expected = str(context.get("expected", ""))
        words = expected.replace("'", "").replace(" or ", ", ").split(", ")
        return f"{value} is none of {expected}", near_miss(
            str(detail["input"])[:MAX_SHOWN], words
        ) or "take one of these"
    if kind == "string_pattern_mismatch":
        return f"{value} has letters that are not allowed here", f"it must match {context.get('pattern')}"
    if kind == "value_error":
        return str(context.get("error", detail["msg"])), "correct one or the other"
    return f"{detail['msg'][0].lower()}{detail['msg'][1:]}, not {value}", "correct the value"


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, tuple | list):
        return "a list"
    text = f"'{value}'" if isinstance(value, str) else str(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "..."


def _known(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    return near_miss(name, names) or "known keys: " + ", ".join(names)


def _fields_at(model: type[BaseModel], path: Sequence[str | int]) -> tuple[str, ...]:
    """Names of the fields of the definition at a path as pydantic gives it, with tags of unions."""
    current: tuple[type[BaseModel], ...] = (model,)
    for step in path:
        current = _below(current, step)
    return tuple(dict.fromkeys(name for kind in current for name in fields_of(kind)))


def _without_tags(model: type[BaseModel], path: Path) -> Path:
    """The path in the file: pydantic also names which of several kinds of definition it took."""
    current: tuple[type[BaseModel], ...] = (model,)
    kept: list[str | int] = []
    for step in path:
        if len(current) < 2 or isinstance(step, int) or not _tagged(current, step):
            kept.append(step)
        current = _below(current, step)
    return tuple(kept)


def _below(current: tuple[type[BaseModel], ...], step: str | int) -> tuple[type[BaseModel], ...]:
    """The definitions a step leads to: those of a field, or the one a tag chooses among several."""
    if isinstance(step, int):
        return current
    if len(current) > 1:
        return _tagged(current, step) or current
    infos = [fields_of(kind)[step] for kind in current if step in fields_of(kind)]
    return tuple(found for info in infos for found in _models_in(info.annotation)) or current


def _tagged(current: tuple[type[BaseModel], ...], tag: str) -> tuple[type[BaseModel], ...]:
    """The kinds of definition whose `kind` may be a tag."""
    found = [kind for kind in current if "kind" in fields_of(kind)]
    return tuple(kind for kind in found if tag in get_args(fields_of(kind)["kind"].annotation))


def _models_in(annotation: object) -> tuple[type[BaseModel], ...]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return (annotation,)
    arguments: tuple[object, ...] = getattr(annotation, "__args__", ())
    return tuple(dict.fromkeys(found for argument in arguments for found in _models_in(argument)))
