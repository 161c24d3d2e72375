"""Overlays (A7): sets of hexes, lines and bands to lay over the map, each switched by a key."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.ids import PieceId, PlaceId, SideId


class OverlayKind(msgspec.Struct, frozen=True):
    """An overlay a game offers: id, title, suggested key, and what it needs.

    ``form`` tells the painter: ``zoc`` hatch, ``supply`` traces, ``control`` bands, ``zone``
    outline with label, ``stacking`` tint, ``range`` outline.
    """

    id: str
    title: str
    key: str
    form: str
    needs_piece: bool = False


class Trace(msgspec.Struct, frozen=True):
    """A line over the map, from a piece to a source; ``cut`` where it fails."""

    piece: PieceId
    path: tuple[PlaceId, ...]
    cut: bool = False
    text: str = ""


class Overlay(msgspec.Struct, frozen=True):
    """What to draw: hexes with an optional label each, traces, sides of places, ringed sources."""

    kind: OverlayKind
    hexes: Mapping[PlaceId, str] = {}
    traces: tuple[Trace, ...] = ()
    control: Mapping[PlaceId, SideId] = {}
    sources: tuple[PlaceId, ...] = ()
    title: str = ""
