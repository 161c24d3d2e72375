"""Boxes and tracks beside the map. Boxes behave as the map does: click to select, drag out, drop in."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.player.desk import Desk
from app.player.drag import PIECES, dropped_pieces, start_drag
from app.player.figures import fractions
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import restyle, scaled
from app.widgets.counter_view import CounterStrip, ShownCounter
from app.widgets.labels import ElidedLabel, label
from app.widgets.tracks import PointTrack
from engine.ids import PieceId, PlaceId
from engine.view.projection import BoxView, TrackView

BOX_COUNTER = 36
ADDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
"""With one of these a click adds to the selection, as it does on the map."""
MOST_CELLS = 12
AWAY = frozenset({"dead", "turn", "pool"})
"""Groups of boxes whose pieces are out of play for now."""


class BoxCard(QFrame):
    """One box: title, note, its counters. Lit when something can begin or end here."""

    def __init__(self, desk: Desk, box: BoxView) -> None:
        super().__init__()
        self.desk = desk
        self.box = box
        self.setProperty("kind", "inset")
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(box.title)
        self.title = ElidedLabel(box.title, "strong")
        self.note = ElidedLabel("", "note")
        self.strip = BoxStrip(self)
        self.strip.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.empty = label("empty", "faint")
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(8), scaled(6), scaled(8), scaled(6))
        column.setSpacing(scaled(3))
        column.addWidget(self.title)
        column.addWidget(self.note)
        column.addWidget(self.strip)
        column.addWidget(self.empty, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(1)

    @property
    def place(self) -> PlaceId:
        """The box's id."""
        return self.box.id

    def show_contents(self, box: BoxView, pieces: tuple[PieceId, ...], hidden: int) -> None:
        """Shows what lies in the box now."""
        self.box = box
        views = self.desk.session.projection.pieces
        shown = tuple(
            ShownCounter(id=name, face=self.desk.face(views[name]), words=views[name].name)
            for name in reversed(pieces)
            if name in views
        )
        if shown != self.strip.counters:
            self.strip.show_counters(shown)
        self.strip.setVisible(bool(shown))
        self.empty.setText(f"{hidden} unseen" if hidden else "empty")
        self.empty.setVisible(not shown)
        self.note.set_full_text(box.note)
        self.note.setVisible(bool(box.note))
        self.setAccessibleDescription(", ".join(counter.words for counter in shown) or "empty")

    def light(self, *, is_selected: bool, is_lit: bool) -> None:
        """Frames the box as selected or as a place that can be chosen."""
        state = "selected" if is_selected else "lit" if is_lit else ""
        if self.property("state") != state:
            restyle(self, state=state)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.desk.select(self.place)

    def keyPressEvent(self, event: object) -> None:
        key = getattr(event, "key", lambda: None)()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.desk.select(self.place)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(PIECES):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if dropped_pieces(self.desk, event.mimeData()):
            event.acceptProposedAction()
            self.desk.drop_wanted.emit(self.place)


class BoxStrip(CounterStrip):
    """The counters of a box; a press and a pull begin a drag, a click is one when the button is let go.

    A press alone does nothing: with something selected elsewhere a click moves it here, a pull must not.
    """

    def __init__(self, card: BoxCard) -> None:
        super().__init__(BOX_COUNTER)
        self._card = card
        self._pressed: QPointF | None = None
        self._grasped = -1
        self._adds = False
        self.chosen.connect(self._choose)

    def ring(self, pieces: frozenset[PieceId]) -> None:
        """Rings the selected counters."""
        if pieces != self._lit:
            self._lit = pieces
            self.update()

    def _choose(self, piece: str) -> None:
        desk, place = self._card.desk, self._card.place
        if not self._adds or desk.selection.place != place:
            desk.click(place, piece)
            return
        picked = desk.selection.pieces
        without = tuple(other for other in picked if other != piece)
        desk.pick(place, without if piece in picked else (*picked, piece))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._grasped = self._at(event.position().toPoint())
        if self._grasped < 0 or event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._pressed = event.position()
        self._adds = bool(event.modifiers() & ADDING)
        self._current = self._grasped
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        far = QApplication.startDragDistance()
        pulled = self._pressed is not None and (event.position() - self._pressed).manhattanLength() >= far
        if pulled and event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = None
            self._pull(self.counters[self._grasped].id)
            return
        super().mouseMoveEvent(event)

    def _pull(self, piece: PieceId) -> None:
        """Drags the counter that was grasped, and what is selected with it in this box."""
        desk, place = self._card.desk, self._card.place
        if desk.selection.place != place or piece not in desk.selection.pieces:
            desk.pick(place, (piece,))
        if desk.selection.place == place and desk.selection.pieces:
            start_drag(self, desk, desk.selection.pieces)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_pressed, self._pressed = self._pressed is not None, None
        if was_pressed and self._at(event.position().toPoint()) == self._grasped:
            self.chosen.emit(self.counters[self._grasped].id)


