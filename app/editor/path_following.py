"""Paths that go with what they lead to when lists grow, shrink or are put in another order."""

from __future__ import annotations

from engine.definition.module import ModuleDef
from engine.editing.searching import Path, value_at


def followed(before: ModuleDef, after: ModuleDef, path: Path) -> Path | None:
    """Where a thing of one state of a module is in another; None when it is gone.

    In each list on the way it is found as the same object, by its id, or where it was.
    """
    way: Path = ()
    for n, step in enumerate(path):
        if isinstance(step, int):
            at = _place(value_at(before, path[:n]), value_at(after, way), step)
            if at is None:
                return None
            way = (*way, at)
        else:
            way = (*way, step)
    return way if value_at(after, way) is not None else None


def _place(old: object, new: object, at: int) -> int | None:
    if not isinstance(old, tuple) or not isinstance(new, tuple) or not 0 <= at < len(old):
        return None
    thing = old[at]
    name = getattr(thing, "id", None)
    if at < len(new) and (new[at] is thing or (name is not None and getattr(new[at], "id", None) == name)):
        return at
    same = next((n for n, item in enumerate(new) if item is thing), None)
    if same is None and name is not None:
        same = next((n for n, item in enumerate(new) if getattr(item, "id", None) == name), None)
    if same is not None:
        return same
    return at if len(new) == len(old) else None
