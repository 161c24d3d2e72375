"""Where things can be: hex boards and boxes made from the maps of a module, and the place of a point.

A hex grid becomes a board; zones, regions and windows without one become boxes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import hypot
from typing import Final, Protocol

from app.importing.naming import Ids, tidy
from app.importing.vassal.grids import (
    MOST_SQUARES,
    Cell,
    Cells,
    HexCells,
    HexGeometry,
    Regions,
    Spot,
    SquareCells,
    ZoneArea,
)
from app.importing.vassal.model import BoardRead, MapRead, ModuleRead
from app.importing.vassal.sheets import HexSheet, SheetPlan, make_sheet
from engine.definition.sequence import BoxDef

TURN_NAME: Final = re.compile(
    r"^(?:game\s*)?(?:turn\s*(?:track|record)?|gt|t)?[\s_.:#-]*(\d{1,3})$", re.IGNORECASE
)
_TURN_WORD: Final = re.compile(r"turn|\bgt\b", re.IGNORECASE)
BIG_ZONE: Final = 0.5
GUESSED_CELLS: Final = 24


class Backgrounds(Protocol):
    """Takes the picture of a board into the module; None where it cannot be had."""

    def background(self, board: BoardRead) -> str | None:
        """The name of the picture inside the module."""
        ...


@dataclass
class _BoardPlaces:
    """One board with the places on it."""

    board: BoardRead
    sheets: list[HexSheet] = field(default_factory=list)
    zones: list[tuple[ZoneArea, HexSheet | None]] = field(default_factory=list)
    boxes: dict[tuple[str, str], str] = field(default_factory=dict)
    default: HexSheet | None = None


@dataclass
class Ground:
    """All boards and boxes of a module."""

    read: ModuleRead
    backgrounds: Backgrounds
    sheets: list[HexSheet] = field(default_factory=list)
    boxes: list[BoxDef] = field(default_factory=list)
    guesses: list[str] = field(default_factory=list)
    off_grid: int = 0
    _ids: Ids = field(default_factory=Ids)
    _hexes: set[str] = field(default_factory=set)
    _places: dict[tuple[str, str], _BoardPlaces] = field(default_factory=dict)
    _maps: dict[str, MapRead] = field(default_factory=dict)

    def make(self) -> None:
        """Makes boards and boxes of all maps."""
        for found in self.read.maps:
            self._maps.setdefault(found.id, found)
            for board in found.boards:
                places = _BoardPlaces(board)
                self._make_sheets(places, found)
                self._places[found.id, board.name] = places
        if not self.sheets:
            self._lay_a_grid()
        for (map_id, _), places in self._places.items():
            self._make_boxes(places, self._maps[map_id])

    # -------------------------------------------------------------- boards

    def _make_sheets(self, places: _BoardPlaces, found: MapRead) -> None:
        board = places.board
        grids = self._grids(board)
        made: list[tuple[HexGeometry, HexSheet]] = []
        for number, grid in enumerate(grids):
            if grid[1]:
                sheet = self._sheet(found, board, number, grid)
                made.append((grid[0], sheet))
                places.sheets.append(sheet)

        def sheet_of(cells: Cells | None) -> HexSheet | None:
            if not isinstance(cells, HexCells):
                return None
            return next((sheet for grid, sheet in made if grid.is_like(cells.geometry)), None)

        places.zones = [(zone, sheet_of(zone.cells)) for zone in board.zones]
        places.default = sheet_of(board.cells)

    def _grids(self, board: BoardRead) -> list[tuple[HexGeometry, dict[Cell, str], HexCells]]:
        """The different hex grids of a board with the cells that each of them names."""
        areas: list[tuple[ZoneArea | None, HexCells, Spot]] = [
            (zone, zone.cells, zone.size) for zone in board.zones if isinstance(zone.cells, HexCells)
        ]
        if isinstance(board.cells, HexCells):
            areas.append((None, board.cells, board.size))
        grids: list[tuple[HexGeometry, dict[Cell, str], HexCells]] = []
        for area, cells, size in areas:
            known = next((grid for grid in grids if grid[0].is_like(cells.geometry)), None)
            if known is None:
                known = (cells.geometry, {}, cells)
                grids.append(known)
            for cell in cells.geometry.cells_in(board.size):
                if self._owner(board, cells.geometry.exact(*cell)) == area:
                    known[1].setdefault(cell, cells.name(cell, size))
        return grids

    def _sheet(
        self,
        found: MapRead,
        board: BoardRead,
        number: int,
        grid: tuple[HexGeometry, dict[Cell, str], HexCells],
    ) -> HexSheet:
        geometry, names, cells = grid
        title = board.name if len(found.boards) > 1 or board.name not in {"", "Board"} else found.name
        title = title if number == 0 else f"{title} {number + 1}"
        identity = self._ids.new(title, "map")
        areas = [z.size for z in board.zones if z.cells is cells]
        size = areas[0] if areas and cells is not board.cells else board.size
        picture = self.backgrounds.background(board)
        plan = SheetPlan(
            identity,
            tidy(title) or "Map",
            geometry,
            names,
            cells.numbering,
            board.size,
            size,
            picture,
            is_drawn=cells.is_drawn or picture is None,
        )
        sheet = make_sheet(plan, self._hexes)
        self.sheets.append(sheet)
        if not sheet.is_native:
            self.guesses.append(
                f"hexes of {title} are numbered plainly; {len(sheet.definition.aliases)} of the module's own "
                f"ids work as further names"
            )
        return sheet

    def _owner(self, board: BoardRead, spot: Spot) -> ZoneArea | None:
        """The zone whose grid counts at a point; None for the board's own."""
        for zone in board.zones:
            if not zone.holds(spot):
                continue
            return None if zone.uses_parent or self._is_whole(board, zone) else zone
        return None

    @staticmethod
    def _is_whole(board: BoardRead, zone: ZoneArea) -> bool:
        """A zone without a grid that covers most of a board with one does not hide its hexes."""
        width, height = zone.size
        big = width * height > BIG_ZONE * board.size[0] * board.size[1]
        return zone.cells is None and big and isinstance(board.cells, HexCells)

    def _lay_a_grid(self) -> None:
        """A module without any hex grid still gets a map: its first picture under a plain grid."""
        first = next((b for b in self.read.boards() if b.picture), None) or next(
            iter(self.read.boards()), None
        )
        if first is None:
            first = BoardRead("map", "Map", None, (960, 640), "", None, ())
            self._places["map", "Map"] = _BoardPlaces(first)
        pitch = max(first.size) / GUESSED_CELLS
        cells = HexCells(HexGeometry(pitch / 2, pitch / 2, pitch * 0.8660254, pitch, sideways=False), None)
        places = next(p for p in self._places.values() if p.board is first)
        names = {cell: cells.name(cell, first.size) for cell in cells.geometry.cells_in(first.size)}
        found = next((m for m in self.read.maps if first in m.boards), MapRead("map", first.name, (first,)))
        self._maps.setdefault(found.id, found)
        places.default = self._sheet(found, first, 0, (cells.geometry, names, cells))
        places.sheets.append(places.default)
        self.guesses.append(
            "the module has no hex grid; a plain one lies over its first map, fit it in the editor"
        )

    # --------------------------------------------------------------- boxes

    def _make_boxes(self, places: _BoardPlaces, found: MapRead) -> None:
        if found.is_hand:
            return
        board = places.board
        for zone, sheet in places.zones:
            if sheet is None and not zone.uses_parent and not self._is_whole(board, zone):
                self._zone_boxes(places, zone)
        if isinstance(board.cells, Regions) and places.default is None:
            for name, _ in board.cells.points:
                self._box(places, ("", name), name)
        elif not places.sheets and not places.boxes:
            self._box(places, ("", ""), board.name if len(found.boards) > 1 else found.name)

    def _zone_boxes(self, places: _BoardPlaces, zone: ZoneArea) -> None:
        if isinstance(zone.cells, Regions):
            for name, _ in zone.cells.points:
                self._box(places, (zone.name, name), f"{name} ({zone.name})" if zone.name else name)
        elif isinstance(zone.cells, SquareCells):
            names = _squares(zone, zone.cells)
            if 0 < len(names) <= MOST_SQUARES:
                for name in names:
                    self._box(places, (zone.name, name), f"{zone.name} {name}".strip())
                return
            self._box(places, (zone.name, ""), zone.name or "Zone")
        else:
            self._box(places, (zone.name, ""), zone.name or "Zone")

    def _box(self, places: _BoardPlaces, key: tuple[str, str], title: str) -> None:
        if key in places.boxes:
            return
        identity = f"box-{self._ids.new(title, 'box')}"
        while identity in self._hexes:
            identity += "x"
        places.boxes[key] = identity
        role = "turn" if _TURN_WORD.search(title) else "holding"
        self.boxes.append(BoxDef(id=identity, title=tidy(title) or "Box", role=role))  # type: ignore[arg-type]

    def tray(self, side: str, title: str) -> str:
        """A box for the counters of a side that lie nowhere yet."""
        identity = f"tray-{side}"
        if all(box.id != identity for box in self.boxes):
            self.boxes.append(BoxDef(id=identity, title=tidy(f"Tray: {title}"), side=side, role="pool"))
        return identity

    # -------------------------------------------------------------- places

    def board_at(
        self, map_id: str, spot: Spot, layout: list[tuple[str, int, int]]
    ) -> tuple[BoardRead, Spot] | None:
        """The board under a point of a map window, and the point on it."""
        found = self._maps.get(map_id)
        if found is None or not found.boards:
            return None
        names = {board.name: board for board in found.boards}
        chosen = [(names[n], c, r) for n, c, r in layout if n in names] or [(found.boards[0], 0, 0)]
        widths: dict[int, int] = {}
        heights: dict[int, int] = {}
        for board, column, row in chosen:
            widths[column] = max(widths.get(column, 0), board.size[0])
            heights[row] = max(heights.get(row, 0), board.size[1])
        for board, column, row in chosen:
            x = spot[0] - found.edge[0] - sum(w for c, w in widths.items() if c < column)
            y = spot[1] - found.edge[1] - sum(h for r, h in heights.items() if r < row)
            if 0 <= x < board.size[0] and 0 <= y < board.size[1]:
                return board, (x, y)
        board = chosen[0][0]
        return board, (spot[0] - found.edge[0], spot[1] - found.edge[1])

    def start_place(self, map_id: str, board_name: str, location: str, spot: Spot) -> str | None:
        """The place of a stack at start: by its location if that is known, else by its point."""
        found = self._maps.get(map_id)
        if found is None or not found.boards:
            return None
        board = next((b for b in found.boards if b.name == board_name), found.boards[0])
        if location:
            named = self.named_place(map_id, board.name, location)
            if named is not None:
                return named
        if not board_name:
            spot = (spot[0] - found.edge[0], spot[1] - found.edge[1])
        return self.place_on(map_id, board, spot)

    def named_place(self, map_id: str, board_name: str, location: str) -> str | None:
        """The place of a name the module uses."""
        places = self._places.get((map_id, board_name))
        if places is None:
            return None
        for (zone, name), box in places.boxes.items():
            if location in {name, zone} and (name or zone):
                return box
        board = places.board
        areas = [(z.cells, z.size, s) for z, s in places.zones] + [(board.cells, board.size, places.default)]
        for cells, size, sheet in areas:
            if isinstance(cells, HexCells) and sheet is not None:
                for cell, place in sheet.places.items():
                    if cells.name(cell, size) == location:
                        return place
        return None

    def place_on(self, map_id: str, board: BoardRead, spot: Spot) -> str | None:
        """The place at a point of a board."""
        places = self._places.get((map_id, board.name))
        if places is None:
            return None
        for zone, sheet in places.zones:
            if not zone.holds(spot) or zone.uses_parent or self._is_whole(board, zone):
                continue
            if sheet is not None:
                return self._hex(sheet, spot)
            return self._box_at(places, zone, spot)
        if places.default is not None:
            return self._hex(places.default, spot)
        if isinstance(board.cells, Regions) and ("", board.cells.at(spot)) in places.boxes:
            return places.boxes["", board.cells.at(spot)]
        return places.boxes.get(("", "")) or self._lost()

    def _box_at(self, places: _BoardPlaces, zone: ZoneArea, spot: Spot) -> str | None:
        name = ""
        if isinstance(zone.cells, Regions):
            name = zone.cells.at(spot)
        elif isinstance(zone.cells, SquareCells):
            name = zone.cells.name(zone.cells.cell_at(spot), zone.size)
        named = places.boxes.get((zone.name, name)) or places.boxes.get((zone.name, ""))
        return (
            named
            or next((box for (z, _), box in places.boxes.items() if z == zone.name), None)
            or self._lost()
        )

    def _hex(self, sheet: HexSheet, spot: Spot) -> str | None:
        cell = sheet.geometry.cell_at(spot)
        if cell in sheet.places:
            return sheet.places[cell]
        near = (
            (column, row)
            for column in range(cell[0] - 1, cell[0] + 2)
            for row in range(cell[1] - 1, cell[1] + 2)
            if (column, row) in sheet.places
        )
        best = min(near, key=lambda other: _away(sheet.geometry.exact(*other), spot), default=None)
        if best is not None and _away(sheet.geometry.exact(*best), spot) < sheet.geometry.dy * 1.2:
            return sheet.places[best]
        return self._lost()

    def _lost(self) -> str | None:
        """Counts a piece that lies nowhere."""
        self.off_grid += 1
        return None


def _away(a: Spot, b: Spot) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _squares(zone: ZoneArea, cells: SquareCells) -> list[str]:
    """The names of the squares whose middle lies in a zone, in reading order."""
    left, top, width, height = zone.box
    first, last = cells.cell_at((left, top)), cells.cell_at((left + width, top + height))
    if (last[0] - first[0] + 1) * (last[1] - first[1] + 1) > 4 * MOST_SQUARES:
        return []
    every = ((column, row) for row in range(first[1], last[1] + 1) for column in range(first[0], last[0] + 1))
    names = (cells.name(cell, zone.size) for cell in every if zone.holds(cells.center(cell)))
    return list(dict.fromkeys(names))
