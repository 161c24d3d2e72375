"""Parcels: things of one module with all they need, to be taken to another; as values and as text.

A parcel holds definitions and nothing of the module around them. What the things in it mention goes along:
types, nations, formations, counters of a set-up. Sides, maps and their places stay behind; they are told by
name, so that the other module can say what stands for them.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import get_type_hints

import msgspec
from pydantic import BaseModel, TypeAdapter, ValidationError

from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.definition.scenario import ScenarioDef, ScheduleEntry
from engine.editing.change import EditRefused
from engine.editing.mentions import mentions
from engine.editing.region_text import RegionText, region_from, region_text
from engine.editing.regions import Region, copy_region
from engine.upgrading import OLDEST_SCHEMA, upgraded_module

#: Parts whose things can be taken along, in the order in which they are put into the other module.
TAKEN = (
    "nations", "types", "formations", "terrain", "hexsides", "routes", "tracks", "boxes", "options", "decks",
    "cards", "pieces", "charts", "constants", "provenance", "turns", "help", "scenarios",
)  # fmt: skip

#: Parts that are only told by name.
NAMED_ONLY = ("sides", "boards")
MOST_BYTES = 32_000_000


@dataclass(frozen=True, slots=True)
class Parcel:
    """Things on their way. ``wanted`` are those somebody chose; the others go along as they are needed."""

    origin: str
    path: str = ""
    wanted: frozenset[tuple[str, str]] = frozenset()
    items: Mapping[str, tuple[BaseModel, ...]] = field(default_factory=dict)
    schedule: tuple[ScheduleEntry, ...] = ()
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    region: Region | None = None

    def words(self) -> str:
        """What is in it: `3 counters, 1 chart`."""
        counts: dict[str, int] = {}
        for part, _name in sorted(self.wanted):
            counts[part] = counts.get(part, 0) + 1
        told = [counted_words(number, part) for part, number in counts.items()]
        told += [counted_words(len(self.schedule), "schedule")] if self.schedule else []
        told += [f"a part of a map with {len(self.region.terrain)} hexes"] if self.region else []
        return ", ".join(told)

    def assets(self) -> tuple[str, ...]:
        """The pictures the things in it need."""
        things = [thing for items in self.items.values() for thing in items]
        return tuple(dict.fromkeys(name for t in things for part, name in mentions(t) if part == "assets"))


_SINGULAR = {
    "pieces": "counter", "schedule": "entry of the schedule", "boxes": "box", "help": "page",
    "terrain": "terrain", "hexsides": "kind of hexside", "routes": "kind of route", "scenarios": "scenario",
}  # fmt: skip
_PLURAL = {"schedule": "entries of the schedule", "boxes": "boxes", "terrain": "terrains"}


def counted_words(number: int, part: str) -> str:
    """A number of things of a part: `1 counter`, `2 kinds of route`."""
    one = _SINGULAR.get(part, part.removesuffix("s"))
    if number == 1:
        return f"1 {one}"
    many = _PLURAL.get(part) or (one.replace("kind of", "kinds of") + ("" if one.startswith("kind") else "s"))
    return f"{number} {many}"


def key_of(thing: BaseModel) -> str:
    """What tells a thing from others of its part: its id, or its number."""
    name = getattr(thing, "id", None)
    return str(name if name is not None else getattr(thing, "number", ""))


def parcel_of(
    module: ModuleDef,
    wanted: Iterable[tuple[str, str]],
    entries: Collection[int] = (),
    path: str = "",
) -> Parcel:
    """The chosen things and entries of the schedule with all they need; refuses an empty choice."""
    chosen = frozenset(pair for pair in wanted if pair[0] in TAKEN)
    schedule = tuple(module.schedule[n] for n in sorted(entries) if 0 <= n < len(module.schedule))
    if not chosen and not schedule:
        raise EditRefused(
            "nothing is chosen that can be copied", "choose counters, charts, entries or a set-up"
        )
    known = {part: {key_of(thing): thing for thing in getattr(module, part)} for part in TAKEN}
    for part, name in chosen:
        if name not in known[part]:
            raise EditRefused(f"there is no '{name}' any more", "choose again")
    found = _needed(known, chosen, schedule)
    items = {
        part: tuple(thing for name, thing in known[part].items() if (part, name) in found)
        for part in TAKEN
        if any(pair[0] == part for pair in found)
    }
    names = {part: {thing.id: thing.title for thing in getattr(module, part)} for part in NAMED_ONLY}
    names["places"] = {place.hex: place.name for board in module.boards for place in board.places}
    return Parcel(module.title, path, chosen, items, schedule, names)


def region_parcel(module: ModuleDef, board: str, hexes: Collection[str], path: str = "") -> Parcel:
    """A part of a map with the kinds of landscape in it; refuses an empty choice."""
    region = copy_region(module, board, hexes)
    kinds = {
        "terrain": set(region.terrain.values()),
        "hexsides": {side.kind for _a, _b, side in region.sides},
        "routes": {kind for kind, _name, _way in region.routes},
    }
    items = {
        part: tuple(thing for thing in getattr(module, part) if thing.id in names)
        for part, names in kinds.items()
    }
    return Parcel(module.title, path, items={p: i for p, i in items.items() if i}, region=region)


def _needed(
    known: Mapping[str, Mapping[str, BaseModel]],
    chosen: Iterable[tuple[str, str]],
    schedule: Iterable[ScheduleEntry],
) -> frozenset[tuple[str, str]]:
    """The chosen things and what they mention, as far as it can go along; scenarios never by the way."""
    found: set[tuple[str, str]] = set()
    waiting = list(chosen)
    for entry in schedule:
        waiting += [pair for pair in mentions(entry) if pair[0] != "scenarios"]
    last = max((_last_turn(thing) for thing in (*schedule, *_scenarios(known, waiting))), default=-1)
    waiting += [("turns", number) for number in known["turns"] if int(number) <= last]
    while waiting:
        part, name = waiting.pop()
        if part == "places" and name in known["boxes"]:
            part = "boxes"
        if (part, name) in found or name not in known.get(part, {}):
            continue
        found.add((part, name))
        waiting += [pair for pair in mentions(known[part][name]) if pair[0] != "scenarios"]
    return frozenset(found)


def _scenarios(
    known: Mapping[str, Mapping[str, BaseModel]], chosen: Iterable[tuple[str, str]]
) -> tuple[BaseModel, ...]:
    return tuple(known[part][name] for part, name in chosen if part == "scenarios")


def _last_turn(thing: BaseModel) -> int:
    """The last turn a scenario or an entry asks for; the turn track must go so far."""
    if isinstance(thing, ScenarioDef):
        return max(version.last_turn for version in thing.versions)
    return thing.turn if isinstance(thing, ScheduleEntry) else -1


# --- as text ------------------------------------------------------------------------------------------


class _Cover(msgspec.Struct, kw_only=True):
    """The text of a parcel. ``module`` has the shape of a module, so that it is upgraded like one."""

    hexwright: str
    schema: int
    origin: str
    path: str = ""
    wanted: list[tuple[str, str]] = []
    module: dict[str, object]
    names: dict[str, dict[str, str]] = {}
    region: RegionText | None = None


def parcel_text(parcel: Parcel) -> bytes:
    """A parcel as JSON."""
    module: dict[str, object] = {
        part: [msgspec.json.decode(thing.model_dump_json(exclude_defaults=True)) for thing in items]
        for part, items in parcel.items.items()
    }
    module["schedule"] = [
        msgspec.json.decode(entry.model_dump_json(exclude_defaults=True)) for entry in parcel.schedule
    ]
    cover = _Cover(
        hexwright="parcel",
        schema=SCHEMA_VERSION,
        origin=parcel.origin,
        path=parcel.path,
        wanted=sorted(parcel.wanted),
        module=module,
        names={part: dict(names) for part, names in parcel.names.items()},
        region=region_text(parcel.region) if parcel.region is not None else None,
    )
    return msgspec.json.encode(cover)


def parcel_from(text: bytes) -> Parcel:
    """The parcel in a text; refuses what is none, too big, or of a newer program."""
    if len(text) > MOST_BYTES:
        raise EditRefused("what was copied is too big", "copy fewer things at once")
    try:
        cover = msgspec.json.decode(text, type=_Cover)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise EditRefused(
            "nothing was copied that can be pasted", "copy something in an editor first"
        ) from None
    if cover.hexwright != "parcel" or cover.schema < OLDEST_SCHEMA:
        raise EditRefused("nothing was copied that can be pasted", "copy something in an editor first")
    if cover.schema > SCHEMA_VERSION:
        raise EditRefused("this was copied in a newer program", "update this one")
    plain = upgraded_module(cover.module, cover.schema)
    items = {part: found for part in TAKEN if (found := _read(part, plain.get(part)))}
    known = frozenset((part, key_of(thing)) for part, things in items.items() for thing in things)
    entries = _read("schedule", plain.get("schedule"))
    return Parcel(
        origin=cover.origin,
        path=cover.path,
        wanted=known & frozenset(cover.wanted),
        items=items,
        schedule=tuple(entry for entry in entries if isinstance(entry, ScheduleEntry)),
        names=cover.names,
        region=region_from(cover.region) if cover.region is not None else None,
    )


def _read(part: str, plain: object) -> tuple[BaseModel, ...]:
    """The things of a part, checked like those of any file."""
    if not plain:
        return ()
    adapter: TypeAdapter[tuple[BaseModel, ...]] = TypeAdapter(get_type_hints(ModuleDef)[part])
    try:
        return adapter.validate_json(msgspec.json.encode(plain))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise EditRefused(f"what was copied has a fault: {part} {where}: {first['msg']}") from None
