"""Comparing two versions of a map: other terrain, and places, hexsides, routes and zones that differ."""

from collections.abc import Iterator

from pydantic import BaseModel

from engine.definition.board import BoardDef
from engine.definition.module import ModuleDef
from engine.editing.checking import check
from engine.editing.comparing_words import Change, words_of
from engine.editing.whereabouts import spots_of
from engine.loading.text import Path

#: Hexes of one change of terrain that are told one by one; more are counted.
FEW = 12
_LISTS = {
    "hexes": "hex", "places": "place", "hexsides": "hexside", "chains": "hexsides", "routes": "route",
    "zones": "zone",
}  # fmt: skip


def maps_compared(
    pair: tuple[BoardDef, BoardDef], modules: tuple[ModuleDef, ModuleDef], path: Path
) -> Iterator[Change]:
    """What differs between two versions of a map; `path` leads to the later one."""
    before, after = pair
    name = f"map {before.title or before.id}"
    for field in BoardDef.model_fields:
        old, new = getattr(before, field), getattr(after, field)
        if old == new:
            continue
        if field in _LISTS:
            yield from _lists(f"{name}: {_LISTS[field]}", old, new, (*path, field))
        elif field == "rows":
            yield from _painted(name, pair, modules, path)
        else:
            what = f"{name}: {field.replace('_', ' ')}"
            yield Change("changed", what, words_of(old), words_of(new), path=path)


def _painted(
    name: str, pair: tuple[BoardDef, BoardDef], modules: tuple[ModuleDef, ModuleDef], path: Path
) -> Iterator[Change]:
    """Hexes of other terrain, by what they were and what they are."""
    was, now = check(modules[0]).board, check(modules[1]).board
    if was is None or now is None or pair[0].grid != pair[1].grid:
        yield Change("changed", f"{name}: terrain", "", "painted anew", path=path)
        return
    titles = {kind.id: kind.title for module in modules for kind in module.terrain}
    groups: dict[tuple[str, str], list[str]] = {}
    for n, spot in enumerate(now.ids):
        if spot in was.index and (old := was.terrain[was.index[spot]]) != now.terrain[n]:
            pair_of = (titles.get(old, old), titles.get(now.terrain[n], now.terrain[n]))
            groups.setdefault(pair_of, []).append(spot)
    for (old, new), spots in groups.items():
        if len(spots) > FEW:
            what = f"{name}: {len(spots)} hexes from {spots[0]} to {spots[-1]}"
            yield Change("changed", what, old, new, path=path, spot=spots[0])
        else:
            yield from (
                Change("changed", f"{name}: {spot}", old, new, path=path, spot=spot) for spot in spots
            )


def _lists(
    what: str, before: tuple[BaseModel, ...], after: tuple[BaseModel, ...], path: Path
) -> Iterator[Change]:
    """Things that came, went, or say something else of the same place."""
    went = {_key(item): item for item in before if item not in after}
    for n, item in enumerate(after):
        if item in before:
            continue
        old = went.pop(_key(item), None)
        spot, name = next(iter(spots_of(item)), ""), f"{what} {_name(item)}"
        if old is None:
            yield Change("new", name, path=(*path, n), spot=spot)
            continue
        for field in type(item).model_fields:
            a, b = getattr(old, field), getattr(item, field)
            if a != b:
                words = (f"{name}: {field.replace('_', ' ')}", words_of(a), words_of(b))
                yield Change("changed", *words, path=(*path, n), spot=spot)
    for item in went.values():
        yield Change("gone", f"{what} {_name(item)}", path=path, spot=next(iter(spots_of(item)), ""))


def _key(item: BaseModel) -> tuple[str, ...]:
    """What makes a thing of a map the same as one of another version: its id, or kind, hex and neighbor."""
    if own := getattr(item, "id", None):
        return (str(own),)
    spots = spots_of(item)
    return (str(getattr(item, "kind", "")) if len(spots) > 1 else "", *spots[:2])


def _name(item: BaseModel) -> str:
    """A thing of a map as people call it."""
    said = (getattr(item, key, "") for key in ("name", "title", "id", "kind"))
    name = next((str(word) for word in said if word), "")
    spots = spots_of(item)
    where = "–".join((spots[0], spots[-1])) if len(spots) > 1 else "".join(spots)
    return " ".join(word for word in (name, where) if word)
