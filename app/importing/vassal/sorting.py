"""Whose counters are whose: sides, formations and markers guessed from players, properties and palettes.

Every guess can be overruled group by group; a group is the path of palettes around a counter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from app.importing.naming import Ids, normal
from app.importing.vassal.model import ModuleRead, Slot

Role = Literal["side", "formation", "marker", "leave"]
SIDE_KEYS: Final = (
    "side",
    "nation",
    "nationality",
    "army",
    "force",
    "faction",
    "player",
    "owner",
    "country",
    "team",
    "allegiance",
)
_NOBODY: Final = re.compile(
    r"observ|referee|umpire|solo|solitaire|moderator|gamemaster|spectat", re.IGNORECASE
)
_MARKERS: Final = re.compile(
    r"mark|info|status|control|chit|misc|tokens?|counters? \(|turn|vp\b", re.IGNORECASE
)
_RESERVED: Final = ("all", "draw", "none")
MOST_SIDES: Final = 8


class GroupChoice(msgspec.Struct, frozen=True):
    """What a user said about a group of counters."""

    role: Role
    side: str = ""


class Group(msgspec.Struct, frozen=True):
    """A group of counters as it is proposed: how many, whose, and as what."""

    path: str
    count: int
    role: Role
    side: str
    is_guess: bool = True


@dataclass(frozen=True)
class Belonging:
    """What one counter belongs to."""

    side: str | None
    formation: str
    is_marker: bool
    is_left: bool = False


@dataclass
class Sorting:
    """The sides of a module and the belonging of each counter."""

    read: ModuleRead
    choices: Mapping[str, GroupChoice] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)
    guesses: list[str] = field(default_factory=list)
    groups: dict[str, Group] = field(default_factory=dict)
    _by_name: dict[str, str] = field(default_factory=dict)

    def find_sides(self) -> None:
        """Names the sides: players of the roster, else values of properties, else palettes."""
        names = [name for name in self.read.sides if not _NOBODY.search(name)]
        if len(names) < 2:
            names = self._from_properties() or self._from_palettes() or names
            self.guesses.append(f"sides are guessed: {', '.join(names) or 'none found'}")
        for filler in ("First side", "Second side"):
            if len(names) < 2:
                names.append(filler)
        ids = Ids(set(_RESERVED))
        for name in names[:MOST_SIDES]:
            identity = ids.new(name, "side")
            self.sides[identity] = name
            self._by_name[normal(name)] = identity

    def _slots(self) -> Iterable[Slot]:
        yield from self.read.slots
        for stack in self.read.stacks:
            yield from stack.slots

    def _from_properties(self) -> list[str]:
        counted: dict[str, Counter[str]] = {}
        for slot in self._slots():
            for key, value in slot.values.items():
                if key.lower() in SIDE_KEYS and value and "$" not in value and len(value) < 40:
                    counted.setdefault(key.lower(), Counter())[value] += 1
        fitting = [
            (SIDE_KEYS.index(k), found) for k, found in counted.items() if 2 <= len(found) <= MOST_SIDES
        ]
        return list(min(fitting, key=lambda entry: entry[0])[1]) if fitting else []

    def _from_palettes(self) -> list[str]:
        for level in (1, 2, 0, 3):
            names = Counter(
                slot.path[level]
                for slot in self.read.slots
                if len(slot.path) > level and not _MARKERS.search(slot.path[level])
            )
            if 2 <= len(names) <= MOST_SIDES:
                return list(names)
        return []

    def of(self, slot: Slot) -> Belonging:
        """What a counter belongs to; also counts its group."""
        path = " / ".join(slot.path)
        side = self._side(slot)
        is_marker = side is None or bool(slot.path and _MARKERS.search(slot.path[-1]))
        formation = self._formation(slot)
        role: Role = "marker" if is_marker else "formation" if formation else "side"
        choice = self.choices.get(path)
        if choice is not None:
            role, side = choice.role, choice.side if choice.side in self.sides else None
            is_marker = role == "marker"
            formation = (slot.path[-1] if slot.path else "") if role == "formation" else ""
        known = self.groups.get(path)
        count = known.count + 1 if known else 1
        self.groups[path] = Group(path, count, role, side or "", is_guess=choice is None)
        return Belonging(side, formation if side and not is_marker else "", is_marker, role == "leave")

    def _side(self, slot: Slot) -> str | None:
        for key, value in slot.values.items():
            if key.lower() in SIDE_KEYS and normal(value) in self._by_name:
                return self._by_name[normal(value)]
        for value in slot.values.values():
            if value and len(value) < 40 and normal(value) in self._by_name:
                return self._by_name[normal(value)]
        for part in reversed(slot.path):
            found = self._by_name.get(normal(part)) or self._in_words(part)
            if found:
                return found
        return self._in_words(slot.name)

    def _in_words(self, part: str) -> str | None:
        words = {normal(word) for word in re.split(r"[\s_.,:;/()-]+", part)} | {normal(part)}
        found = [identity for name, identity in self._by_name.items() if name in words]
        return found[0] if len(found) == 1 else None

    def _formation(self, slot: Slot) -> str:
        if not slot.path:
            return ""
        last = slot.path[-1]
        is_side = normal(last) in self._by_name or self._in_words(last) is not None
        depth = len([part for part in slot.path if normal(part) not in self._by_name])
        return "" if is_side or _MARKERS.search(last) or depth < 2 else last
