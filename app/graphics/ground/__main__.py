"""The process that makes the ground of one map; see `making`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import msgspec
from PySide6.QtGui import QGuiApplication

from app.graphics.ground.improvising import make, order_for
from app.graphics.ground.orders import WrittenOrder
from app.graphics.painters.board_art import BoardArt, Looks
from engine.definition.board import BoardDef
from engine.errors import EngineError
from engine.geometry.compiling import compile_boards


def main(arguments: list[str]) -> int:
    """Makes the ground; 0 when it is there."""
    application = QGuiApplication([])
    try:
        make_ordered(Path(arguments[0]))
    except OSError as error:
        sys.stderr.write(f"the ground of the map cannot be painted: {error.strerror or error}\n")
        return 1
    except (ValueError, EngineError, msgspec.MsgspecError):
        sys.stderr.write("the ground of the map cannot be painted\n")
        return 1
    application.quit()
    return 0


def make_ordered(file: Path) -> None:
    """Makes what a file orders; raises OSError, and ValueError or an EngineError for faulty maps."""
    written = msgspec.json.decode(file.read_bytes(), type=WrittenOrder)
    boards = [BoardDef.model_validate_json(bytes(raw)) for raw in written.boards]
    art = BoardArt(compile_boards(boards), written.sheet, Looks(**written.looks))
    order = order_for(art)
    if str(order.folder) != written.folder:
        raise OSError("the order is for another place")
    make(art, order, _tell)


def _tell(share: float) -> None:
    sys.stdout.write(f"{share:.4f}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
