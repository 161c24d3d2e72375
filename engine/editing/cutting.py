"""What lies in hexes that are cut off a map goes with them: names, features, stretches of roads, zones.

Only the map itself is cut. What set-ups, schedule and the rest of the module name must be moved first.
"""

from collections.abc import Iterator

from engine.definition.board import BoardDef, HexsideChainDef, RouteDef, ZoneDef
from engine.editing.change import EditRefused, with_fields
from engine.geometry.numbering import Numbering

Cell = tuple[int, int]
Kept = tuple[range, range]
"""The columns and rows that stay."""


def gone_ids(board: BoardDef, kept: Kept) -> frozenset[str]:
    """All ids of the hexes that do not stay."""
    columns, rows = kept
    numbering = Numbering(board.grid)
    ids = {
        name
        for column in range(board.grid.columns)
        for row in range(board.grid.rows)
        if column not in columns or row not in rows
        for name in numbering.names(column, row)
    }
    return frozenset(ids | {alias for alias, name in board.aliases.items() if name in ids})


def cut(board: BoardDef, kept: Kept, gone: frozenset[str]) -> BoardDef:
    """The map without what lies in hexes that do not stay; its rows of letters are not touched."""
    if not gone:
        return board
    changes: dict[str, object] = {
        "hexes": tuple(item for item in board.hexes if item.hex not in gone),
        "aliases": {alias: name for alias, name in board.aliases.items() if name not in gone},
        "places": tuple(place for place in board.places if place.hex not in gone),
        "hexsides": tuple(side for side in board.hexsides if not {side.a, side.b} & gone),
        "chains": tuple(new for old in board.chains if (new := _chain(old, gone)) is not None),
        "routes": tuple(part for route in board.routes for part in _stretches(route, gone)),
        "zones": tuple(_zone(board, zone, kept, gone) for zone in board.zones),
    }
    return with_fields(board, changes)


def _chain(chain: HexsideChainDef, gone: frozenset[str]) -> HexsideChainDef | None:
    sides: list[str] = []
    for entry in chain.sides:
        first, *others = entry.split()
        left = [name for name in others if name not in gone] if first not in gone else []
        if left:
            sides.append(entry if len(left) == len(others) else " ".join((first, *left)))
    return with_fields(chain, {"sides": tuple(sides)}) if sides else None


def _stretches(route: RouteDef, gone: frozenset[str]) -> Iterator[RouteDef]:
    """What is left of a route; one that was cut goes on beyond the edge."""
    path = route.hexes()
    if not gone.intersection(path):
        yield route
        return
    run: list[str] = []
    for name in (*path, ""):
        if name and name not in gone:
            run.append(name)
            continue
        if len(run) > 1:
            yield with_fields(route, {"path": " ".join(run), "leaves": True})
        run = []


def _zone(board: BoardDef, zone: ZoneDef, kept: Kept, gone: frozenset[str]) -> ZoneDef:
    words = zone.hexes.split()
    changes: dict[str, object] = {}
    if gone.intersection(words):
        changes["hexes"] = " ".join(name for name in words if name not in gone)
    if zone.columns and gone.intersection(zone.columns):
        changes["columns"] = _band(board, zone, kept)
    return with_fields(zone, changes)


def _band(board: BoardDef, zone: ZoneDef, kept: Kept) -> tuple[str, str]:
    """The columns of a zone that stay; refuses a zone of which none does."""
    assert zone.columns is not None
    numbering, (columns, rows) = Numbering(board.grid), kept
    cells = [numbering.cell(board.aliases.get(name, name)) for name in zone.columns]
    found = [cell for cell in cells if cell is not None]
    if len(found) < 2 or max(c for c, _ in found) < columns.start or min(c for c, _ in found) >= columns.stop:
        title = zone.title or zone.id
        raise EditRefused(f"nothing would be left of the zone '{title}'", "delete it, or change its columns")
    first, second = (
        numbering.name(
            min(max(column, columns.start), columns.stop - 1), min(max(row, rows.start), rows.stop - 1)
        )
        for column, row in found
    )
    return first, second
