"""Puts together what keeps a baked ground in step with its board."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from app.graphics.ground.groundwork import Baked, Groundwork
from app.graphics.ground.heights import HeightNet
from app.graphics.painters.board_art import BoardArt


def groundwork(art: BoardArt, heights: QImage | None) -> Groundwork:
    """The groundwork of a map with baked ground; without stored heights its repainted land is level."""
    assert art.ground is not None
    assert art.kinds is not None
    assert art.kinds.record is not None
    rows = [np.frombuffer(row, np.uint8) for row in art.kinds.rows()]
    net = HeightNet.of_picture(heights) if heights is not None else HeightNet.flat(art.size)
    if art.refit is not None and art.refit.is_moved and heights is not None:
        net = net.moved(art.refit.shift, art.size)
    return Groundwork(
        Baked(
            picture=art.ground,
            levels=art.baked_sizes,
            record=art.kinds.record,
            kinds=np.vstack(rows),
            names=art.kinds.names,
            net=net,
            shore=art.shore,
            size=art.size,
        )
    )
