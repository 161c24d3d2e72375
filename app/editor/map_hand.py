"""What mouse and keys do on the maps: hovering, choosing, dragging stacks, strokes of the tools, answers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal

from app.editor.carrying import carried
from app.editor.edit_layer import NOTHING, EditLayer, Sketch
from app.editor.map_picture import MapPicture
from app.editor.map_regions import RegionHand
from app.editor.map_tools import BRUSH_SIZES, SelectTool, Tool
from app.editor.map_view import EditorView
from engine.definition.scenario import WhereDef


class MapHand(RegionHand):
    """A page of maps that is worked on by mouse and keyboard."""

    hexes_chosen = Signal(tuple)
    asking_ended = Signal()
    """A place that was asked for was clicked, or given up."""
    sketched = Signal(object)
    """What the tool in hand shows, as a `Sketch`."""
    tool: Tool
    picture: MapPicture
    _asked: Callable[[str], None] | None = None

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

    @property
    def is_asking(self) -> bool:
        """Whether the next click answers a question."""
        return self._asked is not None

    def ask_place(self, words: str, done: Callable[[str], None] | None) -> None:
        """Takes the next click on a hex for an answer; without `done` asks no more."""
        self._asked = done
        self._sketch(NOTHING)
        self.setCursor(Qt.CursorShape.CrossCursor if done else Qt.CursorShape.ArrowCursor)
        self.told.emit(f"{words}: click a hex, Esc gives up" if done else "")

    def select_hexes(self, hexes: tuple[str, ...]) -> None:
        """Chooses hexes."""
        self.selected = hexes
        self._show_overlays()
        self.hexes_chosen.emit(hexes)

    def _show_overlays(self) -> None:
        raise NotImplementedError

    def use_tool(self, name: str) -> None:
        """Takes another tool in hand."""
        raise NotImplementedError

    def set_brush(self, size: int) -> None:
        """Takes a brush that covers so many hexes."""
        raise NotImplementedError

    def _wire(self, view: EditorView) -> None:
        """Lets a view tell what happens on it."""
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
