"""Small words and marks that several parts of the set-up sheet share."""

from __future__ import annotations

from collections import Counter
from typing import Final

from app.exporting.plan import CounterMark, Face, Style
from app.exporting.setup_content import Entry, Group
from app.exporting.source import PrintSource
from engine.definition.scenario import VersionDef

VALUES: Final = Style(Face.FIGURES, 6.9)
"""The values of a unit behind its name."""


def counter_mark(entry: Entry, x: float, y: float, edge: float) -> CounterMark:
    """The counter of an entry."""
    return CounterMark(x, y, edge, entry.face, entry.piece, entry.art)


def place_count(group: Group) -> str:
    """How many units go to a hex, or what else goes there."""
    if group.units:
        return in_words(group.units, "unit")
    leaders = group.total("leader")
    if leaders:
        return in_words(leaders, "leader")
    kinds = Counter(entry.kind for entry in group.entries)
    if kinds["supply"]:
        return f"{group.total('supply')} SP"
    return in_words(len(group.entries), "piece")


def in_words(number: int, one: str, many: str = "") -> str:
    """A count with its word."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def turns_of(source: PrintSource, version: VersionDef) -> str:
    """The turns of a version and how many they are."""
    first, last = source.scenario.first_turn, version.last_turn
    count = last - first + 1
    return f"turns {first}–{last} ({count})" if count > 1 else f"turn {first}"


def rule_word(rule: str) -> str:
    """A rule number with its word."""
    return f"rule {rule}" if rule else ""


def ordinal(number: int) -> str:
    """A place in an order as a word."""
    names = ("first", "second", "third", "fourth", "fifth", "sixth")
    return names[number - 1] if 1 <= number <= len(names) else f"as number {number}"
