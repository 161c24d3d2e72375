"""The tools of the map page: each turns presses, drags and releases into sketches and edits.

A tool sees the map as a `Ground`: hexes under the pointer, the compiled board, the palette's choice. One
drag is one step of the history.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import Qt

from app.editor.document import Edit, EditorDocument
from app.editor.edit_layer import NOTHING, Sketch
from app.editor.hexside_acts import feature_of
from engine.definition.module import ModuleDef
from engine.editing import EditRefused, areas, lines, maps
from engine.editing.setups import set_control
from engine.geometry import CompiledBoard

ERASE = "-"
BRUSH_SIZES = tuple(areas.BRUSHES)
"""How many hexes the brushes cover."""
PICK_REACH = 0.16
"""How close to a hexside, in hex widths, the pointer picks what lies on it."""
ROAD_REACH = 0.12
"""The same for roads; half of it where a feature of a hexside is as near."""
Modifiers = Qt.KeyboardModifier


class Ground(Protocol):
    """What a tool knows of the page it works on."""

    document: EditorDocument
    brush_size: int
    choice: tuple[str, str]
    """What the palette offers: `terrain`, `hexside`, `route`, `zone` or `control`, and which."""
    scenario: str

    def board(self) -> CompiledBoard: ...

    def board_id(self, spot: str) -> str: ...

    def side_under_pointer(self, reach: float = 1.0) -> tuple[str, str] | None: ...

    def link_under_pointer(self, reach: float) -> tuple[str, str, str] | None: ...

    def color_of(self, terrain: str) -> str: ...

    def select_hexes(self, hexes: tuple[str, ...]) -> None: ...

    def picked(self, kind: str, name: str) -> None: ...


class Tool:
    """A tool that does nothing; the others override what they need."""

    name = ""
    title = ""
    key = ""
    has_drag = True
    has_brush = False
    """Whether it paints with a brush that can be big or small."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def hover(self, spot: str) -> Sketch:
        """What to show while the pointer only moves."""
        return NOTHING

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        return NOTHING

    def drag(self, start: str, spot: str) -> Sketch:
        return NOTHING

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        """The drag or click is over."""

    def _edit(self, edit: Edit, text: str, key: str = "") -> bool:
        return self.ground.document.edit(edit, text, key)


class SelectTool(Tool):
    """Chooses hexes: click, Ctrl+click to add, Shift+drag for all between."""

    name, title, key, has_drag = "select", "Select", "V", False

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        self.ground.select_hexes((spot,))


class PaintTool(Tool):
    """Paints terrain, zones or control with a brush, as one step for one stroke."""

    name, title, key = "brush", "Brush", "B"
    has_brush = True

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._key = ""
        self._done: dict[str, None] = {}

    def area(self, spot: str) -> frozenset[str]:
        """The hexes the brush covers."""
        board = self.ground.board()
        if spot not in board.index:
            return frozenset()
        return frozenset(board.ids[i] for i in areas.brush(board, board.index[spot], self.ground.brush_size))

    def _sketch(self, hexes: frozenset[str]) -> Sketch:
        """The brush; only what it would change is tinted, so that what was painted can be seen."""
        kind, name = self.ground.choice
        if kind != "terrain" or name == ERASE:
            return Sketch(hexes, places=self._places(hexes))
        board = self.ground.board()
        new = frozenset(spot for spot in hexes if board.terrain[board.index[spot]] != name)
        return Sketch(hexes, self.ground.color_of(name), tinted=new, places=self._places(hexes))

    def _places(self, hexes: frozenset[str]) -> tuple[str, ...]:
        return tuple(self._done) if hexes <= self._done.keys() else tuple(sorted(hexes))

    def hover(self, spot: str) -> Sketch:
        return self._sketch(self.area(spot)) if spot else NOTHING

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        self._key = self.ground.document.new_key("paint")
        self._done = {}
        return self.drag(spot, spot)

    def drag(self, start: str, spot: str) -> Sketch:
        hexes = self.area(spot)
        new = hexes - self._done.keys()
        if new:
            self._done |= dict.fromkeys(sorted(new))
            self.paint(new, self._key)
        return self._sketch(hexes)

    def paint(self, hexes: frozenset[str], key: str = "") -> bool:
        """Paints hexes with the palette's choice; each map's hexes on their own map."""
        kind, name = self.ground.choice
        ground = self.ground
        by_board: dict[str, list[str]] = {}
        for spot in sorted(hexes):
            by_board.setdefault(ground.board_id(spot), []).append(spot)
        done = True
        for board, spots in by_board.items():
            edit, words = _painting(kind, name, board, spots, ground.scenario)
            if edit is None:
                ground.document.refused.emit("Choose a terrain, a zone or a side to paint with.")
                return False
            count = len(self._done) or len(spots)
            text = f"{words}, {count} hex{'es' if count != 1 else ''}"
            done = self._edit(edit, text, key) and done
        return done


