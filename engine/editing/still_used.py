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
