"""Areas drawn on the map page: zones, and where counters of a set-up may go.

What is chosen decides: a zone in the palette or in the inspector, a placement in the inspector, or the hex a
free placement stands in for lack of a choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.editor.setup_stacks import SetupStacks
from app.graphics.overlay_model import Form, Zone, ZoneLook
from engine.definition.board import ZoneDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, WhereDef
from engine.editing.searching import Path, value_at
from engine.geometry import CompiledBoard


def zone_of(board: CompiledBoard, name: str, title: str = "") -> Zone | None:
    """A zone by its id; None where no map has it."""
    found = board.zones.get(name)
    if not found:
        return None
    return Zone(frozenset(board.ids[i] for i in found), title or _title(board, name))


def _title(board: CompiledBoard, name: str) -> str:
    """The title that any map gives a zone, else its id as words."""
    zones = (zone for sheet in board.sheets for zone in sheet.definition.zones)
    words = name.replace("-", " ")
    return next(
        (zone.title for zone in zones if zone.id == name and zone.title), words[:1].upper() + words[1:]
    )


def tagged(board: CompiledBoard, tag: str) -> Zone | None:
    """The hexes that have a word for the rules; None where none has."""
    found = frozenset(board.ids[i] for i, tags in board.hex_tags.items() if tag in tags)
    words = tag.replace("-", " ")
    return Zone(found, words[:1].upper() + words[1:]) if found else None


def where_areas(board: CompiledBoard, where: WhereDef) -> Iterator[Zone]:
    """The areas a choice of places allows; none for a single hex or box."""
    if where.near and where.near in board.index and where.within is not None:
        center = board.index[where.near]
        hexes = frozenset(board.ids[i] for i in board.within(center, where.within))
        yield Zone(hexes, f"within {where.within} of {board.label(center)}", ZoneLook.RANGE)
    spots = frozenset(spot for spot in where.any_of if spot in board.index)
    if spots:
        yield Zone(spots, "any of these")
    for name in where.zones:
        zone = zone_of(board, name)
        if zone is not None:
            yield zone


def areas_at(module: ModuleDef, board: CompiledBoard, paths: tuple[Path, ...]) -> tuple[Zone, ...]:
    """The areas that the things at some paths describe."""
    found: list[Zone] = []
    for path in paths:
        thing = value_at(module, path)
        if isinstance(thing, ZoneDef):
            zone = zone_of(board, thing.id, thing.title)
            found += [zone] if zone is not None else []
        elif isinstance(thing, WhereDef):
            found += where_areas(board, thing)
    return tuple(found)


def choices_from(stacks: SetupStacks, scenario: str, board: CompiledBoard, spot: str) -> tuple[Zone, ...]:
    """Where the free placements that stand in a hex may go."""
    found: dict[tuple[object, ...], PlacementDef] = {}
    for _, placement in stacks.placements(scenario):
        if placement.is_free() and any(
            stacks.spot_of(placement, p) == spot for p in placement.pieces or ("",)
        ):
            key = placement.near, placement.within, placement.any_of, placement.zones
            found.setdefault(key, placement)
    return tuple(zone for placement in found.values() for zone in where_areas(board, placement))


def set_up_zones(stacks: SetupStacks, scenario: str, board: CompiledBoard) -> tuple[Zone, ...]:
    """The areas that the set-up of a scenario leaves to the players, each once."""
    found: dict[frozenset[str], Zone] = {}
    for _, placement in stacks.placements(scenario):
        if placement.is_free():
            for zone in where_areas(board, placement):
                found.setdefault(zone.hexes, zone)
    return tuple(found.values())


def held(module: ModuleDef, scenario: str, board: CompiledBoard) -> dict[str, Form]:
    """Who holds which hex at the start of a scenario."""
    found = next((s for s in module.scenarios if s.id == scenario), None)
    if found is None:
        return {}
    forms = {side.id: Form(side.strip) for side in module.sides}
    return {spot: forms[side] for spot, side in found.control.items() if spot in board.index}
