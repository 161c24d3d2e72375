"""Unit symbols from primitives: one function for each branch of service.

A symbol is a framed box in the formation's colour with the branch drawn in
it, in the military convention every wargamer reads. Functions draw into any
box, so the same ones serve counters, lists, legends and printed pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPen

from app.fonts import SceneRole
from app.graphics.colors import color
from app.graphics.painters.pad import Pad, Points, Text


@dataclass(frozen=True, slots=True)
class SymbolBox:
    """Where and how a symbol is drawn: its frame, ink, filling and line width."""

    pad: Pad
    rect: QRectF
    ink: str
    fill: str
    line: float

    def at(self, x: float, y: float) -> QPointF:
        """A point by fractions of the box, (0, 0) top left."""
        return QPointF(self.rect.x() + x * self.rect.width(), self.rect.y() + y * self.rect.height())

    def stroke_line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A line between two points given by fractions."""
        self.pad.painter.drawLine(self.at(x1, y1), self.at(x2, y2))

    def trace(self, points: Points, *, closed: bool = False) -> None:
        """A chain of lines through points given by fractions."""
        path = QPainterPath(self.at(*points[0]))
        for x, y in points[1:]:
            path.lineTo(self.at(x, y))
        if closed:
            path.closeSubpath()
        self.pad.path(path)

    def curve(self, start: tuple[float, float], *bends: tuple[float, ...]) -> QPainterPath:
        """A path of cubic bends, each six fractions: two handles and the end."""
        path = QPainterPath(self.at(*start))
        for ax, ay, bx, by, x, y in bends:
            path.cubicTo(self.at(ax, ay), self.at(bx, by), self.at(x, y))
        return path

    def solid(self) -> None:
        """Fill what follows with the ink."""
        self.pad.fill(self.ink)

    def hollow(self) -> None:
        """Fill nothing of what follows."""
        self.pad.fill(None)

    def dot(self, x: float, y: float, radius: float) -> None:
        """A solid disc; the radius is a fraction of the box height."""
        self.solid()
        reach = radius * self.rect.height()
        self.pad.painter.drawEllipse(self.at(x, y), reach, reach)
        self.hollow()

    def oval(self, across: float = 0.70, high: float = 0.56) -> None:
        """The track loop of armored troops, centred."""
        w, h = across * self.rect.width(), high * self.rect.height()
        loop = QRectF(0, 0, w, h)
        loop.moveCenter(self.rect.center())
        self.pad.painter.drawRoundedRect(loop, h / 2, h / 2)

    def letters(self, words: str, height: float) -> None:
        """Capitals in the middle of the box."""
        style = Text(SceneRole.COUNTER, height * self.rect.height(), self.ink)
        self.pad.text(words, self.rect.adjusted(1, 0, -1, 0), style)


Symbol = Callable[[SymbolBox], None]


def infantry(box: SymbolBox) -> None:
    """Crossed belts."""
    box.stroke_line(0, 0, 1, 1)
    box.stroke_line(0, 1, 1, 0)


def armor(box: SymbolBox) -> None:
    """The track loop."""
    box.oval()


def mechanized(box: SymbolBox) -> None:
    """Infantry carried on tracks."""
    infantry(box)
    box.oval(0.66, 0.50)


def assault_gun(box: SymbolBox) -> None:
    """The track loop on a stem."""
    box.oval(0.68, 0.48)
    box.stroke_line(0.5, 0.74, 0.5, 1)


def recon(box: SymbolBox) -> None:
    """Armored scouts: one belt across the track loop."""
    box.stroke_line(0, 1, 1, 0)
    box.oval(0.68, 0.52)


def cavalry(box: SymbolBox) -> None:
    """One belt."""
    box.stroke_line(0, 1, 1, 0)


def camel(box: SymbolBox) -> None:
    """One belt and two humps."""
    humps = box.curve(
        (0.20, 0.76),
        (0.26, 0.10, 0.44, 0.14, 0.50, 0.56),
        (0.56, 0.14, 0.74, 0.10, 0.80, 0.76),
    )
    box.stroke_line(0, 1, 1, 0)
    box.pad.path(humps)


def artillery(box: SymbolBox) -> None:
    """The cannon ball."""
    box.dot(0.5, 0.5, 0.20)


def anti_tank(box: SymbolBox) -> None:
    """The wedge."""
    box.trace(((0, 1), (0.5, 0.02), (1, 1)))


def flak(box: SymbolBox) -> None:
    """The dome of fire over a gun."""
    box.pad.path(box.curve((0.16, 1.0), (0.16, -0.06, 0.84, -0.06, 0.84, 1.0)))
    box.stroke_line(0.5, 1, 0.5, 0.24)


