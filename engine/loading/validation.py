"""From pydantic's findings to issues that an author of a module understands."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

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
    details = error.errors(include_url=False)
    issues = [_issue(detail, model, places) for detail in details[:MAX_ISSUES]]
    return tuple(dict.fromkeys(issues))


def _issue(detail: ErrorDetails, model: type[BaseModel], places: Places) -> Issue:
    path = tuple(step for step in detail["loc"] if step != "[key]")
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
    if kind == "literal_error":
        expected = str(context.get("expected", ""))
        words = expected.replace("'", "").replace(" or ", ", ").split(", ")
        return f"{value} is none of {expected}", near_miss(str(detail["input"]), words) or "take one of these"
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
    """Names of the fields of the definition at a path, found through the types of the model."""
    current: type[BaseModel] | None = model
    for step in path:
        if isinstance(step, int) or current is None or step not in current.model_fields:
            continue
        current = _model_in(current.model_fields[step].annotation) or current
    return tuple(current.model_fields) if current else ()


def _model_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    arguments: tuple[object, ...] = getattr(annotation, "__args__", ())
    return next((found for argument in arguments if (found := _model_in(argument))), None)