def _painting(kind: str, name: str, board: str, spots: list[str], scenario: str) -> tuple[Edit | None, str]:
    if kind == "terrain" and name == ERASE:
        return lambda m: maps.erase_hexes(m, board, spots), "erase"
    if kind == "terrain":
        return lambda m: maps.paint_terrain(m, board, spots, name), f"paint {name}"
    if kind == "zone" and name != ERASE:
        return lambda m: maps.add_to_zone(m, board, name, spots), f"paint zone {name}"
    if kind == "unzone":
        return lambda m: maps.take_from_zone(m, board, name, spots), f"take from zone {name}"
    if kind == "control" and scenario:
        owner = "" if name == ERASE else name
        return lambda m: set_control(m, scenario, spots, owner), f"control {owner or 'nobody'}"
    return None, ""


class FillTool(PaintTool):
    """Paints everything of the same terrain that hangs together."""

    name, title, key = "fill", "Fill", "F"
    has_brush = False

    def area(self, spot: str) -> frozenset[str]:
        board = self.ground.board()
        if spot not in board.index:
            return frozenset()
        return frozenset(board.ids[i] for i in areas.fill(board, board.index[spot]))

    def hover(self, spot: str) -> Sketch:
        return self._sketch(frozenset((spot,))) if spot else NOTHING

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        self._done = {}
        self.paint(self.area(spot))
        return NOTHING

    def drag(self, start: str, spot: str) -> Sketch:
        return NOTHING


class LineTool(PaintTool):
    """Paints a straight line of hexes, shown before the button is let go."""

    name, title, key = "line", "Line", "L"

    def _line(self, start: str, spot: str) -> frozenset[str]:
        board = self.ground.board()
        if start not in board.index or spot not in board.index:
            return frozenset()
        path = areas.line(board, board.index[start], board.index[spot])
        size = self.ground.brush_size
        return frozenset(board.ids[j] for i in path for j in areas.brush(board, i, size))

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        return self._sketch(self._line(spot, spot))

    def drag(self, start: str, spot: str) -> Sketch:
        return self._sketch(self._line(start, spot or start))

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        self._done = {}
        self.paint(self._line(start, spot or start))


class PickTool(Tool):
    """Takes what is under the pointer into the palette: what lies on a side, a road, or the terrain."""

    name, title, key = "pick", "Pick", "I"

    def hover(self, spot: str) -> Sketch:
        found = self._found(spot)
        if found is None:
            return NOTHING
        kind, name, places = found
        words = f"Take {self._title(kind, name)}"
        if kind == "hexside":
            return Sketch(sides=((places[0], places[1]),), words=words)
        if kind == "route":
            return Sketch(way=places, words=words)
        return Sketch(frozenset(places), words=words, places=places)

    def _found(self, spot: str) -> tuple[str, str, tuple[str, ...]] | None:
        """What a click takes: its kind, its id, and where it is."""
        board, side = self.ground.board(), self.ground.side_under_pointer(PICK_REACH)
        kinds = board.hexside(board.index[side[0]], board.index[side[1]]) if side is not None else frozenset()
        link = self.ground.link_under_pointer(ROAD_REACH if not kinds else ROAD_REACH / 2)
        if link is not None:
            return "route", link[0], link[1:]
        if side is not None and kinds:
            return "hexside", min(kinds), side
        return ("terrain", board.terrain[board.index[spot]], (spot,)) if spot in board.index else None

    def _title(self, kind: str, name: str) -> str:
        module = self.ground.document.module
        kinds = {"hexside": module.hexsides, "route": module.routes}.get(kind, module.terrain)
        return next((item.title.lower() for item in kinds if item.id == name), name)

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        found = self._found(spot)
        if found is not None:
            self.ground.picked(*found[:2])


