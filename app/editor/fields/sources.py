"""What fields ask of the module they edit: what can be named, how it looks, and a place from the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from pydantic import BaseModel
from PySide6.QtGui import QIcon

Choice = tuple[str, str]
"""An id and its words for people."""


class Sources(Protocol):
    """The module as the fields see it; `owner` is the definition a field belongs to."""

    owner: BaseModel | None

    def choices(self, target: str, name: str = "") -> Sequence[Choice]:
        """What can be named; `name` is the option or track whose values are wanted."""
        ...

    def words(self, field: str) -> Sequence[str]:
        """Words in use for a field."""
        ...

    def rule_words(self, field: str) -> Sequence[str]:
        """Words the rules of the game know for a field."""
        ...

    def icon(self, target: str, name: str) -> QIcon | None:
        """How a thing looks, where it has a picture."""
        ...

    def title(self, place: str) -> str:
        """What a place is called."""
        ...

    def summary(self, thing: object) -> str:
        """A definition in a few words."""
        ...

    def place_from(self, text: str) -> str:
        """The place typed, by id or by name."""
        ...

    def called(self, target: str, text: str) -> str:
        """The only thing that is called so and is not offered, such as a counter of the other side."""
        ...

    def ask_place(self, words: str, done: Callable[[str], None]) -> None:
        """Lets the person click a place on the map; `done` gets it."""
        ...

    def ask_picture(self, done: Callable[[str], None]) -> None:
        """Lets the person choose a picture; `done` gets its name inside the module."""
        ...


class NoSources:
    """No module: nothing to name."""

    owner: BaseModel | None = None

    def choices(self, target: str, name: str = "") -> Sequence[Choice]:
        return ()

    def words(self, field: str) -> Sequence[str]:
        return ()

    def rule_words(self, field: str) -> Sequence[str]:
        return ()

    def icon(self, target: str, name: str) -> QIcon | None:
        return None

    def title(self, place: str) -> str:
        return ""

    def summary(self, thing: object) -> str:
        return type(thing).__name__

    def place_from(self, text: str) -> str:
        return text.strip()

    def called(self, target: str, text: str) -> str:
        return ""

    def ask_place(self, words: str, done: Callable[[str], None]) -> None:
        return None

    def ask_picture(self, done: Callable[[str], None]) -> None:
        return None
