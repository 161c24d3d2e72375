"""Paper: the sizes people print on, and margins every printer manages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MARGIN: Final = 12.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in millimetres, upright."""

    id: str
    title: str
    width: float
    height: float

    def turned(self) -> Paper:
        """The same sheet lying down."""
        return Paper(self.id, self.title, self.height, self.width)


PAPERS: Final = {
    paper.id: paper
    for paper in (
        Paper("a4", "A4, 210 × 297 mm", 210.0, 297.0),
        Paper("letter", "Letter, 8½ × 11 in", 215.9, 279.4),
        Paper("a3", "A3, 297 × 420 mm", 297.0, 420.0),
    )
}
