"""Words for an edit that took away what other things still name: what it is called, and who names it.

The checks only see an id that means nothing any more. Whoever deleted a side knows that it is gone; what they
need to hear is that it is still used, and where.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.editing.change import NAMED
from engine.editing.searching import title_of, value_at
from engine.issues import Issue
from engine.loading.text import Path

HINT: Final = "give these something else or delete them first"
_UNKNOWN: Final = re.compile(r"^there is no [a-z ]+ '?([a-z0-9][a-z0-9-]*)'?$")
_FEW: Final = 3
"""So many things of a part are called by their names,"""
_NAMED_IN: Final = 2
"""unless more parts than this are concerned: then they are only counted."""
_PARTS: Final[Mapping[str, str]] = {
    "pieces": "counters", "boards": "maps", "schedule": "the schedule", "sequence": "the sequence of play",
    "hexsides": "kinds of hexside", "routes": "kinds of route", "types": "types of unit",
    "victory": "the conditions of victory", "provenance": "sources",
}  # fmt: skip


def still_used(before: ModuleDef, after: ModuleDef, found: Sequence[tuple[Issue, Path]]) -> str:
    """What of the earlier module the later one has no longer and still names, and where; empty if nothing."""
    missed: dict[str, list[Path]] = {}
    for issue, path in found:
        match = _UNKNOWN.match(issue.message)
        if match is not None:
            missed.setdefault(match.group(1), []).append(path)
    gone = _gone(before, after) if missed else {}
    word = next((word for word in missed if word in gone), None)
    return f"{gone[word]} is still used: {_where(after, missed[word])}" if word is not None else ""


def id_taken(before: ModuleDef, after: ModuleDef, path: Path) -> str:
    """Whose an id is that an edit gave to another thing; empty if both are new."""
    key, things, old = value_at(after, path), value_at(after, path[:-2]), value_at(before, path[:-2])
    if not isinstance(things, tuple) or not isinstance(old, tuple):
        return ""
    known = {id(thing) for thing in old}
    owner = next((one for one in things if getattr(one, "id", "") == key and id(one) in known), None)
    return f"the id '{key}' belongs to {title_of(owner)}" if isinstance(owner, BaseModel) else ""


def stands_there(before: ModuleDef, after: ModuleDef, paths: Sequence[Path]) -> str:
    """Who needs hexes that an edit of the landscape would close; empty if the places themselves are new."""
    places = {path: place for path in paths if (place := _place(after, path)) == _place(before, path)}
    for path, place in places.items():
        holder, counters = value_at(after, path[:-1]), after.pieces_by_id()
        names = [counters[name].name for name in getattr(holder, "pieces", ()) if name in counters]
        if path[0] == "scenarios" and names:
            verb, rest = "is" if len(names) == 1 else "are", " and others" if len(names) > _FEW else ""
            return f"{', '.join(names[:_FEW])}{rest} {verb} set up in {place} in {_titled(after, path)}"
    used = next(iter(places.items()), None)
    return f"{used[1]} is still used: {_where(after, [used[0]])}" if used is not None else ""


def _place(module: ModuleDef, path: Path) -> object:
    """The place a path leads to, which is a key where it says who controls it."""
    value = value_at(module, path)
    return path[-1] if "control" in path and value is not None else value


def _titled(module: ModuleDef, path: Path) -> str:
    thing = value_at(module, path[:2])
    return title_of(thing) if isinstance(thing, BaseModel) else str(path[0])


def _gone(before: ModuleDef, after: ModuleDef) -> Mapping[str, str]:
    """What the later module has no longer: ids, and what people call it."""
    old, new = _named(before), _named(after)
    bearers = Counter(piece.name for piece in before.pieces)
    return {
        key[1]: f"{title} ({key[1]})" if bearers[title] > 1 else title
        for key, title in old.items()
        if key not in new
    }


def _named(module: ModuleDef) -> dict[tuple[str, str], str]:
    """All things with ids, by part and id, and what people call them."""
    found = {(part, item.id): title_of(item) for part in NAMED for item in getattr(module, part)}
    found |= {("sequence", phase.id): title_of(phase) for phase in module.phases()}
    return found | {("zones", zone.id): title_of(zone) for board in module.boards for zone in board.zones}


def _where(module: ModuleDef, paths: Sequence[Path]) -> str:
    """Parts of the module, and what in each, a few by name."""
    parts: dict[str, dict[str, None]] = {}
    for path in sorted(paths, key=_in_order):
        names = parts.setdefault(str(path[0]) if path else "module", {})
        thing = value_at(module, path[:2])
        if len(path) > 1 and isinstance(thing, BaseModel):
            names[title_of(thing)] = None
    few = _FEW if len(parts) <= _NAMED_IN else 0
    return ", ".join(_part(part, list(names), few) for part, names in parts.items())


def _part(part: str, names: Sequence[str], most: int) -> str:
    words = _PARTS.get(part, part.replace("_", " "))
    if not names:
        return words
    if len(names) > 1 and not most:
        return f"{words} ({len(names)})"
    few = names if len(names) <= most + 1 else [*names[:most], f"{len(names) - most} more"]
    listed = " and ".join((", ".join(few[:-1]), few[-1])) if len(few) > 1 else few[0]
    return f"{words} ({listed})"


def _in_order(path: Path) -> tuple[tuple[bool, int, str], ...]:
    """Paths by their numbers, not by the figures of these as letters."""
    return tuple((isinstance(s, str), s if isinstance(s, int) else 0, str(s)) for s in path)
