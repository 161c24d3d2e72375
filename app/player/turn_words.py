"""Turns in words: number and date, and only the number where the track has no date that says more."""

from __future__ import annotations

from engine.definition.module import ModuleDef


def turn_title(module: ModuleDef, number: int) -> str:
    """A turn by its number and date: `Turn 3, November 1940`, or `Turn 3`."""
    words, date = f"Turn {number}", turn_date(module, number)
    return f"{words}, {date}" if date else words


def turn_date(module: ModuleDef, number: int) -> str:
    """The date of a turn; nothing where the track has none, or one that only repeats the number."""
    date = module.turn_title(number)
    return "" if date.lower() in {f"turn {number}", str(number)} else date
