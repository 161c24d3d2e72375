"""The page of the maps: all maps as in play, with the set-up of a scenario on them and the tools over
them.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.editor.carrying import carried
from app.editor.document import EditorDocument
from app.editor.edit_layer import NOTHING, EditLayer, Sketch, nearest_link, nearest_side, sides_along
from app.editor.first_view import FirstView
from app.editor.map_picture import MapPicture
from app.editor.map_regions import RegionHand
from app.editor.map_tools import BRUSH_SIZES, TOOLS, SelectTool, Tool
from app.editor.map_view import EditorView
from app.editor.map_zones import areas_at, choices_from, held, set_up_zones, tagged, zone_of
from app.editor.setup_stacks import SetupStacks
from app.graphics.board_scene import BoardScene
from app.graphics.overlay_model import BoardOverlays, Form, Zone
from app.graphics.painters.board_palette import look_key, terrain_color
from app.theme.current import theme, tokens
from engine.definition.scenario import WhereDef
from engine.editing import Touched
from engine.editing.searching import Path
from engine.geometry import CompiledBoard

_PAINTING = frozenset(("brush", "fill", "line", "pick"))
_LAND = frozenset(("boards", "terrain", "hexsides", "routes"))
_STANDING = frozenset(("scenarios", "pieces", "nations", "formations", "types", "sides", "boards"))


class MapPage(RegionHand):
    """All maps of the module."""

    hexes_chosen = Signal(tuple)
    picked_from_map = Signal(str, str)
    asking_ended = Signal()
    """A place that was asked for was clicked, or given up."""
    tool_changed = Signal(str)
    brush_changed = Signal(int)
    sketched = Signal(object)
    """What the tool in hand shows, as a `Sketch`."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.brush_size = 1
        self.choice: tuple[str, str] = ("terrain", "")
        self.scenario = document.module.scenarios[0].id if document.module.scenarios else ""
        self._shown_before: list[str] = []
        self.selected: tuple[str, ...] = ()
        self.stacks = SetupStacks(document)
        self.tools: dict[str, Tool] = {kind.name: kind(self) for kind in TOOLS}
        self.tool: Tool = self.tools["select"]
        self._asked: Callable[[str], None] | None = None
        self._paths: tuple[Path, ...] = ()
        self._shows_zones = False
        self.picture = MapPicture(document, self._wire, self)
        self.picture.remade.connect(self._take_view)
        self.picture.renewed.connect(self._show_overlays)
        self.first = FirstView(self.view, self._first_spots)
        self._was_shown = False
        document.changed.connect(self._follow)
        theme().changed.connect(self._restyle)
        self._show_position()

    # --- the picture -------------------------------------------------------------------------------

    @property
    def scene(self) -> BoardScene:
        """The scene now on show."""
        return self.picture.scene

    @property
    def view(self) -> EditorView:
        """The view now on show."""
        return self.picture.view

    @property
    def layer(self) -> EditLayer:
        """What the tools draw on."""
        return self.picture.layer

    @property
    def _is_down(self) -> bool:
        return self.picture.is_held

    def _wire(self, view: EditorView) -> None:
        view.can_drag = self._can_drag
        view.accepts = lambda data: bool(self.scenario and carried(self.document, data))
        view.hexHovered.connect(self._hover)
        view.hexPressed.connect(self._press)
        view.hexDragged.connect(self._drag)
        view.hexDropped.connect(self._drop)
        view.dragCancelled.connect(self._cancel)
        view.dragLost.connect(self._give_up)
        view.hexActivated.connect(self._click)
        view.hexContext.connect(self._menu)
        view.payloadDropped.connect(self._take)
        view.key_pressed.connect(self._key)

    def showEvent(self, event: object) -> None:
        if not self._was_shown:
            self._was_shown = True
            self.first.look()

    def _take_view(self) -> None:
        """Another view was made, at the place of the old one; numbers may mean other hexes now."""
        if self.selected:
            self.select_hexes(())
        self.first = FirstView(self.view, self._first_spots)
        self._show_position()

    def _first_spots(self) -> list[str]:
        """The hexes of the set-up on show, each as often as counters stand there."""
        index = self.board().index
        standing = self.stacks.standing(self.scenario)
        return [spot for spot, names in standing.items() if spot in index for _ in names]

    def rebuild(self) -> None:
        """Draws the maps anew from the present definition."""
        self.picture.renew()

    def finish(self) -> None:
        """Makes everything sharp at once; for pictures and tests."""
        self.picture.finish()

    def stop(self) -> None:
        """Nobody looks any more: no more pictures."""
        self.picture.stop()

    def _restyle(self) -> None:
        self.view.set_theme(tokens().name)

    def _follow(self, touched: Touched) -> None:
        if touched.parts & _LAND:
            self.picture.follow()
        if touched.parts & _STANDING:
            self._keep_scenario()
            self._show_position()

    def _keep_scenario(self) -> None:
        """When the scenario on show is gone, the last one shown before it that is there, else the first."""
        known = [scenario.id for scenario in self.document.module.scenarios]
        if self.scenario not in known:
            before = [name for name in self._shown_before if name in known]
            self.scenario = before[-1] if before else next(iter(known), "")

    def _show_position(self) -> None:
        self.scene.set_stacks(self.stacks.shown(self.scenario, self.board()))
        self._show_overlays()

    def _show_overlays(self) -> None:
        module, board = self.document.module, self.board()
        kind, name = self.choice
        control: dict[str, Form] = held(module, self.scenario, board) if kind == "control" else {}
        selected = tuple(s for s in self.selected if s in board.index)
        zones: tuple[Zone, ...] = areas_at(module, board, self._paths)
        if not zones and len(selected) == 1:
            zones = choices_from(self.stacks, self.scenario, board, selected[0])
        chosen = zone_of(board, name) if kind in ("zone", "unzone") else None
        chosen = tagged(board, name) if kind in ("tag", "untag") else chosen
        if chosen is not None:
            zones = (chosen,)
        if not zones and self._shows_zones:
            zones = set_up_zones(self.stacks, self.scenario, board)
        self.scene.show_overlays(BoardOverlays(selected=selected, control=control, zones=zones))

    def show_zones(self, *, on: bool) -> None:
        """Draws where the set-up leaves a choice of places, as long as nothing else is to be shown."""
        if on != self._shows_zones:
            self._shows_zones = on
            self._show_overlays()

    def show_areas(self, paths: tuple[Path, ...]) -> None:
        """Draws the zones and choices of places that things of the module describe."""
        if paths != self._paths:
            self._paths = paths
            self._show_overlays()

    # --- what tools know -------------------------------------------------------------------------------

    def board(self) -> CompiledBoard:
        """The maps in integers."""
        return self.picture.board

    def side_under_pointer(self, reach: float = 1.0) -> tuple[str, str] | None:
        """The hex under the pointer and the neighbour across the nearest side, if that is within reach."""
        return nearest_side(self.scene, self.view.scene_point(self.view.pointer), reach)

    def sides_passed(self, reach: float) -> list[tuple[str, str]]:
        """The sides within reach of the pointer on its way from where it was last."""
        start, end = (self.view.scene_point(at) for at in (self.view.pointer_before, self.view.pointer))
        return sides_along(self.scene, start, end, reach)

    def link_under_pointer(self, reach: float) -> tuple[str, str, str] | None:
        """The kind of road under the pointer and the hexes it joins there, if one is within reach."""
        return nearest_link(self.scene, self.view.scene_point(self.view.pointer), reach)

    def color_of(self, terrain: str) -> str:
        """The flat colour of a terrain."""
        found = next((kind for kind in self.document.module.terrain if kind.id == terrain), None)
        return (found.color or terrain_color(look_key(found.look or found.id))) if found else ""

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
        self._sketch(NOTHING)
        self.setCursor(Qt.CursorShape.CrossCursor if done else Qt.CursorShape.ArrowCursor)
        self.told.emit(f"{words}: click a hex, Esc gives up" if done else "")

    @property
    def is_asking(self) -> bool:
        """Whether the next click answers a question."""
        return self._asked is not None

    def use_tool(self, name: str) -> None:
        """Takes another tool in hand."""
        if self.tool.name != name:
            self._let_go()
            self.tool = self.tools[name]
            self._sketch(NOTHING)
            self._show_terrain()
            self.tool_changed.emit(name)

    def set_brush(self, size: int) -> None:
        """Takes a brush that covers so many hexes."""
        self.brush_size = size
        self.brush_changed.emit(size)
        if self.tool.has_brush and self.view.hovered:
            self._sketch(self.tool.hover(self.view.hovered))

    def set_choice(self, kind: str, name: str) -> None:
        """What the palette offers to paint with."""
        if self.choice != (kind, name):
            self._let_go()
        self.choice = (kind, name)
        self._show_overlays()
        self._show_terrain()

    def _show_terrain(self) -> None:
        self.picture.show_terrain(on=self.choice[0] == "terrain" and self.tool.name in _PAINTING)

    def show_scenario(self, scenario: str) -> None:
        """Shows the set-up of another scenario; where nothing of it is in sight, the map moves there."""
        is_other, before, self.scenario = scenario != self.scenario, self.scenario, scenario
        if is_other:
            self._shown_before = [name for name in self._shown_before if name != before] + [before]
        self._show_position()
        if is_other and self._was_shown and (self.first.is_kept or not self.first.is_in_sight()):
            self.first.look()

    def center_on(self, spot: str) -> None:
        """Brings a hex to the middle."""
        self.view.center_on_hex(spot)

    def fit_board(self) -> None:
        """Shows the whole board."""
        self.view.fit_board()

    def show_hex(self, spot: str) -> None:
        """Brings a hex into sight and chooses it."""
        if spot in self.board().index:
            self.view.center_on_hex(spot)
            self.view.use_the_room()
            self.select_hexes((spot,))

    # --- mouse and keys ------------------------------------------------------------------------------------

    def _can_drag(self, spot: str) -> bool:
        if self._asked is not None:
            return False
        if isinstance(self.tool, SelectTool):
            return self._chooses_by_drag() or bool(self.stacks.at(self.scenario, spot))
        return self.tool.has_drag

    def _chooses_by_drag(self) -> bool:
        """Whether a drag of the tool that chooses goes over hexes; without Shift it takes a stack along."""
        return bool(self.view.press_keys & Qt.KeyboardModifier.ShiftModifier)

    def _sketch(self, sketch: Sketch) -> None:
        self.layer.show_sketch(sketch)
        self.sketched.emit(sketch)

    def _hover(self, spot: str) -> None:
        if self._asked is not None:
            self._sketch(Sketch(hexes=frozenset((spot,)) if spot else frozenset()))
        elif not self._is_down:
            self._sketch(self.tool.hover(spot) if spot else NOTHING)
        self.told.emit(self._words(spot))

    def _words(self, spot: str) -> str:
        i = self.board().index.get(spot)
        if i is None:
            return ""
        kind = self.board().terrain[i]
        title = next((t.title for t in self.document.module.terrain if t.id == kind), kind)
        names = ", ".join(self.stacks.names_at(self.scenario, spot))
        return " · ".join(word for word in (self.board().label(i), title, names) if word)

    def _press(self, spot: str, keys: Qt.KeyboardModifier) -> None:
        if self._asked is None and not isinstance(self.tool, SelectTool):
            self.picture.is_held = True
            self._sketch(self.tool.press(spot, keys))

    def _drag(self, start: str, spot: str) -> None:
        if isinstance(self.tool, SelectTool) and self._chooses_by_drag():
            chosen = self.between(start, spot or start)
            self._sketch(Sketch(hexes=frozenset(chosen), words="Choose", places=chosen))
        elif isinstance(self.tool, SelectTool):
            self._sketch(Sketch(hexes=frozenset((spot,)) if spot else frozenset()))
        else:
            self._sketch(self.tool.drag(start, spot))

    def _drop(self, start: str, spot: str, keys: Qt.KeyboardModifier) -> None:
        self.picture.is_held = False
        self._sketch(NOTHING)
        if isinstance(self.tool, SelectTool) and self._chooses_by_drag():
            chosen = self.between(start, spot or start)
            adds = bool(self.view.press_keys & Qt.KeyboardModifier.ControlModifier)
            self.select_hexes(tuple(dict.fromkeys((*(self.selected if adds else ()), *chosen))))
        elif isinstance(self.tool, SelectTool):
            self.move_stack(start, spot, only_top=bool(keys & Qt.KeyboardModifier.ControlModifier))
        else:
            self.tool.release(start, spot or start, keys)

    def _let_go(self) -> None:
        """Ends what the tool in hand was doing, with the button down or between two clicks."""
        self.view.lose_press()
        self.tool.let_go()

    def _give_up(self) -> None:
        """The mouse was lost in a stroke: what is painted stays, nothing more comes to it."""
        self.picture.is_held = False
        self._sketch(NOTHING)
        self.tool.let_go()

    def _cancel(self) -> None:
        """The stroke was given up: it never was."""
        was_held, self.picture.is_held = self.picture.is_held, False
        self._sketch(NOTHING)
        if was_held:
            self.tool.cancel()

    def _click(self, spot: str, keys: Qt.KeyboardModifier) -> None:
        self.picture.is_held = False
        if self._asked is not None:
            done = self._asked
            self.ask_place("", None)
            done(spot)
            self.asking_ended.emit()
        elif isinstance(self.tool, SelectTool):
            self._choose(spot, keys)
        else:
            self.tool.release(spot, spot, keys)

    def _choose(self, spot: str, keys: Qt.KeyboardModifier) -> None:
        if keys & Qt.KeyboardModifier.ControlModifier:
            chosen = tuple(s for s in self.selected if s != spot)
            self.select_hexes(chosen if spot in self.selected else (*chosen, spot))
        elif keys & Qt.KeyboardModifier.ShiftModifier and self.selected:
            self.select_hexes(self.between(self.selected[0], spot))
        else:
            self.select_hexes((spot,))

    def _key(self, key: int, keys: object) -> None:
        if key == Qt.Key.Key_Escape and self._asked is not None:
            self.ask_place("", None)
            self.asking_ended.emit()
        elif key == Qt.Key.Key_Escape:
            self.use_tool("select")
            self.select_hexes(())
        elif self.tool.has_brush and 0 <= key - Qt.Key.Key_1 < len(BRUSH_SIZES):
            self.set_brush(BRUSH_SIZES[key - Qt.Key.Key_1])
        elif keys == Qt.KeyboardModifier.ControlModifier and key in (Qt.Key.Key_C, Qt.Key.Key_V):
            (self.copy if key == Qt.Key.Key_C else self.paste)()
        elif key == Qt.Key.Key_Delete and self.scenario and self.selected:
            names = tuple(n for spot in self.selected for n in self.stacks.at(self.scenario, spot))
            if names:
                self.take_off(names)

    def _take(self, spot: str, data: object) -> None:
        names = carried(self.document, data)
        if names and self.scenario:
            self.place(names, WhereDef(at=spot))

    def _menu(self, spot: str, at: QPoint) -> None:
        menu = self.menu_for(spot)
        if menu.actions():
            menu.exec(at)
        menu.deleteLater()
