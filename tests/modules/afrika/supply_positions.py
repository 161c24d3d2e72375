"""Positions in the supply phase that several tests share."""

from tests.modules.afrika.builders import (
    Game,
    position,
)

BRIGADES = (
    *("allied-3-5-7-16", "allied-3-5-7-23", "allied-3-5-7-22-gd", "allied-3-5-7-14", "allied-3-4-9-selby"),
    *("allied-3-5-7-150-50", "allied-3-5-7-151-50", "allied-3-5-7-69-50", "allied-3-5-7-152-51"),
    *("allied-3-5-7-153-51", "allied-3-5-7-154-51", "allied-3-4-7-131-44", "allied-3-4-7-132-44"),
    *("allied-3-4-7-133-44", "allied-3-5-7-16-aus-6-aus", "allied-3-5-7-17-aus-6-aus"),
    *("allied-3-5-7-19-aus-6-aus", "allied-3-5-7-18-aus-7-aus", "allied-3-5-7-21-aus-7-aus"),
    *("allied-3-5-7-25-aus-7-aus", "allied-4-7-7-20-aus-9-aus", "allied-3-6-7-24-aus-9-aus"),
    *("allied-4-7-7-26-aus-9-aus", "allied-3-5-7-4-nz-2-nz", "allied-4-6-7-5-nz-2-nz"),
    *("allied-3-5-7-6-nz-2-nz", "allied-3-5-7-20-ind-10-ind", "allied-3-5-7-21-ind-10-ind"),
    *("allied-3-5-7-25-ind-10-ind", "allied-3-5-7-11-ind-4-ind"),
)
TANKS = "allied-9-6-8-4-7-arm"
LRDG, GARRISON = "allied-1-1-15-lrdg", "allied-0-2-0-matruh"
PANZERS, RECON = "axis-8-6-9-1-5-21pz", "axis-4-4-12-3-aufk-21pz"
DUMP = "A28.12"
"""In open desert without roads: the range is so many hexes."""
AROUND = ("A28.12", "A28.13", "A29.13", "A29.12", "A28.11", "A27.12", "A27.13", "A28.14", "A28.10")
DIVISIONS = (
    "axis-6-7-4-brescia",
    "axis-6-7-4-pavia",
    "axis-5-6-4-bologna",
    "axis-6-7-4-savona",
    "axis-6-7-4-sabrtha",
)


def supplying(pieces: dict[str, str], side: str = "allied", turn: int = 9) -> Game:
    return position(pieces, phase=f"{side}.supply", turn=turn)


def spread_out(pieces: tuple[str, ...]) -> dict[str, str]:
    """Units four to a hex around the dump."""
    return {name: AROUND[index // 4] for index, name in enumerate(pieces)}
