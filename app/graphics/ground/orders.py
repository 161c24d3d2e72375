"""An order for the ground of a map as it lies in a file between two processes."""

from __future__ import annotations

import msgspec


class WrittenOrder(msgspec.Struct, frozen=True):
    """Where the ground goes, the maps of the game, which of them, and the looks of its kinds of landscape."""

    folder: str
    boards: tuple[msgspec.Raw, ...]
    sheet: int
    looks: dict[str, dict[str, str]]
