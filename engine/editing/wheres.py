"""Ways to say where counters may stand, as people say them: a hex, some hexes, a zone, around, east of.

All but the last are fields of the definitions. "East of a hex" is a zone of the map; it is made when it is
first asked for and found again afterwards, so that a set-up can name it like any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.definition.board import ZoneDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, WhereDef
from engine.editing.change import EditRefused, made, with_fields, with_parts
from engine.editing.checking import allowed_places, check, guarded
from engine.editing.paths import set_at
from engine.editing.searching import Path, value_at
from engine.geometry import CompiledBoard
from engine.issues import near_miss

DIRECTIONS = ("east", "west", "north", "south")
NOWHERE: Mapping[str, object] = {"at": None, "any_of": (), "zones": (), "near": None, "within": None}


@dataclass(frozen=True, slots=True)
class Beyond:
    """All hexes on one side of a hex, its own column or row left out, perhaps only those of a zone."""

    spot: str
    direction: str
    inside: str = ""


def way_of(values: Mapping[str, object]) -> str:
    """Which way fields say where: `at`, `any`, `zone`, `near`, or nothing."""
    ways = (("at", "at"), ("any_of", "any"), ("zones", "zone"), ("near", "near"))
    return next((way for field, way in ways if values.get(field)), "")


def where_fields(
    module: ModuleDef, where: Mapping[str, object] | Beyond
) -> tuple[ModuleDef, dict[str, object]]:
    """All fields that say where, and the module they are good for: a zone may have to be made."""
    if isinstance(where, Mapping):
        return module, {**NOWHERE, **where}
    if not isinstance(where, Beyond):
        raise EditRefused("this says no place", "name a place, or a choice of places")
    after, zone = with_zone(module, where)
    return after, {**NOWHERE, "zones": (zone,)}


def with_zone(module: ModuleDef, where: Beyond) -> tuple[ModuleDef, str]:
    """The module with the zone on one side of a hex, and its id; refuses a side where there is no hex."""
    board = check(module).board
    if board is None or where.spot not in board.index:
        known = board.index if board else {}
        raise EditRefused(f"there is no hex '{where.spot}'", near_miss(where.spot, known))
    number = board.board[board.index[where.spot]]
    values = _zone_values(board, where)
    definition = module.boards[number]
    for zone in definition.zones:
        if zone.inside == (where.inside or None) and _same_zone(zone, values):
            return module, zone.id
    plain = where.spot.lower().replace("_", "-")
    name = f"{where.direction}-of-{plain}" + (f"-in-{where.inside}" if where.inside else "")
    title = f"{where.direction.capitalize()} of {where.spot}"
    if where.inside:
        title += f" in {where.inside.replace('-', ' ')}"
    zone = made(ZoneDef, {"id": name, "title": title, "inside": where.inside or None, **values})
    new = with_fields(definition, {"zones": (*definition.zones, zone)})
    boards = (*module.boards[:number], new, *module.boards[number + 1 :])
    return guarded(module, with_parts(module, boards=boards)), name


def _same_zone(zone: ZoneDef, values: Mapping[str, object]) -> bool:
    kinds = ("hexes", "columns", "edge")
    return zone.land_only and all(getattr(zone, key) == values.get(key, _EMPTY[key]) for key in kinds)


_EMPTY: Mapping[str, object] = {"hexes": "", "columns": None, "edge": None}


def _zone_values(board: CompiledBoard, where: Beyond) -> dict[str, object]:
    i = board.index[where.spot]
    own = [j for j in range(len(board)) if board.board[j] == board.board[i]]
    if where.direction in ("east", "west"):
        sign = 1 if where.direction == "east" else -1
        beyond = [j for j in own if (board.column[j] - board.column[i]) * sign > 0]
    else:
        sign = 1 if where.direction == "south" else -1
        beyond = [j for j in own if (board.center(j)[1] - board.center(i)[1]) * sign > 0.75]
    if not beyond:
        raise EditRefused(f"there is no hex {where.direction} of {where.spot}", "choose another hex")
    if where.direction in ("north", "south"):
        return {"hexes": " ".join(board.ids[j] for j in beyond), "land_only": True}
    nearest = min(beyond, key=lambda j: abs(board.column[j] - board.column[i]))
    farthest = max(beyond, key=lambda j: abs(board.column[j] - board.column[i]))
    pair = sorted((nearest, farthest), key=lambda j: board.column[j])
    return {"columns": (board.ids[pair[0]], board.ids[pair[1]]), "land_only": True}


def where_typed(text: str) -> Mapping[str, object] | Beyond:
    """A place typed by a person: a hex or box, several, `within 2 of X`, `zone x`, `east of X in zone`.

    `one per hex of` before it sets the counters apart.
    """
    words = text.replace(",", " ").split()
    if not words:
        raise EditRefused(
            "where to?", "type a hex, a box, 'within 2 of A1', 'east of A1', or 'zone' and its id"
        )
    low = [word.lower() for word in words]
    if low[:3] == ["one", "per", "hex"]:
        rest = " ".join(words[4:] if low[3:4] == ["of"] else words[3:])
        inner = where_typed(rest)
        return inner if isinstance(inner, Beyond) else {**inner, "apart": True}
    if low[0] == "within" and len(words) == 4 and low[2] == "of" and words[1].isdigit():
        return {"near": words[3], "within": int(words[1])}
    if low[0] in DIRECTIONS and low[1:2] == ["of"] and len(words) in (3, 5):
        return Beyond(words[2], low[0], words[4] if len(words) == 5 and low[3] == "in" else "")
    if low[0] in ("zone", "zones", "in") and len(words) > 1:
        return {"zones": tuple(word for word in words[1:] if word.lower() not in ("or", "and"))}
    if low[:2] == ["any", "of"]:
        words = words[2:]
    return {"at": words[0]} if len(words) == 1 else {"any_of": tuple(words)}


def default_spots(module: ModuleDef, where: WhereDef, near: str = "") -> tuple[str, ...]:
    """The places a free placement may use, the nearest first where there is a hex to measure from."""
    board = check(module).board
    if board is None:
        return ()
    allowed = allowed_places(module, board, where)
    spot = (
        near
        if near in board.index
        else next((n for n in (where.near, *where.any_of) if n in board.index), "")
    )

    def rank(name: str) -> tuple[int, int, str]:
        if name not in board.index:
            return 1, 0, name
        away = board.distance(board.index[spot], board.index[name]) if spot else board.index[name]
        return 0, away, name

    return tuple(sorted(allowed, key=rank))


def set_where(module: ModuleDef, path: Path, where: Mapping[str, object] | Beyond) -> ModuleDef:
    """Says where a placement or an entry of the schedule goes; a free placement keeps a default place."""
    after, fields = where_fields(module, where)
    if isinstance(value_at(after, path), PlacementDef):
        return set_placement(after, path, fields)
    return set_at(after, path, fields)


def set_placement(module: ModuleDef, path: Path, changes: Mapping[str, object]) -> ModuleDef:
    """Gives a placement other values; what hangs on its counters and its place follows."""
    thing = value_at(module, path)
    if not isinstance(thing, PlacementDef):
        raise EditRefused("this placement is no longer there", "choose it again")
    kept = {name: getattr(thing, name) for name in type(thing).model_fields}
    new = made(PlacementDef, {**kept, **changes})
    wanted: dict[str, object] = {**changes}
    if "pieces" in changes:
        wanted["lost"] = {name: steps for name, steps in new.lost.items() if name in new.pieces}
        new = with_fields(new, {"defaults": {n: p for n, p in new.defaults.items() if n in new.pieces}})
    if not {"default", "defaults", "supply_default"} & changes.keys():
        wanted.update(defaults_of(module, new, spot_of(thing)))
    return set_at(module, path, wanted)


def spot_of(where: WhereDef) -> str:
    """A place to measure from when a placement is said another way."""
    default = getattr(where, "default", None)
    return where.at or default or where.near or (where.any_of[0] if where.any_of else "")


def defaults_of(module: ModuleDef, placement: PlacementDef, spot: str = "") -> dict[str, object]:
    """Where a free placement goes when nobody chooses: what is known and still fits, else near the spot.

    Those that stand apart get a place each.
    """
    if not placement.is_free():
        return {"default": None, "defaults": {}, "supply_default": None}
    spots = default_spots(module, placement, spot or spot_of(placement))
    if not spots:
        return {}
    fitting = frozenset(spots)
    kept = {name: place for name, place in placement.defaults.items() if place in fitting}
    supply = placement.supply_default if placement.supply_default in fitting else None
    if not placement.apart:
        default = placement.default if placement.default in fitting else spots[0]
        return {"default": default, "defaults": kept, "supply_default": supply}
    free = iter([place for place in spots if place not in kept.values()])
    each = {name: kept.get(name) or next(free, spots[0]) for name in placement.pieces}
    return {"default": None, "defaults": each, "supply_default": supply or spots[0]}