class TrackRow(QWidget):
    """One track: title, cells where they fit, the figure in words, rule number."""

    def __init__(self, desk: Desk, track: TrackView) -> None:
        super().__init__()
        self.title = ElidedLabel(track.title)
        self.cells = PointTrack(desk.look(track.side))
        self.value = label("", "strong")
        self.rule = label(track.rule, "faint")
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(2), scaled(1), scaled(2), scaled(1))
        row.setSpacing(scaled(8))
        row.addWidget(self.title, 3)
        row.addWidget(self.cells, 0)
        row.addWidget(self.value, 0, Qt.AlignmentFlag.AlignRight)

    def show_track(self, track: TrackView) -> None:
        """Shows the present figure."""
        whole = float(track.maximum).is_integer() and float(track.value).is_integer()
        fits = whole and 0 < track.maximum <= MOST_CELLS and 0 <= track.value <= track.maximum
        self.cells.setVisible(fits)
        if fits:
            self.cells.show_points(int(track.value), int(track.maximum))
        self.value.setText(fractions(track.text) or f"{track.value:g}")
        self.title.set_full_text(track.title)
        self.setToolTip(f"{track.title}: {track.text}" + (f" ({track.rule})" if track.rule else ""))
        self.setAccessibleName(f"{track.title}: {track.text}")


