"""The page of the maps: all maps as in play, with the set-up of a scenario on them and the tools over
them.

After an edit the picture follows in two steps: painted hexes and stacks at once, the map behind a moment
later, when no button is down. Zoom and place stay.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.editor.carrying import carried
from app.editor.document import EditorDocument
from app.editor.edit_layer import NOTHING, EditLayer, Sketch, nearest_side
from app.editor.map_tools import TOOLS, SelectTool, Tool
from app.editor.setup_stacks import SetupStacks
from app.graphics.board_scene import BoardScene
from app.graphics.board_view import BoardView
from app.graphics.overlay_model import BoardOverlays, Form, Zone
from app.graphics.painters.board_art import load_board_art
from app.theme.current import theme, tokens
from engine.definition.scenario import WhereDef
from engine.editing import EditRefused, Touched
from engine.editing.checking import check
from engine.editing.regions import Region, copy_region, paste_region
from engine.editing.setups import list_pieces, place_pieces, take_off_pieces
from engine.geometry import CompiledBoard, compile_boards

REBUILD_MS = 450
FIRST_SCALE = 62.0
_LAND = frozenset(("boards", "terrain", "hexsides", "routes"))
_GRID = ("grid", "art")


class EditorView(BoardView):
    """A board view that knows where the pointer is and tells of keys."""

    key_pressed = Signal(int, object)

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.pointer = QPointF()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pointer = event.position()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer = event.position()
        super().mouseMoveEvent(event)
        if event.buttons() == Qt.MouseButton.NoButton:
            self.hexHovered.emit(self.hovered)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.key_pressed.emit(event.key(), event.modifiers())
        super().keyPressEvent(event)


class MapPage(QWidget):
    """All maps of the module."""

    hexes_chosen = Signal(tuple)
    told = Signal(str)
    """Words for the status bar."""
    picked_from_map = Signal(str, str)
    tool_changed = Signal(str)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.brush_size = 1
        self.choice: tuple[str, str] = ("terrain", "")
        self.scenario = document.module.scenarios[0].id if document.module.scenarios else ""
        self.selected: tuple[str, ...] = ()
        self.stacks = SetupStacks(document)
        self.region: Region | None = None
        self._board: CompiledBoard = _compiled(document)
        self.tools: dict[str, Tool] = {kind.name: kind(self) for kind in TOOLS}
        self.tool: Tool = self.tools["select"]
        self._is_down = False
        self._asked: Callable[[str], None] | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._rebuild_timer = QTimer(self)
        self._rebuild_timer.setSingleShot(True)
        self._rebuild_timer.setInterval(REBUILD_MS)
        self._rebuild_timer.timeout.connect(self.rebuild)
        self.scene, self.view, self.layer = self._made()
        self._column.addWidget(self.view)
        self._was_shown = False
        document.changed.connect(self._follow)
        theme().changed.connect(self._restyle)
        self._show_position()

    # --- the picture -------------------------------------------------------------------------------

    def _made(self) -> tuple[BoardScene, EditorView, EditLayer]:
        module, board = self.document.module, self._board
        arts = [load_board_art(self.document.path, module, board, n) for n in range(len(board.sheets))]
        scene = BoardScene(arts, tokens().name, self)
        view = EditorView(scene)
        layer = EditLayer(scene)
        scene.addItem(layer)
        self._drawn = (board, module.boards)
        view.can_drag = self._can_drag
        view.accepts = lambda data: bool(self.scenario and carried(self.document, data))
        view.hexHovered.connect(self._hover)
        view.hexPressed.connect(self._press)
        view.hexDragged.connect(self._drag)
        view.hexDropped.connect(self._drop)
        view.hexActivated.connect(self._click)
        view.hexContext.connect(self._menu)
        view.payloadDropped.connect(self._take)
        view.key_pressed.connect(self._key)
        return scene, view, layer

    def rebuild(self) -> None:
        """Draws the maps anew from the present definition; waits while a button is down."""
        self._rebuild_timer.stop()
        if self._is_down:
            self._rebuild_timer.start()
            return
        if self._drawn[1] is self.document.module.boards and self._drawn[0] is self._board:
            self._show_painted()
            return
        old, scale = self.view, self.view.map_scale
        middle = old.scene_point(QPointF(old.viewport().rect().center()))
        had_focus = old.hasFocus()
        old.backdrop.pause()
        self.scene, self.view, self.layer = self._made()
        self._column.replaceWidget(old, self.view)
        old.hide()
        old.setParent(None)
        old.deleteLater()
        self.view.show()
        self.view.set_map_scale(scale)
        self.view.center_on(middle)
        if had_focus:
            self.view.setFocus()
        self._show_position()
        self._show_painted()

    def showEvent(self, event: object) -> None:
        if not self._was_shown:
            self._was_shown = True
            self.view.set_map_scale(FIRST_SCALE)
            spots = [spot for spot in self.stacks.standing(self.scenario) if spot in self._board.index]
            if spots:
                self.view.fit_hexes(spots, FIRST_SCALE)
            else:
                self.view.fit_board()

    def finish(self) -> None:
        """Makes everything sharp at once; for pictures and tests."""
        self.rebuild()
        self.view.backdrop.finish()

    def stop(self) -> None:
        """Nobody looks any more: no more pictures."""
        self._rebuild_timer.stop()
        self.view.backdrop.pause()

    def _restyle(self) -> None:
        self.view.set_theme(tokens().name)

    def _follow(self, touched: Touched) -> None:
        if touched.parts & _LAND:
            self._board = _compiled(self.document)
            if self._has_other_grid():
                self._is_down = False
                self.rebuild()
            else:
                self._show_painted()
                self._rebuild_timer.start()
        if touched.parts & {"scenarios", "pieces", "nations", "formations", "types", "sides", "boards"}:
            if self.scenario not in {s.id for s in self.document.module.scenarios}:
                scenarios = self.document.module.scenarios
                self.scenario = scenarios[0].id if scenarios else ""
            self._show_position()

    def _has_other_grid(self) -> bool:
        return self._drawn[0].ids != self._board.ids

    def _show_painted(self) -> None:
        """Hexes whose terrain is not what the picture behind shows."""
        opened = self.document.folder.opened
        painted: dict[str, str] = {}
        drawn = self._drawn[0]
        for name, kind in zip(self._board.ids, self._board.terrain, strict=True):
            i = drawn.index.get(name)
            if i is not None and drawn.terrain[i] != kind:
                painted[name] = self.look_of(kind)
        if opened is not None and any(board.art.relief or board.art.background for board in opened.boards):
            before = check(opened).board
            for name, kind in zip(self._board.ids, self._board.terrain, strict=True):
                i = before.index.get(name) if before else None
                if before is not None and i is not None and before.terrain[i] != kind:
                    painted[name] = self.look_of(kind)
        self.layer.show_painted(painted)

    def _show_position(self) -> None:
        self.scene.set_stacks(self.stacks.shown(self.scenario, self._board))
        self._show_overlays()

    def _show_overlays(self) -> None:
        scenario = next((s for s in self.document.module.scenarios if s.id == self.scenario), None)
        control: dict[str, Form] = {}
        zones: tuple[Zone, ...] = ()
        kind, name = self.choice
        if scenario is not None and kind == "control":
            forms = {side.id: Form(side.strip) for side in self.document.module.sides}
            control = {
                spot: forms[side] for spot, side in scenario.control.items() if spot in self._board.index
            }
        if kind in ("zone", "unzone") and name in self._board.zones:
            hexes = frozenset(self._board.ids[i] for i in self._board.zones[name])
            zones = (Zone(hexes, name.replace("-", " ")),)
        self.scene.show_overlays(
            BoardOverlays(selected=tuple(s for s in self.selected if s in self._board.index),
                          control=control, zones=zones)
        )  # fmt: skip

    # --- what tools know -------------------------------------------------------------------------------

    def board(self) -> CompiledBoard:
        """The maps in integers."""
        return self._board

    def board_id(self, spot: str) -> str:
        """The map a hex is on."""
        return self._board.board_of(self._board.index[spot])

    def side_under_pointer(self) -> tuple[str, str] | None:
        """The hex under the pointer and the neighbour across the nearest side."""
        return nearest_side(self.scene, self.view.scene_point(self.view.pointer))

    def look_of(self, terrain: str) -> str:
        """How a terrain is drawn."""
        found = next((kind for kind in self.document.module.terrain if kind.id == terrain), None)
        return (found.look or found.id) if found else ""

    def select_hexes(self, hexes: tuple[str, ...]) -> None:
        """Chooses hexes."""
        self.selected = hexes
        self._show_overlays()
        self.hexes_chosen.emit(hexes)

    def picked(self, kind: str, name: str) -> None:
        """A tool took something from the map."""
        self.picked_from_map.emit(kind, name)

    # --- what the window asks ----------------------------------------------------------------------------

    def ask_place(self, words: str, done: Callable[[str], None] | None) -> None:
        """Takes the next click on a hex for an answer; without `done` asks no more."""
        self._asked = done
        self.layer.show_sketch(NOTHING)
        self.setCursor(Qt.CursorShape.CrossCursor if done else Qt.CursorShape.ArrowCursor)
        self.told.emit(f"{words}: click a hex, Esc gives up" if done else "")

    @property
    def is_asking(self) -> bool:
        """Whether the next click answers a question."""
        return self._asked is not None

    def use_tool(self, name: str) -> None:
        """Takes another tool in hand."""
        if self.tool.name != name:
            self.tool = self.tools[name]
            self.layer.show_sketch(NOTHING)
            self.tool_changed.emit(name)

    def set_choice(self, kind: str, name: str) -> None:
        """What the palette offers to paint with."""
        self.choice = (kind, name)
        self._show_overlays()

    def show_scenario(self, scenario: str) -> None:
        """Shows the set-up of another scenario."""
        self.scenario = scenario
        self._show_position()

    def center_on(self, spot: str) -> None:
        """Brings a hex to the middle."""
        self.view.center_on_hex(spot)

    def fit_board(self) -> None:
        """Shows the whole board."""
        self.view.fit_board()

    def show_hex(self, spot: str) -> None:
        """Brings a hex into sight and chooses it."""
        if spot in self._board.index:
            self.view.center_on_hex(spot)
            self.select_hexes((spot,))

    def copy(self) -> None:
        """Copies the chosen hexes with all that is in them."""
        boards = {self.board_id(spot) for spot in self.selected if spot in self._board.index}
        if len(boards) != 1:
            self.document.refused.emit("Choose some hexes of one map first.")
            return
        try:
            self.region = copy_region(self.document.module, boards.pop(), self.selected)
        except EditRefused as refused:
            self.document.refused.emit(str(refused))
            return
        self.told.emit(f"{len(self.selected)} hexes copied; choose a hex and paste")

    def paste(self) -> None:
        """Pastes the copied hexes with their western end on the chosen hex."""
        if self.region is None or not self.selected:
            self.document.refused.emit("Copy some hexes, then choose where to paste them.")
            return
        region, spot = self.region, self.selected[0]
        board = self.board_id(spot)
        self.document.edit(
            lambda m: paste_region(m, board, region, spot), f"paste {len(region.terrain)} hexes"
        )

    # --- mouse and keys ------------------------------------------------------------------------------------

    def _can_drag(self, spot: str) -> bool:
        if self._asked is not None:
            return False
        if isinstance(self.tool, SelectTool):
            return bool(self.stacks.at(self.scenario, spot))
        return self.tool.has_drag

    def _hover(self, spot: str) -> None:
        if self._asked is not None:
            self.layer.show_sketch(Sketch(hexes=frozenset((spot,)) if spot else frozenset()))
        elif not self._is_down:
            self.layer.show_sketch(self.tool.hover(spot) if spot else NOTHING)
        self.told.emit(self._words(spot))

    def _words(self, spot: str) -> str:
        i = self._board.index.get(spot)
        if i is None:
            return ""
        kind = self._board.terrain[i]
        title = next((t.title for t in self.document.module.terrain if t.id == kind), kind)
        names = ", ".join(self.stacks.names_at(self.scenario, spot))
        return " · ".join(word for word in (self._board.label(i), title, names) if word)

    def _press(self, spot: str, keys: Qt.KeyboardModifier) -> None:
        if self._asked is None and not isinstance(self.tool, SelectTool):
            self._is_down = True
            self.layer.show_sketch(self.tool.press(spot, keys))

    def _drag(self, start: str, spot: str) -> None:
        if isinstance(self.tool, SelectTool):
            self.layer.show_sketch(Sketch(hexes=frozenset((spot,)) if spot else frozenset()))
        else:
            self.layer.show_sketch(self.tool.drag(start, spot))

    def _drop(self, start: str, spot: str, keys: Qt.KeyboardModifier) -> None:
        self._is_down = False
        self.layer.show_sketch(NOTHING)
        if isinstance(self.tool, SelectTool):
            self.move_stack(start, spot, only_top=bool(keys & Qt.KeyboardModifier.ControlModifier))
        else:
            self.tool.release(start, spot or start, keys)
        self._rebuild_timer.start()

    def _click(self, spot: str, keys: Qt.KeyboardModifier) -> None:
        self._is_down = False
        if self._asked is not None:
            done = self._asked
            self.ask_place("", None)
            done(spot)
        elif isinstance(self.tool, SelectTool):
            self._choose(spot, keys)
        else:
            self.tool.release(spot, spot, keys)

    def _choose(self, spot: str, keys: Qt.KeyboardModifier) -> None:
        if keys & Qt.KeyboardModifier.ControlModifier:
            chosen = tuple(s for s in self.selected if s != spot)
            self.select_hexes(chosen if spot in self.selected else (*chosen, spot))
        elif keys & Qt.KeyboardModifier.ShiftModifier and self.selected:
            self.select_hexes(self._between(self.selected[0], spot))
        else:
            self.select_hexes((spot,))

    def _between(self, first: str, last: str) -> tuple[str, ...]:
        board = self._board
        i, j = board.index[first], board.index[last]
        if board.board[i] != board.board[j]:
            return (last,)
        columns = sorted((board.column[i], board.column[j]))
        rows = sorted((board.row[i], board.row[j]))
        found = [
            board.ids[n] for n in range(len(board))
            if board.board[n] == board.board[i] and columns[0] <= board.column[n] <= columns[1]
            and rows[0] <= board.row[n] <= rows[1]
        ]  # fmt: skip
        return (first, *(spot for spot in found if spot != first))

    def _key(self, key: int, keys: object) -> None:
        if key == Qt.Key.Key_Escape and self._asked is not None:
            self.ask_place("", None)
        elif key == Qt.Key.Key_Escape:
            self.use_tool("select")
            self.select_hexes(())
        elif key == Qt.Key.Key_Delete and self.scenario and self.selected:
            names = tuple(n for spot in self.selected for n in self.stacks.at(self.scenario, spot))
            if names:
                self.take_off(names)

    # --- set-ups ------------------------------------------------------------------------------------

    def move_stack(self, start: str, spot: str, *, only_top: bool = False) -> None:
        """Moves the counters set up in a hex to another one; with Ctrl only the top one."""
        names = self.stacks.at(self.scenario, start)
        if only_top:
            names = names[-1:]
        if names and spot and spot != start:
            self.place(names, WhereDef(at=spot))

    def place(self, names: tuple[str, ...], where: WhereDef) -> bool:
        """Sets counters up."""
        scenario = self.scenario
        what = self.stacks.title(names)
        goal = where.at or (f"within {where.within} of {where.near}" if where.near else "a choice of places")
        return self.document.edit(lambda m: place_pieces(m, scenario, names, where), f"move {what} to {goal}")

    def take_off(self, names: tuple[str, ...]) -> bool:
        """Takes counters out of the set-up."""
        scenario = self.scenario
        return self.document.edit(
            lambda m: take_off_pieces(m, scenario, names), f"take off {self.stacks.title(names)}"
        )

    def list_as(self, names: tuple[str, ...], key: str) -> bool:
        """Puts counters among the dead or the gone."""
        scenario = self.scenario
        return self.document.edit(
            lambda m: list_pieces(m, scenario, names, key), f"{self.stacks.title(names)} {key}"
        )

    def _take(self, spot: str, data: object) -> None:
        names = carried(self.document, data)
        if names and self.scenario:
            self.place(names, WhereDef(at=spot))

    def _menu(self, spot: str, at: QPoint) -> None:
        menu = self.menu_for(spot)
        if menu.actions():
            menu.exec(at)
        menu.deleteLater()

    def menu_for(self, spot: str) -> QMenu:
        """What can be done with the counters of a hex."""
        menu = QMenu(self)
        for name in self.stacks.at(self.scenario, spot):
            part = menu.addMenu(self.stacks.title((name,)))
            acts: tuple[tuple[str, Callable[[], object]], ...] = (
                ("Take off the map", partial(self.take_off, (name,))),
                ("Dead at the start", partial(self.list_as, (name,), "dead")),
                ("Out of this game", partial(self.list_as, (name,), "gone")),
                ("Anywhere within 1", partial(self.place, (name,), WhereDef(near=spot, within=1))),
                ("Anywhere within 2", partial(self.place, (name,), WhereDef(near=spot, within=2))),
                ("Anywhere within 3", partial(self.place, (name,), WhereDef(near=spot, within=3))),
            )
            for words, act in acts:
                part.addAction(words, act)
        return menu


def _compiled(document: EditorDocument) -> CompiledBoard:
    board = check(document.module).board
    return board if board is not None else compile_boards(())
