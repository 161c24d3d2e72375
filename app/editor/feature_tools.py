"""The tools for what lies between hexes: features on hexsides, and roads from hex to hex."""

from __future__ import annotations

from itertools import pairwise

from app.editor.edit_layer import NOTHING, Sketch
from app.editor.hexside_acts import feature_of
from app.editor.tool_base import ERASE, Ground, Modifiers, Tool
from engine.definition.module import ModuleDef
from engine.editing import EditRefused, areas, lines

DRAG_REACH = 0.24
"""How close to a hexside, in hex widths, a drag must come to put something on it."""


class SideTool(Tool):
    """Puts features on hexsides; the hex under the pointer is the upper or protected one.

    A drag goes on along the sides the pointer passes; with Erase they are taken away.
    """

    name, title, key = "hexside", "Hexside", "H"
    paints = ("hexside",)

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._done: set[frozenset[str]] = set()

    def hover(self, spot: str) -> Sketch:
        side = self.ground.side_under_pointer()
        return Sketch(sides=(side,)) if side else NOTHING

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        self._key, self._done = self.ground.document.new_key("sides"), set()
        return self.drag(spot, spot)

    def drag(self, start: str, spot: str) -> Sketch:
        """Goes on with the sides the pointer comes close to; the first may be farther away."""
        sides = self.ground.sides_passed(DRAG_REACH if self._done else 1.0)
        for side in sides:
            if frozenset(side) not in self._done:
                self._done.add(frozenset(side))
                self.put(side, self._key)
        return Sketch(sides=tuple(sides[-1:]))

    def let_go(self) -> None:
        self._key, self._done = "", set()

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
    """Draws roads, tracks and railways: drag from hex to hex, or click one hex after another."""

    name, title, key = "link", "Road", "R"
    paints = ("route",)

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._way: list[str] = []
        self._anchor = ""
        """Where the last click was; the next one draws from there."""

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        self._way = [spot]
        return self._way_to(spot)

    def hover(self, spot: str) -> Sketch:
        return self._way_to(spot) if spot else NOTHING

    def _way_to(self, spot: str) -> Sketch:
        """The road that a click would draw from the last one."""
        way = self._straight(self._anchor, spot)
        return Sketch(way=way, anchors=(self._anchor,)) if len(way) > 1 else Sketch(anchors=(spot,))

    def _straight(self, start: str, spot: str) -> tuple[str, ...]:
        board = self.ground.board()
        i, j = board.index.get(start), board.index.get(spot)
        if i is None or j is None or board.board[i] != board.board[j]:
            return ()
        return tuple(board.ids[n] for n in areas.line(board, i, j))

    def drag(self, start: str, spot: str) -> Sketch:
        if spot and spot != self._way[-1] and spot in self.ground.board().index:
            if len(self._way) > 1 and spot == self._way[-2]:
                self._way.pop()
            else:
                self._way += self._straight(self._way[-1], spot)[1:]
        return Sketch(way=tuple(self._way), anchors=(start,))

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        way, self._way = tuple(self._way), []
        if len(way) > 1:
            self._anchor = ""
            self._draw(way)
            return
        way = self._straight(self._anchor, spot)
        self._anchor = spot
        if len(way) > 1:
            self._draw(way)

    def let_go(self) -> None:
        self._anchor, self._way = "", []

    def _draw(self, way: tuple[str, ...]) -> None:
        kind, name = self.ground.choice
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
