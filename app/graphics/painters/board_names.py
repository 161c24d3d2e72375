"""The lettering of the map: waters, regions, relief, routes and borders, and the names of places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from app.fonts import SceneRole
from app.graphics.colors import color
from app.graphics.curves import MeasuredLine, Point, Polyline
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_barriers import EscarpmentLayer, drawn_chains, kinds_with_look
from app.graphics.painters.board_chains import softened
from app.graphics.painters.board_label_places import Lines, NamePlacer, PlacedName
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_palette import MapPalette
from app.graphics.painters.board_routes import BorderLayer, RouteNet
from app.graphics.painters.board_symbols import WALL_LOOKS, symbol_point
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.painters.lettering import HALO, Lettering, Script, Wanted, on_curve, reading_line, straight
from engine.definition.drawing import TextOnMapDef

#: Role, size and spacing of each kind of text, in hex widths.
_STYLES: Final = {
    "sea": (SceneRole.WATER, 0.46, 0.10),
    "gulf": (SceneRole.WATER, 0.26, 0.05),
    "region": (SceneRole.REGION, 0.30, 0.28),
    "relief": (SceneRole.WATER, 0.20, 0.05),
    "route": (SceneRole.WATER, 0.17, 0.02),
    "border": (SceneRole.WATER, 0.17, 0.02),
    "note": (SceneRole.WATER, 0.18, 0.03),
}
_INKS: Final = {
    "water": "#2f6075",
    "sand": "#6b4a14",
    "green": "#4c5d2a",
    "stone": "#5f4a33",
    "border": "#6a2430",
}
LINE_KINDS: Final = frozenset({"route", "border"})
CURVE_LIFT: Final = 0.08
TEXT_HALO: Final = 0.042
CLOSE_TEXTS: Final = 1.7
AVOID_AROUND: Final = 5.0
Covered = tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Inked:
    """Placed words with ink, halo, and the halo's width as a share of their height."""

    lettering: Lettering
    ink: QColor
    halo: QColor | None
    share: float = HALO

    def paint(self, painter: QPainter) -> None:
        """Paints them on a painter in hex widths."""
        self.lettering.paint(painter, self.ink, self.halo, self.share)


@dataclass(frozen=True, slots=True)
class SetText:
    """A text with its outlines and what decides when it shows."""

    source: TextOnMapDef
    lettering: Lettering
    size: float

    @property
    def halo(self) -> float:
        """The width of the halo as a share of the letters' height: about the same for all sizes."""
        width = TEXT_HALO if self.source.zoom != "far" else 2 * TEXT_HALO
        return round(min(0.26, width / self.size), 2)


class TextLayer:
    """Texts that are not names of places; `under` selects those that lie below roads and symbols."""

    def __init__(self, art: BoardArt, net: RouteNet, borders: BorderLayer, *, under: bool) -> None:
        self._art = art
        self._net = net
        self._borders = borders
        self._under = under
        self._made: dict[str, list[SetText]] = {}

    def _texts(self, zoom: str) -> list[SetText]:
        """The texts of close or far views, set when first needed."""
        if zoom not in self._made:
            kinds = {"sea", "gulf", "region"}
            wanted = [
                text
                for text in self._art.drawing.texts
                if (text.kind in kinds) == self._under and text.zoom in ("all", zoom)
            ]
            made = [(text, self._set(text)) for text in wanted]
            self._made[zoom] = [
                SetText(text, lettering, text.size or _STYLES[text.kind][1])
                for text, lettering in made
                if lettering is not None
            ]
        return self._made[zoom]

    def _set(self, text: TextOnMapDef) -> Lettering | None:
        role, size, spacing = _STYLES[text.kind]
        if text.size is not None:
            spacing *= text.size / size
            size = text.size
        script = Script(role, size, text.spacing if text.spacing is not None else spacing)
        if text.along:
            return self._set_along(text, script)
        if len(text.path) == 1:
            x, y = text.path[0]
            return straight(text.text, script, x - script.width(text.text) / 2, y)
        line = MeasuredLine(text.path)
        return on_curve(text.text, script, line.points, line.length / 2)

    def _set_along(self, text: TextOnMapDef, script: Script) -> Lettering | None:
        candidates = self._lines_named(text.along)
        near = text.path[0]
        if not candidates:
            return None
        points = min(candidates, key=lambda line: _distance(line, near))
        wanted = Wanted(near, script.width(text.text), script.size, self._avoid(near))
        line, middle = reading_line(points, wanted)
        measured = MeasuredLine(line)
        station = measured.at(measured.nearest(near))
        left_x, left_y = station.left
        side = (near[0] - station.x) * left_x + (near[1] - station.y) * left_y
        lift = CURVE_LIFT if text.kind in LINE_KINDS else max(CURVE_LIFT, abs(side))
        shifted = measured.offset(lift if side >= 0 else -lift - 0.62 * script.size)
        start = measured.at(middle)
        beside = MeasuredLine(shifted)
        return on_curve(text.text, script, shifted, beside.nearest((start.x, start.y)))

    def _avoid(self, near: Point) -> list[Point]:
        """Symbols and walls around a place."""
        board, sheet = self._art.board, self._art.sheet
        symbols = [symbol_point(self._art, i) for i in board.places if board.board[i] == sheet]
        walls = [
            corner
            for kind in kinds_with_look(self._art, *WALL_LOOKS)
            for chain in drawn_chains(self._art, kind)
            for corner in chain
        ]
        return [point for point in symbols + walls if math.dist(point, near) < AVOID_AROUND]

    def _lines_named(self, name: str) -> list[Polyline]:
        if name == "border":
            return self._borders.borders
        curve = self._net.curve_of(name)
        if curve is not None:
            return [curve]
        kinds = {kind for side in self._art.board.sides.values() for kind in side.kinds}
        return [softened(chain, name) for chain in drawn_chains(self._art, name)] if name in kinds else []

    def letters(self, zoom: str) -> list[QRectF]:
        """The room that the letters take at close or far zoom, for names to keep off."""
        return [letter for text in self._texts(zoom) for letter in text.lettering.boxes]

    def visible(self, box: ViewBox) -> Iterator[Inked]:
        """The texts in a box with their inks."""
        around = box.around(0.1)
        for text in self._texts("close" if box.detail.is_close else "far"):
            if not text.lettering.bounds.intersects(around):
                continue
            if text.source.kind in LINE_KINDS and not box.detail.line_names:
                continue
            yield Inked(text.lettering, *_inks(text.source, box.palette), text.halo)

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        with box.board_units(painter):
            for text in self.visible(box):
                text.paint(painter)
                yield


