"""A table of cards: piles and hands as a widget, to be used by mouse or keyboard.

Cards are dragged from pile to pile or out of the widget onto the table; a double click or Enter does what
a card is there for; the menu key or a right click asks what can be done. The widget knows no rules: whoever
owns it is asked which ways are open, and told what was wanted.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QWidget

from app.fonts import TextSize
from app.graphics.card_cache import shared_cards
from app.graphics.colors import color
from app.theme.current import scaled, tokens, ui_font
from app.widgets.card_layout import (
    Measures,
    ShownCard,
    ShownPile,
    Spot,
    areas,
    least_width,
    pile_at,
    spot_at,
    spots,
)
from engine.view.cards import Pile

LEAST_HEIGHT, HEIGHT = 96, 138
LIFT = 5
_DISCARD_KEYS = frozenset((Qt.Key.Key_Delete, Qt.Key.Key_Backspace))
_GO_KEYS = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))
_HEADS = {Pile.DECK: Pile.HAND, Pile.HAND: Pile.TABLE, Pile.DISCARD: Pile.HAND}
"""Where a double click or Enter brings a card of a pile."""


def _no_ways(_card: str, _pile: ShownPile) -> frozenset[Pile]:
    return frozenset()


class CardTable(QWidget):
    """Piles and hands."""

    carried = Signal(str, object, object)
    """A card (or the deck of a pile) that somebody wants to bring from a pile to a kind of pile."""
    menu_wanted = Signal(str, object, QPoint)
    """A card of a pile about which somebody asks what can be done, and where the menu should open."""
    pointed = Signal(object, object)
    """The card under the pointer or the keyboard and its place; None for none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.piles: tuple[ShownPile, ...] = ()
        self.ways: Callable[[str, ShownPile], frozenset[Pile]] = _no_ways
        """To which kinds of pile a card of a pile may be brought."""
        self._hover: tuple[int, int] | None = None
        self._current = (0, 0)
        self._pressed: tuple[Spot, QPoint] | None = None
        self._ghost: QLabel | None = None
        self._open: frozenset[Pile] = frozenset()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # --- contents ---------------------------------------------------------------------------------

    def show_piles(self, piles: tuple[ShownPile, ...]) -> None:
        """Shows other piles; the keyboard stays as near as it can."""
        if piles == self.piles:
            return
        self.piles = piles
        self._hover = None
        if self._card(self._current) is None:
            pile = min(self._current[0], max(0, len(piles) - 1))
            last = len(piles[pile].cards) - 1 if piles else 0
            self._current = (pile, max(0, min(self._current[1], last)))
        self._drop_ghost()
        self._fit()
        words = (f"{pile.caption}: {'; '.join(card.words for card in pile.cards)}" for pile in piles)
        self.setAccessibleDescription(". ".join(words))
        self.update()

    @property
    def measures(self) -> Measures:
        """The sizes of the present layout."""
        return Measures(self.width(), self.height(), scaled(8), scaled(14), scaled(17))

    def place_of(self, card: str) -> QRect:
        """Where a card lies; empty if it is not shown."""
        for spot in spots(self.piles, self.measures):
            if self.piles[spot.pile].cards[spot.card].id == card:
                return spot.place
        return QRect()

    def area_of(self, pile: Pile, owner: str = "") -> QRect:
        """The area of a pile; of the first of its kind if no owner is named."""
        for shown, area in zip(self.piles, areas(self.piles, self.measures), strict=True):
            if shown.pile is pile and owner in ("", shown.owner):
                return area
        return QRect()

    def _fit(self) -> None:
        """Where many piles need more room than there is, the table is scrolled."""
        self.setMinimumWidth(max(scaled(160), least_width(self.piles, self.measures)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().height() != event.oldSize().height():
            self._fit()

    def _card(self, at: tuple[int, int] | None) -> ShownCard | None:
        if at is None or at[0] >= len(self.piles) or at[1] >= len(self.piles[at[0]].cards):
            return None
        return self.piles[at[0]].cards[at[1]]

    def sizeHint(self) -> QSize:
        return QSize(scaled(520), scaled(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(160), scaled(LEAST_HEIGHT))

    # --- drawing ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), color(tokens().panel))
        m = self.measures
        for pile, area in zip(self.piles, areas(self.piles, m), strict=True):
            self._draw_caption(painter, pile, area)
        for spot in spots(self.piles, m):
            if (spot.pile, spot.card) != self._hover:
                self._draw_card(painter, spot)
        for spot in spots(self.piles, m):
            if (spot.pile, spot.card) == self._hover:
                self._draw_card(painter, spot)
        painter.end()

    def _draw_caption(self, painter: QPainter, pile: ShownPile, area: QRect) -> None:
        theme = tokens()
        painter.setFont(ui_font(TextSize.NOTE))
        painter.setPen(color(theme.second))
        words = QFontMetrics(painter.font()).elidedText(
            pile.caption, Qt.TextElideMode.ElideRight, area.width() + scaled(10)
        )
        painter.drawText(area.left(), area.top() + scaled(10), words)
        is_open = pile.pile in self._open and pile.pile is not Pile.TABLE
        if self._pressed is not None and self._ghost is not None and is_open:
            painter.setPen(QPen(color(theme.accent), 2, Qt.PenStyle.DashLine))
            painter.setBrush(color(theme.accent, 0.10))
            painter.drawRoundedRect(QRectF(area).adjusted(-4, scaled(13), 4, 3), 7, 7)

    def _draw_card(self, painter: QPainter, spot: Spot) -> None:
        card, theme = self.piles[spot.pile].cards[spot.card], tokens()
        place = QRect(spot.place)
        at = (spot.pile, spot.card)
        if at == self._hover and self.piles[spot.pile].is_hand:
            place.translate(0, -scaled(LIFT))
        if card.face is None:
            painter.setPen(QPen(color(theme.strong_line), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(place).adjusted(1, 1, -1, -1), 5, 5)
        else:
            picture = shared_cards().picture(card.face, place.width(), self.devicePixelRatioF())
            painter.drawPixmap(place.topLeft(), picture)
        has_keys = self.hasFocus() and at == self._current
        if card.is_lit or has_keys:
            painter.setPen(QPen(color(theme.accent), 3.0 if has_keys else 1.8))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            grown = 2.5 if has_keys else 1.2
            painter.drawRoundedRect(QRectF(place).adjusted(-grown, -grown, grown, grown), 6, 6)

    # --- the mouse --------------------------------------------------------------------------------

    def _spot(self, point: QPoint) -> Spot | None:
        return spot_at(self.piles, self.measures, point)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        spot = self._spot(event.position().toPoint())
        if spot is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        self._current = (spot.pile, spot.card)
        self._pressed = (spot, event.position().toPoint())
        self._tell()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(point)
            return
        spot = self._spot(point)
        hover = (spot.pile, spot.card) if spot is not None else None
        if hover != self._hover:
            self._hover = hover
            card = self._card(hover)
            self.pointed.emit(card, spot.place if spot is not None else None)
            self.update()

    def _drag(self, point: QPoint) -> None:
        assert self._pressed is not None
        spot, start = self._pressed
        if self._ghost is None:
            if (point - start).manhattanLength() < QApplication.startDragDistance():
                return
            pile = self.piles[spot.pile]
            self._open = self.ways(pile.cards[spot.card].id, pile)
            if not self._open:
                return
            self._ghost = self._make_ghost(pile.cards[spot.card], spot.place.width())
            self.pointed.emit(None, None)
            self.update()
        where = self.mapTo(self.window(), point)
        self._ghost.move(where - QPoint(self._ghost.width() // 2, self._ghost.height() // 3))

    def _make_ghost(self, card: ShownCard, width: int) -> QLabel:
        ghost = QLabel(self.window())
        ghost.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if card.face is not None:
            ghost.setPixmap(shared_cards().picture(card.face, width, self.devicePixelRatioF()))
        ghost.adjustSize()
        ghost.show()
        ghost.raise_()
        return ghost

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, dragged = self._pressed, self._ghost is not None
        ways = self._open
        self._drop_ghost()
        if pressed is None or not dragged:
            return
        point = event.position().toPoint()
        pile = self.piles[pressed[0].pile]
        target = Pile.TABLE
        if self.rect().contains(point):
            number = pile_at(self.piles, self.measures, point)
            if number is None or self.piles[number].pile is Pile.TABLE:
                return
            target = self.piles[number].pile
        if target is not pile.pile and target in ways:
            self.carried.emit(pile.cards[pressed[0].card].id, pile, target)

    def _drop_ghost(self) -> None:
        self._pressed, self._open = None, frozenset()
        if self._ghost is not None:
            self._ghost.hide()
            self._ghost.deleteLater()
            self._ghost = None
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        spot = self._spot(event.position().toPoint())
        if spot is not None and event.button() is Qt.MouseButton.LeftButton:
            self._current = (spot.pile, spot.card)
            self._go()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            spot = self._spot(event.pos())
            if spot is None:
                return
            self._current = (spot.pile, spot.card)
        self._ask_menu()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = None
        self.pointed.emit(None, None)
        self.update()

    # --- the keyboard -----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if key is Qt.Key.Key_Right else -1)
        elif key in _GO_KEYS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._go()
        elif key in _DISCARD_KEYS:
            self._want(Pile.DISCARD)
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Menu):
            self._ask_menu()
        elif key is Qt.Key.Key_Escape and self._ghost is not None:
            self._drop_ghost()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            mine = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, *_GO_KEYS, *_DISCARD_KEYS}
            if Qt.Key(event.key()) in mine and not event.modifiers():
                event.accept()
                return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(None, None)
        self.update()

    def _step(self, by: int) -> None:
        order = [(n, k) for n, pile in enumerate(self.piles) for k in range(len(pile.cards))]
        if not order:
            return
        at = order.index(self._current) if self._current in order else 0
        self._current = order[max(0, min(len(order) - 1, at + by))]
        self._tell()
        self.update()

    def _tell(self) -> None:
        """Says which card the keyboard is on."""
        card = self._card(self._current)
        place = next(
            (s.place for s in spots(self.piles, self.measures) if (s.pile, s.card) == self._current), None
        )
        self.setAccessibleName(f"Cards: {card.words}" if card is not None else "Cards")
        self.pointed.emit(card, place)

    def _go(self) -> None:
        if self._card(self._current) is not None:
            self._want(_HEADS.get(self.piles[self._current[0]].pile, Pile.HAND))

    def _want(self, target: Pile) -> None:
        card = self._card(self._current)
        if card is not None:
            self.carried.emit(card.id, self.piles[self._current[0]], target)

    def _ask_menu(self) -> None:
        card = self._card(self._current)
        if card is None:
            return
        pile = self.piles[self._current[0]]
        place = next(s.place for s in spots(self.piles, self.measures) if (s.pile, s.card) == self._current)
        self.menu_wanted.emit(card.id, pile, self.mapToGlobal(place.center()))
