"""What every pictogram is drawn with: a pad, the tile's ink, and small path builders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QTransform

from app.graphics.painters.pad import Pad

DARK: Final = "#231a0c"
CREAM: Final = "#fbf4e2"
SEA: Final = "#1f3f52"
GOLD: Final = "#ffc81f"
RED: Final = "#b3261e"
BLUE: Final = "#274b7a"


@dataclass(frozen=True, slots=True)
class Pictogram:
    """What a pictogram function draws with: pad and foreground ink of the tile."""

    pad: Pad
    ink: str

    def outline(self, width: float = 0.085) -> None:
        """A dark line around what follows, in cream."""
        self.pad.stroke(DARK, self.pad.width(width, 0.9))
        self.pad.fill(CREAM)

    def solid(self, tint: str = DARK) -> None:
        """Filled areas without a line."""
        self.pad.no_stroke()
        self.pad.fill(tint)


def closed_path(*points: tuple[float, float]) -> QPainterPath:
    """A closed outline through points."""
    path = QPainterPath(QPointF(*points[0]))
    for x, y in points[1:]:
        path.lineTo(QPointF(x, y))
    path.closeSubpath()
    return path


def mirrored(path: QPainterPath) -> QPainterPath:
    """A right half and its mirror image as one outline."""
    return path.united(QTransform.fromScale(-1, 1).map(path))
