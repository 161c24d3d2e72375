"""Pieces as VASSAL writes them: a chain of traits, the outermost first, the basic piece at its end.

Prototypes are put in where a piece names them. Properties with fixed values are collected, because side,
strength and names on labels live there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.importing.refusal import ImportRefused
from app.importing.vassal.tokens import split

MAX_TRAITS: Final = 2_000
MAX_DEPTH: Final = 20
_VALUE: Final = re.compile(r"\$([^$]{1,80})\$")
_SIMPLE: Final = re.compile(r"\{\s*(?:\"([^\"]*)\"|([A-Za-z_]\w*))\s*\}")


@dataclass(frozen=True)
class Trait:
    """One trait: its kind, the fields of its type and its state."""

    kind: str
    fields: tuple[str, ...]
    state: str = ""

    def text(self, number: int, otherwise: str = "") -> str:
        """One field; another value where it is missing."""
        return self.fields[number] if number < len(self.fields) else otherwise

    def flag(self, number: int) -> bool:
        """Whether a field says true."""
        return self.text(number).lower() == "true"


@dataclass(frozen=True)
class PieceText:
    """A piece as written, taken apart."""

    id: str
    traits: tuple[Trait, ...]

    @property
    def basic(self) -> Trait | None:
        """The basic piece."""
        return next((trait for trait in reversed(self.traits) if trait.kind == "piece"), None)

    @property
    def name(self) -> str:
        """The name of the basic piece."""
        return self.basic.text(3) if self.basic else ""

    @property
    def gpid(self) -> str:
        """The number by which saves know the slot."""
        state = split(self.basic.state, ";") if self.basic else []
        return state[3] if len(state) > 3 else ""


def read_piece(text: str) -> PieceText | None:
    """The piece in the text of a slot; None if it holds none."""
    text = text.strip("\n\r\t ")
    if not text.startswith("+/"):
        return None
    parts = split(text[2:], "/")
    if len(parts) < 2:
        return None
    state = parts[2] if len(parts) > 2 else ""
    return PieceText(parts[0], chain(parts[1], state))


def chain(types: str, states: str) -> tuple[Trait, ...]:
    """The traits of a type with their states, the outermost first."""
    heads, conditions = _links(types), _links(states)
    conditions += [""] * (len(heads) - len(conditions))
    return tuple(_trait(head, state) for head, state in zip(heads, conditions, strict=False))


def _links(text: str) -> list[str]:
    found: list[str] = []
    waiting = [text]
    while waiting:
        tokens = split(waiting.pop(), "\t")
        found.append(tokens[0])
        waiting.extend(reversed(tokens[1:]))
        if len(found) > MAX_TRAITS:
            raise ImportRefused(f"a piece has more than {MAX_TRAITS} traits", "this is no sound module")
    return found


def _trait(head: str, state: str) -> Trait:
    kind, _, rest = head.partition(";")
    return Trait(kind, tuple(split(rest, ";")), state)


@dataclass
class Prototypes:
    """All prototypes of a module by name."""

    traits: dict[str, tuple[Trait, ...]] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    _steps: int = 0

    def expand(self, traits: tuple[Trait, ...], within: tuple[str, ...] = ()) -> tuple[Trait, ...]:
        """The traits with prototypes put in; unknown ones and those within themselves are left out and noted.
        Refuses prototypes that name so many others that it would never end.
        """
        self._steps = self._steps + 1 if within else 0
        if self._steps > MAX_TRAITS:
            raise ImportRefused(f"a piece has more than {MAX_TRAITS} prototypes", "this is no sound module")
        found: list[Trait] = []
        for trait in traits:
            if trait.kind != "prototype":
                found.append(trait)
                continue
            inner = self.traits.get(trait.text(0))
            if inner is None or trait.text(0) in within or len(within) >= MAX_DEPTH:
                self.missing.add(trait.text(0))
                continue
            parameters = [Trait("mark", (name,), value) for name, value in _parameters(trait).items()]
            body = tuple(part for part in inner if part.kind != "piece")
            found += [*parameters, *self.expand(body, (*within, trait.text(0)))]
            if len(found) > MAX_TRAITS:
                raise ImportRefused(f"a piece has more than {MAX_TRAITS} traits", "this is no sound module")
        return tuple(found)


def _parameters(trait: Trait) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in split(trait.text(1), ","):
        name, equals, value = entry.partition("=")
        if equals:
            found[name.strip()] = value
    return found


def properties(traits: tuple[Trait, ...], name: str) -> dict[str, str]:
    """Properties with fixed values; where two traits give one, the outer one counts."""
    found: dict[str, str] = {}
    for trait in traits:
        if trait.kind == "mark":
            values = split(trait.state, ",")
            for number, key in enumerate(split(trait.text(0), ",")):
                found.setdefault(key, values[number] if number < len(values) else "")
        elif trait.kind == "PROP":
            found.setdefault(trait.text(0), trait.state)
    for key in ("BasicName", "PieceName", "pieceName"):
        found.setdefault(key, name)
    return found


def expanded(text: str, values: Mapping[str, str]) -> str:
    """A text with the values of properties put in, a few levels deep; what is unknown becomes empty."""
    for _ in range(4):
        simple = _SIMPLE.fullmatch(text.strip())
        if simple:
            text = simple[1] if simple[1] is not None else values.get(simple[2], "")
        elif _VALUE.search(text):
            text = _VALUE.sub(lambda match: values.get(match[1], ""), text)[:2_000]
        else:
            break
    return text


def is_expression(text: str) -> bool:
    """Whether a text would have to be computed by VASSAL."""
    text = text.strip()
    return text.startswith("{") and text.endswith("}") and not _SIMPLE.fullmatch(text)
