"""Ids from the names people give to things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Final

MAX_ID: Final = 60
_LETTERS: Final = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "œ": "oe"})


def slug(name: str, otherwise: str = "item") -> str:
    """A name in the letters an id may have."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    plain = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return plain[:MAX_ID].strip("-") or otherwise


def normal(name: str) -> str:
    """A name reduced to letters and digits, for comparing."""
    return slug(name, "").replace("-", "")


def tidy(name: str, most: int = 60) -> str:
    """A name for people: printable, without double blanks, not too long."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    return plain[:most].strip()


@dataclass
class Ids:
    """Hands out ids that are not taken yet."""

    taken: set[str] = field(default_factory=set)

    def new(self, name: str, otherwise: str = "item") -> str:
        """The id of a name, with a number where it is taken."""
        base = slug(name, otherwise)
        found = first_free(base, self.taken)
        self.taken.add(found)
        return found


def first_free(base: str, taken: Container[str]) -> str:
    """The base itself, or the base with the first number that is free."""
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
