"""Finding rulesets by name: built-in games by import path, third parties by entry point.

The path of a built-in ruleset is fixed here as ``modules.<game>.rules``; a third party registers
an entry point in the group ``hexwright.rulesets``. A module file only names an id, so opening
one runs no code that was not installed on purpose.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from engine.definition.effects import FREE_EFFECTS, EffectWord
from engine.errors import EngineError, RuleBug
from engine.play.action import Action
from engine.rules.ruleset import GameRules, Ruleset
from engine.state.model import OptionValue

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef

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


def has_rules(module: ModuleDef) -> bool:
    """Whether the ruleset a module names is installed; also where it names none."""
    try:
        find_ruleset(module.ruleset or FREE_PLAY)
    except EngineError:
        return False
    return True


def playable(module: ModuleDef) -> ModuleDef:
    """The module as it can be played here: without its ruleset where that is not installed."""
    return module if has_rules(module) else module.model_copy(update={"ruleset": None})


def rules_of(module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> GameRules:
    """A scenario made ready by the module's ruleset, or by free play where that is not installed.

    Raises :class:`EngineError` for unknown scenarios and options, and for modules the rules cannot read.
    """
    found = playable(module)
    name = found.ruleset or FREE_PLAY
    try:
        return find_ruleset(name).compile(found, scenario, options)
    except EngineError:
        raise
    except Exception as error:
        raise RuleBug(
            f"the rules {name!r} cannot read the module: {type(error).__name__}: {error}"
        ) from error


def chart_fault(module: ModuleDef) -> str:
    """What the rules cannot read in the charts of a module, in words; empty if nothing, or if unknown.

    A ruleset that reads its charts by themselves has a method ``read_charts``, which takes a module and
    raises :class:`EngineError`; it answers much sooner than making a scenario ready.
    """
    found = playable(module)
    try:
        read = getattr(find_ruleset(found.ruleset or FREE_PLAY), "read_charts", None)
        if read is not None:
            read(found)
    except EngineError as error:
        return str(error)
    return ""


def missing_rules(module: ModuleDef) -> str:
    """What to tell people of a module whose ruleset is not installed; empty if all is well."""
    if has_rules(module):
        return ""
    return f"The rules '{module.ruleset}' are not installed: {module.title} is played by free play."


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


def action_kinds(name: str | None) -> frozenset[str]:
    """The kinds of action of a ruleset, for which guides wait; those of free play for none.

    A ruleset lists its action types in an attribute ``action_types``; without one, or where nothing of that
    name is installed, there is no list.
    """
    try:
        types: tuple[type[Action], ...] = getattr(find_ruleset(name or FREE_PLAY), "action_types", ())
    except EngineError:
        return frozenset()
    return frozenset(str(kind.__struct_config__.tag) for kind in types)


def schedule_actions(name: str | None) -> frozenset[str] | None:
    """What entries of a schedule a ruleset plays; None for all of them, or where that is not known.

    A built-in game tells it in its package, ``SCHEDULE_ACTIONS``, so that reading a module brings in no
    rules; those of others in an attribute ``schedule_actions``. In free play everything is done by hand.
    """
    return _told(name, "schedule_actions")


def schedule_kinds(name: str | None) -> frozenset[str] | None:
    """What kinds of piece a ruleset moves by the schedule; None for all, or where that is not known.

    Told as the actions are, in ``SCHEDULE_KINDS`` or an attribute ``schedule_kinds``.
    """
    return _told(name, "schedule_kinds")


def schedule_choices(name: str | None) -> frozenset[str] | None:
    """The named rules for a place that entries of a schedule may use; None where that is not known.

    Told as the actions are, in ``SCHEDULE_CHOICES`` or an attribute ``schedule_choices``.
    """
    return _told(name, "schedule_choices")


def _told(name: str | None, what: str) -> frozenset[str] | None:
    """What a ruleset says of itself by an attribute, or its package by a constant; None for nothing."""
    if name is None or name == FREE_PLAY:
        return None
    for entry in entry_points(group=GROUP, name=name):
        told: tuple[str, ...] | None = getattr(entry.load(), what, None)
        return None if told is None else frozenset(told)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return None
    try:
        package = importlib.import_module(f"modules.{name}")
    except ModuleNotFoundError:
        return None
    built_in: tuple[str, ...] | None = getattr(package, what.upper(), None)
    return None if built_in is None else frozenset(built_in)
