"""Where two modules differ: what a window should turn to when a step is undone or done again.

A step often touches several parts, as a counter that is deleted goes from set-ups and schedule, too. The part
that names things comes before those that speak of them, so the first one that differs is what the step was
about.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from engine.definition.board import BoardDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScenarioDef
from engine.editing.change import touched
from engine.editing.checking import check
from engine.loading.text import Path

#: Parts in the order in which one is the cause of changes in the next.
_PARTS = (
    "sides", "nations", "terrain", "hexsides", "routes", "types", "boards", "boxes", "tracks", "formations",
    "pieces", "provenance", "decks", "cards", "charts", "constants", "options", "turns", "sequence",
    "scenarios", "schedule", "help", "points", "levels", "victory",
)  # fmt: skip
#: What other things are made of: it comes along with them from other modules.
_MATERIAL = frozenset(("nations", "types", "formations", "terrain", "hexsides", "routes"))
_NO_MATTER = frozenset(("schema_version",))


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What differs in the later of two modules: its part, things in it by path, and where that is on maps."""

    part: str
    paths: tuple[Path, ...] = ()
    """Things and fields that differ, as deep as they can be told; of what is gone, the list it was in."""
    spots: tuple[str, ...] = ()
    """Hexes and boxes it is about, those as they are now first."""
    scenario: str = ""
    pieces: tuple[str, ...] = ()
    """Counters that are set up otherwise, or that differ themselves."""


def whereabouts(before: ModuleDef, after: ModuleDef) -> Whereabouts | None:
    """What the change from one module to the other is about; None when nothing of matter differs."""
    parts = touched(before, after).parts - _NO_MATTER
    order = (name for name in (*_PARTS, *sorted(parts)) if name in parts)
    others = [name for name in order if _differs(before, after, name)]
    if not others:
        return None
    part = next((name for name in others if not _came_along(before, after, name)), others[0])
    paths = tuple(differences(getattr(before, part), getattr(after, part), (part,)))
    if part == "boards":
        return Whereabouts(part, paths, _board_spots(before, after))
    if part == "scenarios":
        return _in_set_up(before, after, paths)
    known = [str(path[1]) for path in paths if part == "pieces" and len(path) > 1]
    pieces = tuple(dict.fromkeys(after.pieces[int(number)].id for number in known))
    return Whereabouts(part, paths, pieces=pieces)


def _came_along(before: ModuleDef, after: ModuleDef, part: str) -> bool:
    """Whether a part only gained or lost whole things that others are made of, as when those are pasted."""
    if part not in _MATERIAL:
        return False
    old, new = ({thing.id: thing for thing in getattr(one, part)} for one in (before, after))
    return (
        len(old) != len(new)
        and all(old[name] == new[name] for name in old.keys() & new.keys())
        and (old.keys() <= new.keys() or new.keys() <= old.keys())
    )


def _differs(before: ModuleDef, after: ModuleDef, part: str) -> bool:
    return bool(getattr(before, part) != getattr(after, part))


def differences(old: object, new: object, path: Path) -> Iterator[Path]:
    """Paths to what differs in the new one of two values; lists are followed by the ids of their things."""
    if old is new or old == new:
        return
    if isinstance(old, tuple) and isinstance(new, tuple) and (pairs := _pairs(old, new)) is not None:
        found = [way for a, n in pairs for way in differences(a, new[n], (*path, n))]
        yield from found or [path]
    elif isinstance(old, BaseModel) and type(old) is type(new):
        for name in type(old).model_fields:
            yield from differences(getattr(old, name), getattr(new, name), (*path, name))
    elif isinstance(old, Mapping) and isinstance(new, Mapping) and old.keys() == new.keys():
        for key in old:
            yield from differences(old[key], new[key], (*path, key))
    else:
        yield path


