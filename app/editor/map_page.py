"""The page of the maps: all maps as in play, with the set-up of a scenario on them and the tools over
them.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.editor.document import EditorDocument
from app.editor.edit_layer import NOTHING, nearest_link, nearest_side, sides_along
from app.editor.first_view import FirstView
from app.editor.map_hand import MapHand
from app.editor.map_picture import MapPicture
from app.editor.map_tools import TOOLS, Tool
from app.editor.map_zones import areas_at, choices_from, held, set_up_zones, tagged, zone_of
from app.editor.scenario_views import ScenarioViews
from app.editor.setup_stacks import SetupStacks
from app.graphics.board_scene import BoardScene
from app.graphics.overlay_model import BoardOverlays, Form, Zone
from app.graphics.painters.board_palette import look_key, terrain_color
from app.theme.current import theme, tokens
from engine.editing import Touched
from engine.editing.searching import Path
from engine.geometry import CompiledBoard

_PAINTING = frozenset(("brush", "fill", "line", "pick"))
_LAND = frozenset(("boards", "terrain", "hexsides", "routes"))
_STANDING = frozenset(("scenarios", "pieces", "nations", "formations", "types", "sides", "boards"))


class MapPage(MapHand):
    """All maps of the module."""

    picked_from_map = Signal(str, str)
    tool_changed = Signal(str)
    brush_changed = Signal(int)

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
        self._paths: tuple[Path, ...] = ()
        self._shows_zones = False
        self.picture = MapPicture(document, self._wire, self)
        self.picture.remade.connect(self._take_view)
        self.picture.renewed.connect(self._show_overlays)
        self.first = FirstView(self.view, self._first_spots)
        self.views = ScenarioViews(self)
        self._was_shown = False
        document.changed.connect(self._follow)
        theme().changed.connect(self._restyle)
        self._show_position()

    # --- the picture -------------------------------------------------------------------------------

    @property
    def scene(self) -> BoardScene:
        """The scene now on show."""
        return self.picture.scene

    def showEvent(self, event: object) -> None:
        if not self._was_shown:
            self._was_shown = True
            self.first.look()

    def _take_view(self) -> None:
        """Another view was made, at the place of the old one; numbers may mean other hexes now."""
        if self.selected:
            self.select_hexes(())
        self.first = FirstView(self.view, self._first_spots)
        self.views.forget()
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

    def picked(self, kind: str, name: str) -> None:
        """A tool took something from the map."""
        self.picked_from_map.emit(kind, name)

    # --- what the window asks ----------------------------------------------------------------------------

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
        """Shows the set-up of another scenario, and moves the map to it where it has to."""
        is_other, before = scenario != self.scenario, self.scenario
        if is_other and self._was_shown:
            self.views.leave(before)
        self.scenario = scenario
        if is_other:
            self._shown_before = [name for name in self._shown_before if name != before] + [before]
        self._show_position()
        if is_other and self._was_shown:
            self.views.enter(scenario)

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
