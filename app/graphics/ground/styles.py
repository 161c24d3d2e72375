"""How kinds of terrain are painted, as plain values that need no arrays."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """How a kind of terrain is painted: its look, and a colour of its own if it has one."""

    look: str
    color: str = ""