def machine_gun(box: SymbolBox) -> None:
    """Crossed belts and a rising arrow."""
    infantry(box)
    box.stroke_line(0.5, 1, 0.5, 0.24)
    box.solid()
    box.trace(((0.425, 0.34), (0.5, 0.05), (0.575, 0.34)), closed=True)
    box.hollow()


def support(box: SymbolBox) -> None:
    """Crossed belts over a cannon ball: a mixed support group."""
    infantry(box)
    box.dot(0.5, 0.80, 0.135)


def airborne(box: SymbolBox) -> None:
    """Crossed belts over gull wings."""
    infantry(box)
    wings = box.curve(
        (0.29, 0.86),
        (0.34, 0.58, 0.46, 0.58, 0.5, 0.84),
        (0.54, 0.58, 0.66, 0.58, 0.71, 0.86),
    )
    box.pad.path(wings)


def commando(box: SymbolBox) -> None:
    """Lettered: there is no drawn sign for raiders."""
    box.letters("CDO", 0.62)


def garrison(box: SymbolBox) -> None:
    """A battlement with its gate."""
    foot, low, top = 1.0, 0.50, 0.24
    teeth = 4
    width = 0.76 / (2 * teeth - 1)
    points: list[tuple[float, float]] = [(0.12, foot)]
    for number in range(2 * teeth - 1):
        height = top if number % 2 == 0 else low
        points += [(0.12 + number * width, height), (0.12 + (number + 1) * width, height)]
    points.append((0.88, foot))
    box.trace(tuple(points))
    box.pad.path(box.curve((0.43, 1.0), (0.43, 0.62, 0.57, 0.62, 0.57, 1.0)))


def fortress(box: SymbolBox) -> None:
    """A four-bastioned work."""
    box.trace(
        (
            (0.14, 0.12),
            (0.5, 0.30),
            (0.86, 0.12),
            (0.72, 0.5),
            (0.86, 0.88),
            (0.5, 0.70),
            (0.14, 0.88),
            (0.28, 0.5),
        ),
        closed=True,
    )


def headquarters(box: SymbolBox) -> None:
    """Lettered, with the command bar along the top."""
    _command_bar(box)
    style = Text(SceneRole.COUNTER, 0.56 * box.rect.height(), box.ink)
    box.pad.text("HQ", box.rect.adjusted(0, 0.22 * box.rect.height(), 0, 0), style)


def quasi_headquarters(box: SymbolBox) -> None:
    """A fighting unit that commands: crossed belts under the command bar."""
    _command_bar(box)
    box.stroke_line(0, 0.22, 1, 1)
    box.stroke_line(0, 1, 1, 0.22)


def _command_bar(box: SymbolBox) -> None:
    box.pad.painter.fillRect(
        QRectF(box.rect.x(), box.rect.y(), box.rect.width(), 0.20 * box.rect.height()), color(box.ink)
    )


def commander(box: SymbolBox) -> None:
    """The star of a general."""
    star = (
        (0.50, 0.10), (0.56, 0.40), (0.73, 0.40), (0.595, 0.58), (0.645, 0.88), (0.50, 0.70),
        (0.355, 0.88), (0.405, 0.58), (0.27, 0.40), (0.44, 0.40),
    )  # fmt: skip
    box.solid()
    box.trace(star, closed=True)
    box.hollow()


def engineer(box: SymbolBox) -> None:
    """The bridge on three piers."""
    box.trace(((0.2, 0.74), (0.2, 0.30), (0.8, 0.30), (0.8, 0.74)))
    box.stroke_line(0.5, 0.30, 0.5, 0.74)


def transport(box: SymbolBox) -> None:
    """A wheel with spokes."""
    reach = 0.34 * box.rect.height()
    box.pad.painter.drawEllipse(box.at(0.5, 0.5), reach, reach)
    for x, y in ((0.0, 1.0), (0.87, 0.5), (0.87, -0.5)):
        center = box.at(0.5, 0.5)
        step = QPointF(x * reach, y * reach)
        box.pad.painter.drawLine(center - step, center + step)


def supply(box: SymbolBox) -> None:
    """A line near the foot of the box."""
    box.stroke_line(0, 0.78, 1, 0.78)


