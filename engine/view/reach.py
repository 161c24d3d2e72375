"""Where pieces can go: the answer to a selection with a movement kind."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.ids import PieceId, PlaceId


class Arrival(msgspec.Struct, frozen=True):
    """One place that can be reached. ``cost`` and ``left`` count in units of 1/scale MP.

    ``path`` is the cheapest path without the start, ``stop`` says that the move ends there,
    ``enemy_zoc`` that an EZOC is entered, ``overrun`` names what would be overrun,
    ``steps`` itemise the cost of the last hex in words.
    """

    cost: int
    left: int
    path: tuple[PlaceId, ...]
    stop: bool = False
    enemy_zoc: bool = False
    overrun: str = ""
    note: str = ""


class Reach(msgspec.Struct, frozen=True):
    """All places some pieces can reach from ``start``, with ``scale`` cost units to the MP."""

    pieces: tuple[PieceId, ...]
    start: PlaceId
    scale: int
    arrivals: Mapping[PlaceId, Arrival]


class CostLine(msgspec.Struct, frozen=True):
    """One line of a cost or a sum shown to people: words, amount in words, rule number."""

    text: str
    amount: str
    rule: str = ""
