"""Edits of a map's hexes: terrain, names, tags, zones, and new or erased hexes.

Terrain is letters in rows, so painting swaps letters; a kind of terrain without a letter gets a free one.
All functions take hex ids as printed and refuse unknown ones.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from string import ascii_letters, digits
from typing import TypeVar

from engine.definition.board import BoardDef, HexDef, PlaceDef, ZoneDef, ZoneLayerDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, made, position_of, swapped, with_fields, with_parts
from engine.editing.checking import guarded
from engine.geometry.compiling import NO_HEX
from engine.geometry.numbering import Numbering
from engine.issues import near_miss

Cell = tuple[int, int]


def change_board(module: ModuleDef, board: str, change: Callable[[BoardDef], BoardDef]) -> ModuleDef:
    """Changes one map and checks the whole; refuses an unknown map and new faults."""
    return guarded(module, with_parts(module, boards=swapped(module.boards, board, change)))


def cells_of(board: BoardDef, hexes: Iterable[str]) -> dict[str, Cell]:
    """Column and row of hexes; refuses ids the map does not have."""
    numbering = Numbering(board.grid)
    found: dict[str, Cell] = {}
    for name in hexes:
        cell = numbering.cell(board.aliases.get(name, name))
        if cell is None:
            raise EditRefused(f"there is no hex {name} on {board.title}", "look at the numbers on the map")
        found[name] = cell
    return found


def paint_terrain(module: ModuleDef, board: str, hexes: Collection[str], terrain: str) -> ModuleDef:
    """Gives hexes another terrain; an unknown kind is refused."""
    kinds = [kind.id for kind in module.terrain]
    if terrain not in kinds:
        raise EditRefused(f"there is no terrain '{terrain}'", near_miss(terrain, kinds))
    return change_board(module, board, lambda old: painted(old, dict.fromkeys(hexes, terrain)))


def painted(board: BoardDef, terrain: Mapping[str, str]) -> BoardDef:
    """A map with other terrain in some hexes; an empty kind erases the hex."""
    legend = dict(board.legend)
    letters = {kind: letter for letter, kind in legend.items()}
    rows = [list(row) for row in board.rows]
    for name, (column, row) in cells_of(board, terrain).items():
        kind = terrain[name]
        if kind and kind not in letters:
            letter = _free_letter(kind, legend)
            legend[letter], letters[kind] = kind, letter
        rows[row][column] = letters[kind] if kind else NO_HEX
    hexes = tuple(
        spot
        for old in board.hexes
        if (spot := _without_terrain(old) if old.hex in terrain else old) is not None
    )
    new = tuple("".join(row) for row in rows)
    changes: dict[str, object] = {}
    if new != board.rows:
        changes["rows"] = new
    if legend != board.legend:
        changes["legend"] = legend
    if hexes != board.hexes:
        changes["hexes"] = hexes
    return with_fields(board, changes) if changes else board


def lettered(board: BoardDef, kind: str) -> tuple[str, Mapping[str, str]]:
    """The letter of a kind of terrain and the legend that has it; a kind without one gets a free letter."""
    letter = next((key for key, known in board.legend.items() if known == kind), None)
    if letter is not None:
        return letter, board.legend
    letter = _free_letter(kind, board.legend)
    return letter, {**board.legend, letter: kind}


def _without_terrain(spot: HexDef) -> HexDef | None:
    if not spot.tags and not spot.note:
        return None
    return with_fields(spot, {"terrain": None})


def _free_letter(kind: str, legend: Mapping[str, str]) -> str:
    wanted: tuple[str, ...] = (kind[0], kind[0].upper(), *kind, *ascii_letters, *digits, *"!#$%&*+=?@")
    for letter in wanted:
        if letter not in legend and letter not in (NO_HEX, "."):
            return letter
    raise EditRefused("there are no letters left for another terrain")


def erase_hexes(module: ModuleDef, board: str, hexes: Collection[str]) -> ModuleDef:
    """Takes hexes off the map; refuses those that anything stands in or refers to."""
    return change_board(module, board, lambda old: painted(old, dict.fromkeys(hexes, "")))


def set_place(module: ModuleDef, board: str, spot: str, values: Mapping[str, object]) -> ModuleDef:
    """Names a hex or changes its name, kind, tags; a new place needs a name."""

    def change(old: BoardDef) -> BoardDef:
        cells_of(old, [spot])
        known = next((place for place in old.places if place.hex == spot), None)
        if known is not None:
            new = with_fields(known, values)
            if new is known:
                return old
            return with_fields(old, {"places": tuple(new if p is known else p for p in old.places)})
        place = made(PlaceDef, {"hex": spot, "kind": "town", **values})
        return with_fields(old, {"places": (*old.places, place)})

    return change_board(module, board, change)


def remove_place(module: ModuleDef, board: str, spot: str) -> ModuleDef:
    """Takes the name of a hex away."""

    def change(old: BoardDef) -> BoardDef:
        places = tuple(place for place in old.places if place.hex != spot)
        if len(places) == len(old.places):
            raise EditRefused(f"{spot} has no name")
        return with_fields(old, {"places": places})

    return change_board(module, board, change)


def set_hex(module: ModuleDef, board: str, spot: str, values: Mapping[str, object]) -> ModuleDef:
    """Sets tags and remark of a hex."""

    def change(old: BoardDef) -> BoardDef:
        cells_of(old, [spot])
        known = next((item for item in old.hexes if item.hex == spot), None)
        new = with_fields(known, values) if known else made(HexDef, {"hex": spot, **values})
        if new is known:
            return old
        others = [item for item in old.hexes if item is not known]
        keeps = bool(new.tags or new.note or new.terrain)
        return with_fields(old, {"hexes": (*others, new) if keeps else tuple(others)})

    return change_board(module, board, change)


def tag_hexes(
    module: ModuleDef, board: str, hexes: Collection[str], tag: str, *, is_in: bool = True
) -> ModuleDef:
    """Gives hexes a word the rules ask about, such as port, or takes it off them and their places."""

    def change(old: BoardDef) -> BoardDef:
        cells_of(old, hexes)
        wanted = frozenset(hexes)
        named = frozenset(place.hex for place in old.places) if is_in else frozenset()
        places = tuple(
            _tagged(place, tag, is_in=is_in) if place.hex in wanted else place for place in old.places
        )
        spots = [_tagged(spot, tag, is_in=is_in and spot.hex not in named) if spot.hex in wanted else spot
                 for spot in old.hexes]  # fmt: skip
        known = named | {spot.hex for spot in spots}
        spots += [
            made(HexDef, {"hex": spot, "tags": (tag,)}) for spot in hexes if is_in and spot not in known
        ]
        kept = tuple(spot for spot in spots if spot.tags or spot.note or spot.terrain)
        if places == old.places and kept == old.hexes:
            return old
        return with_fields(old, {"places": places, "hexes": kept})

    return change_board(module, board, change)


_Tagged = TypeVar("_Tagged", PlaceDef, HexDef)


def _tagged(thing: _Tagged, tag: str, *, is_in: bool) -> _Tagged:
    if (tag in thing.tags) is is_in:
        return thing
    tags: tuple[str, ...] = (*thing.tags, tag) if is_in else tuple(word for word in thing.tags if word != tag)
    return with_fields(thing, {"tags": tags})


def add_zone(module: ModuleDef, board: str, zone: str, title: str, hexes: Iterable[str] = ()) -> ModuleDef:
    """Adds a named set of hexes."""
    return change_board(
        module,
        board,
        lambda old: with_fields(
            old,
            {"zones": (*old.zones, made(ZoneDef, {"id": zone, "title": title, "hexes": " ".join(hexes)}))},
        ),
    )


def delete_zone(module: ModuleDef, board: str, zone: str) -> ModuleDef:
    """Deletes a zone; refuses one that set-ups, schedule or boxes use."""

    def change(old: BoardDef) -> BoardDef:
        zones = tuple(item for item in old.zones if item.id != zone)
        layers = tuple(
            with_fields(layer, {"legend": {k: v for k, v in layer.legend.items() if v != zone}})
            if zone in layer.legend.values()
            else layer
            for layer in old.layers
        )
        if len(zones) == len(old.zones) and layers == old.layers:
            raise EditRefused(f"there is no zone '{zone}' on this map")
        cleared = tuple(_cleared(new, before) for new, before in zip(layers, old.layers, strict=True))
        return with_fields(old, {"zones": zones, "layers": tuple(layer for layer in cleared if layer.legend)})

    return change_board(module, board, change)


def _cleared(layer: ZoneLayerDef, before: ZoneLayerDef) -> ZoneLayerDef:
    gone = "".join(letter for letter in before.legend if letter not in layer.legend)
    if not gone:
        return layer
    table = str.maketrans(dict.fromkeys(gone, "."))
    return with_fields(layer, {"rows": tuple(row.translate(table) for row in layer.rows)})


def add_to_zone(module: ModuleDef, board: str, zone: str, hexes: Collection[str]) -> ModuleDef:
    """Paints hexes into a zone."""
    return change_board(module, board, lambda old: _zoned(old, zone, hexes, is_in=True))


def take_from_zone(module: ModuleDef, board: str, zone: str, hexes: Collection[str]) -> ModuleDef:
    """Takes hexes out of a zone."""
    return change_board(module, board, lambda old: _zoned(old, zone, hexes, is_in=False))


def _zoned(board: BoardDef, zone: str, hexes: Collection[str], *, is_in: bool) -> BoardDef:
    cells = cells_of(board, hexes)
    for n, layer in enumerate(board.layers):
        letter = next((key for key, name in layer.legend.items() if name == zone), None)
        if letter is not None:
            new = _lettered(layer, cells.values(), letter if is_in else ".", letter)
            return with_fields(board, {"layers": (*board.layers[:n], new, *board.layers[n + 1 :])})
    item = board.zones[position_of(board.zones, zone)]
    if item.edge or item.columns or item.inside:
        raise EditRefused(f"the zone '{zone}' follows a rule, not a list of hexes", "change its rule instead")
    listed = dict.fromkeys(item.hexes.split())
    for name in hexes:
        if is_in:
            listed[name] = None
        else:
            listed.pop(name, None)
    new_zone = with_fields(item, {"hexes": " ".join(listed)})
    return with_fields(board, {"zones": tuple(new_zone if old is item else old for old in board.zones)})


def _lettered(layer: ZoneLayerDef, cells: Iterable[Cell], letter: str, own: str) -> ZoneLayerDef:
    rows = [list(row) for row in layer.rows]
    for column, row in cells:
        if letter == own or rows[row][column] == own:
            rows[row][column] = letter
    return with_fields(layer, {"rows": tuple("".join(row) for row in rows)})