def air(box: SymbolBox) -> None:
    """The propeller, lying eight."""
    loop = box.curve(
        (0.5, 0.5),
        (0.60, 0.16, 0.84, 0.20, 0.84, 0.5),
        (0.84, 0.80, 0.60, 0.84, 0.5, 0.5),
        (0.40, 0.16, 0.16, 0.20, 0.16, 0.5),
        (0.16, 0.80, 0.40, 0.84, 0.5, 0.5),
    )
    box.solid()
    box.pad.path(loop)
    box.hollow()


_HULL: Final = (
    (0.05, 0.60), (0.12, 0.46), (0.30, 0.46), (0.34, 0.24), (0.60, 0.24), (0.64, 0.31), (0.97, 0.27),
    (0.97, 0.35), (0.65, 0.40), (0.66, 0.46), (0.88, 0.46), (0.95, 0.60), (0.86, 0.82), (0.14, 0.82),
)  # fmt: skip
_BROAD_HULL: Final = (
    (0.04, 0.56), (0.10, 0.42), (0.26, 0.42), (0.26, 0.18), (0.42, 0.18), (0.42, 0.12), (0.52, 0.12),
    (0.52, 0.18), (0.62, 0.22), (0.63, 0.27), (0.99, 0.25), (0.99, 0.33), (0.63, 0.35), (0.63, 0.42),
    (0.92, 0.42), (0.96, 0.56), (0.88, 0.82), (0.12, 0.82),
)  # fmt: skip


def _silhouette(box: SymbolBox, hull: Points, wheels: int) -> None:
    box.pad.no_stroke()
    box.solid()
    box.trace(hull, closed=True)
    box.pad.fill(box.fill)
    reach = 0.075 * box.rect.height()
    for number in range(wheels):
        x = 0.18 + 0.64 * number / (wheels - 1)
        box.pad.painter.drawEllipse(box.at(x, 0.68), reach, reach)
    box.hollow()


def tank(box: SymbolBox) -> None:
    """A tank in profile, sloped front and round turret."""
    _silhouette(box, _HULL, 6)


def panzer(box: SymbolBox) -> None:
    """A tank in profile, square hull, cupola and long gun."""
    _silhouette(box, _BROAD_HULL, 8)


def truck_wheels(box: SymbolBox) -> None:
    """Two wheels under the frame, wide apart: motorized."""
    _wheels(box, (0.2, 0.8))


def cycle_wheels(box: SymbolBox) -> None:
    """Two wheels under the frame, close together: motorcycles."""
    _wheels(box, (0.37, 0.63))


def _wheels(box: SymbolBox, places: tuple[float, ...]) -> None:
    reach = 0.10 * box.rect.height()
    box.pad.fill(box.fill)
    box.pad.stroke(box.ink, box.line * 0.85)
    for x in places:
        center = QPointF(box.rect.x() + x * box.rect.width(), box.rect.bottom() + reach * 1.05)
        box.pad.painter.drawEllipse(center, reach, reach)
    box.hollow()


SYMBOLS: Final[dict[str, Symbol]] = {
    "infantry": infantry,
    "motorized": infantry,
    "motorcycle": infantry,
    "mechanized": mechanized,
    "armor": armor,
    "assault-gun": assault_gun,
    "recon": recon,
    "armored-car": recon,
    "cavalry": cavalry,
    "camel": camel,
    "artillery": artillery,
    "anti-tank": anti_tank,
    "flak": flak,
    "machine-gun": machine_gun,
    "mg": machine_gun,
    "support": support,
    "airborne": airborne,
    "commando": commando,
    "garrison": garrison,
    "fortress": fortress,
    "hq": headquarters,
    "quasi-hq": quasi_headquarters,
    "commander": commander,
    "engineer": engineer,
    "transport": transport,
    "supply": supply,
    "air": air,
    "tank": tank,
    "panzer": panzer,
}
"""Branch symbols by the key that module files use."""

UNDERCARRIAGE: Final[dict[str, Symbol]] = {
    "motorized": truck_wheels,
    "support": truck_wheels,
    "motorcycle": cycle_wheels,
    "armored-car": truck_wheels,
}
"""What hangs below the frame, for the branches that roll."""


def draw_symbol(box: SymbolBox, key: str) -> None:
    """Frame, branch and wheels; an unknown key leaves the frame empty."""
    painter = box.pad.painter
    wheels = UNDERCARRIAGE.get(key)
    if wheels is not None:
        wheels(box)
    pen = QPen(color(box.ink), box.line)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(color(box.fill))
    painter.drawRect(box.rect)
    branch = SYMBOLS.get(key)
    if branch is None:
        return
    with box.pad.kept():
        painter.setClipRect(box.rect, Qt.ClipOperation.IntersectClip)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        branch(box)
