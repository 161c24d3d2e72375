"""Which game is meant: ``GAME/SCENARIO``, or a module's folder or file with ``#SCENARIO`` behind it.

Modules are loaded once and kept, so that a program may start a thousand games.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.issues import near_miss
from engine.loading import builtin_modules, is_module_folder, load_module, place_of
from engine.rules.registry import rules_of
from engine.rules.ruleset import GameRules
from engine.saves import SaveFile
from engine.state.model import OptionValue

KEPT = 8
"""Compiled scenarios kept."""

PATH_MARKS = (".", "/", "\\", "~")


class UnknownReference(EngineError):
    """A game or scenario that is not there; the text names the near miss."""


Key = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
class Reference:
    """A scenario found: its module, its id, and the module's path if it is none of the built-in ones."""

    module: ModuleDef
    scenario: str
    path: str = ""


@dataclass(slots=True)
class Library:
    """Finds and keeps modules. Raises ``LoadError`` for a module with faults."""

    _loaded: dict[str, ModuleDef] = field(default_factory=dict)
    _compiled: OrderedDict[Key, tuple[ModuleDef, GameRules]] = field(default_factory=OrderedDict)

    def game(self, name: str) -> ModuleDef:
        """A built-in module by id, or the module at a path."""
        path = builtin_modules().get(name)
        if path is None and not looks_like_path(name) and not is_module_folder(name):
            known = builtin_modules()
            hint = near_miss(name, known) or f"known games: {', '.join(known) or 'none'}"
            raise UnknownReference(f"there is no game '{name}'; {hint}")
        place = str(path or name)
        if place not in self._loaded:
            self._loaded[place] = load_module(place)
        return self._loaded[place]

    def scenario(self, reference: str) -> Reference:
        """The scenario a reference names; with one scenario only, a path alone names it."""
        name, scenario = split_reference(reference)
        module = self.game(name)
        known = [found.id for found in module.scenarios]
        if not scenario and len(known) == 1:
            scenario = known[0]
        if scenario not in known:
            hint = near_miss(scenario, known) or f"scenarios: {', '.join(known) or 'none'}"
            raise UnknownReference(f"{module.id} has no scenario '{scenario}'; {hint}")
        return Reference(module, scenario, "" if name in builtin_modules() else name)

    def rules(
        self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue] | None = None
    ) -> GameRules:
        """A scenario made ready with its options; the last few are kept.

        Raises ``EngineError`` for unknown scenarios and options.
        """
        key = (id(module), scenario, repr(sorted((options or {}).items())))
        kept = self._compiled.get(key)
        if kept is None or kept[0] is not module:
            kept = self._compiled[key] = module, rules_of(module, scenario, options or {})
        self._compiled.move_to_end(key)
        while len(self._compiled) > KEPT:
            self._compiled.popitem(last=False)
        return kept[1]

    def module_of_save(self, module: str, path: str) -> ModuleDef:
        """The module of a saved game as it is now: where it lay then, else the built-in one of its id."""
        place = place_of(module, path)
        return self.game(str(place) if place is not None else module)

    def present_module(self, save: SaveFile) -> ModuleDef | None:
        """The same; None where it is gone or faulty and the save holds one to go on with."""
        try:
            return self.module_of_save(save.header.module, save.header.module_path)
        except EngineError:
            if save.module is None:
                raise
            return None


def split_reference(reference: str) -> tuple[str, str]:
    """Game or path, and scenario (empty if none is named).

    One stroke in the middle parts game and scenario; a folder in the present one is written ``./folder``.
    """
    if "#" in reference:
        name, _, scenario = reference.rpartition("#")
        return name, scenario
    if reference.count("/") == 1 and not reference.startswith(PATH_MARKS) and not is_file_name(reference):
        name, _, scenario = reference.partition("/")
        return name, scenario
    return reference, ""


def looks_like_path(name: str) -> bool:
    """Say whether a name is a path rather than the id of a game."""
    return name.startswith(PATH_MARKS) or "/" in name or "\\" in name or is_file_name(name)


def is_file_name(name: str) -> bool:
    """Say whether a name is that of a zipped module."""
    return name.lower().endswith((".hexmod", ".zip"))
