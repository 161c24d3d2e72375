"""Runs a bake and writes its three files: the picture of the ground, the map of kinds, and the lines of
the coast.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np
from PySide6.QtGui import QColor, QImage
from shapely import LineString
from shapely import Point as ShapelyPoint
from shapely.ops import nearest_points

from app.graphics.baking.assembling import Recipe, assemble
from app.graphics.baking.coastline import VIGNETTE_DISTANCES, Coast
from app.graphics.curves import Point, Polyline
from app.graphics.ground.painting import PLAIN, SEA, Ground, paint_ground, shown_kinds
from app.graphics.ground.rasters import to_image
from app.graphics.ground.record import KEY, record_of
from app.graphics.ground.subject import Window
from app.graphics.painters.board_coast import EMPTY, CoastLines, packed, side_key
from app.graphics.painters.board_features import corners_between
from app.graphics.painters.board_route_points import RoutePoints
from engine.geometry.board import CompiledBoard

UNIT = 500
ROUTES = ("road", "track", "railway")
SYMBOL_REACH = 0.2


def bake(recipe: Recipe, folder: Path, board: CompiledBoard, sheet: int = 0) -> None:
    """Bakes one map; every path of the recipe is relative to `folder`."""
    found = assemble(recipe, folder, board, sheet)
    symbols = {
        board.ids[i]: _symbol(board.center(i), found.projection.place(*recipe.points[place.name]))
        for i, place in board.places.items()
        if board.board[i] == sheet and place.name in recipe.points
    }
    lines = coast_lines(board, found.coast, found.borders, symbols)
    (folder / recipe.coast).write_bytes(msgspec.json.encode(lines))
    found.net.picture().save(str(folder / recipe.net))
    ground = paint_ground(Window.whole(found.subject, recipe.scale))
    to_image(ground.colors).save(str(folder / recipe.picture), quality=recipe.quality)
    kinds = kinds_image(ground, recipe.scale // recipe.kinds_scale)
    kinds.setText(KEY, record_of(board, sheet).packed())
    kinds.save(str(folder / recipe.kinds))


def _symbol(center: Point, true: Point) -> Point:
    """The true place of a town, drawn in toward the middle so that it stays well inside its hex."""
    dx, dy = true[0] - center[0], true[1] - center[1]
    size = max(1.0, float(np.hypot(dx, dy)) / SYMBOL_REACH)
    return round(center[0] + dx / size, 3), round(center[1] + dy / size, 3)


def coast_lines(
    board: CompiledBoard, coast: Coast, borders: list[Polyline], symbols: Mapping[str, Point]
) -> CoastLines:
    """All stored lines, and the points of places, ports and routes that give way to the water."""
    ashore = {
        h: _rounded(coast.kept_ashore(p, list(board.corners(board.index[h])))) for h, p in symbols.items()
    }
    free = RoutePoints(board, ROUTES, msgspec.structs.replace(EMPTY, symbols=ashore))
    hexes, sides = _moved_points(board, coast, free)
    ports = {
        board.ids[i]: _rounded(point)
        for i in (*board.tagged("port"), *board.tagged("anchorage"))
        if (point := coast.water_point(list(board.corners(i))))
    }
    return CoastLines(
        unit=UNIT,
        coast=_packed_all(coast.rings()),
        edge=_packed_all(coast.light_edge()),
        vignette=tuple(_packed_all(coast.vignette(distance)) for distance in VIGNETTE_DISTANCES),
        borders=_packed_all(borders),
        symbols=ashore,
        ports=ports,
        route_points=hexes,
        side_points=sides,
    )


def _packed_all(lines: list[Polyline]) -> tuple[tuple[int, ...], ...]:
    return tuple(packed(line, UNIT) for line in lines if len(line) > 2)


def _moved_points(
    board: CompiledBoard, coast: Coast, free: RoutePoints
) -> tuple[dict[str, Point], dict[str, Point]]:
    """Points of hexes and hexsides that the water pushes away."""
    hexes: dict[str, Point] = {}
    sides: dict[str, Point] = {}
    for i in free.hexes():
        at = free.hex_point(i)
        moved = coast.kept_ashore(at, list(board.corners(i)))
        if moved != at:
            hexes[board.ids[i]] = _rounded(moved)
    for i, j in free.links():
        at = free.free_side_point(i, j)
        room = LineString(corners_between(board, i, j)).intersection(coast.safe)
        if not room.is_empty and not coast.safe.contains(ShapelyPoint(at)):
            near = nearest_points(room, ShapelyPoint(at))[0]
            sides[side_key(board.ids[i], board.ids[j])] = _rounded((near.x, near.y))
    return hexes, sides


def _rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


def kinds_image(ground: Ground, step: int) -> QImage:
    """A small picture whose palette index names the kind that shows at each place: 0 plain, 1 sea, then
    the tints.

    The names stand in the picture's text under `kinds`, so that the picture explains itself.
    """
    names = [PLAIN, SEA, *dict.fromkeys(style.look for style in ground.kinds.sharp)]
    small = shown_kinds(ground, step, names)
    height, width = small.shape
    picture = QImage(small.tobytes(), width, height, width, QImage.Format.Format_Indexed8).copy()
    picture.setColorTable([QColor.fromHsv(i * 37 % 360, 120, 220).rgb() for i in range(len(names))])
    picture.setText("kinds", ",".join(names))
    return picture
