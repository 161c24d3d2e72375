"""The scene of a board: maps as background, and a handful of items for everything that changes.

It is fed with plain values (stacks, overlays, a theme) and holds no rule and no position. Keep a
reference to it: a view does not own its scene.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from app.graphics.board_items import (
    ABOVE_Z,
    BELOW_Z,
    NAMES_Z,
    AboveItem,
    BelowItem,
    NamesItem,
    StacksItem,
)
from app.graphics.board_layout import UNIT, BoardLayout
from app.graphics.fan_item import FanItem
from app.graphics.overlay_model import NO_OVERLAYS, BoardOverlays
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import BoardArt, MapPart
from app.graphics.painters.board_palette import MapPalette, palette_named
from app.graphics.painters.overlay import OverlayPainter
from app.graphics.painters.overlay_palette import OverlayPalette, overlay_palette
from app.graphics.painters.overlay_tints import has_same_land
from app.graphics.scan_margins import scan_area
from app.graphics.shown_stacks import CONTRAST_EDGE, EDGE, ShownStack, StackPictures
from app.graphics.tiles import TileMaker

SIGN_ROOM = 1.3
"""How far a sign reaches beyond the middle of its hex, in hex widths."""
SCENE_MARGIN = 0.5
"""Room around the maps in board sizes, so that every edge can be brought to the middle of a window."""


class BoardScene(QGraphicsScene):
    """All maps of a game with what stands on them."""

    def __init__(self, arts: Sequence[BoardArt], theme: str = "light", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.arts = tuple(arts)
        self.layout = BoardLayout.side_by_side(self.arts[0].board)
        self.painters = tuple(BoardPainter(art) for art in self.arts)
        self.tiles = TileMaker(self.painters)
        self.overlay_painter = OverlayPainter(self.layout, self.arts)
        self.map_palette: MapPalette = palette_named(theme)
        self.overlay_palette: OverlayPalette = overlay_palette(theme)
        self.overlays: BoardOverlays = NO_OVERLAYS
        self.is_zooming = False
        bounds = self.layout.bounds()
        room = max(bounds.width(), bounds.height()) * SCENE_MARGIN
        self.setSceneRect(bounds.adjusted(-room, -room, room, room))
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._below = BelowItem(self, BELOW_Z)
        self._names = NamesItem(self, NAMES_Z)
        self._stacks = StacksItem(self, StackPictures())
        self._above = AboveItem(self, ABOVE_Z)
        self.fan = FanItem()
        for item in (self._below, self._names, self._stacks, self._above, self.fan):
            self.addItem(item)

    def whole(self) -> QRectF:
        """All maps with the margins that scanned ones have."""
        whole = self.layout.bounds()
        for art in self.arts:
            whole = whole.united(scan_area(art, self.layout))
        return whole

    @property
    def stacks(self) -> Mapping[str, ShownStack]:
        """What is shown, by place."""
        return self._stacks.stacks

    @property
    def is_behind(self) -> bool:
        """Whether pictures of stacks still have to be made for the present size."""
        return self._stacks.is_behind

    def set_stacks(self, stacks: Iterable[ShownStack]) -> None:
        """Shows these stacks and no others; stacks in places without a hex are left to the docks."""
        self._stacks.set_stacks(stacks)
        fanned = self.fan.stack
        if fanned is not None and self.stacks.get(fanned.place) != fanned:
            self.fan.close()
        if self.overlays.reach is not None:
            self._above.update()

    def show_overlays(self, overlays: BoardOverlays) -> None:
        """Lays these overlays over the map in place of the former ones; the keyboard's ring stays."""
        self.set_overlays(replace(overlays, cursor=self.overlays.cursor))

    def set_overlays(self, overlays: BoardOverlays) -> None:
        """Lays exactly these overlays over the map."""
        if overlays == self.overlays:
            return
        before, self.overlays = self.overlays, overlays
        if overlays.has_other_areas(before):
            for item in (self._below, self._names, self._above):
                item.update()
            return
        changed = [c for c in map(self.center_of, overlays.signs_changed(before)) if c is not None]
        if changed:
            room = SIGN_ROOM * UNIT
            left, right = min(c.x() for c in changed), max(c.x() for c in changed)
            top, bottom = min(c.y() for c in changed), max(c.y() for c in changed)
            self._above.update(
                QRectF(left - room, top - room, right - left + 2 * room, bottom - top + 2 * room)
            )

    def set_cursor(self, place: str | None) -> None:
        """Moves the ring of the keyboard."""
        self.set_overlays(replace(self.overlays, cursor=place))

    def set_theme(self, theme: str) -> None:
        """Changes the inks of map and overlays."""
        self.map_palette = palette_named(theme)
        self.overlay_palette = overlay_palette(theme)
        self.invalidate()

    def stack_at(self, scene: QPointF) -> ShownStack | None:
        """The stack under a point."""
        return self._stacks.stack_at(scene)

    def hex_at(self, scene: QPointF) -> str | None:
        """The id of the hex under a point."""
        i = self.layout.hex_at(scene)
        return self.layout.board.ids[i] if i is not None else None

    def center_of(self, place: str) -> QPointF | None:
        """The middle of a hex; None for other places."""
        i = self.layout.board.index.get(place)
        return self.layout.center(i) if i is not None else None

    def counter_edge(self, scale: float) -> int:
        """The edge of a counter in pixels at so many pixels to a hex."""
        share = CONTRAST_EDGE if self.map_palette.name == "contrast" else EDGE
        return max(6, round(share * scale))

    def finish_stacks(self, scale: float, ratio: float) -> None:
        """Draws the pictures of all stacks for a scale at once."""
        self._stacks.finish(self.counter_edge(scale), round(ratio, 3))

    def warm_stacks(self, until: float) -> bool:
        """Prepares pictures of stacks not seen yet; true when all have one."""
        return self._stacks.warm(until)

    def repaint_stacks(self) -> None:
        """Paints the stacks again, now that there is time for sharp pictures."""
        self._stacks.update()

    def follow_ground(self, art: BoardArt, area: QRectF) -> None:
        """Turns to the same map after terrain was painted in an area of it: tiles that show it are made
        again when there is time, or repainted by whoever cannot wait.
        """
        self._take(art)
        self.painters[art.sheet].follow(art, area)
        self.tiles.outdate(art.sheet, area)

    def renew_map(self, art: BoardArt, area: QRectF | None = None) -> None:
        """Turns to the same hexes with anything else about them changed, perhaps only in an area; old tiles
        serve until new ones are made.
        """
        self._take(art)
        before = self.painters[art.sheet] if area is not None else None
        painter = BoardPainter(art, before)
        self.painters = (*self.painters[: art.sheet], painter, *self.painters[art.sheet + 1 :])
        self.tiles.renew(art.sheet, painter, area)

    def hide_parts(self, parts: frozenset[MapPart]) -> None:
        """Leaves parts out of the pictures of all maps, and shows the others again."""
        for art in self.arts:
            if art.hidden != parts:
                self.renew_map(replace(art, hidden=parts))
        self._names.update()

    def _take(self, art: BoardArt) -> None:
        before = self.arts[art.sheet]
        self.arts = (*self.arts[: art.sheet], art, *self.arts[art.sheet + 1 :])
        self.layout = BoardLayout.side_by_side(art.board)
        if not has_same_land(before, art):
            self.overlay_painter = OverlayPainter(self.layout, self.arts)

    def map_changed(self, sheet: int) -> None:
        """Throws away the ready pictures of a map whose definition changed."""
        self.tiles.forget(sheet)
        self.invalidate()
