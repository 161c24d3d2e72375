"""A part of a map as plain data and back, so that it can go through the clipboard to another program."""

import msgspec
from pydantic import ValidationError

from engine.definition.board import HexDef, HexsideDef, PlaceDef
from engine.editing.change import EditRefused
from engine.editing.regions import Region

Step = tuple[int, int]


class RegionText(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A region with its definitions as JSON."""

    flat: bool
    terrain: list[tuple[Step, str]]
    places: list[tuple[Step, msgspec.Raw]] = []
    sides: list[tuple[Step, Step, msgspec.Raw]] = []
    routes: list[tuple[str, str, list[Step]]] = []
    spots: list[tuple[Step, msgspec.Raw]] = []


def region_text(region: Region) -> RegionText:
    """A region as plain data."""
    return RegionText(
        flat=region.flat,
        terrain=list(region.terrain.items()),
        places=[(step, _raw(place)) for step, place in region.places.items()],
        sides=[(a, b, _raw(side)) for a, b, side in region.sides],
        routes=[(kind, name, list(way)) for kind, name, way in region.routes],
        spots=[(step, _raw(spot)) for step, spot in region.spots.items()],
    )


def _raw(thing: PlaceDef | HexsideDef | HexDef) -> msgspec.Raw:
    return msgspec.Raw(thing.model_dump_json(exclude_defaults=True).encode())


def region_from(text: RegionText) -> Region:
    """The region in plain data; refuses definitions with faults."""
    try:
        return Region(
            flat=text.flat,
            terrain=dict(text.terrain),
            places={step: PlaceDef.model_validate_json(bytes(raw)) for step, raw in text.places},
            sides=tuple((a, b, HexsideDef.model_validate_json(bytes(raw))) for a, b, raw in text.sides),
            routes=tuple((kind, name, tuple(way)) for kind, name, way in text.routes),
            spots={step: HexDef.model_validate_json(bytes(raw)) for step, raw in text.spots},
        )
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]["msg"]
        raise EditRefused(f"the copied part of a map has a fault: {fault}") from None
