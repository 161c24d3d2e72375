"""Where the files shipped with the program lie.

Fonts, icons, symbols, themes and documents live in the top level folder
`resources`, beside the packages both in a checkout and in an installed wheel,
so one relative path serves every way of running.
"""

from __future__ import annotations

from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[1] / "resources"


def resource(*parts: str) -> Path:
    """The path of one shipped file or folder; it need not exist."""
    return RESOURCES.joinpath(*parts)
