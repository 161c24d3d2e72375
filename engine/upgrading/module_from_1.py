"""Modules from version 1 to 2: one way to name zones.

Version 1 had `zone: a` for one zone and `zones: [a, b]` for several, in placements and in the schedule, and
some places looked at one of the two only. Version 2 has `zones` alone. An entry with both meant all of them.
"""

from collections.abc import Sequence

from engine.upgrading.plain import Plain, each, each_value, with_key


def upgraded(module: Plain) -> Plain:
    """A module of version 2."""
    module = with_key(module, "schedule", lambda entries: each(entries, _one_way))
    return with_key(module, "scenarios", lambda scenarios: each(scenarios, _scenario))


def _scenario(scenario: Plain) -> Plain:
    return with_key(scenario, "sides", lambda sides: each_value(sides, _side))


def _side(side: Plain) -> Plain:
    return with_key(side, "placements", lambda placements: each(placements, _one_way))


def _one_way(where: Plain) -> Plain:
    """`zone` becomes the first of the `zones`, at the place it stood."""
    if "zone" not in where:
        return where
    more = where.get("zones", ())
    if isinstance(more, str) or not isinstance(more, Sequence):
        return where
    zones = (where["zone"], *more) if where["zone"] is not None else tuple(more)
    kept = {"zones" if key == "zone" else key: value for key, value in where.items() if key != "zones"}
    return {**kept, "zones": zones}