def _inks(text: TextOnMapDef, palette: MapPalette) -> tuple[QColor, QColor | None]:
    own = color(_INKS[text.ink]) if text.ink else None
    halo = palette.halo.color()
    if text.kind in ("sea", "gulf"):
        return own or palette.water_name.color(), None
    if text.kind == "region":
        tint = own or palette.region_name.color()
        tint.setAlphaF(palette.region_name.alpha)
        return tint, None
    if text.kind == "route":
        return own or color(palette.route_name), halo
    if text.kind == "border":
        return own or color(palette.border.code), halo
    halo.setAlphaF(halo.alphaF() * 0.8)
    return own or palette.relief_name.color(), halo


def _distance(points: Polyline, near: Point) -> float:
    return min(math.dist(point, near) for point in points)


class NameLayer:
    """The names of places, with halo, placed anew for each step of the lettering."""

    def __init__(
        self, art: BoardArt, net: RouteNet, escarpments: EscarpmentLayer, texts: Sequence[TextLayer]
    ) -> None:
        self._art = art
        self._net = net
        self._escarpments = escarpments
        self._texts = texts
        self._sets: dict[tuple[float, frozenset[str], Covered], list[tuple[PlacedName, Lettering]]] = {}

    @cached_property
    def _lines(self) -> Lines:
        return Lines(
            self._net.lines["road"], self._net.lines["track"], [line for _, line in self._escarpments.lines()]
        )

    def names(
        self, lettering: float, kinds: frozenset[str], covered: Covered = ()
    ) -> list[tuple[PlacedName, Lettering]]:
        """All names at a size of lettering, with their outlines; they keep off what will be covered."""
        key = lettering, kinds, covered
        if key not in self._sets:
            placer = NamePlacer(self._art, self._lines, lettering)
            zoom = "close" if lettering <= CLOSE_TEXTS else "far"
            placer.keep_off(box for texts in self._texts for box in texts.letters(zoom))
            placer.keep_uncovered(QRectF(*box) for box in covered)
            placed = placer.place(kinds)
            self._sets[key] = [(n, straight(n.text, n.script, n.left, n.baseline)) for n in placed]
        return self._sets[key]

    def visible(self, box: ViewBox) -> Iterator[Inked]:
        """The names in a box with their inks."""
        palette = box.palette
        halo = palette.halo.color()
        around = box.around(0.1 * box.detail.lettering)
        for name, lettering in self.names(box.detail.lettering, box.detail.place_kinds, box.covered):
            if box.covered and not box.rect.contains(QPointF(*name.spot)):
                continue
            if lettering.bounds.intersects(around):
                ink = color(palette.well_name if name.kind == "bir" else palette.place_name)
                yield Inked(lettering, ink, halo)

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        with box.board_units(painter):
            for name in self.visible(box):
                name.paint(painter)
                yield
