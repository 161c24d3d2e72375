"""Comparing two scenarios: who stands elsewhere, what else is set up otherwise, other lengths and terms."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScenarioDef
from engine.editing.comparing_schedule import schedules_compared
from engine.editing.comparing_terms import lengths_compared
from engine.editing.comparing_words import Change, keys_compared, words_of
from engine.editing.pieces import where_words
from engine.loading.consistency import is_open
from engine.loading.text import Path

_FIELDS = ("title", "first_turn", "first_side", "boards", "notes", "blurb")


def compare_scenarios(
    before: ScenarioDef,
    after: ScenarioDef,
    names: Mapping[str, str] | None = None,
    modules: tuple[ModuleDef, ModuleDef] | None = None,
) -> tuple[Change, ...]:
    """What differs between two set-ups; counters by name where names are given.

    With the modules they are from also their lengths and terms of victory, sentence by sentence, and the way
    to each difference in the later one.
    """
    home = _home(after, modules[1]) if modules is not None else ()
    titles = {box.id: box.title for module in modules or () for box in module.boxes}
    found = [*_moves(before, after, {**titles, **(names or {})}, home), *_setups(before, after, titles, home)]
    for key in _FIELDS:
        a, b = getattr(before, key), getattr(after, key)
        if a != b:
            path = (*home, key) if home else ()
            found.append(Change("changed", key.replace("_", " "), words_of(a), words_of(b), path=path))
    if modules is not None:
        found.extend(_schedules((before, after), modules))
        for version, told in lengths_compared(before, after, modules):
            numbers = [n for n, item in enumerate(after.versions) if item.id == version]
            path = (*home, "versions", numbers[0]) if numbers else (*home, "versions")
            is_victory = told[1].startswith("victory") and numbers
            found.append(Change(*told, path=(*path, "victory") if is_victory else path))
    return tuple(found)


def _home(scenario: ScenarioDef, module: ModuleDef) -> Path:
    return next((("scenarios", n) for n, known in enumerate(module.scenarios) if known.id == scenario.id), ())


def _moves(before: ScenarioDef, after: ScenarioDef, names: Mapping[str, str], home: Path) -> Iterator[Change]:
    (old, was), (new, now) = _standing(before, names), _standing(after, names)
    for piece in dict.fromkeys((*old, *new)):
        if old.get(piece, "") != new.get(piece, ""):
            spot = now.get(piece) or was.get(piece, "")
            words = (names.get(piece, piece), old.get(piece, ""), new.get(piece, ""))
            yield Change("moved", *words, piece, home, spot)


def _standing(scenario: ScenarioDef, titles: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Where each counter stands in words, and the hexes and boxes of those that stand in one."""
    found: dict[str, str] = {}
    spots: dict[str, str] = {}
    for setup in scenario.sides.values():
        for placement in setup.placements:
            for piece in placement.pieces:
                lost = placement.lost.get(piece, 0)
                found[piece] = _words(placement, titles) + (f", {lost} steps lost" if lost else "")
                spots[piece] = _spot(placement)
        found.update(dict.fromkeys(setup.dead, "dead"))
        found.update(dict.fromkeys(setup.gone, "out of the game"))
    return found, spots


def _words(placement: PlacementDef, titles: Mapping[str, str]) -> str:
    """Where a placement is, a box by its title."""
    words = where_words(placement)
    return titles.get(words, words)


def _spot(placement: PlacementDef) -> str:
    return placement.at or placement.default or placement.near or next(iter(placement.any_of), "")


def _setups(
    before: ScenarioDef, after: ScenarioDef, titles: Mapping[str, str], home: Path
) -> Iterator[Change]:
    (old, was), (new, now) = _supply(before, titles), _supply(after, titles)
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) != new.get(key):
            words = (f"supply {key}", words_of(old.get(key)), words_of(new.get(key)))
            yield Change("changed", *words, "", home, now.get(key) or was.get(key, ""))
    for change in keys_compared("control of", (before.control, after.control), home):
        yield replace(change, spot=change.what.removeprefix("control of "))
    yield from keys_compared("option", (before.options, after.options), home)
    yield from keys_compared("track", (before.tracks, after.tracks), home)
    yield from keys_compared("resource", (_resources(before), _resources(after)), home)


def _supply(scenario: ScenarioDef, titles: Mapping[str, str]) -> tuple[dict[str, int], dict[str, str]]:
    """Points of supply by side and place in words, and the hexes and boxes of those places."""
    found: dict[str, int] = {}
    spots: dict[str, str] = {}
    for side, setup in scenario.sides.items():
        for placement in setup.placements:
            if placement.supply:
                key = f"{side} {_words(placement, titles)}"
                found[key] = found.get(key, 0) + placement.supply
                spots[key] = placement.at or placement.supply_default or _spot(placement)
    return found, spots


def _resources(scenario: ScenarioDef) -> dict[str, float]:
    return {
        f"{side} {name}": n for side, setup in scenario.sides.items() for name, n in setup.resources.items()
    }


def _schedules(
    scenarios: tuple[ScenarioDef, ScenarioDef], modules: tuple[ModuleDef, ModuleDef]
) -> Iterator[Change]:
    """What happens by the schedule in one of two scenarios only, or otherwise."""
    first = max(scenario.first_turn for scenario in scenarios)
    last = min(max(v.last_turn for v in scenario.versions) for scenario in scenarios)
    old, new = (
        [
            (n, entry.model_copy(update={"scenarios": ()}))
            for n, entry in enumerate(module.schedule)
            if first <= entry.turn <= last and is_open(entry, scenario)
        ]
        for scenario, module in zip(scenarios, modules, strict=True)
    )
    for change in schedules_compared(old, new, modules):
        yield replace(change, what=f"schedule: {change.what}")
