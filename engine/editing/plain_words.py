"""Words about a module for people: the ids that checks and refusals quote, said as the names of things."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.editing.change import NAMED
from engine.editing.said import said
from engine.editing.searching import title_of

_QUOTED: Final = re.compile(r"'([a-z0-9][a-z0-9-]*)'")


class Names:
    """The names of all things of a module, looked up when they are first needed."""

    def __init__(self, module: ModuleDef) -> None:
        self._module = module

    @cached_property
    def _things(self) -> Mapping[str, BaseModel]:
        return {item.id: item for part in reversed(NAMED) for item in getattr(self._module, part)}

    @cached_property
    def _bearers(self) -> Counter[str]:
        return Counter(piece.name for piece in self._module.pieces)

    def say(self, words: str) -> str:
        """The words of a check as people say them: no language of files, and quoted ids said as names of
        things, the id behind a name that others bear, too.
        """
        return _QUOTED.sub(self._named, said(words))

    def of(self, key: str) -> str:
        """The name of a thing, with its id if others bear it, too; the id itself if it has none."""
        return self._called(key) or key

    def _named(self, found: re.Match[str]) -> str:
        return self._called(found.group(1)) or found.group()

    def _called(self, key: str) -> str:
        thing = self._things.get(key)
        title = title_of(thing) if thing is not None else ""
        if not title or title == key:
            return ""
        return f"{title} ({key})" if self._bearers[title] > 1 else title
