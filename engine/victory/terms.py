"""The terms of a scenario: its conditions of victory, what earns points, and the margin table.

A length of a scenario that says nothing of its own takes what the module says for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.definition.victory import (
    AwardDef,
    Block,
    LevelDef,
    OtherwiseBlock,
    RulesetBlock,
    VictoryDef,
    blocks_in,
)

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef
    from engine.definition.scenario import VersionDef


@dataclass(frozen=True, slots=True)
class Terms:
    """What decides a game, and its last turn."""

    conditions: tuple[VictoryDef, ...] = ()
    awards: tuple[AwardDef, ...] = ()
    levels: tuple[LevelDef, ...] = ()
    last_turn: int = 0

    def are_tested(self) -> bool:
        """Whether the engine can judge anything here; words alone are for the players."""
        return bool(self.awards) or any(condition.holds is not None for condition in self.conditions)

    def blocks(self) -> Iterator[Block]:
        """All blocks of all conditions and awards, those within others included."""
        roots = [condition.holds for condition in self.conditions] + [award.holds for award in self.awards]
        for root in roots:
            if root is not None:
                yield from blocks_in(root)

    def tests(self) -> frozenset[str]:
        """Ids of the tests of the ruleset that are asked for."""
        return frozenset(block.id for block in self.blocks() if isinstance(block, RulesetBlock))


def terms_of(module: ModuleDef, version: VersionDef) -> Terms:
    """The terms in force for one length of a scenario."""
    owner = version if version.victory or version.points or version.levels else module
    return Terms(owner.victory, owner.points, owner.levels, version.last_turn)


def is_otherwise(condition: VictoryDef) -> bool:
    """Whether a condition is the one for anything else."""
    return isinstance(condition.holds, OtherwiseBlock)
