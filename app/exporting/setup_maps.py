"""The small maps of a set-up sheet: which hexes are marked, and when a second map is worth its room."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from app.exporting.inset_areas import FreeArea
from app.exporting.inset_map import Inset, Spot, inset_block, left_out
from app.exporting.plan import Block
from app.exporting.setup_content import SideContent, side_content
from app.exporting.setup_filling import Pair
from app.exporting.setup_words import place_count
from app.exporting.source import PrintSource
from app.exporting.typesetting import Measure

LEAST_SECOND: Final = 3
"""So many hexes off the first map make a second one worth its room."""
MOST_OUTLINED: Final = 40


@dataclass(frozen=True)
class SetupMaps:
    """Makes the small maps of one side."""

    source: PrintSource
    measure: Measure
    content: SideContent
    width: float

    def _spots(self) -> list[Spot]:
        """The hexes to be marked; of very large areas of free choice only the border is drawn."""
        fixed: list[Spot] = []
        free: dict[int, Spot] = {}
        board = self.source.board
        for group in self.content.groups:
            if group.is_free and len(group.hexes) <= MOST_OUTLINED:
                for i in group.hexes:
                    old = free.get(i, Spot(i, board.ids[i], is_free=True, group=group.title))
                    free[i] = replace(old, count=f"{old.count} {group.letter}".strip())
            elif group.hexes and not group.is_free:
                fixed.append(Spot(group.hexes[0], board.ids[group.hexes[0]], place_count(group)))
        settled = {spot.hex for spot in fixed}
        return fixed + [spot for i, spot in free.items() if i not in settled]

    def _areas(self) -> list[FreeArea]:
        """Areas of free choice too large to be told hex by hex."""
        return [
            FreeArea(group.heading, frozenset(group.hexes))
            for group in self.content.groups
            if group.is_free and len(group.hexes) > MOST_OUTLINED
        ]

    def blocks(self, height: float, pair: Pair) -> list[Block]:
        """The small map; with room for a pair, another that shows what the first leaves out."""
        spots = self._spots()
        others, word, legend = self._others()
        whose = self.content.side.adjective or self.content.side.title
        own = f"{whose} set-up hex, with what goes there"
        if not self.source.is_start:
            own = f"{whose} hex, with what stands there"
        first = Inset(
            board=self.source.board,
            spots=spots,
            others=others,
            other_word=word,
            own_legend=own,
            free_legend=" (dashed: free choice)",
            other_legend=legend,
            areas=self._areas(),
        )
        width = self.width
        rest = left_out(first, width, pair[0]) if pair and spots else []
        if pair is None or len(rest) < LEAST_SECOND:
            block = inset_block(self.measure, first, width, height)
            return [block] if block else []
        other = replace(
            first,
            spots=rest,
            areas=(),
            own_legend="",
            other_legend="",
            elsewhere=frozenset(spot.hex for spot in spots),
        )
        missing = {spot.hex for spot in left_out(other, width, pair[1])}
        shown = frozenset(spot.hex for spot in rest if spot.hex not in missing)
        made = (
            inset_block(self.measure, replace(first, elsewhere=shown), width, pair[0]),
            inset_block(self.measure, other, width, pair[1]),
        )
        return [block for block in made if block]

    def _others(self) -> tuple[list[int], str, str]:
        """Where the others stand, what is written there, and what the legend says of it."""
        content, hexes = self.content, list[int]()
        others = [one for one in self.source.module.sides if one.id != content.side.id]
        if self.source.viewer != "all" or not others:
            return [], "", ""
        orders = set()
        for other in others:
            theirs = side_content(self.source, other)
            orders.add(theirs.order)
            hexes += [group.hexes[0] for group in theirs.groups if group.hexes and not group.is_free]
        single = others[0] if len(others) == 1 else None
        legend = f"{single.adjective or single.title} stack" if single else "Stack of another side"
        if self.source.is_start and single:
            legend += f", set up {'before' if min(orders) < content.order else 'after'} you"
        return hexes, single.short if single else "other", legend
