"""Finding rulesets by name: built-in games by import path, third parties by entry point.

The path of a built-in ruleset is fixed here as ``modules.<game>.rules``; a third party registers
an entry point in the group ``hexwright.rulesets``. A module file only names an id, so opening
one runs no code that was not installed on purpose.
"""

from __future__ import annotations

import importlib
import re
from importlib.metadata import entry_points

from engine.definition.effects import FREE_EFFECTS, EffectWord
from engine.errors import EngineError
from engine.rules.ruleset import Ruleset

GROUP = "hexwright.rulesets"
FREE_PLAY = "free-play"


def find_ruleset(name: str) -> Ruleset:
    """The ruleset of that id; ``free-play`` is always there.

    Raises :class:`EngineError` when nothing of that name is installed.
    """
    if name == FREE_PLAY:
        free: Ruleset = importlib.import_module("engine.rules.freeplay").RULESET
        return free
    for entry in entry_points(group=GROUP, name=name):
        found: Ruleset = entry.load()
        return found
    if re.fullmatch(r"[a-z][a-z0-9_]*", name):
        try:
            package = importlib.import_module(f"modules.{name}.rules")
        except ModuleNotFoundError:
            pass
        else:
            built_in: Ruleset = package.RULESET
            return built_in
    raise EngineError(f"no ruleset named {name!r} is installed; the module can still be played by free play")


def effect_words(name: str | None) -> tuple[EffectWord, ...]:
    """The effect blocks that the cards of a ruleset may have; those of free play for none.

    A ruleset lists its own in an attribute ``effects``; without one, or where nothing of that name is
    installed, there is no list.
    """
    if name is None or name == FREE_PLAY:
        return FREE_EFFECTS
    try:
        words: tuple[EffectWord, ...] = getattr(find_ruleset(name), "effects", ())
    except EngineError:
        return ()
    return words
