"""Defenses that must retreat, for the tests of retreats and of their edges."""

from __future__ import annotations

from modules.afrika.rules.combat_actions import CommitArtillery
from tests.modules.afrika.combat_positions import (
    EAST,
    FIELD,
    TANKS_4,
    TANKS_7,
    Fight,
    Scene,
    a_fight,
    bear_losses,
    convert,
    roll_where,
)
from tests.modules.afrika.movement_positions import Layout

ALLIED_TURN = Scene(phase="allied.combat")
ATTACKERS = (TANKS_4, TANKS_7)
NORTHEAST, NORTHWEST = "A41.18", "A39.18"
TRENTO, SABRATHA, ARIETE_1, ARIETE_2 = (
    "axis-5-6-4-trento",
    "axis-6-7-4-sabrtha",
    "axis-6-4-8-7-med-ariete",
    "axis-6-4-8-8-med-ariete",
)


def driven_back(layout: Layout, target: str = FIELD, *, hexes: int = 1, scene: Scene = ALLIED_TURN) -> Fight:
    """A defense by the Axis that must retreat; losses and no conversions are already settled."""
    everybody = {target: (), EAST: ATTACKERS, **layout}
    fight = a_fight({place: tuple(names) for place, names in everybody.items()}, scene)
    attackers = tuple(name for name in ATTACKERS if name in everybody[EAST])
    fight.attack(target, *attackers, dice=roll_where(fight, target, attackers, defender_retreat=hexes))
    if fight.asked[1] == "commit-artillery":
        fight.give(CommitArtillery())
    bear_losses(fight)
    return fight.give(convert(0)) if fight.asked[1] == "convert" else fight


def ways(fight: Fight, *pieces: str) -> set[str]:
    """Hexes some units may retreat to together."""
    kind = fight.kind("retreat")
    return set(kind.targets(fight.state, fight.side, pieces))
