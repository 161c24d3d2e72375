"""Roads, tracks and railways as smooth lines, and borders.

A stretch that several routes share is drawn once, as the best of them. All casings come before all
fills, so that junctions look like one piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from app.graphics.colors import color
from app.graphics.curves import MeasuredLine, Point, Polyline
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_marks import Lines, Shapes
from app.graphics.painters.board_route_points import RoutePoints
from app.graphics.painters.board_view_box import ViewBox, line_pen

ROAD_CASE: Final = 0.070
ROAD_FILL: Final = 0.042
ROAD_LIGHT: Final = 0.014
TRACK_WIDTH: Final = 0.026
TRACK_BED: Final = 0.06
DASHES: Final = (0.109, 0.062)
FAR_DASHES: Final = (0.16, 0.105)
#: Looks from the best way to the least.
RANKS: Final = ("road", "track", "railway")
EDGE_RUN: Final = 0.55


class RouteNet:
    """All routes of a map as curves, each link once."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art
        kinds = {route.kind: art.looks.routes.get(route.kind, route.kind) for route in art.board.routes}
        self._looks = kinds
        drawn = [k for k, look in kinds.items() if look in RANKS]
        self._points = RoutePoints(art.board, drawn, art.coast, art.old_names)

    @cached_property
    def lines(self) -> dict[str, list[Polyline]]:
        """Curves by look; a link used by a better kind is left out of the lesser."""
        drawn: set[tuple[int, int]] = set()
        result: dict[str, list[Polyline]] = {look: [] for look in RANKS}
        for look in RANKS[:2]:
            result[look] = list(self._curves(look, drawn))
        result[RANKS[2]] = list(self._curves(RANKS[2], set()))
        return result

    def nearest(self, i: int, at: Point) -> tuple[str, int, float] | None:
        """The kind of the route that passes nearest to a point of a hex, the neighbor it leads to there, and
        how far it is; None where no route is drawn.
        """
        board = self._art.board
        found: list[tuple[float, str, int]] = []
        for j in board.neighbors[i]:
            kinds = board.links(i, j) if j >= 0 else ()
            if kinds:
                shown = min(kinds, key=self._rank)
                away = _from_segment(at, self._points.hex_point(i), self._points.side_point(i, j))
                found.append((away, shown, j))
        return (nearest[1], nearest[2], nearest[0]) if (nearest := min(found, default=None)) else None

    def _rank(self, kind: str) -> tuple[int, str]:
        """Which kind of several shows: the better road."""
        look = self._looks.get(kind, kind)
        return RANKS.index(look) if look in RANKS else len(RANKS), kind

    def curve_of(self, name: str) -> Polyline | None:
        """The whole curve of a named route."""
        for route in self._art.board.routes:
            if route.name == name and self._art.board.board[route.path[0]] == self._art.sheet:
                return self._points.curve(route.path)
        return None

    def _curves(self, look: str, drawn: set[tuple[int, int]]) -> Iterator[Polyline]:
        for route in self._art.board.routes:
            if self._looks[route.kind] != look or self._art.board.board[route.path[0]] != self._art.sheet:
                continue
            for run in _fresh_runs(route.path, drawn):
                curve = self._points.curve(run)
                if route.leaves:
                    curve = self._run_off(curve, run)
                yield curve

    def _run_off(self, curve: Polyline, run: Sequence[int]) -> Polyline:
        """Lets a route that leaves the map run on to its edge."""
        result = curve
        if -1 in self._art.board.neighbors[run[-1]]:
            end = MeasuredLine(result)
            result = [*result, end.at(end.length).shifted(EDGE_RUN, 0.0)]
        elif -1 in self._art.board.neighbors[run[0]]:
            start = MeasuredLine(result[::-1])
            result = [start.at(start.length).shifted(EDGE_RUN, 0.0), *result]
        return result


def _fresh_runs(path: Sequence[int], drawn: set[tuple[int, int]]) -> Iterator[list[int]]:
    """Stretches of a path whose links were not drawn yet; marks them drawn."""
    run: list[int] = []
    for i, j in pairwise(path):
        link = (min(i, j), max(i, j))
        if link in drawn:
            if len(run) > 1:
                yield run
            run = []
            continue
        drawn.add(link)
        run = [*run, j] if run else [i, j]
    if len(run) > 1:
        yield run


