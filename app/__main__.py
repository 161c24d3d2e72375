"""``python -m app`` and ``hexwright``: the command line; it can be interrupted from the first moment on."""

from __future__ import annotations

import importlib
from typing import NoReturn

from app.cli.interrupting import end, listen, was_asked


def main() -> NoReturn:
    """Load the command line and run it."""
    listen()
    try:
        command_line = importlib.import_module("app.cli.main")
    except BaseException:
        if was_asked():
            end()
        raise
    command_line.run()
    raise AssertionError


if __name__ == "__main__":
    main()
