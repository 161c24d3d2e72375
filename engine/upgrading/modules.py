"""The steps of module files, in order."""

from collections.abc import Mapping

from engine.definition.module import SCHEMA_VERSION
from engine.upgrading import module_from_1
from engine.upgrading.plain import Change, Plain

#: Files that name no version are of this one.
OLDEST_SCHEMA = 1

STEPS: Mapping[int, Change] = {1: module_from_1.upgraded}


def upgraded_module(module: Plain, version: int) -> Plain:
    """The whole module as plain data, brought from a version to the present one; refuses no data at all.

    Raises ``KeyError`` for a version there never was.
    """
    for step in range(version, SCHEMA_VERSION):
        module = STEPS[step](module)
    return {**module, "schema_version": SCHEMA_VERSION}