class RouteLayer:
    """Roads, tracks and railways."""

    def __init__(self, art: BoardArt, net: RouteNet) -> None:
        self._art = art
        self._net = net

    @cached_property
    def _roads(self) -> Shapes:
        return _whole(self._net.lines["road"])

    @cached_property
    def _beds(self) -> Shapes:
        return _whole(self._net.lines["track"])

    @cached_property
    def _tracks(self) -> tuple[Shapes, Shapes]:
        lines = self._net.lines["track"]
        return _dashed(lines, DASHES), _dashed(lines, FAR_DASHES)

    @cached_property
    def _rails(self) -> tuple[Shapes, Lines]:
        ties = Lines()
        for points in self._net.lines["railway"]:
            line = MeasuredLine(points)
            for k in range(1, int(line.length / 0.16)):
                station = line.at(k * 0.16)
                ties.add(station.shifted(0.0, 0.03), station.shifted(0.0, -0.03))
        return _whole(self._net.lines["railway"]), ties

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        palette, rect = box.palette, box.rect
        with box.board_units(painter):
            rails, ties = self._rails
            rails.stroke_as_one(painter, rect, line_pen(palette.railway.color(), box.width(0.012, 0.7)))
            if box.detail.is_close:
                ties.draw(painter, rect, line_pen(palette.railway.color(), box.width(0.011, 0.6)))
            yield
            if box.detail.is_close:
                bed = line_pen(palette.track_bed.color(), TRACK_BED)
                self._beds.stroke_as_one(painter, rect, bed)
                yield
            dashes = self._tracks[0 if box.detail.is_close else 1]
            pen = line_pen(palette.track.color(), box.width(TRACK_WIDTH, 1.0), Qt.PenCapStyle.FlatCap)
            dashes.stroke(painter, rect, pen)
            yield
            self._roads.stroke(painter, rect, line_pen(color(palette.road_case), box.width(ROAD_CASE, 2.4)))
            yield
            self._roads.stroke(painter, rect, line_pen(color(palette.road), box.width(ROAD_FILL, 1.3)))
            yield
            if box.detail.is_close:
                self._roads.stroke(painter, rect, line_pen(color(palette.road_light), ROAD_LIGHT))
            yield


def _whole(lines: Sequence[Polyline]) -> Shapes:
    shapes = Shapes()
    for line in lines:
        shapes.add_line(line)
    return shapes


def _dashed(lines: Sequence[Polyline], pattern: tuple[float, float]) -> Shapes:
    shapes = Shapes()
    for line in lines:
        for dash in MeasuredLine(line).dashes(*pattern):
            shapes.add_line(dash)
    return shapes


class BorderLayer:
    """Borders: a pale band, a line of dashes and dots, and small crosses where a wire fence stands."""

    def __init__(self, art: BoardArt) -> None:
        self._art = art

    @cached_property
    def borders(self) -> list[Polyline]:
        """All borders on the map."""
        stored = [self._art.coast.line(line) for line in self._art.coast.borders]
        drawn = [list(line.path) for line in self._art.drawing.lines if line.kind in ("border", "line")]
        return stored + drawn

    @cached_property
    def _band(self) -> Shapes:
        return _whole(self.borders)

    @cached_property
    def _dashes(self) -> tuple[Shapes, Shapes]:
        return self._dashed((0.15, 0.055, 0.02, 0.055)), self._dashed((0.30, 0.11, 0.05, 0.11))

    def _dashed(self, pattern: tuple[float, ...]) -> Shapes:
        shapes = Shapes()
        for line in self.borders:
            for dash in MeasuredLine(line).dashes(*pattern):
                shapes.add_line(dash)
        return shapes

    @cached_property
    def _wire(self) -> Lines:
        crosses = Lines()
        for drawn in self._art.drawing.lines:
            if drawn.kind != "wire":
                continue
            line = MeasuredLine(drawn.path)
            for k in range(1, int(line.length / 0.20)):
                station, size = line.smooth_at(k * 0.20, 0.1), 0.028
                crosses.add(station.shifted(-size, size), station.shifted(size, -size))
                crosses.add(station.shifted(-size, -size), station.shifted(size, size))
        return crosses

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        ink = box.palette.border.color()
        with box.board_units(painter):
            band = line_pen(box.palette.border_band.color(), box.width(0.10, 5.0))
            self._band.stroke_as_one(painter, box.rect, band)
            yield
            dashes = self._dashes[0 if box.detail.is_close else 1]
            dashes.stroke(painter, box.rect, line_pen(ink, box.width(0.018, 1.2), Qt.PenCapStyle.FlatCap))
            if box.detail.is_close:
                self._wire.draw(painter, box.rect, line_pen(ink, box.width(0.013, 0.8)))
            yield


def _from_segment(at: Point, a: Point, b: Point) -> float:
    """How far a point is from the straight between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = dx * dx + dy * dy or 1.0
    share = min(max(((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / size, 0.0), 1.0)
    return hypot(at[0] - a[0] - dx * share, at[1] - a[1] - dy * share)
