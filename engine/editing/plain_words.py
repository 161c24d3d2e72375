"""Words about a module for people: the ids that checks and refusals quote, said as the names of things."""

import re
from collections import Counter
from typing import Final

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.editing.change import NAMED
from engine.editing.searching import title_of

_QUOTED: Final = re.compile(r"'([a-z0-9][a-z0-9-]*)'")


def in_names(words: str, module: ModuleDef) -> str:
    """The words with quoted ids said as names of things, the id behind a name that others bear, too."""
    if not _QUOTED.search(words):
        return words
    things: dict[str, BaseModel] = {}
    for part in reversed(NAMED):
        things |= {item.id: item for item in getattr(module, part)}
    bearers = Counter(piece.name for piece in module.pieces)

    def named(found: re.Match[str]) -> str:
        thing = things.get(found.group(1))
        title = title_of(thing) if thing is not None else ""
        if not title or title == found.group(1):
            return found.group()
        return f"{title} ({found.group(1)})" if bearers[title] > 1 else title

    return _QUOTED.sub(named, words)
