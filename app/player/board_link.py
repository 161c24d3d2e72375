"""Between the board's view and the controller: pointer and keys in, stacks, overlays and hover card out.

The view speaks of hexes and units, the controller of places and pieces; nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from app.graphics.board_view import BoardView
from app.player.board_controller import BoardController
from app.player.board_menus import BoardMenus
from app.player.board_overlays import OverlayMaker
from app.player.desk import Desk
from app.player.drag import dropped_pieces
from app.player.first_look import look_where_it_goes_on
from app.player.hover_card import HoverCard, card_words
from app.player.measuring import Measuring
from app.player.place_card import PlaceCards
from app.player.session import Session
from app.player.shown_board import ShownBoard
from app.player.tools.haul import HaulTool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.outcome import Card
from app.player.tools.pick import PickOptionTool, PickPieceTool, PickPlaceTool
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId

SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
NEAR, MOST_GOALS = 3, 12
"""Hexes around pieces that are asked about, and how many places there are brought into sight at most."""
CARD_ROOM = 2.1
"""The square of hexes around the pointer that the card keeps clear, in hex widths."""
CARD_FAR, STACK_ROOM = 2, 0.6
"""Hexes from the pointer within which the stack that moves stays clear of the card too; its half width."""


class BoardLink(QObject):
    """Serves one board view."""

    measuring_changed = Signal()
    """Clicks measure distances now, or no longer."""
    note_wanted = Signal(str)
    """A note on a place is to be written."""
    card_told = Signal(str)
    """The words of the card, for status bar and screen readers."""

    def __init__(self, view: BoardView, controller: BoardController, overlays: OverlayMaker) -> None:
        super().__init__(view)
        self.view = view
        self.controller = controller
        self.overlays = overlays
        self.desk: Desk = controller.desk
        self.card = HoverCard(view)
        self.cards = PlaceCards(self.desk.session, self.desk.top_down)
        self.board = ShownBoard(self.desk)
        self.menus = BoardMenus(view, controller)
        self.measuring = Measuring(controller)
        self._refused: tuple[PlaceId, Refusal] | None = None
        self._unit: PieceId | None = None
        self._is_taken_up = False
        """Whether the drag under way took up the pieces that are in hand."""
        self.answers_enter: Callable[[], bool] = lambda: False
        """Asked before Enter acts at the cursor: whether something before the map took it."""
        self._goals_seen: frozenset[PlaceId] = frozenset()
        self._card_timer = QTimer(self)
        self._card_timer.setSingleShot(True)
        self._card_timer.setInterval(0)
        self._card_timer.timeout.connect(self._show_card)
        self._connect()
        self.refresh_stacks()
        self.refresh_overlays()

    @property
    def session(self) -> Session:
        """The game."""
        return self.desk.session

    def _connect(self) -> None:
        view, controller = self.view, self.controller
        view.can_drag = self._can_drag
        view.takes_step = self._change_count
        view.counts = self._counted_units
        view.accepts = lambda data: isinstance(data, QMimeData) and bool(dropped_pieces(self.desk, data))
        view.describe = lambda place: card_words(self._card_of(place, None))
        view.hexHovered.connect(self._hover)
        view.hexActivated.connect(self._activate)
        view.hexDoubleClicked.connect(self._double_click)
        view.unitActivated.connect(self._activate_unit)
        view.unitHovered.connect(self._hover_unit)
        view.cursorMoved.connect(self._move_cursor)
        view.hexPressed.connect(lambda *_: self._hide_card())
        view.hexDragged.connect(self._drag)
        view.hexDropped.connect(self._drop)
        view.dragCancelled.connect(controller.escape)
        view.dragLost.connect(self._lose_drag)
        view.payloadHovered.connect(controller.hover)
        view.payloadDropped.connect(lambda place, _data: controller.drop(place))
        controller.changed.connect(self.refresh_overlays)
        controller.changed.connect(self._look_at_goals)
        controller.pointed.connect(self.refresh_overlays)
        controller.refused.connect(self._refuse)
        self.menus.note_wanted.connect(self.note_wanted)
        self.menus.measure_wanted.connect(self.measuring.begin_at)
        self.measuring.changed.connect(self.measuring_changed)
        self.measuring.drawn.connect(self.refresh_overlays)
        self.desk.show_wanted.connect(self.show_places)
        self.desk.order_changed.connect(self.refresh_stacks)
        self.desk.selection.changed.connect(self._ring_fan)
        self.desk.session.changed.connect(self._position_changed)
        self.desk.session.remarks_changed.connect(self.refresh_overlays)
        for keys, act in self._keys():
            shortcut = QShortcut(QKeySequence(keys), view)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def _keys(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        controller = self.controller
        return (
            ("Esc", self.escape),
            ("T", self._move_here),
            ("Shift+Return", controller.way_point),
        )

    # --- showing ----------------------------------------------------------------------------------

    def _position_changed(self) -> None:
        self._refused = None
        self.refresh_stacks()
        self._show_goals()
        self._tell_hovered()

    def _tell_hovered(self) -> None:
        """The words about the place under the pointer follow the position, though no card is shown."""
        place = self.controller.hovered
        is_known = place is not None and place in self.session.rules.board.index
        if place is not None and is_known and not self.session.is_veiled:
            self.card_told.emit(card_words(self._card_of(place, self._unit)))

    def _show_goals(self) -> None:
        """In a question about pieces the places near them that can be chosen come into sight."""
        decision, picture = self.controller.offers.decision, self.controller.picture
        board = self.session.rules.board
        start = board.index.get(picture.selected or "")
        if decision is None or not decision.ask.part or start is None:
            return
        goals = [place for place in sorted(self.controller.picture_places()) if place in board.index]
        near = [place for place in goals if board.distance(start, board.index[place]) <= NEAR]
        if len(near) <= MOST_GOALS:
            self.view.ensure_visible(near)

    def _look_at_goals(self) -> None:
        """What the tool is about comes into sight when it begins: see :meth:`_goals`."""
        goals = self._goals()
        if goals != self._goals_seen:
            self._goals_seen = goals
            if 0 < len(goals) <= MOST_GOALS:
                look_where_it_goes_on(self.session, goals, self.view)

    def _goals(self) -> frozenset[PlaceId]:
        """Place of the chosen option, the few that can be picked, or where pieces picked up can be put."""
        tool = self.controller.tool
        if isinstance(tool, PickOptionTool) and tool.actions:
            return frozenset(tool.choices()[tool.index].places)
        if isinstance(tool, (PickPieceTool, PickPlaceTool)):
            return tool.picture.places
        if isinstance(tool, ManeuverTool) and tool.pieces and not tool.movers:
            return tool.picture.places
        return frozenset()

    def refresh_stacks(self) -> None:
        """Shows the stacks of the position."""
        self.view.board_scene.set_stacks(self.board.stacks(self.session.projection))

    def refresh_overlays(self) -> None:
        """Lays over the map what tool, overlays and marks say."""
        marks, remarks = self.controller.marks, self.session.remarks
        mine = {"", self.session.viewer}
        marks.noted = frozenset(n.place for n in remarks.notes if n.place and n.side in mine)
        marks.lit = self.controller.lit
        self.view.board_scene.show_overlays(self.overlays.board(self.controller.picture, marks))
        if self.card.isVisible() or self.view.cursor_hex:
            self._card_timer.start()

    def show_places(self, places: tuple[PlaceId, ...]) -> None:
        """Brings places into view and rings them until the next click."""
        index = self.session.rules.board.index
        on_map = tuple(place for place in places if place in index)
        if on_map:
            self.view.ensure_visible(on_map[:1])
            self.controller.marks.shown = on_map
            self.refresh_overlays()

    def _ring_fan(self) -> None:
        self.view.board_scene.fan.set_picked(self.desk.selection.pieces)

    # --- pointer ----------------------------------------------------------------------------------

    def _hover(self, place: str) -> None:
        self._refused = None
        self.controller.hover(place or None)
        if place:
            self.measuring.point_at(place)
            self._card_timer.start()
        else:
            self._hide_card()
            self.card_told.emit("")

    def _hover_unit(self, piece: str) -> None:
        self._unit = piece or None
        self._card_timer.start()

    def _activate(self, place: str, modifiers: Qt.KeyboardModifier) -> None:
        if self.is_measuring:
            self.measuring.click(place)
            return
        tool = self.controller.tool
        by_keys = self.view.cursor_hex == place and not modifiers & SHIFT
        if by_keys and self.answers_enter():
            return
        if by_keys and tool is not None and tool.is_ready and place in self._own_places():
            self.controller.confirm()
            return
        self.controller.click(place, way_point=bool(modifiers & SHIFT))

    def _own_places(self) -> set[PlaceId | None]:
        """Where Enter confirms what the tool has ready: its selection, its target."""
        picture = self.controller.picture
        return {picture.selected, picture.aimed}

    def _activate_unit(self, piece: str, modifiers: Qt.KeyboardModifier) -> None:
        view = self.session.projection.pieces.get(piece)
        if view is None or view.at is None:
            return
        selection = self.desk.selection
        if modifiers & (SHIFT | CONTROL) and selection.place == view.at:
            picked = tuple(p for p in selection.pieces if p != piece)
            self.desk.pick(view.at, picked if piece in selection.pieces else (*selection.pieces, piece))
        else:
            self.controller.click(view.at, piece, single=True)

    def _change_count(self, by: int) -> bool:
        """Plus and minus change how many are hauled, while that is being planned."""
        tool = self.controller.tool
        if not isinstance(tool, HaulTool) or tool.source is None:
            return False
        tool.set_count(tool.count + by)
        self.controller.changed.emit()
        return True

    def _counted_units(self, place: PlaceId | None) -> tuple[PieceId, ...]:
        """The units that numbers pick, as the stack inspector lists them; a selected box goes first."""
        chosen = self.desk.selection.place
        is_box = chosen is not None and chosen not in self.session.rules.board.index
        return self.desk.top_down(chosen if is_box else place or chosen)

    def _double_click(self, place: str, _modifiers: Qt.KeyboardModifier) -> None:
        self.controller.double_click(place)

    def _move_cursor(self, place: str) -> None:
        self.controller.set_cursor(place)

    def _move_here(self) -> None:
        place = self.view.cursor_hex or self.controller.hovered
        if place:
            self.controller.drop(place)

    def escape(self) -> None:
        """Esc: fan, ruler, tool, selection, cursor, one after the other."""
        scene = self.view.board_scene
        if scene.fan.isVisible():
            scene.fan.close()
        elif self.controller.marks.ruler is not None:
            self.measuring.take_away()
        elif self.is_measuring:
            self.set_measuring(on=False)
        elif self.controller.tool is None and self.desk.selection.place is None:
            self.view.set_cursor_hex(None)
            self.controller.set_cursor(None)
        else:
            self.controller.escape()
        self._hide_card()

    # --- dragging ---------------------------------------------------------------------------------

    def _can_drag(self, place: str) -> bool:
        selection = self.desk.selection
        if place == selection.place and self.controller.tool is not None:
            return True
        return bool(self.controller.chooser.able(place))

    def _drag(self, source: str, target: str) -> None:
        if self.desk.selection.place != source or self.controller.tool is None:
            self.controller.tool = None
            self.controller.begin(source)
            self._is_taken_up = self.controller.tool is not None
            self.controller.changed.emit()
        self.controller.hover(target or None)
        self._card_timer.start()

    def _lose_drag(self) -> None:
        """The button was let go where nobody saw it: what the drag took up is laid down, nothing moves."""
        if self._is_taken_up:
            self._is_taken_up = False
            self.controller.lay_down()
        self.controller.hover(None)
        self._hide_card()

    def _drop(self, source: str, target: str, modifiers: Qt.KeyboardModifier) -> None:
        self._is_taken_up = False
        if target and target != source:
            if modifiers & SHIFT:
                self.controller.click(target, way_point=True)
            else:
                self.controller.drop(target)

    # --- card -------------------------------------------------------------------------------------

    def _card_of(self, place: PlaceId, piece: PieceId | None) -> Card:
        card = self.cards.card(place, piece, self.controller.tool, self.controller.offers)
        if self._refused is not None and self._refused[0] == place:
            card = Card(
                place=place, title=card.title, subtitle=card.subtitle, chip="not possible", chip_tone="bad",
                refusal=self._refused[1], foot=card.foot,
            )  # fmt: skip
        return card

    def _show_card(self) -> None:
        place = self.controller.hovered
        if place is None or place not in self.session.rules.board.index or self.session.is_veiled:
            self._hide_card()
            return
        card = self._card_of(place, self._unit)
        center = self.view.board_scene.center_of(place)
        if center is None:
            return
        at = self.view.view_point(center).toPoint()
        if not self.view.viewport().rect().adjusted(-40, -40, 40, 40).contains(at):
            self._hide_card()
            return
        self.card.show_card(card, at, self._kept_clear(place, at))
        self.card_told.emit(card_words(card))

    def _kept_clear(self, place: PlaceId, at: QPoint) -> QRect:
        """What the card must not cover: the hexes around the pointer, and pieces near them that are moved."""
        half = round(self.view.map_scale * CARD_ROOM / 2)
        clear = QRect(at - QPoint(half, half), at + QPoint(half, half))
        board, tool = self.session.rules.board, self.controller.tool
        start = board.index.get(tool.picture.start or "") if isinstance(tool, ManeuverTool) else None
        if start is None or board.distance(start, board.index[place]) > CARD_FAR:
            return clear
        center = self.view.board_scene.center_of(board.ids[start])
        if center is None:
            return clear
        where = self.view.view_point(center).toPoint()
        reach = round(self.view.map_scale * STACK_ROOM)
        return clear.united(QRect(where - QPoint(reach, reach), where + QPoint(reach, reach)))

    def _hide_card(self) -> None:
        self._card_timer.stop()
        self.card.hide()

    def _refuse(self, refusal: Refusal, place: str) -> None:
        if place:
            self._refused = (place, refusal)
            self.controller.hovered = place
            self._show_card()

    # --- ruler ------------------------------------------------------------------------------------

    @property
    def is_measuring(self) -> bool:
        """Whether clicks measure distances."""
        return self.measuring.is_on

    def set_measuring(self, *, on: bool) -> None:
        """Lets clicks measure distances."""
        self.measuring.turn(on=on)