class BoxesPanel(Panel):
    """All boxes by group, then all tracks by side."""

    title = "Boxes and tracks"
    name = "boxes"
    tab = "Boxes"
    next_wanted = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.cards: dict[PlaceId, BoxCard] = {}
        self.rows: dict[str, TrackRow] = {}
        self._first_side = ""
        self._lit: frozenset[PlaceId] = frozenset()
        self._came_from: int | None = None
        body = QWidget()
        body.setProperty("kind", "panel")
        self._grid = QGridLayout()
        self._grid.setSpacing(scaled(8))
        self._tracks = QVBoxLayout()
        self._tracks.setSpacing(scaled(2))
        column = QVBoxLayout(body)
        column.setContentsMargins(scaled(10), scaled(10), scaled(10), scaled(10))
        column.setSpacing(scaled(8))
        self._rest = QGridLayout()
        self._turns = QGridLayout()
        for grid in (self._grid, self._rest, self._turns):
            grid.setSpacing(scaled(8))
            grid.setColumnStretch(0, 1)
            grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        column.addLayout(self._tracks)
        column.addLayout(self._rest)
        column.addLayout(self._turns)
        column.addStretch(1)
        area = self._area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.title)
        area.setMinimumHeight(scaled(LEAST_HEIGHT))
        area.setWidget(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        desk.selection.changed.connect(self._show_frames)

    def key(self) -> object:
        view = self.session.projection
        contents = tuple(view.stacks.get(box.id) for box in view.boxes)
        held = tuple(view.pieces.get(p) for stack in contents if stack for p in stack.pieces)
        return (view.boxes, contents, held, view.tracks, self._side_of_phase())

    def light(self, places: frozenset[PlaceId]) -> None:
        """Lights the boxes that can be chosen now."""
        lit = self._lit_cards(places)
        was_led = any(name in self.cards for name in self._lit)
        is_fresh = not self._lit.issuperset(name for name in places if name in self.cards)
        self._lit = places
        self._show_turns()
        self._show_frames()
        bar = self._area.verticalScrollBar()
        is_seen = any(not card.visibleRegion().isEmpty() for card in lit)
        if lit and is_fresh and not is_seen and self.isVisible():
            self._came_from = bar.value() if self._came_from is None else self._came_from
            self._area.ensureWidgetVisible(lit[0])
        elif was_led and not lit and self._came_from is not None:
            bar.setValue(self._came_from)
            self._came_from = None

    def _lit_cards(self, places: frozenset[PlaceId]) -> list[BoxCard]:
        return [self.cards[name] for name in sorted(places) if name in self.cards]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._show_lit)

    def _show_lit(self) -> None:
        """What is lit when the panel comes into sight is brought into it."""
        lit = self._lit_cards(self._lit)
        if lit and all(card.visibleRegion().isEmpty() for card in lit):
            self._area.ensureWidgetVisible(lit[0])

    def _show_frames(self) -> None:
        selection = self.desk.selection
        for name, card in self.cards.items():
            card.light(is_selected=name == selection.place, is_lit=name in self._lit)
            card.strip.ring(frozenset(selection.pieces) if name == selection.place else frozenset())

    def fill(self) -> None:
        view = self.session.projection
        if [box.id for box in view.boxes] != list(self.cards):
            self._build_boxes(view.boxes)
        for box in view.boxes:
            card, stack = self.cards[box.id], view.stacks.get(box.id)
            card.show_contents(box, stack.pieces if stack else (), stack.hidden if stack else 0)
        self._show_turns()
        self._show_frames()
        if [track.id for track in view.tracks] != list(
            self.rows
        ) or self._first_side != self._side_of_phase():
            self._build_tracks(view.tracks)
        for track in view.tracks:
            self.rows[track.id].show_track(track)

    def _show_turns(self) -> None:
        """Boxes that are merely days of the turn track show only when something waits there or may go there.

        While something is selected none goes away, so that every box keeps its place under the pointer.
        """
        stacks, is_choosing = self.session.projection.stacks, bool(self.desk.selection.pieces)
        for name, card in self.cards.items():
            if _is_turn(card.box):
                stays = is_choosing and not card.isHidden()
                card.setVisible(name in stacks or name in self._lit or stays)

    def _build_boxes(self, boxes: tuple[BoxView, ...]) -> None:
        for card in self.cards.values():
            card.hide()
            card.deleteLater()
        self.cards = {box.id: BoxCard(self.desk, box) for box in boxes}
        for grid in (self._grid, self._rest, self._turns):
            here = [box for box in boxes if self._grid_of(box) is grid]
            for number, box in enumerate(here):
                grid.addWidget(self.cards[box.id], number // 2, number % 2)

    def _grid_of(self, box: BoxView) -> QGridLayout:
        """Boxes that play on stand above the tracks, the dead and the waiting below.

        Days of the turn track come last, so that those which appear and go push no other box away.
        """
        if _is_turn(box):
            return self._turns
        return self._rest if box.group in AWAY else self._grid

    def _side_of_phase(self) -> str:
        """Whose pools stand first: those of the side whose phase it is."""
        found = (phase.side for phase in self.session.module.phases() if phase.id == self.session.state.phase)
        return next(found, None) or ""

    def _build_tracks(self, tracks: tuple[TrackView, ...]) -> None:
        while (item := self._tracks.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = {}
        self._first_side = self._side_of_phase()
        sides = sorted(
            dict.fromkeys(track.side for track in tracks), key=lambda side: side != self._first_side
        )
        for side in sides:
            if side:
                self._tracks.addWidget(label(self.session.side_title(side), "second"))
            for track in tracks:
                if track.side == side:
                    self.rows[track.id] = TrackRow(self.desk, track)
                    self._tracks.addWidget(self.rows[track.id])
        self.rows = {track.id: self.rows[track.id] for track in tracks}


def _is_turn(box: BoxView) -> bool:
    """Whether a box is merely a day of the turn track."""
    return box.group.startswith("turn") or box.id.startswith("turn-")
