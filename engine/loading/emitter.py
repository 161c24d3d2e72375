"""Values as canonical YAML: one way to write each value, short things on one line, long things in lines.

What this writes, `engine.loading.text` reads back as the same value. Text that any YAML reader might take for
something else is put in quotes.
"""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from engine.loading.text import Value

WIDTH = 110

Scalar: TypeAlias = bool | int | float | str | None

_PLAIN = re.compile(r"[^\W\d_][\w ./()'+&%;=*-]*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n", "none", "nan", "inf"))
_FOLDABLE = re.compile(r"[^\s]+(?: [^\s]+)*")


def to_yaml(value: Mapping[str, Value]) -> str:
    """The text of a file that holds a mapping."""
    return "\n".join(_mapping_lines(value)) + "\n"


def _mapping_lines(value: Mapping[str, Value]) -> Iterator[str]:
    for key, item in value.items():
        yield from _entry_lines(f"{scalar(key)}:", item)


def _entry_lines(lead: str, item: Value) -> Iterator[str]:
    """Lines of `key: value`, unindented."""
    if isinstance(item, str):
        yield from _text_lines(lead, item)
    elif not isinstance(item, dict | tuple):
        yield f"{lead} {scalar(item)}"
    elif not item:
        yield lead + (" {}" if isinstance(item, dict) else " []")
    elif _fits(item) and len(lead) + 1 + len(flow(item)) <= WIDTH - 6:
        yield f"{lead} {flow(item)}"
    elif isinstance(item, dict):
        yield lead
        yield from _indented(_mapping_lines(item))
    else:
        yield lead
        yield from _indented(_sequence_lines(item))


def _sequence_lines(items: tuple[Value, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, str):
            yield from _text_lines("-", item)
        elif not isinstance(item, dict | tuple) or not item or len(flow(item)) <= WIDTH - 4 + 20:
            yield f"- {flow(item)}"
        else:
            inner = _mapping_lines(item) if isinstance(item, dict) else _sequence_lines(item)
            for number, line in enumerate(inner):
                yield ("- " if number == 0 else "  ") + line


def _fits(item: Value) -> bool:
    """Short values and lists of short values may stand on one line; lists of mappings may not."""
    if isinstance(item, tuple):
        return all(not isinstance(inner, dict) for inner in item)
    return True


def _text_lines(lead: str, text: str) -> Iterator[str]:
    line = f"{lead} {scalar(text)}"
    if len(line) <= WIDTH or not _FOLDABLE.fullmatch(text) or " " not in text:
        yield line
        return
    yield f"{lead} >-"
    yield from _indented(
        iter(textwrap.wrap(text, WIDTH - 10, break_long_words=False, break_on_hyphens=False))
    )


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def flow(value: Value) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value)


def scalar(value: Scalar) -> str:
    """A single value, in quotes only where it must be."""
    if isinstance(value, str):
        plain = _PLAIN.fullmatch(value) and value == value.strip() and value.lower() not in _WORDS
        return value if plain and "\n" not in value else quoted(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, float):
        return with_point(repr(value))
    return repr(value)


def with_point(digits: str) -> str:
    """A number with a point in it: without one, what has an exponent would be read as text."""
    mantissa, mark, exponent = digits.partition("e")
    return f"{mantissa}.0e{exponent}" if mark and "." not in mantissa else digits


def quoted(text: str) -> str:
    """Text in double quotes with the escapes that YAML and JSON share."""
    escaped = json.dumps(text, ensure_ascii=False)
    return re.sub(
        "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", escaped
    )
