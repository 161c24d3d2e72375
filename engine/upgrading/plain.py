"""Plain data as it comes from YAML or JSON, and safe ways to look into it and to change parts of it."""

from collections.abc import Callable, Mapping, Sequence

#: A mapping of a file: text to values, lists and further mappings.
Plain = Mapping[str, object]
Change = Callable[[Plain], Plain]


def each(value: object, change: Change) -> object:
    """A list with every mapping in it changed; anything that is no list stays as it is."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    items = [change(item) if isinstance(item, Mapping) else item for item in value]
    return tuple(items) if isinstance(value, tuple) else items


def each_value(value: object, change: Change) -> object:
    """A mapping with every mapping among its values changed; anything else stays as it is."""
    if not isinstance(value, Mapping):
        return value
    return {key: change(item) if isinstance(item, Mapping) else item for key, item in value.items()}


def with_key(item: Plain, key: str, change: Callable[[object], object]) -> Plain:
    """The same mapping with one value changed, if it has it."""
    return {**item, key: change(item[key])} if key in item else item