class SideTool(Tool):
    """Puts features on hexsides; the hex under the pointer is the upper or protected one.

    A drag goes on along the sides the pointer passes; with Erase they are taken away.
    """

    name, title, key = "hexside", "Hexside", "H"

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._key = ""
        self._done: set[frozenset[str]] = set()

    def hover(self, spot: str) -> Sketch:
        side = self.ground.side_under_pointer()
        return Sketch(sides=(side,)) if side else NOTHING

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        self._key, self._done = self.ground.document.new_key("sides"), set()
        return self.drag(spot, spot)

    def drag(self, start: str, spot: str) -> Sketch:
        side = self.ground.side_under_pointer()
        if side is None:
            return NOTHING
        if frozenset(side) not in self._done:
            self._done.add(frozenset(side))
            self.put(side, self._key)
        return Sketch(sides=(side,))

    def put(self, side: tuple[str, str], key: str = "") -> bool:
        """Puts the palette's feature on a side, or takes all off it."""
        kind, name = self.ground.choice
        high, low = side
        board = self.ground.board_id(high)
        if kind != "hexside":
            self.ground.document.refused.emit("Choose a kind of hexside first.")
            return False
        if name == ERASE:
            return self._edit(lambda m: lines.clear_hexside(m, board, high, low), "clear hexside", key)
        definition = next(item for item in self.ground.document.module.hexsides if item.id == name)
        feature = feature_of(definition, high, low)
        text = f"{definition.title.lower()}, {len(self._done) or 1} side{'s' if len(self._done) > 1 else ''}"
        return self._edit(lambda m: lines.set_hexside(m, board, feature), text, key)


class LinkTool(Tool):
    """Draws roads, tracks and railways by dragging from hex to hex; with Erase takes links away."""

    name, title, key = "link", "Road", "R"

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._way: list[str] = []

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        self._way = [spot]
        return Sketch(anchors=(spot,))

    def hover(self, spot: str) -> Sketch:
        return Sketch(anchors=(spot,)) if spot else NOTHING

    def drag(self, start: str, spot: str) -> Sketch:
        board = self.ground.board()
        if spot and spot != self._way[-1] and spot in board.index:
            if len(self._way) > 1 and spot == self._way[-2]:
                self._way.pop()
            else:
                last = board.index[self._way[-1]]
                self._way += [board.ids[i] for i in areas.line(board, last, board.index[spot])[1:]]
        return Sketch(way=tuple(self._way))

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        way, self._way = tuple(self._way), []
        kind, name = self.ground.choice
        if len(way) < 2:
            return
        board = self.ground.board_id(way[0])
        if kind != "route":
            self.ground.document.refused.emit("Choose a kind of road first.")
        elif name == ERASE:
            self._edit(lambda m: _cleared(m, board, way), f"clear road {way[0]} to {way[-1]}")
        else:
            self._edit(lambda m: lines.draw_route(m, board, name, way), f"{name} {way[0]} to {way[-1]}")


def _cleared(module: ModuleDef, board: str, way: tuple[str, ...]) -> ModuleDef:
    gone = False
    for a, b in pairwise(way):
        try:
            module, gone = lines.clear_link(module, board, a, b), True
        except EditRefused:
            continue
    if not gone:
        raise EditRefused("no road runs here")
    return module


class NameTool(Tool):
    """Chooses a hex and moves to its name in the inspector."""

    name, title, key = "name", "Name", "N"

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        self.ground.select_hexes((spot,))
        self.ground.picked("name", spot)


TOOLS: tuple[type[Tool], ...] = (
    SelectTool, PaintTool, FillTool, LineTool, PickTool, SideTool, LinkTool, NameTool,
)  # fmt: skip
