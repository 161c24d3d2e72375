"""Options scenario by scenario: offered to the players, fixed by the scenario, or not there at all."""

from dataclasses import dataclass

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.definition.sequence import OptionDef
from engine.editing.change import EditRefused, position_of, swapped, with_fields, with_parts
from engine.editing.checking import guarded
from engine.loading.option_checks import OptionValue


@dataclass(frozen=True, slots=True)
class InScenario:
    """What becomes of an option in a scenario; `fixed` is its value if the players cannot choose."""

    is_offered: bool
    fixed: bool | str | None = None


def in_scenario(option: OptionDef, scenario: ScenarioDef) -> InScenario:
    """How an option stands in a scenario."""
    is_offered = not option.scenarios or scenario.id in option.scenarios
    return InScenario(is_offered, scenario.options.get(option.id))


def set_in_scenario(module: ModuleDef, name: str, scenario: str, wanted: InScenario) -> ModuleDef:
    """Offers, fixes or takes away an option in one scenario; the others keep what they have.

    Taking it from the last scenario is refused, as an empty list means all of them.
    """
    option = module.options[position_of(module.options, name)]
    position_of(module.scenarios, scenario)
    everywhere = [known.id for known in module.scenarios]
    offered = set(option.scenarios or everywhere)
    offered = offered | {scenario} if wanted.is_offered else offered - {scenario}
    if not offered:
        raise EditRefused("no scenario would offer this option", "delete the option instead")
    listed = () if offered == set(everywhere) else tuple(n for n in everywhere if n in offered)
    options = module.options
    if set(listed) != set(option.scenarios):
        options = swapped(module.options, name, lambda old: with_fields(old, {"scenarios": listed}))
    fixed = wanted.fixed if wanted.is_offered else None

    def fix(old: ScenarioDef) -> ScenarioDef:
        values = {key: value for key, value in old.options.items() if key != name}
        if fixed is not None:
            values[name] = fixed
        return old if values == dict(old.options) else with_fields(old, {"options": values})

    scenarios = swapped(module.scenarios, scenario, fix)
    return guarded(module, with_parts(module, options=options, scenarios=scenarios))


def set_default(module: ModuleDef, name: str, value: OptionValue) -> ModuleDef:
    """What the option is unless somebody changes it."""
    position_of(module.options, name)
    options = swapped(module.options, name, lambda old: with_fields(old, {"default": value}))
    return guarded(module, with_parts(module, options=options))


def set_track_start(module: ModuleDef, name: str, value: int | str, scenario: str = "") -> ModuleDef:
    """Where a track stands at the start: always, or in one scenario; refuses what the track has not."""
    track = module.tracks[position_of(module.tracks, name)]
    if isinstance(value, str) and value not in track.spaces:
        raise EditRefused(f"'{track.title}' has no space '{value}'")
    if isinstance(value, int) and not track.spaces and not track.first <= value <= track.last:
        raise EditRefused(f"'{track.title}' goes from {track.first} to {track.last}")
    if not scenario:
        start = track.spaces.index(value) if isinstance(value, str) else value
        tracks = swapped(module.tracks, name, lambda old: with_fields(old, {"start": start}))
        return guarded(module, with_parts(module, tracks=tracks))

    def place(old: ScenarioDef) -> ScenarioDef:
        return with_fields(old, {"tracks": {**old.tracks, name: value}})

    return guarded(module, with_parts(module, scenarios=swapped(module.scenarios, scenario, place)))


def clear_track_start(module: ModuleDef, name: str, scenario: str) -> ModuleDef:
    """Lets a scenario begin with the track where it always stands."""

    def clear(old: ScenarioDef) -> ScenarioDef:
        kept = {key: value for key, value in old.tracks.items() if key != name}
        return old if len(kept) == len(old.tracks) else with_fields(old, {"tracks": kept})

    return guarded(module, with_parts(module, scenarios=swapped(module.scenarios, scenario, clear)))
