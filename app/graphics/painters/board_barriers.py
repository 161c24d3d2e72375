"""Features on hexsides: rivers, wadis and ridges, and escarpments with their teeth.

Lines are joined and softened by `board_chains`. The teeth of an escarpment point down: they stand on the
side of the lower hex.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtGui import QBrush, QPainter

from app.graphics.curves import MeasuredLine, Polyline, cut_corners, seeded
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_chains import Side, softened
from app.graphics.painters.board_features import chains_of, corners_between
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_marks import Lines, Shapes
from app.graphics.painters.board_palette import Ink
from app.graphics.painters.board_view_box import ViewBox, line_pen
from engine.definition.board import HexsideDef

MOUTH_REACH: Final = 1.6
RIVER_CASE: Final = 0.075
RIVER_FILL: Final = 0.045
TOOTH_STEP: Final = 0.075
TOOTH_STEP_FAR: Final = 0.13
STEPPED: Final = ("escarpment", "slope", "depression_rim")


def kinds_with_look(art: BoardArt, *looks: str) -> list[str]:
    """The kinds of hexside on a map that are drawn like one of these."""
    kinds = {kind for side in art.board.sides.values() for kind in side.kinds}
    return sorted(kind for kind in kinds if art.looks.hexsides.get(kind, kind) in looks)


def drawn_chains(art: BoardArt, kind: str) -> list[Polyline]:
    """The lines of a kind of hexside, the gaps closed that the drawing data name."""
    known = art.board.index.keys()
    joins = (join for join in art.drawing.joins if join.kind == kind and {join.a, join.b} <= known)
    extra = [_join_side(art, join) for join in joins]
    return chains_of(art.board, kind, art.sheet, extra)


def _join_side(art: BoardArt, join: HexsideDef) -> Side:
    a, b = art.board.index[join.a], art.board.index[join.b]
    if join.high is None:
        return Side(*corners_between(art.board, a, b))
    upper = art.board.index[join.high]
    return Side(*corners_between(art.board, b if upper == a else a, upper), directed=True)


class WaterwayLayer:
    """Rivers, wadis and ridges."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art

    @cached_property
    def _rivers(self) -> Shapes:
        shapes = Shapes()
        for kind in kinds_with_look(self._art, "river", "canal"):
            for chain in drawn_chains(self._art, kind):
                shapes.add_line(cut_corners(self._to_the_sea(chain), 2))
        return shapes

    def _to_the_sea(self, chain: Polyline) -> Polyline:
        """The river with its mouth carried on to the coast where that is near."""
        for end in (0, -1):
            near = min(
                (point for ring in self._art.shore for point in ring),
                key=lambda point: math.dist(point, chain[end]),
                default=None,
            )
            if near is not None and 0.05 < math.dist(near, chain[end]) < MOUTH_REACH:
                chain = [near, *chain] if end == 0 else [*chain, near]
        return chain

    @cached_property
    def _wadis(self) -> tuple[Shapes, Shapes]:
        """Dashes for close and for far views."""
        return self._dashed("wadi", (0.07, 0.044)), self._dashed("wadi", (0.13, 0.08))

    def _dashed(self, look: str, pattern: tuple[float, float]) -> Shapes:
        shapes = Shapes()
        for kind in kinds_with_look(self._art, look):
            for chain in drawn_chains(self._art, kind):
                for dash in MeasuredLine(softened(chain, kind)).dashes(*pattern):
                    shapes.add_line(dash)
        return shapes

    @cached_property
    def _ridges(self) -> tuple[Shapes, Lines]:
        crest, ticks = Shapes(), Lines()
        for kind in kinds_with_look(self._art, "ridge"):
            for chain in drawn_chains(self._art, kind):
                line = MeasuredLine(softened(chain, kind))
                crest.add_line(line.points)
                for k in range(int(line.length / 0.09) + 1):
                    station = line.smooth_at(k * 0.09, 0.06)
                    size = 0.055 if k % 2 else 0.075
                    ticks.add(station.shifted(-0.012, size), station.shifted(0.012, -size))
        return crest, ticks

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        palette = box.palette
        wadi = self._wadis[0 if box.detail.is_close else 1]
        crest, ticks = self._ridges
        with box.board_units(painter):
            wadi.stroke(painter, box.rect, line_pen(palette.wadi.color(), box.width(0.02, 1.0)))
            ridge = palette.ridge.color()
            crest.stroke_as_one(painter, box.rect, line_pen(ridge, box.width(0.026, 1.0)))
            ticks.draw(painter, box.rect, line_pen(ridge, box.width(0.017, 0.8)))
            yield
            case = line_pen(Ink(palette.river_case).color(), box.width(RIVER_CASE, 2.0))
            self._rivers.stroke(painter, box.rect, case)
            yield
            self._rivers.stroke(
                painter, box.rect, line_pen(Ink(palette.river).color(), box.width(RIVER_FILL, 1.0))
            )
            yield


