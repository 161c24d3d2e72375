"""The picture of the maps under edit, and how it follows the definition.

Painted terrain is shown flat at once and, between events, as the ground it will be; every other change of
the land is drawn anew a moment after the last edit, tile by tile, with the old tiles in place until then.
Only another grid makes another view. Scale and place always stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.editor.edit_layer import EditLayer, PaintedHex
from app.editor.map_view import EditorView
from app.graphics.board_layout import UNIT, BoardLayout
from app.graphics.board_scene import BoardScene
from app.graphics.ground_follower import GroundFollower
from app.graphics.painters.board_art import ArtUse, BoardArt, Looks, MapPart, load_board_art
from app.graphics.painters.board_palette import look_key, terrain_color
from app.theme.current import tokens
from engine.definition.board import BoardDef
from engine.editing.checking import check
from engine.geometry import CompiledBoard, compile_boards

RENEW_MS: Final = 250
SCAN_OPACITY: Final = 0.5
"""How strongly terrain lies over a scanned map."""
NAME_ROOM: Final = 2.6
"""How far names and lines beside a changed hex may be moved by the change, in hex widths."""
_TERRAIN: Final = frozenset(("rows", "legend", "zones", "layers"))
"""Fields of a map that only change its ground, or nothing that is drawn."""


class MapPicture(QObject):
    """Scene, view and tool layer of all maps."""

    remade = Signal()
    """There is another view and another scene."""
    renewed = Signal()
    """The same view shows a newer state of the maps."""
    ground_progressed = Signal(float)
    """How much of the ground in sight is painted, from 0 to 1; 1 when that is over."""

    def __init__(self, document: EditorDocument, wire: Callable[[EditorView], None], holder: QWidget) -> None:
        super().__init__(holder)
        self.document, self._wire = document, wire
        self.board: CompiledBoard = compiled(document)
        self.hidden: frozenset[MapPart] = frozenset()
        self._shows_terrain = self._keeps_terrain = False
        self.is_held = False
        """Whether a button is down: nothing is drawn anew until it is let go."""
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(RENEW_MS)
        self._timer.timeout.connect(self.renew)
        self.scene, self.view, self.layer, self.follower = self._made()
        self._column.addWidget(self.view)

    def _made(self) -> tuple[BoardScene, EditorView, EditLayer, GroundFollower]:
        module, board = self.document.module, self.board
        arts = [
            load_board_art(self.document.path, module, board, n, use=ArtUse.EDITOR)
            for n in range(len(board.sheets))
        ]
        arts = [replace(art, hidden=self.hidden) for art in arts]
        scene = BoardScene(arts, tokens().name, self)
        view = EditorView(scene)
        layer = EditLayer(scene)
        scene.addItem(layer)
        self._drawn, self._shown = board, module.boards
        self._looks = Looks.of(module)
        self._is_behind = False
        self._wire(view)
        follower = GroundFollower(view)
        follower.painted.connect(self._show_painted)
        follower.progressed.connect(self.ground_progressed)
        view.backdrop.tilesReady.connect(self._show_painted)
        follower.begin()
        return scene, view, layer, follower

    def hide(self, parts: frozenset[MapPart]) -> None:
        """Leaves parts of the maps out of the picture."""
        if parts != self.hidden:
            self.hidden = parts
            self.scene.hide_parts(parts)
            self.view.backdrop.map_changed()
            self.view.viewport().update()

    # --- following -----------------------------------------------------------------------------------

    def follow(self) -> None:
        """Turns to the present definition; what takes long comes a moment later."""
        self.board = compiled(self.document)
        old, new = self._shown, self.document.module.boards
        looks = Looks.of(self.document.module)
        if len(old) != len(new) or any(_has_other_grid(a, b) for a, b in zip(old, new, strict=True)):
            self.is_held = False
            self._remake()
            return
        if self._drawn.ids == self.board.ids and not self._is_behind and self._is_only_ground(looks):
            self._follow_ground(looks)
        else:
            self._is_behind = True
            self._timer.start()
        self._show_painted()

    def _is_only_ground(self, looks: Looks) -> bool:
        old = self._looks
        if (looks.hexsides, looks.routes) != (old.hexsides, old.routes):
            return False
        pairs = zip(self._shown, self.document.module.boards, strict=True)
        if any(a is not b and _changed(a, b) - _TERRAIN - {"hexes"} for a, b in pairs):
            return False
        return self._drawn.hex_tags == self.board.hex_tags

    def _follow_ground(self, looks: Looks) -> None:
        arts = self.scene.arts
        for art in arts:
            self.follower.follow(replace(art, board=self.board, looks=looks))
        if any(art.groundwork is None and art.scan is None for art in arts):
            self._is_behind = True
            self._timer.start()
        else:
            self._drawn = self.board
        self._shown, self._looks = self.document.module.boards, looks

    def renew(self) -> None:
        """Draws anew what is behind; waits while a button is down."""
        self._timer.stop()
        if self.is_held:
            self._timer.start()
            return
        if not self._is_behind:
            self._show_painted()
            return
        looks = Looks.of(self.document.module)
        areas = changed_areas(self._drawn, self.board) if looks == self._looks else None
        for art in self.scene.arts:
            new = replace(art, board=self.board, looks=looks)
            self.follower.follow(new)
            area = None if areas is None else areas.get(art.sheet, QRectF())
            self.scene.renew_map(new, area)
            if area is not None and not area.isEmpty():
                self.view.backdrop.repaint_part(art.sheet, area)
        self._drawn, self._shown, self._looks = self.board, self.document.module.boards, looks
        self._is_behind = False
        self.view.backdrop.map_changed()
        self.view.viewport().update()
        self._show_painted()
        self.renewed.emit()

    def _remake(self) -> None:
        old, scale = self.view, self.view.map_scale
        middle = old.scene_point(QPointF(old.viewport().rect().center()))
        middle += moved_by(self._drawn, self.board)
        had_focus = old.hasFocus()
        self._timer.stop()
        self.follower.stop()
        old.backdrop.pause()
        self.scene, self.view, self.layer, self.follower = self._made()
        self._column.replaceWidget(old, self.view)
        old.hide()
        old.setParent(None)
        old.deleteLater()
        self.view.show()
        self.view.set_map_scale(scale)
        self.view.center_on(middle)
        if had_focus:
            self.view.setFocus()
        self._show_painted()
        self.remade.emit()

    # --- hexes the picture does not show yet ------------------------------------------------------------

    def _show_painted(self) -> None:
        """Flat hexes where terrain is not yet what the picture behind shows."""
        self.layer.show_painted((*self._over_scans(), *self._waiting()))

    def show_terrain(self, *, on: bool) -> None:
        """Shows the terrain of hexes over scanned maps, which a scan does not tell, while it is painted."""
        if on != self._shows_terrain:
            self._shows_terrain = on
            self._show_painted()

    def keep_terrain(self, *, on: bool) -> None:
        """Shows it whatever is being done."""
        if on != self._keeps_terrain:
            self._keeps_terrain = on
            self._show_painted()

    def _over_scans(self) -> list[PaintedHex]:
        """Terrain over scanned maps, all but the kind that most hexes have."""
        sheets = {art.sheet for art in self.scene.arts if art.scan is not None}
        is_shown = self._shows_terrain or self._keeps_terrain
        if not sheets or not is_shown or not len(self.board):
            return []
        board, layout = self.board, BoardLayout.side_by_side(self.board)
        ((usual, _),) = Counter(board.terrain).most_common(1)
        return [
            PaintedHex(layout.polygon(i), self._color(i), SCAN_OPACITY)
            for i, kind in enumerate(board.terrain)
            if board.board[i] in sheets and kind != usual
        ]

    def _waiting(self) -> list[PaintedHex]:
        if self._drawn is self.board:
            return self._unpainted()
        drawn, board = self._drawn, self.board
        before = {name: drawn.terrain[i] for i, name in enumerate(drawn.ids)}
        layout = BoardLayout.side_by_side(board)
        found = [
            PaintedHex(layout.polygon(i), self._color(i))
            for i, name in enumerate(board.ids)
            if before.get(name) != board.terrain[i]
        ]
        gone = [name for name in drawn.ids if name not in board.index]
        old = BoardLayout.side_by_side(drawn) if gone else layout
        return found + [PaintedHex(old.polygon(drawn.index[name]), "") for name in gone]

    def _unpainted(self) -> list[PaintedHex]:
        """Hexes whose ground has not been painted yet."""
        found: list[PaintedHex] = []
        for art in self.scene.arts:
            work = art.groundwork
            if work is not None:
                found += [PaintedHex(self.scene.layout.polygon(i), self._color(i)) for i in work.waiting()]
        return found

    def _color(self, i: int) -> str:
        art: BoardArt = self.scene.arts[self.board.board[i]]
        kind = self.board.terrain[i]
        return art.looks.colors.get(kind) or terrain_color(look_key(art.looks.terrain.get(kind, kind)))

    # --- life --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Makes everything sharp at once; for pictures and tests."""
        self.renew()
        self.follower.finish()
        self.view.backdrop.finish()

    def stop_ground(self) -> None:
        """Leaves the rest of the ground as it is until the next edit; flat hexes show what it is to be."""
        self.follower.stop()
        self._show_painted()

    def stop(self) -> None:
        """Nobody looks any more: no more pictures."""
        self._timer.stop()
        self.follower.stop()
        self.view.backdrop.pause()


