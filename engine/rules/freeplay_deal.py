"""Dealing: at the start of a free game each hand gets as many cards of a deck as the module says."""

from __future__ import annotations

from engine.flow.step import Step, auto
from engine.play.resolution import Resolution
from engine.rules.freeplay_piles import draw, refuse_draw
from engine.rules.freeplay_table import FreeTable


class DealStep(Step):
    """Runs once, before the first phase."""

    id = "free.deal"

    def __init__(self, table: FreeTable) -> None:
        self.table = table

    @property
    def is_needed(self) -> bool:
        """Whether any deck is dealt from."""
        return any(deck.deal for deck in self.table.decks.values())

    @auto
    def start(self, r: Resolution) -> None:
        """Deals deck by deck, side by side; stops where a deck has no more."""
        for name, deck in self.table.decks.items():
            for side in self.table.sides:
                for _ in range(deck.deal):
                    if refuse_draw(self.table, r.state, side, name) is None:
                        draw(self.table, r, side, name)
        r.end()
