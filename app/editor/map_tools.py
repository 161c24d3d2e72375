"""The tools of the map page: each turns presses, drags and releases into sketches and edits."""

from __future__ import annotations

from app.editor.document import Edit
from app.editor.edit_layer import NOTHING, Sketch
from app.editor.feature_tools import LinkTool, SideTool
from app.editor.tool_base import ERASE, Ground, Modifiers, Tool
from engine.editing import areas, maps
from engine.editing.setups import set_control

__all__ = ["BRUSH_SIZES", "ERASE", "TOOLS", "SelectTool", "Tool"]

BRUSH_SIZES = tuple(areas.BRUSHES)
"""How many hexes the brushes cover."""
PICK_REACH = 0.16
"""How close to a hexside, in hex widths, the pointer picks what lies on it."""
ROAD_REACH = 0.12
"""The same for roads; half of it where a feature of a hexside is as near."""


class SelectTool(Tool):
    """Chooses hexes: click, Ctrl+click to add, Shift+click or Shift+drag for all between."""

    name, title, key, has_drag = "select", "Select", "V", False

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        self.ground.select_hexes((spot,))


class PaintTool(Tool):
    """Paints terrain, zones or control with a brush, as one step for one stroke."""

    name, title, key = "brush", "Brush", "B"
    has_brush = True
    paints = ("terrain", "zone")

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._last = ""
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
        self._done, self._last = {}, spot
        return self.drag(spot, spot)

    def drag(self, start: str, spot: str) -> Sketch:
        hexes, new = self.area(spot), self._stroke(spot) - self._done.keys()
        self._last = spot
        if new:
            self._done |= dict.fromkeys(sorted(new))
            self.paint(new, self._key)
        return self._sketch(hexes)

    def let_go(self) -> None:
        self._key, self._last, self._done = "", "", {}

    def _stroke(self, spot: str) -> frozenset[str]:
        """What the brush covers on its way from where it was; a fast hand leaves no gaps."""
        board = self.ground.board()
        i, j = board.index.get(self._last), board.index.get(spot)
        if i is None or j is None or board.board[i] != board.board[j]:
            return self.area(spot)
        return frozenset().union(*(self.area(board.ids[n]) for n in areas.line(board, i, j)))

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
    if kind in ("tag", "untag"):
        is_in = kind == "tag"
        words = f"tag {name}" if is_in else f"no tag {name}"
        return lambda m: maps.tag_hexes(m, board, spots, name, is_in=is_in), words
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
        self._key, self._done = self.ground.document.new_key("fill"), {}
        self.paint(self.area(spot), self._key)
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


class NameTool(Tool):
    """Chooses a hex and moves to its name in the inspector."""

    name, title, key = "name", "Name", "N"

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        self.ground.select_hexes((spot,))
        self.ground.picked("name", spot)


TOOLS: tuple[type[Tool], ...] = (
    SelectTool, PaintTool, FillTool, LineTool, PickTool, SideTool, LinkTool, NameTool,
)  # fmt: skip
