"""Definitions in a few words, for lines that lead to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScheduleEntry, SideSetupDef, VersionDef
from engine.definition.sequence import BoxLinkDef
from engine.definition.victory import VictoryDef, as_block
from engine.editing.pieces import where_words
from engine.editing.searching import title_of
from engine.victory.clauses import Clauses

ACTIONS: Mapping[str, str] = {
    "arrive": "arrives", "release": "is released", "withdraw": "withdraws", "replacements": "replacements",
    "to-box": "to a box", "return": "returns", "event": "event",
    "upgrade": "is upgraded",
}  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth")


def summary_of(thing: object, module: ModuleDef) -> str:
    """A definition in a few words."""
    for model, words in _WORDS.items():
        if isinstance(thing, model):
            return words(thing, module)
    if not isinstance(thing, BaseModel):
        return str(thing)
    if (block := as_block(thing)) is not None:
        return Clauses(module).clause(block)
    title = title_of(thing)
    if title != type(thing).__name__.removesuffix("Def"):
        return title
    values = [
        str(v) for v in thing.model_dump(exclude_defaults=True).values() if isinstance(v, (str, int, float))
    ]
    return ", ".join(values[:3]) or title


def names_of(pieces: tuple[str, ...], module: ModuleDef, most: int = 3) -> str:
    """Counters by name, the first few of them."""
    known = module.pieces_by_id()
    names = [known[name].name if name in known else name for name in pieces[:most]]
    more = len(pieces) - len(names)
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")


def exchange_words(entry: ScheduleEntry, module: ModuleDef, most: int = 3) -> str:
    """Who becomes whom in an upgrade, the first few of them; what has no successor yet stands alone."""
    known = module.pieces_by_id()
    pairs = [(name, entry.into.get(name, "")) for name in entry.pieces[:most]]
    words = [" → ".join(known[n].name if n in known else n for n in pair if n) for pair in pairs]
    more = len(entry.pieces) - len(pairs)
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def exchange_of(entry: ScheduleEntry, piece: str, module: ModuleDef) -> str:
    """What an upgrade does to one of its counters: `becomes X`, or `takes the place of X`."""
    known = module.pieces_by_id()
    pairs = entry.upgrades()
    old = next((old for old, new in pairs if new == piece), "")
    new = next((new for one, new in pairs if one == piece), "")
    other = old or new
    name = known[other].name if other in known else other
    return f"takes the place of {name}" if old else f"becomes {name}"


def place_words(where: PlacementDef | ScheduleEntry, module: ModuleDef) -> str:
    """Where, with boxes and zones by their titles."""
    if where.at:
        return next((box.title for box in module.boxes if box.id == where.at), where.at)
    if where.zones:
        titles = {zone.id: zone.title for board in module.boards for zone in board.zones}
        return " or ".join(titles.get(name) or name.replace("-", " ") for name in where.zones)
    return where_words(where)


def _setup(thing: SideSetupDef, _module: ModuleDef) -> str:
    units = sum(len(placement.pieces) for placement in thing.placements)
    supply = sum(placement.supply for placement in thing.placements)
    order = _ORDINALS[thing.order - 1] if thing.order <= len(_ORDINALS) else str(thing.order)
    words = [f"sets up {order}", f"{units} counters"]
    words += [f"{supply} SP"] if supply else []
    words += [f"{len(thing.dead)} dead"] if thing.dead else []
    return ", ".join(words)


def _placement(thing: PlacementDef, module: ModuleDef) -> str:
    what = names_of(thing.pieces, module)
    supply = f"{thing.supply} SP" if thing.supply else ""
    return f"{place_words(thing, module)}: " + ", ".join(words for words in (what, supply) if words)


def _entry(thing: ScheduleEntry, module: ModuleDef) -> str:
    if thing.action == "upgrade":
        place = place_words(thing, module) if thing.otherwise == "arrive" else ""
        words = ("upgrade", exchange_words(thing, module), f"· else at {place}" if place else "")
        return f"Turn {thing.turn}: " + " ".join(word for word in words if word)
    what = names_of(thing.pieces, module) or (str(thing.count) if thing.count else "")
    place = place_words(thing, module) if thing.action != "withdraw" else ""
    words = (what, ACTIONS[thing.action], f"· {place}" if place else "")
    return f"Turn {thing.turn}: " + " ".join(word for word in words if word)


def _version(thing: VersionDef, module: ModuleDef) -> str:
    return f"{thing.title}, to {module.turn_title(thing.last_turn)}"


def _victory(thing: VictoryDef, module: ModuleDef) -> str:
    side = next((side.short for side in module.sides if side.id == thing.side), "Draw")
    return f"{side}: {thing.text}"


def _link(thing: BoxLinkDef, _module: ModuleDef) -> str:
    return f"to {thing.to}" + (f" for {thing.cost:g} MP" if thing.cost is not None else "")


_WORDS: Mapping[type, Callable[..., str]] = {
    SideSetupDef: _setup,
    PlacementDef: _placement,
    ScheduleEntry: _entry,
    VersionDef: _version,
    VictoryDef: _victory,
    BoxLinkDef: _link,
}
