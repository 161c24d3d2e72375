"""What the library asks the program to start: one value, complete, checked by the rules later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.definition.sequence import OptionDef
from engine.ids import SideId
from engine.state.model import OptionValue

PERSON = ""
VERSION = "version"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRequest:
    """A new game: module and scenario, options of the rules, seed, and who plays how.

    `seats` gives each side a computer player's name, or nothing for a person. `is_solo` shows
    everything to one person who plays both sides; `has_free_play` leaves the rules out.
    """

    path: Path
    module: ModuleDef
    scenario: str
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=lambda: MappingProxyType({}))
    seats: Mapping[SideId, str] = field(default_factory=lambda: MappingProxyType({}))
    is_solo: bool = False
    has_table_dice: bool = False
    has_free_undo: bool = False
    has_free_play: bool = False


def offered_options(module: ModuleDef, scenario: ScenarioDef) -> tuple[OptionDef, ...]:
    """The options of a module that belong to a scenario."""
    return tuple(o for o in module.options if not o.scenarios or scenario.id in o.scenarios)


def default_options(module: ModuleDef, scenario: ScenarioDef) -> dict[str, OptionValue]:
    """The values options have if nobody changes them; what the scenario fixes comes first."""
    values: dict[str, OptionValue] = {o.id: o.default for o in offered_options(module, scenario)}
    values.update(scenario.options)
    return values


def is_fixed(scenario: ScenarioDef, option: OptionDef) -> bool:
    """Whether the scenario leaves no choice."""
    return option.id in scenario.options


def is_open(option: OptionDef, values: Mapping[str, OptionValue]) -> bool:
    """Whether the conditions of an option on other options hold."""
    return all(values.get(condition.option) == condition.value for condition in option.when)


def changed_options(
    module: ModuleDef, scenario: ScenarioDef, values: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """Only those of `values` that a person may choose here and whose conditions hold."""
    return {
        option.id: values[option.id]
        for option in offered_options(module, scenario)
        if option.id in values and not is_fixed(scenario, option) and is_open(option, values)
    }