@dataclass(frozen=True)
class Escarpment:
    """The prepared shapes of one kind of step: crest, teeth for close and far views, light behind the
    crest.
    """

    look: str
    crest: Shapes
    teeth: Shapes
    far_teeth: Shapes
    light: Shapes

    @classmethod
    def of(cls, look: str, chains: Sequence[tuple[str, Polyline]]) -> Escarpment:
        shapes = cls(look, Shapes(), Shapes(), Shapes(), Shapes())
        for name, chain in chains:
            line = MeasuredLine(softened(chain, name))
            shapes.crest.add_line(line.points)
            for tooth in _teeth(line, name, TOOTH_STEP, 1.0):
                shapes.teeth.add_polygon(tooth)
            for tooth in _teeth(line, name, TOOTH_STEP_FAR, 1.35):
                shapes.far_teeth.add_polygon(tooth)
            shapes.light.add_line(line.offset(0.035))
        return shapes


def _teeth(line: MeasuredLine, name: str, step: float, grown: float) -> Iterator[Polyline]:
    """Tapering hachures on the right, the lower side."""
    chance = seeded("teeth", name, round(line.points[0][0], 2), round(line.points[0][1], 2))
    count = max(1, round(line.length / step))
    for k in range(count):
        place = (k + 0.5) * line.length / count
        station = line.smooth_at(place, 0.05)
        long = k % 2 == 1
        size = (0.15 if long else 0.095) * chance.uniform(0.82, 1.2) * (grown * 0.9)
        size *= min(1.0, 0.45 + place * 1.6, 0.45 + (line.length - place) * 1.6)
        half = (0.021 if long else 0.017) * grown
        lean = chance.uniform(-0.012, 0.012)
        yield [
            station.shifted(-half, 0.008),
            station.shifted(half, 0.008),
            station.shifted(lean + 0.005, -size),
            station.shifted(lean - 0.005, -size),
        ]


class EscarpmentLayer:
    """Escarpments and rims of depressions."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art

    @cached_property
    def _kinds(self) -> list[Escarpment]:
        result = []
        for look in STEPPED:
            kinds = kinds_with_look(self._art, look)
            chains = [(kind, chain) for kind in kinds for chain in drawn_chains(self._art, kind)]
            if chains:
                result.append(Escarpment.of(look, chains))
        return result

    def lines(self) -> list[tuple[str, Polyline]]:
        """The softened lines with their looks, for names and for keeping names off them."""
        return [
            (look, softened(chain, kind))
            for look in STEPPED
            for kind in kinds_with_look(self._art, look)
            for chain in drawn_chains(self._art, kind)
        ]

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        for kind in self._kinds:
            ink = (box.palette.rim if kind.look == "depression_rim" else box.palette.escarpment).color()
            teeth = kind.teeth if box.detail.is_close else kind.far_teeth
            with box.board_units(painter):
                teeth.fill(painter, box.around(0.2), QBrush(ink))
                yield
                kind.crest.stroke_as_one(painter, box.rect, line_pen(ink, box.width(0.034, 1.1)))
                kind.light.stroke_as_one(
                    painter, box.rect, line_pen(box.palette.crest_light.color(), box.width(0.018, 0.8))
                )
                yield