def compiled(document: EditorDocument) -> CompiledBoard:
    """The maps of a document in integers; no maps where they cannot be compiled."""
    board = check(document.module).board
    return board if board is not None else compile_boards(())


def changed_areas(old: CompiledBoard, new: CompiledBoard) -> dict[int, QRectF] | None:
    """The areas of the maps in which anything differs, by map, with room for names; None if hexes came or
    went.
    """
    if old.ids != new.ids:
        return None
    pairs = {pair for a, b in ((old.sides, new.sides), (old.route_links, new.route_links))
             for pair in {*a, *b} if a.get(pair) != b.get(pair)}  # fmt: skip
    found = {i for pair in pairs for i in pair}
    found |= {i for i, (a, b) in enumerate(zip(old.terrain, new.terrain, strict=True)) if a != b}
    for before, after in ((old.places, new.places), (old.hex_tags, new.hex_tags)):
        found |= {i for i in {*before, *after} if before.get(i) != after.get(i)}
    areas: dict[int, QRectF] = {}
    for i in found:
        x, y = new.center(i)
        around = QRectF(x - NAME_ROOM, y - NAME_ROOM, 2 * NAME_ROOM, 2 * NAME_ROOM)
        areas[new.board[i]] = areas.get(new.board[i], around).united(around)
    return areas


def moved_by(old: CompiledBoard, new: CompiledBoard) -> QPointF:
    """How far the land moved in the scene when a map got another size, told by its named places."""
    before = {(old.board[i], place.name): old.center(i) for i, place in old.places.items()}
    steps: Counter[tuple[float, float]] = Counter()
    for i, place in new.places.items():
        at = before.get((new.board[i], place.name))
        if at is not None:
            x, y = new.center(i)
            steps[round(x - at[0], 3), round(y - at[1], 3)] += 1
    if not steps:
        return QPointF()
    ((dx, dy), _) = steps.most_common(1)[0]
    return QPointF(dx, dy) * UNIT


def _changed(old: BoardDef, new: BoardDef) -> set[str]:
    return {name for name in BoardDef.model_fields if getattr(old, name) is not getattr(new, name)}


def _has_other_grid(old: BoardDef, new: BoardDef) -> bool:
    return old is not new and (old.grid != new.grid or old.art != new.art)
