"""What a side looks like in windows: a color of its own where the module has one, else the form of its strip.

`Tokens.side` turns a look into ground and ink. A side has a color of its own when the module names one, or
when all its counters are of one nation; sides of several nations have the colors of the theme.
"""

from __future__ import annotations

import re

from engine.definition.module import ModuleDef
from engine.definition.piece import SideDef
from engine.ids import SideId

_CODE = re.compile(r"#[0-9a-f]{6}")


def look_of(module: ModuleDef, side: SideId) -> str:
    """The look of a side by its id; `plain` for none."""
    found = next((known for known in module.sides if known.id == side), None)
    return look_of_side(module, found) if found is not None else "plain"


def look_of_side(module: ModuleDef, side: SideDef) -> str:
    """The color of a side as `#rrggbb`, or the form of its strip."""
    if _CODE.fullmatch(side.color.lower()):
        return side.color.lower()
    bodies = {nation.body for nation in module.nations if nation.side == side.id}
    return bodies.pop() if len(bodies) == 1 else side.strip
