"""Having the ground of a big map made by a process of its own: `python -m app.graphics.ground ORDER`.

The order is a file beside the place where the ground will be kept: the maps, which of them, and how kinds of
landscape look. The map may be edited meanwhile; what is different then is painted over what was ordered.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject

from app.graphics.elsewhere import Elsewhere
from app.graphics.ground.orders import WrittenOrder
from app.user_files import made

if TYPE_CHECKING:
    from app.graphics.painters.board_art import GroundOrder

SUFFIX: Final = ".order"


class GroundMaking(Elsewhere):
    """The making of one map's ground."""

    def __init__(self, order: GroundOrder, parent: QObject | None = None) -> None:
        super().__init__("the ground of the map cannot be painted", parent)
        self.order = order
        self._file = order.folder.with_name(f"{order.folder.name}.{os.getpid()}{SUFFIX}")
        self.ended.connect(self._clear)

    def start(self) -> None:
        """Begins; a disk that takes nothing is told through `ended`."""
        order = self.order
        looks = {
            "terrain": dict(order.looks.terrain), "hexsides": dict(order.looks.hexsides),
            "routes": dict(order.looks.routes), "colors": dict(order.looks.colors),
        }  # fmt: skip
        boards = tuple(msgspec.Raw(board.model_dump_json().encode()) for board in order.boards)
        try:
            made(self._file.parent)
            self._file.write_bytes(
                msgspec.json.encode(WrittenOrder(str(order.folder), boards, order.sheet, looks))
            )
        except OSError as error:
            self.ended.emit(f"the ground of the map cannot be kept: {error.strerror or error}")
            return
        self._run("app.graphics.ground", str(self._file))

    def _clear(self) -> None:
        self._file.unlink(missing_ok=True)
