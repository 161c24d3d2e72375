"""Printed values guessed from properties: attack, defense and movement under the names designers use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_NAMES: Final = {
    "attack": ("attack", "att", "atk", "af", "attackfactor", "attackstrength", "as"),
    "defense": ("defense", "defence", "def", "df", "defensefactor", "defensestrength", "ds"),
    "combat": ("combat", "cf", "cs", "combatfactor", "combatstrength", "strength", "sp", "str"),
    "movement": ("movement", "move", "mov", "ma", "mf", "mp", "movementallowance", "movementpoints", "mv"),
    "cohesion": ("cohesion", "morale", "quality", "er", "tq", "effectiveness", "proficiency"),
}
_BY_NAME: Final = {name: key for key, names in _NAMES.items() for name in names}
_ROW: Final = re.compile(r"^\(?(\d{1,2})\)?-(\d{1,2})(?:-(\d{1,2}))?$")
_SIZES: Final = frozenset(("I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX", "•", "••", "•••"))


def figures_of(values: Mapping[str, str]) -> dict[str, float]:
    """The printed values among some properties."""
    found: dict[str, float] = {}
    for name, text in values.items():
        key = _BY_NAME.get(re.sub(r"[^a-z]", "", name.lower()))
        if key and re.fullmatch(r"\d{1,3}(\.\d)?", text.strip()):
            found.setdefault(key, float(text))
    if found:
        return found
    for text in values.values():
        row = _ROW.match(text.strip())
        if row:
            first, second, third = row[1], row[2], row[3]
            if third is None:
                return {"combat": float(first), "movement": float(second)}
            return {"attack": float(first), "defense": float(second), "movement": float(third)}
    return {}


def size_of(values: Mapping[str, str]) -> str:
    """The size mark among some properties."""
    for name, text in values.items():
        if "size" in name.lower() or "echelon" in name.lower():
            mark = text.strip().upper()
            if mark in _SIZES:
                return mark
    return ""
