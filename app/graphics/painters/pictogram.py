"""The pictograms of markers by key, and how one is drawn on a tile.

Every pictogram fills about -1 to 1 in both directions around the origin, in a
cream filling with a dark line, so that it reads on grey, ochre and yellow
tiles alike. The lettering of a marker is not done here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF

from app.graphics.painters import pictogram_signs as signs
from app.graphics.painters import pictogram_things as things
from app.graphics.painters.pad import Pad
from app.graphics.painters.pictogram_pen import Pictogram
from app.graphics.painters.pictogram_things import draw_anchor

__all__ = ["PICTOGRAMS", "Drawer", "Pictogram", "draw_anchor", "draw_pictogram"]

Drawer = Callable[[Pictogram], None]

PICTOGRAMS: Final[dict[str, Drawer]] = {
    "supply": things.supply,
    "truck": things.truck,
    "air": things.air,
    "port": things.port,
    "ship": things.ship,
    "box": things.box,
    "control-dark": signs.control_dark,
    "control-light": signs.control_light,
    "moved": signs.moved,
    "fought": signs.fought,
    "unsupplied": signs.unsupplied,
    "low-supply": signs.low_supply,
    "finished": signs.finished,
    "turn": signs.turn,
    "target": signs.target,
    "counterblow": signs.counterblow,
    "blitz": signs.blitz,
    "shock": signs.shock,
    "minefield": things.minefield,
    "activation": signs.activation,
    "fortification": things.fortification,
    "isolated": things.isolated,
    "sandstorm": things.sandstorm,
    "rain": things.rain,
    "star": signs.star,
    "flag": things.flag,
    "upgrade": signs.upgrade,
}
"""Marker pictograms by the key that module files use."""


def draw_pictogram(pad: Pad, key: str, place: QRectF, ink: str) -> bool:
    """Draw the pictogram centred in `place`; False when the key is unknown."""
    drawer = PICTOGRAMS.get(key)
    if drawer is None:
        return False
    reach = min(place.width() / 2.5, place.height() / 2.1)
    with pad.kept():
        pad.painter.translate(place.center())
        pad.painter.scale(reach, reach)
        drawer(Pictogram(Pad(pad.painter, pad.pixel / reach), ink))
    return True