def _pairs(old: tuple[object, ...], new: tuple[object, ...]) -> list[tuple[object, int]] | None:
    """Each thing of the new list that differs, with what it was; None for lists of plain values.

    A thing that is new stands beside None.
    """
    if len(old) == len(new):
        others = [(a, n, b) for n, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b]
        if all(_is_one_thing(a, b) for a, _, b in others):
            return [(a, n) for a, n, b in others if a != b]
    if not all(isinstance(item, BaseModel) for item in (*old, *new)):
        return None
    names = [getattr(item, "id", None) for item in new]
    if names and None not in names:
        known = {getattr(item, "id", None): item for item in old}
        pairs = [(known.get(name), n) for n, name in enumerate(names)]
        return [(was, n) for was, n in pairs if was != new[n]]
    if len(old) == len(new):
        return [(a, n) for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    return [(None, n) for n, item in enumerate(new) if item not in old]


def _is_one_thing(old: object, new: object) -> bool:
    """Whether two definitions at the same place of a list are states of the same thing."""
    are_both = isinstance(old, BaseModel) and isinstance(new, BaseModel)
    return are_both and getattr(old, "id", None) == getattr(new, "id", None)


# --- maps ----------------------------------------------------------------------------------------------


def _board_spots(before: ModuleDef, after: ModuleDef) -> tuple[str, ...]:
    old = {board.id: board for board in before.boards}
    found: list[str] = []
    for board in after.boards:
        was = old.get(board.id)
        if was is not None and was != board:
            found += _spots_of_lists(was, board)
            if was.rows != board.rows and was.grid == board.grid:
                found += _repainted(before, after)
    return tuple(dict.fromkeys(found))


def _spots_of_lists(old: BoardDef, new: BoardDef) -> list[str]:
    found: list[str] = []
    for name in ("places", "hexes", "hexsides", "chains", "routes", "zones"):
        was, now = getattr(old, name, ()), getattr(new, name, ())
        came = [spot for item in now if item not in was for spot in spots_of(item)]
        went = [spot for item in was if item not in now for spot in spots_of(item)]
        only = [spot for spot in (*came, *went) if (spot in came) != (spot in went)]
        found += only or came
    return found


def spots_of(thing: object) -> tuple[str, ...]:
    """The places that a thing names as its own."""
    names = (getattr(thing, key, None) for key in ("hex", "at", "a", "b"))
    texts = [getattr(thing, key, "") for key in ("path", "hexes")] + list(getattr(thing, "sides", ()))
    words = (word for text in texts if isinstance(text, str) for word in text.split())
    return tuple(dict.fromkeys((*(name for name in names if isinstance(name, str)), *words)))


def _repainted(before: ModuleDef, after: ModuleDef) -> list[str]:
    was, now = check(before).board, check(after).board
    if was is None or now is None:
        return []
    return [
        name
        for n, name in enumerate(now.ids)
        if name in was.index and was.terrain[was.index[name]] != now.terrain[n]
    ]


# --- set-ups -------------------------------------------------------------------------------------------


def _in_set_up(before: ModuleDef, after: ModuleDef, paths: tuple[Path, ...]) -> Whereabouts:
    old = {scenario.id: scenario for scenario in before.scenarios}
    for scenario in after.scenarios:
        was = old.get(scenario.id)
        if was is None:
            return Whereabouts("scenarios", paths, scenario=scenario.id)
        if was != scenario:
            pieces = moved_pieces(was, scenario)
            spots = (*_spots_in(scenario, pieces), *_spots_in(was, pieces), *_held_otherwise(was, scenario))
            spots = spots or tuple(s for p in _other_placements(was, scenario) for s in _spots_at(p))
            return Whereabouts("scenarios", paths, tuple(dict.fromkeys(spots)), scenario.id, pieces)
    return Whereabouts("scenarios", paths)


def moved_pieces(before: ScenarioDef, after: ScenarioDef) -> tuple[str, ...]:
    """The counters that are set up in other ways in two versions of a scenario."""
    old, new = _standing(before), _standing(after)
    return tuple(name for name in dict.fromkeys((*new, *old)) if old.get(name) != new.get(name))


def _standing(scenario: ScenarioDef) -> dict[str, object]:
    found: dict[str, object] = {}
    for setup in scenario.sides.values():
        for placement in setup.placements:
            alone = placement.model_copy(update={"pieces": (), "lost": {}, "supply": 0, "defaults": {}})
            found.update({name: (alone, placement.lost.get(name, 0)) for name in placement.pieces})
        found.update(dict.fromkeys(setup.dead, "dead"))
        found.update(dict.fromkeys(setup.gone, "gone"))
    return found


def _placements(scenario: ScenarioDef) -> Iterator[PlacementDef]:
    return (placement for setup in scenario.sides.values() for placement in setup.placements)


def _spots_in(scenario: ScenarioDef, pieces: Iterable[str]) -> tuple[str, ...]:
    wanted = set(pieces)
    found = (p for p in _placements(scenario) if not wanted.isdisjoint(p.pieces))
    return tuple(spot for placement in found for spot in _spots_at(placement))


def _spots_at(placement: PlacementDef) -> tuple[str, ...]:
    one = placement.at or placement.default or placement.near or next(iter(placement.any_of), None)
    return (one,) if one else ()


def _other_placements(before: ScenarioDef, after: ScenarioDef) -> list[PlacementDef]:
    old, new = list(_placements(before)), list(_placements(after))
    return [p for p in new if p not in old] + [p for p in old if p not in new]


def _held_otherwise(before: ScenarioDef, after: ScenarioDef) -> tuple[str, ...]:
    keys = dict.fromkeys((*after.control, *before.control))
    return tuple(key for key in keys if before.control.get(key) != after.control.get(key))
