"""What differs between the lengths of two scenarios: turns, and the terms of victory sentence by sentence."""

from collections.abc import Iterator

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, VersionDef
from engine.victory.words import version_lines

Told = tuple[str, str, str, str]
"""Kind, what, before, after."""


def lengths_compared(
    before: ScenarioDef, after: ScenarioDef, modules: tuple[ModuleDef, ModuleDef]
) -> Iterator[tuple[str, Told]]:
    """New and lost lengths, other last turns, conditions that came or went, with the ids of the lengths."""
    old = {version.id: version for version in before.versions}
    new = {version.id: version for version in after.versions}
    for key in dict.fromkeys((*old, *new)):
        if key not in new or key not in old:
            yield key, ("gone" if key in old else "new", f"length {key}", "", "")
        else:
            yield from ((key, told) for told in _length(old[key], new[key], modules))


def _length(before: VersionDef, after: VersionDef, modules: tuple[ModuleDef, ModuleDef]) -> Iterator[Told]:
    title = after.title
    if before.last_turn != after.last_turn:
        yield "changed", f"last turn, {title}", str(before.last_turn), str(after.last_turn)
    was, now = _lines(modules[0], before), _lines(modules[1], after)
    yield from (("gone", f"victory, {title}: {line}", "", "") for line in was if line not in now)
    yield from (("new", f"victory, {title}: {line}", "", "") for line in now if line not in was)
    if sorted(was) == sorted(now) and was != now:
        yield "changed", f"victory, {title}", "in another order", "as it is now"


def _lines(module: ModuleDef, version: VersionDef) -> list[str]:
    lines = version_lines(module, version)
    return [f"{line.who}: {line.text}" + (f" ({line.rule})" if line.rule else "") for line in lines]
