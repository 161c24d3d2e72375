"""A proof sheet of a module's counters, for whoever designs or checks their looks.

`python -m app.graphics.gallery OUT.png [MODULE]` draws every unit of each
side, reduced sides, markers, badges, the four small sizes, and how the
nations look to colour-blind eyes and on grey paper.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPen

from app.fonts import SceneRole, scene_font
from app.graphics.color_vision import Vision, simulated
from app.graphics.colors import color, luminance
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.counter import CounterPainter
from app.graphics.painters.face import Badge, CounterFace, FaceKind
from app.graphics.painters.marker_face import HAZARD
from app.graphics.painters.pictogram import PICTOGRAMS
from app.graphics.painters.symbol import SYMBOLS
from engine.definition.module import ModuleDef
from engine.loading import builtin_modules, load_module

WIDTH: Final = 1560
MARGIN: Final = 36
_GROUND: Final = "#ece6da"
_INK: Final = "#2a2118"
_SIZES: Final = (64, 48, 36, 24, 18)


class ProofSheet:
    """Lays counters out in rows under headings and grows downwards."""

    def __init__(self, painter: QPainter) -> None:
        self._painter = painter
        self._counters = CounterPainter()
        self.bottom = float(MARGIN)

    def heading(self, words: str, note: str = "") -> None:
        """A section head with a line below."""
        self.bottom += 20
        self._painter.setPen(color(_INK))
        font = scene_font(SceneRole.CITY, 18, 0.6)
        self._painter.setFont(font)
        self._painter.drawText(QPointF(MARGIN, self.bottom), words.upper())
        width = self._painter.fontMetrics().horizontalAdvance(words.upper())
        self._painter.setFont(scene_font(SceneRole.TEXT, 13))
        self._painter.setPen(color(_INK, 0.7))
        self._painter.drawText(QPointF(MARGIN + width + 16, self.bottom), note)
        self.bottom += 10
        self._painter.setPen(QPen(color(_INK, 0.2), 1))
        self._painter.drawLine(QPointF(MARGIN, self.bottom), QPointF(WIDTH - MARGIN, self.bottom))
        self.bottom += 14

    def row(self, faces: Iterable[CounterFace], edge: float = 96, label: str = "") -> None:
        """Counters of one size, wrapped."""
        x = float(MARGIN)
        if label:
            self._painter.setFont(scene_font(SceneRole.TEXT, 13))
            self._painter.setPen(color(_INK, 0.8))
            self._painter.drawText(QRectF(x, self.bottom, 120, edge), Qt.AlignmentFlag.AlignVCenter, label)
            x += 120
        gap = max(5.0, edge * 0.12)
        for face in faces:
            if x + edge > WIDTH - MARGIN:
                x = MARGIN
                self.bottom += edge + gap
            self._counters.paint(self._painter, QRectF(x, self.bottom, edge, edge), face)
            x += edge + gap
        self.bottom += edge + gap


def seen_face(face: CounterFace, vision: Vision | None) -> CounterFace:
    """The face in the colours somebody sees; None stands for grey paper."""

    def change(code: str) -> str:
        if vision is not None:
            return simulated(code, vision)
        level = round(255 * luminance(code) ** (1 / 2.2))
        return f"#{level:02x}{level:02x}{level:02x}"

    return replace(
        face, body=change(face.body), ink=change(face.ink), formation_color=change(face.formation_color)
    )


def one_of_each_nation(module: ModuleDef, maker: FaceMaker) -> tuple[CounterFace, ...]:
    """The strongest unit of every nation, in the module's order."""
    faces = []
    for nation in module.nations:
        units = [piece for piece in module.pieces if piece.nation == nation.id and piece.kind == "unit"]
        if units:
            faces.append(maker.printed(max(units, key=lambda unit: (unit.steps, *unit.values.values()))))
    return tuple(faces)


def draw_sheet(painter: QPainter, module: ModuleDef) -> float:
    """Draw the whole sheet; returns its height."""
    sheet, maker = ProofSheet(painter), FaceMaker(module)
    for side in module.sides:
        pieces = [
            piece for piece in module.pieces if piece.side == side.id and piece.kind in {"unit", "leader"}
        ]
        sheet.heading(side.title, f"{side.strip} value strip")
        sheet.row(maker.printed(piece) for piece in pieces)
        sheet.heading(f"{side.title}, reduced", "white column, hollow step dots, tinted figures")
        sheet.row(maker.with_steps(piece, piece.steps - 1) for piece in pieces if piece.steps > 1)
    nations = one_of_each_nation(module, maker)
    sheet.heading("Badges and hidden pieces")
    sheet.row([*(nations[n % len(nations)].with_badges(badge) for n, badge in enumerate(Badge)),
               *(maker.hidden(side.id, 3) for side in module.sides)])  # fmt: skip
    sheet.heading("Markers")
    sheet.row(_markers(module, maker))
    sheet.heading("Symbols")
    sheet.row(replace(nations[0], symbol=key, designation="", formation=key) for key in SYMBOLS)
    sheet.heading("Small sizes", "64 all · 48 no formation, no nation · 36 symbol and values · 24 symbol")
    for edge in _SIZES:
        sheet.row((*nations, *(replace(face, is_reduced=True) for face in nations)), edge, str(edge))
    sheet.heading("Proofs")
    for vision in (*Vision, None):
        sheet.row((seen_face(face, vision) for face in nations), 52, vision.value if vision else "grey")
    return sheet.bottom + MARGIN


def _markers(module: ModuleDef, maker: FaceMaker) -> list[CounterFace]:
    sides = [side.id for side in module.sides] or [""]
    faces = [
        maker.marker(key, key.split("-")[0][:8].upper(), sides[number % len(sides)], count=3)
        for number, key in enumerate(PICTOGRAMS)
    ]
    hazard = CounterFace(
        kind=FaceKind.MARKER,
        body="#ffc81f",
        ink="#1c150b",
        marker=HAZARD,
        disc="OOS",
        word="ATT ×¼\nDEF MA ×½",
    )
    return [*faces, hazard]


def render(module: ModuleDef) -> QImage:
    """The sheet as a picture, as high as it needs to be."""
    trial = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(trial)
    height = draw_sheet(painter, module)
    painter.end()
    image = QImage(WIDTH, round(height), QImage.Format.Format_RGB32)
    image.fill(color(_GROUND))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_sheet(painter, module)
    painter.end()
    return image


def main(arguments: list[str]) -> int:
    """Write the sheet of a module, or of the first built-in one."""
    if not arguments:
        sys.stderr.write(
            "error: name the picture to write; python -m app.graphics.gallery OUT.png [MODULE]\n"
        )
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    path = Path(arguments[1]) if len(arguments) > 1 else next(iter(builtin_modules().values()))
    written = render(load_module(path)).save(arguments[0])
    app.processEvents()
    return 0 if written else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
