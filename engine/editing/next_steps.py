"""What a module in its beginnings still lacks, one thing at a time: nothing is wrong, something is open."""

from collections.abc import Iterator

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.editing.checking import Finding
from engine.issues import Issue

NEXT = "NEXT"
"""The code of a next step."""


def is_young(module: ModuleDef) -> bool:
    """Whether there are fewer counters than types: what nothing uses yet is no mistake then."""
    return len(module.pieces) < len(module.types)


def next_steps(module: ModuleDef) -> Iterator[Finding]:
    """The one thing that should come next; nothing once counters stand on a map."""
    if not module.pieces:
        hint = "make a new one on the page of the counters, or cut them from a scanned sheet there"
        yield Finding(Issue("pieces", 0, NEXT, "next: the first counters", hint, "warning"), ("pieces",))
    elif module.scenarios and not module.schedule and not any(map(_is_set_up, module.scenarios)):
        words = f"next: set up counters in {module.scenarios[0].title}"
        hint = "drag them from the list of the set-up to the map"
        yield Finding(Issue("scenarios/0", 0, NEXT, words, hint, "warning"), ("scenarios", 0))


def _is_set_up(scenario: ScenarioDef) -> bool:
    return any(setup.placements for setup in scenario.sides.values())
