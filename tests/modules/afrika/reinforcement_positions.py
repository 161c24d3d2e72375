"""Reinforcement phases that several tests share."""

from tests.modules.afrika.builders import (
    Game,
    position,
)

ALEX, MATRUH, CAIRO = "B19.19", "A61.19", "B30.10"
HOME = {
    **{f"control-{place}": "allied" for place in (ALEX, MATRUH, "B29.10", CAIRO, "B31.11", "A36.23")},
    **{f"control-{place}": "axis" for place in ("A7.23", "A26.28", "A44.21")},
}
POLES, BRIGADE, TANKS, ARMY_TANKS = (
    *("allied-3-5-5-carp", "allied-3-5-7-16"),
    *("allied-9-6-8-4-7-arm", "allied-5-6-6-1-army"),
)
CARS = "allied-3-3-12-4-6"
PANZERS, BRESCIA, ROMMEL, OCONNOR = (
    *("axis-8-6-9-1-5-21pz", "axis-6-7-4-brescia"),
    *("axis-rommel", "allied-oconnor"),
)


def reinforce(pieces: dict[str, str], side: str, turn: int, *dice: int, **options: bool | str) -> Game:
    """A position at the first question after the start of a side's reinforcement phase."""
    scenario = "operation-compass" if options else "race-to-the-wire"
    phase = f"{side}.reinforcement"
    return position({**HOME, **pieces}, scenario, phase=phase, turn=turn, dice=dice, **options)
