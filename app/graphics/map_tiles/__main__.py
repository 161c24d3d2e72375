"""The process that cuts one picture: `python -m app.graphics.map_tiles PICTURE FOLDER`.

It writes how much is done, a number from 0 to 1 to a line, and at the end nothing more; what is wrong with
the picture goes to the other stream, and the process ends with 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QGuiApplication

from app.cache_care import tidy_cache
from app.graphics.map_tiles.memory import limit_memory
from app.graphics.map_tiles.pyramid import write_tiles
from app.graphics.map_tiles.strips import open_strips
from app.importing.refusal import ImportRefused


def main(arguments: list[str]) -> int:
    """Cuts a picture; 0 when its tiles are there."""
    source, folder = Path(arguments[0]), Path(arguments[1])
    application = QGuiApplication([])
    limit_memory()
    try:
        write_tiles(open_strips(source), folder, _tell)
        tidy_cache("maps")
    except ImportRefused as refused:
        sys.stderr.write(f"{refused}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{source.name} cannot be prepared: {error.strerror or error}\n")
        return 1
    application.quit()
    return 0


def _tell(share: float) -> bool:
    sys.stdout.write(f"{share:.4f}\n")
    sys.stdout.flush()
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
